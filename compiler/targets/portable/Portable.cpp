#include "compiler/targets/portable/Portable.h"
#include "compiler/targets/CopyLoop.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include <bit>

namespace lanecl::targets::portable {
namespace {

namespace loops {
#include "compiler/targets/AsyncCopyLoops.inc"
} // namespace loops

/// As LLVM tells: 128 bits at least, for narrower vectors are made of several registers anyway.
MachineFacts factsOf(llvm::TargetMachine &machine) {
  llvm::LLVMContext context;
  llvm::Module module("facts", context);
  module.setDataLayout(machine.createDataLayout());
  auto *type = llvm::FunctionType::get(llvm::Type::getVoidTy(context), false);
  auto *function = llvm::Function::Create(type, llvm::GlobalValue::ExternalLinkage, "f", module);
  auto target = machine.getTargetTransformInfo(*function);
  auto bits = target.getRegisterBitWidth(llvm::TargetTransformInfo::RGK_FixedWidthVector).getFixedValue();
  auto *vector = llvm::FixedVectorType::get(llvm::Type::getFloatTy(context), 4);
  MachineFacts facts;
  facts.name = Name;
  facts.vectorBits = std::bit_floor(std::max(128U, static_cast<unsigned>(bits)));
  facts.vectorRegisters = target.getNumberOfRegisters(target.getRegisterClassForType(true, vector));
  return facts;
}

} // namespace

void complete(HostTarget &target) {
  target.cpu = "generic";
  target.features.clear();
  auto machine = createTargetMachine(target);
  target.machine = std::make_shared<Machine>(machine ? factsOf(*machine) : MachineFacts{.name = Name});
}

const CopyLoops &copyLoops() noexcept {
  static constexpr CopyLoops made = {loops::copyLines, loops::copyPlanes};
  return made;
}

} // namespace lanecl::targets::portable
