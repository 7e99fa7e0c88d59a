// What the tables say of the functions that stand for operations, queries and atomic operations of LaneCL IR: names and
// attributes. Pure look-ups, but for declareEffects; thread safe.
#pragma once
#include "compiler/ir/AtomicOperation.h"
#include "llvm/Support/ModRef.h"

namespace lanecl {

bool isConvergent(Effects effects);
llvm::MemoryEffects memoryOf(Effects effects);
/// Gives the declaration of an operation or query the attributes of its effects; leaves other functions alone. Atomic
/// operations have theirs on the calls.
void declareEffects(llvm::Function &function);

/// The kind in the name of an operation that combines.
Kind kindOf(const llvm::Function &function);
/// "lanecl.NAME[.KIND][.T][.pSPACE ...]" of an operation with the type of its signature.
std::string nameOf(Operation operation, Kind kind, const llvm::FunctionType &type);

/// The atomic operation that a function is; nothing for everything else.
std::optional<AtomicOp> atomicOpOf(const llvm::Function &function);
/// "lanecl.atomic.OP.TYPE.POINTER".
std::string nameOf(AtomicOp op, llvm::Type *type, llvm::Type *pointer);

} // namespace lanecl
