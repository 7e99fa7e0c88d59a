// The device of the platform and what is known about the machine. The facts are read at the first query, not when the
// device is listed, and never change. Thread safe.
#pragma once
#include "compiler/Compiler.h"
#include "compiler/image/Memory.h"
#include "runtime/Object.h"
#include "runtime/Ref.h"
#include "runtime/Result.h"
#include "runtime/Team.h"
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace lanecl {

/// What the machine offers to this process; read once.
struct HostFacts {
  std::string cpuName;      ///< as the CPU names itself
  uint32_t clockMHz = 0;    ///< highest; 0 when the system does not say
  uint64_t memoryBytes = 0; ///< physical, or the cgroup's limit if that is less
  uint64_t cacheBytes = 0;  ///< of the last level that a core can use
  uint32_t cacheLineBytes = CacheLineBytes;
  uint64_t localCacheBytes = 0; ///< of the level that one core owns (L2, or L1 where there is no L2)
  uint32_t signature = 0;       ///< CPUID's family, model and stepping; 0 when unknown
  uint32_t vendorId = 0;        ///< PCI vendor id of the CPU's maker; 0 when unknown
  std::string vendor;           ///< as CPUID has it: "AuthenticAMD"
  static const HostFacts &get();
};

/// Different on CPUs that code is made differently for. Thread safe.
std::string cpuIdentity();

/// What the instruction set offers; from CPUID and LANECL_ISA, the same choice that the compiler makes.
struct IsaFacts {
  const char *name = "portable"; ///< "portable", "sse4", "avx2", "avx512"
  uint32_t vectorBits = 128;
  bool nativeHalf = false, dotProducts = false; ///< as TargetInfo's
  static const IsaFacts &get();
};

/// The one root device, the CPUs that this process may use, or a part of it.
class Device : public Handle<Device, Kind::Device> {
public:
  /// Work-groups run on one thread and own this much local memory (CL_DEVICE_LOCAL_MEM_SIZE).
  static constexpr uint64_t localMemoryBytes = 256 * 1024;
  static constexpr std::size_t maxWorkGroupSize = 8192;
  static constexpr std::size_t maxParameterSize = 4096;
  /// CL_DEVICE_SUB_GROUP_SIZES_INTEL
  static std::array<std::size_t, compiler::SubGroupSizes.size()> subGroupSizes() {
    std::array<std::size_t, compiler::SubGroupSizes.size()> sizes;
    std::copy(compiler::SubGroupSizes.begin(), compiler::SubGroupSizes.end(), sizes.begin());
    return sizes;
  }
  static constexpr std::size_t bufferAlignment = 128; ///< bytes; CL_DEVICE_MEM_BASE_ADDR_ALIGN holds bits
  static constexpr std::size_t printfBufferBytes = 1024 * 1024;
  static constexpr uint64_t globalVariableBytes = 64 * 1024 * 1024;

  Device() = default;

  /// Threads that run kernels: by the affinity mask, the cgroup's quota and LANECL_THREADS.
  uint32_t computeUnits() const { return (team_ ? *team_ : Team::all()).threads(); }
  /// The CPU of each compute unit.
  std::vector<unsigned> cpus() const;
  /// A sub-device's threads; null for the root device, whose threads run anywhere.
  Team *team() const { return team_.get(); }
  Device *parent() const { return parent_.get(); }
  Device &root() { return parent_ ? parent_->root() : *this; }

  /// clCreateSubDevices (OpenCL API 4.3): new devices, which own a reference to this one. CL_INVALID_VALUE,
  /// CL_DEVICE_PARTITION_FAILED or CL_INVALID_DEVICE_PARTITION_COUNT. `properties`: not null.
  Result<std::vector<Ref<Device>>> part(const cl_device_partition_property *properties);
  /// CL_DEVICE_PARTITION_PROPERTIES: the kinds that make at least two sub-devices; 0 alone when there is none.
  std::vector<cl_device_partition_property> partitions() const;
  /// CL_DEVICE_PARTITION_AFFINITY_DOMAIN: those that make at least two.
  cl_device_affinity_domain affinityDomains() const;
  /// CL_DEVICE_PARTITION_TYPE: how this sub-device was made, the final 0 included; 0 alone for the root device.
  const std::vector<cl_device_partition_property> &partitionType() const { return partitionType_; }

  uint64_t globalMemoryBytes() const;
  uint64_t maxAllocationBytes() const;
  /// Buffers book their memory here, so that all of them together stay within globalMemoryBytes(): the system would
  /// promise more than it has, and kill the process when it is used. False, and nothing booked, when there is no room.
  bool reserve(uint64_t bytes);
  void giveBack(uint64_t bytes) { reserved_.fetch_sub(bytes, std::memory_order_relaxed); }
  /// cl_khr_device_uuid: the same for this CPU in every process; the driver's changes with its version.
  static std::array<cl_uchar, CL_UUID_SIZE_KHR> deviceUuid();
  static std::array<cl_uchar, CL_UUID_SIZE_KHR> driverUuid();

private:
  Device(Device &parent, std::vector<unsigned> cpus, std::vector<cl_device_partition_property> type);

  const Ref<Device> parent_;
  const std::unique_ptr<Team> team_;
  const std::vector<cl_device_partition_property> partitionType_{0};
  std::atomic<uint64_t> reserved_{0};
};

} // namespace lanecl
