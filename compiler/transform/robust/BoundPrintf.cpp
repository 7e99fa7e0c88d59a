#include "compiler/transform/robust/BoundPrintf.h"
#include "compiler/ir/AddressSpaces.h"
#include "compiler/ir/Operations.h"
#include "compiler/jit/PrintfFormat.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/Constants.h"

namespace lanecl {
namespace {

using llvm::Value;

/// The text of a constant that nobody can read past the end of.
std::optional<llvm::StringRef> textOf(const Value &value) {
  auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(&value);
  if (!variable || !variable->isConstant() || !variable->hasInitializer())
    return std::nullopt;
  const llvm::Constant *content = variable->getInitializer();
  if (content->isNullValue())
    return llvm::StringRef("");
  auto *letters = llvm::dyn_cast<llvm::ConstantDataArray>(content);
  if (!letters || !letters->isString() || letters->getAsString().empty() || letters->getAsString().back() != 0)
    return std::nullopt;
  return letters->getAsString();
}

/// What the pointer may be made of, if that is texts only.
llvm::SmallVector<llvm::StringRef, 2> textsOf(const Value &pointer) {
  llvm::SmallVector<const Value *, 4> objects;
  llvm::getUnderlyingObjects(&pointer, objects, nullptr, /*MaxLookup=*/0);
  llvm::SmallVector<llvm::StringRef, 2> texts;
  for (const Value *object : objects)
    if (auto text = textOf(*object))
      texts.push_back(*text);
    else
      return {};
  return texts;
}

} // namespace

bool readsTexts(const llvm::Instruction &instruction) {
  auto operation = operationOf(instruction);
  return operation == Operation::Printf || operation == Operation::AssertFail;
}

void boundPrintf(llvm::CallInst &call, InsideTests &tests, llvm::IRBuilder<> &b) {
  auto *ptr = llvm::PointerType::get(call.getContext(), space::Private);
  auto bounded = [&](Value *pointer) -> Value * {
    Value *room = tests.roomOf(pointer, call);
    b.SetInsertPoint(&call);
    Value *pair = llvm::PoisonValue::get(llvm::FixedVectorType::get(ptr, 2));
    pair = b.CreateInsertElement(pair, b.CreateAddrSpaceCast(pointer, ptr), b.getInt32(0));
    return b.CreateInsertElement(pair, b.CreateIntToPtr(room, ptr), b.getInt32(1));
  };
  auto isText = [&](Value *pointer) { // and nothing else, from its start on or a certain place
    return !textsOf(*pointer).empty() && !tests.insideOf(pointer, b.getInt64(1), call);
  };
  llvm::SmallVector<Value *, 8> operands(call.args());
  auto *format = llvm::dyn_cast<llvm::GlobalVariable>(operands[0]->stripPointerCasts());
  auto text = format ? textOf(*format) : std::nullopt;
  auto conversions = text ? jit::printfConversions(text->str().c_str()) : std::nullopt;
  for (auto [index, operand] : llvm::enumerate(llvm::drop_begin(operands))) {
    bool isRead = !conversions || (index < conversions->size() && (*conversions)[index] == 's');
    if (isRead && operand->getType()->isPointerTy() && !isText(operand))
      operand = bounded(operand);
  }
  if (!isText(operands[0])) {
    operands.insert(operands.begin() + 1, bounded(operands[0]));
    operands[0] = llvm::Constant::getNullValue(operands[0]->getType());
  }
  b.SetInsertPoint(&call);
  llvm::CallInst *made = b.CreateCall(call.getFunctionType(), call.getCalledOperand(), operands);
  made->setAttributes(
      llvm::AttributeList::get(call.getContext(), call.getAttributes().getFnAttrs(), llvm::AttributeSet(), {}));
  call.replaceAllUsesWith(made);
  call.eraseFromParent();
}

} // namespace lanecl
