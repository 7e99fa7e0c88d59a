#include "compiler/ir/VersionChoices.h"
#include "compiler/ir/Operations.h"
#include "llvm/Transforms/Utils/Local.h"

namespace lanecl {
namespace {

using llvm::BasicBlock, llvm::Instruction, llvm::Value;

/// Of a choice's branch: its edges lead to versions.
unsigned declaration(llvm::LLVMContext &context) { return context.getMDKindID("lanecl.versions"); }
/// Of what a choice is made by: it is a condition with two alternatives, its operands; a text says that the first may
/// be asked alone. What passes make of it by other instructions has no such name any more: it is one condition then.
unsigned alternatives(llvm::LLVMContext &context) { return context.getMDKindID("lanecl.alternatives"); }
constexpr llvm::StringLiteral FirstSuffices = "first suffices";

Value *createNamed(llvm::IRBuilderBase &builder, Value &first, Value &second, llvm::ArrayRef<llvm::Metadata *> name) {
  Value *either = builder.CreateOr(&first, &second);
  if (auto *made = llvm::dyn_cast<Instruction>(either); made && made != &first && made != &second)
    made->setMetadata(alternatives(builder.getContext()), llvm::MDNode::get(builder.getContext(), name));
  return either;
}

} // namespace

bool isVersionChoice(const Instruction &terminator) {
  return terminator.hasMetadata(declaration(terminator.getContext()));
}

Instruction *alternativesOf(const llvm::BranchInst &choice) {
  auto *either = llvm::dyn_cast<Instruction>(choice.getCondition());
  return either && either->hasMetadata(alternatives(either->getContext())) ? either : nullptr;
}

void declareVersions(llvm::BranchInst &choice) {
  llvm::LLVMContext &context = choice.getContext();
  choice.setMetadata(declaration(context), llvm::MDNode::get(context, {}));
}

Value *createAlternatives(llvm::IRBuilderBase &builder, Value &first, Value &second) {
  auto opaque = [&](Value &condition) { return createOperation(builder, Operation::Uniform, {&condition}); };
  return createNamed(builder, *opaque(first), *opaque(second),
                     llvm::MDString::get(builder.getContext(), FirstSuffices));
}

Value *createCheapAlternatives(llvm::IRBuilderBase &builder, Value &first, Value &second) {
  return createNamed(builder, first, second, {});
}

bool askFirstAlone(llvm::Function &body) {
  bool found = false;
  for (BasicBlock &block : body) {
    auto *choice = llvm::dyn_cast<llvm::BranchInst>(block.getTerminator());
    auto *either = choice && choice->isConditional() && isVersionChoice(*choice) ? alternativesOf(*choice) : nullptr;
    if (!either || either->getMetadata(alternatives(body.getContext()))->getNumOperands() == 0)
      continue;
    choice->setCondition(either->getOperand(0));
    llvm::RecursivelyDeleteTriviallyDeadInstructions(either);
    found = true;
  }
  return found;
}

void copyDeclaration(const llvm::Instruction &choice, llvm::Instruction &made) {
  made.copyMetadata(choice, {declaration(choice.getContext())});
}

} // namespace lanecl
