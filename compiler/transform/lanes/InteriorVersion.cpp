#include "compiler/transform/lanes/InteriorVersion.h"
#include "compiler/analysis/Uniformity.h"
#include "compiler/ir/Operations.h"
#include "compiler/ir/VersionChoices.h"
#include "compiler/transform/lanes/GuardSides.h"
#include "compiler/transform/prepare/CountIterations.h"
#include "compiler/transform/robust/ExactSums.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

namespace lanecl {
namespace {

using llvm::BasicBlock, llvm::Instruction, llvm::SCEV, llvm::Value;

constexpr unsigned MaxCopiedInterior = 2000; ///< instructions of a kernel
constexpr int64_t SmallBound = 64;           ///< a constant below is the near end of a range, one beyond the far end

/// Short vectors become scalars, loops as GroupRanges knows them.
constexpr llvm::StringLiteral Scalars = "scalarizer<variable-insert-extract>,early-cse,"
                                        "instcombine<no-verify-fixpoint>,";
constexpr llvm::StringLiteral Loops = "loop-simplify,lcssa,loop(loop-rotate)";

/// An index in 64 bits, each of its sums too: no pass that takes sums apart can forget that none wraps.
Value *extended(Value &index, llvm::IRBuilder<> &builder) {
  auto *instruction = llvm::dyn_cast<Instruction>(&index);
  if (instruction && isExactSum(*instruction)) {
    auto opcode = llvm::cast<llvm::BinaryOperator>(instruction)->getOpcode();
    Value *a = extended(*instruction->getOperand(0), builder), *b = extended(*instruction->getOperand(1), builder);
    return builder.CreateBinOp(opcode == Instruction::Or ? Instruction::Add : opcode, a, b);
  }
  auto *truncation = llvm::dyn_cast_or_null<llvm::TruncInst>(instruction);
  return truncation && truncation->hasNoSignedWrap() && truncation->getOperand(0)->getType()->isIntegerTy(64)
             ? truncation->getOperand(0)
             : builder.CreateSExt(&index, builder.getInt64Ty());
}

/// The work-items that claims are made of, and what must hold for them to be true of all.
class ClaimedItems {
public:
  /// `lanes`: of a sub-group; 0: of the work-group. Emits in front of `position`.
  ClaimedItems(Instruction &position, llvm::ScalarEvolution &evolution, unsigned lanes)
      : b(&position), ranges(b, evolution, lanes), sums(ranges, evolution), holds_(b.getTrue()) {}

  void need(Value *condition) {
    if (holds_ && asked_.insert(condition).second)
      holds_ = b.CreateAnd(holds_, condition);
  }
  void need(const ValueRange &range) {
    for (Value *condition : range.needs)
      need(condition);
  }
  /// Nobody can tell.
  void giveUp() { holds_ = nullptr; }
  Value *condition() const { return holds_; }

  llvm::IRBuilder<> b;
  GroupRanges ranges;
  ExactSums sums;

private:
  Value *holds_;
  llvm::DenseSet<const Value *> asked_;
};

/// Makes the claims of the interior in one body: each a value put into the place of another, and the conditions under
/// which all lanes of a sub-group, and all work-items of the work-group, have it.
class Claims {
public:
  /// `entry`: a block in front of `body`, which leads there only.
  Claims(llvm::Function &function, BasicBlock &entry, unsigned lanes)
      : function_(function), lanes_(lanes), uniformity_(analyses_.uniformity(function)),
        evolution_(analyses_.get<llvm::ScalarEvolutionAnalysis>(function)),
        group_(*entry.getTerminator(), evolution_, 0), subGroup_(*entry.getTerminator(), evolution_, lanes),
        b_(subGroup_.b), sides_(function, analyses_.get<llvm::DominatorTreeAnalysis>(function)) {}

  void make(BasicBlock &body);
  /// Where it can be told of the work-group, that is asked first: most have no edge, and it is the same for all
  /// sub-groups.
  Value *condition() {
    Value *holds = subGroup_.condition(), *holdsInGroup = group_.condition();
    return holdsInGroup ? createAlternatives(b_, *holdsInGroup, *holds) : holds;
  }
  unsigned guards() const { return guards_; }   ///< at which lanes might part
  unsigned indices() const { return indices_; } ///< that lanes might have apart, and guards in loops

private:
  bool isLive(const BasicBlock &block) const;
  void mergePhis(BasicBlock &block);
  void visit(Instruction &instruction);
  void visitCompare(llvm::ICmpInst &compare);
  void visitClamp(llvm::MinMaxIntrinsic &clamp);
  void visitSaturated(llvm::SaturatingInst &difference);
  void visitRemainder(llvm::BinaryOperator &remainder);
  void visitUpperBits(llvm::BinaryOperator &bits);
  void visitQuotient(llvm::BinaryOperator &quotient);
  void visitExtension(llvm::CastInst &extension);
  /// A comparison and what is claimed of it.
  struct Guard {
    Value &position, &bound;
    llvm::CmpInst::Predicate holds;
  };
  /// False: nobody can tell; nothing is needed then. So do the others.
  static bool claimGuard(ClaimedItems &extent, const Guard &guard, bool isSigned);
  static bool claimClamp(ClaimedItems &extent, const llvm::MinMaxIntrinsic &clamp, Value &position, Value &bound);
  using Sums = llvm::SmallVector<Instruction *, 8>;
  std::optional<ValueRange> sumOf(ClaimedItems &extent, Value &value, Sums &proven);
  void promiseSums(Value &value);
  static bool claimEnds(ClaimedItems &extent, Value &start, Value &limit);
  void visitEnd(llvm::ICmpInst &compare, const llvm::BranchInst &branch);
  bool claimIndex(ClaimedItems &extent, const llvm::CastInst &extension, Sums &proven);
  bool isStraight(const Value &index, unsigned depth = 0) const;

