// Recording commands to a command-buffer (OpenCL API, "Recording Commands to a Command-Buffer"). The rules of each
// command are those of its clEnqueue* function (CheckedCommands.h); here are those that recording adds.
#include "icd/Entry.h"
#include "icd/Validate.h"
#include "icd/api/CheckedCommands.h"
#include "icd/api/EnqueueAddresses.h"
#include "runtime/CommandBuffer.h"
#include "runtime/commands/LaunchShape.h"

namespace lanecl::api {
namespace {

/// The arguments that all clCommand* functions share. They count among those that create objects: what is recorded has
/// a synchronization point, and may have a handle.
struct Recording {
  cl_command_buffer_khr buffer;
  cl_command_queue queue;
  const cl_command_properties_khr *properties;
  cl_uint count;
  const cl_sync_point_khr *waitList;
  cl_sync_point_khr *syncPoint;
  cl_mutable_command_khr *handle;
};

/// The number of the queue among the command buffer's.
Result<uint32_t> queueNumber(const CommandBuffer &buffer, cl_command_queue handle) {
  // CL_INVALID_COMMAND_QUEUE if command_queue is NULL and command_buffer was created with more than one queue, or
  // command_queue is not NULL and not a command-queue listed on command_buffer creation.
  if (!handle) {
    if (buffer.queues().size() != 1)
      return fail(CL_INVALID_COMMAND_QUEUE);
    return 0;
  }
  auto queue = objectOf(handle);
  if (!queue)
    return fail(queue.error());
  // CL_INVALID_CONTEXT if command_queue is not NULL, and the context associated with command_queue and command_buffer
  // is not the same.
  if (&(*queue)->context() != &buffer.context())
    return fail(CL_INVALID_CONTEXT);
  for (uint32_t i = 0; i < buffer.queues().size(); ++i)
    if (&buffer.queue(i) == queue->get())
      return i;
  return fail(CL_INVALID_COMMAND_QUEUE);
}

Result<CommandBuffer::Place> placeOf(const CommandBuffer &buffer, const Recording &arguments) {
  // CL_INVALID_OPERATION if command_buffer has been finalized.
  if (!buffer.isRecording())
    return fail(CL_INVALID_OPERATION);
  auto queue = queueNumber(buffer, arguments.queue);
  if (!queue)
    return fail(queue.error());
  // CL_INVALID_SYNC_POINT_WAIT_LIST_KHR if sync_point_wait_list is NULL and num_sync_points_in_wait_list is > 0, or
  // sync_point_wait_list is not NULL and num_sync_points_in_wait_list is 0, or if synchronization-point objects in
  // sync_point_wait_list are not valid synchronization-points.
  if (isListMismatch(arguments.count, arguments.waitList))
    return fail(CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
  std::span waitList(arguments.waitList, arguments.count);
  for (cl_sync_point_khr point : waitList)
    if (!buffer.hasSyncPoint(point))
      return fail(CL_INVALID_SYNC_POINT_WAIT_LIST_KHR);
  return CommandBuffer::Place{.queue = *queue, .waitList = waitList, .syncPoint = arguments.syncPoint};
}

/// body(buffer, place) -> Result<>, after what concerns all commands but kernels proved valid.
template <typename Body> cl_int record(const Recording &arguments, Body &&body) noexcept {
  return entryUnlessTerminated(on(arguments.buffer), [&](CommandBuffer &buffer) -> Result<> {
    auto place = placeOf(buffer, arguments);
    if (!place)
      return fail(place.error());
    if (auto ok = check({
            // CL_INVALID_VALUE if values specified in properties are not valid: there are none for these commands.
            {arguments.properties && *arguments.properties, CL_INVALID_VALUE},
            // CL_INVALID_VALUE if mutable_handle is not NULL.
            {arguments.handle != nullptr, CL_INVALID_VALUE},
        });
        !ok)
      return ok;
    return body(buffer, *place);
  });
}

} // namespace

cl_int CL_API_CALL clCommandBarrierWithWaitListKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                                                   const cl_command_properties_khr *properties,
                                                   cl_uint num_sync_points_in_wait_list,
                                                   const cl_sync_point_khr *sync_point_wait_list,
                                                   cl_sync_point_khr *sync_point,
                                                   cl_mutable_command_khr *mutable_handle) {
  return record({command_buffer, command_queue, properties, num_sync_points_in_wait_list, sync_point_wait_list,
                 sync_point, mutable_handle},
                [](CommandBuffer &buffer, const auto &place) { return buffer.recordBarrier(place); });
}

cl_int CL_API_CALL clCommandCopyBufferKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                                          const cl_command_properties_khr *properties, cl_mem src_buffer,
                                          cl_mem dst_buffer, size_t src_offset, size_t dst_offset, size_t size,
                                          cl_uint num_sync_points_in_wait_list,
                                          const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point,
                                          cl_mutable_command_khr *mutable_handle) {
  return record({command_buffer, command_queue, properties, num_sync_points_in_wait_list, sync_point_wait_list,
                 sync_point, mutable_handle},
                [&](CommandBuffer &buffer, const auto &place) {
                  return copyBuffer({buffer, place}, src_buffer, dst_buffer, src_offset, dst_offset, size);
                });
}

