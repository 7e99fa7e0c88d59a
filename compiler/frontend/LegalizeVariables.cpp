#include "compiler/frontend/Legalize.h"
#include "llvm/Analysis/Utils/Local.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/ReplaceConstant.h"

namespace lanecl::frontend {
namespace {

using llvm::Instruction, llvm::Type, llvm::Value;

/// What the user takes the pointer for; null: nothing that can be told.
Type *typeSeenBy(const Instruction &user, const llvm::Use &use) {
  if (auto *step = llvm::dyn_cast<llvm::GetElementPtrInst>(&user))
    return step->getSourceElementType();
  if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&user))
    return store->getPointerOperandIndex() == use.getOperandNo() ? store->getValueOperand()->getType() : nullptr;
  return llvm::isa<llvm::LoadInst>(user) ? user.getType() : nullptr;
}

/// The element or member that begins where an aggregate does; null: none.
Type *firstOf(Type *type) {
  if (auto *array = llvm::dyn_cast<llvm::ArrayType>(type))
    return array->getElementType();
  auto *structure = llvm::dyn_cast<llvm::StructType>(type);
  return structure && structure->getNumElements() ? structure->getElementType(0) : nullptr;
}

/// Zeros from an aggregate down to what begins there and has the type; if nothing has, to its first element.
llvm::SmallVector<Value *, 4> zerosTo(Type *wanted, Type *aggregate) {
  Type *i32 = Type::getInt32Ty(aggregate->getContext()), *i64 = Type::getInt64Ty(aggregate->getContext());
  Value *zero = llvm::ConstantInt::get(i64, 0);
  llvm::SmallVector<Value *, 4> zeros{zero};
  for (Type *type = aggregate; type != wanted; type = firstOf(type)) {
    if (!firstOf(type))
      return {zero, zeros[1]};
    zeros.push_back(llvm::ConstantInt::get(type->isStructTy() ? i32 : i64, 0)); // of a member: SPIR-V wants 32 bits
  }
  return zeros;
}

/// Where a value for the use is made: what comes in over an edge, at the edge's end.
llvm::BasicBlock::iterator placeFor(Instruction &user, const llvm::Use &use) {
  auto *phi = llvm::dyn_cast<llvm::PHINode>(&user);
  return phi ? phi->getIncomingBlock(use)->getTerminator()->getIterator() : user.getIterator();
}

/// A pointer to the first element, as an instruction: the builder would fold it back to the variable.
Instruction *firstElement(Value &variable, Type *type, Instruction &user, const llvm::Use &use) {
  return llvm::GetElementPtrInst::CreateInBounds(type, &variable, zerosTo(typeSeenBy(user, use), type), "",
                                                 placeFor(user, use));
}

/// The variable begins with a pointer, or is one.
bool beginsWithPointer(Type *type) {
  while (Type *first = firstOf(type))
    type = first;
  return type->isPointerTy();
}

/// The address as one that the back end knows nothing of. (The translator sees through it.)
Instruction *asNumber(Value &variable, llvm::BasicBlock::iterator before) {
  auto *number = new llvm::PtrToIntInst(&variable, Type::getInt64Ty(variable.getContext()), "", before);
  return new llvm::IntToPtrInst(number, variable.getType(), "", before);
}

/// All uses of the variable say its type.
void typeUses(Value &variable, Type *type) {
  if (beginsWithPointer(type))
    for (llvm::Use &use : llvm::make_early_inc_range(variable.uses()))
      if (auto *user = llvm::dyn_cast<Instruction>(use.getUser());
          user && typeSeenBy(*user, use) != type && !user->isLifetimeStartOrEnd())
        use.set(asNumber(variable, placeFor(*user, use)));
  if (!firstOf(type))
    return;
  for (llvm::Use &use : llvm::make_early_inc_range(variable.uses()))
    if (auto *user = llvm::dyn_cast<Instruction>(use.getUser());
        user && typeSeenBy(*user, use) != type && !user->isLifetimeStartOrEnd())
      use.set(firstElement(variable, type, *user, use));
}

/// Only its number matters to some user.
bool isCompared(const Value &pointer) {
  return llvm::any_of(pointer.users(), [](const llvm::User *user) {
    return llvm::isa<llvm::ICmpInst>(user) || (llvm::isa<llvm::AddrSpaceCastInst>(user) && isCompared(*user));
  });
}

/// A step over pointers, or to one that is compared: the back end takes what an opaque pointer points to for a byte,
/// steps over that, and gives the address of a pointer that type.
bool isMistaken(const llvm::GetElementPtrInst &step) {
  return step.getSourceElementType()->isPointerTy() || (step.getResultElementType()->isPointerTy() && isCompared(step));
}

void stepInBytes(llvm::GetElementPtrInst &step) {
  llvm::IRBuilder<> builder(&step);
  Value *bytes = llvm::emitGEPOffset(&builder, step.getDataLayout(), &step);
  auto *made =
      llvm::GetElementPtrInst::Create(builder.getInt8Ty(), step.getPointerOperand(), {bytes}, "", step.getIterator());
  made->setNoWrapFlags(step.getNoWrapFlags());
  made->takeName(&step);
  step.replaceAllUsesWith(made);
  step.eraseFromParent();
}

} // namespace

// The back end guesses what an opaque pointer points to from its users, and gives the variable itself that type: an
// array whose only users are calls and accesses of one element becomes one element long; one of arrays that is begun
// with its first row becomes one row.
void typeVariables(llvm::Module &module) {
  llvm::SmallVector<llvm::Constant *> variables;
  for (llvm::GlobalVariable &variable : module.globals())
    if (firstOf(variable.getValueType()) || variable.getValueType()->isPointerTy())
      variables.push_back(&variable);
  llvm::convertUsersOfConstantsToInstructions(variables);
  // First the steps: one in bytes from a variable says a type that is not the variable's.
  for (llvm::Function &function : module)
    for (Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function)))
      if (auto *step = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction); step && isMistaken(*step))
        stepInBytes(*step);
  for (llvm::Constant *constant : variables)
    typeUses(*constant, llvm::cast<llvm::GlobalVariable>(constant)->getValueType());
  for (llvm::Function &function : module)
    for (Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function)))
      if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
        typeUses(*variable, variable->getAllocatedType());
}

} // namespace lanecl::frontend