  /// A division or remainder, or what is one.
  struct Division {
    ValueRange of;
    Value *by; ///< i64
    unsigned width;
  };
  std::optional<Division> divisionOf(llvm::BinaryOperator &division);
  Value *divisorOf(llvm::BinaryOperator &division);
  Value *quotientOf(const Division &division);
  std::optional<ValueRange> fitting(Value &value, unsigned width, bool isSigned) {
    return subGroup_.sums.fitting(value, width, isSigned);
  }
  bool withoutPoison(Value &value, unsigned depth = 0);
  bool isInProgression(Value &value);
  bool isOfPlace(const Value &value);
  bool isPlainId(const Value &value, unsigned depth = 0) const;
  llvm::BranchInst *endOfLoop(llvm::ICmpInst &compare);
  bool isDivergent(const Value &value) const {
    return (uniformity_.isDivergent(&value) || divergent_.contains(&value)) && !same_.contains(&value);
  }
  void findSame(Instruction &instruction);
  bool cancels(const SCEV &number, const BasicBlock &where);
  Value *same(Value *number, llvm::Type *type);
  void need(Value *condition) { subGroup_.need(condition); }
  void need(const ValueRange &range) { subGroup_.need(range); }
  void claim(Instruction &instruction, Value *value);

  llvm::Function &function_;
  unsigned lanes_;
  simd::LaneAnalyses analyses_;
  llvm::UniformityInfo &uniformity_;
  llvm::ScalarEvolution &evolution_;
  ClaimedItems group_, subGroup_;
  llvm::IRBuilder<> &b_; ///< the sub-group's
  GuardSides sides_;
  unsigned guards_ = 0, indices_ = 0;
  llvm::DenseSet<std::pair<const BasicBlock *, const BasicBlock *>> dead_;
  llvm::DenseSet<const BasicBlock *> unreached_;
  llvm::DenseSet<const Value *> same_;      ///< in all lanes, after what was claimed
  llvm::DenseSet<const Value *> divergent_; ///< made for a claim, each lane's own
  llvm::DenseSet<const Value *> asked_;
  llvm::DenseMap<std::pair<Value *, Value *>, Value *> quotients_;
  llvm::DenseMap<const Value *, bool> ofPlace_;
};

/// Its users have the value instead; it stays itself until the code is simplified, for ranges may be made of it.
void Claims::claim(Instruction &instruction, Value *value) {
  evolution_.forgetValue(&instruction);
  instruction.replaceAllUsesWith(value);
}

/// A number of the entry block, i64, that the sub-group has alike, as a value of `type`, which it fits. Other
/// sub-groups have another one, and what is computed of it is not the same in a work-group.
Value *Claims::same(Value *number, llvm::Type *type) {
  group_.giveUp();
  return createOperation(b_, Operation::Uniform, {b_.CreateTrunc(number, type)});
}

bool Claims::isLive(const BasicBlock &block) const {
  return llvm::any_of(llvm::predecessors(&block), [&](const BasicBlock *from) {
    return !dead_.contains({from, &block}) && !unreached_.contains(from);
  });
}

/// What comes to a join over one edge only, after what was claimed.
void Claims::mergePhis(BasicBlock &block) {
  if (analyses_.get<llvm::LoopAnalysis>(function_).isLoopHeader(&block))
    return;
  for (llvm::PHINode &phi : block.phis()) {
    Value *only = nullptr;
    unsigned edges = 0;
    for (auto [value, from] : llvm::zip(phi.incoming_values(), phi.blocks()))
      if (!dead_.contains({from, &block}) && !unreached_.contains(from)) {
        ++edges;
        only = value;
      }
    if (edges != 1 || phi.getNumIncomingValues() == 1)
      continue;
    indices_ += isDivergent(phi) && phi.getType()->isIntegerTy();
    claim(phi, only);
  }
}

/// What is made of what was claimed to be the same.
void Claims::findSame(Instruction &instruction) {
  bool isArithmetic = llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::CmpInst, llvm::SelectInst, llvm::FreezeInst,
                                llvm::MinMaxIntrinsic>(instruction);
  if (isArithmetic && isDivergent(instruction) &&
      llvm::none_of(instruction.operands(), [&](const llvm::Use &use) { return isDivergent(*use); }))
    same_.insert(&instruction);
}

/// What differs between lanes is in a number once with each sign: how far a window's element is from its middle.
bool Claims::cancels(const SCEV &number, const BasicBlock &where) {
  return !llvm::SCEVExprContains(&number, [&](const SCEV *part) {
    auto *value = llvm::dyn_cast<llvm::SCEVUnknown>(part);
    auto *progression = llvm::dyn_cast<llvm::SCEVAddRecExpr>(part);
    return (value && isDivergent(*value->getValue())) || (progression && !progression->getLoop()->contains(&where));
  });
}

/// Neighbours have neighbouring indices: a sum, no part of which wraps round, of ids and of what is the same.
bool Claims::isStraight(const Value &index, unsigned depth) const {
  if (!isDivergent(index) || queryOf(index))
    return true;
  auto *instruction = llvm::dyn_cast<Instruction>(&index);
  if (!instruction || depth > MaxSum)
    return false;
  auto *truncation = llvm::dyn_cast<llvm::TruncInst>(instruction);
  if (truncation && (!truncation->hasNoSignedWrap() || !truncation->getOperand(0)->getType()->isIntegerTy(64)))
    return false;
  return (truncation || isExactSum(*instruction)) &&
         llvm::all_of(instruction->operands(), [&](const llvm::Use &use) { return isStraight(*use, depth + 1); });
}

void Claims::make(BasicBlock &body) {
  llvm::SmallVector<llvm::CastInst *, 32> indices;
  for (BasicBlock *block : llvm::ReversePostOrderTraversal<BasicBlock *>(&body)) {
    if (block != &body && !isLive(*block)) {
      unreached_.insert(block);
      continue;
    }
    mergePhis(*block);
    for (Instruction &instruction : *block) {
      if (llvm::isa<llvm::SExtInst, llvm::ZExtInst>(instruction))
        indices.push_back(llvm::cast<llvm::CastInst>(&instruction));
      if (!instruction.use_empty() && instruction.getType()->isIntegerTy() &&
          instruction.getType()->getIntegerBitWidth() <= 64)
        visit(instruction);
      findSame(instruction);
    }
    auto *branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    auto *known =
        branch && branch->isConditional() ? llvm::dyn_cast<llvm::ConstantInt>(branch->getCondition()) : nullptr;
    if (known && branch->getSuccessor(0) != branch->getSuccessor(1))
      dead_.insert({block, branch->getSuccessor(known->isOne() ? 1 : 0)});
  }
  for (llvm::CastInst *index : indices)
    if (isDivergent(*index) && (llvm::isa<llvm::SExtInst>(index) || index->hasNonNeg()) &&
        index->getType()->isIntegerTy(64) && isStraight(*index->getOperand(0)) &&
        llvm::any_of(index->users(), llvm::IsaPred<llvm::GetElementPtrInst>)) {
      llvm::IRBuilder<> builder(index);
      index->replaceAllUsesWith(extended(*index->getOperand(0), builder));
    }
}

void Claims::visit(Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::ICmp:
    return visitCompare(llvm::cast<llvm::ICmpInst>(instruction));
  case Instruction::URem:
  case Instruction::SRem:
    return visitRemainder(llvm::cast<llvm::BinaryOperator>(instruction));
  case Instruction::And: {
    auto *mask = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
    auto &bits = llvm::cast<llvm::BinaryOperator>(instruction);
    return mask && !mask->getValue()[0] ? visitUpperBits(bits) : visitRemainder(bits);
  }
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::LShr:
    return visitQuotient(llvm::cast<llvm::BinaryOperator>(instruction));
  case Instruction::SExt:
  case Instruction::ZExt:
    return visitExtension(llvm::cast<llvm::CastInst>(instruction));
  case Instruction::Select:
    if (auto *known = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(0)))
      claim(instruction, instruction.getOperand(known->isOne() ? 1 : 2));
    return;
  case Instruction::Freeze:
    if (isDivergent(instruction) && isOfPlace(instruction) && withoutPoison(*instruction.getOperand(0)))
      claim(instruction, instruction.getOperand(0));
    return;
  case Instruction::Call:
    if (auto *clamp = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&instruction))
      visitClamp(*clamp);
    else if (auto *difference = llvm::dyn_cast<llvm::SaturatingInst>(&instruction))
      visitSaturated(*difference);
    return;
  default:
    return;
  }
}

