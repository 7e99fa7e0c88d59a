// Command-buffer objects: creating, finalizing, enqueueing, remapping, asking (OpenCL API, "Command-Buffers").
#include "runtime/CommandBuffer.h"
#include "icd/InfoWriter.h"
#include "icd/api/EnqueueCommon.h"
#include "runtime/Device.h"
#include <algorithm>
#include <optional>

namespace lanecl::api {
namespace {

constexpr cl_command_buffer_flags_khr knownFlags =
    CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR | CL_COMMAND_BUFFER_MUTABLE_KHR | CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR;

/// A list of command-queues that share a context, to create a command buffer on.
Result<std::vector<Ref<CommandQueue>>> queuesOf(cl_uint count, const cl_command_queue *list) {
  // CL_INVALID_VALUE if num_queues is zero, or if queues is NULL.
  if (count == 0 || !list)
    return fail(CL_INVALID_VALUE);
  // CL_INVALID_COMMAND_QUEUE if any command-queue in queues is not a valid command-queue.
  auto objects = Objects<cl_command_queue>::read(std::span(list, count));
  if (!objects)
    return fail(objects.error());
  // Next after the handles, as everywhere.
  for (const CommandQueue *queue : objects->get())
    if (auto ok = checkNotTerminated(*queue); !ok)
      return fail(ok.error());
  // CL_INVALID_CONTEXT if all the command-queues in queues do not have the same OpenCL context.
  const Context &context = objects->get().front()->context();
  if (std::ranges::any_of(objects->get(), [&](CommandQueue *queue) { return &queue->context() != &context; }))
    return fail(CL_INVALID_CONTEXT);
  return std::vector<Ref<CommandQueue>>(objects->held().begin(), objects->held().end());
}

Result<> readProperties(const cl_command_buffer_properties_khr *list, CommandBuffer::Request &request) {
  if (!list)
    return {};
  bool hasFlags = false, hasAsserts = false;
  for (const cl_command_buffer_properties_khr *pair = list; *pair; pair += 2) {
    // CL_INVALID_VALUE if values specified in properties are not valid, or if the same property name is specified more
    // than once.
    const bool isFlags = pair[0] == CL_COMMAND_BUFFER_FLAGS_KHR;
    if (!isFlags && pair[0] != CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR)
      return fail(CL_INVALID_VALUE);
    const cl_bitfield known = isFlags ? knownFlags : CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR;
    if (std::exchange(isFlags ? hasFlags : hasAsserts, true) || hasUnknownBits<cl_bitfield>(pair[1], known))
      return fail(CL_INVALID_VALUE);
    (isFlags ? request.flags : request.asserts) = pair[1];
    request.properties.insert(request.properties.end(), {pair[0], pair[1]});
  }
  request.properties.push_back(0);
  return {};
}

/// The queues to execute on, one for each that the command buffer was created with.
Result<std::vector<Ref<CommandQueue>>> executionQueues(const CommandBuffer &buffer, cl_uint count,
                                                       const cl_command_queue *list) {
  // CL_INVALID_VALUE if queues is NULL and num_queues is > 0, or queues is not NULL and num_queues is 0.
  if (isListMismatch(count, list))
    return fail(CL_INVALID_VALUE);
  if (!list)
    return std::vector<Ref<CommandQueue>>(buffer.queues().begin(), buffer.queues().end());
  // CL_INVALID_VALUE if num_queues is > 0 and not the same value as num_queues set on command_buffer creation.
  if (count != buffer.queues().size())
    return fail(CL_INVALID_VALUE);
  // CL_INVALID_COMMAND_QUEUE if any element of queues is not a valid command-queue.
  auto objects = Objects<cl_command_queue>::read(std::span(list, count));
  if (!objects)
    return fail(objects.error());
  for (cl_uint i = 0; i < count; ++i) {
    if (auto ok = check({
            // CL_INVALID_CONTEXT if any element of queues does not have the same context as the command-queue set on
            // command_buffer creation at the same list index.
            {&objects->get()[i]->context() != &buffer.context(), CL_INVALID_CONTEXT},
            // CL_INVALID_DEVICE if any element of queues does not have the same device as the command-queue set on
            // command_buffer creation at the same list index.
            {&objects->get()[i]->device() != &buffer.queue(i).device(), CL_INVALID_DEVICE},
        });
        !ok)
      return fail(ok.error());
  }
  // CL_INCOMPATIBLE_COMMAND_QUEUE_KHR is about properties that are not supported, or are required: all queues' are
  // supported, and none is required.
  return std::vector<Ref<CommandQueue>>(objects->held().begin(), objects->held().end());
}

} // namespace

cl_command_buffer_khr CL_API_CALL clCreateCommandBufferKHR(cl_uint num_queues, const cl_command_queue *queues,
                                                           const cl_command_buffer_properties_khr *properties,
                                                           cl_int *errcode_ret) {
  return create(errcode_ret, [&]() -> Result<Ref<CommandBuffer>> {
    auto list = queuesOf(num_queues, queues);
    if (!list)
      return fail(list.error());
    CommandBuffer::Request request{.queues = std::move(*list), .flags = 0, .asserts = 0, .properties = {}};
    if (auto ok = readProperties(properties, request); !ok)
      return fail(ok.error());
    // CL_INVALID_PROPERTY and CL_INCOMPATIBLE_COMMAND_QUEUE_KHR are about what devices do not support: ours are all of
    // one machine, synchronize with each other, and support all flags and several queues.
    return CommandBuffer::create(std::move(request));
  });
}

cl_int CL_API_CALL clRetainCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  return entry(on(command_buffer), [](CommandBuffer &buffer) -> Result<> {
    buffer.retainForHost();
    return {};
  });
}

