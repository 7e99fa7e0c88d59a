// Mapping, unmapping and migrating memory objects (OpenCL API 5.2.5, 5.3.6, 5.5.3, 5.5.5).
#include "icd/api/EnqueueCommon.h"
#include "runtime/Image.h"
#include "runtime/commands/Transfer.h"
#include <algorithm>

namespace lanecl::api {
namespace {

/// The rules about map_flags.
Result<> checkMap(const MemObject &object, cl_map_flags flags) {
  constexpr cl_map_flags writing = CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
  return check({
      // CL_INVALID_VALUE if values specified in map_flags are not valid.
      {areInvalidMapFlags(flags), CL_INVALID_VALUE},
      // CL_INVALID_OPERATION if buffer was created with CL_MEM_HOST_WRITE_ONLY or CL_MEM_HOST_NO_ACCESS and CL_MAP_READ
      // is set in map_flags.
      {!object.hostMayRead() && (flags & CL_MAP_READ), CL_INVALID_OPERATION},
      // CL_INVALID_OPERATION if buffer was created with CL_MEM_HOST_READ_ONLY or CL_MEM_HOST_NO_ACCESS and CL_MAP_WRITE
      // or CL_MAP_WRITE_INVALIDATE_REGION is set in map_flags.
      {!object.hostMayWrite() && (flags & writing), CL_INVALID_OPERATION},
  });
}

/// Where clEnqueueMapImage puts its pitches.
struct Pitches {
  size_t *row, *slice;
};

Result<void *> mapImage(CommandQueue &queue, const CommandQueue::Submission &how, cl_mem image, cl_map_flags flags,
                        const size_t *origin, const size_t *region, const Pitches &pitches) {
  auto object = imageFor(queue.context(), image);
  if (!object)
    return fail(object.error());
  if (auto ok = checkMap(**object, flags); !ok)
    return fail(ok.error());
  const Image &layout = *(*object)->image();
  auto box = regionOf(**object, origin, region);
  if (!box)
    return fail(box.error());
  // CL_INVALID_VALUE if image_row_pitch is NULL, or if image is a 3D image or an image array and image_slice_pitch is
  // NULL.
  if (!pitches.row || (layout.type().hasSlices() && !pitches.slice))
    return fail(CL_INVALID_VALUE);
  MemObject::Mapping mapping{.pointer = (*object)->data() + box->box.offset, .flags = flags};
  std::ranges::copy(box->origin, mapping.origin.begin());
  std::ranges::copy(box->size, mapping.size.begin());
  mapping.origin.back() = box->level;
  auto mapped = commands::map(queue, CL_COMMAND_MAP_IMAGE, **object, mapping, how);
  if (!mapped)
    return mapped;
  const ImageLevel &level = layout.levels()[box->level];
  *pitches.row = level.rowPitch;
  // "For a 1D and 2D image, zero is returned if this argument is not NULL."
  if (pitches.slice)
    *pitches.slice = layout.type().hasSlices() ? level.slicePitch : 0;
  return mapped;
}

} // namespace

void *CL_API_CALL clEnqueueMapBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_map,
                                     cl_map_flags map_flags, size_t offset, size_t size,
                                     cl_uint num_events_in_wait_list, const cl_event *event_wait_list, cl_event *event,
                                     cl_int *errcode_ret) {
  return create(errcode_ret, on(command_queue), [&](CommandQueue &queue) -> Result<void *> {
    WaitList waitList;
    if (auto ok = waitList.read(queue.context(), {num_events_in_wait_list, event_wait_list, event}); !ok)
      return fail(ok.error());
    auto object = bufferFor(queue.context(), buffer);
    if (!object)
      return fail(object.error());
    if (auto ok = check({
            // CL_INVALID_VALUE if the region being mapped specified by offset and size is out of bounds.
            {isOutside(offset, size, (*object)->size()), CL_INVALID_VALUE},
            // CL_INVALID_VALUE if size is zero.
            {size == 0, CL_INVALID_VALUE},
        });
        !ok)
      return fail(ok.error());
    if (auto ok = checkMap(**object, map_flags); !ok)
      return fail(ok.error());
    const MemObject::Mapping mapping{
        .pointer = (*object)->data() + offset, .origin = {offset}, .size = {size, 1, 1, 1}, .flags = map_flags};
    return commands::map(queue, CL_COMMAND_MAP_BUFFER, **object, mapping,
                         {.waitList = waitList.events(), .event = event, .blocking = blocking_map != CL_FALSE});
  });
}

void *CL_API_CALL clEnqueueMapImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_map,
                                    cl_map_flags map_flags, const size_t *origin, const size_t *region,
                                    size_t *image_row_pitch, size_t *image_slice_pitch, cl_uint num_events_in_wait_list,
                                    const cl_event *event_wait_list, cl_event *event, cl_int *errcode_ret) {
  return create(errcode_ret, on(command_queue), [&](CommandQueue &queue) -> Result<void *> {
    WaitList waitList;
    if (auto ok = waitList.read(queue.context(), {num_events_in_wait_list, event_wait_list, event}); !ok)
      return fail(ok.error());
    return mapImage(queue, {.waitList = waitList.events(), .event = event, .blocking = blocking_map != CL_FALSE}, image,
                    map_flags, origin, region, {image_row_pitch, image_slice_pitch});
  });
}

cl_int CL_API_CALL clEnqueueUnmapMemObject(cl_command_queue command_queue, cl_mem memobj, void *mapped_ptr,
                                           cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                           cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                 [&](CommandQueue &queue, const auto &how) -> Result<> {
                   // CL_INVALID_MEM_OBJECT if memobj is not a valid memory object or is a pipe object.
                   auto object = objectOf(memobj);
                   if (!object)
                     return fail(object.error());
                   // CL_INVALID_CONTEXT if context associated with command_queue and memobj are not the same.
                   if (&(*object)->context() != &queue.context())
                     return fail(CL_INVALID_CONTEXT);
                   // CL_INVALID_VALUE if mapped_ptr is not a valid pointer returned by clEnqueueMapBuffer or
                   // clEnqueueMapImage for memobj.
                   return commands::unmap(queue, **object, mapped_ptr, how);
                 });
}

cl_int CL_API_CALL clEnqueueMigrateMemObjects(cl_command_queue command_queue, cl_uint num_mem_objects,
                                              const cl_mem *mem_objects, cl_mem_migration_flags flags,
                                              cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                              cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                 [&](CommandQueue &queue, const auto &how) -> Result<> {
                   if (auto ok = check({
                           // CL_INVALID_VALUE if num_mem_objects is zero or if mem_objects is NULL.
                           {num_mem_objects == 0 || mem_objects == nullptr, CL_INVALID_VALUE},
                           // CL_INVALID_VALUE if flags is not 0 or is not any of the values described.
                           {hasUnknownBits(flags, knownMigrationFlags), CL_INVALID_VALUE},
                       });
                       !ok)
                     return ok;
                   for (cl_mem handle : std::span(mem_objects, num_mem_objects)) {
                     // CL_INVALID_MEM_OBJECT if any of the memory objects in mem_objects is not a valid memory object.
                     auto object = objectOf(handle);
                     if (!object)
                       return fail(object.error());
                     // CL_INVALID_CONTEXT if the context associated with command_queue and memory objects in
                     // mem_objects are not the same.
                     if (&(*object)->context() != &queue.context())
                       return fail(CL_INVALID_CONTEXT);
                   }
                   return commands::takeTurn(queue, CL_COMMAND_MIGRATE_MEM_OBJECTS, how);
                 });
}

} // namespace lanecl::api
