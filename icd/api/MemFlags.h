// The rules about cl_mem_flags that buffers, sub-buffers and images share (OpenCL API, table "Memory Flags").
#pragma once
#include "icd/Validate.h"
#include "runtime/NewerNames.h"
#include <CL/cl.h>

namespace lanecl::api::mem_flags {

inline constexpr cl_mem_flags Access = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
inline constexpr cl_mem_flags HostAccess = CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
inline constexpr cl_mem_flags Pointer = CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

/// CL_INVALID_VALUE if values specified in flags are not valid as defined in the memory flags table: a flag that it
/// does not have, or two that exclude each other there.
inline bool isInvalid(cl_mem_flags flags) {
  return hasUnknownBits(flags, Access | HostAccess | Pointer | CL_MEM_IMMUTABLE_EXT) || hasSeveralOf(flags, Access) ||
         hasSeveralOf(flags, HostAccess) ||
         ((flags & CL_MEM_USE_HOST_PTR) && (flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR))) ||
         // CL_INVALID_VALUE if CL_MEM_IMMUTABLE_EXT is set in flags and CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, or
         // CL_MEM_HOST_WRITE_ONLY is set in flags.
         ((flags & CL_MEM_IMMUTABLE_EXT) && (flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_HOST_WRITE_ONLY)));
}

/// CL_INVALID_VALUE if CL_MEM_IMMUTABLE_EXT is set in flags and none of the following conditions are met:
/// CL_MEM_COPY_HOST_PTR or CL_MEM_USE_HOST_PTR is set in flags, properties includes an external memory handle, or the
/// image is being created from another memory object.
inline bool lacksContents(cl_mem_flags flags, bool isOfOtherMemory) {
  return (flags & CL_MEM_IMMUTABLE_EXT) && !(flags & (CL_MEM_COPY_HOST_PTR | CL_MEM_USE_HOST_PTR)) && !isOfOtherMemory;
}

/// CL_INVALID_HOST_PTR if host_ptr is NULL and CL_MEM_USE_HOST_PTR or CL_MEM_COPY_HOST_PTR are set in flags or if
/// host_ptr is not NULL but CL_MEM_COPY_HOST_PTR or CL_MEM_USE_HOST_PTR are not set in flags.
inline bool isPointerMismatch(cl_mem_flags flags, const void *hostPointer) {
  return ((flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0) != (hostPointer != nullptr);
}

/// The rules for the flags of an object that shares another one's memory, given those of the other.
inline Result<> checkShared(cl_mem_flags parent, cl_mem_flags flags) {
  return check({
      {isInvalid(flags), CL_INVALID_VALUE},
      // CL_INVALID_VALUE if buffer was created with CL_MEM_WRITE_ONLY and flags specifies CL_MEM_READ_WRITE or
      // CL_MEM_READ_ONLY, or if buffer was created with CL_MEM_READ_ONLY and flags specifies CL_MEM_READ_WRITE or
      // CL_MEM_WRITE_ONLY, or if flags specifies CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR or CL_MEM_COPY_HOST_PTR.
      {(parent & CL_MEM_WRITE_ONLY) && (flags & (CL_MEM_READ_WRITE | CL_MEM_READ_ONLY)), CL_INVALID_VALUE},
      {(parent & CL_MEM_READ_ONLY) && (flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY)), CL_INVALID_VALUE},
      {(flags & Pointer) != 0, CL_INVALID_VALUE},
      // CL_INVALID_VALUE if buffer was created with CL_MEM_HOST_WRITE_ONLY and flags specify CL_MEM_HOST_READ_ONLY, or
      // if buffer was created with CL_MEM_HOST_READ_ONLY and flags specify CL_MEM_HOST_WRITE_ONLY, or if buffer was
      // created with CL_MEM_HOST_NO_ACCESS and flags specify CL_MEM_HOST_READ_ONLY or CL_MEM_HOST_WRITE_ONLY.
      {(parent & CL_MEM_HOST_WRITE_ONLY) && (flags & CL_MEM_HOST_READ_ONLY), CL_INVALID_VALUE},
      {(parent & CL_MEM_HOST_READ_ONLY) && (flags & CL_MEM_HOST_WRITE_ONLY), CL_INVALID_VALUE},
      {(parent & CL_MEM_HOST_NO_ACCESS) && (flags & (CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY)),
       CL_INVALID_VALUE},
      // CL_INVALID_VALUE if buffer was created with CL_MEM_IMMUTABLE_EXT and flags specifies CL_MEM_READ_WRITE,
      // CL_MEM_WRITE_ONLY, or CL_MEM_HOST_WRITE_ONLY.
      {(parent & CL_MEM_IMMUTABLE_EXT) && (flags & (CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_HOST_WRITE_ONLY)),
       CL_INVALID_VALUE},
  });
}

/// "If the CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, or CL_MEM_WRITE_ONLY values are not specified in flags, they are
/// inherited from the corresponding memory access qualifiers associated with buffer"; likewise the host's access. The
/// host pointer flags are always inherited, and so is that nothing changes the memory.
inline cl_mem_flags inherited(cl_mem_flags parent, cl_mem_flags flags) {
  for (cl_mem_flags group : {Access, HostAccess})
    if (!(flags & group))
      flags |= parent & group;
  return flags | (parent & (Pointer | CL_MEM_IMMUTABLE_EXT));
}

} // namespace lanecl::api::mem_flags
