#include "compiler/KernelAbi.h"
#include "compiler/ir/Operations.h"
#include "compiler/transform/groups/LowerGroupCalls.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"

namespace lanecl {
namespace {

// What faults ends the code: the stores are volatile, or nobody would see them read.
void lowerPlace(llvm::CallInst &call, const GroupState &state) {
  llvm::IRBuilder<> builder(&call);
  auto keep = [&](unsigned operand, std::size_t offset) {
    llvm::Value *field = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), state(State::Worker), offset);
    builder.CreateStore(call.getArgOperand(operand), field, /*isVolatile=*/true);
  };
  keep(0, offsetof(WorkerInfo, place.line));
  for (unsigned dimension = 0; dimension < 3; ++dimension)
    keep(1 + dimension, offsetof(WorkerInfo, place.workItem) + dimension * sizeof(uint64_t));
}

} // namespace

void lowerPlaces(llvm::Function &body, const GroupState &state) {
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(body)))
    if (isA(instruction, Operation::Place)) {
      lowerPlace(llvm::cast<llvm::CallInst>(instruction), state);
      instruction.eraseFromParent();
    }
}

} // namespace lanecl
