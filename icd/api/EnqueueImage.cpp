// Commands on images (OpenCL API 5.3.3, 5.3.4, 5.3.5). Mapping is in EnqueueMap.cpp.
#include "icd/api/CheckedCommands.h"
#include "icd/api/EnqueueCommon.h"
#include "runtime/Image.h"
#include "runtime/commands/Transfer.h"

namespace lanecl::api {
namespace {

/// clEnqueueReadImage and clEnqueueWriteImage: the same rules, the other way round.
Result<> transfer(CommandQueue &queue, CommandQueue::Submission how, bool reads, cl_mem image, cl_bool blocking,
                  const size_t *origin, const size_t *region, size_t rowPitch, size_t slicePitch, void *ptr) {
  auto object = imageFor(queue.context(), image);
  if (!object)
    return fail(object.error());
  const Image &layout = *(*object)->image();
  auto box = regionOf(**object, origin, region);
  if (!box)
    return fail(box.error());
  auto hostBox = layout.hostBox(*box, rowPitch, slicePitch);
  if (!hostBox)
    return fail(hostBox.error());
  if (auto ok = check({
          // CL_INVALID_VALUE if ptr is NULL.
          {ptr == nullptr, CL_INVALID_VALUE},
          // CL_INVALID_OPERATION if clEnqueueReadImage is called on image which has been created with
          // CL_MEM_HOST_WRITE_ONLY or CL_MEM_HOST_NO_ACCESS.
          {reads && !(*object)->hostMayRead(), CL_INVALID_OPERATION},
          // CL_INVALID_OPERATION if clEnqueueWriteImage is called on image which has been created with
          // CL_MEM_HOST_READ_ONLY or CL_MEM_HOST_NO_ACCESS.
          {!reads && !(*object)->hostMayWrite(), CL_INVALID_OPERATION},
      });
      !ok)
    return ok;
  how.blocking = blocking;
  commands::End device{*object, (*object)->data()}, host{nullptr, static_cast<std::byte *>(ptr)};
  const commands::Recipient recipient(queue, how);
  return reads ? commands::copyBox(recipient, CL_COMMAND_READ_IMAGE, host, *hostBox, device, box->box, box->boxSize)
               : commands::copyBox(recipient, CL_COMMAND_WRITE_IMAGE, device, box->box, host, *hostBox, box->boxSize);
}

/// The box as the memory's owner sees it.
Box inStorage(const MemObject &object, Box box) {
  box.offset += object.data() - object.storage().data();
  return box;
}

} // namespace

Result<> fillImage(const commands::Recipient &recipient, cl_mem image, const void *color, const size_t *origin,
                   const size_t *region) {
  auto object = imageFor(recipient.context(), image);
  if (!object)
    return fail(object.error());
  if (auto ok = checkMutable(**object); !ok)
    return ok;
  // CL_INVALID_VALUE if fill_color is NULL.
  if (!color)
    return fail(CL_INVALID_VALUE);
  const Image &layout = *(*object)->image();
  auto box = regionOf(**object, origin, region);
  if (!box)
    return fail(box.error());
  return commands::fillBox(recipient, **object, box->box, box->boxSize, layout.format().encode(color));
}

Result<> copyImage(const commands::Recipient &recipient, cl_mem src_image, cl_mem dst_image, const size_t *src_origin,
                   const size_t *dst_origin, const size_t *region) {
  const Context &context = recipient.context();
  auto source = imageFor(context, src_image), target = imageFor(context, dst_image);
  if (!source || !target)
    return fail(!source ? source.error() : target.error());
  if (auto ok = checkMutable(**target); !ok)
    return ok;
  const Image &from = *(*source)->image(), &to = *(*target)->image();
  // CL_IMAGE_FORMAT_MISMATCH if src_image and dst_image do not use the same image format.
  if (&from.format() != &to.format())
    return fail(CL_IMAGE_FORMAT_MISMATCH);
  auto fromBox = regionOf(**source, src_origin, region), toBox = regionOf(**target, dst_origin, region);
  if (!fromBox || !toBox)
    return fail(!fromBox ? fromBox.error() : toBox.error());
  // CL_MEM_COPY_OVERLAP if src_image and dst_image are the same image object and the source and destination regions
  // overlap; as for buffers, objects that share their memory are one.
  if (&(*source)->storage() == &(*target)->storage() &&
      boxesOverlap(inStorage(**source, fromBox->box), inStorage(**target, toBox->box), fromBox->boxSize))
    return fail(CL_MEM_COPY_OVERLAP);
  return commands::copyBox(recipient, CL_COMMAND_COPY_IMAGE, {*target, (*target)->data()}, toBox->box,
                           {*source, (*source)->data()}, fromBox->box, fromBox->boxSize);
}

// The texels lie side by side in the buffer.
Result<> copyWithBuffer(const commands::Recipient &recipient, bool toBuffer, cl_mem image_handle, cl_mem buffer_handle,
                        const size_t *origin, const size_t *region, size_t offset) {
  auto image = imageFor(recipient.context(), image_handle);
  if (!image)
    return fail(image.error());
  auto buffer = bufferFor(recipient.context(), buffer_handle);
  if (!buffer)
    return fail(buffer.error());
  if (auto ok = checkMutable(toBuffer ? **buffer : **image); !ok)
    return ok;
  // CL_INVALID_MEM_OBJECT if src_image is a 1D image buffer object created from dst_buffer.
  if ((*image)->type() == CL_MEM_OBJECT_IMAGE1D_BUFFER && (*image)->parent() == buffer->get())
    return fail(CL_INVALID_MEM_OBJECT);
  auto box = regionOf(**image, origin, region);
  if (!box)
    return fail(box.error());
  // CL_INVALID_VALUE if the region specified by dst_offset and the computed dst_cb is out of bounds of dst_buffer.
  if (isOutside(offset, box->bytes(), (*buffer)->size()))
    return fail(CL_INVALID_VALUE);
  const BoxSize &size = box->boxSize;
  const Box packed{offset, size.width, size.width * size.height};
  const commands::End inImage{*image, (*image)->data()}, inBuffer{*buffer, (*buffer)->data()};
  return toBuffer
             ? commands::copyBox(recipient, CL_COMMAND_COPY_IMAGE_TO_BUFFER, inBuffer, packed, inImage, box->box, size)
             : commands::copyBox(recipient, CL_COMMAND_COPY_BUFFER_TO_IMAGE, inImage, box->box, inBuffer, packed, size);
}

cl_int CL_API_CALL clEnqueueReadImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_read,
                                      const size_t *origin, const size_t *region, size_t row_pitch, size_t slice_pitch,
                                      void *ptr, cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                      cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event}, [&](CommandQueue &queue, auto how) {
    return transfer(queue, how, true, image, blocking_read, origin, region, row_pitch, slice_pitch, ptr);
  });
}

