#include "compiler/Backend.h"

namespace lanecl::compiler {

std::unique_ptr<llvm::TargetMachine> Backend::takeMachine() {
  {
    std::lock_guard lock(mutex_);
    if (!machines_.empty()) {
      auto machine = std::move(machines_.back());
      machines_.pop_back();
      return machine;
    }
  }
  return targets::createTargetMachine(target);
}

void Backend::giveMachine(std::unique_ptr<llvm::TargetMachine> machine) {
  std::lock_guard lock(mutex_);
  machines_.push_back(std::move(machine));
}

} // namespace lanecl::compiler
