// The platform, which all objects hang on. Made at the first use, never destroyed (the host may still hold handles when
// its static destructors run). No LLVM, TBB or hwloc work is done by making or listing it. What else is one for the
// process: ARCHITECTURE.md, "State of the process".
// Thread safe.
#pragma once
#include "runtime/Device.h"
#include "runtime/Object.h"
#include "runtime/Ref.h"
#include <CL/cl_ext.h>
#include <array>

namespace lanecl {

class Platform : public Handle<Platform, Kind::Platform> {
public:
  static constexpr const char *name = "LaneCL";
  static constexpr const char *vendor = "LaneCL project";
  static constexpr const char *profile = "FULL_PROFILE";
  static constexpr const char *version = "OpenCL 3.1 LaneCL 0.2.0";
  /// Applications keep binaries by it: raised with each change of the binaries' format.
  static constexpr const char *driverVersion = "0.2.0";
  static constexpr cl_version numericVersion = CL_MAKE_VERSION(3, 1, 0);
  static constexpr const char *icdSuffix = "LANECL";
  /// What the platform and every device of it answer alike.
  static constexpr std::array<cl_semaphore_type_khr, 1> semaphoreTypes{CL_SEMAPHORE_TYPE_BINARY_KHR};
  static constexpr std::array<cl_external_semaphore_handle_type_khr, 1> semaphoreImports{
      CL_SEMAPHORE_HANDLE_SYNC_FD_KHR};
  static constexpr std::array<cl_external_semaphore_handle_type_khr, 0> semaphoreExports{};
  static constexpr std::array<cl_external_memory_handle_type_khr, 2> memoryImports{
      CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR, CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR};

  static Platform &get();

  /// The host's CPU, the one root device.
  Device &device() const { return *device_; }
  /// The loader's word for all objects (clIcdSetPlatformDispatchDataKHR, cl_khr_icd 2.0.0): objects made from now on,
  /// the platform and its root device carry it.
  void setLoaderData(void *data);

private:
  Platform();
  Ref<Device> device_;
};

} // namespace lanecl
