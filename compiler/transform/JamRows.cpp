#include "compiler/transform/JamRows.h"
#include "compiler/transform/Riffle.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

namespace lanecl {
namespace {

using llvm::Instruction, llvm::Value;

constexpr unsigned MaxRows = 8;           ///< of loops
constexpr unsigned MaxInstructions = 300; ///< of a body: the jammed one is several times as long
constexpr unsigned MaxRunInstructions = 80;
constexpr unsigned RunBytes = 64; ///< written side by side: a line of the cache
constexpr unsigned MaxRun = 16;
constexpr unsigned MaxConditionDepth = 12;

/// A gather or scatter.
llvm::IntrinsicInst *asApart(Instruction &instruction) {
  auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  bool isApart = call && (call->getIntrinsicID() == llvm::Intrinsic::masked_gather ||
                          call->getIntrinsicID() == llvm::Intrinsic::masked_scatter);
  return isApart ? call : nullptr;
}

bool isGather(const llvm::IntrinsicInst &call) { return call.getIntrinsicID() == llvm::Intrinsic::masked_gather; }
Value *addressesOf(const llvm::IntrinsicInst &call) { return call.getArgOperand(isGather(call) ? 0 : 1); }
Value *maskOf(const llvm::IntrinsicInst &call) { return call.getArgOperand(isGather(call) ? 1 : 2); }
llvm::Type *elementOf(const llvm::IntrinsicInst &call) {
  return (isGather(call) ? call.getType() : call.getArgOperand(0)->getType())->getScalarType();
}

class RowAnalysis {
public:
  /// `choice`: instructions that come before all else, once for all rows; they count for nothing.
  RowAnalysis(const RegionBody &body, const targets::Machine &machine, unsigned choice)
      : body_(body), function_(*body.function), layout_(function_.getDataLayout()), machine_(machine),
        size_(function_.getInstructionCount() - choice),
        row_(function_.getArg(body.firstState + static_cast<unsigned>(State::LocalId) + 1)) {}

  /// How many rows pay; 0: none.
  unsigned choose();
  bool isVarying(const Value *value) const { return varying_.contains(value); }
  /// What must be the same in all rows: conditions of branches, comparisons of ids with bounds.
  llvm::ArrayRef<Value *> conditions() const { return conditions_.getArrayRef(); }
  /// What must be true in all lanes.
  llvm::ArrayRef<Value *> masks() const { return masks_.getArrayRef(); }
  /// Bytes (of a pointer) or units from row to row.
  std::optional<int64_t> stride(const Value *value, unsigned depth = 0) const;
  llvm::Argument *row() const { return row_; }
  bool isRun(Instruction &instruction) const;

private:
  bool usesOnlyRows() const;
  bool findVarying();
  bool isHarmless(const Instruction &instruction) const;
  bool isEarly(const Value *value, unsigned depth = 0) const;
  bool isBound(const Instruction &instruction) const;
  void findMasks();
  unsigned registers(const llvm::Type *type) const;
  unsigned chooseForLoops() const;

  const RegionBody &body_;
  llvm::Function &function_;
  const llvm::DataLayout &layout_;
  const targets::Machine &machine_;
  unsigned size_;
  llvm::Argument *row_;
  llvm::DenseSet<const Value *> varying_;
  llvm::SmallSetVector<Value *, 4> conditions_, masks_;
};

/// Of what differs from sub-group to sub-group it may know the position only.
bool RowAnalysis::usesOnlyRows() const {
  bool isWhole = body_.regions.size() == 1 && body_.parting == Parting::None && body_.contextBytes == 0 &&
                 body_.uniformBytes == 0 && body_.scratchBytes == 0;
  static constexpr State Others[] = {State::SubGroupId, State::Context,      State::Scratch, State::UniformIn,
                                     State::UniformOut, State::Accumulators, State::Results, State::Worker};
  return isWhole && !row_->use_empty() && llvm::all_of(Others, [&](State other) {
           return function_.getArg(body_.firstState + static_cast<unsigned>(other))->use_empty();
         });
}

/// Done for one row after the other at each instruction, it does what it did.
bool RowAnalysis::isHarmless(const Instruction &instruction) const {
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return load->isSimple();
  if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return store->isSimple();
  if (auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction)) {
    switch (call->getIntrinsicID()) {
    case llvm::Intrinsic::masked_load:
    case llvm::Intrinsic::masked_store:
    case llvm::Intrinsic::masked_gather:
    case llvm::Intrinsic::masked_scatter:
    case llvm::Intrinsic::lifetime_start:
    case llvm::Intrinsic::lifetime_end:
    case llvm::Intrinsic::assume:
    case llvm::Intrinsic::experimental_noalias_scope_decl:
      return true;
    default:
      return !call->mayHaveSideEffects();
    }
  }
  if (llvm::isa<llvm::CallBase>(instruction))
    return !instruction.mayHaveSideEffects() && !instruction.mayReadFromMemory();
  return !instruction.isAtomic() && !instruction.mayHaveSideEffects();
}

/// Computed of parameters alone, by instructions that may run at any time.
bool RowAnalysis::isEarly(const Value *value, unsigned depth) const {
  auto *instruction = llvm::dyn_cast<Instruction>(value);
  if (!instruction)
    return true;
  if (depth > MaxConditionDepth || llvm::isa<llvm::PHINode>(instruction) || instruction->mayReadOrWriteMemory() ||
      !llvm::isSafeToSpeculativelyExecute(instruction))
    return false;
  return llvm::all_of(instruction->operands(), [&](const llvm::Use &use) { return isEarly(use, depth + 1); });
}

/// "Is the row within the image?" Most often all neighbours are, or none: then neither do masks made of it differ.
bool RowAnalysis::isBound(const Instruction &instruction) const {
  auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction);
  return compare && compare->isRelational() && compare->getType()->isIntegerTy(1) && isEarly(compare);
}

