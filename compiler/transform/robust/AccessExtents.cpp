#include "compiler/transform/robust/AccessExtents.h"
#include "compiler/analysis/PointerUses.h"
#include "compiler/ir/Images.h"
#include "compiler/transform/Passes.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/Local.h"

namespace lanecl {

using llvm::Instruction, llvm::Value;

bool isConstantVariable(const Value &value) {
  auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&value);
  return variable && variable->isConstant();
}

bool AccessExtents::isReachable(const Value &memory) const { return use_ == Use::Read || !isConstantVariable(memory); }

AccessExtents::AccessExtents(llvm::Function &kernel, llvm::IRBuilder<> &builder, Use use)
    : kernel_(kernel), data_(kernel.getDataLayout()), b_(builder), use_(use) {
  unsigned visible = visibleArguments(kernel), size = visible;
  if (!b_.GetInsertBlock()) // else behind what others computed
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

std::optional<uint64_t> bytesOfVariable(const Value &value, const llvm::DataLayout &data) {
  if (auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&value))
    return data.getTypeAllocSize(variable->getValueType()).getFixedValue();
  if (auto *argument = llvm::dyn_cast<llvm::Argument>(&value); argument && argument->hasByValAttr())
    return data.getTypeAllocSize(argument->getParamByValType()).getFixedValue();
  auto *memory = llvm::dyn_cast<llvm::AllocaInst>(&value);
  auto bytes = memory ? memory->getAllocationSize(data) : std::nullopt;
  return bytes ? std::optional(bytes->getFixedValue()) : std::nullopt;
}

llvm::Align alignmentOf(Value *pointer, const llvm::DataLayout &data) {
  llvm::Align known = llvm::getKnownAlignment(pointer, data);
  uint64_t steps = 0; // each bit that a step may change
  Value *at = withoutCasts(pointer);
  for (; auto *step = llvm::dyn_cast<llvm::GEPOperator>(at); at = withoutCasts(step->getPointerOperand())) {
    llvm::SmallMapVector<Value *, llvm::APInt, 4> variable;
    llvm::APInt constant(64, 0);
    if (!step->collectOffset(data, 64, variable, constant))
      return known;
    steps |= constant.getZExtValue();
    for (const auto &[index, bytes] : variable)
      steps |= bytes.getZExtValue();
  }
  auto *argument = llvm::dyn_cast<llvm::Argument>(at);
  return argument && !argument->hasByValAttr() ? std::max(known, llvm::commonAlignment(llvm::Align(4096), steps))
                                               : known;
}

/// An image's descriptor, or a pointer from one: the runtime wrote it, no program can change or compute it, and the
/// functions that use it keep to the image.
static bool isOfImage(const Value &pointer) {
  const Value *base = &pointer;
  for (;;) {
    if (auto *step = llvm::dyn_cast<llvm::GEPOperator>(base))
      base = step->getPointerOperand();
    else if (auto *cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(base))
      base = cast->getPointerOperand();
    else if (auto *load = llvm::dyn_cast<llvm::LoadInst>(base); load && load->getType()->isPointerTy())
      base = load->getPointerOperand();
    else if (auto *levels = llvm::dyn_cast<llvm::SelectInst>(base))
      return isOfImage(*levels->getTrueValue()) && isOfImage(*levels->getFalseValue());
    else
      break;
  }
  auto *argument = llvm::dyn_cast<llvm::Argument>(base);
  return argument && image::isImage(*argument);
}

/// A constant place in a variable.
bool AccessExtents::isCertain(const Value *pointer, const Value *bytes) const {
  llvm::APInt offset(64, 0);
  const Value *base = pointer->stripAndAccumulateConstantOffsets(data_, offset, true);
  auto size = bytesOfVariable(*base, data_);
  auto *count = llvm::dyn_cast<llvm::ConstantInt>(bytes);
  if (!size || !count || offset.isNegative() || !isReachable(*base))
    return false;
  return *size >= offset.getZExtValue() && *size - offset.getZExtValue() >= count->getZExtValue();
}

