// Keeps LLVM 22's code generator from a fold that is wrong.
#pragma once
namespace llvm {
class TargetPassConfig;
}

namespace lanecl::targets::x86 {

/// One of the last machine passes; before they are run, at the request of the code generator that is being put
/// together. AVX-512 moves the sign bits of a vector's lanes to a mask register (vpmov*2m), and from there to a general
/// one (kmov). LLVM makes one vmovmsk of both and drops the mask. It forgets that an instruction behind may read the
/// mask and write it (masked gathers and scatters, shifts of masks), and that vmovmsk cannot name registers from 16 on.
void keepMaskMoves(llvm::TargetPassConfig &configuration);

} // namespace lanecl::targets::x86