bool RowAnalysis::findVarying() {
  llvm::SmallVector<const Value *, 64> pending{row_};
  for (Instruction &instruction : llvm::instructions(function_)) {
    if (!instruction.isTerminator() && !isHarmless(instruction))
      return false;
    if (llvm::isa<llvm::AllocaInst>(instruction)) { // each row has variables of its own
      varying_.insert(&instruction);
      pending.push_back(&instruction);
    }
  }
  while (!pending.empty()) {
    const Value *value = pending.pop_back_val();
    for (const llvm::User *user : value->users()) {
      auto *instruction = const_cast<Instruction *>(llvm::cast<Instruction>(user));
      if (isBound(*instruction)) {
        conditions_.insert(instruction);
        continue;
      }
      if (!instruction->isTerminator()) {
        if (varying_.insert(instruction).second)
          pending.push_back(instruction);
        continue;
      }
      auto *condition = const_cast<Value *>(value);
      if (!llvm::isa<llvm::BranchInst>(instruction) || !isEarly(condition))
        return false;
      conditions_.insert(condition);
    }
  }
  return true;
}

std::optional<int64_t> RowAnalysis::stride(const Value *value, unsigned depth) const {
  if (value == row_)
    return 1;
  if (!isVarying(value))
    return 0;
  auto *instruction = llvm::dyn_cast<Instruction>(value);
  if (!instruction || depth > MaxConditionDepth)
    return std::nullopt;
  auto of = [&](unsigned operand) { return stride(instruction->getOperand(operand), depth + 1); };
  auto *wraps = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(instruction);
  if (wraps && !wraps->hasNoSignedWrap() && wraps->getType()->getScalarSizeInBits() < 64)
    return std::nullopt;
  switch (instruction->getOpcode()) {
  case Instruction::Add:
  case Instruction::Sub: {
    auto a = of(0), b = of(1);
    if (!a || !b)
      return std::nullopt;
    return instruction->getOpcode() == Instruction::Add ? *a + *b : *a - *b;
  }
  case Instruction::SExt: // nothing below wraps
    return of(0);
  case Instruction::ZExt:
    return instruction->hasNonNeg() || instruction->getOperand(0) == row_ ? of(0) : std::nullopt;
  case Instruction::Trunc:
    return llvm::cast<llvm::TruncInst>(instruction)->hasNoSignedWrap() ? of(0) : std::nullopt;
  case Instruction::InsertElement:
    return llvm::isa<llvm::PoisonValue>(instruction->getOperand(0)) ? of(1) : std::nullopt;
  case Instruction::ShuffleVector:
    return llvm::cast<llvm::ShuffleVectorInst>(instruction)->isZeroEltSplat() ? of(0) : std::nullopt;
  case Instruction::GetElementPtr: {
    auto *step = llvm::cast<llvm::GetElementPtrInst>(instruction);
    auto base = of(0), index = of(1);
    if (step->getNumIndices() != 1 || !base || !index)
      return std::nullopt;
    return *base + *index * static_cast<int64_t>(layout_.getTypeAllocSize(step->getSourceElementType()));
  }
  default:
    return std::nullopt;
  }
}

