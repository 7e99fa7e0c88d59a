#include "compiler/jit/HostTarget.h"
#include "compiler/frontend/Guard.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include "llvm/TargetParser/X86TargetParser.h"
#include <mutex>

namespace lanecl::jit {
namespace {

struct IsaLevel {
  std::string_view name;
  const char *cpu; ///< psABI level that the name stands for
  unsigned vectorBits;
};
constexpr IsaLevel Levels[] = {{"sse4", "x86-64-v2", 128}, {"avx2", "x86-64-v3", 256}, {"avx512", "x86-64-v4", 512}};

bool hostHasAll(const llvm::StringMap<bool> &host, llvm::StringRef cpu) {
  llvm::SmallVector<llvm::StringRef, 64> needed;
  llvm::X86::getFeaturesForCPU(cpu, needed);
  return llvm::all_of(needed, [&](llvm::StringRef feature) {
    auto found = host.find(feature);
    return found == host.end() || found->second; // x87 and the like are not reported
  });
}

const IsaLevel &hostLevel(const llvm::StringMap<bool> &host) {
  for (const IsaLevel &level : llvm::reverse(Levels))
    if (hostHasAll(host, level.cpu))
      return level;
  return Levels[0];
}

// Features that belong to a wider level than the chosen one; the rest of what the host has may stay.
bool beyond(llvm::StringRef feature, const IsaLevel &level) {
  if (level.vectorBits < 512 && (feature.starts_with("avx512") || feature.starts_with("avx10") || feature == "evex512"))
    return true;
  bool isAvx = feature.starts_with("avx") || feature == "fma" || feature == "f16c" || feature == "fma4" ||
               feature == "xop" || feature == "vaes" || feature == "vpclmulqdq" || feature == "gfni" ||
               feature == "sha512" || feature == "sm3" || feature == "sm4";
  return level.vectorBits < 256 && isAvx;
}

std::string featureString(const llvm::StringMap<bool> &host, const IsaLevel &level) {
  llvm::SubtargetFeatures features;
  std::vector<std::pair<std::string, bool>> sorted;
  for (auto &entry : host)
    sorted.emplace_back(entry.first().str(), entry.second && !beyond(entry.first(), level));
  llvm::sort(sorted); // part of every cache key
  for (auto &[name, on] : sorted)
    features.AddFeature(name, on);
  return features.getString();
}

} // namespace

HostTarget hostTarget(std::string_view isa) {
  frontend::initializeLlvm();
  static std::once_flag once;
  std::call_once(once, [] {
    llvm::InitializeNativeTarget();
    llvm::InitializeNativeTargetAsmPrinter();
  });
  llvm::StringMap<bool> host = llvm::sys::getHostCPUFeatures();
  const IsaLevel *level = &hostLevel(host);
  bool restricted = false;
  for (const IsaLevel &wanted : Levels)
    if (wanted.name == isa && wanted.vectorBits < level->vectorBits) {
      level = &wanted;
      restricted = true;
    }
  HostTarget target;
  target.triple = llvm::sys::getProcessTriple();
  target.cpu = restricted ? level->cpu : llvm::sys::getHostCPUName().str();
  if (target.cpu.empty() || target.cpu == "generic")
    target.cpu = "x86-64";
  target.features = featureString(host, *level);
  target.info.cpu = llvm::sys::getHostCPUName().str();
  target.info.isa = level->name;
  target.info.nativeVectorBits = level->vectorBits;
  target.info.nativeHalf = level->vectorBits == 512 && host.lookup("avx512fp16");
  target.info.dotProducts = level->vectorBits == 512 && host.lookup("avx512vnni");
  if (auto machine = createTargetMachine(target))
    target.dataLayout = machine->createDataLayout().getStringRepresentation();
  return target;
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

} // namespace lanecl::jit
