#include "compiler/transform/prepare/NarrowCounters.h"
#include "compiler/transform/Passes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/Transforms/Utils/Local.h"

namespace lanecl {
namespace {

using namespace llvm;
using namespace PatternMatch;

/// The integer of which `user`, a user of `phi`, is the sign extension's first half as InstCombine writes it:
/// (phi << n) >> n. Null.
Type *typeOfShift(const User &user, const PHINode &phi) {
  const APInt *bits = nullptr;
  if (!match(&user, m_Shl(m_Specific(&phi), m_APInt(bits))))
    return nullptr;
  auto isBack = [&](const User *back) { return match(back, m_AShr(m_Specific(&user), m_SpecificInt(*bits))); };
  const unsigned width = phi.getType()->getIntegerBitWidth();
  return bits->ult(width) && all_of(user.users(), isBack)
             ? IntegerType::get(phi.getContext(), width - unsigned(bits->getZExtValue()))
             : nullptr;
}

/// The integer that is all that anyone takes of the phi; null.
Type *typeOfUses(const PHINode &phi) {
  Type *type = nullptr;
  for (const User *user : phi.users()) {
    Type *taken = isa<TruncInst>(user) ? user->getType() : typeOfShift(*user, phi);
    if (!taken || (type && taken != type))
      return nullptr;
    type = taken;
  }
  return type;
}

/// Whether it is a sum of what `phi` was.
bool isNextOf(const Value *value, const PHINode &phi) {
  auto shifted = m_AShr(m_Shl(m_Specific(&phi), m_Value()), m_Value());
  auto extended = m_ZExtOrSExt(m_Trunc(m_Specific(&phi)));
  return match(value, m_OneUse(m_c_Add(m_CombineOr(shifted, extended), m_Value())));
}

Value *narrowed(IRBuilder<> &builder, Value *value, Type *type) {
  Value *narrow = nullptr, *a = nullptr, *b = nullptr;
  if (match(value, m_ZExtOrSExt(m_Value(narrow))) && narrow->getType() == type)
    return narrow;
  if (match(value, m_OneUse(m_Add(m_Value(a), m_Value(b)))))
    return builder.CreateAdd(narrowed(builder, a, type), narrowed(builder, b, type));
  return builder.CreateTrunc(value, type);
}

void narrow(PHINode &phi, Type *type) {
  auto *made = PHINode::Create(type, phi.getNumIncomingValues(), phi.getName(), phi.getIterator());
  auto replace = [](User *user, Value *by) {
    user->replaceAllUsesWith(by);
    cast<Instruction>(user)->eraseFromParent();
  };
  for (User *user : make_early_inc_range(phi.users())) {
    if (isa<TruncInst>(user)) {
      replace(user, made);
      continue;
    }
    for (User *back : make_early_inc_range(user->users()))
      replace(back, IRBuilder<>(cast<Instruction>(back)).CreateSExt(made, phi.getType()));
    cast<Instruction>(user)->eraseFromParent();
  }
  for (auto [value, block] : zip_equal(phi.incoming_values(), phi.blocks())) {
    IRBuilder<> builder(block->getTerminator());
    made->addIncoming(narrowed(builder, value, type), block);
  }
}

} // namespace

PreservedAnalyses NarrowCounters::run(Function &function, FunctionAnalysisManager &) {
  SmallVector<std::pair<PHINode *, Type *>> counters;
  for (Instruction &instruction : instructions(function))
    if (auto *phi = dyn_cast<PHINode>(&instruction); phi && phi->getType()->isIntegerTy())
      if (Type *type = typeOfUses(*phi))
        if (any_of(phi->incoming_values(), [&](const Value *value) { return isNextOf(value, *phi); }))
          counters.emplace_back(phi, type);
  for (auto [phi, type] : counters)
    narrow(*phi, type);
  // Sums of one may still be part of another's until all are narrow.
  SmallVector<WeakTrackingVH> wide(make_first_range(counters));
  for (Value *phi : wide)
    if (phi)
      RecursivelyDeleteDeadPHINode(cast<PHINode>(phi));
  return keptAfter(!counters.empty());
}

} // namespace lanecl
