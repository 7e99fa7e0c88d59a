#include "compiler/transform/groups/IdleGroups.h"
#include "compiler/analysis/Uniformity.h"
#include "compiler/ir/AtomicOperation.h"
#include "compiler/transform/robust/GroupRanges.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Local.h"

namespace lanecl {
namespace {

using llvm::BasicBlock, llvm::Instruction, llvm::Value;

constexpr unsigned MaxGuards = 8;    ///< branches on the way to the first effect
constexpr unsigned MaxTestDepth = 6; ///< of a condition, and of what a position is made of
constexpr unsigned MaxTestSize = 64; ///< instructions of the test: it is asked for each group

/// What must hold of a work-item that has an effect.
struct Question {
  Value *condition;
  bool wanted;
};
using Questions = llvm::SmallVector<Question, 4>;

bool isWithoutEffect(const BasicBlock &block) {
  return llvm::none_of(block, [](const Instruction &instruction) {
    return instruction.mayHaveSideEffects() || instruction.isVolatile() || instruction.isAtomic();
  });
}

/// From here on nothing happens any more.
bool leadsOut(const BasicBlock &start) {
  const BasicBlock *block = &start;
  for (unsigned steps = 0; block && isWithoutEffect(*block) && steps < MaxGuards; ++steps) {
    if (llvm::isa<llvm::ReturnInst>(block->getTerminator()))
      return true;
    block = block->getSingleSuccessor();
  }
  return false;
}

/// The guards that all work-items come to before they do anything.
Questions guardsOf(llvm::Function &kernel) {
  Questions guards;
  BasicBlock *block = &kernel.getEntryBlock();
  while (guards.size() < MaxGuards && isWithoutEffect(*block)) {
    BasicBlock *next = block->getSingleSuccessor();
    auto *branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    if (!next && branch && branch->isConditional())
      for (unsigned side : {0u, 1u})
        if (!next && leadsOut(*branch->getSuccessor(1 - side))) {
          next = branch->getSuccessor(side);
          guards.push_back({branch->getCondition(), side == 0});
        }
    if (!next || next->getSinglePredecessor() != block)
      break;
    block = next;
  }
  return guards;
}

/// It depends on where in the range the work-group is.
bool isOfPlace(const Value &value, unsigned depth = 0) {
  auto *instruction = llvm::dyn_cast<Instruction>(&value);
  if (!instruction || depth > MaxTestDepth)
    return false;
  if (auto query = queryOf(*instruction))
    return query->query == Query::GlobalId || query->query == Query::GroupId;
  return !instruction->mayReadOrWriteMemory() && !llvm::isa<llvm::PHINode>(instruction) &&
         llvm::any_of(instruction->operands(), [&](const llvm::Use &use) { return isOfPlace(*use, depth + 1); });
}

/// Emits at the builder's position, in the entry block.
class IdleTest {
public:
  IdleTest(llvm::IRBuilder<> &builder, llvm::ScalarEvolution &evolution)
      : b_(builder), evolution_(evolution), ranges_(builder, evolution) {}

  /// i1: no work-item of the group has the condition as it is wanted. Null: nobody can tell.
  Value *fails(const Question &question, unsigned depth = 0);

private:
  Value *compareFails(llvm::ICmpInst &compare, bool wanted);
  std::optional<ValueRange> fitting(Value &value, bool isSigned);
  Value *outOfOrder(llvm::CmpInst::Predicate predicate, const ValueRange &a, const ValueRange &b);

