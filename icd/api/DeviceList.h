// A list of devices among properties (CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, CL_MEM_DEVICE_HANDLE_LIST_KHR).
#pragma once
#include "icd/Handle.h"
#include "runtime/Context.h"
#include <CL/cl.h>
#include <vector>

namespace lanecl::api {

/// The devices up to the 0 that ends the list; `at` is left behind that. CL_INVALID_DEVICE if one is not a valid device
/// or not one of the context's.
inline Result<std::vector<Ref<Device>>> readDevices(const Context &context, const cl_properties *&at) {
  std::vector<Ref<Device>> devices;
  while (*at) {
    auto device = objectOf(reinterpret_cast<cl_device_id>(*at++));
    if (!device || !context.has(device->get()))
      return fail(CL_INVALID_DEVICE);
    devices.push_back(*device);
  }
  ++at;
  return devices;
}

} // namespace lanecl::api
