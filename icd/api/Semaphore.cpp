// Creating semaphores and asking about them (cl_khr_semaphore).
#include "runtime/Semaphore.h"
#include "icd/Entry.h"
#include "icd/InfoWriter.h"
#include "icd/Validate.h"
#include "runtime/NewerNames.h"
#include <optional>
#include <set>

namespace lanecl::api {
namespace {

using Property = cl_semaphore_properties_khr;

/// What a list of properties asks for.
struct Wanted {
  std::optional<cl_semaphore_type_khr> type;
  std::vector<Ref<Device>> devices; ///< one, or all of the context
};

/// The devices of a list that ends with CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR; `at` is left behind it.
Result<std::vector<Ref<Device>>> readDevices(const Context &context, const Property *&at) {
  std::vector<Ref<Device>> devices;
  for (; *at != CL_SEMAPHORE_DEVICE_HANDLE_LIST_END_KHR; ++at) {
    // CL_INVALID_DEVICE if CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR does not identify exactly one valid device, or if a
    // device identified by it is not one of the devices within context.
    auto device = objectOf(reinterpret_cast<cl_device_id>(*at));
    if (!device || !context.has(device->get()) || !devices.empty())
      return fail(CL_INVALID_DEVICE);
    devices.push_back(*device);
  }
  ++at;
  if (devices.empty())
    return fail(CL_INVALID_DEVICE);
  return devices;
}

/// Reads all of a list; `at` is left at its closing 0.
Result<Wanted> readProperties(const Context &context, const Property *&at) {
  Wanted wanted;
  std::set<Property> seen;
  while (const Property name = *at) {
    // CL_INVALID_PROPERTY if the same property name is specified more than once.
    if (!seen.insert(name).second)
      return fail(CL_INVALID_PROPERTY);
    ++at;
    switch (name) {
    case CL_SEMAPHORE_TYPE_KHR:
      // CL_INVALID_PROPERTY if the value specified for a supported property name is not valid.
      if (*at != CL_SEMAPHORE_TYPE_BINARY_KHR)
        return fail(CL_INVALID_PROPERTY);
      wanted.type = static_cast<cl_semaphore_type_khr>(*at++);
      break;
    case CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR: {
      auto devices = readDevices(context, at);
      if (!devices)
        return fail(devices.error());
      wanted.devices = std::move(*devices);
      break;
    }
    default:
      // CL_INVALID_PROPERTY if a property name in sema_props is not a supported property name.
      return fail(CL_INVALID_PROPERTY);
    }
  }
  return wanted;
}

} // namespace

cl_semaphore_khr CL_API_CALL clCreateSemaphoreWithPropertiesKHR(cl_context context,
                                                                const cl_semaphore_properties_khr *sema_props,
                                                                cl_int *errcode_ret) {
  return create(errcode_ret, on(context), [&](Context &object) -> Result<Ref<Semaphore>> {
    // CL_INVALID_VALUE if sema_props is NULL.
    if (!sema_props)
      return fail(CL_INVALID_VALUE);
    const Property *end = sema_props;
    auto wanted = readProperties(object, end);
    if (!wanted)
      return fail(wanted.error());
    if (auto ok = check({
            // CL_INVALID_VALUE if sema_props do not specify <property, value> pairs for minimum set of properties (i.e.
            // CL_SEMAPHORE_TYPE_KHR).
            {!wanted->type, CL_INVALID_VALUE},
            // CL_INVALID_PROPERTY if context is a multiple device context and sema_props does not specify
            // CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR.
            {wanted->devices.empty() && object.devices().size() > 1, CL_INVALID_PROPERTY},
        });
        !ok)
      return fail(ok.error());
    // "the semaphore object ... is by default associated with all devices in the context."
    if (wanted->devices.empty())
      wanted->devices.assign(object.devices().begin(), object.devices().end());
    return Ref<Semaphore>::adopt(
        new Semaphore(object, std::move(wanted->devices), std::vector<Property>(sema_props, end + 1)));
  });
}

cl_int CL_API_CALL clRetainSemaphoreKHR(cl_semaphore_khr sema_object) {
  return entry(on(sema_object), [](Semaphore &object) -> Result<> {
    object.retainForHost();
    return {};
  });
}

cl_int CL_API_CALL clReleaseSemaphoreKHR(cl_semaphore_khr sema_object) {
  return entry(on(sema_object), [](Semaphore &object) -> Result<> {
    if (!object.releaseForHost())
      return fail(CL_INVALID_SEMAPHORE_KHR);
    if (object.hostCount() == 0)
      object.payload()->close();
    return {};
  });
}

cl_int CL_API_CALL clGetSemaphoreInfoKHR(cl_semaphore_khr sema_object, cl_semaphore_info_khr param_name,
                                         size_t param_value_size, void *param_value, size_t *param_value_size_ret) {
  return entry(on(sema_object), [&](Semaphore &object) -> Result<> {
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_SEMAPHORE_CONTEXT_KHR:
      return info.write<cl_context>(handleOf(&object.context()));
    case CL_SEMAPHORE_REFERENCE_COUNT_KHR:
      return info.write<cl_uint>(object.hostCount());
    case CL_SEMAPHORE_PROPERTIES_KHR:
      return info.write(object.properties());
    case CL_SEMAPHORE_TYPE_KHR:
      return info.write<cl_semaphore_type_khr>(CL_SEMAPHORE_TYPE_BINARY_KHR);
    case CL_SEMAPHORE_PAYLOAD_KHR:
      return info.write<cl_semaphore_payload_khr>(object.payload()->isSignaled());
    case CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR: {
      std::vector<cl_device_id> devices;
      for (const Ref<Device> &device : object.devices())
        devices.push_back(handleOf(device.get()));
      return info.write(devices);
    }
    default:
      // CL_INVALID_VALUE if param_name is not one of the supported values.
      return fail(CL_INVALID_VALUE);
    }
  });
}

} // namespace lanecl::api
