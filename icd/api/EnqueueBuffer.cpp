// Reading, writing, copying and filling buffers (OpenCL API 5.2.2, 5.2.3, 5.2.4).
#include "icd/api/CheckedCommands.h"
#include "icd/api/EnqueueCommon.h"
#include "runtime/commands/Transfer.h"
#include <bit>

namespace lanecl::api {
namespace {

/// clEnqueueReadBuffer and clEnqueueWriteBuffer: the same rules, the other way round.
Result<> transfer(CommandQueue &queue, CommandQueue::Submission how, bool reads, cl_mem buffer, cl_bool blocking,
                  std::size_t offset, std::size_t size, void *ptr) {
  auto object = bufferFor(queue.context(), buffer);
  if (!object)
    return fail(object.error());
  if (auto ok = check({
          // CL_INVALID_VALUE if the region being read or written specified by offset and size is out of bounds.
          {isOutside(offset, size, (*object)->size()), CL_INVALID_VALUE},
          // CL_INVALID_VALUE if ptr is NULL.
          {ptr == nullptr, CL_INVALID_VALUE},
          // CL_INVALID_OPERATION if clEnqueueReadBuffer is called on buffer which has been created with
          // CL_MEM_HOST_WRITE_ONLY or CL_MEM_HOST_NO_ACCESS.
          {reads && !(*object)->hostMayRead(), CL_INVALID_OPERATION},
          // CL_INVALID_OPERATION if clEnqueueWriteBuffer is called on buffer which has been created with
          // CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_NO_ACCESS or CL_MEM_IMMUTABLE_EXT.
          {!reads && !(*object)->hostMayWrite(), CL_INVALID_OPERATION},
      });
      !ok)
    return ok;
  how.blocking = blocking;
  commands::End device{*object, (*object)->data()}, host{nullptr, static_cast<std::byte *>(ptr)};
  const commands::Recipient recipient(queue, how);
  return reads ? commands::copy(recipient, CL_COMMAND_READ_BUFFER, host, 0, device, offset, size)
               : commands::copy(recipient, CL_COMMAND_WRITE_BUFFER, device, offset, host, 0, size);
}

} // namespace

cl_int CL_API_CALL clEnqueueReadBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read,
                                       size_t offset, size_t size, void *ptr, cl_uint num_events_in_wait_list,
                                       const cl_event *event_wait_list, cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event}, [&](CommandQueue &queue, auto how) {
    return transfer(queue, how, true, buffer, blocking_read, offset, size, ptr);
  });
}

cl_int CL_API_CALL clEnqueueWriteBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_write,
                                        size_t offset, size_t size, const void *ptr, cl_uint num_events_in_wait_list,
                                        const cl_event *event_wait_list, cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event}, [&](CommandQueue &queue, auto how) {
    return transfer(queue, how, false, buffer, blocking_write, offset, size, const_cast<void *>(ptr));
  });
}

Result<> copyBuffer(const commands::Recipient &recipient, cl_mem src_buffer, cl_mem dst_buffer, size_t src_offset,
                    size_t dst_offset, size_t size) {
  const Context &context = recipient.context();
  auto source = bufferFor(context, src_buffer), target = bufferFor(context, dst_buffer);
  if (!source || !target)
    return fail(!source ? source.error() : target.error());
  if (auto ok = checkMutable(**target); !ok)
    return ok;
  if (auto ok = check({
          // CL_INVALID_VALUE if the region specified by src_offset and size is out of bounds of src_buffer.
          {isOutside(src_offset, size, (*source)->size()), CL_INVALID_VALUE},
          // CL_INVALID_VALUE if the region specified by dst_offset and size is out of bounds of dst_buffer.
          {isOutside(dst_offset, size, (*target)->size()), CL_INVALID_VALUE},
          // CL_MEM_COPY_OVERLAP if src_buffer and dst_buffer are the same buffer or sub-buffer object and the
          // source and destination regions overlap, or are different sub-buffers of the same associated buffer
          // object and they overlap.
          {&(*source)->storage() == &(*target)->storage() &&
               overlaps((*source)->origin() + src_offset, size, (*target)->origin() + dst_offset, size),
           CL_MEM_COPY_OVERLAP},
      });
      !ok)
    return ok;
  return commands::copy(recipient, CL_COMMAND_COPY_BUFFER, {*target, (*target)->data()}, dst_offset,
                        {*source, (*source)->data()}, src_offset, size);
}

Result<> fillBuffer(const commands::Recipient &recipient, cl_mem buffer, const void *pattern, size_t pattern_size,
                    size_t offset, size_t size) {
  auto object = bufferFor(recipient.context(), buffer);
  if (!object)
    return fail(object.error());
  if (auto ok = checkMutable(**object); !ok)
    return ok;
  if (auto ok = check({
          // CL_INVALID_VALUE if the region being filled specified by offset and size is out of bounds.
          {isOutside(offset, size, (*object)->size()), CL_INVALID_VALUE},
          // CL_INVALID_VALUE if pattern is NULL.
          {pattern == nullptr, CL_INVALID_VALUE},
          // CL_INVALID_VALUE if pattern_size is zero, is not a power of two, or is greater than 128.
          {!std::has_single_bit(pattern_size) || pattern_size > 128, CL_INVALID_VALUE},
          // CL_INVALID_VALUE if offset or size is not a multiple of pattern_size (a power of two here).
          {((offset | size) & (pattern_size - 1)) != 0, CL_INVALID_VALUE},
      });
      !ok)
    return ok;
  return commands::fill(recipient, CL_COMMAND_FILL_BUFFER, {*object, (*object)->data()}, offset, size,
                        {static_cast<const std::byte *>(pattern), pattern_size});
}

cl_int CL_API_CALL clEnqueueCopyBuffer(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer,
                                       size_t src_offset, size_t dst_offset, size_t size,
                                       cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                       cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                 [&](CommandQueue &queue, const auto &how) {
                   return copyBuffer({queue, how}, src_buffer, dst_buffer, src_offset, dst_offset, size);
                 });
}

cl_int CL_API_CALL clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer, const void *pattern,
                                       size_t pattern_size, size_t offset, size_t size, cl_uint num_events_in_wait_list,
                                       const cl_event *event_wait_list, cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                 [&](CommandQueue &queue, const auto &how) {
                   return fillBuffer({queue, how}, buffer, pattern, pattern_size, offset, size);
                 });
}

} // namespace lanecl::api
