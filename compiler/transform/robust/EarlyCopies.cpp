#include "compiler/transform/robust/EarlyCopies.h"
#include "compiler/ir/Operations.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IntrinsicInst.h"

namespace lanecl {
namespace {

using llvm::Value;

constexpr unsigned CopiedDepth = 8;

} // namespace

bool isConstantLoad(const Value &value) {
  auto *load = llvm::dyn_cast<llvm::LoadInst>(&value);
  return load && load->isSimple() && load->hasMetadata(llvm::LLVMContext::MD_invariant_load) &&
         llvm::isa<llvm::Argument>(llvm::getUnderlyingObject(load->getPointerOperand())) &&
         llvm::isSafeToSpeculativelyExecute(load);
}

Value *EarlyCopies::of(Value &value, unsigned depth) {
  if (llvm::isa<llvm::Argument, llvm::Constant>(value))
    return &value;
  auto *instruction = llvm::dyn_cast<llvm::Instruction>(&value);
  if (instruction && isA(value, Operation::Uniform) && instruction->getParent() == b_.GetInsertBlock())
    return &value;
  bool isArithmetic =
      instruction &&
      (llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::SelectInst, llvm::ICmpInst, llvm::GetElementPtrInst>(
           instruction) ||
       isConstantLoad(value));
  bool isClamp = instruction && llvm::isa<llvm::MinMaxIntrinsic>(instruction);
  if (!(isArithmetic || isClamp) || depth > CopiedDepth || !llvm::isSafeToSpeculativelyExecute(instruction))
    return nullptr;
  if (Value *known = copies_.lookup(&value))
    return known;
  llvm::SmallVector<Value *, 3> operands;
  for (llvm::Use &use : instruction->operands())
    if (Value *operand = of(*use, depth + 1))
      operands.push_back(operand);
    else
      return nullptr;
  llvm::Instruction *copy = instruction->clone();
  copy->dropPoisonGeneratingFlags();
  for (auto [use, operand] : llvm::zip(copy->operands(), operands))
    use.set(operand);
  return copies_[&value] = b_.Insert(copy);
}

} // namespace lanecl
