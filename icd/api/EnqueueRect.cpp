// Rectangular regions of buffers (OpenCL API 5.2.2, 5.2.3).
#include "icd/api/CheckedCommands.h"
#include "icd/api/EnqueueCommon.h"
#include "runtime/commands/Transfer.h"

namespace lanecl::api {
namespace {

bool multiply(std::size_t a, std::size_t b, std::size_t &product) { return !__builtin_mul_overflow(a, b, &product); }

/// The box of that side, with the defaults put in.
Result<Box> boxOf(const RectSide &side, const size_t *region) {
  // "If buffer_row_pitch is 0, buffer_row_pitch is computed as region[0]."
  std::size_t rowPitch = side.rowPitch ? side.rowPitch : region[0];
  // "If buffer_slice_pitch is 0, buffer_slice_pitch is computed as region[1] x buffer_row_pitch."
  std::size_t leastSlice, z, y, offset;
  if (!multiply(region[1], rowPitch, leastSlice))
    return fail(CL_INVALID_VALUE);
  std::size_t slicePitch = side.slicePitch ? side.slicePitch : leastSlice;
  if (auto ok = check({
          // CL_INVALID_VALUE if buffer_row_pitch is not equal to zero and is less than region[0].
          {rowPitch < region[0], CL_INVALID_VALUE},
          // CL_INVALID_VALUE if buffer_slice_pitch is not equal to zero and is less than region[1] times
          // buffer_row_pitch.
          {slicePitch < leastSlice, CL_INVALID_VALUE},
          // CL_INVALID_VALUE if buffer_slice_pitch is not equal to zero and is not a multiple of buffer_row_pitch.
          {slicePitch % rowPitch != 0, CL_INVALID_VALUE},
      });
      !ok)
    return fail(ok.error());
  // "The offset in bytes is computed as origin[2] x slice_pitch + origin[1] x row_pitch + origin[0]."
  if (!multiply(side.origin[2], slicePitch, z) || !multiply(side.origin[1], rowPitch, y) ||
      __builtin_add_overflow(z, y, &offset) || __builtin_add_overflow(offset, side.origin[0], &offset))
    return fail(CL_INVALID_VALUE);
  return Box{offset, rowPitch, slicePitch};
}

/// The box of a buffer's side: it lies inside.
Result<Box> boxIn(const MemObject &buffer, const RectSide &side, const size_t *region) {
  auto box = boxOf(side, region);
  std::size_t bytes;
  // CL_INVALID_VALUE if the region specified by origin, region, row_pitch and slice_pitch is out of bounds of buffer.
  if (box && (!extentOf(*box, {region[0], region[1], region[2]}, bytes) || bytes > buffer.size()))
    return fail(CL_INVALID_VALUE);
  return box;
}

Result<> checkRegion(const size_t *originA, const size_t *originB, const size_t *region) {
  // CL_INVALID_VALUE if buffer_origin, host_origin (src_origin, dst_origin) or region is NULL.
  if (!originA || !originB || !region)
    return fail(CL_INVALID_VALUE);
  // CL_INVALID_VALUE if any region array element is zero.
  if (!region[0] || !region[1] || !region[2])
    return fail(CL_INVALID_VALUE);
  return {};
}

Result<> transferRect(CommandQueue &queue, CommandQueue::Submission how, bool reads, cl_mem buffer, cl_bool blocking,
                      const RectSide &bufferSide, const RectSide &hostSide, const size_t *region, void *ptr) {
  auto object = bufferFor(queue.context(), buffer);
  if (!object)
    return fail(object.error());
  if (auto ok = checkRegion(bufferSide.origin, hostSide.origin, region); !ok)
    return ok;
  auto bufferBox = boxIn(**object, bufferSide, region), hostBox = boxOf(hostSide, region);
  if (!bufferBox || !hostBox)
    return fail(!bufferBox ? bufferBox.error() : hostBox.error());
  if (auto ok = check({
          // CL_INVALID_VALUE if ptr is NULL.
          {ptr == nullptr, CL_INVALID_VALUE},
          // CL_INVALID_OPERATION if clEnqueueReadBufferRect is called on buffer which has been created with
          // CL_MEM_HOST_WRITE_ONLY or CL_MEM_HOST_NO_ACCESS.
          {reads && !(*object)->hostMayRead(), CL_INVALID_OPERATION},
          // CL_INVALID_OPERATION if clEnqueueWriteBufferRect is called on buffer which has been created with
          // CL_MEM_HOST_READ_ONLY or CL_MEM_HOST_NO_ACCESS.
          {!reads && !(*object)->hostMayWrite(), CL_INVALID_OPERATION},
      });
      !ok)
    return ok;
  how.blocking = blocking;
  commands::End device{*object, (*object)->data()}, host{nullptr, static_cast<std::byte *>(ptr)};
  BoxSize size{region[0], region[1], region[2]};
  const commands::Recipient recipient(queue, how);
  return reads ? commands::copyBox(recipient, CL_COMMAND_READ_BUFFER_RECT, host, *hostBox, device, *bufferBox, size)
               : commands::copyBox(recipient, CL_COMMAND_WRITE_BUFFER_RECT, device, *bufferBox, host, *hostBox, size);
}

} // namespace

Result<> copyRect(const commands::Recipient &recipient, cl_mem src_buffer, cl_mem dst_buffer,
                  const RectSide &sourceSide, const RectSide &targetSide, const size_t *region) {
  const Context &context = recipient.context();
  auto source = bufferFor(context, src_buffer), target = bufferFor(context, dst_buffer);
  if (!source || !target)
    return fail(!source ? source.error() : target.error());
  if (auto ok = checkMutable(**target); !ok)
    return ok;
  if (auto ok = checkRegion(sourceSide.origin, targetSide.origin, region); !ok)
    return ok;
  auto sourceBox = boxIn(**source, sourceSide, region), targetBox = boxIn(**target, targetSide, region);
  if (!sourceBox || !targetBox)
    return fail(!sourceBox ? sourceBox.error() : targetBox.error());
  // CL_INVALID_VALUE if src_buffer and dst_buffer are the same buffer object and src_row_pitch is not equal to
  // dst_row_pitch, or src_slice_pitch is not equal to dst_slice_pitch.
  if (*source == *target &&
      (sourceBox->rowPitch != targetBox->rowPitch || sourceBox->slicePitch != targetBox->slicePitch))
    return fail(CL_INVALID_VALUE);
  BoxSize size{region[0], region[1], region[2]};
  Box inStorage = *sourceBox, outStorage = *targetBox;
  inStorage.offset += (*source)->origin();
  outStorage.offset += (*target)->origin();
  // CL_MEM_COPY_OVERLAP if src_buffer and dst_buffer are the same buffer or sub-buffer object and the source and
  // destination regions overlap, or are different sub-buffers of the same associated buffer object and they overlap.
  if (&(*source)->storage() == &(*target)->storage() && boxesOverlap(inStorage, outStorage, size))
    return fail(CL_MEM_COPY_OVERLAP);
  return commands::copyBox(recipient, CL_COMMAND_COPY_BUFFER_RECT, {*target, (*target)->data()}, *targetBox,
                           {*source, (*source)->data()}, *sourceBox, size);
}

cl_int CL_API_CALL clEnqueueReadBufferRect(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read,
                                           const size_t *buffer_origin, const size_t *host_origin, const size_t *region,
                                           size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t host_row_pitch,
                                           size_t host_slice_pitch, void *ptr, cl_uint num_events_in_wait_list,
                                           const cl_event *event_wait_list, cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event}, [&](CommandQueue &queue, auto how) {
    return transferRect(queue, how, true, buffer, blocking_read, {buffer_origin, buffer_row_pitch, buffer_slice_pitch},
                        {host_origin, host_row_pitch, host_slice_pitch}, region, ptr);
  });
}

