// Where a kernel's arguments stand in the argument block, and its __local variables in WorkerInfo::localMemory. One
// rule for what the host is told (KernelInfo) and for the code that reads it (WorkItemLoops).
#pragma once
#include "llvm/IR/Function.h"
#include "llvm/IR/GlobalVariable.h"
#include <cstdint>
#include <utility>
#include <vector>

namespace lanecl {

struct ArgumentSlot {
  uint32_t offset = 0, bytes = 0; ///< in the argument block
  llvm::Type *type = nullptr;     ///< as stored: the struct itself for byval
  bool local = false;             ///< a __local pointer: the slot holds an offset into WorkerInfo::localMemory
};
struct ArgumentLayout {
  std::vector<ArgumentSlot> slots;
  uint32_t bytes = 0;
};
/// The first `count` parameters, each at its natural alignment (OpenCL C 6.1.5: the size for vectors and scalars).
ArgumentLayout layoutArguments(const llvm::Function &kernel, unsigned count);

struct LocalLayout {
  std::vector<std::pair<llvm::GlobalVariable *, uint64_t>> variables; ///< with their byte offsets
  uint64_t bytes = 0;
};
/// The __local variables that `kernel` and what it calls use, in the module's order.
LocalLayout layoutLocals(llvm::Function &kernel);

} // namespace lanecl
