// Integer division of vectors. x86 has none, and LLVM's way out is one scalar division a lane, which is slow to run
// and, for kernels with many divisions, to compile.
#pragma once
#include "llvm/IR/Function.h"

namespace lanecl {

/// Divisions and remainders of integer vectors up to 32 bits by divisors that are not constant become floating-point
/// divisions with an exact quotient. The rest stays as it is.
void lowerDivisions(llvm::Function &function);

} // namespace lanecl
