// The device of the platform and what is known about the machine. The facts are read at the first query, not when the
// device is listed, and never change. Thread safe.
#pragma once
#include "runtime/Object.h"
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <array>
#include <atomic>
#include <cstdint>
#include <string>

namespace lanecl {

/// What the machine offers to this process; read once.
struct HostFacts {
  std::string cpuName;      ///< as the CPU names itself
  uint32_t clockMHz = 0;    ///< highest; 0 when the system does not say
  uint64_t memoryBytes = 0; ///< physical, or the cgroup's limit if that is less
  uint64_t cacheBytes = 0;  ///< of the last level that a core can use
  uint32_t cacheLineBytes = 64;
  uint64_t localCacheBytes = 0; ///< of the level that one core owns (L2, or L1 where there is no L2)
  uint32_t vendorId = 0;        ///< PCI vendor id of the CPU's maker; 0 when unknown
  std::string vendor;           ///< as CPUID has it: "AuthenticAMD"
  static const HostFacts &get();
};

/// What the instruction set offers; from CPUID and LANECL_ISA, the same choice that the compiler makes.
struct IsaFacts {
  const char *name = "sse4"; ///< "sse4", "avx2", "avx512"
  uint32_t vectorBits = 128;
  bool nativeHalf = false;
  static const IsaFacts &get();
};

/// The one device: the CPUs that this process may use.
class Device : public Handle<Device, Kind::Device> {
public:
  /// Work-groups run on one thread and own this much local memory (CL_DEVICE_LOCAL_MEM_SIZE).
  static constexpr uint64_t localMemoryBytes = 256 * 1024;
  static constexpr std::size_t maxWorkGroupSize = 8192;
  static constexpr std::size_t maxParameterSize = 4096;
  static constexpr std::size_t bufferAlignment = 128; ///< bytes; CL_DEVICE_MEM_BASE_ADDR_ALIGN holds bits
  static constexpr std::size_t printfBufferBytes = 1024 * 1024;
  static constexpr uint64_t globalVariableBytes = 64 * 1024 * 1024;

  /// Threads that run kernels: by the affinity mask, the cgroup's quota and LANECL_THREADS.
  uint32_t computeUnits() const;
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
  std::atomic<uint64_t> reserved_{0};
};

} // namespace lanecl
