// The functions that the loader finds by symbol (cl_khr_icd, "Adding a Vendor Library"). Everything else it takes from
// the dispatch table or asks for by name.
#include "icd/EntryPoints.h"

#define LANECL_EXPORT extern "C" __attribute__((visibility("default")))

LANECL_EXPORT cl_int CL_API_CALL clIcdGetPlatformIDsKHR(cl_uint num_entries, cl_platform_id *platforms,
                                                        cl_uint *num_platforms) {
  return lanecl::api::clGetPlatformIDs(num_entries, platforms, num_platforms);
}

LANECL_EXPORT cl_int CL_API_CALL clGetPlatformInfo(cl_platform_id platform, cl_platform_info param_name,
                                                   size_t param_value_size, void *param_value,
                                                   size_t *param_value_size_ret) {
  return lanecl::api::clGetPlatformInfo(platform, param_name, param_value_size, param_value, param_value_size_ret);
}

LANECL_EXPORT void *CL_API_CALL clGetExtensionFunctionAddress(const char *name) {
  return lanecl::api::functionByName(name);
}

LANECL_EXPORT void *CL_API_CALL clIcdGetFunctionAddressForPlatformKHR(cl_platform_id platform, const char *name) {
  return lanecl::api::clIcdGetFunctionAddressForPlatformKHR(platform, name);
}

LANECL_EXPORT cl_int CL_API_CALL clIcdSetPlatformDispatchDataKHR(cl_platform_id platform, void *data) {
  return lanecl::api::clIcdSetPlatformDispatchDataKHR(platform, data);
}
