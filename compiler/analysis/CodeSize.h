// How much work code is for the passes behind: what the compile-time budget (LANECL_COMPILE_BUDGET) is counted in.
// Linear in the code; pure, thread safe for different modules.
#pragma once
#include "compiler/targets/Machine.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

namespace lanecl {

/// Operations of a body and of every function it calls, each once: what lanes would make of it. An instruction on a
/// vector of N counts N.
uint64_t operationsOf(const llvm::Function &body);
/// The same with a function's operations for each of its calls: the most that inlining may make of it.
uint64_t inlinedOperationsOf(const llvm::Function &body);

/// What makes code generation long, of a whole module.
struct CodeCost {
  uint64_t instructions = 0, blocks = 0;
  /// How many instructions lie between each value and its last use, added up: divided by the instructions, the number
  /// of values that want a register at the same time.
  uint64_t liveness = 0;
  unsigned memoryOfBlock = 0; ///< accesses and calls of the block that has most, as the machine makes them

  /// Register allocation spends as much on values that wait as on instructions.
  uint64_t total() const { return instructions + liveness / 64; }
};
CodeCost costOf(const llvm::Module &module, const targets::Machine &machine);

} // namespace lanecl
