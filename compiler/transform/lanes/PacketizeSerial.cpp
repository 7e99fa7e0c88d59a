#include "compiler/transform/lanes/PacketizeSerial.h"
#include "compiler/transform/lanes/SerialUpdates.h"

namespace lanecl::simd {

using llvm::Instruction, llvm::Value;

namespace {

/// The instruction as it stands for one lane, whose operands `operandOf` gives (null: uniform ones).
Instruction *copyForLane(LaneFunction &f, Instruction &instruction,
                         llvm::function_ref<Value *(llvm::Use &)> operandOf) {
  Instruction *copy = instruction.clone();
  copy->setDebugLoc({});
  for (llvm::Use &operand : copy->operands()) {
    if (llvm::isa<llvm::BasicBlock, llvm::MetadataAsValue>(operand.get()))
      continue;
    Value *value = operandOf(operand);
    operand.set(value ? value : f.scalar(operand));
  }
  return f.b.Insert(copy, instruction.getName());
}

void emitSerialLoop(LaneFunction &f, Instruction &instruction, Value *mask, std::optional<LaneArray> &results) {
  llvm::DenseMap<unsigned, LaneArray> operands;
  for (llvm::Use &operand : instruction.operands()) {
    if (llvm::isa<llvm::BasicBlock, llvm::MetadataAsValue>(operand.get()) || f.isSameInLanes(operand))
      continue;
    LaneArray array(f.b, operand->getType());
    array.store(operand->getType()->isPointerTy() ? f.values.addresses(operand) : f.vector(operand));
    operands.try_emplace(operand.getOperandNo(), array);
  }
  f.b.forEachLane(mask, [&](Value *lane) {
    auto *copy = copyForLane(f, instruction, [&](llvm::Use &operand) -> Value * {
      auto found = operands.find(operand.getOperandNo());
      return found == operands.end() ? nullptr : found->second.loadLane(lane);
    });
    if (results)
      results->storeLane(lane, copy);
  });
}

} // namespace

void emitSerially(LaneFunction &f, Instruction &instruction, Value *mask) {
  ++f.session.report.serialised;
  f.session.note(instruction, llvm::Twine("lane after lane: ") +
                                  (isUpdateCall(instruction) ? "update of memory" : instruction.getOpcodeName()));
  bool hasResult = !instruction.getType()->isVoidTy() && !instruction.use_empty();
  std::optional<LaneArray> results;
  if (hasResult)
    results.emplace(f.b, instruction.getType());
  emitSerialLoop(f, instruction, mask, results);
  if (hasResult)
    f.values.define(instruction, nullptr, results->load());
}

} // namespace lanecl::simd
