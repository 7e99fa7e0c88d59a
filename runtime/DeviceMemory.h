// Memory for buffers, shared virtual memory and USM: the host's own, booked with the device (Device::reserve).
#pragma once
#include <cstddef>
#include <memory>

namespace lanecl {

class Device;

/// Memory of the device's; goes back to it.
struct FreeDeviceMemory {
  Device *device = nullptr;
  std::size_t bytes = 0;
  void operator()(std::byte *memory) const;
};
using DeviceMemory = std::unique_ptr<std::byte, FreeDeviceMemory>;

/// At least that many bytes, aligned to Device::bufferAlignment and, when they fill a huge page, to one. A few bytes
/// are zeros, many anything. Sub-devices share their root's memory. Null when there is none. Thread safe.
DeviceMemory allocateMemory(Device &device, std::size_t bytes);

} // namespace lanecl
