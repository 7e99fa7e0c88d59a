#include "compiler/transform/robust/BoundPrintf.h"
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

void boundPrintf(llvm::CallInst &call, InsideTests &tests, llvm::IRBuilder<> &b) {
  auto keepText = [&](unsigned operand) {
    Value *pointer = call.getArgOperand(operand);
    auto *null = llvm::Constant::getNullValue(pointer->getType());
    Value *inside = textsOf(*pointer).empty() ? b.getFalse() : tests.insideOf(pointer, b.getInt64(1), call);
    b.SetInsertPoint(&call);
    if (inside)
      call.setArgOperand(operand, b.CreateSelect(inside, pointer, null));
  };
  llvm::SmallVector<bool, 8> isText(call.arg_size(), false);
  for (llvm::StringRef format : textsOf(*call.getArgOperand(0))) {
    // Which specifiers are read is certain only of one whole text.
    bool isWhole = llvm::isa<llvm::GlobalVariable>(call.getArgOperand(0)->stripPointerCasts());
    auto conversions = isWhole ? jit::printfConversions(format.str().c_str()) : std::nullopt;
    for (unsigned i = 1; i < call.arg_size(); ++i)
      isText[i] |= !conversions || (i <= conversions->size() && (*conversions)[i - 1] == 's');
  }
  keepText(0);
  for (unsigned i = 1; i < call.arg_size(); ++i)
    if (isText[i] && call.getArgOperand(i)->getType()->isPointerTy())
      keepText(i);
}

} // namespace lanecl