cl_int CL_API_CALL clCommandCopyBufferRectKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                                              const cl_command_properties_khr *properties, cl_mem src_buffer,
                                              cl_mem dst_buffer, const size_t *src_origin, const size_t *dst_origin,
                                              const size_t *region, size_t src_row_pitch, size_t src_slice_pitch,
                                              size_t dst_row_pitch, size_t dst_slice_pitch,
                                              cl_uint num_sync_points_in_wait_list,
                                              const cl_sync_point_khr *sync_point_wait_list,
                                              cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  return record({command_buffer, command_queue, properties, num_sync_points_in_wait_list, sync_point_wait_list,
                 sync_point, mutable_handle},
                [&](CommandBuffer &buffer, const auto &place) {
                  return copyRect({buffer, place}, src_buffer, dst_buffer, {src_origin, src_row_pitch, src_slice_pitch},
                                  {dst_origin, dst_row_pitch, dst_slice_pitch}, region);
                });
}

cl_int CL_API_CALL clCommandCopyBufferToImageKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                                                 const cl_command_properties_khr *properties, cl_mem src_buffer,
                                                 cl_mem dst_image, size_t src_offset, const size_t *dst_origin,
                                                 const size_t *region, cl_uint num_sync_points_in_wait_list,
                                                 const cl_sync_point_khr *sync_point_wait_list,
                                                 cl_sync_point_khr *sync_point,
                                                 cl_mutable_command_khr *mutable_handle) {
  return record({command_buffer, command_queue, properties, num_sync_points_in_wait_list, sync_point_wait_list,
                 sync_point, mutable_handle},
                [&](CommandBuffer &buffer, const auto &place) {
                  return copyWithBuffer({buffer, place}, false, dst_image, src_buffer, dst_origin, region, src_offset);
                });
}

cl_int CL_API_CALL clCommandCopyImageKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                                         const cl_command_properties_khr *properties, cl_mem src_image,
                                         cl_mem dst_image, const size_t *src_origin, const size_t *dst_origin,
                                         const size_t *region, cl_uint num_sync_points_in_wait_list,
                                         const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point,
                                         cl_mutable_command_khr *mutable_handle) {
  return record({command_buffer, command_queue, properties, num_sync_points_in_wait_list, sync_point_wait_list,
                 sync_point, mutable_handle},
                [&](CommandBuffer &buffer, const auto &place) {
                  return copyImage({buffer, place}, src_image, dst_image, src_origin, dst_origin, region);
                });
}

