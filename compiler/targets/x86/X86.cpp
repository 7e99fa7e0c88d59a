#include "compiler/targets/x86/X86.h"
#include "compiler/targets/x86/X86Machine.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/SubtargetFeature.h"
#include "llvm/TargetParser/X86TargetParser.h"

namespace lanecl::targets::x86 {
namespace {

struct LevelRow {
  Level level;
  const char *cpu; ///< psABI level that the name stands for
  MachineFacts facts;
};

/// What gathers and scatters take of what as many accesses do.
constexpr double OfInstructions = 0.6;

constexpr MachineFacts factsOf(Level level, const char *name, unsigned vectorBits) {
  MachineFacts facts = {.name = name, .libraryForms = name, .vectorBits = vectorBits, .gathersAtomically = true};
  if (level >= Level::Avx2) {
    facts.fusesProducts = true;
    facts.convertsHalf = true;
  } else { // some forty instructions a conversion (transform/finish/SoftwareFloats)
    facts.timing.halfInstructions = 40;
    facts.timing.halfConversions = 30;
  }
  if (level >= Level::Avx512) {
    facts.vectorRegisters = 32;
    facts.maskRegisters = facts.rotates = true;
    facts.cheapMaskedStores = true;
    facts.access.maskedLoad = facts.access.maskedStore = 0;
  } else { // of Zen 3 and Skylake
    facts.timing.window = 256;
    facts.timing.other = 1;
  }
  return facts;
}

constexpr LevelRow Levels[] = {
#define LANECL_ISA_LEVEL(id, name, level, bits) {Level::id, level, factsOf(Level::id, name, bits)},
#include "compiler/image/IsaLevels.def"
};

const LevelRow *levelNamed(std::string_view isa) {
  auto *row = llvm::find_if(Levels, [&](const LevelRow &candidate) { return candidate.facts.name == isa; });
  return row == std::end(Levels) ? nullptr : row;
}

bool hostHasAll(const llvm::StringMap<bool> &host, llvm::StringRef cpu) {
  llvm::SmallVector<llvm::StringRef, 64> needed;
  llvm::X86::getFeaturesForCPU(cpu, needed);
  return llvm::all_of(needed, [&](llvm::StringRef feature) {
    auto found = host.find(feature);
    return found == host.end() || found->second; // x87 and the like are not reported
  });
}

/// Null when it has less than the least.
const LevelRow *hostLevel(const llvm::StringMap<bool> &host) {
  for (const LevelRow &row : llvm::reverse(Levels))
    if (hostHasAll(host, row.cpu))
      return &row;
  return nullptr;
}

// Features that belong to another level than the chosen one; the rest of what the host has may stay.
bool isOfOther(llvm::StringRef feature, Level level) {
  if (feature == "sse4a") // its instructions have no form for AVX: one beside full registers takes 220 ns (Zen 3)
    return level >= Level::Avx2;
  if (level < Level::Avx512 && (feature.starts_with("avx512") || feature.starts_with("avx10") || feature == "evex512"))
    return true;
  bool isAvx = feature.starts_with("avx") || feature == "fma" || feature == "f16c" || feature == "fma4" ||
               feature == "xop" || feature == "vaes" || feature == "vpclmulqdq" || feature == "gfni" ||
               feature == "sha512" || feature == "sm3" || feature == "sm4";
  return level < Level::Avx2 && isAvx;
}

std::string featureString(const llvm::StringMap<bool> &host, Level level) {
  llvm::SubtargetFeatures features;
  std::vector<std::pair<std::string, bool>> sorted;
  for (auto &entry : host)
    sorted.emplace_back(entry.first().str(), entry.second && !isOfOther(entry.first(), level));
  llvm::sort(sorted); // part of every cache key
  for (auto &[name, on] : sorted)
    features.AddFeature(name, on);
  return features.getString();
}

/// Whether LLVM takes the machine's gathers: AVX2's only where they are fast, none where that is asked.
bool takesGathers(const HostTarget &target, Level level) {
  std::string error;
  const llvm::Triple triple(target.triple);
  const llvm::Target *found = llvm::TargetRegistry::lookupTarget(triple, error);
  std::unique_ptr<llvm::MCSubtargetInfo> facts(found ? found->createMCSubtargetInfo(triple, target.cpu, target.features)
                                                     : nullptr);
  const char *wanted = level >= Level::Avx512 ? "-prefer-no-gather" : "+avx2,+fast-gather,-prefer-no-gather";
  return facts && facts->checkFeatures(wanted);
}

/// `target`: but for the machine.
std::shared_ptr<const Machine> machineOf(const LevelRow &row, const HostTarget &target,
                                         const llvm::StringMap<bool> &features) {
  Extensions extensions;
  if (row.level >= Level::Avx512)
    extensions = {features.lookup("avx512fp16"), features.lookup("avx512vnni"),
                  features.lookup("avx512vbmi") && features.lookup("avx512vbmi2")};
  MachineFacts facts = row.facts;
  facts.wordGathers = takesGathers(target, row.level);
  if (facts.wordGathers && row.level >= Level::Avx512) { // one instruction each
    for (AccessTiming::Costs *costs : {&facts.access.loads, &facts.access.stores})
      costs->scattered *= OfInstructions, costs->own *= OfInstructions;
  }
  return std::make_shared<X86Machine>(facts, row.level, extensions);
}

} // namespace

bool complete(HostTarget &target, std::string_view isa) {
  llvm::StringMap<bool> host = llvm::sys::getHostCPUFeatures();
  const LevelRow *row = hostLevel(host), *wanted = levelNamed(isa);
  if (!row)
    return false;
  if (wanted && wanted->level < row->level)
    row = wanted;
  // The host's also where it has to do with less: its costs stay, and the features say what it may use.
  target.cpu = llvm::sys::getHostCPUName().str();
  if (target.cpu.empty() || target.cpu == "generic")
    target.cpu = "x86-64";
  target.features = featureString(host, row->level);
  target.machine = machineOf(*row, target, host);
  return true;
}

bool completeLeast(HostTarget &target, std::string_view isa, llvm::ArrayRef<llvm::StringRef> more) {
  const LevelRow *row = levelNamed(isa);
  if (!row)
    return false;
  llvm::StringMap<bool> has;
  llvm::SubtargetFeatures features;
  for (llvm::StringRef feature : more) {
    has[feature] = true;
    features.AddFeature(feature);
  }
  target.cpu = row->cpu;
  target.features = features.getString();
  target.machine = machineOf(*row, target, has);
  return true;
}

} // namespace lanecl::targets::x86