/// True: a number is not poison, for what it is made of promises nothing any more. (What is claimed of it is proven of
/// its range, wrapped round or not.) False: it may be poison for another reason; parts of it may have lost promises.
bool Claims::withoutPoison(Value &value, unsigned depth) {
  if (llvm::isa<llvm::Argument>(value) || queryOf(value) || llvm::isGuaranteedNotToBeUndefOrPoison(&value))
    return true;
  auto *instruction = llvm::dyn_cast<Instruction>(&value);
  bool isArithmetic =
      instruction && (llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::CmpInst, llvm::SelectInst>(instruction)) &&
      !llvm::canCreateUndefOrPoison(llvm::cast<llvm::Operator>(instruction), /*ConsiderFlagsAndMetadata=*/false);
  if (!isArithmetic || depth > MaxSum ||
      !llvm::all_of(instruction->operands(), [&](llvm::Use &use) { return withoutPoison(*use, depth + 1); }))
    return false;
  instruction->dropPoisonGeneratingAnnotations();
  evolution_.forgetValue(instruction);
  return true;
}

/// It depends on where in the range the work-item is, not only where in its group.
bool Claims::isOfPlace(const Value &value) {
  auto *instruction = llvm::dyn_cast<Instruction>(&value);
  if (!instruction)
    return false;
  if (auto query = queryOf(*instruction))
    return query->query == Query::GlobalId || query->query == Query::GlobalLinearId || query->query == Query::GroupId;
  if (isA(value, Operation::Uniform)) // what was claimed of a place
    return true;
  auto [known, isNew] = ofPlace_.try_emplace(&value, false);
  if (!isNew || instruction->mayReadOrWriteMemory())
    return known->second;
  bool result = llvm::any_of(instruction->operands(), [&](const llvm::Use &use) { return isOfPlace(*use); });
  return ofPlace_[&value] = result;
}

