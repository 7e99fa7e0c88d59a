#include "compiler/transform/groups/KernelBodies.h"

namespace lanecl {

/// Instructions of all regions together, where each reaches past many loops that yield.
constexpr uint64_t MaxYieldingCode = 20000;

bool KernelBodies::runsRoundRobin() const {
  return full.regions.size() > MaxSeparateRegions ||
         (yields() && uint64_t(full.regions.size()) * full.function->getInstructionCount() > MaxYieldingCode);
}

uint64_t KernelBodies::waitsAtOffset() const { return llvm::alignTo(valueBytes(), 4); }

uint64_t KernelBodies::contextBytes() const {
  llvm::Align align =
      std::max({full.contextAlign, tail ? tail->contextAlign : llvm::Align(), llvm::Align(parts() ? 4 : 1)});
  return llvm::alignTo(parts() ? waitsAtOffset() + 4 : valueBytes(), align);
}

} // namespace lanecl
