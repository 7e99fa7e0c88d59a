#include "compiler/transform/groups/UnrollAndJam.h"
#include "compiler/transform/groups/RowAnalysis.h"
#include "compiler/transform/lanes/Interleave.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace lanecl {
namespace {

using llvm::Instruction, llvm::Value;

/// Makes of every varying instruction one for each row.
class Jam {
public:
  Jam(llvm::Function &source, const RowAnalysis &analysis, unsigned rows)
      : source_(source), analysis_(analysis), rows_(rows), copies_(rows) {}
  llvm::Function *build();

private:
  void copyRows();
  void joinConsecutive(llvm::ArrayRef<llvm::IntrinsicInst *> calls);

  llvm::Function &source_;
  const RowAnalysis &analysis_;
  unsigned rows_;
  llvm::ValueToValueMapTy first_;                              ///< from the source to the function that is made: row 0
  std::vector<llvm::DenseMap<const Value *, Value *>> copies_; ///< of the made function's values, by row
};

llvm::Function *Jam::build() {
  llvm::Function *made = llvm::CloneFunction(&source_, first_);
  made->setName(source_.getName() + ".rows");
  llvm::IRBuilder<> builder(&*made->getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
  auto *row = llvm::cast<llvm::Argument>(&*first_[analysis_.row()]);
  for (unsigned i = 1; i < rows_; ++i)
    copies_[i][row] = builder.CreateAdd(row, builder.getInt32(i), "row", true, true);
  copyRows();
  return made;
}

void Jam::copyRows() {
  llvm::SmallVector<std::pair<Instruction *, Instruction *>, 64> varying;
  for (Instruction &original : llvm::instructions(source_))
    if (analysis_.isVarying(&original))
      varying.emplace_back(&original, llvm::cast<Instruction>(&*first_[&original]));
  std::vector<llvm::SmallVector<llvm::IntrinsicInst *, 16>> sequences;
  llvm::SmallVector<Instruction *, 64> made;
  for (auto [original, copy] : varying) {
    bool isConsecutive = analysis_.isConsecutive(*original);
    llvm::SmallVector<llvm::IntrinsicInst *, 16> sequence;
    if (isConsecutive)
      sequence.push_back(llvm::cast<llvm::IntrinsicInst>(copy));
    Instruction *last = copy;
    for (unsigned row = 1; row < rows_; ++row) {
      Instruction *next = copy->clone();
      next->insertAfter(last);
      copies_[row][copy] = next;
      last = next;
      if (isConsecutive)
        sequence.push_back(llvm::cast<llvm::IntrinsicInst>(next));
    }
    if (isConsecutive)
      sequences.push_back(std::move(sequence));
  }
  for (auto [original, copy] : varying)
    for (unsigned row = 1; row < rows_; ++row)
      for (llvm::Use &operand : llvm::cast<Instruction>(copies_[row][copy])->operands())
        if (auto found = copies_[row].find(operand.get()); found != copies_[row].end())
          operand.set(found->second);
  for (auto &sequence : sequences)
    joinConsecutive(sequence);
}

/// What the rows read or write side by side, lane by lane.
void Jam::joinConsecutive(llvm::ArrayRef<llvm::IntrinsicInst *> calls) {
  GatherOrScatter first{calls[0]};
  bool reads = first.isGather();
  llvm::IRBuilder<> builder(reads ? calls[0] : calls.back());
  llvm::Type *element = first.element();
  unsigned width = first.lanes();
  if (width < rows_)
    return;
  auto *line = llvm::FixedVectorType::get(element, rows_);
  llvm::Align align = calls[0]->getParamAlign(reads ? 0 : 1).valueOrOne();
  simd::Registers sequences;
  auto address = [&](unsigned lane) { return builder.CreateExtractElement(first.addresses(), lane); };
  if (!reads) {
    for (llvm::IntrinsicInst *call : calls)
      sequences.push_back(call->getArgOperand(0));
    simd::interleave(builder, sequences);
    for (unsigned lane = 0; lane < width; ++lane) {
      Value *sequence = sequences[lane * rows_ / width];
      Value *part =
          width == rows_ ? sequence : builder.CreateExtractVector(line, sequence, uint64_t(lane * rows_ % width));
      builder.CreateAlignedStore(part, address(lane), align);
    }
  } else {
    for (unsigned start = 0; start < width; start += width / rows_) {
      Value *sequence = llvm::PoisonValue::get(llvm::FixedVectorType::get(element, width));
      for (unsigned i = 0; i < width / rows_; ++i) {
        Value *part = builder.CreateAlignedLoad(line, address(start + i), align);
        sequence = width == rows_
                       ? part
                       : builder.CreateInsertVector(sequence->getType(), sequence, part, uint64_t(i) * rows_);
      }
      sequences.push_back(sequence);
    }
    simd::deinterleave(builder, sequences);
    for (auto [call, sequence] : llvm::zip(calls, sequences))
      call->replaceAllUsesWith(sequence);
  }
  for (llvm::IntrinsicInst *call : calls)
    call->eraseFromParent();
}

/// That the paths of no rows part: no condition says in another row what it says in the first, masks are of all lanes.
VersionCondition staysTogether(llvm::Function &source, const RowAnalysis &analysis, unsigned rows) {
  ConditionBuilder condition(source, source.getName() + ".together", /*isEarly=*/true);
  llvm::IRBuilder<> &builder = condition.builder;
  std::vector<ConditionBuilder::Copies> copies(rows);
  Value *row = condition.function()->getArg(analysis.row()->getArgNo());
  for (unsigned i = 1; i < rows; ++i)
    copies[i][analysis.row()] = builder.CreateAdd(row, builder.getInt32(i), "row", true, true);
  auto copy = [&](Value *value, unsigned inRow) {
    return condition.copy(value, [&](Value *part) -> ConditionBuilder::Copies & {
      bool differs =
          analysis.isVarying(part) || part == analysis.row() || llvm::is_contained(analysis.conditions(), part);
      return copies[differs ? inRow : 0];
    });
  };
  Value *differ = builder.getFalse(); // each part frozen: one that means nothing must not hide another
  for (Value *value : analysis.conditions()) {
    Value *ofFirst = copy(value, 0);
    for (unsigned i = 1; i < rows; ++i)
      differ = builder.CreateOr(differ, builder.CreateFreeze(builder.CreateXor(ofFirst, copy(value, i))));
  }
  for (Value *mask : analysis.masks())
    differ = builder.CreateOr(differ, builder.CreateFreeze(builder.CreateNot(builder.CreateAndReduce(copy(mask, 0)))));
  return condition.finish(builder.CreateNot(differ));
}

/// `condition` of the first row, for each of the rows.
VersionCondition ofAllRows(const VersionCondition &condition, unsigned row, unsigned rows) {
  llvm::Function &one = *condition.function;
  if (one.getArg(row)->use_empty())
    return condition;
  auto *all = llvm::Function::Create(one.getFunctionType(), llvm::GlobalValue::InternalLinkage, one.getName() + ".all",
                                     one.getParent());
  all->setAttributes(one.getAttributes());
  llvm::IRBuilder<> builder(llvm::BasicBlock::Create(one.getContext(), "condition", all));
  llvm::SmallVector<Value *, 48> arguments(llvm::make_pointer_range(all->args()));
  Value *holds = nullptr;
  llvm::SmallVector<llvm::CallInst *, 16> calls;
  for (unsigned i = 0; i < rows; ++i) {
    arguments[row] = builder.CreateAdd(all->getArg(row), builder.getInt32(i), "row", true, true);
    Value *says = calls.emplace_back(builder.CreateCall(&one, arguments));
    says = condition.expected ? says : builder.CreateNot(says);
    holds = holds ? builder.CreateAnd(holds, says) : says;
  }
  builder.CreateRet(holds);
  for (llvm::CallInst *call : calls) {
    llvm::InlineFunctionInfo info;
    llvm::InlineFunction(*call, info);
  }
  // Where the first alternative is of the work-group, it is of all rows.
  return {all, true,
          condition.expected && condition.first && condition.first->getArg(row)->use_empty() ? condition.first
                                                                                             : nullptr};
}

/// `version` for several rows.
std::optional<BodyVersion> jam(const RegionBody &body, BodyVersion version, const targets::Machine &machine) {
  RowAnalysis analysis(body, *version.function, machine);
  version.rows = analysis.choose();
  if (version.rows < 2)
    return std::nullopt;
  llvm::Function &source = *version.function;
  version.function = Jam(source, analysis, version.rows).build();
  for (VersionCondition &condition : version.conditions)
    condition = ofAllRows(condition, analysis.row()->getArgNo(), version.rows);
  if (!analysis.conditions().empty() || !analysis.masks().empty())
    version.conditions.push_back(staysTogether(source, analysis, version.rows));
  return version;
}

} // namespace

std::optional<BodyVersion> unrollAndJamRows(const RegionBody &body, const targets::Machine &machine) {
  // Where the choice is that of rows, it is better made once for all of them than in their midst.
  auto versions = versionsOf(body);
  unsigned row = body.firstState + static_cast<unsigned>(State::LocalId) + 1;
  bool isOfRows = !versions.empty() && llvm::any_of(versions[0].conditions, [&](const VersionCondition &condition) {
    return !condition.function->getArg(row)->use_empty();
  });
  std::optional<BodyVersion> made;
  if (!isOfRows)
    made = jam(body, {body.function, {}, 1}, machine);
  for (auto version = versions.begin(); version != versions.end() && !made; ++version)
    made = jam(body, *version, machine);
  if (isOfRows && !made)
    made = jam(body, {body.function, {}, 1}, machine);
  dropVersions(versions, made ? &*made : nullptr);
  return made;
}

} // namespace lanecl
