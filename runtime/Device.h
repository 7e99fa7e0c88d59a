// A device: the CPUs of this process, or a part of them (clCreateSubDevices, OpenCL API 4.3). The facts about the
// machine are read at the first query, not when the device is listed. Immutable once made; thread safe.
#pragma once
#include "runtime/Object.h"
#include "runtime/Ref.h"
#include "runtime/Result.h"
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lanecl {

class Platform;

/// What the machine offers to this process; read once.
struct HostFacts {
  std::string cpuName;       ///< as the CPU names itself
  uint32_t computeUnits = 1; ///< by affinity mask and cgroup quota
  uint32_t clockMHz = 0;     ///< highest; 0 when the system does not say
  uint64_t memoryBytes = 0;  ///< physical, or the cgroup's limit if that is less
  uint64_t cacheBytes = 0;   ///< of the last level that a core can use
  uint32_t cacheLineBytes = 64;
  uint64_t localCacheBytes = 0; ///< of the level that one core owns (L2, or L1 where there is no L2)
  uint32_t vendorId = 0;        ///< PCI vendor id of the CPU's maker
  std::string uuidSource;       ///< text that tells this device from another's
  static const HostFacts &get();
};

/// What the instruction set offers; from CPUID and LANECL_ISA, the same choice that the compiler makes.
struct IsaFacts {
  const char *name = "sse4"; ///< "sse4", "avx2", "avx512"
  uint32_t vectorBits = 128;
  bool nativeHalf = false;
  static const IsaFacts &get();
};

class Device : public Handle<Device, Kind::Device> {
public:
  /// Work-groups run on one thread and own this much local memory (CL_DEVICE_LOCAL_MEM_SIZE).
  static constexpr uint64_t localMemoryBytes = 256 * 1024;
  static constexpr std::size_t maxWorkGroupSize = 8192;
  static constexpr std::size_t maxParameterSize = 4096;
  static constexpr std::size_t bufferAlignment = 128; ///< bytes; CL_DEVICE_MEM_BASE_ADDR_ALIGN holds bits
  static constexpr std::size_t printfBufferBytes = 1024 * 1024;

  /// The root device.
  Device() = default;
  /// A part of another one with that many compute units.
  Device(Ref<Device> parent, uint32_t computeUnits, std::vector<cl_device_partition_property> partition);

  Device *parent() const { return parent_.get(); }
  bool isRoot() const { return !parent_; }
  /// The device that this one is a part of, itself if it is none.
  const Device &root() const { return parent_ ? parent_->root() : *this; }
  uint32_t computeUnits() const;
  /// The value of clCreateSubDevices that made it, with the closing 0; empty for the root.
  std::span<const cl_device_partition_property> partition() const { return partition_; }
  /// clCreateSubDevices without the host's list: new devices, each with one reference.
  Result<std::vector<Ref<Device>>> createSubDevices(std::span<const cl_device_partition_property> properties);

  uint64_t globalMemoryBytes() const;
  uint64_t maxAllocationBytes() const;

private:
  Ref<Device> parent_;
  uint32_t computeUnits_ = 0;
  std::vector<cl_device_partition_property> partition_;
};

} // namespace lanecl