/// Apart from lane to lane, side by side from row to row.
bool RowAnalysis::isRun(Instruction &instruction) const {
  auto *call = asApart(instruction);
  if (!call)
    return false;
  Value *mask = maskOf(*call);
  if (isVarying(mask) || !isEarly(mask))
    return false;
  auto bytes = static_cast<int64_t>(layout_.getTypeStoreSize(elementOf(*call)));
  return llvm::isPowerOf2_64(static_cast<uint64_t>(bytes)) && stride(addressesOf(*call)) == bytes;
}

unsigned RowAnalysis::registers(const llvm::Type *type) const {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  if (!vector)
    return 0;
  uint64_t bits = layout_.getTypeSizeInBits(const_cast<llvm::FixedVectorType *>(vector));
  return static_cast<unsigned>(std::max<uint64_t>(1, llvm::divideCeil(bits, machine_.vectorBits)));
}

/// Rows that share the loads of the innermost loops, as many as leave half of the registers free.
unsigned RowAnalysis::chooseForLoops() const {
  llvm::DominatorTree tree(function_);
  llvm::LoopInfo loops(tree);
  unsigned shared = 0, own = 0, kept = 0;
  for (llvm::Loop *loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost())
      continue;
    unsigned inLoop = 0;
    for (llvm::BasicBlock *block : loop->blocks())
      for (Instruction &instruction : *block) {
        bool isPhi = llvm::isa<llvm::PHINode>(instruction);
        if (isVarying(&instruction)) {
          (isPhi ? inLoop : own) += registers(instruction.getType());
        } else if (!isPhi) {
          bool isLoad = instruction.mayReadFromMemory();
          shared += isLoad ? registers(instruction.getType()) : 0;
        }
      }
    kept = std::max(kept, inLoop);
  }
  unsigned budget = machine_.vectorRegisters / 2;
  if (shared == 0 || kept == 0 || own > shared * 8 || kept * 2 > budget)
    return 0;
  return std::min(MaxRows, std::bit_floor(budget / kept));
}

/// Runs are of all lanes.
void RowAnalysis::findMasks() {
  for (Instruction &instruction : llvm::instructions(function_)) {
    Value *mask = isRun(instruction) ? maskOf(*asApart(instruction)) : nullptr;
    auto *constant = llvm::dyn_cast_or_null<llvm::Constant>(mask);
    if (mask && !(constant && constant->isAllOnesValue()))
      masks_.insert(mask);
  }
}

unsigned RowAnalysis::choose() {
  if (size_ > MaxInstructions || !usesOnlyRows() || !findVarying())
    return 0;
  unsigned run = 0;
  if (size_ <= MaxRunInstructions)
    for (Instruction &instruction : llvm::instructions(function_))
      if (isRun(instruction)) {
        auto bytes = static_cast<unsigned>(layout_.getTypeStoreSize(elementOf(*asApart(instruction))));
        unsigned lanes =
            llvm::cast<llvm::FixedVectorType>(addressesOf(*asApart(instruction))->getType())->getNumElements();
        run = std::max(run, std::min({MaxRun, RunBytes / bytes, lanes}));
      }
  findMasks();
  return run ? run : chooseForLoops();
}

/// Makes of every varying instruction one for each row.
class Jam {
public:
  Jam(const RegionBody &body, const RowAnalysis &analysis, unsigned rows)
      : body_(body), analysis_(analysis), rows_(rows), copies_(rows) {}
  JammedBody build();

private:
  void copyRows();
  void checkConditions();
  Value *early(Value *value, unsigned row, llvm::IRBuilder<> &builder,
               llvm::DenseMap<std::pair<Value *, unsigned>, Value *> &made);
  void joinRun(llvm::ArrayRef<llvm::IntrinsicInst *> calls);

  const RegionBody &body_;
  const RowAnalysis &analysis_;
  unsigned rows_;
  llvm::Function *function_ = nullptr;
  llvm::ValueToValueMapTy first_;                              ///< from the body to the function that is made: row 0
  std::vector<llvm::DenseMap<const Value *, Value *>> copies_; ///< of the made function's values, by row
  llvm::SmallVector<Value *, 16> rowNumbers_;
};

