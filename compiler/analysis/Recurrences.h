// How long an iteration of a loop waits for the one before, where it is made of what that has found.
#pragma once
#include "llvm/ADT/STLFunctionalExtras.h"

namespace llvm {
class Instruction;
class Loop;
class LoopInfo;
class Value;
} // namespace llvm

namespace lanecl::simd {

/// What an iteration of `loop` takes at least, in the unit of `latency`: among the values that are made of themselves,
/// in one iteration or by way of others in several, the longest way round for each iteration of it. What inner loops
/// find takes one iteration of theirs. `before` is what an instruction waits for beside its operands, or null. 0: none
/// is, or too many to look at.
double longestRecurrence(const llvm::Loop &loop, const llvm::LoopInfo &loops,
                         llvm::function_ref<double(const llvm::Instruction &)> latency,
                         llvm::function_ref<const llvm::Value *(const llvm::Instruction &)> before);

} // namespace lanecl::simd
