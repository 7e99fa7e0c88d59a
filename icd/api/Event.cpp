// Events (OpenCL API 5.11) and their profiling (5.14).
#include "runtime/Event.h"
#include "icd/Entry.h"
#include "icd/InfoWriter.h"
#include "icd/Validate.h"
#include "runtime/CommandQueue.h"

namespace lanecl::api {
namespace {

/// CL_EVENT_COMMAND_EXECUTION_STATUS. A host that asks wants the command to get on: nobody may be waiting for it.
cl_int statusFor(Event &event) {
  if (CommandQueue *queue = event.task().queue(); queue && !event.task().isDone())
    queue->flush();
  return event.task().status();
}

} // namespace

cl_event CL_API_CALL clCreateUserEvent(cl_context context, cl_int *errcode_ret) {
  return create(errcode_ret, on(context),
                [](Context &owner) -> Result<Ref<Event>> { return Event::createUser(owner); });
}

cl_int CL_API_CALL clSetUserEventStatus(cl_event event, cl_int execution_status) {
  return entry(on(event), [&](Event &object) -> Result<> {
    if (auto ok = check({
            // CL_INVALID_EVENT if event is not a valid user event object.
            {!object.isUser(), CL_INVALID_EVENT},
            // CL_INVALID_VALUE if the execution_status is not CL_COMPLETE or a negative integer value.
            {execution_status > CL_COMPLETE, CL_INVALID_VALUE},
        });
        !ok)
      return ok;
    // The host may release the event as soon as it is told of the new status.
    Ref<Event> keep(&object);
    // CL_INVALID_OPERATION if the execution_status for event has already been changed by a previous call.
    if (!object.task().setUserStatus(execution_status))
      return fail(CL_INVALID_OPERATION);
    return {};
  });
}

cl_int CL_API_CALL clWaitForEvents(cl_uint num_events, const cl_event *event_list) {
  return entry([&]() -> Result<> {
    // CL_INVALID_VALUE if num_events is zero or event_list is NULL.
    if (num_events == 0 || event_list == nullptr)
      return fail(CL_INVALID_VALUE);
    // CL_INVALID_EVENT if event objects specified in event_list are not valid event objects.
    if (num_events == 1) {
      auto event = objectOf(*event_list);
      return event ? Event::wait({&*event, 1}) : fail(event.error());
    }
    auto events = Objects<cl_event>::read(std::span(event_list, num_events));
    if (!events)
      return fail(events.error());
    // CL_INVALID_CONTEXT if events specified in event_list do not belong to the same context.
    for (const Ref<Event> &event : events->held())
      if (&event->context() != &events->held().front()->context())
        return fail(CL_INVALID_CONTEXT);
    return Event::wait(events->held());
  });
}

cl_int CL_API_CALL clGetEventInfo(cl_event event, cl_event_info param_name, size_t param_value_size, void *param_value,
                                  size_t *param_value_size_ret) {
  return entry(on(event), [&](Event &object) -> Result<> {
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_EVENT_COMMAND_QUEUE:
      // "For user event objects, a NULL value is returned"; so it is "for events returned by a command-buffer enqueue
      // operation to multiple command-queues".
      return info.write<cl_command_queue>(handleOf(object.queue()));
    case CL_EVENT_CONTEXT:
      return info.write<cl_context>(handleOf(&object.context()));
    case CL_EVENT_COMMAND_TYPE:
      return info.write<cl_command_type>(object.task().type());
    case CL_EVENT_COMMAND_EXECUTION_STATUS:
      return info.write<cl_int>(statusFor(object));
    case CL_EVENT_REFERENCE_COUNT:
      return info.write<cl_uint>(object.referenceCount());
    default:
      // CL_INVALID_VALUE if param_name is not one of the supported values.
      return fail(CL_INVALID_VALUE);
    }
  });
}

cl_int CL_API_CALL clSetEventCallback(cl_event event, cl_int command_exec_callback_type,
                                      void(CL_CALLBACK *pfn_notify)(cl_event, cl_int, void *), void *user_data) {
  return entry(on(event), [&](Event &object) -> Result<> {
    if (auto ok = check({
            // CL_INVALID_VALUE if pfn_event_notify is NULL or if command_exec_callback_type is not CL_SUBMITTED,
            // CL_RUNNING, or CL_COMPLETE.
            {pfn_notify == nullptr, CL_INVALID_VALUE},
            {command_exec_callback_type != CL_SUBMITTED && command_exec_callback_type != CL_RUNNING &&
                 command_exec_callback_type != CL_COMPLETE,
             CL_INVALID_VALUE},
        });
        !ok)
      return ok;
    object.addCallback(command_exec_callback_type, pfn_notify, user_data);
    return {};
  });
}

cl_int CL_API_CALL clRetainEvent(cl_event event) {
  return entry(on(event), [](Event &object) -> Result<> {
    object.retainForHost();
    return {};
  });
}

cl_int CL_API_CALL clReleaseEvent(cl_event event) {
  return entry(on(event),
               [](Event &object) -> Result<> { return check({{!object.releaseForHost(), CL_INVALID_EVENT}}); });
}

cl_int CL_API_CALL clGetEventProfilingInfo(cl_event event, cl_profiling_info param_name, size_t param_value_size,
                                           void *param_value, size_t *param_value_size_ret) {
  return entry(on(event), [&](Event &object) -> Result<> {
    const Task &task = object.task();
    // CL_PROFILING_INFO_NOT_AVAILABLE if the CL_QUEUE_PROFILING_ENABLE flag is not set for the command-queue, if the
    // execution status of the command identified by event is not CL_COMPLETE or if event is a user event object; "when
    // a context is terminated: [...] clGetEventProfilingInfo returns CL_PROFILING_INFO_NOT_AVAILABLE".
    if (!task.queue() || !task.queue()->isProfiling() || task.status() != CL_COMPLETE ||
        object.context().isTerminated())
      return fail(CL_PROFILING_INFO_NOT_AVAILABLE);
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_PROFILING_COMMAND_QUEUED:
      return info.write<cl_ulong>(task.times().queued);
    case CL_PROFILING_COMMAND_SUBMIT:
      return info.write<cl_ulong>(task.times().submit);
    case CL_PROFILING_COMMAND_START:
      return info.write<cl_ulong>(task.times().start);
    case CL_PROFILING_COMMAND_END:
    case CL_PROFILING_COMMAND_COMPLETE: // "and any child commands enqueued by this command on the device": none
      return info.write<cl_ulong>(task.times().end);
    default:
      // CL_INVALID_VALUE if param_name is not one of the supported values.
      return fail(CL_INVALID_VALUE);
    }
  });
}

} // namespace lanecl::api
