#include "compiler/transform/finish/WidenMasks.h"
#include "compiler/analysis/ComparedBits.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/CodeGen/TargetLowering.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"

namespace lanecl {
namespace {

using llvm::BasicBlock, llvm::Instruction, llvm::PHINode, llvm::Value;

class MaskWidener {
public:
  MaskWidener(llvm::Function &function, const llvm::TargetLowering &lowering)
      : function_(function), lowering_(lowering), bits_(comparedBits(function)) {}
  void run();

private:
  bool isShortened(const llvm::Type *type) const;
  llvm::Type *wideType(const Value &mask) const {
    auto *type = llvm::cast<llvm::FixedVectorType>(mask.getType());
    return llvm::FixedVectorType::get(llvm::Type::getIntNTy(function_.getContext(), bits_), type->getNumElements());
  }
  void makeWide();
  Value *wide(Value &mask);
  Value *combined(Instruction &logic);
  Value *narrow(Instruction &mask, BasicBlock &block);
  void replaceUses(Instruction &mask);

  llvm::Function &function_;
  const llvm::TargetLowering &lowering_;
  unsigned bits_;
  llvm::MapVector<Value *, Value *> wide_; ///< masks as they go from block to block, and are put together
  llvm::DenseMap<std::pair<Instruction *, BasicBlock *>, Value *> narrow_;
};

/// The scalar that all lanes have.
Value *splatted(Value &value) {
  Value *scalar = nullptr;
  using namespace llvm::PatternMatch;
  return match(&value, m_Shuffle(m_InsertElt(m_Value(), m_Value(scalar), m_ZeroInt()), m_Value(), m_ZeroMask()))
             ? scalar
             : nullptr;
}

/// Masks put together, or carried on: what is done to wide ones in their place.
bool isLogic(Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::Select:
  case Instruction::Freeze:
  case Instruction::PHI:
    return true;
  default:
    return splatted(instruction);
  }
}

bool isSharedByBlocks(const Instruction &value) {
  return llvm::isa<PHINode>(value) || llvm::any_of(value.users(), [&](const llvm::User *user) {
           auto *at = llvm::cast<Instruction>(user);
           return at->getParent() != value.getParent() || llvm::isa<PHINode>(at);
         });
}

/// The machine would keep masks of this type in shorter elements.
bool MaskWidener::isShortened(const llvm::Type *type) const {
  if (!isMask(type))
    return false;
  auto mask = llvm::MVT::getVectorVT(llvm::MVT::i1, llvm::cast<llvm::FixedVectorType>(type)->getNumElements());
  llvm::EVT own = lowering_.getTypeToTransformTo(type->getContext(), mask);
  return own != mask && own.getScalarSizeInBits() != bits_;
}

Value *MaskWidener::wide(Value &mask) {
  if (auto *constant = llvm::dyn_cast<llvm::Constant>(&mask))
    return llvm::ConstantFoldCastInstruction(Instruction::SExt, constant, wideType(mask));
  Value *&made = wide_[&mask];
  if (made)
    return made;
  auto *instruction = llvm::dyn_cast<Instruction>(&mask);
  BasicBlock &entry = function_.getEntryBlock(); // of an argument
  auto at = instruction ? *instruction->getInsertionPointAfterDef() : entry.getFirstNonPHIOrDbgOrAlloca();
  return made = new llvm::SExtInst(&mask, wideType(mask), "wide", at);
}

Value *MaskWidener::combined(Instruction &logic) {
  llvm::IRBuilder<> b(&logic);
  if (Value *scalar = splatted(logic)) {
    auto *type = llvm::cast<llvm::FixedVectorType>(wideType(logic));
    return b.CreateVectorSplat(type->getNumElements(), b.CreateSExt(scalar, type->getElementType()));
  }
  auto operand = [&](unsigned index) { return wide(*logic.getOperand(index)); };
  if (auto *choice = llvm::dyn_cast<llvm::SelectInst>(&logic)) {
    Value *condition = choice->getCondition();
    if (!condition->getType()->isVectorTy())
      return b.CreateSelect(condition, operand(1), operand(2));
    // Poison where the other one is chosen does no harm.
    Value *chosen = b.CreateAnd(wide(*condition), b.CreateFreeze(operand(1)));
    return b.CreateOr(chosen, b.CreateAnd(b.CreateNot(wide(*condition)), b.CreateFreeze(operand(2))));
  }
  if (llvm::isa<llvm::FreezeInst>(logic))
    return b.CreateFreeze(operand(0));
  return b.CreateBinOp(llvm::cast<llvm::BinaryOperator>(logic).getOpcode(), operand(0), operand(1));
}

/// In an order in which operands come first, but for phis.
void MaskWidener::makeWide() {
  llvm::SmallVector<Instruction *> logic;
  for (BasicBlock *block : llvm::ReversePostOrderTraversal<llvm::Function *>(&function_))
    for (Instruction &instruction : *block)
      if (isShortened(instruction.getType()) && isLogic(instruction))
        logic.push_back(&instruction);
      else if (isShortened(instruction.getType()) && !instruction.isTerminator() && isSharedByBlocks(instruction))
        wide_[&instruction] = nullptr;
  for (Instruction *each : logic)
    if (auto *phi = llvm::dyn_cast<PHINode>(each))
      wide_[phi] = PHINode::Create(wideType(*phi), phi->getNumIncomingValues(), "wide", phi->getIterator());
  for (Instruction *each : logic)
    if (!llvm::isa<PHINode>(each)) {
      Value *made = combined(*each);
      wide_[each] = made;
    }
  for (Instruction *each : logic)
    if (auto *phi = llvm::dyn_cast<PHINode>(each))
      for (auto [value, block] : llvm::zip(phi->incoming_values(), phi->blocks()))
        llvm::cast<PHINode>(wide_[phi])->addIncoming(wide(*value), block);
}

/// `mask` for those in `block` that mask with it.
Value *MaskWidener::narrow(Instruction &mask, BasicBlock &block) {
  Value *&made = narrow_[{&mask, &block}];
  if (!made) {
    bool isHere = mask.getParent() == &block && !llvm::isa<PHINode>(mask);
    llvm::IRBuilder<> builder(&block, isHere ? std::next(mask.getIterator()) : block.getFirstInsertionPt());
    Value *wide = wide_.lookup(&mask);
    made = builder.CreateICmpSLT(wide, llvm::Constant::getNullValue(wide->getType()), mask.getName());
  }
  return made;
}

void MaskWidener::replaceUses(Instruction &mask) {
  for (llvm::Use &use : llvm::make_early_inc_range(mask.uses())) {
    auto *user = llvm::cast<Instruction>(use.getUser());
    bool isOwnBlock = user->getParent() == mask.getParent();
    bool isReplaced = isShortened(user->getType()) && isLogic(*user);
    if (!isReplaced && user != wide_.lookup(&mask) && (isLogic(mask) || !isOwnBlock))
      use.set(narrow(mask, *user->getParent()));
  }
}

void MaskWidener::run() {
  auto crosses = [&](Instruction &mask) { return isShortened(mask.getType()) && isSharedByBlocks(mask); };
  if (llvm::none_of(llvm::instructions(function_), crosses))
    return;
  makeWide();
  llvm::SmallVector<Instruction *> done;
  for (auto &[mask, made] : wide_) {
    auto *instruction = llvm::dyn_cast<Instruction>(mask);
    if (instruction && !made)
      made = new llvm::SExtInst(instruction, wideType(*mask), "wide", *instruction->getInsertionPointAfterDef());
    if (instruction)
      done.push_back(instruction);
  }
  for (Instruction *mask : done)
    replaceUses(*mask);
  for (Instruction *mask : done)
    if (isLogic(*mask)) { // only such ones use it
      mask->replaceAllUsesWith(llvm::PoisonValue::get(mask->getType()));
      mask->eraseFromParent();
    }
}

} // namespace

void widenMasks(llvm::Module &module, llvm::TargetMachine &machine) {
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      MaskWidener(function, *machine.getSubtargetImpl(function)->getTargetLowering()).run();
}

} // namespace lanecl
