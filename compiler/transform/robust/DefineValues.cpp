// Robust programs: what has no value would let a check and the address that it is of be two numbers. It gets one. And
// what the program says is never reached would have the code be cut off there, or loops lose their end: the work-item
// ends.
#include "compiler/ir/AddressSpaces.h"
#include "compiler/ir/Operations.h"
#include "compiler/transform/Passes.h"
#include "llvm/Analysis/SimplifyQuery.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Local.h"
#include <optional>

namespace lanecl {
namespace {

using llvm::Instruction, llvm::Value;

/// Variables of a work-item that nobody wrote to.
bool mayBeUnset(const llvm::LoadInst &load) {
  unsigned in = load.getPointerAddressSpace();
  return (in == space::Private || in == space::Generic) &&
         !llvm::isa<llvm::Argument>(llvm::getUnderlyingObject(load.getPointerOperand()));
}

/// A place in a variable of the work-item's, or in a constant, that passes may find to lie behind its end, at the
/// latest when loops are unrolled. What they read there is poison, and so nobody would come to an access that depends
/// on it.
bool mayLeaveItsVariable(const llvm::LoadInst &load) {
  const llvm::DataLayout &layout = load.getDataLayout();
  unsigned in = load.getPointerAddressSpace();
  if (in == space::Global || in == space::Local ||
      llvm::isa<llvm::Argument>(llvm::getUnderlyingObject(load.getPointerOperand())))
    return false;
  llvm::APInt offset(layout.getIndexSizeInBits(in), 0);
  const Value *base = load.getPointerOperand()->stripAndAccumulateConstantOffsets(layout, offset, true);
  std::optional<llvm::TypeSize> size;
  if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(base))
    size = variable->getAllocationSize(layout);
  else if (auto *constant = llvm::dyn_cast<llvm::GlobalVariable>(base))
    size = layout.getTypeAllocSize(constant->getValueType());
  const uint64_t bytes = layout.getTypeStoreSize(load.getType());
  return !size || offset.isNegative() || offset.getZExtValue() > *size || *size - offset.getZExtValue() < bytes;
}

/// Modulo the width, as of OpenCL C's operators (6.5.10).
void boundShift(Instruction &shift) {
  Value *by = shift.getOperand(1);
  unsigned width = shift.getType()->getScalarSizeInBits();
  llvm::KnownBits known = llvm::computeKnownBits(by, llvm::SimplifyQuery(shift.getDataLayout(), &shift));
  if (known.getMaxValue().ult(width))
    return;
  llvm::IRBuilder<> builder(&shift);
  auto number = [&](unsigned value) { return llvm::ConstantInt::get(by->getType(), value); };
  shift.setOperand(1, llvm::isPowerOf2_32(width) ? builder.CreateAnd(by, number(width - 1))
                                                 : builder.CreateURem(by, number(width)));
}

void define(Instruction &instruction) {
  for (llvm::Use &operand : instruction.operands())
    if (llvm::isa<llvm::UndefValue>(operand))
      operand = llvm::Constant::getNullValue(operand->getType());
  if (auto *shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(&instruction)) {
    llvm::SmallVector<int, 16> mask(shuffle->getShuffleMask());
    llvm::replace(mask, llvm::PoisonMaskElem, 0);
    shuffle->setShuffleMask(mask);
  } else if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    auto id = call->getIntrinsicID(); // what they say of zero, or of the least number
    if (id == llvm::Intrinsic::abs || id == llvm::Intrinsic::ctlz || id == llvm::Intrinsic::cttz)
      call->setArgOperand(1, llvm::ConstantInt::getFalse(call->getContext()));
  } else if (instruction.isShift()) {
    boundShift(instruction);
  }
}

/// A failed assertion or a trap that the host comes back from: the work-item does not go on behind it.
bool endsItsItem(const Instruction &instruction) {
  auto operation = operationOf(instruction);
  return operation == Operation::AssertFail || operation == Operation::Trap;
}

void endItemsBehind(llvm::Function &kernel) {
  llvm::SmallVector<Instruction *, 4> ends;
  for (Instruction &instruction : llvm::instructions(kernel))
    if (endsItsItem(instruction) && !llvm::isa<llvm::ReturnInst>(instruction.getNextNode()))
      ends.push_back(&instruction);
  for (Instruction *end : ends)
    llvm::changeToUnreachable(end->getNextNode());
  if (!ends.empty())
    llvm::removeUnreachableBlocks(kernel);
}

} // namespace

void defineValues(llvm::Function &kernel, bool ofMemory) {
  endItemsBehind(kernel);
  for (Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(kernel))) {
    define(instruction);
    if (llvm::isa<llvm::UnreachableInst>(instruction)) {
      llvm::ReturnInst::Create(kernel.getContext(), nullptr, instruction.getIterator());
      instruction.eraseFromParent();
      continue;
    }
    auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction);
    if (!load || !(ofMemory ? mayBeUnset(*load) : mayLeaveItsVariable(*load)))
      continue;
    auto *frozen = new llvm::FreezeInst(load, "", load->getNextNode()->getIterator());
    load->replaceUsesWithIf(frozen, [&](llvm::Use &use) { return use.getUser() != frozen; });
  }
}

} // namespace lanecl
