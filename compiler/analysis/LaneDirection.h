// Along which dimension of a range lanes reach memory best: programs that call dimension 0 a row, and dimension 1 what
// lies side by side in memory, have a gather or scatter for each access where lanes lie along dimension 0.
#pragma once
#include "llvm/IR/Function.h"

namespace lanecl {

/// 0, or the dimension along which neighbouring work-items' accesses of global and constant memory cost less than half
/// of what they do along dimension 0. An estimate, of `kernel` before anything is inlined: what functions that it calls
/// access is not seen, and nothing is said where they are handed pointers or tell ids. Linear in the code. Pure; thread
/// safe for modules that nobody changes.
unsigned laneDirection(const llvm::Function &kernel);

} // namespace lanecl
