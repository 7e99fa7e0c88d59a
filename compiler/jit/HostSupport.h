// The C functions that compiled kernels call in this process. Plain data in, no LLVM types, thread safe.
#pragma once
#include "compiler/KernelAbi.h"
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace lanecl::jit {

/// printf's arguments: each a header of 8 bytes, then its bytes (a vector's components one behind the other, three as
/// three) padded to 8.
enum class PrintfKind : uint8_t { Integer, Float, Pointer };
constexpr uint64_t printfHeader(PrintfKind kind, unsigned bytesPerComponent, unsigned components) {
  return uint64_t(kind) | uint64_t(bytesPerComponent) << 8 | uint64_t(components) << 16;
}

/// The address of a function of this header by the name that kernels use; null for any other name.
void *hostSymbol(std::string_view name);
/// Where printf's text goes: one set for the process.
void setHostCallbacks(const HostCallbacks &callbacks);

} // namespace lanecl::jit

extern "C" {
/// OpenCL C 6.15.14: formats and delivers one text. Returns 0, or -1 when the format is broken.
int32_t laneclPrintf(void *sink, const char *format, const std::byte *arguments, uint32_t count);
/// `count` elements of `bytes` bytes, `dstStride` and `srcStride` elements apart.
void laneclCopyStrided(std::byte *dst, const std::byte *src, uint64_t bytes, uint64_t count, uint64_t dstStride,
                       uint64_t srcStride);
/// A block of lines and planes; distances of their starts in elements.
void laneclCopyBlock(std::byte *dst, const std::byte *src, uint64_t bytes, uint64_t perLine, uint64_t lines,
                     uint64_t planes, uint64_t srcLine, uint64_t srcPlane, uint64_t dstLine, uint64_t dstPlane);
}