// "After the command_buffer reference count becomes zero and has finished execution, the command-buffer is deleted":
// what is under way keeps what it uses.
cl_int CL_API_CALL clReleaseCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  return entry(on(command_buffer), [](CommandBuffer &buffer) -> Result<> {
    return check({{!buffer.releaseForHost(), CL_INVALID_COMMAND_BUFFER_KHR}});
  });
}

cl_int CL_API_CALL clFinalizeCommandBufferKHR(cl_command_buffer_khr command_buffer) {
  // CL_INVALID_OPERATION if command_buffer is not in the Recording state.
  return entry(on(command_buffer), [](CommandBuffer &buffer) { return buffer.finalize(); });
}

cl_int CL_API_CALL clEnqueueCommandBufferKHR(cl_uint num_queues, cl_command_queue *queues,
                                             cl_command_buffer_khr command_buffer, cl_uint num_events_in_wait_list,
                                             const cl_event *event_wait_list, cl_event *event) {
  return entryUnlessTerminated(on(command_buffer), [&](CommandBuffer &buffer) -> Result<> {
    // CL_INVALID_OPERATION if command_buffer is not in the Executable state.
    if (buffer.state() != CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR)
      return fail(CL_INVALID_OPERATION);
    auto with = executionQueues(buffer, num_queues, queues);
    if (!with)
      return fail(with.error());
    WaitList waitList;
    if (auto ok = waitList.read(buffer.context(), {num_events_in_wait_list, event_wait_list, event}); !ok)
      return ok;
    return buffer.enqueue(*with, {.waitList = waitList.events(), .event = event});
  });
}

namespace {

/// clRemapCommandBufferKHR's handles, as commands of that buffer.
Result<Objects<cl_mutable_command_khr>> commandsOf(const CommandBuffer &buffer,
                                                   std::span<const cl_mutable_command_khr> handles) {
  // CL_INVALID_VALUE if any handle in handles is not a valid command handle belonging to command_buffer.
  auto commands = Objects<cl_mutable_command_khr>::read(handles, CL_INVALID_VALUE);
  auto isForeign = [&](const MutableCommand *command) { return &command->buffer() != &buffer; };
  if (commands && std::ranges::any_of(commands->get(), isForeign))
    return fail(CL_INVALID_VALUE);
  return commands;
}

} // namespace

cl_command_buffer_khr CL_API_CALL clRemapCommandBufferKHR(cl_command_buffer_khr command_buffer, cl_bool automatic,
                                                          cl_uint num_queues, const cl_command_queue *queues,
                                                          cl_uint num_handles, const cl_mutable_command_khr *handles,
                                                          cl_mutable_command_khr *handles_ret, cl_int *errcode_ret) {
  return create(errcode_ret, on(command_buffer), [&](CommandBuffer &buffer) -> Result<Ref<CommandBuffer>> {
    if (auto ok = check({
            // CL_INVALID_VALUE if num_queues is 0, or if queues is NULL.
            {num_queues == 0 || !queues, CL_INVALID_VALUE},
            // CL_INVALID_VALUE if automatic is CL_FALSE and num_queues is not equal to the number of queues used on
            // creation of command_buffer.
            {!automatic && num_queues != buffer.queues().size(), CL_INVALID_VALUE},
            // CL_INVALID_VALUE if handles or handles_ret is NULL and num_handles is > 0, or either handles or
            // handles_ret is not NULL and num_handles is 0.
            {isListMismatch(num_handles, handles) || isListMismatch(num_handles, handles_ret), CL_INVALID_VALUE},
        });
        !ok)
      return fail(ok.error());
    auto commands = commandsOf(buffer, {handles, num_handles});
    if (!commands)
      return fail(commands.error());
    auto onto = queuesOf(num_queues, queues);
    if (!onto)
      return fail(onto.error());
    // CL_INVALID_CONTEXT if command_buffer and all the command-queues in queues do not have the same OpenCL context.
    if (&onto->front()->context() != &buffer.context())
      return fail(CL_INVALID_CONTEXT);
    std::vector<MutableCommand *> copies(num_handles);
    auto copy = buffer.remap(automatic, std::move(*onto), commands->get(), copies);
    for (cl_uint i = 0; copy && i < num_handles; ++i)
      handles_ret[i] = handleOf(copies[i]);
    return copy;
  });
}

cl_int CL_API_CALL clGetCommandBufferInfoKHR(cl_command_buffer_khr command_buffer,
                                             cl_command_buffer_info_khr param_name, size_t param_value_size,
                                             void *param_value, size_t *param_value_size_ret) {
  return entry(on(command_buffer), [&](CommandBuffer &buffer) -> Result<> {
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_COMMAND_BUFFER_NUM_QUEUES_KHR:
      return info.write<cl_uint>(static_cast<cl_uint>(buffer.queues().size()));
    case CL_COMMAND_BUFFER_QUEUES_KHR: {
      std::vector<cl_command_queue> handles;
      for (const Ref<CommandQueue> &queue : buffer.queues())
        handles.push_back(handleOf(queue.get()));
      return info.write(handles);
    }
    case CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR:
      return info.write<cl_uint>(buffer.hostCount());
    case CL_COMMAND_BUFFER_STATE_KHR:
      return info.write<cl_command_buffer_state_khr>(buffer.state());
    case CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR:
      return info.write(buffer.properties());
    case CL_COMMAND_BUFFER_CONTEXT_KHR:
      return info.write<cl_context>(handleOf(&buffer.context()));
    default:
      // CL_INVALID_VALUE if param_name is not one of the supported values.
      return fail(CL_INVALID_VALUE);
    }
  });
}

} // namespace lanecl::api
