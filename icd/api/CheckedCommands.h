// The rules of commands that can be enqueued and recorded alike, each with the command made at its end. Arguments are
// the host's, as in clEnqueue* and clCommand* of these names; errors are those of clEnqueue*. Where a rule is about the
// command-queue's context, it is about the recipient's.
#pragma once
#include "icd/Handle.h"
#include "runtime/Kernel.h"
#include "runtime/MemObject.h"
#include "runtime/Result.h"
#include "runtime/commands/Recipient.h"

namespace lanecl::api {

// EnqueueBuffer.cpp
Result<> copyBuffer(const commands::Recipient &recipient, cl_mem src_buffer, cl_mem dst_buffer, size_t src_offset,
                    size_t dst_offset, size_t size);
Result<> fillBuffer(const commands::Recipient &recipient, cl_mem buffer, const void *pattern, size_t pattern_size,
                    size_t offset, size_t size);

// EnqueueRect.cpp
/// One side of a rectangle as the host gives it; pitches of 0 mean "packed".
struct RectSide {
  const size_t *origin;
  size_t rowPitch, slicePitch;
};
Result<> copyRect(const commands::Recipient &recipient, cl_mem src_buffer, cl_mem dst_buffer,
                  const RectSide &sourceSide, const RectSide &targetSide, const size_t *region);

// EnqueueImage.cpp
Result<> fillImage(const commands::Recipient &recipient, cl_mem image, const void *color, const size_t *origin,
                   const size_t *region);
Result<> copyImage(const commands::Recipient &recipient, cl_mem src_image, cl_mem dst_image, const size_t *src_origin,
                   const size_t *dst_origin, const size_t *region);
/// From the image to the buffer, or the other way.
Result<> copyWithBuffer(const commands::Recipient &recipient, bool toBuffer, cl_mem image, cl_mem buffer,
                        const size_t *origin, const size_t *region, size_t offset);

// EnqueueKernel.cpp
/// CL_INVALID_KERNEL, or CL_INVALID_CONTEXT for one of another context.
Result<Ref<Kernel>> kernelFor(const Context &context, cl_kernel handle);

// Kernel.cpp
/// clSetKernelExecInfo.
Result<> setExecInfo(Kernel &kernel, cl_kernel_exec_info param_name, size_t param_value_size, const void *param_value);

} // namespace lanecl::api
