#include "compiler/transform/lanes/PacketizeInstructions.h"
#include "compiler/transform/lanes/PacketizeCalls.h"
#include "compiler/transform/lanes/PacketizeScalars.h"
#include "compiler/transform/lanes/PacketizeSerial.h"
#include "compiler/transform/lanes/PacketizeVectors.h"

namespace lanecl::simd {

using llvm::Instruction, llvm::Value;

void InstructionPacketizer::beginBlock(const llvm::BasicBlock &block) {
  f_.values.enter(block);
  memory_.beginBlock();
  packs_.beginBlock();
  consecutive_.beginBlock();
}

void InstructionPacketizer::emit(Instruction &instruction, Value *mask) {
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return emitLoad(*load, mask);
  if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return emitStore(*store, mask);
  if (f_.packs.isReplaced(instruction)) {
    for (unsigned number : f_.packs.computedAt(instruction)) // in front of a barrier, if that is where they are
      packs_.packed(number);
    return;
  }
  if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
    return emitCall(f_, *call, mask);
  if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction)) // none that the language can spell
    return emitSerially(f_, instruction, mask);
  if (llvm::isa<llvm::FenceInst>(instruction)) {
    f_.b.Insert(instruction.clone());
    return;
  }
  emitPlain(instruction, mask);
}

void InstructionPacketizer::emitPlain(Instruction &instruction, Value *mask) {
  Shape shape = f_.shapes.of(&instruction);
  if (shape.isUniform()) {
    // From lane 0's value of a linear one, perhaps: what the instruction promises need not hold there.
    bool fromLane0 = llvm::any_of(instruction.operands(), [&](llvm::Use &operand) { return !f_.isUniform(operand); });
    f_.values.define(instruction, fromLane0 ? linearScalar(f_, instruction) : scalarForm(f_, instruction), nullptr);
    return;
  }
  Value *first = shape.isLinear() ? linearScalar(f_, instruction) : nullptr;
  if (f_.shapes.isMadeExact(&instruction))
    f_.values.defineExact(instruction, exactForm(f_, instruction));
  if (first && llvm::isa<llvm::AllocaInst>(instruction)) // the lanes' addresses are counted from the first one's
    f_.values.define(instruction, first, nullptr);
  // Lanes' addresses are counted from the first one's: what is tested of them is what is accessed.
  bool isCounted = first && !shape.guard && llvm::isa<llvm::GetElementPtrInst>(instruction);
  Value *all = isCounted ? f_.b.CreateGEP(f_.b.getInt8Ty(), first, f_.b.steps(f_.b.getInt64Ty(), shape.stride))
                         : vectorForm(f_, instruction, mask);
  if (!all)
    return emitSerially(f_, instruction, mask);
  f_.values.define(instruction, first, all);
}

void InstructionPacketizer::emitLoad(llvm::LoadInst &load, Value *mask) {
  for (unsigned number : f_.packs.piecesAt(load))
    consecutive_.loadPack(number, mask);
  if (f_.packs.isReplaced(load) && !f_.packs.groupOf(load))
    return;
  bool sameAddress = f_.isSameInLanes(load.getPointerOperand());
  if (f_.isUniform(&load) && sameAddress) {
    ++f_.session.report.uniformLoads;
    f_.session.note(load, "uniform load: one for all lanes");
    f_.values.define(load, scalarForm(f_, load), nullptr);
    return;
  }
  if (!memory_.takes(load))
    return emitSerially(f_, load, mask);
  if (interleaved_.load(load, mask) || consecutive_.load(load, mask))
    return;
  f_.values.define(load, nullptr, memory_.load(load, mask));
}

void InstructionPacketizer::emitStore(llvm::StoreInst &store, Value *mask) {
  Value *pointer = store.getPointerOperand(), *value = store.getValueOperand();
  bool sameAddress = f_.isSameInLanes(pointer);
  if (sameAddress && f_.isUniform(value)) {
    scalarForm(f_, store);
    return;
  }
  if (!memory_.takes(store))
    return emitSerially(f_, store, mask);
  if (sameAddress) { // one of them must win: the last
    Value *last = f_.b.lane(f_.vector(value), value->getType(), f_.b.lastLane(mask));
    keepMetadata(f_.b.CreateAlignedStore(last, f_.scalar(pointer), store.getAlign()), &store);
    return;
  }
  if (interleaved_.store(store, mask))
    return;
  memory_.store(store, mask);
}

} // namespace lanecl::simd
