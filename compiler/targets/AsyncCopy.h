// The loops behind the asynchronous copies (OpenCL C 3.0, 6.15.11 and cl_khr_extended_async_copies): memory to memory
// on the thread that runs the work-group. The two sides must not overlap: one is local, the other global memory. All
// figures are in bytes; a count of zero copies nothing and touches nothing. Plain data, no LLVM, thread safe.
#pragma once
#include <cstddef>
#include <cstdint>

namespace lanecl::targets {

/// `lines` lines of `lineBytes` bytes, whose begins are `dstLine` and `srcLine` bytes apart. A strided copy is one of
/// lines that are one element long.
using CopyLines = void(std::byte *dst, const std::byte *src, uint64_t lineBytes, uint64_t lines, uint64_t srcLine,
                       uint64_t dstLine);
/// The same for `planes` planes, whose begins are `dstPlane` and `srcPlane` bytes apart.
using CopyPlanes = void(std::byte *dst, const std::byte *src, uint64_t lineBytes, uint64_t lines, uint64_t planes,
                        uint64_t srcLine, uint64_t srcPlane, uint64_t dstLine, uint64_t dstPlane);

/// A machine's (Machine::copyLoops).
struct CopyLoops {
  CopyLines *lines;
  CopyPlanes *planes;
};

} // namespace lanecl::targets
