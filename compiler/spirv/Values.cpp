#include "compiler/spirv/Values.h"
#include "llvm/IR/Constants.h"

namespace lanecl::spirv {

Values::~Values() {
  for (auto [id, placeholder] : placeholders_)
    placeholder->replaceAllUsesWith(llvm::PoisonValue::get(placeholder->getType()));
  for (auto [id, placeholder] : placeholders_)
    delete placeholder;
}

void Values::define(uint32_t id, llvm::Value *value) {
  values_[id] = value;
  // A copy of something that is not defined yet.
  if (auto *argument = llvm::dyn_cast<llvm::Argument>(value); argument && !argument->getParent())
    aliases_.emplace_back(argument, id);
  llvm::Argument *known = placeholder(id);
  if (!known)
    return;
  known->replaceAllUsesWith(value);
  for (auto &[alias, name] : aliases_)
    if (alias == known) {
      values_[name] = value;
      alias = llvm::dyn_cast<llvm::Argument>(value);
    }
  delete known;
  placeholders_.erase(id);
}

} // namespace lanecl::spirv
