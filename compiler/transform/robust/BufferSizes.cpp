#include "compiler/ir/AddressSpaces.h"
#include "compiler/ir/Attributes.h"
#include "compiler/ir/Images.h"
#include "compiler/ir/Operations.h"
#include "compiler/transform/Passes.h"

namespace lanecl {

using llvm::Type;

bool isSizedArgument(const llvm::Argument &argument) {
  auto *type = llvm::dyn_cast<llvm::PointerType>(argument.getType());
  return type && type->getAddressSpace() != space::Private && !argument.hasByValAttr() && !image::isImage(argument);
}

unsigned visibleArguments(const llvm::Function &kernel) {
  uint64_t count = kernel.arg_size();
  if (llvm::Attribute attribute = kernel.getFnAttribute(attribute::VisibleArguments); attribute.isValid())
    attribute.getValueAsString().getAsInteger(10, count);
  return static_cast<unsigned>(count);
}

void addBufferSizes(llvm::Function &kernel) {
  auto *i64 = Type::getInt64Ty(kernel.getContext());
  llvm::SmallVector<Type *> parameters(kernel.getFunctionType()->params());
  for (const llvm::Argument &argument : kernel.args())
    if (isSizedArgument(argument))
      parameters.push_back(i64);
  auto *made = llvm::Function::Create(llvm::FunctionType::get(kernel.getReturnType(), parameters, false),
                                      kernel.getLinkage(), "", kernel.getParent());
  made->copyAttributesFrom(&kernel);
  made->copyMetadata(&kernel, 0);
  made->addFnAttr(attribute::VisibleArguments, std::to_string(kernel.arg_size()));
  made->splice(made->begin(), &kernel);
  for (auto [from, to] : llvm::zip(kernel.args(), made->args())) {
    to.takeName(&from);
    from.replaceAllUsesWith(&to);
  }
  made->takeName(&kernel);
  kernel.replaceAllUsesWith(made);
  kernel.eraseFromParent();
}

} // namespace lanecl
