#include "compiler/transform/lanes/PacketizeCalls.h"
#include "compiler/transform/lanes/PacketizeFunction.h"
#include "compiler/transform/lanes/PacketizeScalars.h"
#include "compiler/transform/lanes/PacketizeSerial.h"
#include "compiler/transform/lanes/PacketizeVectors.h"

namespace lanecl::simd {

using llvm::Instruction, llvm::Value;

void FunctionPacketizer::emit(Instruction &instruction, Value *mask) {
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return emitLoad(*load, mask);
  if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return emitStore(*store, mask);
  if (packs_.isReplaced(instruction)) {
    for (unsigned number : packs_.computedAt(instruction)) // in front of a barrier, if that is where they are
      packed(number);
    return;
  }
  if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
    return emitCall(f_, *call, mask);
  if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction)) // none that the language can spell
    return emitSerially(f_, instruction, mask);
  if (llvm::isa<llvm::FenceInst>(instruction)) {
    b_.Insert(instruction.clone());
    return;
  }
  emitPlain(instruction, mask);
}

void FunctionPacketizer::emitPlain(Instruction &instruction, Value *mask) {
  Shape shape = shapes_.of(&instruction);
  if (shape.isUniform()) {
    // From lane 0's value of a linear one, perhaps: what the instruction promises need not hold there.
    bool fromLane0 = llvm::any_of(instruction.operands(), [&](llvm::Use &operand) { return !isUniform(operand); });
    values_.define(instruction, fromLane0 ? linearScalar(f_, instruction) : scalarForm(f_, instruction), nullptr);
    return;
  }
  Value *first = shape.isLinear() ? linearScalar(f_, instruction) : nullptr;
  if (shapes_.isMadeExact(&instruction))
    values_.defineExact(instruction, exactForm(f_, instruction));
  if (first && llvm::isa<llvm::AllocaInst>(instruction)) // the lanes' addresses are counted from the first one's
    values_.define(instruction, first, nullptr);
  // Lanes' addresses are counted from the first one's: what is tested of them is what is accessed.
  bool isCounted = first && !shape.guard && llvm::isa<llvm::GetElementPtrInst>(instruction);
  Value *all = isCounted ? b_.CreateGEP(b_.getInt8Ty(), first, b_.steps(b_.getInt64Ty(), shape.stride))
                         : vectorForm(f_, instruction, mask);
  if (!all)
    return emitSerially(f_, instruction, mask);
  values_.define(instruction, first, all);
}

void FunctionPacketizer::emitLoad(llvm::LoadInst &load, Value *mask) {
  for (unsigned number : packs_.piecesAt(load))
    loadPack(number, mask);
  if (packs_.isReplaced(load) && !packs_.groupOf(load))
    return;
  bool sameAddress = f_.isSameInLanes(load.getPointerOperand());
  if (isUniform(&load) && sameAddress) {
    ++session_.report.uniformLoads;
    session_.note(load, "uniform load: one for all lanes");
    values_.define(load, scalarForm(f_, load), nullptr);
    return;
  }
  if (!memory_.takes(load))
    return emitSerially(f_, load, mask);
  if (emitGroupedLoad(load, mask) || emitConsecutiveLoads(load, mask))
    return;
  values_.define(load, nullptr, memory_.load(load, mask));
}

void FunctionPacketizer::emitStore(llvm::StoreInst &store, Value *mask) {
  Value *pointer = store.getPointerOperand(), *value = store.getValueOperand();
  bool sameAddress = f_.isSameInLanes(pointer);
  if (sameAddress && isUniform(value)) {
    scalarForm(f_, store);
    return;
  }
  if (!memory_.takes(store))
    return emitSerially(f_, store, mask);
  if (sameAddress) { // one of them must win: the last
    Value *last = b_.lane(vector(value), value->getType(), b_.lastLane(mask));
    keepMetadata(b_.CreateAlignedStore(last, scalar(pointer), store.getAlign()), &store);
    return;
  }
  if (emitGroupedStore(store, mask))
    return;
  memory_.store(store, mask);
}

} // namespace lanecl::simd
