#include "runtime/DeviceMemory.h"
#include "runtime/Config.h"
#include "runtime/Device.h"
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <sys/mman.h>

namespace lanecl {
namespace {

constexpr std::size_t HugePage = std::size_t{2} << 20;

/// Up to this many bytes are zeros, which costs nothing beside the rest: counters and states that a program forgot to
/// write. They are what new memory of the system's has anyway, but not what the heap gives again: where all programs
/// are robust, none may read that, of any size.
constexpr std::size_t ClearedBytes = std::size_t{1} << 10;

/// Fewer misses of the TLB and fewer page faults. Where the system knows no huge pages, or keeps them for itself, small
/// ones serve as well.
void wantHugePages(std::byte *memory, std::size_t bytes) {
  (void)madvise(memory, bytes / HugePage * HugePage, MADV_HUGEPAGE);
}

} // namespace

void FreeDeviceMemory::operator()(std::byte *memory) const {
  std::free(memory);
  device->giveBack(bytes);
}

// Kernels may read whole vectors at the end of a buffer, so the memory is a multiple of bufferAlignment.
DeviceMemory allocateMemory(Device &device, std::size_t size) {
  constexpr std::size_t unit = Device::bufferAlignment;
  if (size > SIZE_MAX - HugePage)
    return {};
  const std::size_t bytes = (size + unit - 1) / unit * unit;
  const bool isLarge = bytes >= HugePage;
  Device &machine = device.root();
  if (!machine.reserve(bytes))
    return {};
  void *memory = nullptr;
  if (posix_memalign(&memory, isLarge ? HugePage : unit, bytes)) {
    machine.giveBack(bytes);
    return {};
  }
  if (isLarge)
    wantHugePages(static_cast<std::byte *>(memory), bytes);
  if (bytes <= ClearedBytes || Config::get().robust)
    std::memset(memory, 0, bytes);
  return {static_cast<std::byte *>(memory), {&machine, bytes}};
}

} // namespace lanecl
