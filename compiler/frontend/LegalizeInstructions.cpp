// Instructions that the back end combines wrongly, and what it drops: one traversal of all of them.
#include "compiler/frontend/Legalize.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Metadata.h"
#include "llvm/Transforms/Utils/Local.h"

namespace lanecl::frontend {

// zext(trunc x), zext(sext x): the back end makes one `and` of it, whose operands have different widths, or dies.
static void maskExtension(llvm::ZExtInst &extension) {
  auto *inner = llvm::dyn_cast<llvm::CastInst>(extension.getOperand(0));
  if (!inner || !llvm::isa<llvm::TruncInst, llvm::SExtInst>(inner))
    return;
  llvm::IRBuilder<> builder(&extension);
  llvm::Type *type = extension.getType();
  llvm::APInt mask = llvm::APInt::getLowBitsSet(type->getScalarSizeInBits(), inner->getType()->getScalarSizeInBits());
  llvm::Value *wide = llvm::isa<llvm::SExtInst>(inner) ? builder.CreateSExt(inner->getOperand(0), type)
                                                       : builder.CreateZExtOrTrunc(inner->getOperand(0), type);
  extension.replaceAllUsesWith(builder.CreateAnd(wide, llvm::ConstantInt::get(type, mask)));
  extension.eraseFromParent();
  llvm::RecursivelyDeleteTriviallyDeadInstructions(inner);
}

static bool isOutside(const llvm::Value &vector, const llvm::Value &index) {
  auto *type = llvm::dyn_cast<llvm::FixedVectorType>(vector.getType());
  auto *number = llvm::dyn_cast<llvm::ConstantInt>(&index);
  return type && number && number->getValue().uge(type->getNumElements());
}

// A component that a vector does not have: undefined where it is reached, which it need not be, and in SPIR-V no valid
// module. It reads as zero, and what is written there is dropped.
static void replaceOutside(llvm::Instruction &instruction) {
  llvm::Value *instead = nullptr;
  if (auto *read = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction)) {
    if (isOutside(*read->getVectorOperand(), *read->getIndexOperand()))
      instead = llvm::Constant::getNullValue(read->getType());
  } else if (auto *write = llvm::dyn_cast<llvm::InsertElementInst>(&instruction)) {
    if (isOutside(*write, *write->getOperand(2)))
      instead = write->getOperand(0);
  }
  if (!instead)
    return;
  instruction.replaceAllUsesWith(instead);
  instruction.eraseFromParent();
}

// The index of a component may be a bool in the source (SPIR-V: "Index must be a scalar integer", which OpTypeBool is
// not).
static void widenIndex(llvm::Instruction &instruction) {
  const unsigned operand = llvm::isa<llvm::ExtractElementInst>(instruction)  ? 1
                           : llvm::isa<llvm::InsertElementInst>(instruction) ? 2
                                                                             : 0;
  if (operand == 0 || !instruction.getOperand(operand)->getType()->isIntegerTy(1))
    return;
  llvm::IRBuilder<> builder(&instruction);
  instruction.setOperand(operand, builder.CreateZExt(instruction.getOperand(operand), builder.getInt32Ty()));
}

void lowerInstructions(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::BasicBlock &block : function)
      for (llvm::Instruction &instruction : llvm::make_early_inc_range(block))
        if (auto *extension = llvm::dyn_cast<llvm::ZExtInst>(&instruction))
          maskExtension(*extension);
        else {
          widenIndex(instruction);
          replaceOutside(instruction);
        }
}

} // namespace lanecl::frontend
