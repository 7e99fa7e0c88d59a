// The declarations of every cl* function of this driver, in namespace lanecl::api under the function's own name and
// with the type that the loader's table or the extension's header gives it. They have C++ linkage: the exported symbols
// (icd/Exports.cpp) are few, and an application's or the loader's functions of the same name are never meant. Inside
// the namespace, call them qualified (api::clFoo): the arguments' types belong to the global namespace.
#pragma once
#include "runtime/CommandBufferNames.h"
#include "runtime/NewerNames.h"
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <CL/cl_icd.h>
#include <type_traits>

#ifndef CL_VERSION_3_1 // newer than the headers
using cl_api_clGetKernelSuggestedLocalWorkSize = clGetKernelSuggestedLocalWorkSizeKHR_fn;
#endif

namespace lanecl::api {

#define LANECL_ENTRY(function, file) std::remove_pointer_t<cl_api_##function> function;
#define LANECL_NAMED_ENTRY(function, file) std::remove_pointer_t<function##_fn> function;
#include "icd/EntryPoints.def"

/// cl_khr_icd 2.0.0, section "New Commands": the loader's way to functions and its own data in our objects.
void *CL_API_CALL clIcdGetFunctionAddressForPlatformKHR(cl_platform_id platform, const char *name);
cl_int CL_API_CALL clIcdSetPlatformDispatchDataKHR(cl_platform_id platform, void *data);

/// cl_ext_image_requirements_info.
std::remove_pointer_t<clGetImageRequirementsInfoEXT_fn> clGetImageRequirementsInfoEXT;

/// The address of a function by its name: every function of EntryPoints.def, nullptr for others.
void *functionByName(const char *name);

} // namespace lanecl::api
