#include "runtime/Device.h"
#include "runtime/Platform.h"
#include <bit>
#include <fstream>
#include <xxhash.h>

namespace lanecl {

uint64_t Device::globalMemoryBytes() const { return HostFacts::get().memoryBytes; }

// CL_DEVICE_MAX_MEM_ALLOC_SIZE: at least a quarter of the memory. Half leaves room for the host's own copy.
uint64_t Device::maxAllocationBytes() const { return globalMemoryBytes() / 2; }

bool Device::reserve(uint64_t bytes) {
  uint64_t limit = globalMemoryBytes(), before = reserved_.load(std::memory_order_relaxed);
  do {
    if (bytes > limit || before > limit - bytes)
      return false;
  } while (!reserved_.compare_exchange_weak(before, before + bytes, std::memory_order_relaxed));
  return true;
}

namespace {
std::array<cl_uchar, CL_UUID_SIZE_KHR> uuidOf(const std::string &text) {
  return std::bit_cast<std::array<cl_uchar, CL_UUID_SIZE_KHR>>(XXH3_128bits(text.data(), text.size()));
}
} // namespace

std::array<cl_uchar, CL_UUID_SIZE_KHR> Device::deviceUuid() {
  std::string machine;
  std::ifstream("/etc/machine-id") >> machine;
  return uuidOf(machine + HostFacts::get().cpuName);
}

std::array<cl_uchar, CL_UUID_SIZE_KHR> Device::driverUuid() { return uuidOf(Platform::version); }

} // namespace lanecl
