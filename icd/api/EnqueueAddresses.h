// Commands on memory that the host names by its address: shared virtual memory and USM have the same rules.
#pragma once
#include "icd/api/EnqueueCommon.h"
#include "runtime/commands/Transfer.h"
#include <bit>
#include <cstdint>

namespace lanecl::api {

/// The host may look for what the command did without another call.
inline Result<> expectingProgress(const commands::Recipient &recipient, Result<> submitted) {
  if (submitted)
    recipient.expectProgress();
  return submitted;
}

/// clEnqueueSVMMemcpy, clEnqueueMemcpyINTEL, clCommandSVMMemcpyKHR.
inline Result<> copyAddresses(const commands::Recipient &recipient, cl_command_type type, void *to, const void *from,
                              std::size_t size) {
  if (auto ok = check({
          // CL_INVALID_VALUE if dst_ptr or src_ptr is NULL.
          {!to || !from, CL_INVALID_VALUE},
          // CL_MEM_COPY_OVERLAP if the values specified for dst_ptr, src_ptr and size result in an overlapping copy.
          {overlaps(reinterpret_cast<uintptr_t>(to), size, reinterpret_cast<uintptr_t>(from), size),
           CL_MEM_COPY_OVERLAP},
      });
      !ok)
    return ok;
  commands::End target{nullptr, static_cast<std::byte *>(to)};
  commands::End source{nullptr, static_cast<std::byte *>(const_cast<void *>(from))};
  return expectingProgress(recipient, commands::copy(recipient.onAddresses(), type, target, 0, source, 0, size));
}

/// clEnqueueSVMMemFill, clEnqueueMemFillINTEL, clCommandSVMMemFillKHR.
inline Result<> fillAddress(const commands::Recipient &recipient, cl_command_type type, void *to, const void *pattern,
                            std::size_t patternSize, std::size_t size) {
  if (auto ok = check({
          // CL_INVALID_VALUE if the pointer or pattern is NULL.
          {!to || !pattern, CL_INVALID_VALUE},
          // CL_INVALID_VALUE if pattern_size is zero, is not a power of two, or is greater than 128.
          {!std::has_single_bit(patternSize) || patternSize > 128, CL_INVALID_VALUE},
          // CL_INVALID_VALUE if the pointer is not aligned to pattern_size bytes, or size is not a multiple of it (a
          // power of two here).
          {((reinterpret_cast<uintptr_t>(to) | size) & (patternSize - 1)) != 0, CL_INVALID_VALUE},
      });
      !ok)
    return ok;
  std::span bytes(static_cast<const std::byte *>(pattern), patternSize);
  return expectingProgress(recipient, commands::fill(recipient.onAddresses(), type,
                                                     {nullptr, static_cast<std::byte *>(to)}, 0, size, bytes));
}

} // namespace lanecl::api