cl_int CL_API_CALL clEnqueueWriteImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_write,
                                       const size_t *origin, const size_t *region, size_t input_row_pitch,
                                       size_t input_slice_pitch, const void *ptr, cl_uint num_events_in_wait_list,
                                       const cl_event *event_wait_list, cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event}, [&](CommandQueue &queue, auto how) {
    return transfer(queue, how, false, image, blocking_write, origin, region, input_row_pitch, input_slice_pitch,
                    const_cast<void *>(ptr));
  });
}

cl_int CL_API_CALL clEnqueueFillImage(cl_command_queue command_queue, cl_mem image, const void *fill_color,
                                      const size_t *origin, const size_t *region, cl_uint num_events_in_wait_list,
                                      const cl_event *event_wait_list, cl_event *event) {
  return enqueue(
      command_queue, {num_events_in_wait_list, event_wait_list, event},
      [&](CommandQueue &queue, const auto &how) { return fillImage({queue, how}, image, fill_color, origin, region); });
}

cl_int CL_API_CALL clEnqueueCopyImage(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_image,
                                      const size_t *src_origin, const size_t *dst_origin, const size_t *region,
                                      cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                      cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                 [&](CommandQueue &queue, const auto &how) {
                   return copyImage({queue, how}, src_image, dst_image, src_origin, dst_origin, region);
                 });
}

cl_int CL_API_CALL clEnqueueCopyImageToBuffer(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_buffer,
                                              const size_t *src_origin, const size_t *region, size_t dst_offset,
                                              cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                              cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                 [&](CommandQueue &queue, const auto &how) {
                   return copyWithBuffer({queue, how}, true, src_image, dst_buffer, src_origin, region, dst_offset);
                 });
}

cl_int CL_API_CALL clEnqueueCopyBufferToImage(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_image,
                                              size_t src_offset, const size_t *dst_origin, const size_t *region,
                                              cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                              cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                 [&](CommandQueue &queue, const auto &how) {
                   return copyWithBuffer({queue, how}, false, dst_image, src_buffer, dst_origin, region, src_offset);
                 });
}

} // namespace lanecl::api