/// An id, or a linear one that the program makes of several: more than one row's positions are numbered in turn.
bool Claims::isPlainId(const Value &value, unsigned depth) const {
  auto *instruction = llvm::dyn_cast<Instruction>(&value);
  if (!instruction || depth > 4)
    return false;
  switch (instruction->getOpcode()) {
  case Instruction::Trunc:
  case Instruction::ZExt:
  case Instruction::SExt:
    return isPlainId(*instruction->getOperand(0), depth + 1);
  case Instruction::Add: // either is more than a step to a neighbour
    return isPlainId(*instruction->getOperand(0), depth + 1) && isPlainId(*instruction->getOperand(1), depth + 1);
  case Instruction::Mul:
  case Instruction::Shl:
    return isPlainId(*instruction->getOperand(0), depth + 1) || isPlainId(*instruction->getOperand(1), depth + 1);
  default:
    return queryOf(*instruction).has_value();
  }
}

bool Claims::isInProgression(Value &value) {
  return llvm::SCEVExprContains(evolution_.getSCEV(&value),
                                [](const SCEV *part) { return llvm::isa<llvm::SCEVAddRecExpr>(part); });
}

/// The branch at which a comparison ends a loop: whether that goes on is not claimed.
llvm::BranchInst *Claims::endOfLoop(llvm::ICmpInst &compare) {
  auto &loops = analyses_.get<llvm::LoopAnalysis>(function_);
  for (llvm::User *user : compare.users()) {
    auto *branch = llvm::dyn_cast<llvm::BranchInst>(user);
    llvm::Loop *loop = branch ? loops.getLoopFor(branch->getParent()) : nullptr;
    if (loop && (loop->isLoopExiting(branch->getParent()) || loop->isLoopLatch(branch->getParent())))
      return branch;
  }
  return nullptr;
}

/// A position beside a bound: it is what it is for most positions, as what stands behind it tells, or where the bound
/// is small, beyond it, where not, before it; and it does not meet a single place.
void Claims::visitCompare(llvm::ICmpInst &compare) {
  Value *position = compare.getOperand(0), *bound = compare.getOperand(1);
  if (!position->getType()->isIntegerTy() || position->getType()->getIntegerBitWidth() > 64)
    return;
  if (const llvm::BranchInst *end = endOfLoop(compare))
    return visitEnd(compare, *end);
  auto predicate = compare.getPredicate();
  if (isOfPlace(*bound)) {
    std::swap(position, bound);
    predicate = compare.getSwappedPredicate();
  }
  if (!isOfPlace(*position) || isOfPlace(*bound) ||
      (compare.isEquality() && (isInProgression(*position) || isInProgression(*bound))))
    return;
  auto *constant = llvm::dyn_cast<llvm::ConstantInt>(bound);
  bool isNear = constant && constant->getValue().sge(-SmallBound) && constant->getValue().sle(SmallBound);
  bool asksLess = llvm::ICmpInst::isLT(predicate) || llvm::ICmpInst::isLE(predicate);
  bool value =
      compare.isEquality() ? predicate == llvm::ICmpInst::ICMP_NE : sides_.wanted(compare).value_or(asksLess != isNear);
  Guard guard{*position, *bound, value ? predicate : llvm::ICmpInst::getInversePredicate(predicate)};
  const bool isSigned = compare.isSigned() || compare.isEquality();
  if (!claimGuard(subGroup_, guard, isSigned))
    return;
  if (!claimGuard(group_, guard, isSigned))
    group_.giveUp();
  bool isIndex = llvm::any_of(compare.users(), [](const llvm::User *user) {
    return llvm::isa<llvm::SelectInst>(user) && user->getType()->isIntegerTy() && !user->getType()->isIntegerTy(1);
  });
  // In loops what a mask costs is paid in each iteration.
  bool isInLoop = analyses_.get<llvm::LoopAnalysis>(function_).getLoopFor(compare.getParent()) != nullptr;
  if (isDivergent(compare))
    ++(isIndex || isInLoop ? indices_ : guards_);
  claim(compare, b_.getInt1(value));
}