  llvm::IRBuilder<> &b_;
  llvm::ScalarEvolution &evolution_;
  GroupRanges ranges_;
};

Value *IdleTest::fails(const Question &question, unsigned depth) {
  using namespace llvm::PatternMatch;
  Value *a = nullptr, *b = nullptr;
  if (depth > MaxTestDepth)
    return nullptr;
  if (auto *compare = llvm::dyn_cast<llvm::ICmpInst>(question.condition))
    return compareFails(*compare, question.wanted);
  if (match(question.condition, m_Not(m_Value(a))))
    return fails({a, !question.wanted}, depth + 1);
  bool isAnd = match(question.condition, m_LogicalAnd(m_Value(a), m_Value(b)));
  if (!isAnd && !match(question.condition, m_LogicalOr(m_Value(a), m_Value(b))))
    return nullptr;
  Value *first = fails({a, question.wanted}, depth + 1), *second = fails({b, question.wanted}, depth + 1);
  if (isAnd == question.wanted) // both are wanted: one is enough to fail
    return first && second ? b_.CreateOr(first, second) : first ? first : second;
  return first && second ? b_.CreateAnd(first, second) : nullptr;
}

/// The range of a value itself and not only modulo a power of two.
std::optional<ValueRange> IdleTest::fitting(Value &value, bool isSigned) {
  auto range = ranges_.of(evolution_.getSCEV(&value));
  if (range)
    ranges_.arithmetic().needsFit(*range, value.getType()->getIntegerBitWidth(), isSigned);
  return range;
}

/// i1: no number of `a` has that order to one of `b`. Null: of no use.
Value *IdleTest::outOfOrder(llvm::CmpInst::Predicate predicate, const ValueRange &a, const ValueRange &b) {
  using llvm::CmpInst;
  switch (llvm::ICmpInst::getSignedPredicate(predicate)) { // both are numbers that fit
  case CmpInst::ICMP_SLT:
    return b_.CreateICmpSGE(a.low, b.high);
  case CmpInst::ICMP_SLE:
    return b_.CreateICmpSGT(a.low, b.high);
  case CmpInst::ICMP_SGT:
    return b_.CreateICmpSLE(a.high, b.low);
  case CmpInst::ICMP_SGE:
    return b_.CreateICmpSLT(a.high, b.low);
  case CmpInst::ICMP_EQ:
    return b_.CreateOr(b_.CreateICmpSLT(a.high, b.low), b_.CreateICmpSGT(a.low, b.high));
  default: // a group that is one place is seldom worth asking
    return nullptr;
  }
}

Value *IdleTest::compareFails(llvm::ICmpInst &compare, bool wanted) {
  Value *left = compare.getOperand(0), *right = compare.getOperand(1);
  if (!left->getType()->isIntegerTy() || left->getType()->getIntegerBitWidth() > 64 ||
      (!isOfPlace(*left) && !isOfPlace(*right)))
    return nullptr;
  bool isSigned = compare.isSigned() || compare.isEquality();
  auto a = fitting(*left, isSigned), b = fitting(*right, isSigned);
  if (!a || !b)
    return nullptr;
  Value *result = outOfOrder(wanted ? compare.getPredicate() : compare.getInversePredicate(), *a, *b);
  for (const ValueRange *range : {&*a, &*b})
    for (Value *need : range->needs)
      result = result ? b_.CreateAnd(result, need) : nullptr;
  return result;
}

/// Straight-line code of the kernel's entry block as the body of a function that returns `result`.
llvm::Function *moveOut(llvm::Function &kernel, BasicBlock::iterator begin, BasicBlock::iterator end, Value &result) {
  auto *type =
      llvm::FunctionType::get(llvm::Type::getInt1Ty(kernel.getContext()), kernel.getFunctionType()->params(), false);
  auto *test =
      llvm::Function::Create(type, llvm::GlobalValue::InternalLinkage, kernel.getName() + ".idle", kernel.getParent());
  auto *dispatch = BasicBlock::Create(kernel.getContext(), "dispatch", test),
       *body = BasicBlock::Create(kernel.getContext(), "body", test);
  llvm::IRBuilder<>(dispatch).CreateBr(body);
  body->splice(body->end(), &kernel.getEntryBlock(), begin, end);
  llvm::IRBuilder<>(body).CreateRet(&result);
  for (auto [from, to] : llvm::zip(kernel.args(), test->args())) {
    to.setName(from.getName());
    from.replaceUsesWithIf(
        &to, [&](const llvm::Use &use) { return llvm::cast<Instruction>(use.getUser())->getFunction() == test; });
  }
  return test;
}

/// What is left is short, and of nothing but arguments and queries.
bool tidy(llvm::Function &test) {
  BasicBlock &body = test.back();
  bool isSelfContained = true;
  for (Instruction &instruction : llvm::make_early_inc_range(llvm::reverse(body))) {
    instruction.setDebugLoc({});
    if (llvm::isInstructionTriviallyDead(&instruction))
      instruction.eraseFromParent();
    else
      isSelfContained &= llvm::none_of(instruction.operands(), [&](const llvm::Use &use) {
        auto *of = llvm::dyn_cast<Instruction>(use);
        return of && of->getFunction() != &test;
      });
  }
  return isSelfContained && body.size() <= MaxTestSize;
}

} // namespace

llvm::Function *makeIdleTest(llvm::Function &kernel) {
  Questions guards = guardsOf(kernel);
  // Atomic operations of all groups are gathered in their loop (CombineAtomics), which is to stay one.
  if (guards.empty() || llvm::any_of(llvm::instructions(kernel), [](Instruction &instruction) {
        return AtomicOperation::of(instruction).has_value();
      }))
    return nullptr;
  BasicBlock &entry = kernel.getEntryBlock();
  llvm::IRBuilder<> builder(entry.getTerminator());
  // What is made stands between this and the terminator.
  auto *mark = builder.Insert(new llvm::FreezeInst(llvm::PoisonValue::get(builder.getInt1Ty())));
  Value *idle = nullptr;
  {
    simd::LaneAnalyses analyses;
    IdleTest test(builder, analyses.get<llvm::ScalarEvolutionAnalysis>(kernel));
    for (const Question &guard : guards)
      if (Value *fails = test.fails(guard))
        idle = idle ? builder.CreateOr(idle, fails) : fails;
  }
  auto begin = std::next(mark->getIterator()), end = entry.getTerminator()->getIterator();
  bool isOfUse = idle && !llvm::isa<llvm::Constant>(idle);
  llvm::Function *made = moveOut(kernel, begin, end, isOfUse ? *idle : *builder.getFalse());
  mark->eraseFromParent();
  if (tidy(*made) && isOfUse)
    return made;
  made->eraseFromParent();
  return nullptr;
}

llvm::Value *askIdleTest(llvm::Function &test, EntryFrame &frame) {
  llvm::IRBuilder<> &b = frame.builder;
  // A copy with parameters for the state, for queries are arithmetic on these.
  llvm::SmallVector<llvm::Type *, 48> types(test.getFunctionType()->params());
  auto state = stateTypes(test.getContext(), frame.options.wideIds);
  types.append(state.begin(), state.end());
  auto *lowered = llvm::Function::Create(llvm::FunctionType::get(b.getInt1Ty(), types, false),
                                         llvm::GlobalValue::InternalLinkage, "", test.getParent());
  lowered->splice(lowered->end(), &test);
  llvm::DenseMap<Value *, Value *> values;
  for (auto [index, argument] : llvm::enumerate(test.args())) {
    argument.replaceAllUsesWith(lowered->getArg(index));
    values[lowered->getArg(index)] = frame.arguments()[index];
  }
  for (auto [index, value] : llvm::enumerate(frame.state()))
    values[lowered->getArg(test.arg_size() + index)] = value;
  test.eraseFromParent();
  GroupState(*lowered, lowered->arg_size() - StateCount, frame.options.width, false).lowerQueries();
  Value *result = nullptr;
  for (Instruction &instruction : llvm::instructions(*lowered)) {
    if (auto *end = llvm::dyn_cast<llvm::ReturnInst>(&instruction))
      result = end->getReturnValue();
    if (instruction.isTerminator())
      continue;
    Instruction *copy = b.Insert(instruction.clone());
    for (llvm::Use &operand : copy->operands())
      if (Value *known = values.lookup(operand))
        operand.set(known);
    values[&instruction] = copy;
  }
  result = values.lookup(result);
  lowered->eraseFromParent();
  return result;
}

} // namespace lanecl
