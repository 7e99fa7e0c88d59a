// What all clEnqueue* functions share: the wait list, the new event, the rules about memory objects.
#pragma once
#include "icd/Entry.h"
#include "icd/Validate.h"
#include "runtime/CommandQueue.h"
#include "runtime/Context.h"
#include "runtime/Extensions.h"
#include "runtime/Image.h"
#include "runtime/MemObject.h"
#include <array>
#include <span>
#include <string>
#include <vector>

namespace lanecl::api {

/// The last three arguments of every clEnqueue* function.
struct EventArguments {
  cl_uint count;
  const cl_event *list;
  cl_event *event;
};

/// A checked event_wait_list, held; short ones need no memory of their own.
class WaitList {
public:
  WaitList() = default;
  WaitList(const WaitList &) = delete;
  WaitList &operator=(const WaitList &) = delete;

  Result<> read(const Context &context, const EventArguments &arguments) {
    // CL_INVALID_EVENT_WAIT_LIST if event_wait_list is NULL and num_events_in_wait_list is greater than zero, or
    // event_wait_list is not NULL and num_events_in_wait_list is zero.
    if (isListMismatch(arguments.count, arguments.list))
      return fail(CL_INVALID_EVENT_WAIT_LIST);
    if (arguments.count > few_.size())
      many_.resize(arguments.count);
    events_ = arguments.count > few_.size() ? std::span(many_) : std::span(few_).first(arguments.count);
    for (cl_uint i = 0; i < arguments.count; ++i) {
      // CL_INVALID_EVENT_WAIT_LIST if event objects in event_wait_list are not valid events.
      auto event = objectOf(arguments.list[i], CL_INVALID_EVENT_WAIT_LIST);
      if (!event)
        return fail(event.error());
      // CL_INVALID_CONTEXT if the context associated with command_queue and events in event_wait_list are not the same.
      if (&(*event)->context() != &context)
        return fail(CL_INVALID_CONTEXT);
      events_[i] = std::move(*event);
    }
    return {};
  }
  std::span<const Ref<Event>> events() const { return events_; }

private:
  std::array<Ref<Event>, 8> few_;
  std::vector<Ref<Event>> many_;
  std::span<Ref<Event>> events_;
};

/// body(queue, how) -> Result<>, after queue and wait list proved valid.
template <typename Body>
cl_int enqueue(cl_command_queue command_queue, const EventArguments &arguments, Body &&body) noexcept {
  return entryUnlessTerminated(on(command_queue), [&](CommandQueue &queue) -> Result<> {
    WaitList waitList;
    if (auto ok = waitList.read(queue.context(), arguments); !ok)
      return ok;
    return body(queue, CommandQueue::Submission{.waitList = waitList.events(), .event = arguments.event});
  });
}

/// CL_INVALID_OPERATION if the object that a command changes was created with CL_MEM_IMMUTABLE_EXT.
inline Result<> checkMutable(const MemObject &changed) {
  return check({{changed.isImmutable(), CL_INVALID_OPERATION}});
}

/// Of commands of extensions: CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST if the execution status of any of the events
/// in event_wait_list is a negative integer value.
inline bool hasFailed(std::span<const Ref<Event>> waitList) {
  for (const Ref<Event> &event : waitList)
    if (event->task().status() < 0)
      return true;
  return false;
}

/// CL_INVALID_VALUE if values specified in map_flags are not valid.
inline bool areInvalidMapFlags(cl_map_flags flags) {
  return hasUnknownBits<cl_map_flags>(flags, CL_MAP_READ | CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION) ||
         // "CL_MAP_READ or CL_MAP_WRITE and CL_MAP_WRITE_INVALIDATE_REGION are mutually exclusive."
         ((flags & CL_MAP_WRITE_INVALIDATE_REGION) && (flags & (CL_MAP_READ | CL_MAP_WRITE)));
}
constexpr cl_mem_migration_flags knownMigrationFlags =
    CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;

/// A buffer that a command in that context uses.
inline Result<Ref<MemObject>> bufferFor(const Context &context, cl_mem handle) {
  // CL_INVALID_MEM_OBJECT if buffer is not a valid buffer object.
  auto object = objectOf(handle);
  if (!object)
    return fail(object.error());
  if (auto ok = check({
          {!(*object)->isBuffer(), CL_INVALID_MEM_OBJECT},
          // CL_INVALID_CONTEXT if the context associated with command_queue and buffer are not the same.
          {&(*object)->context() != &context, CL_INVALID_CONTEXT},
          // CL_MISALIGNED_SUB_BUFFER_OFFSET if buffer is a sub-buffer object and the offset specified when the
          // sub-buffer object was created is not aligned to the CL_DEVICE_MEM_BASE_ADDR_ALIGN value for the device.
          {(*object)->origin() % Device::bufferAlignment != 0, CL_MISALIGNED_SUB_BUFFER_OFFSET},
      });
      !ok)
    return fail(ok.error());
  return object;
}

/// An image that a command in that context uses.
inline Result<Ref<MemObject>> imageFor(const Context &context, cl_mem handle) {
  // CL_INVALID_OPERATION if the device associated with command_queue does not support images.
  if (!Extensions::get().conditions().images)
    return fail(CL_INVALID_OPERATION);
  // CL_INVALID_MEM_OBJECT if image is not a valid image object.
  auto object = objectOf(handle);
  if (!object)
    return fail(object.error());
  if (auto ok = check({
          {(*object)->isBuffer(), CL_INVALID_MEM_OBJECT},
          // CL_INVALID_CONTEXT if the context associated with command_queue and image are not the same.
          {&(*object)->context() != &context, CL_INVALID_CONTEXT},
      });
      !ok)
    return fail(ok.error());
  return object;
}

/// Image::regionOf of an object that is an image. Tells the host what a region must be like where texels share bytes.
inline Result<Image::Region> regionOf(const MemObject &object, const size_t *origin, const size_t *region) {
  auto made = object.image()->regionOf(origin, region);
  const ImageFormat &format = object.image()->format();
  if (!made && origin && region && !(format.areBlocks(origin[0]) && format.areBlocks(region[0])))
    object.context().notify(("origin[0] and region[0] must be multiples of " + std::to_string(format.blockTexels) +
                             ": so many pixels of the image share a byte")
                                .c_str());
  return made;
}

} // namespace lanecl::api
