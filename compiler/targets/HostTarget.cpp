#include "compiler/targets/HostTarget.h"
#include "compiler/targets/portable/Portable.h"
#include "compiler/targets/x86/CodeGenerator.h"
#include "compiler/targets/x86/X86.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include <mutex>

namespace lanecl::targets {
namespace {

/// Processors with machines of their own; all others are portable.
struct Family {
  llvm::Triple::ArchType arch;
  const char *triple; ///< where the host is of another family
  bool (*complete)(HostTarget &target, std::string_view isa);
  bool (*completeLeast)(HostTarget &target, std::string_view isa, llvm::ArrayRef<llvm::StringRef> more);
  void (*changeCodeGenerator)(llvm::TargetPassConfig &configuration, llvm::CodeGenOptLevel machineLevel,
                              SubPassObserver *observer); ///< null: as LLVM has it
};

constexpr Family Families[] = {
    {llvm::Triple::x86_64, "x86_64-unknown-linux-gnu", x86::complete, x86::completeLeast, x86::mendCodeGenerator},
};

const Family *familyOf(const llvm::Triple &triple) {
  auto *family = llvm::find_if(Families, [&](const Family &row) { return row.arch == triple.getArch(); });
  return family == std::end(Families) ? nullptr : family;
}

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
  const Family *family = familyOf(llvm::Triple(target.triple));
  if (isa == portable::Name || !family || !family->complete(target, isa))
    portable::complete(target);
  return described(std::move(target));
}

std::optional<HostTarget> leastTarget(std::string_view isa, llvm::ArrayRef<llvm::StringRef> more) {
  if (isa == portable::Name)
    return hostTarget(isa);
  initializeTarget();
  const std::string host = llvm::sys::getProcessTriple();
  for (const Family &family : Families) {
    HostTarget target;
    target.triple = &family == familyOf(llvm::Triple(host)) ? host : family.triple;
    if (!family.completeLeast(target, isa, more))
      continue;
    target = described(std::move(target));
    return target.dataLayout.empty() ? std::nullopt : std::optional(std::move(target));
  }
  return std::nullopt;
}

std::unique_ptr<llvm::TargetMachine> createTargetMachine(const HostTarget &target) {
  std::string error;
  llvm::Triple triple(target.triple);
  const llvm::Target *found = llvm::TargetRegistry::lookupTarget(triple, error);
  if (!found)
    return nullptr;
  llvm::TargetOptions options;
  options.EmulatedTLS = false;
  options.TrapUnreachable = true; // nothing runs into what lies behind a kernel
  // LaneCL IR says itself what may be contracted: `contract` flags, set by the translator as OpenCL C's
  // FP_CONTRACT and the build options ask.
  options.AllowFPOpFusion = llvm::FPOpFusion::Standard;
  return std::unique_ptr<llvm::TargetMachine>(found->createTargetMachine(triple, target.cpu, target.features, options,
                                                                         llvm::Reloc::PIC_, llvm::CodeModel::Small,
                                                                         llvm::CodeGenOptLevel::Default, /*JIT=*/true));
}

void changeCodeGenerator(const llvm::Triple &triple, llvm::TargetPassConfig &configuration,
                         llvm::CodeGenOptLevel machineLevel, SubPassObserver *observer) {
  const Family *family = familyOf(triple);
  if (family && family->changeCodeGenerator)
    family->changeCodeGenerator(configuration, machineLevel, observer);
}

} // namespace lanecl::targets