cl_int CL_API_CALL clEnqueueWriteBufferRect(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_write,
                                            const size_t *buffer_origin, const size_t *host_origin,
                                            const size_t *region, size_t buffer_row_pitch, size_t buffer_slice_pitch,
                                            size_t host_row_pitch, size_t host_slice_pitch, const void *ptr,
                                            cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                            cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event}, [&](CommandQueue &queue, auto how) {
    return transferRect(queue, how, false, buffer, blocking_write,
                        {buffer_origin, buffer_row_pitch, buffer_slice_pitch},
                        {host_origin, host_row_pitch, host_slice_pitch}, region, const_cast<void *>(ptr));
  });
}

cl_int CL_API_CALL clEnqueueCopyBufferRect(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer,
                                           const size_t *src_origin, const size_t *dst_origin, const size_t *region,
                                           size_t src_row_pitch, size_t src_slice_pitch, size_t dst_row_pitch,
                                           size_t dst_slice_pitch, cl_uint num_events_in_wait_list,
                                           const cl_event *event_wait_list, cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                 [&](CommandQueue &queue, const auto &how) {
                   return copyRect({queue, how}, src_buffer, dst_buffer, {src_origin, src_row_pitch, src_slice_pitch},
                                   {dst_origin, dst_row_pitch, dst_slice_pitch}, region);
                 });
}

} // namespace lanecl::api
