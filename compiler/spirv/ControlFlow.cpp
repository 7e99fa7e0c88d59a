// Blocks, branches, phis and loop hints (SPIR-V 3.42.17).
#include "compiler/ir/Operations.h"
#include "compiler/spirv/Translation.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/MDBuilder.h"

namespace lanecl::spirv {

namespace {

/// True inside a block; a terminator outside of one is an error.
bool inBlock(Translation &t, const Instruction &instruction) {
  return t.require(t.builder.GetInsertBlock(), instruction, "stands outside of a block");
}

void label(Translation &t, const Instruction &instruction) {
  if (!t.require(t.state.function && !t.builder.GetInsertBlock(), instruction,
                 "a block begins before the one before it ends, or outside of a function"))
    return;
  t.builder.SetInsertPoint(t.state.blocks.lookup(instruction.result.number));
}

void branch(Translation &t, const Instruction &instruction) {
  if (!inBlock(t, instruction))
    return;
  if (llvm::BasicBlock *target = t.block(instruction, 0))
    t.builder.CreateBr(target);
  t.builder.ClearInsertionPoint();
}

void branchConditional(Translation &t, const Instruction &instruction) {
  if (!inBlock(t, instruction))
    return;
  llvm::Value *condition = t.boolean(instruction, 0);
  llvm::BasicBlock *yes = condition ? t.block(instruction, 1) : nullptr, *no = yes ? t.block(instruction, 2) : nullptr;
  if (no && t.require(condition->getType()->isIntegerTy(), instruction, "the condition is a scalar")) {
    llvm::MDNode *weights = nullptr;
    if (instruction.count() == 5)
      weights = llvm::MDBuilder(t.context).createBranchWeights(instruction.literal(3), instruction.literal(4));
    t.builder.CreateCondBr(condition, yes, no, weights);
  }
  t.builder.ClearInsertionPoint();
}

void switchOn(Translation &t, const Instruction &instruction) {
  if (!inBlock(t, instruction))
    return;
  llvm::Value *selector = t.integer(instruction, 0);
  llvm::BasicBlock *otherwise = selector ? t.block(instruction, 1) : nullptr;
  if (!otherwise || !t.require(selector->getType()->isIntegerTy(), instruction, "the selector is a scalar"))
    return;
  // SPIR-V, OpSwitch: literals are as wide as the selector: two words above 32 bits, one below.
  unsigned bits = selector->getType()->getIntegerBitWidth();
  uint32_t words = bits > 32 ? 2 : 1, stride = words + 1;
  if (!t.require((instruction.count() - 2) % stride == 0, instruction, "a case is cut off"))
    return;
  auto *made = t.builder.CreateSwitch(selector, otherwise, (instruction.count() - 2) / stride);
  llvm::SmallPtrSet<llvm::ConstantInt *, 32> seen;
  for (uint32_t i = 2; i < instruction.count(); i += stride) {
    uint64_t value = instruction.literal(i) | (words == 2 ? uint64_t(instruction.literal(i + 1)) << 32 : 0);
    llvm::APInt number(bits, value, false, true);
    llvm::BasicBlock *target = t.block(instruction, i + words);
    if (!target)
      return;
    auto *constant = llvm::ConstantInt::get(t.context, number);
    if (!t.require(seen.insert(constant).second, instruction, "a literal stands twice"))
      return;
    made->addCase(constant, target);
  }
  t.builder.ClearInsertionPoint();
}

void returnNothing(Translation &t, const Instruction &instruction) {
  if (!inBlock(t, instruction))
    return;
  if (t.require(t.state.function->getReturnType()->isVoidTy(), instruction, "the function returns a value"))
    t.builder.CreateRetVoid();
  t.builder.ClearInsertionPoint();
}

void returnValue(Translation &t, const Instruction &instruction) {
  if (!inBlock(t, instruction))
    return;
  llvm::Value *value = t.operand(instruction, 0);
  if (value && t.require(value->getType() == t.state.function->getReturnType(), instruction,
                         "the value has the function's result type"))
    t.builder.CreateRet(value);
  t.builder.ClearInsertionPoint();
}

/// A trap is reached, other than what says so behind it: its block is one that the function may end in.
void unreachable(Translation &t, const Instruction &instruction) {
  if (inBlock(t, instruction)) {
    const llvm::BasicBlock &block = *t.builder.GetInsertBlock();
    llvm::Type *result = t.state.function->getReturnType();
    if (block.empty() || !isA(block.back(), Operation::Trap))
      t.builder.CreateUnreachable();
    else if (result->isVoidTy())
      t.builder.CreateRetVoid();
    else
      t.builder.CreateRet(llvm::Constant::getNullValue(result));
  }
  t.builder.ClearInsertionPoint();
}

void phi(Translation &t, const Instruction &instruction) {
  llvm::Type *type = t.resultType(instruction);
  llvm::BasicBlock *block = t.builder.GetInsertBlock();
  // SPIR-V 2.4: phis come first in their block.
  if (!type ||
      !t.require(block && (block->empty() || llvm::isa<llvm::PHINode>(block->back())), instruction,
                 "stands behind other instructions of its block") ||
      !t.require(type->isFirstClassType(), instruction, "the type has no values"))
    return;
  llvm::PHINode *made = t.builder.CreatePHI(type, instruction.count() / 2);
  t.state.phis.emplace_back(&instruction, made);
  t.define(instruction, made);
}

void selectionMerge(Translation &, const Instruction &) {} // structure is found again by analysis

llvm::MDNode *loopHint(Translation &t, llvm::StringRef name, std::optional<uint32_t> number = std::nullopt) {
  llvm::SmallVector<llvm::Metadata *, 2> parts = {llvm::MDString::get(t.context, name)};
  if (number)
    parts.push_back(llvm::ConstantAsMetadata::get(t.int32(*number)));
  return llvm::MDNode::get(t.context, parts);
}

/// More copies of a loop's body do not pay, and the optimiser's time grows with their square.
constexpr uint32_t MostUnrolled = 256;

llvm::MDNode *unrollHint(Translation &t, uint32_t count) {
  return loopHint(t, "llvm.loop.unroll.count", std::min(count, MostUnrolled));
}

void loopMerge(Translation &t, const Instruction &instruction) {
  if (!inBlock(t, instruction))
    return;
  uint32_t control = instruction.literal(2), next = 3;
  llvm::MDNode *hint = nullptr;
  if (control & uint32_t(LoopControl::Unroll))
    hint = loopHint(t, "llvm.loop.unroll.enable");
  if (control & uint32_t(LoopControl::DontUnroll))
    hint = loopHint(t, "llvm.loop.unroll.disable");
  for (uint32_t bit = uint32_t(LoopControl::DependencyLength); bit <= uint32_t(LoopControl::PartialCount); bit <<= 1) {
    if (!(control & bit))
      continue;
    uint32_t operand = instruction.literal(next++);
    if (bit == uint32_t(LoopControl::PartialCount))
      hint = unrollHint(t, operand);
    if (bit == uint32_t(LoopControl::PeelCount))
      hint = loopHint(t, "llvm.loop.peeled.count", std::min(operand, MostUnrolled));
  }
  if (hint)
    t.state.loopHeaders.emplace_back(t.builder.GetInsertBlock(), hint);
}

void fillPhi(Translation &t, const Instruction &instruction, llvm::PHINode &made) {
  llvm::SmallDenseMap<llvm::BasicBlock *, llvm::Value *> incoming;
  for (uint32_t i = 0; i + 1 < instruction.count(); i += 2) {
    llvm::BasicBlock *parent = t.state.blocks.lookup(instruction.literal(i + 1));
    llvm::Value *value = t.operand(instruction, i);
    if (!value || !t.require(parent, instruction, "names a label that is not in this function") ||
        !t.require(value->getType() == made.getType(), instruction, "a value has another type than the result"))
      return;
    incoming[parent] = value;
  }
  // LLVM wants an entry for every edge, SPIR-V has one for every block.
  for (llvm::BasicBlock *parent : llvm::predecessors(made.getParent())) {
    llvm::Value *value = incoming.lookup(parent);
    // SPIR-V, OpPhi: there is exactly one parent for each predecessor.
    if (!t.require(value, instruction, "a predecessor is missing"))
      return;
    made.addIncoming(value, parent);
  }
}

/// Loop hints belong to the branches back to the header: those of blocks that come after it.
void attachLoopHints(Translation &t) {
  llvm::DenseMap<llvm::BasicBlock *, unsigned> order;
  for (llvm::BasicBlock &block : *t.state.function)
    order.try_emplace(&block, order.size());
  for (auto [header, hint] : t.state.loopHeaders) {
    llvm::MDNode *loop = llvm::MDNode::getDistinct(t.context, {nullptr, hint});
    loop->replaceOperandWith(0, loop);
    for (llvm::BasicBlock *parent : llvm::predecessors(header))
      if (order[parent] >= order[header])
        parent->getTerminator()->setMetadata(llvm::LLVMContext::MD_loop, loop);
  }
}

constexpr Handler controlFlowTable[] = {
    {Op::Phi, phi},
    {Op::LoopMerge, loopMerge},
    {Op::SelectionMerge, selectionMerge},
    {Op::Label, label},
    {Op::Branch, branch},
    {Op::BranchConditional, branchConditional},
    {Op::Switch, switchOn},
    {Op::Return, returnNothing},
    {Op::ReturnValue, returnValue},
    {Op::Unreachable, unreachable},
};

} // namespace

void finishControlFlow(Translation &t) {
  for (auto [instruction, made] : t.state.phis)
    if (t.ok())
      fillPhi(t, *instruction, *made);
  if (t.ok() && !t.state.loopHeaders.empty())
    attachLoopHints(t);
}

void addUnrollHint(Translation &t, uint32_t count) {
  llvm::MDNode *hint = count == 0            ? loopHint(t, "llvm.loop.unroll.enable")
                       : count == 1          ? loopHint(t, "llvm.loop.unroll.disable")
                       : count == UINT32_MAX ? loopHint(t, "llvm.loop.unroll.full")
                                             : unrollHint(t, count);
  t.state.loopHeaders.emplace_back(t.builder.GetInsertBlock(), hint);
}

std::span<const Handler> controlFlowHandlers() { return controlFlowTable; }

} // namespace lanecl::spirv
