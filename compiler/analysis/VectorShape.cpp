#include "compiler/analysis/VectorShape.h"
#include "compiler/analysis/ShapeTransfer.h"
#include "llvm/IR/IntrinsicInst.h"

namespace lanecl::simd {

using llvm::Instruction;

const llvm::Value *extendedInPlace(const Instruction &instruction) {
  auto *left =
      instruction.getOpcode() == Instruction::AShr ? llvm::dyn_cast<Instruction>(instruction.getOperand(0)) : nullptr;
  auto *amount = left ? llvm::dyn_cast<llvm::ConstantInt>(instruction.getOperand(1)) : nullptr;
  bool isSame = amount && left->getOpcode() == Instruction::Shl && left->getOperand(1) == amount;
  return isSame ? left->getOperand(0) : nullptr;
}

ShapeAnalysis::ShapeAnalysis(llvm::Function &function, llvm::UniformityInfo &uniformity, const MaskPlan &plan,
                             const PrivateLayout &layout, unsigned width)
    : uniformity_(uniformity) {
  const ShapeTransfer transfer(*this, function, plan, layout, width);
  constexpr unsigned EnoughSweeps = 40; // after which nothing gets better: what still changes is given up
  unsigned sweeps = 0;
  for (bool changed = true; changed; ++sweeps) {
    changed = false;
    for (llvm::BasicBlock *block : plan.order())
      for (const Instruction &instruction : *block) {
        if (instruction.getType()->isVoidTy() || !uniformity.isDivergent(&instruction))
          continue;
        Shape next = transfer.of(instruction), &current = shapes_[&instruction];
        if (current.isVarying() || next == current)
          continue;
        current = sweeps < EnoughSweeps ? next : Shape::varying();
        changed = true;
      }
  }
  for (auto &[value, shape] : shapes_) {
    if (shape.kind == Shape::Unknown)
      shape = Shape::varying();
    if (!shape.guard)
      continue;
    tested_.insert(shape.guard);
    if (auto *cast = llvm::dyn_cast<llvm::CastInst>(shape.guard))
      tested_.insert(cast->getOperand(0));
  }
}

Shape ShapeAnalysis::of(const llvm::Value *value) const {
  if (auto found = shapes_.find(value); found != shapes_.end())
    return found->second;
  if (auto *instruction = llvm::dyn_cast<Instruction>(value))
    return uniformity_.isDivergent(instruction) ? Shape() : Shape::uniform();
  if (auto *argument = llvm::dyn_cast<llvm::Argument>(value))
    return uniformity_.isDivergent(argument) ? Shape::varying() : Shape::uniform();
  return Shape::uniform(); // constants, blocks, metadata
}

bool ShapeAnalysis::isMadeExact(const llvm::Value *value) const {
  constexpr unsigned Made[] = {Instruction::PHI,   Instruction::Add,    Instruction::Sub,   Instruction::Or,
                               Instruction::Mul,   Instruction::Shl,    Instruction::SExt,  Instruction::ZExt,
                               Instruction::Trunc, Instruction::Select, Instruction::Freeze};
  auto *instruction = llvm::dyn_cast<Instruction>(value);
  if (!instruction || !value->getType()->isIntegerTy() || value->getType()->getIntegerBitWidth() >= 64 ||
      !llvm::is_contained(Made, instruction->getOpcode()))
    return false;
  Shape shape = of(value);
  return shape.isLinear() && shape.nsw && shape.guard != value;
}

bool ShapeAnalysis::isTestedBefore(const llvm::Value &guard) const {
  auto *cast = llvm::dyn_cast<llvm::CastInst>(&guard);
  return cast && of(cast->getOperand(0)).guard;
}

const llvm::Value *ShapeAnalysis::mostlyOf(const Instruction &guard) const {
  if (of(&guard).guard != &guard)
    return nullptr;
  if (auto *choice = llvm::dyn_cast<llvm::SelectInst>(&guard))
    return ShapeGuards(*this).likelyOf(*choice);
  auto *clamp = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&guard);
  return clamp ? clamp->getArgOperand(of(clamp->getArgOperand(0)).isLinear() ? 0 : 1) : nullptr;
}

} // namespace lanecl::simd
