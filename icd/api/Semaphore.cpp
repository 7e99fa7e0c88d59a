// Creating semaphores and asking about them (cl_khr_semaphore), and what they share with other APIs
// (cl_khr_external_semaphore): sync files can be imported, nothing can be exported.
#include "runtime/Semaphore.h"
#include "icd/Entry.h"
#include "icd/InfoWriter.h"
#include "icd/Validate.h"
#include "icd/api/DeviceList.h"
#include "runtime/NewerNames.h"
#include <array>
#include <fcntl.h>
#include <optional>
#include <set>

namespace lanecl::api {
namespace {

using Property = cl_semaphore_properties_khr;

/// What a list of properties asks for.
struct Wanted {
  std::optional<cl_semaphore_type_khr> type;
  std::vector<Ref<Device>> devices; ///< one, or all of the context
  std::optional<int> fence;         ///< -1: one that has signalled
  bool exports = false;
};

/// "The special value -1 for fd is treated like a valid sync file descriptor referring to an object that has already
/// signaled."
bool isFence(int fd) { return fd == -1 || (fd >= 0 && fcntl(fd, F_GETFD) >= 0); }

/// One property; `at` is at its value, and left behind it.
Result<> readProperty(const Context &context, Property name, const Property *&at, Wanted &wanted) {
  switch (name) {
  case CL_SEMAPHORE_TYPE_KHR:
    wanted.type = static_cast<cl_semaphore_type_khr>(*at);
    // CL_INVALID_PROPERTY if the value specified for a supported property name is not valid.
    return check({{*at++ != CL_SEMAPHORE_TYPE_BINARY_KHR, CL_INVALID_PROPERTY}});
  case CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR: {
    auto devices = readDevices(context, at);
    // CL_INVALID_DEVICE if CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR does not identify exactly one valid device.
    if (!devices || devices->size() != 1)
      return fail(CL_INVALID_DEVICE);
    wanted.devices = std::move(*devices);
    return {};
  }
  case CL_SEMAPHORE_HANDLE_SYNC_FD_KHR:
    wanted.fence = static_cast<int>(*at++);
    return check({{!isFence(*wanted.fence), CL_INVALID_PROPERTY}});
  case CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR: {
    std::size_t count = 0;
    while (*at++)
      ++count;
    wanted.exports = count > 0;
    // CL_INVALID_VALUE if more than one semaphore handle type is specified in the list.
    return check({{count > 1, CL_INVALID_VALUE}});
  }
  default:
    // CL_INVALID_PROPERTY if a property name in sema_props is not a supported property name.
    return fail(CL_INVALID_PROPERTY);
  }
}

/// Reads all of a list; `at` is left at its closing 0.
Result<Wanted> readProperties(const Context &context, const Property *&at) {
  Wanted wanted;
  std::set<Property> seen;
  while (const Property name = *at) {
    // CL_INVALID_PROPERTY if the same property name is specified more than once.
    if (!seen.insert(name).second)
      return fail(CL_INVALID_PROPERTY);
    if (auto ok = readProperty(context, name, ++at, wanted); !ok)
      return fail(ok.error());
  }
  const bool isMultiple = context.devices().size() > 1;
  if (auto ok = check({
          // CL_INVALID_VALUE if sema_props do not specify <property, value> pairs for minimum set of properties (i.e.
          // CL_SEMAPHORE_TYPE_KHR).
          {!wanted.type, CL_INVALID_VALUE},
          // CL_INVALID_PROPERTY if context is a multiple device context and sema_props does not specify
          // CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR.
          {wanted.devices.empty() && isMultiple, CL_INVALID_PROPERTY},
          // CL_INVALID_OPERATION if props_list specifies a cl_external_semaphore_handle_type_khr followed by a handle
          // as
          // well as CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR.
          {wanted.fence && wanted.exports, CL_INVALID_OPERATION},
          // CL_INVALID_PROPERTY if the value specified for a supported property name is not valid: no type can be
          // exported.
          {wanted.exports, CL_INVALID_PROPERTY},
      });
      !ok)
    return fail(ok.error());
  // "the semaphore object ... is by default associated with all devices in the context."
  if (wanted.devices.empty())
    wanted.devices.assign(context.devices().begin(), context.devices().end());
  return wanted;
}

/// The payload of a fence of the host's, which is the payload's from then on. On failure it stays the host's.
Result<std::shared_ptr<SemaphorePayload>> payloadOf(int fd) {
  FileDescriptor fence(fd);
  try {
    auto payload = SemaphorePayload::ofFence(fence);
    fence.release();
    return payload;
  } catch (...) {
    fence.release();
    throw;
  }
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
    Semaphore::Request request{std::move(wanted->devices), std::vector<Property>(sema_props, end + 1),
                               wanted->fence.has_value()};
    auto semaphore = Ref<Semaphore>::adopt(new Semaphore(object, std::move(request)));
    if (wanted->fence) {
      auto payload = payloadOf(*wanted->fence);
      if (!payload)
        return fail(payload.error());
      semaphore->replacePayload(std::move(*payload));
    }
    return semaphore;
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
    case CL_SEMAPHORE_EXPORT_HANDLE_TYPES_KHR:
      return info.write(std::array<cl_external_semaphore_handle_type_khr, 0>{});
    case CL_SEMAPHORE_EXPORTABLE_KHR:
      return info.write<cl_bool>(CL_FALSE);
    default:
      // CL_INVALID_VALUE if param_name is not one of the supported values.
      return fail(CL_INVALID_VALUE);
    }
  });
}

cl_int CL_API_CALL clGetSemaphoreHandleForTypeKHR(cl_semaphore_khr sema_object, cl_device_id device,
                                                  cl_external_semaphore_handle_type_khr, size_t, void *, size_t *) {
  return entry(on(sema_object), [&](Semaphore &object) -> Result<> {
    // CL_INVALID_DEVICE if device is not a valid device, or if sema_object belongs to a context that is not associated
    // with device, or if sema_object can not be shared with device.
    auto target = objectOf(device);
    if (!target || !object.has(**target))
      return fail(CL_INVALID_DEVICE);
    // CL_INVALID_VALUE if the requested external semaphore handle type was not specified when sema_object was created:
    // none can be.
    return fail(CL_INVALID_VALUE);
  });
}

cl_int CL_API_CALL clReImportSemaphoreSyncFdKHR(cl_semaphore_khr sema_object,
                                                cl_semaphore_reimport_properties_khr *reimport_props, int fd) {
  return entry(on(sema_object), [&](Semaphore &object) -> Result<> {
    if (auto ok = check({
            // CL_INVALID_SEMAPHORE_KHR if a CL_SEMAPHORE_HANDLE_SYNC_FD_KHR handle was not imported when sema_object
            // was created.
            {!object.isImported(), CL_INVALID_SEMAPHORE_KHR},
            // CL_INVALID_VALUE if fd is invalid. "This extension does not define any optional properties."
            {!isFence(fd) || (reimport_props && *reimport_props), CL_INVALID_VALUE},
        });
        !ok)
      return ok;
    auto payload = payloadOf(fd);
    if (!payload)
      return fail(payload.error());
    object.replacePayload(std::move(*payload));
    return {};
  });
}

} // namespace lanecl::api