/// What is of unknown size may reach to both sides.
Extent AccessExtents::ofBuffer(llvm::Argument &buffer, Value *bytes) {
  Value *isAll = b_.CreateICmpEQ(bytes, b_.getInt64(~uint64_t(0)));
  return {b_.CreateSelect(isAll, b_.getInt64(0), b_.CreatePtrToInt(&buffer, b_.getInt64Ty())), bytes};
}

/// What stays a pointer (or a number that was one) into the same memory as its first operand.
static bool isSameMemory(unsigned opcode) {
  switch (opcode) {
  case Instruction::GetElementPtr:
  case Instruction::AddrSpaceCast:
  case Instruction::BitCast:
  case Instruction::Freeze:
  case Instruction::IntToPtr:
  case Instruction::PtrToInt:
    return true;
  default:
    return false;
  }
}

/// Of a pointer, or a number that was one.
Extent AccessExtents::of(Value *pointer) {
  auto found = extents_.find(pointer);
  if (found != extents_.end())
    return found->second;
  if (llvm::isa<llvm::ConstantPointerNull, llvm::UndefValue>(pointer) || !isReachable(*pointer)) // nothing is there
    return {b_.getInt64(0), b_.getInt64(0)};
  if (auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(pointer))
    return {llvm::ConstantExpr::getPtrToInt(variable, b_.getInt64Ty()),
            b_.getInt64(*bytesOfVariable(*variable, data_))};
  if (auto bytes = bytesOfVariable(*pointer, data_)) {
    auto *memory = llvm::dyn_cast<llvm::AllocaInst>(pointer);
    b_.SetInsertPoint(memory ? memory->getNextNode() : &*kernel_.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    return extents_[pointer] = {b_.CreatePtrToInt(pointer, b_.getInt64Ty()), b_.getInt64(*bytes)};
  }
  if (llvm::isa<llvm::Argument, llvm::LoadInst>(pointer) && isOfImage(*pointer))
    return {b_.getInt64(0), b_.getInt64(~uint64_t(0))};
  Extent extent;
  auto *operation = llvm::dyn_cast<llvm::Operator>(pointer);
  unsigned opcode = operation ? operation->getOpcode() : 0;
  if (isSameMemory(opcode))
    extent = of(operation->getOperand(0));
  switch (opcode) {
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
  if (llvm::isa<llvm::SelectInst, llvm::PHINode>(pointer) && isTold(*pointer)) {
    auto *choice = llvm::dyn_cast<llvm::SelectInst>(pointer);
    return choice ? ofChoice(*choice) : ofPhi(*llvm::cast<llvm::PHINode>(pointer));
  }
  return extents_[pointer] = extent;
}

/// A pointer as a number, and something; nothing is known of what two pointers make.
Extent AccessExtents::ofSum(const llvm::Operator &sum) {
  Extent a = of(sum.getOperand(0)), c = of(sum.getOperand(1));
  return a.start && c.start ? Extent() : a.start ? a : sum.getOpcode() == Instruction::Sub ? Extent() : c;
}

/// Of choices and loops: all that they choose from can be told.
bool AccessExtents::isTold(const Value &pointer) {
  if (auto known = told_.find(&pointer); known != told_.end())
    return known->second;
  llvm::DenseMap<const Value *, bool> seen;
  return told_[&pointer] = isTold(pointer, seen);
}

/// `seen`: choices and loops on the way, which are told unless something in them is not.
bool AccessExtents::isTold(const Value &pointer, llvm::DenseMap<const Value *, bool> &seen) const {
  auto each = [&](const llvm::Use &use) { return isTold(*use, seen); };
  auto *choice = llvm::dyn_cast<llvm::SelectInst>(&pointer);
  if (auto *phi = llvm::dyn_cast<llvm::PHINode>(&pointer); phi || choice) {
    if (auto [known, isNew] = seen.try_emplace(&pointer, true); !isNew)
      return known->second;
    bool told = phi ? llvm::all_of(phi->incoming_values(), each)
                    : each(choice->getOperandUse(1)) && each(choice->getOperandUse(2));
    return seen[&pointer] = told;
  }
  if (bytesOfVariable(pointer, data_) || llvm::isa<llvm::ConstantPointerNull, llvm::UndefValue>(pointer))
    return true;
  auto *operation = llvm::dyn_cast<llvm::Operator>(&pointer);
  unsigned opcode = operation ? operation->getOpcode() : 0;
  if (isSameMemory(opcode))
    return each(operation->getOperandUse(0));
  switch (opcode) {
  case Instruction::Sub:
    return each(operation->getOperandUse(0)) && !each(operation->getOperandUse(1));
  case Instruction::Add:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
    return each(operation->getOperandUse(0)) != each(operation->getOperandUse(1));
  default:
    return (extents_.contains(&pointer) && extents_.lookup(&pointer).start) ||
           (llvm::isa<llvm::Argument, llvm::LoadInst>(pointer) && isOfImage(pointer));
  }
}

/// The address is one of those that a choice or a loop takes, of which another is not told.
bool AccessExtents::isAmongUntold(const Value &address, llvm::SmallPtrSetImpl<const Value *> &seen) {
  return llvm::any_of(address.users(), [&](const llvm::User *user) {
    if (llvm::isa<llvm::PHINode, llvm::SelectInst>(user) && !isTold(*user))
      return true;
    return (llvm::isa<llvm::PHINode, llvm::SelectInst, llvm::FreezeInst, llvm::GEPOperator,
                      llvm::AddrSpaceCastOperator>(user)) &&
           seen.insert(user).second && isAmongUntold(*user, seen);
  });
}

llvm::ArrayRef<Extent> AccessExtents::all() {
  if (!all_.empty())
    return all_;
  for (llvm::Argument &argument : kernel_.args())
    if (isSizedArgument(argument) && extents_.contains(&argument))
      all_.push_back(extents_[&argument]);
  llvm::SmallVector<llvm::GlobalValue *, 8> pointedTo; // by other variables (isolateKernel)
  llvm::collectUsedGlobalVariables(*kernel_.getParent(), pointedTo, /*CompilerUsed=*/true);
  auto addVariable = [&](Value &variable) {
    PointerUses uses = usesOf(variable);
    llvm::SmallPtrSet<const Value *, 16> seen;
    bool isAnywhere =
        uses.escapes || uses.isNumber || llvm::is_contained(pointedTo, &variable) || isAmongUntold(variable, seen);
    if (isAnywhere && bytesOfVariable(variable, data_) && isReachable(variable))
      all_.push_back(of(&variable));
  };
  for (llvm::Argument &argument : kernel_.args())
    if (argument.hasByValAttr())
      addVariable(argument);
  for (llvm::GlobalVariable &variable : kernel_.getParent()->globals())
    if (!variable.getName().starts_with("llvm."))
      addVariable(variable);
  llvm::SmallVector<llvm::AllocaInst *, 16> memory;
  for (Instruction &instruction : llvm::instructions(kernel_))
    if (auto *own = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
      memory.push_back(own);
  for (llvm::AllocaInst *own : memory)
    addVariable(*own);
  if (all_.empty())
    all_.push_back({b_.getInt64(0), b_.getInt64(0)});
  return all_;
}

/// Should a part not be told after all, there is nothing.
Extent AccessExtents::orNothing(const Extent &extent) {
  return extent.start ? extent : Extent{b_.getInt64(0), b_.getInt64(0)};
}

Extent AccessExtents::ofChoice(llvm::SelectInst &choice) {
  Extent a = orNothing(of(choice.getTrueValue())), c = orNothing(of(choice.getFalseValue()));
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
    Extent incoming = orNothing(of(phi.getIncomingValue(i)));
    start->addIncoming(incoming.start, phi.getIncomingBlock(i));
    bytes->addIncoming(incoming.bytes, phi.getIncomingBlock(i));
  }
  return extent;
}

} // namespace lanecl
