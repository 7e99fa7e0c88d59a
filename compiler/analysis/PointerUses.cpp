#include "compiler/analysis/PointerUses.h"
#include "compiler/ir/AtomicOperation.h"
#include "compiler/ir/Operations.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/IntrinsicInst.h"

namespace lanecl {
namespace {

using llvm::Instruction, llvm::Value;

bool isPointers(const Value &value) { return value.getType()->isPtrOrPtrVectorTy(); }

/// The operand that is the address of a masked access; nothing for other instructions.
std::optional<unsigned> maskedAddress(const Instruction &instruction) {
  auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  switch (call ? call->getIntrinsicID() : llvm::Intrinsic::not_intrinsic) {
  case llvm::Intrinsic::masked_load:
  case llvm::Intrinsic::masked_gather:
  case llvm::Intrinsic::masked_expandload:
    return 0;
  case llvm::Intrinsic::masked_store:
  case llvm::Intrinsic::masked_scatter:
  case llvm::Intrinsic::masked_compressstore:
    return 1;
  default:
    return std::nullopt;
  }
}

class Follower {
public:
  PointerUses run(const Value &pointer) {
    follow(pointer);
    while (!work_.empty() && !result_.escapes)
      for (const llvm::Use &use : work_.pop_back_val()->uses())
        look(use);
    return std::move(result_);
  }

private:
  void follow(const Value &value) {
    if (seen_.insert(&value).second)
      work_.push_back(&value);
  }

  void look(const llvm::Use &use) {
    if (auto *constant = llvm::dyn_cast<llvm::Constant>(use.getUser())) {
      if (llvm::isa<llvm::GlobalVariable>(constant)) // in an initialiser: that is memory
        result_.escapes = true;
      if (auto *made = llvm::dyn_cast<llvm::ConstantExpr>(constant); made && made->getOpcode() == Instruction::PtrToInt)
        result_.isNumber = true;
      return follow(*constant);
    }
    auto &user = *llvm::cast<Instruction>(use.getUser());
    if (user.isLifetimeStartOrEnd())
      return;
    result_.users.push_back(&user);
    result_.isNumber |= llvm::isa<llvm::PtrToIntInst, llvm::PtrToAddrInst>(user);
    if (isKept(user, use))
      result_.escapes = true;
    else if (!user.getType()->isVoidTy() && isMadeOf(user, use))
      follow(user);
  }

  // A comparison tells one bit of the address, and what memory holds there is not the address.
  static bool isMadeOf(const Instruction &user, const llvm::Use &use) {
    if (auto address = maskedAddress(user))
      return use.getOperandNo() != *address;
    return !llvm::isa<llvm::CmpInst, llvm::LoadInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(user) &&
           !AtomicOperation::is(user);
  }

  /// The use puts the pointer where it is not seen any more.
  bool isKept(const Instruction &user, const llvm::Use &use) {
    if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&user))
      return use.getOperandNo() != store->getPointerOperandIndex();
    if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(user))
      return use.getOperandNo() != 0;
    if (llvm::isa<llvm::ReturnInst>(user))
      return true;
    auto *call = llvm::dyn_cast<llvm::CallBase>(&user);
    return call && isKeptBy(*call, use);
  }

  bool isKeptBy(const llvm::CallBase &call, const llvm::Use &use) {
    if (!call.isArgOperand(&use)) // of a bundle: what is assumed of it, or the function itself
      return !llvm::isa<llvm::AssumeInst>(call);
    unsigned number = call.getArgOperandNo(&use);
    if (auto address = maskedAddress(call)) // a value that is stored, or one that lanes keep that do not load
      return number != *address && call.getType()->isVoidTy();
    if (AtomicOperation::is(call))
      return number != 0;
    auto *callee = call.getCalledFunction();
    if (!callee)
      return true;
    if (llvm::isa<llvm::MemIntrinsic>(call) || isLaneclFunction(*callee) || call.doesNotCapture(number))
      return false;
    if (call.doesNotAccessMemory()) // nothing is kept but in the result, which is followed
      return false;
    return callee->isDeclaration() || callee->isVarArg() || isKeptIn(*callee->getArg(number));
  }

  static bool isKeptIn(const llvm::Argument &argument) { return Follower().run(argument).escapes; }

  PointerUses result_;
  llvm::SmallPtrSet<const Value *, 16> seen_;
  llvm::SmallVector<const Value *, 16> work_;
};

} // namespace

PointerUses usesOf(const Value &pointer) { return Follower().run(pointer); }

llvm::SmallVector<Value *, 2> accessedPointers(const Instruction &instruction) {
  llvm::SmallVector<Value *, 2> pointers;
  if (auto *pointer = llvm::getLoadStorePointerOperand(&instruction)) {
    pointers.push_back(const_cast<Value *>(pointer));
  } else if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction)) {
    pointers.push_back(instruction.getOperand(0));
  } else if (auto address = maskedAddress(instruction)) {
    pointers.push_back(instruction.getOperand(*address));
  } else if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
             call && !call->doesNotAccessMemory() && call->onlyAccessesArgMemory()) {
    for (const llvm::Use &argument : call->args())
      if (isPointers(*argument))
        pointers.push_back(argument);
  }
  return pointers;
}

} // namespace lanecl