bool Claims::claimGuard(ClaimedItems &extent, const Guard &guard, bool isSigned) {
  unsigned width = guard.position.getType()->getIntegerBitWidth();
  auto where = extent.sums.fitting(guard.position, width, isSigned),
       end = extent.sums.fitting(guard.bound, width, isSigned);
  if (!where || !end)
    return false;
  extent.need(*where);
  extent.need(*end);
  llvm::IRBuilder<> &b = extent.b;
  if (llvm::ICmpInst::isEquality(guard.holds)) {
    extent.need(b.CreateOr(b.CreateICmpSLT(where->high, end->low), b.CreateICmpSGT(where->low, end->high)));
  } else {
    bool below = llvm::ICmpInst::isLT(guard.holds) || llvm::ICmpInst::isLE(guard.holds);
    extent.need(b.CreateICmp(llvm::ICmpInst::getSignedPredicate(guard.holds), below ? where->high : where->low,
                             below ? end->low : end->high));
  }
  return true;
}

bool Claims::claimClamp(ClaimedItems &extent, const llvm::MinMaxIntrinsic &clamp, Value &position, Value &bound) {
  auto id = clamp.getIntrinsicID();
  bool isSigned = llvm::MinMaxIntrinsic::isSigned(id),
       isMaximum = id == llvm::Intrinsic::smax || id == llvm::Intrinsic::umax;
  unsigned width = clamp.getType()->getIntegerBitWidth();
  auto where = extent.sums.fitting(position, width, isSigned), end = extent.sums.fitting(bound, width, isSigned);
  if (!where || !end)
    return false;
  extent.need(*where);
  extent.need(*end);
  extent.need(isMaximum ? extent.b.CreateICmpSGE(where->low, end->high)
                        : extent.b.CreateICmpSLE(where->high, end->low));
  return true;
}

/// min and max of a position and a bound.
void Claims::visitClamp(llvm::MinMaxIntrinsic &clamp) {
  Value *position = clamp.getArgOperand(0), *bound = clamp.getArgOperand(1);
  if (isOfPlace(*bound))
    std::swap(position, bound);
  if (!isOfPlace(*position) || isOfPlace(*bound))
    return;
  if (!claimClamp(subGroup_, clamp, *position, *bound))
    return;
  if (!claimClamp(group_, clamp, *position, *bound))
    group_.giveUp();
  promiseSums(*position);
  indices_ += isDivergent(clamp);
  claim(clamp, position);
}

/// max(a, b) - b: a - b, where a place is one of them.
void Claims::visitSaturated(llvm::SaturatingInst &difference) {
  Value *a = difference.getLHS(), *b = difference.getRHS();
  if (difference.getIntrinsicID() != llvm::Intrinsic::usub_sat || isOfPlace(*a) == isOfPlace(*b))
    return;
  // As signed numbers they are apart by less than would wrap if the smaller one is not negative.
  auto claimOrder = [&](ClaimedItems &extent) {
    Value *zero = llvm::ConstantInt::get(b->getType(), 0);
    return claimGuard(extent, {*b, *zero, llvm::CmpInst::ICMP_SGE}, true) &&
           claimGuard(extent, {*a, *b, llvm::CmpInst::ICMP_SGE}, true);
  };
  if (!claimOrder(subGroup_))
    return;
  if (!claimOrder(group_))
    group_.giveUp();
  promiseSums(*a);
  promiseSums(*b);
  indices_ += isDivergent(difference);
  llvm::IRBuilder<> builder(&difference);
  Value *plain = builder.CreateSub(a, b, "", true, true);
  if (isDivergent(difference))
    divergent_.insert(plain);
  claim(difference, plain);
}

/// The counter of a loop, which starts with `start` and has come to an end beyond `limit`, meets no end of its type.
bool Claims::claimEnds(ClaimedItems &extent, Value &start, Value &limit) {
  unsigned width = start.getType()->getIntegerBitWidth();
  for (Value *end : {&start, &limit}) {
    auto range = extent.sums.fitting(*end, width, true);
    if (!range)
      return false;
    extent.need(*range);
    extent.need(extent.b.CreateICmpSGE(range->low, extent.b.getInt64(0)));
    extent.need(extent.b.CreateICmpSLT(range->high, extent.b.getInt64(llvm::maxIntN(width))));
  }
  return true;
}

