// Keeps LLVM 22's code generator from what is wrong in it.
#pragma once
#include "compiler/SubPasses.h"
#include "llvm/Support/CodeGen.h"

namespace llvm {
class TargetPassConfig;
}

namespace lanecl::targets::x86 {

/// All of what follows, at the request of the code generator that is being put together; `machineLevel`: the effort of
/// its machine passes; `observer` lives as long as it runs. A pass that is put behind one that is not run would never
/// be freed.
void mendCodeGenerator(llvm::TargetPassConfig &configuration, llvm::CodeGenOptLevel machineLevel,
                       SubPassObserver *observer);

/// MaskMoves.cpp: one of the last machine passes. AVX-512 moves the sign bits of a vector's lanes to a mask register
/// (vpmov*2m), and from there to a general one (kmov). LLVM makes one vmovmsk of both and drops the mask. It forgets
/// that an instruction behind may read the mask and write it (masked gathers and scatters, shifts of masks), and that
/// vmovmsk cannot name registers from 16 on.
void keepMaskMoves(llvm::TargetPassConfig &configuration, SubPassObserver *observer);

/// TernaryLogic.cpp: right behind the selection of instructions. LLVM chooses bits (c ? a : b) with vpternlog, whose
/// table it rewrites where a masked one has its operands in another order. For the two rotations of three operands it
/// has each other's rewriting.
void mendTernaryLogic(llvm::TargetPassConfig &configuration, SubPassObserver *observer);

/// HoistedReads.cpp: right before LLVM's branch folding, which moves what both sides of a branch begin with before it.
/// It takes one side's word for it that a register's value does not matter, though the other side needs it.
void keepHoistedReads(llvm::TargetPassConfig &configuration, SubPassObserver *observer);

} // namespace lanecl::targets::x86