cl_int CL_API_CALL clCommandCopyImageToBufferKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                                                 const cl_command_properties_khr *properties, cl_mem src_image,
                                                 cl_mem dst_buffer, const size_t *src_origin, const size_t *region,
                                                 size_t dst_offset, cl_uint num_sync_points_in_wait_list,
                                                 const cl_sync_point_khr *sync_point_wait_list,
                                                 cl_sync_point_khr *sync_point,
                                                 cl_mutable_command_khr *mutable_handle) {
  return record({command_buffer, command_queue, properties, num_sync_points_in_wait_list, sync_point_wait_list,
                 sync_point, mutable_handle},
                [&](CommandBuffer &buffer, const auto &place) {
                  return copyWithBuffer({buffer, place}, true, src_image, dst_buffer, src_origin, region, dst_offset);
                });
}

cl_int CL_API_CALL clCommandFillBufferKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                                          const cl_command_properties_khr *properties, cl_mem buffer,
                                          const void *pattern, size_t pattern_size, size_t offset, size_t size,
                                          cl_uint num_sync_points_in_wait_list,
                                          const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point,
                                          cl_mutable_command_khr *mutable_handle) {
  return record({command_buffer, command_queue, properties, num_sync_points_in_wait_list, sync_point_wait_list,
                 sync_point, mutable_handle},
                [&](CommandBuffer &into, const auto &place) {
                  return fillBuffer({into, place}, buffer, pattern, pattern_size, offset, size);
                });
}

cl_int CL_API_CALL clCommandFillImageKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                                         const cl_command_properties_khr *properties, cl_mem image,
                                         const void *fill_color, const size_t *origin, const size_t *region,
                                         cl_uint num_sync_points_in_wait_list,
                                         const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point,
                                         cl_mutable_command_khr *mutable_handle) {
  return record({command_buffer, command_queue, properties, num_sync_points_in_wait_list, sync_point_wait_list,
                 sync_point, mutable_handle},
                [&](CommandBuffer &buffer, const auto &place) {
                  return fillImage({buffer, place}, image, fill_color, origin, region);
                });
}

cl_int CL_API_CALL clCommandSVMMemcpyKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                                         const cl_command_properties_khr *properties, void *dst_ptr,
                                         const void *src_ptr, size_t size, cl_uint num_sync_points_in_wait_list,
                                         const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point,
                                         cl_mutable_command_khr *mutable_handle) {
  return record({command_buffer, command_queue, properties, num_sync_points_in_wait_list, sync_point_wait_list,
                 sync_point, mutable_handle},
                [&](CommandBuffer &buffer, const auto &place) {
                  return copyAddresses({buffer, place}, CL_COMMAND_SVM_MEMCPY, dst_ptr, src_ptr, size);
                });
}

cl_int CL_API_CALL clCommandSVMMemFillKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                                          const cl_command_properties_khr *properties, void *svm_ptr,
                                          const void *pattern, size_t pattern_size, size_t size,
                                          cl_uint num_sync_points_in_wait_list,
                                          const cl_sync_point_khr *sync_point_wait_list, cl_sync_point_khr *sync_point,
                                          cl_mutable_command_khr *mutable_handle) {
  return record({command_buffer, command_queue, properties, num_sync_points_in_wait_list, sync_point_wait_list,
                 sync_point, mutable_handle},
                [&](CommandBuffer &buffer, const auto &place) {
                  return fillAddress({buffer, place}, CL_COMMAND_SVM_MEMFILL, svm_ptr, pattern, pattern_size, size);
                });
}