JammedBody Jam::build() {
  llvm::Function &source = *body_.function;
  function_ = llvm::CloneFunction(&source, first_);
  function_->setName(source.getName() + ".rows");
  llvm::IRBuilder<> builder(&*function_->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  auto *row = llvm::cast<llvm::Argument>(&*first_[analysis_.row()]);
  rowNumbers_.push_back(row);
  for (unsigned i = 1; i < rows_; ++i) {
    rowNumbers_.push_back(builder.CreateAdd(row, builder.getInt32(i), "row", true, true));
    copies_[i][row] = rowNumbers_.back();
  }
  copyRows();
  checkConditions();
  return {function_, rows_, !analysis_.conditions().empty() || !analysis_.masks().empty()};
}

void Jam::copyRows() {
  llvm::SmallVector<std::pair<Instruction *, Instruction *>, 64> varying;
  for (Instruction &original : llvm::instructions(*body_.function))
    if (analysis_.isVarying(&original))
      varying.emplace_back(&original, llvm::cast<Instruction>(&*first_[&original]));
  std::vector<llvm::SmallVector<llvm::IntrinsicInst *, 16>> runs;
  llvm::SmallVector<Instruction *, 64> made;
  for (auto [original, copy] : varying) {
    bool isRun = analysis_.isRun(*original);
    llvm::SmallVector<llvm::IntrinsicInst *, 16> run;
    if (isRun)
      run.push_back(llvm::cast<llvm::IntrinsicInst>(copy));
    Instruction *last = copy;
    for (unsigned row = 1; row < rows_; ++row) {
      Instruction *next = copy->clone();
      next->insertAfter(last);
      copies_[row][copy] = next;
      last = next;
      if (isRun)
        run.push_back(llvm::cast<llvm::IntrinsicInst>(next));
    }
    if (isRun)
      runs.push_back(std::move(run));
  }
  for (auto [original, copy] : varying)
    for (unsigned row = 1; row < rows_; ++row)
      for (llvm::Use &operand : llvm::cast<Instruction>(copies_[row][copy])->operands())
        if (auto found = copies_[row].find(operand.get()); found != copies_[row].end())
          operand.set(found->second);
  for (auto &run : runs)
    joinRun(run);
}

/// What the rows read or write side by side, lane by lane.
void Jam::joinRun(llvm::ArrayRef<llvm::IntrinsicInst *> calls) {
  llvm::IntrinsicInst &first = *calls[0];
  bool reads = isGather(first);
  llvm::IRBuilder<> builder(reads ? &first : calls.back());
  llvm::Type *element = elementOf(first);
  auto *wide = llvm::cast<llvm::FixedVectorType>(addressesOf(first)->getType());
  unsigned width = wide->getNumElements();
  if (width < rows_)
    return;
  auto *line = llvm::FixedVectorType::get(element, rows_);
  llvm::Align align = first.getParamAlign(reads ? 0 : 1).valueOrOne();
  simd::Runs runs;
  auto address = [&](unsigned lane) { return builder.CreateExtractElement(addressesOf(first), lane); };
  if (!reads) {
    for (llvm::IntrinsicInst *call : calls)
      runs.push_back(call->getArgOperand(0));
    simd::riffle(builder, runs);
    for (unsigned lane = 0; lane < width; ++lane) {
      Value *run = runs[lane * rows_ / width];
      Value *part = width == rows_ ? run : builder.CreateExtractVector(line, run, uint64_t(lane * rows_ % width));
      builder.CreateAlignedStore(part, address(lane), align);
    }
  } else {
    for (unsigned start = 0; start < width; start += width / rows_) {
      Value *run = llvm::PoisonValue::get(llvm::FixedVectorType::get(element, width));
      for (unsigned i = 0; i < width / rows_; ++i) {
        Value *part = builder.CreateAlignedLoad(line, address(start + i), align);
        run = width == rows_ ? part : builder.CreateInsertVector(run->getType(), run, part, uint64_t(i) * rows_);
      }
      runs.push_back(run);
    }
    simd::unriffle(builder, runs);
    for (auto [call, run] : llvm::zip(calls, runs))
      call->replaceAllUsesWith(run);
  }
  for (llvm::IntrinsicInst *call : calls)
    call->eraseFromParent();
}

/// The value for one row, made where nothing has been done yet.
Value *Jam::early(Value *value, unsigned row, llvm::IRBuilder<> &builder,
                  llvm::DenseMap<std::pair<Value *, unsigned>, Value *> &made) {
  if (value == analysis_.row())
    return rowNumbers_[row];
  auto *instruction = llvm::dyn_cast<Instruction>(value);
  if (!instruction) {
    auto found = first_.find(value);
    return found == first_.end() ? value : static_cast<Value *>(found->second);
  }
  bool differs = analysis_.isVarying(value) || llvm::is_contained(analysis_.conditions(), value);
  unsigned key = differs ? row : 0;
  if (Value *known = made.lookup({value, key}))
    return known;
  Instruction *copy = instruction->clone();
  for (llvm::Use &operand : copy->operands())
    operand.set(early(operand.get(), row, builder, made));
  copy->dropPoisonGeneratingAnnotations();
  copy->dropUBImplyingAttrsAndMetadata();
  builder.Insert(copy);
  return made[{value, key}] = copy;
}

void Jam::checkConditions() {
  if (analysis_.conditions().empty() && analysis_.masks().empty())
    return;
  llvm::BasicBlock *entry = &function_->getEntryBlock();
  Instruction *behind = rowNumbers_.size() > 1 ? llvm::cast<Instruction>(rowNumbers_.back())->getNextNode() : nullptr;
  llvm::BasicBlock *start = entry->splitBasicBlock(behind, "together");
  entry->getTerminator()->eraseFromParent();
  llvm::IRBuilder<> builder(entry);
  llvm::DenseMap<std::pair<Value *, unsigned>, Value *> made;
  Value *differ = builder.getFalse(); // each part frozen: one that means nothing must not hide another
  for (Value *condition : analysis_.conditions()) {
    Value *ofFirst = early(condition, 0, builder, made);
    for (unsigned row = 1; row < rows_; ++row)
      differ = builder.CreateOr(differ,
                                builder.CreateFreeze(builder.CreateXor(ofFirst, early(condition, row, builder, made))));
  }
  for (Value *mask : analysis_.masks())
    differ = builder.CreateOr(
        differ, builder.CreateFreeze(builder.CreateNot(builder.CreateAndReduce(early(mask, 0, builder, made)))));
  auto *apart = llvm::BasicBlock::Create(function_->getContext(), "apart", function_);
  builder.CreateCondBr(differ, apart, start);
  builder.SetInsertPoint(apart);
  builder.CreateRet(builder.getInt32(1));
}

/// A body that begins with a choice (is the whole group within the buffers?), and has done nothing before: a copy that
/// refuses one of the ways.
llvm::Function *withoutWay(const RegionBody &body, unsigned way, unsigned &choiceSize) {
  llvm::BasicBlock *block = &body.function->getEntryBlock();
  while (block->getSingleSuccessor() && block->getSingleSuccessor()->getSinglePredecessor())
    block = block->getSingleSuccessor();
  auto *choice = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
  if (!choice || !choice->isConditional())
    return nullptr;
  for (const llvm::BasicBlock *before = block; before; before = before->getSinglePredecessor()) {
    choiceSize += static_cast<unsigned>(before->size());
    if (llvm::any_of(*before, [](const Instruction &instruction) { return instruction.mayReadOrWriteMemory(); }))
      return nullptr;
  }
  llvm::ValueToValueMapTy copies;
  llvm::Function *made = llvm::CloneFunction(body.function, copies);
  auto *refuse = llvm::BasicBlock::Create(made->getContext(), "other.way", made);
  llvm::IRBuilder<>(refuse).CreateRet(llvm::ConstantInt::get(made->getReturnType(), 1));
  auto *copied = llvm::cast<llvm::BranchInst>(&*copies[choice]);
  copied->getSuccessor(way)->removePredecessor(copied->getParent());
  copied->setSuccessor(way, refuse);
  llvm::removeUnreachableBlocks(*made);
  return made;
}

std::optional<JammedBody> jam(const RegionBody &body, const targets::Machine &machine, unsigned choiceSize = 0) {
  RowAnalysis analysis(body, machine, choiceSize);
  unsigned rows = analysis.choose();
  return rows < 2 ? std::nullopt : std::optional(Jam(body, analysis, rows).build());
}

} // namespace

std::optional<JammedBody> jamRows(const RegionBody &body, const targets::Machine &machine) {
  if (auto made = jam(body, machine))
    return made;
  for (unsigned way : {0u, 1u}) {
    RegionBody oneWay = body;
    unsigned choiceSize = 0;
    oneWay.function = withoutWay(body, way, choiceSize);
    if (!oneWay.function)
      return std::nullopt;
    auto made = jam(oneWay, machine, choiceSize);
    oneWay.function->eraseFromParent();
    if (made) {
      made->mayRefuse = true;
      return made;
    }
  }
  return std::nullopt;
}

} // namespace lanecl
