#include "compiler/targets/HostTarget.h"
#include "compiler/targets/portable/Portable.h"
#include "compiler/targets/x86/MaskMoves.h"
#include "compiler/targets/x86/X86.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include <mutex>

namespace lanecl::targets {
namespace {

void initializeTarget() {
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
  });
}

/// What follows from the rest.
HostTarget described(HostTarget target) {
  target.info.cpu = llvm::sys::getHostCPUName().str();
  target.info.isa = target.machine->name;
  target.info.nativeVectorBits = target.machine->vectorBits;
  target.info.nativeHalf = target.machine->nativeHalf;
  target.info.dotProducts = target.machine->dotProducts;
  if (auto machine = createTargetMachine(target))
    target.dataLayout = machine->createDataLayout().getStringRepresentation();
  return target;
}

} // namespace

HostTarget hostTarget(std::string_view isa) {
  initializeTarget();
  HostTarget target;
  target.triple = llvm::sys::getProcessTriple();
  if (isa == portable::Name || !x86::complete(target, isa))
    portable::complete(target);
  return described(std::move(target));
}

std::optional<HostTarget> leastTarget(std::string_view isa, llvm::ArrayRef<llvm::StringRef> more) {
  initializeTarget();
  HostTarget target;
  target.triple = llvm::sys::getProcessTriple();
  if (isa == portable::Name)
    portable::complete(target);
  else if (!x86::completeLeast(target, isa, more))
    return std::nullopt;
  return described(std::move(target));
}

std::unique_ptr<llvm::TargetMachine> createTargetMachine(const HostTarget &target) {
  std::string error;
  llvm::Triple triple(target.triple);
  const llvm::Target *found = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!found)
    return nullptr;
  llvm::TargetOptions options;
  options.EmulatedTLS = false;
  // LaneCL IR says itself what may be contracted: `contract` flags, set by the translator as OpenCL C's
  // FP_CONTRACT and the build options ask.
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  return std::unique_ptr<llvm::TargetMachine>(found->createTargetMachine(triple, target.cpu, target.features, options,
                                                                         llvm::Reloc::PIC_, llvm::CodeModel::Small,
                                                                         llvm::CodeGenOptLevel::Default, /*JIT=*/true));
}

void changeCodeGenerator(const llvm::Triple &triple, llvm::TargetPassConfig &configuration) {
  if (triple.isX86())
    x86::keepMaskMoves(configuration);
}

} // namespace lanecl::targets
