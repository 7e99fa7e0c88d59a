// What the machine offers: CPUID, hwloc for the caches, sysfs for the clock, the cgroup for the memory. The compiler
// asks LLVM for the same CPU (compiler/targets/HostTarget); here there is none of it, for devices are listed without
// loading the compiler. Both go by compiler/image/IsaLevels.def.
#include "runtime/Config.h"
#include "runtime/Device.h"
#include <algorithm>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <hwloc.h>
#include <string_view>
#include <sys/auxv.h>
#include <unistd.h>
#include <vector>
#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace lanecl {
namespace {

/// The first number in a file; 0 if there is none (a file that says "max", or no file).
uint64_t numberIn(const std::filesystem::path &path) {
  std::ifstream file(path);
  uint64_t number = 0;
  return file >> number ? number : 0;
}

#if defined(__x86_64__)
struct CpuId {
  unsigned a = 0, b = 0, c = 0, d = 0;
  explicit CpuId(unsigned leaf, unsigned sub = 0) {
    if (__get_cpuid_max(leaf & 0x80000000u, nullptr) >= leaf)
      __cpuid_count(leaf, sub, a, b, c, d);
  }
};

void readCpu(HostFacts &facts) {
  CpuId first(0);
  const unsigned makers[] = {first.b, first.d, first.c};
  facts.vendor.assign(reinterpret_cast<const char *>(makers), sizeof(makers));
  facts.vendorId = facts.vendor == "GenuineIntel" ? 0x8086 : facts.vendor == "AuthenticAMD" ? 0x1022 : 0;
  facts.signature = CpuId(1).a;
  for (unsigned leaf = 0x80000002u; leaf <= 0x80000004u; ++leaf) {
    CpuId part(leaf);
    const unsigned words[] = {part.a, part.b, part.c, part.d};
    facts.cpuName.append(reinterpret_cast<const char *>(words), sizeof(words));
  }
  facts.cpuName.resize(std::strlen(facts.cpuName.c_str()));
  std::size_t begin = facts.cpuName.find_first_not_of(' '), end = facts.cpuName.find_last_not_of(' ');
  facts.cpuName = begin == std::string::npos ? facts.vendor : facts.cpuName.substr(begin, end - begin + 1);
}

struct IsaRow {
  IsaFacts facts;
  bool isOfHost; ///< the host has all of it
};

/// From the least on.
std::vector<IsaRow> isaRows() {
  return {
      {{}, true},
#define LANECL_ISA_LEVEL(id, name, level, bits) {{name, bits}, __builtin_cpu_supports(level) != 0},
#include "compiler/image/IsaLevels.def"
  };
}

/// What a processor may have beside the level. All of it is AVX-512's.
void addExtensions(IsaFacts &facts) {
  facts.nativeHalf = facts.vectorBits == 512 && __builtin_cpu_supports("avx512fp16");
  facts.dotProducts = facts.vectorBits == 512 && __builtin_cpu_supports("avx512vnni");
}

/// Register XCR0: the state that the system saves for its threads, and so the instructions that they may use.
uint64_t enabledState() {
  constexpr unsigned HasXgetbv = 1u << 27; // leaf 1, ecx
  if (!(CpuId(1).c & HasXgetbv))
    return 0;
  uint32_t low = 0, high = 0;
  asm("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return uint64_t(high) << 32 | low;
}

// Model and features: of each leaf the registers that have nothing else in them.
std::string identify() {
  CpuId maker(0), model(1), features(7), more(7, 1), state(13, 1), extended(0x80000001u), sizes(0x80000008u);
  const unsigned words[] = {maker.b,    maker.c, maker.d, model.a, model.c,    model.d,    features.b, features.c,
                            features.d, more.a,  more.d,  state.a, extended.c, extended.d, sizes.b};
  std::string text;
  for (unsigned word : words)
    text += std::to_string(word) + ".";
  return text + std::to_string(enabledState());
}
#else
std::string identify() { return std::to_string(getauxval(AT_HWCAP)) + "." + std::to_string(getauxval(AT_HWCAP2)); }
void readCpu(HostFacts &facts) { facts.cpuName = facts.vendor = "CPU"; }
#endif

/// MHz: what the kernel's frequency driver allows, else what /proc/cpuinfo shows at the moment.
uint32_t readClock() {
  if (uint64_t kHz = numberIn("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq"))
    return static_cast<uint32_t>(kHz / 1000);
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);)
    if (line.starts_with("cpu MHz"))
      return static_cast<uint32_t>(std::strtod(line.c_str() + line.find(':') + 1, nullptr));
  return 0;
}

