// Devices (OpenCL API 4.2, 4.3). The answers are in runtime/DeviceInfo.def.
#include "runtime/Device.h"
#include "icd/Dispatch.h"
#include "icd/Entry.h"
#include "icd/InfoWriter.h"
#include "icd/Validate.h"
#include "runtime/Clock.h"
#include "runtime/CommandBufferNames.h"
#include "runtime/Extensions.h"
#include "runtime/Image.h"
#include "runtime/NewerNames.h"
#include <array>
#include <bit>
#include <string>

namespace lanecl::api {

cl_int CL_API_CALL clGetDeviceIDs(cl_platform_id platform, cl_device_type device_type, cl_uint num_entries,
                                  cl_device_id *devices, cl_uint *num_devices) {
  return entry([&]() -> Result<> {
    // If platform is NULL, the behavior is implementation-defined: here it is this platform.
    if (platform)
      if (auto object = objectOf(platform); !object)
        return fail(object.error());
    constexpr cl_device_type known = CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU |
                                     CL_DEVICE_TYPE_ACCELERATOR | CL_DEVICE_TYPE_CUSTOM;
    bool all = device_type == CL_DEVICE_TYPE_ALL;
    if (auto ok = check({
            // CL_INVALID_DEVICE_TYPE if device_type is not a valid value.
            {!all && (!device_type || hasUnknownBits(device_type, known)), CL_INVALID_DEVICE_TYPE},
            // CL_INVALID_VALUE if num_entries is equal to zero and devices is not NULL or if both num_devices and
            // devices are NULL.
            {devices ? num_entries == 0 : !num_devices, CL_INVALID_VALUE},
            // CL_DEVICE_NOT_FOUND if no OpenCL devices that matched device_type were found.
            {!(device_type & (CL_DEVICE_TYPE_DEFAULT | CL_DEVICE_TYPE_CPU)), CL_DEVICE_NOT_FOUND},
        });
        !ok)
      return ok;
    if (devices)
      devices[0] = handleOf(&api::platform().device());
    if (num_devices)
      *num_devices = 1;
    return {};
  });
}

namespace {

const HostFacts &host() { return HostFacts::get(); }
const IsaFacts &isa() { return IsaFacts::get(); }

constexpr cl_device_atomic_capabilities atomicMemoryCapabilities =
    CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL | CL_DEVICE_ATOMIC_ORDER_SEQ_CST |
    CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP | CL_DEVICE_ATOMIC_SCOPE_DEVICE | CL_DEVICE_ATOMIC_SCOPE_ALL_DEVICES;
constexpr cl_device_atomic_capabilities atomicFenceCapabilities =
    atomicMemoryCapabilities | CL_DEVICE_ATOMIC_SCOPE_WORK_ITEM;

cl_device_integer_dot_product_acceleration_properties_khr dotAcceleration(const IsaFacts &isa) {
  cl_bool plain = isa.dotProducts;
  // The accumulator's saturation takes instructions more.
  return {plain, plain, plain, CL_FALSE, CL_FALSE, CL_FALSE};
}

constexpr cl_device_fp_atomic_capabilities_ext floatAtomics =
    CL_DEVICE_GLOBAL_FP_ATOMIC_LOAD_STORE_EXT | CL_DEVICE_GLOBAL_FP_ATOMIC_ADD_EXT |
    CL_DEVICE_GLOBAL_FP_ATOMIC_MIN_MAX_EXT | CL_DEVICE_LOCAL_FP_ATOMIC_LOAD_STORE_EXT |
    CL_DEVICE_LOCAL_FP_ATOMIC_ADD_EXT | CL_DEVICE_LOCAL_FP_ATOMIC_MIN_MAX_EXT;

/// All memory is the host's: of every kind, for everybody at the same time.
constexpr cl_device_unified_shared_memory_capabilities_intel usmCapabilities =
    CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL | CL_UNIFIED_SHARED_MEMORY_ATOMIC_ACCESS_INTEL |
    CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ACCESS_INTEL | CL_UNIFIED_SHARED_MEMORY_CONCURRENT_ATOMIC_ACCESS_INTEL;

/// OpenCL C 2.0 would promise every feature that 3.0 made optional.
std::array<cl_name_version, 5> languageVersions() {
  auto version = [](cl_uint major, cl_uint minor) { return nameVersion("OpenCL C", CL_MAKE_VERSION(major, minor, 0)); };
  return {version(3, 1), version(3, 0), version(1, 2), version(1, 1), version(1, 0)};
}

std::array<cl_name_version, 6> spirvVersions() {
  std::array<cl_name_version, 6> versions;
  for (cl_uint minor = 0; minor < versions.size(); ++minor)
    versions[minor] = nameVersion("SPIR-V", CL_MAKE_VERSION(1, minor, 0));
  return versions;
}

/// "SPIR-V_1.0 SPIR-V_1.1 ..."
std::string spirvNames() {
  std::string names;
  for (const cl_name_version &entry : spirvVersions())
    names += std::string(names.empty() ? "" : " ") + entry.name + "_" +
             std::to_string(CL_VERSION_MAJOR(entry.version)) + "." + std::to_string(CL_VERSION_MINOR(entry.version));
  return names;
}

Result<> deviceInfo(Device &device, cl_device_info query, const InfoWriter &info) {
  const Extensions &extensions = Extensions::get();
  const Platform &platform = api::platform();
  const bool images = extensions.conditions().images;
  switch (query) {
#define LANECL_INFO(query, type, value)                                                                                \
  case query:                                                                                                          \
    return info.write<type>(static_cast<type>(value));
#define LANECL_INFO_TEXT(query, text)                                                                                  \
  case query:                                                                                                          \
    return info.write(text);
#define LANECL_INFO_LIST(query, list)                                                                                  \
  case query:                                                                                                          \
    return info.write(list);
#include "runtime/DeviceInfo.def"
  default:
    // CL_INVALID_VALUE if param_name is not one of the supported values.
    return fail(CL_INVALID_VALUE);
  }
}

} // namespace

cl_int CL_API_CALL clGetDeviceInfo(cl_device_id device, cl_device_info param_name, size_t param_value_size,
                                   void *param_value, size_t *param_value_size_ret) {
  return entry(on(device), [&](Device &object) {
    return deviceInfo(object, param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

cl_int CL_API_CALL clCreateSubDevices(cl_device_id in_device, const cl_device_partition_property *properties,
                                      cl_uint num_devices, cl_device_id *out_devices, cl_uint *num_devices_ret) {
  return entry(on(in_device), [&](Device &device) -> Result<> {
    // CL_INVALID_VALUE if values specified in properties are not valid.
    if (!properties)
      return fail(CL_INVALID_VALUE);
    auto parts = device.part(properties);
    if (!parts)
      return fail(parts.error());
    // CL_INVALID_VALUE if out_devices is not NULL and num_devices is less than the number of sub-devices created by the
    // partition scheme.
    if (out_devices && num_devices < parts->size())
      return fail(CL_INVALID_VALUE);
    if (num_devices_ret)
      *num_devices_ret = static_cast<cl_uint>(parts->size());
    for (std::size_t i = 0; out_devices && i < parts->size(); ++i)
      out_devices[i] = handleOf((*parts)[i].detach());
    return {};
  });
}

// clRetainDevice, clReleaseDevice: "If device is a root level device i.e. a cl_device_id returned by clGetDeviceIDs,
// the device reference count remains unchanged."
cl_int CL_API_CALL clRetainDevice(cl_device_id device) {
  return entry(on(device), [](Device &object) -> Result<> {
    if (object.parent())
      object.retainForHost();
    return {};
  });
}

cl_int CL_API_CALL clReleaseDevice(cl_device_id device) {
  return entry(on(device), [](Device &object) -> Result<> {
    // CL_INVALID_DEVICE when the host holds no reference any more.
    return check({{object.parent() && !object.releaseForHost(), CL_INVALID_DEVICE}});
  });
}

cl_int CL_API_CALL clGetDeviceAndHostTimer(cl_device_id device, cl_ulong *device_timestamp, cl_ulong *host_timestamp) {
  return entry(on(device), [&](Device &) -> Result<> {
    // CL_INVALID_VALUE if host_timestamp or device_timestamp is NULL.
    if (!device_timestamp || !host_timestamp)
      return fail(CL_INVALID_VALUE);
    *device_timestamp = *host_timestamp = clockNow();
    return {};
  });
}

cl_int CL_API_CALL clGetHostTimer(cl_device_id device, cl_ulong *host_timestamp) {
  return entry(on(device), [&](Device &) -> Result<> {
    // CL_INVALID_VALUE if host_timestamp is NULL.
    if (!host_timestamp)
      return fail(CL_INVALID_VALUE);
    *host_timestamp = clockNow();
    return {};
  });
}

} // namespace lanecl::api