namespace {

constexpr cl_mutable_dispatch_fields_khr allFields =
    CL_MUTABLE_DISPATCH_GLOBAL_OFFSET_KHR | CL_MUTABLE_DISPATCH_GLOBAL_SIZE_KHR | CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR |
    CL_MUTABLE_DISPATCH_ARGUMENTS_KHR | CL_MUTABLE_DISPATCH_EXEC_INFO_KHR;

/// The properties of clCommandNDRangeKernelKHR.
struct KernelProperties {
  /// "If CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR is not specified then it defaults to the value returned by the
  /// CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR device query."
  cl_mutable_dispatch_fields_khr fields = allFields;
  cl_mutable_dispatch_asserts_khr asserts = 0;
  bool hasFields = false, hasAsserts = false;
  std::vector<cl_command_properties_khr> asGiven; ///< with the closing 0; empty for NULL
};

Result<KernelProperties> readKernelProperties(const cl_command_properties_khr *list) {
  KernelProperties result;
  if (!list)
    return result;
  for (const cl_command_properties_khr *pair = list; *pair; pair += 2) {
    const bool isFields = pair[0] == CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR;
    // CL_INVALID_VALUE if values specified in properties are not valid. What is known of
    // CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR is supported, too.
    if (!isFields && pair[0] != CL_MUTABLE_DISPATCH_ASSERTS_KHR)
      return fail(CL_INVALID_VALUE);
    const cl_bitfield known = isFields ? allFields : CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR;
    if (std::exchange(isFields ? result.hasFields : result.hasAsserts, true) ||
        hasUnknownBits<cl_bitfield>(pair[1], known))
      return fail(CL_INVALID_VALUE);
    (isFields ? result.fields : result.asserts) = pair[1];
    result.asGiven.insert(result.asGiven.end(), {pair[0], pair[1]});
  }
  result.asGiven.push_back(0);
  return result;
}

} // namespace

cl_int CL_API_CALL clCommandNDRangeKernelKHR(cl_command_buffer_khr command_buffer, cl_command_queue command_queue,
                                             const cl_command_properties_khr *properties, cl_kernel kernel,
                                             cl_uint work_dim, const size_t *global_work_offset,
                                             const size_t *global_work_size, const size_t *local_work_size,
                                             cl_uint num_sync_points_in_wait_list,
                                             const cl_sync_point_khr *sync_point_wait_list,
                                             cl_sync_point_khr *sync_point, cl_mutable_command_khr *mutable_handle) {
  return entryUnlessTerminated(on(command_buffer), [&](CommandBuffer &buffer) -> Result<> {
    auto place = placeOf(buffer, {command_buffer, command_queue, properties, num_sync_points_in_wait_list,
                                  sync_point_wait_list, sync_point, mutable_handle});
    if (!place)
      return fail(place.error());
    auto object = kernelFor(buffer.context(), kernel);
    if (!object)
      return fail(object.error());
    auto read = readKernelProperties(properties);
    if (!read)
      return fail(read.error());
    // CL_INVALID_VALUE if command_buffer was created with the CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR property
    // with CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR and local_work_size is NULL, or if properties
    // includes the CL_MUTABLE_DISPATCH_ASSERTS_KHR property with it and local_work_size is NULL.
    if ((buffer.assertsNoAdditionalGroups() || read->asserts) && !local_work_size)
      return fail(CL_INVALID_VALUE);
    auto range = commands::readNDRange(work_dim, global_work_offset, global_work_size, local_work_size);
    if (!range)
      return fail(range.error());
    // CL_INVALID_KERNEL_ARGS if the kernel argument values have not been specified and the
    // CL_MUTABLE_DISPATCH_ARGUMENTS_KHR flag was not set in the properties parameter; where nothing can be changed they
    // could never follow.
    const bool mayBeIncomplete =
        buffer.isMutable() && read->hasFields && (read->fields & CL_MUTABLE_DISPATCH_ARGUMENTS_KHR);
    auto command = buffer.recordKernel({.kernel = std::move(*object),
                                        .range = *range,
                                        .fields = read->fields,
                                        .mayBeIncomplete = mayBeIncomplete,
                                        .properties = std::move(read->asGiven)},
                                       *place);
    if (!command)
      return fail(command.error());
    if (mutable_handle)
      *mutable_handle = handleOf(*command);
    return {};
  });
}

} // namespace lanecl::api
