#include "compiler/transform/robust/AccessExtents.h"
#include "compiler/transform/Passes.h"
#include "llvm/Analysis/ValueTracking.h"

namespace lanecl {

using llvm::Instruction, llvm::Value;

AccessExtents::AccessExtents(llvm::Function &kernel, llvm::IRBuilder<> &builder)
    : data_(kernel.getDataLayout()), b_(builder) {
  unsigned visible = visibleArguments(kernel), size = visible;
  b_.SetInsertPoint(&kernel.getEntryBlock(), kernel.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  for (unsigned i = 0; i < visible; ++i)
    if (llvm::Argument *argument = kernel.getArg(i); isSizedArgument(*argument))
      extents_[argument] = ofBuffer(*argument, kernel.getArg(size++));
}

Value *withoutCasts(Value *pointer) {
  while (auto *cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(pointer))
    pointer = cast->getPointerOperand();
  return pointer;
}

/// A constant place in a variable.
bool AccessExtents::isCertain(const Value *pointer, const Value *bytes) const {
  llvm::APInt offset(64, 0);
  const Value *base = pointer->stripAndAccumulateConstantOffsets(data_, offset, true);
  auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(base);
  auto *count = llvm::dyn_cast<llvm::ConstantInt>(bytes);
  if (!variable || !count || offset.isNegative())
    return false;
  return offset.getZExtValue() + count->getZExtValue() <= data_.getTypeAllocSize(variable->getValueType());
}

/// What is of unknown size may reach to both sides.
Extent AccessExtents::ofBuffer(llvm::Argument &buffer, Value *bytes) {
  Value *isAll = b_.CreateICmpEQ(bytes, b_.getInt64(~uint64_t(0)));
  return {b_.CreateSelect(isAll, b_.getInt64(0), b_.CreatePtrToInt(&buffer, b_.getInt64Ty())), bytes};
}

/// Of a pointer, or a number that was one.
Extent AccessExtents::of(Value *pointer) {
  auto found = extents_.find(pointer);
  if (found != extents_.end())
    return found->second;
  if (auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(pointer))
    return {llvm::ConstantExpr::getPtrToInt(variable, b_.getInt64Ty()),
            b_.getInt64(data_.getTypeAllocSize(variable->getValueType()))};
  if (llvm::isa<llvm::ConstantPointerNull, llvm::UndefValue>(pointer)) // nothing is there
    return {b_.getInt64(0), b_.getInt64(0)};
  Extent extent;
  auto *operation = llvm::dyn_cast<llvm::Operator>(pointer);
  switch (operation ? operation->getOpcode() : 0) {
  case Instruction::GetElementPtr:
  case Instruction::AddrSpaceCast:
  case Instruction::BitCast:
  case Instruction::Freeze:
  case Instruction::IntToPtr:
  case Instruction::PtrToInt:
    extent = of(operation->getOperand(0));
    break;
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
    extent = ofSum(*operation);
    break;
  default: // below, or a pointer from nowhere
    break;
  }
  if (auto *choice = llvm::dyn_cast<llvm::SelectInst>(pointer))
    return ofChoice(*choice);
  else if (auto *phi = llvm::dyn_cast<llvm::PHINode>(pointer))
    return ofPhi(*phi);
  return extents_[pointer] = extent;
}

/// A pointer as a number, and something; nothing is known of what two pointers make.
Extent AccessExtents::ofSum(const llvm::Operator &sum) {
  Extent a = of(sum.getOperand(0)), c = of(sum.getOperand(1));
  return a.start && c.start ? Extent() : a.start ? a : sum.getOpcode() == Instruction::Sub ? Extent() : c;
}

/// Of what is not bounded: everything.
Extent AccessExtents::orAll(const Extent &extent) {
  return extent.start ? extent : Extent{b_.getInt64(0), b_.getInt64(~uint64_t(0))};
}

Extent AccessExtents::ofChoice(llvm::SelectInst &choice) {
  Extent a = of(choice.getTrueValue()), c = of(choice.getFalseValue());
  if (!a.start && !c.start)
    return extents_[&choice] = {};
  a = orAll(a), c = orAll(c);
  b_.SetInsertPoint(&choice);
  return extents_[&choice] = {b_.CreateSelect(choice.getCondition(), a.start, c.start),
                              b_.CreateSelect(choice.getCondition(), a.bytes, c.bytes)};
}

Extent AccessExtents::ofPhi(llvm::PHINode &phi) {
  // Most go round one buffer.
  if (const Value *object = llvm::getUnderlyingObjectAggressive(&phi);
      object != &phi && !llvm::isa<llvm::PHINode>(object))
    if (auto *base = const_cast<Value *>(object); llvm::isa<llvm::Argument, llvm::GlobalVariable>(base))
      return extents_[&phi] = of(base);
  b_.SetInsertPoint(&phi);
  auto *start = b_.CreatePHI(b_.getInt64Ty(), phi.getNumIncomingValues());
  auto *bytes = b_.CreatePHI(b_.getInt64Ty(), phi.getNumIncomingValues());
  Extent extent = extents_[&phi] = {start, bytes};
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    Extent incoming = orAll(of(phi.getIncomingValue(i)));
    start->addIncoming(incoming.start, phi.getIncomingBlock(i));
    bytes->addIncoming(incoming.bytes, phi.getIncomingBlock(i));
  }
  return extent;
}

} // namespace lanecl
