#include "compiler/transform/groups/BodyVersions.h"
#include "compiler/ir/VersionChoices.h"
#include "compiler/transform/robust/GroupRanges.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

namespace lanecl {
namespace {

using llvm::BasicBlock, llvm::Instruction, llvm::Value;

/// Numbers of the parameters that a choice cannot be made by: it is made before a sub-group's own memory is known.
using Unknown = llvm::SmallVector<unsigned, 8>;

Unknown unknownOf(const RegionBody &body) {
  Unknown unknown;
  for (State state : {State::SubGroupId, State::Context, State::Scratch})
    unknown.push_back(body.firstState + static_cast<unsigned>(state));
  if (body.masked)
    unknown.push_back(body.firstState - 1);
  return unknown;
}

/// Made of parameters that are known.
bool isKnown(const Value *value, const Unknown &unknown, llvm::SmallPtrSetImpl<const Value *> &seen) {
  if (auto *argument = llvm::dyn_cast<llvm::Argument>(value))
    return !llvm::is_contained(unknown, argument->getArgNo());
  auto *instruction = llvm::dyn_cast<Instruction>(value);
  if (!instruction || !seen.insert(value).second)
    return true;
  return llvm::all_of(instruction->operands(), [&](const llvm::Use &use) { return isKnown(use, unknown, seen); });
}

/// Code that may be run twice, or earlier than where it stands.
bool canBeAsked(const BasicBlock &block) {
  return llvm::none_of(block, [](const Instruction &instruction) {
    return (instruction.mayReadOrWriteMemory() && !isConstantLoad(instruction)) ||
           llvm::isa<llvm::PHINode>(instruction);
  });
}

/// From the entry nothing but such code leads to `choice`, and that straight.
bool isFirst(const Instruction &choice) {
  const BasicBlock *block = &choice.getFunction()->getEntryBlock();
  for (; block && canBeAsked(*block); block = block->getSingleSuccessor()) {
    if (block != &choice.getFunction()->getEntryBlock() && !block->getSinglePredecessor())
      return false;
    if (block == choice.getParent())
      return true;
  }
  return false;
}

/// The first declared choice of `body`; null: there is none, or it is none any more: code that cannot be asked twice
/// stands before it, or another condition has become part of it.
llvm::BranchInst *choiceOf(llvm::Function &body, const Unknown &unknown) {
  auto choices = llvm::make_filter_range(body, [](const BasicBlock &block) {
    return isVersionChoice(*block.getTerminator()) && isFirst(*block.getTerminator());
  });
  auto *choice = choices.empty() ? nullptr : llvm::dyn_cast<llvm::BranchInst>(choices.begin()->getTerminator());
  llvm::SmallPtrSet<const Value *, 32> seen;
  return choice && choice->isConditional() && isKnown(choice->getCondition(), unknown, seen) ? choice : nullptr;
}

/// What the first choice of `body` is made by, as a function of its own.
llvm::Function *asFunction(llvm::Function &body, Value *condition, llvm::StringRef name) {
  ConditionBuilder builder(body, body.getName() + name, /*isEarly=*/false);
  ConditionBuilder::Copies copies;
  return builder.finish(builder.copy(condition, [&](Value *) -> auto & { return copies; })).function;
}

VersionCondition conditionOf(llvm::BranchInst &choice) {
  llvm::Function &body = *choice.getFunction();
  auto *either = alternativesOf(choice);
  if (!either)
    return {asFunction(body, choice.getCondition(), ".holds"), true, nullptr};
  return {asFunction(body, either->getOperand(1), ".holds"), true, asFunction(body, either->getOperand(0), ".first")};
}

/// Only the edge to `successor`.
void keepOnly(llvm::BranchInst &choice, unsigned successor) {
  Value *condition = choice.getCondition();
  BasicBlock *block = choice.getParent();
  choice.getSuccessor(1 - successor)->removePredecessor(block);
  llvm::IRBuilder<>(&choice).CreateBr(choice.getSuccessor(successor));
  choice.eraseFromParent();
  llvm::RecursivelyDeleteTriviallyDeadInstructions(condition);
  llvm::removeUnreachableBlocks(*block->getParent());
}

/// Replaces `version` by those that its first choice leads to; false: by nothing.
bool split(std::vector<BodyVersion> &versions, std::size_t index, const Unknown &unknown) {
  BodyVersion version = versions[index];
  llvm::BranchInst *choice = choiceOf(*version.function, unknown);
  if (!choice)
    return false;
  VersionCondition condition = conditionOf(*choice);
  BodyVersion other = version;
  llvm::ValueToValueMapTy copies;
  other.function = llvm::CloneFunction(version.function, copies);
  version.conditions.push_back(condition);
  other.conditions.push_back({condition.function, !condition.expected, condition.first});
  keepOnly(*llvm::cast<llvm::BranchInst>(&*copies[choice]), 1);
  keepOnly(*choice, 0);
  versions[index] = std::move(version);
  versions.insert(versions.begin() + static_cast<std::ptrdiff_t>(index) + 1, std::move(other));
  return true;
}

} // namespace

void shortCircuitAlternatives(const RegionBody &body) {
  llvm::BranchInst *choice = choiceOf(*body.function, unknownOf(body));
  auto *either = choice ? alternativesOf(*choice) : nullptr;
  auto *second = either ? llvm::dyn_cast<Instruction>(either->getOperand(1)) : nullptr;
  if (!second || !second->hasOneUse() || !either->hasOneUse() || second->getParent() != choice->getParent())
    return;
  Value *first = either->getOperand(0);
  BasicBlock *asked = choice->getParent();
  BasicBlock *ask = asked->splitBasicBlock(choice, "ask.second"), *choose = ask->splitBasicBlock(choice, "choose");
  llvm::SmallSetVector<Instruction *, 32> moved; // what is computed for the second alone, users first
  moved.insert(second);
  for (Instruction &instruction : llvm::reverse(*asked))
    if (&instruction != either && !instruction.use_empty() &&
        llvm::all_of(instruction.users(), [&](const llvm::User *user) { return llvm::is_contained(moved, user); }))
      moved.insert(&instruction);
  asked->getTerminator()->eraseFromParent();
  llvm::BranchInst::Create(choose, ask, first, asked);
  for (Instruction *instruction : moved)
    instruction->moveBefore(*ask, ask->begin());
  auto *holds = llvm::PHINode::Create(second->getType(), 2, "holds", choose->begin());
  holds->addIncoming(llvm::ConstantInt::getTrue(second->getContext()), asked);
  holds->addIncoming(second, ask);
  choice->setCondition(holds);
  either->eraseFromParent();
}

std::vector<BodyVersion> versionsOf(const RegionBody &body) {
  std::vector<BodyVersion> versions;
  Unknown unknown = unknownOf(body);
  if (body.regions.size() != 1 || !choiceOf(*body.function, unknown))
    return versions;
  llvm::ValueToValueMapTy copies;
  versions.push_back({llvm::CloneFunction(body.function, copies), {}, 1});
  for (std::size_t index = 0; index < versions.size(); ++index)
    while (versions.size() < MaxVersions && split(versions, index, unknown))
      ;
  return versions;
}

void dropVersions(llvm::ArrayRef<BodyVersion> versions, const BodyVersion *kept) {
  llvm::SmallPtrSet<llvm::Function *, 8> unused;
  for (const BodyVersion &version : versions) {
    unused.insert(version.function);
    for (const VersionCondition &condition : version.conditions)
      unused.insert({condition.function, condition.first});
  }
  unused.erase(nullptr);
  if (kept)
    for (const VersionCondition &condition : kept->conditions) {
      unused.erase(condition.function);
      unused.erase(condition.first);
    }
  for (llvm::Function *function : unused)
    function->eraseFromParent();
}

ConditionBuilder::ConditionBuilder(llvm::Function &body, const llvm::Twine &name, bool isEarly)
    : builder(body.getContext()), isEarly_(isEarly) {
  auto *type = llvm::FunctionType::get(builder.getInt1Ty(), body.getFunctionType()->params(), false);
  function_ = llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, name, body.getParent());
  llvm::AttributeList attributes = body.getAttributes();
  function_->addFnAttrs(llvm::AttrBuilder(body.getContext(), attributes.getFnAttrs()));
  for (auto [from, to] : llvm::zip(body.args(), function_->args()))
    to.setName(from.getName());
  builder.SetInsertPoint(BasicBlock::Create(body.getContext(), "condition", function_));
}

Value *ConditionBuilder::copy(Value *value, llvm::function_ref<Copies &(Value *)> copiesOf) {
  if (Value *known = copiesOf(value).lookup(value))
    return known;
  if (auto *argument = llvm::dyn_cast<llvm::Argument>(value))
    return function_->getArg(argument->getArgNo());
  auto *instruction = llvm::dyn_cast<Instruction>(value);
  if (!instruction)
    return value;
  Instruction *copied = instruction->clone();
  for (llvm::Use &operand : copied->operands())
    operand.set(copy(operand.get(), copiesOf));
  if (isEarly_) {
    copied->dropPoisonGeneratingAnnotations();
    copied->dropUBImplyingAttrsAndMetadata();
  }
  builder.Insert(copied);
  return copiesOf(value)[value] = copied;
}

VersionCondition ConditionBuilder::finish(Value *holds) {
  builder.CreateRet(holds);
  return {function_, true, nullptr};
}

} // namespace lanecl
