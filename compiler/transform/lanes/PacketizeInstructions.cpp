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

} // namespace lanecl::simd