/// `for (i = x; i <= y; ++i)` of numbers without a sign: they are such with one, and none wraps. Loops are counted
/// then.
void Claims::visitEnd(llvm::ICmpInst &compare, const llvm::BranchInst &branch) {
  const llvm::Loop &loop = *analyses_.get<llvm::LoopAnalysis>(function_).getLoopFor(branch.getParent());
  auto &dominators = analyses_.get<llvm::DominatorTreeAnalysis>(function_);
  bool isAlwaysAsked = loop.getLoopLatch() && dominators.dominates(branch.getParent(), loop.getLoopLatch());
  auto end = isAlwaysAsked ? countedEnd(loop, branch) : std::nullopt;
  if (!end || !isDivergent(*end->start) || !isOfPlace(*end->start) ||
      end->start->getType()->getIntegerBitWidth() > 32 ||
      !cancels(*evolution_.getMinusSCEV(evolution_.getSCEV(end->limit), evolution_.getSCEV(end->start)),
               *branch.getParent()))
    return;
  promiseSums(*end->start);
  promiseSums(*end->limit);
  if (!compare.isUnsigned() || !claimEnds(subGroup_, *end->start, *end->limit))
    return;
  if (!claimEnds(group_, *end->start, *end->limit))
    group_.giveUp();
  end->step->setHasNoSignedWrap();
  end->step->setHasNoUnsignedWrap();
  compare.setPredicate(compare.getSignedPredicate());
  ++indices_;
}

/// i64; null: it is no divisor of which lanes would ever have one quotient.
Value *Claims::divisorOf(llvm::BinaryOperator &division) {
  Value *by = division.getOperand(1);
  auto *constant = llvm::dyn_cast<llvm::ConstantInt>(by);
  if (!constant) {
    bool isByBits = division.getOpcode() == Instruction::And || division.getOpcode() == Instruction::LShr;
    return isByBits || isOfPlace(*by) ? nullptr : subGroup_.ranges.sameInAll(*by);
  }
  bool isSigned = division.getOpcode() == Instruction::SDiv || division.getOpcode() == Instruction::SRem;
  uint64_t number = 0;
  if (division.getOpcode() == Instruction::And)
    number = constant->getValue().isMask() && constant->getValue().getActiveBits() < RangeArithmetic::HalfBits
                 ? constant->getZExtValue() + 1
                 : 0;
  else if (division.getOpcode() == Instruction::LShr)
    number = constant->getValue().ult(RangeArithmetic::HalfBits) ? uint64_t(1) << constant->getZExtValue() : 0;
  else if (!(isSigned && constant->isNegative()) && constant->getValue().getActiveBits() <= RangeArithmetic::HalfBits)
    number = constant->getZExtValue();
  return number >= lanes_ ? b_.getInt64(number) : nullptr;
}

/// What divides a place; what must hold is needed.
std::optional<Claims::Division> Claims::divisionOf(llvm::BinaryOperator &division) {
  Value *by = isOfPlace(*division.getOperand(0)) ? divisorOf(division) : nullptr;
  unsigned width = division.getType()->getIntegerBitWidth();
  auto of = by ? fitting(*division.getOperand(0), width, false) : std::nullopt;
  if (!of)
    return std::nullopt;
  group_.giveUp(); // sub-groups in one row of the places, but not in the same
  need(*of);
  if (!llvm::isa<llvm::Constant>(by)) {
    need(b_.CreateICmpSGT(by, b_.getInt64(0)));
    need(b_.CreateICmpSLT(by, b_.getInt64(uint64_t(1) << std::min(width - 1, RangeArithmetic::WideBits))));
  }
  return Division{*of, by, width};
}

Value *Claims::quotientOf(const Division &division) {
  Value *&known = quotients_[{division.of.low, division.by}];
  if (!known)
    known = subGroup_.ranges.arithmetic().quotient(division.of.low, division.by, division.width);
  return known;
}

/// a % d: a less as many d as all lanes have. Of an id any number, of what is computed of places none or one, which
/// takes no division.
void Claims::visitRemainder(llvm::BinaryOperator &remainder) {
  Value *of = remainder.getOperand(0);
  auto division = divisionOf(remainder);
  if (!division)
    return;
  auto &[where, by, width] = *division;
  if (where.isPoint()) {
    Value *less = b_.CreateMul(quotientOf(*division), by);
    return claim(remainder, same(b_.CreateSub(where.low, less), remainder.getType()));
  }
  Sums proven;
  sumOf(subGroup_, *of, proven);
  for (Instruction *sum : proven)
    ExactSums::promise(*sum);
  bool mayBeAny = isPlainId(*of) || llvm::isa<llvm::Constant>(by); // by constants it takes a product
  Value *less = mayBeAny ? b_.CreateMul(quotientOf(*division), by)
                         : b_.CreateSelect(b_.CreateICmpSGE(where.low, by), by, b_.getInt64(0));
  need(b_.CreateICmpSLT(b_.CreateSub(where.high, less), by));
  indices_ += isDivergent(remainder);
  llvm::IRBuilder<> builder(&remainder);
  Value *rest = builder.CreateSub(of, same(less, remainder.getType()), "", true, true);
  if (isDivergent(remainder))
    divergent_.insert(rest);
  claim(remainder, rest);
}

