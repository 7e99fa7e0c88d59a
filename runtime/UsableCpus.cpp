#include "runtime/UsableCpus.h"
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <numeric>
#include <sched.h>
#include <string>
#include <thread>

namespace lanecl {
namespace {

/// An affinity mask as large as the kernel's.
class CpuMask {
public:
  explicit CpuMask(std::size_t cpus) : words_(cpus / Bits) {}
  void add(unsigned cpu) {
    if (words_.size() <= cpu / Bits)
      words_.resize(cpu / Bits + 1);
    words_[cpu / Bits] |= 1ul << cpu % Bits;
  }
  std::size_t bytes() const { return words_.size() * sizeof words_[0]; }
  cpu_set_t *set() { return reinterpret_cast<cpu_set_t *>(words_.data()); }
  std::vector<unsigned> cpus() const {
    std::vector<unsigned> list;
    for (unsigned cpu = 0; cpu < words_.size() * Bits; ++cpu)
      if (words_[cpu / Bits] >> cpu % Bits & 1)
        list.push_back(cpu);
    return list;
  }

private:
  static constexpr unsigned Bits = 8 * sizeof(unsigned long);
  std::vector<unsigned long> words_;
};

std::string firstLine(const std::string &path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

/// cgroup v1 keeps quota and period in two files.
std::string cpuMaxV1(const std::string &folder) {
  std::string quota = firstLine(folder + "/cpu.cfs_quota_us"), period = firstLine(folder + "/cpu.cfs_period_us");
  return quota.empty() || quota[0] == '-' ? "" : quota + " " + period;
}

/// The smallest quota of the process's group and its ancestors; 0: none. In a container's own name space the groups
/// above are not to be seen, and the path may lead nowhere: the root is asked as well.
unsigned cgroupCpus() {
  std::ifstream groups("/proc/self/cgroup");
  unsigned least = 0;
  auto consider = [&](unsigned cpus) { least = cpus && (!least || cpus < least) ? cpus : least; };
  for (std::string line; std::getline(groups, line);) { // "0::/path" (v2) or "4:cpu,cpuacct:/path" (v1)
    std::size_t first = line.find(':'), second = line.find(':', first + 1);
    if (second == std::string::npos)
      continue;
    std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",", path = line.substr(second + 1);
    bool unified = controllers == ",,";
    if (!unified && controllers.find(",cpu,") == std::string::npos)
      continue;
    for (;;) {
      consider(
          quotaCpus(unified ? firstLine("/sys/fs/cgroup" + path + "/cpu.max") : cpuMaxV1("/sys/fs/cgroup/cpu" + path)));
      std::size_t slash = path.rfind('/');
      if (path.empty() || slash == std::string::npos)
        break;
      path.resize(slash);
    }
  }
  return least;
}

enum class Budget : uint8_t { Cpus, Processes };
struct Launcher {
  const char *knownBy, *variable;
  Budget meaning;
};
constexpr Launcher launchers[] = {
#define LANECL_LAUNCHER(name, knownBy, variable, meaning) {knownBy, variable, Budget::meaning},
#include "runtime/Launchers.def"
};

/// A list of numbers says one for each level of nesting: the first counts. 0: no number.
unsigned firstNumber(std::string_view text) {
  unsigned value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  bool isWhole = end == text.data() + text.size() || *end == ',';
  return error == std::errc() && isWhole ? value : 0;
}

} // namespace

std::vector<unsigned> affinity(int thread) {
  // The kernel refuses a mask smaller than its own.
  for (std::size_t cpus = 1024; cpus <= 1u << 20; cpus *= 2) {
    CpuMask mask(cpus);
    if (sched_getaffinity(thread, mask.bytes(), mask.set()) == 0)
      return mask.cpus();
    if (errno != EINVAL)
      break;
  }
  return {};
}

void pin(const std::vector<unsigned> &cpus) {
  CpuMask mask(0);
  for (unsigned cpu : cpus)
    mask.add(cpu);
  sched_setaffinity(0, mask.bytes(), mask.set());
}

const std::vector<unsigned> &processCpus() {
  static const std::vector<unsigned> &cpus = *[] {
    auto *list = new std::vector<unsigned>(affinity());
    if (list->empty()) {
      list->resize(std::max(1u, std::thread::hardware_concurrency()));
      std::iota(list->begin(), list->end(), 0u);
    }
    return list;
  }();
  return cpus;
}

unsigned quotaCpus(std::string_view cpuMax) {
  uint64_t quota = 0, period = 0;
  const char *begin = cpuMax.data(), *end = begin + cpuMax.size();
  auto [next, error] = std::from_chars(begin, end, quota);
  if (error != std::errc() || next == end || std::from_chars(next + 1, end, period).ec != std::errc() || !period)
    return 0;
  return static_cast<unsigned>(std::clamp<uint64_t>((quota + period - 1) / period, 1, 1u << 16));
}

unsigned launcherCpus(unsigned machine) {
  unsigned least = 0;
  for (const Launcher &launcher : launchers) {
    const char *text = secure_getenv(launcher.knownBy) ? secure_getenv(launcher.variable) : nullptr;
    unsigned number = text ? firstNumber(text) : 0;
    if (number == 0)
      continue;
    unsigned cpus = launcher.meaning == Budget::Cpus ? number : std::max(machine / number, 1u);
    least = least ? std::min(least, cpus) : cpus;
  }
  return least;
}

unsigned usableCpus() {
  const unsigned mine = static_cast<unsigned>(processCpus().size()), quota = cgroupCpus();
  unsigned machine = std::max(std::thread::hardware_concurrency(), mine);
  if (quota)
    machine = std::min(machine, quota);
  const unsigned left = launcherCpus(machine);
  return std::min({mine, machine, left ? left : machine});
}

} // namespace lanecl
