// Platforms (OpenCL API 4.1), the compiler's unloading (5.8.8) and the look-up of functions (cl_khr_icd).
#include "icd/Dispatch.h"
#include "icd/Entry.h"
#include "icd/InfoWriter.h"
#include "icd/Validate.h"
#include "runtime/Extensions.h"

namespace lanecl::api {

cl_int CL_API_CALL clGetPlatformIDs(cl_uint num_entries, cl_platform_id *platforms, cl_uint *num_platforms) {
  return entry([&]() -> Result<> {
    if (auto ok = check({
            // CL_INVALID_VALUE if num_entries is equal to zero and platforms is not NULL or if both num_platforms and
            // platforms are NULL.
            {platforms ? num_entries == 0 : !num_platforms, CL_INVALID_VALUE},
        });
        !ok)
      return ok;
    if (platforms)
      platforms[0] = handleOf(&platform());
    if (num_platforms)
      *num_platforms = 1;
    return {};
  });
}

namespace {

Result<> platformInfo(cl_platform_info query, const InfoWriter &info) {
  const Extensions &extensions = Extensions::get();
  switch (query) {
  case CL_PLATFORM_PROFILE:
    return info.write(Platform::profile);
  case CL_PLATFORM_VERSION:
    return info.write(Platform::version);
  case CL_PLATFORM_NUMERIC_VERSION:
    return info.write<cl_version>(Platform::numericVersion);
  case CL_PLATFORM_NAME:
    return info.write(Platform::name);
  case CL_PLATFORM_VENDOR:
    return info.write(Platform::vendor);
  case CL_PLATFORM_EXTENSIONS:
    return info.write(extensions.platformNames());
  case CL_PLATFORM_EXTENSIONS_WITH_VERSION:
    return info.write(extensions.platformVersions());
  case CL_PLATFORM_HOST_TIMER_RESOLUTION:
    return info.write<cl_ulong>(1);
  case CL_PLATFORM_ICD_SUFFIX_KHR:
    return info.write(Platform::icdSuffix);
  case CL_PLATFORM_SEMAPHORE_TYPES_KHR:
    return info.write(Platform::semaphoreTypes);
  case CL_PLATFORM_SEMAPHORE_IMPORT_HANDLE_TYPES_KHR:
    return info.write(Platform::semaphoreImports);
  case CL_PLATFORM_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR:
    return info.write(Platform::semaphoreExports);
  case CL_PLATFORM_EXTERNAL_MEMORY_IMPORT_HANDLE_TYPES_KHR:
    return info.write(Platform::memoryImports);
  case CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR:
    return info.write<cl_platform_command_buffer_capabilities_khr>(CL_COMMAND_BUFFER_PLATFORM_UNIVERSAL_SYNC_KHR |
                                                                   CL_COMMAND_BUFFER_PLATFORM_REMAP_QUEUES_KHR |
                                                                   CL_COMMAND_BUFFER_PLATFORM_AUTOMATIC_REMAP_KHR);
  default:
    // CL_INVALID_VALUE if param_name is not one of the supported values.
    return fail(CL_INVALID_VALUE);
  }
}

} // namespace

cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name, size_t param_value_size,
                                     void *param_value, size_t *param_value_size_ret) {
  return entry([&]() -> Result<> {
    // If platform is NULL, the behavior is implementation-defined: here it is this platform.
    if (platform)
      if (auto object = objectOf(platform); !object)
        return fail(object.error());
    return platformInfo(param_name, {param_value_size, param_value, param_value_size_ret});
  });
}

// "Allows the implementation to release the resources allocated by the OpenCL compiler": a hint. The compiler stays,
// because programs built with it run its code.
cl_int CL_API_CALL clUnloadCompiler() { return CL_SUCCESS; }

cl_int CL_API_CALL clUnloadPlatformCompiler(cl_platform_id platform) {
  return entry(on(platform), [](Platform &) -> Result<> { return {}; });
}

void *CL_API_CALL clGetExtensionFunctionAddress(const char *name) { return functionByName(name); }

void *CL_API_CALL clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *name) {
  // "NULL if the function does not exist for the implementation or if platform is not a valid platform."
  return objectOf(platform) ? functionByName(name) : nullptr;
}

void *CL_API_CALL clIcdGetFunctionAddressForPlatformKHR(cl_platform_id platform, const char *name) {
  return objectOf(platform) ? functionByName(name) : nullptr;
}

cl_int CL_API_CALL clIcdSetPlatformDispatchDataKHR(cl_platform_id platform, void *data) {
  return entry(on(platform), [&](Platform &object) -> Result<> {
    object.setLoaderData(data);
    return {};
  });
}

} // namespace lanecl::api