/// The upper bits, which all lanes have alike.
void Claims::visitUpperBits(llvm::BinaryOperator &bits) {
  auto *kept = llvm::dyn_cast<llvm::ConstantInt>(bits.getOperand(1));
  unsigned lower = kept ? kept->getValue().countr_zero() : 0;
  if (!kept || lower >= RangeArithmetic::HalfBits || uint64_t(1) << lower < lanes_ || !isOfPlace(*bits.getOperand(0)))
    return;
  auto where = fitting(*bits.getOperand(0), bits.getType()->getIntegerBitWidth(), false);
  if (!where)
    return;
  need(*where);
  Value *rest = b_.CreateAnd(where->low, b_.getInt64(llvm::maskTrailingOnes<uint64_t>(lower)));
  if (!where->isPoint())
    need(
        b_.CreateICmpSLT(b_.CreateAdd(rest, b_.CreateSub(where->high, where->low)), b_.getInt64(uint64_t(1) << lower)));
  indices_ += isDivergent(bits);
  claim(bits, same(b_.CreateAnd(where->low, b_.getInt64(kept->getZExtValue())), bits.getType()));
}

/// a / d, where all lanes have the same.
void Claims::visitQuotient(llvm::BinaryOperator &quotient) {
  auto division = divisionOf(quotient);
  if (!division)
    return;
  Value *common = quotientOf(*division);
  if (!division->of.isPoint()) {
    need(b_.CreateICmpSLT(b_.CreateSub(division->of.high, b_.CreateMul(common, division->by)), division->by));
    ++indices_;
  }
  claim(quotient, same(common, quotient.getType()));
}

/// The range of a number that fits its type, as do those that it is made of: which may promise so then.
std::optional<ValueRange> Claims::sumOf(ClaimedItems &extent, Value &value, Sums &proven) {
  auto range = extent.sums.of(value, [this](const Instruction &sum) { return isDivergent(sum); }, proven);
  if (range)
    extent.need(*range);
  else
    proven.clear();
  return range;
}

/// What a number is made of does not wrap, as is known then.
void Claims::promiseSums(Value &value) {
  Sums ofGroup, ofSubGroup;
  if (!isDivergent(value) || (group_.condition() && !sumOf(group_, value, ofGroup)) ||
      !sumOf(subGroup_, value, ofSubGroup))
    return;
  for (Instruction *sum : ofSubGroup)
    ExactSums::promise(*sum);
}

/// Of an index; where its extension takes it for a number without a sign, it has none.
bool Claims::claimIndex(ClaimedItems &extent, const llvm::CastInst &extension, Sums &proven) {
  auto range = sumOf(extent, *extension.getOperand(0), proven);
  if (!range || !llvm::isa<llvm::ZExtInst>(extension) || extension.hasNonNeg())
    return range.has_value();
  extent.ranges.arithmetic().needsFit(*range, extension.getOperand(0)->getType()->getIntegerBitWidth(), false);
  if (!isPossible(*range))
    return false;
  extent.need(*range);
  return true;
}

/// An index that might wrap round on its way to 64 bits.
void Claims::visitExtension(llvm::CastInst &extension) {
  bool isIndex = llvm::any_of(extension.users(), llvm::IsaPred<llvm::GetElementPtrInst>);
  if (!isIndex || !isDivergent(extension) || !isOfPlace(extension))
    return;
  if (cancels(*evolution_.getSCEV(extension.getOperand(0)), *extension.getParent())) {
    same_.insert(&extension);
    return;
  }
  Sums ofGroup, ofSubGroup;
  if (!claimIndex(group_, extension, ofGroup)) // before the sums promise anything
    group_.giveUp();
  bool isClaimed = claimIndex(subGroup_, extension, ofSubGroup);
  for (Instruction *sum : ofSubGroup)
    ExactSums::promise(*sum);
  if (isClaimed && llvm::isa<llvm::ZExtInst>(extension))
    extension.setNonNeg();
}

/// What its lanes agree on is the same in every version that a sub-group runs. Others talk of their size and places.
bool isVote(const llvm::CallBase &call) { return operationOf(call) == Operation::SubGroupAll; }

/// Barriers must not be copied, and versions are of a whole body; what is not stored needs no mask.
bool isCopied(llvm::Function &kernel) {
  unsigned size = 0;
  for (Instruction &instruction : llvm::instructions(kernel)) {
    auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
    bool isOfGroup = call && !isVote(*call) &&
                     (call->cannotDuplicate() || isGroupCall(*call) ||
                      (call->getCalledFunction() && isOfSubGroups(*call->getCalledFunction())));
    if (isOfGroup || instruction.getType()->isTokenTy() || ++size > MaxCopiedInterior)
      return false;
  }
  return true;
}

bool hasStores(llvm::Function &kernel) {
  return llvm::any_of(llvm::instructions(kernel), llvm::IsaPred<llvm::StoreInst>);
}

