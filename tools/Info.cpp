// lanecl info: the device, the extensions, and every option of the environment with its present value.
#include "runtime/Config.h"
#include "runtime/Device.h"
#include "runtime/Extensions.h"
#include "runtime/Platform.h"
#include "tools/Commands.h"
#include <cstdlib>
#include <fmt/format.h>
#include <span>

namespace lanecl::tools {
namespace {

template <typename T> void line(std::string_view name, const T &value, int width = 18) {
  fmt::print("  {:<{}} {}\n", name, width, value);
}

std::string size(uint64_t bytes) {
  constexpr const char *units[] = {"B", "KiB", "MiB", "GiB", "TiB"};
  std::size_t unit = 0;
  auto value = static_cast<double>(bytes);
  while (value >= 1024 && unit + 1 < std::size(units)) {
    value /= 1024;
    ++unit;
  }
  return fmt::format("{:.4g} {}", value, units[unit]);
}

void printDevice() {
  const HostFacts &host = HostFacts::get();
  const IsaFacts &isa = IsaFacts::get();
  const Device &device = Platform::get().device();
  fmt::print("Device\n");
  line("name", host.cpuName);
  line("version", Platform::version);
  line("compute units", device.computeUnits());
  line("clock", host.clockMHz ? fmt::format("{} MHz", host.clockMHz) : "not known");
  line("instruction set", fmt::format("{}, vectors of {} bits{}", isa.name, isa.vectorBits,
                                      isa.nativeHalf ? ", half precision arithmetic" : ""));
  line("global memory", size(device.globalMemoryBytes()));
  line("largest buffer", size(device.maxAllocationBytes()));
  line("local memory", size(Device::localMemoryBytes));
  line("work-group size", fmt::format("up to {}", Device::maxWorkGroupSize));
  line("last level cache", size(host.cacheBytes));
}

void printNames(std::string_view title, std::span<const cl_name_version> list) {
  fmt::print("\n{}\n", title);
  for (const cl_name_version &entry : list)
    line(entry.name,
         fmt::format("{}.{}.{}", CL_VERSION_MAJOR(entry.version), CL_VERSION_MINOR(entry.version),
                     CL_VERSION_PATCH(entry.version)),
         44);
}

std::string present(const std::string &value) { return value.empty() ? "(empty)" : value; }
std::string present(uint64_t value) { return std::to_string(value); }
std::string present(bool value) { return value ? "on" : "off"; }
std::string present(Config::Tiers value) { return std::string(Config::TierNames[static_cast<std::size_t>(value)]); }
std::string present(Config::When value) { return std::string(Config::WhenNames[static_cast<std::size_t>(value)]); }

void printOptions() {
  fmt::print("\nOptions of the environment\n");
  const Config &config = Config::get();
#define LANECL_OPTION(field, type, initial, variable, help)                                                            \
  fmt::print("  {} = {}\n      {}\n", variable, present(config.field), help);
#include "runtime/Config.def"
}

int info() {
  printDevice();
  const Extensions &extensions = Extensions::get();
  printNames("Extensions", extensions.deviceVersions());
  printNames("Features of OpenCL C", extensions.features());
  printOptions();
  return EXIT_SUCCESS;
}

} // namespace

void addInfo(CLI::App &app, Action &chosen) {
  auto *command = app.add_subcommand("info", "Show the device, its extensions and the options of the environment");
  command->callback([&chosen] { chosen = info; });
}

} // namespace lanecl::tools
