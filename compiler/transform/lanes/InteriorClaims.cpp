#include "compiler/transform/lanes/InteriorClaims.h"
#include "compiler/ir/VersionChoices.h"
#include "llvm/ADT/PostOrderIterator.h"

namespace lanecl {
namespace {

using llvm::BasicBlock, llvm::Instruction, llvm::Value;

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

} // namespace

void InteriorClaims::make(BasicBlock &start) {
  llvm::SmallVector<llvm::CastInst *, 32> indices;
  for (BasicBlock *block : llvm::ReversePostOrderTraversal<BasicBlock *>(&start)) {
    if (block != &start && !isLive(*block)) {
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
      values_.findSame(instruction);
    }
    auto *branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
    auto *known =
        branch && branch->isConditional() ? llvm::dyn_cast<llvm::ConstantInt>(branch->getCondition()) : nullptr;
    if (known && branch->getSuccessor(0) != branch->getSuccessor(1))
      dead_.insert({block, branch->getSuccessor(known->isOne() ? 1 : 0)});
  }
  for (llvm::CastInst *index : indices)
    if (values_.isDivergent(*index) && (llvm::isa<llvm::SExtInst>(index) || index->hasNonNeg()) &&
        index->getType()->isIntegerTy(64) && values_.isStraight(*index->getOperand(0)) &&
        llvm::any_of(index->users(), llvm::IsaPred<llvm::GetElementPtrInst>)) {
      llvm::IRBuilder<> builder(index);
      index->replaceAllUsesWith(extended(*index->getOperand(0), builder));
    }
}

Value *InteriorClaims::condition() {
  Value *holds = body_.subGroup.condition(), *holdsInGroup = isOfGroups_ ? nullptr : body_.group.condition();
  return holdsInGroup ? createAlternatives(body_.subGroup.b, *holdsInGroup, *holds) : holds;
}

bool InteriorClaims::isLive(const BasicBlock &block) const {
  return llvm::any_of(llvm::predecessors(&block), [&](const BasicBlock *from) {
    return !dead_.contains({from, &block}) && !unreached_.contains(from);
  });
}

/// What comes to a join over one edge only, after what was claimed.
void InteriorClaims::mergePhis(BasicBlock &block) {
  if (values_.loops().isLoopHeader(&block))
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
    body_.indices += values_.isDivergent(phi) && phi.getType()->isIntegerTy();
    values_.claim(phi, only);
  }
}

void InteriorClaims::visit(Instruction &instruction) {
  switch (instruction.getOpcode()) {
  case Instruction::ICmp:
    return orders_.claimComparison(llvm::cast<llvm::ICmpInst>(instruction));
  case Instruction::URem:
  case Instruction::SRem:
    return divisions_.claimRemainder(llvm::cast<llvm::BinaryOperator>(instruction));
  case Instruction::And: {
    auto *mask = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1));
    auto &bits = llvm::cast<llvm::BinaryOperator>(instruction);
    return mask && !mask->getValue()[0] ? divisions_.claimUpperBits(bits) : divisions_.claimRemainder(bits);
  }
  case Instruction::UDiv:
  case Instruction::SDiv:
  case Instruction::LShr:
    return divisions_.claimQuotient(llvm::cast<llvm::BinaryOperator>(instruction));
  case Instruction::SExt:
  case Instruction::ZExt:
    return visitExtension(llvm::cast<llvm::CastInst>(instruction));
  case Instruction::Select:
    if (auto *known = llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(0)))
      values_.claim(instruction, instruction.getOperand(known->isOne() ? 1 : 2));
    return;
  case Instruction::Freeze:
    if (values_.isDivergent(instruction) && values_.isOfPlace(instruction) &&
        values_.withoutPoison(*instruction.getOperand(0)))
      values_.claim(instruction, instruction.getOperand(0));
    return;
  case Instruction::Call:
    if (auto *clamp = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&instruction))
      orders_.claimExtremum(*clamp);
    else if (auto *difference = llvm::dyn_cast<llvm::SaturatingInst>(&instruction))
      orders_.claimDifference(*difference);
    return;
  default:
    return;
  }
}

/// Of an index; where its extension takes it for a number without a sign, it has none.
bool InteriorClaims::claimIndex(InteriorItems &extent, const llvm::CastInst &extension, InteriorItems::Sums &proven) {
  auto range = extent.sumOf(*extension.getOperand(0), proven);
  if (!range || !llvm::isa<llvm::ZExtInst>(extension) || extension.hasNonNeg())
    return range.has_value();
  extent.ranges.arithmetic().needsFit(*range, extension.getOperand(0)->getType()->getIntegerBitWidth(), false);
  if (!isPossible(*range))
    return false;
  extent.need(*range);
  return true;
}

/// An index that might wrap round on its way to 64 bits.
void InteriorClaims::visitExtension(llvm::CastInst &extension) {
  bool isIndex = llvm::any_of(extension.users(), llvm::IsaPred<llvm::GetElementPtrInst>);
  if (!isIndex || !values_.isDivergent(extension) || !values_.isOfPlace(extension))
    return;
  if (values_.cancels(*values_.evolution().getSCEV(extension.getOperand(0)), *extension.getParent())) {
    values_.setSame(extension);
    return;
  }
  InteriorItems::Sums ofGroup, ofSubGroup;
  if (!claimIndex(body_.group, extension, ofGroup)) // before the sums promise anything
    body_.group.giveUp();
  bool isClaimed = claimIndex(body_.subGroup, extension, ofSubGroup);
  for (Instruction *sum : ofSubGroup)
    ExactSums::promise(*sum);
  if (isClaimed && llvm::isa<llvm::ZExtInst>(extension))
    extension.setNonNeg();
}

} // namespace lanecl
