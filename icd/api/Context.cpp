// Contexts (OpenCL API 4.4).
#include "runtime/Context.h"
#include "icd/Dispatch.h"
#include "icd/Entry.h"
#include "icd/InfoWriter.h"
#include "icd/Validate.h"
#include <algorithm>

namespace lanecl::api {
namespace {

/// The host's property list with its closing 0, empty for NULL; or the error of the first property that is wrong.
Result<std::vector<cl_context_properties>> contextProperties(const cl_context_properties *list) {
  std::vector<cl_context_properties> properties;
  if (!list)
    return properties;
  for (; *list; list += 2) {
    cl_context_properties name = list[0], value = list[1];
    for (std::size_t i = 0; i < properties.size(); i += 2)
      // CL_INVALID_PROPERTY [...] if the same property name is specified more than once.
      if (properties[i] == name)
        return fail(CL_INVALID_PROPERTY);
    if (name == CL_CONTEXT_PLATFORM) {
      // CL_INVALID_PLATFORM [...] if platform value specified in properties is not a valid platform.
      if (auto platform = objectOf(reinterpret_cast<cl_platform_id>(value)); !platform)
        return fail(platform.error());
    } else if ((name != CL_CONTEXT_INTEROP_USER_SYNC && name != CL_CONTEXT_TERMINATE_KHR) ||
               (value != CL_TRUE && value != CL_FALSE)) {
      // CL_INVALID_PROPERTY if context property name in properties is not a supported property name, or if the value
      // specified for a supported property name is not valid.
      return fail(CL_INVALID_PROPERTY);
    }
    properties.insert(properties.end(), {name, value});
  }
  properties.push_back(0);
  return properties;
}

Result<Ref<Context>> makeContext(const cl_context_properties *properties, std::vector<Ref<Device>> devices,
                                 Context::Notify notify, void *userData) {
  auto list = contextProperties(properties);
  if (!list)
    return fail(list.error());
  // CL_INVALID_VALUE if pfn_notify is NULL but user_data is not NULL.
  if (!notify && userData)
    return fail(CL_INVALID_VALUE);
  return Ref<Context>::adopt(new Context(std::move(devices), std::move(*list), notify, userData));
}

} // namespace

cl_context CL_API_CALL clCreateContext(const cl_context_properties *properties, cl_uint num_devices,
                                       const cl_device_id *devices, Context::Notify pfn_notify, void *user_data,
                                       cl_int *errcode_ret) {
  return create(errcode_ret, [&]() -> Result<Ref<Context>> {
    // CL_INVALID_VALUE if devices is NULL; if num_devices is equal to zero.
    if (!devices || num_devices == 0)
      return fail(CL_INVALID_VALUE);
    // CL_INVALID_DEVICE if any device in devices is not a valid device.
    auto objects = Objects<cl_device_id>::read(std::span(devices, num_devices));
    if (!objects)
      return fail(objects.error());
    std::vector<Ref<Device>> distinct;
    for (const Ref<Device> &device : objects->held())
      // Duplicate devices specified in devices are ignored.
      if (std::ranges::find(distinct, device) == distinct.end())
        distinct.push_back(device);
    return makeContext(properties, std::move(distinct), pfn_notify, user_data);
  });
}

cl_context CL_API_CALL clCreateContextFromType(const cl_context_properties *properties, cl_device_type device_type,
                                               Context::Notify pfn_notify, void *user_data, cl_int *errcode_ret) {
  return create(errcode_ret, [&]() -> Result<Ref<Context>> {
    // CL_INVALID_DEVICE_TYPE if device_type is not a valid value; CL_DEVICE_NOT_FOUND if no devices that match
    // device_type [...] were found.
    cl_device_id device = nullptr;
    if (cl_int error = api::clGetDeviceIDs(nullptr, device_type, 1, &device, nullptr); error != CL_SUCCESS)
      return fail(error);
    std::vector<Ref<Device>> devices{Ref(&platform().device())};
    return makeContext(properties, std::move(devices), pfn_notify, user_data);
  });
}

cl_int CL_API_CALL clRetainContext(cl_context context) {
  return entry(on(context), [](Context &object) -> Result<> {
    object.retainForHost();
    return {};
  });
}

cl_int CL_API_CALL clReleaseContext(cl_context context) {
  return entry(on(context),
               [](Context &object) -> Result<> { return check({{!object.releaseForHost(), CL_INVALID_CONTEXT}}); });
}

cl_int CL_API_CALL clTerminateContextKHR(cl_context context) {
  return entry(on(context), [](Context &object) -> Result<> {
    // CL_INVALID_OPERATION if context was not created with CL_CONTEXT_TERMINATE_KHR set to CL_TRUE.
    if (!object.mayTerminate())
      return fail(CL_INVALID_OPERATION);
    // CL_CONTEXT_TERMINATED_KHR if context has already been terminated.
    return object.terminate() ? Result<>() : fail(CL_CONTEXT_TERMINATED_KHR);
  });
}

cl_int CL_API_CALL clGetContextInfo(cl_context context, cl_context_info param_name, size_t param_value_size,
                                    void *param_value, size_t *param_value_size_ret) {
  return entry(on(context), [&](Context &object) -> Result<> {
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_CONTEXT_REFERENCE_COUNT:
      return info.write<cl_uint>(object.hostCount());
    case CL_CONTEXT_NUM_DEVICES:
      return info.write<cl_uint>(static_cast<cl_uint>(object.devices().size()));
    case CL_CONTEXT_DEVICES: {
      std::vector<cl_device_id> devices;
      for (const Ref<Device> &device : object.devices())
        devices.push_back(handleOf(device.get()));
      return info.write(devices);
    }
    case CL_CONTEXT_PROPERTIES:
      return info.write(object.properties());
    default:
      // CL_INVALID_VALUE if param_name is not one of the supported values.
      return fail(CL_INVALID_VALUE);
    }
  });
}

cl_int CL_API_CALL clSetContextDestructorCallback(cl_context context, void(CL_CALLBACK *pfn_notify)(cl_context, void *),
                                                  void *user_data) {
  return entryUnlessTerminated(on(context), [&](Context &object) -> Result<> {
    // CL_INVALID_VALUE if pfn_notify is NULL.
    if (!pfn_notify)
      return fail(CL_INVALID_VALUE);
    object.destructorCallbacks().add(pfn_notify, user_data);
    return {};
  });
}

} // namespace lanecl::api
