// Command-queues (OpenCL API 5.1), flush and finish (5.15).
#include "icd/Entry.h"
#include "icd/InfoWriter.h"
#include "icd/Validate.h"
#include "runtime/CommandQueue.h"
#include <optional>

namespace lanecl::api {
namespace {

constexpr cl_command_queue_properties hostProperties =
    CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE;
constexpr cl_command_queue_properties deviceProperties = CL_QUEUE_ON_DEVICE | CL_QUEUE_ON_DEVICE_DEFAULT;

Result<> checkProperties(cl_command_queue_properties properties) {
  return check({
      // CL_INVALID_VALUE if values specified in properties are not valid.
      {hasUnknownBits(properties, hostProperties | deviceProperties), CL_INVALID_VALUE},
      // "If CL_QUEUE_ON_DEVICE is set, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE must also be set."
      {(properties & CL_QUEUE_ON_DEVICE) && !(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE), CL_INVALID_VALUE},
      // "CL_QUEUE_ON_DEVICE_DEFAULT: this can only be used with CL_QUEUE_ON_DEVICE."
      {(properties & CL_QUEUE_ON_DEVICE_DEFAULT) && !(properties & CL_QUEUE_ON_DEVICE), CL_INVALID_VALUE},
      // CL_INVALID_QUEUE_PROPERTIES if values specified in properties are valid but are not supported by device.
      {(properties & deviceProperties) != 0, CL_INVALID_QUEUE_PROPERTIES},
  });
}

/// The list of clCreateCommandQueueWithProperties.
struct PropertyList {
  cl_command_queue_properties properties = 0;
  std::vector<cl_queue_properties> asGiven; ///< with the closing 0; empty for NULL
};

Result<PropertyList> readProperties(const cl_queue_properties *list) {
  PropertyList result;
  if (!list)
    return result;
  bool hasProperties = false, hasSize = false;
  for (const cl_queue_properties *pair = list; *pair; pair += 2) {
    // CL_INVALID_VALUE if values specified in properties are not valid: a name that is unknown or comes twice.
    bool &seen = pair[0] == CL_QUEUE_SIZE ? hasSize : hasProperties;
    if ((pair[0] != CL_QUEUE_PROPERTIES && pair[0] != CL_QUEUE_SIZE) || seen)
      return fail(CL_INVALID_VALUE);
    seen = true;
    if (pair[0] == CL_QUEUE_PROPERTIES)
      result.properties = pair[1];
    result.asGiven.insert(result.asGiven.end(), {pair[0], pair[1]});
  }
  result.asGiven.push_back(0);
  if (auto ok = checkProperties(result.properties); !ok)
    return fail(ok.error());
  // "CL_QUEUE_SIZE can only be specified if CL_QUEUE_ON_DEVICE is set in CL_QUEUE_PROPERTIES."
  if (hasSize)
    return fail(CL_INVALID_VALUE);
  return result;
}

Result<Ref<Device>> deviceOf(const Context &context, cl_device_id handle) {
  // CL_INVALID_DEVICE if device is not a valid device or is not associated with context.
  auto device = objectOf(handle);
  if (!device)
    return fail(device.error());
  if (!context.has(device->get()))
    return fail(CL_INVALID_DEVICE);
  return device;
}

} // namespace

cl_command_queue CL_API_CALL clCreateCommandQueueWithProperties(cl_context context, cl_device_id device,
                                                                const cl_queue_properties *properties,
                                                                cl_int *errcode_ret) {
  return create(errcode_ret, on(context), [&](Context &owner) -> Result<Ref<CommandQueue>> {
    auto target = deviceOf(owner, device);
    if (!target)
      return fail(target.error());
    auto list = readProperties(properties);
    if (!list)
      return fail(list.error());
    return CommandQueue::create(owner, **target, list->properties, std::move(list->asGiven));
  });
}

cl_command_queue CL_API_CALL clCreateCommandQueue(cl_context context, cl_device_id device,
                                                  cl_command_queue_properties properties, cl_int *errcode_ret) {
  return create(errcode_ret, on(context), [&](Context &owner) -> Result<Ref<CommandQueue>> {
    auto target = deviceOf(owner, device);
    if (!target)
      return fail(target.error());
    // "Only command-queue properties specified in this table can be used, otherwise the value specified in properties
    // is considered to be not valid."
    if (hasUnknownBits(properties, hostProperties))
      return fail(CL_INVALID_VALUE);
    return CommandQueue::create(owner, **target, properties);
  });
}

cl_int CL_API_CALL clSetDefaultDeviceCommandQueue(cl_context context, cl_device_id device, cl_command_queue) {
  return entryUnlessTerminated(on(context), [&](Context &owner) -> Result<> {
    if (auto target = deviceOf(owner, device); !target)
      return fail(target.error());
    // CL_INVALID_OPERATION if device does not support a replaceable default on-device queue.
    return fail(CL_INVALID_OPERATION);
  });
}

cl_int CL_API_CALL clRetainCommandQueue(cl_command_queue command_queue) {
  return entry(on(command_queue), [](CommandQueue &queue) -> Result<> {
    queue.retainForHost();
    return {};
  });
}

cl_int CL_API_CALL clReleaseCommandQueue(cl_command_queue command_queue) {
  return entry(on(command_queue), [](CommandQueue &queue) -> Result<> {
    // "clReleaseCommandQueue performs an implicit flush"; what is in the queue keeps it until it has run.
    queue.flush();
    // CL_INVALID_COMMAND_QUEUE if command_queue is not a valid command-queue: all references are gone already.
    return check({{!queue.releaseForHost(), CL_INVALID_COMMAND_QUEUE}});
  });
}

cl_int CL_API_CALL clGetCommandQueueInfo(cl_command_queue command_queue, cl_command_queue_info param_name,
                                         size_t param_value_size, void *param_value, size_t *param_value_size_ret) {
  return entry(on(command_queue), [&](CommandQueue &queue) -> Result<> {
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_QUEUE_CONTEXT:
      return info.write<cl_context>(handleOf(&queue.context()));
    case CL_QUEUE_DEVICE:
      return info.write<cl_device_id>(handleOf(&queue.device()));
    case CL_QUEUE_REFERENCE_COUNT:
      return info.write<cl_uint>(queue.hostCount());
    case CL_QUEUE_PROPERTIES:
      return info.write<cl_command_queue_properties>(queue.properties());
    case CL_QUEUE_PROPERTIES_ARRAY:
      return info.write(queue.propertyList());
    case CL_QUEUE_SIZE:
      // CL_INVALID_COMMAND_QUEUE if command_queue is not a valid command-queue for param_name: "To be considered valid
      // for this query, command_queue must be a device command-queue."
      return fail(CL_INVALID_COMMAND_QUEUE);
    case CL_QUEUE_DEVICE_DEFAULT:
      // "Return the current default command-queue for the underlying device": it has none.
      return info.write<cl_command_queue>(nullptr);
    default:
      // CL_INVALID_VALUE if param_name is not one of the supported values.
      return fail(CL_INVALID_VALUE);
    }
  });
}

cl_int CL_API_CALL clSetCommandQueueProperty(cl_command_queue command_queue, cl_command_queue_properties, cl_bool,
                                             cl_command_queue_properties *) {
  return entry(on(command_queue), [](CommandQueue &) -> Result<> {
    // CL_INVALID_OPERATION if no devices in the context associated with command_queue support modifying the properties
    // of a command-queue; "required only for OpenCL 1.0 devices".
    return fail(CL_INVALID_OPERATION);
  });
}

cl_int CL_API_CALL clFlush(cl_command_queue command_queue) {
  return entry(on(command_queue), [](CommandQueue &queue) -> Result<> {
    queue.flush();
    return {};
  });
}

cl_int CL_API_CALL clFinish(cl_command_queue command_queue) {
  return entry(on(command_queue), [](CommandQueue &queue) -> Result<> { return queue.finish(); });
}

} // namespace lanecl::api