struct Cache {
  uint64_t level = 0, bytes = 0, lineBytes = 0;
};

void addCache(HostFacts &facts, const Cache &cache) {
  facts.cacheBytes = std::max(facts.cacheBytes, cache.bytes);
  if (cache.level <= 2)
    facts.localCacheBytes = std::max(facts.localCacheBytes, cache.bytes);
  if (cache.lineBytes)
    facts.cacheLineBytes = static_cast<uint32_t>(cache.lineBytes);
}

/// The data caches of a CPU as the kernel lists them. False where it lists none.
bool readListedCaches(HostFacts &facts) {
  const std::filesystem::path folder = "/sys/devices/system/cpu/cpu0/cache";
  bool any = false;
  for (unsigned i = 0;; ++i) {
    std::filesystem::path entry = folder / ("index" + std::to_string(i));
    std::string type, size;
    if (!(std::ifstream(entry / "type") >> type))
      return any;
    if (type == "Instruction" || !(std::ifstream(entry / "size") >> size) || !size.ends_with('K'))
      continue;
    addCache(facts,
             {numberIn(entry / "level"), numberIn(entry / "size") << 10, numberIn(entry / "coherency_line_size")});
    any = true;
  }
}

// hwloc knows more systems, but loads its plugins, and asks every CPU in turn: milliseconds, on a busy machine many.
void readCaches(HostFacts &facts) {
  if (readListedCaches(facts))
    return;
  hwloc_topology_t topology;
  if (hwloc_topology_init(&topology))
    return;
  hwloc_topology_set_all_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_NONE);
  hwloc_topology_set_cache_types_filter(topology, HWLOC_TYPE_FILTER_KEEP_ALL);
  if (hwloc_topology_load(topology) == 0) {
    hwloc_obj_t unit = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PU, 0);
    for (hwloc_obj_t object = unit; object; object = object->parent) {
      if (!hwloc_obj_type_is_dcache(object->type))
        continue;
      addCache(facts, {object->attr->cache.depth, object->attr->cache.size, object->attr->cache.linesize});
    }
  }
  hwloc_topology_destroy(topology);
}

/// The least limit of the process's memory cgroup and those above it; ~0 without one.
uint64_t cgroupMemoryLimit() {
  uint64_t limit = ~uint64_t{0};
  std::ifstream groups("/proc/self/cgroup");
  for (std::string line; std::getline(groups, line);) {
    // "hierarchy:controllers:path"; version 2 has hierarchy 0 and no controllers.
    std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos)
      continue;
    std::string controllers = line.substr(first + 1, second - first - 1), path = line.substr(second + 1);
    bool version2 = controllers.empty();
    if (!version2 && controllers != "memory")
      continue;
    std::filesystem::path root = version2 ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory";
    const char *file = version2 ? "memory.max" : "memory.limit_in_bytes";
    // Inside a container the path may be the host's and not exist: the root is then the container's own group.
    for (std::filesystem::path group = path;; group = group.parent_path()) {
      if (uint64_t bytes = numberIn(root / group.relative_path() / file))
        limit = std::min(limit, bytes);
      if (group == group.parent_path())
        break;
    }
  }
  return limit;
}

uint64_t readMemory() {
  uint64_t physical = static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  return std::min(physical, cgroupMemoryLimit());
}

} // namespace

const HostFacts &HostFacts::get() {
  static const HostFacts &facts = *[] {
    auto *made = new HostFacts;
    readCpu(*made);
    readCaches(*made);
    made->clockMHz = readClock();
    made->memoryBytes = readMemory();
    return made;
  }();
  return facts;
}

const IsaFacts &IsaFacts::get() {
  static const IsaFacts isa = [] {
    IsaFacts best;
#if defined(__x86_64__)
    for (const IsaRow &row : isaRows()) {
      if (row.isOfHost)
        best = row.facts;
      if (Config::get().isa == row.facts.name) // LANECL_ISA can only take away
        break;
    }
    addExtensions(best);
#endif
    return best;
  }();
  return isa;
}

std::string cpuIdentity() { return identify(); }

} // namespace lanecl