/// A branch inside of a loop that is not its end.
bool hasGuardInLoop(llvm::Function &kernel) {
  llvm::DominatorTree dominators(kernel);
  llvm::LoopInfo loops(dominators);
  return llvm::any_of(kernel, [&](const BasicBlock &block) {
    llvm::Loop *loop = loops.getLoopFor(&block);
    return loop && block.getTerminator()->getNumSuccessors() > 1 && !loop->isLoopExiting(&block) &&
           !loop->isLoopLatch(&block);
  });
}

/// Is there anything to claim, by its form? To spare what has nothing.
bool mayClaim(llvm::Function &kernel, bool ofGuards) {
  return hasGuardInLoop(kernel) || llvm::any_of(llvm::instructions(kernel), [&](Instruction &instruction) {
           if (ofGuards && llvm::isa<llvm::ICmpInst>(instruction))
             return true;
           bool isNumber =
               instruction.getType()->isIntOrIntVectorTy() && instruction.getType()->getScalarSizeInBits() > 1;
           if (auto *phi = llvm::dyn_cast<llvm::PHINode>(&instruction))
             return isNumber && llvm::none_of(phi->incoming_values(), [&](const llvm::Use &use) {
                      auto *value = llvm::dyn_cast<Instruction>(use);
                      return value && llvm::is_contained(value->operands(), phi);
                    });
           return isNumber && (llvm::isa<llvm::MinMaxIntrinsic, llvm::SaturatingInst, llvm::SelectInst>(instruction) ||
                               instruction.isIntDivRem() || instruction.getOpcode() == Instruction::And);
         });
}

/// What both versions of a body need stands in front of it: `entry` keeps its variables only.
BasicBlock *splitBody(BasicBlock &entry) {
  for (Instruction &instruction : llvm::make_early_inc_range(entry))
    if (llvm::isa<llvm::AllocaInst>(instruction))
      instruction.moveBefore(entry, entry.begin());
  return entry.splitBasicBlock(entry.getFirstNonPHIOrDbgOrAlloca(), "interior");
}

/// The body of `other`, a copy of `function`, behind that of `function`; where it begins.
BasicBlock *takeBody(llvm::Function &function, llvm::Function &other) {
  BasicBlock *entry = &other.getEntryBlock(), *start = entry->getSingleSuccessor();
  for (auto [from, to] : llvm::zip(other.args(), function.args()))
    from.replaceAllUsesWith(&to);
  for (auto [from, to] : llvm::zip(*entry, function.getEntryBlock()))
    if (llvm::isa<llvm::AllocaInst>(from))
      from.replaceAllUsesWith(&to);
  for (BasicBlock &block : other)
    block.setName(block.getName() + ".checked");
  function.splice(function.end(), &other, std::next(other.begin()), other.end());
  other.eraseFromParent();
  return start;
}

} // namespace

llvm::Function *makeInteriorVersion(llvm::Function &kernel, unsigned lanes) {
  const bool ofGuards = hasStores(kernel);
  if (lanes < 2 || !mayClaim(kernel, ofGuards) || !isCopied(kernel))
    return nullptr;
  bool hasVectors = llvm::any_of(llvm::instructions(kernel), [](const Instruction &instruction) {
    return instruction.getType()->isIntOrIntVectorTy() && instruction.getType()->isVectorTy();
  });
  llvm::ValueToValueMapTy ofMade, ofOther;
  llvm::Function *made = llvm::CloneFunction(&kernel, ofMade);
  simd::LaneAnalyses().run(*made, ((hasVectors ? Scalars : llvm::StringLiteral("")) + Loops).str());
  BasicBlock &entry = made->getEntryBlock(), *interior = splitBody(entry);
  if (auto *lines = made->getSubprogram()) // both are to be one function
    ofOther.MD()[lines].reset(lines);
  llvm::Function *other = llvm::CloneFunction(made, ofOther);
  Value *holds = nullptr;
  {
    Claims claims(*made, entry, lanes);
    claims.make(*interior);
    if (claims.indices() || (ofGuards && claims.guards()))
      holds = claims.condition();
  }
  if (!holds) {
    other->eraseFromParent();
    made->eraseFromParent();
    return nullptr;
  }
  simd::LaneAnalyses analyses;
  CountIterations().run(*made, analyses.manager());
  for (BasicBlock &block : *made) // edges that were claimed not to be taken, over which joins take their values
    llvm::ConstantFoldTerminator(&block);
  BasicBlock *checked = takeBody(*made, *other);
  Instruction *old = entry.getTerminator();
  auto *choice = llvm::BranchInst::Create(interior, checked, holds, old->getIterator());
  declareVersions(*choice);
  choice->setMetadata(llvm::LLVMContext::MD_prof, llvm::MDBuilder(choice->getContext()).createLikelyBranchWeights());
  old->eraseFromParent();
  llvm::removeUnreachableBlocks(*made);
  return made;
}

} // namespace lanecl
