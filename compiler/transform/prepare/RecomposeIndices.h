#pragma once
#include "compiler/SubPasses.h"

namespace lanecl {

/// Sums of the digits that a number was taken apart into are that number again: `i / 81 * 81 + i % 81` is i, in any
/// order and number of digits, with some left out, with more added, and in fewer bits. Kernels over one long index take
/// the coordinates of an element from it and ask for elements by coordinates; what is linear in the index is
/// contiguous. Divisors and factors are constants, as they are in the source or as values of arguments.
struct RecomposeIndices : SubPassMixin<RecomposeIndices, SubPass::RecomposeIndices> {
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses);
};

} // namespace lanecl
