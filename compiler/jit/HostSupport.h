// The C functions that compiled kernels call in this process. Plain data in, no LLVM types, thread safe.
#pragma once
#include "compiler/KernelAbi.h"
#include "compiler/targets/AsyncCopy.h"
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace lanecl::jit {

/// printf's arguments: each a header of 8 bytes, then its bytes (a vector's components one behind the other, three as
/// three) padded to 8. Robust programs: two pointers are one to a text, and the number of bytes that may be read from
/// there; a format that is such a pair stands in front of the arguments, with null in its own place.
enum class PrintfKind : uint8_t { Integer, Float, Pointer };
constexpr uint64_t printfHeader(PrintfKind kind, unsigned bytesPerComponent, unsigned components) {
  return uint64_t(kind) | uint64_t(bytesPerComponent) << 8 | uint64_t(components) << 16;
}

/// The address of a function by the name that kernels use: those below, and laneclCopyLines and laneclCopyPlanes
/// (targets/AsyncCopy.h). Null for any other name.
void *hostSymbol(std::string_view name);
/// The loops that asynchronous copies are from now on: a machine's, which the host must have.
void setCopyLoops(const targets::CopyLoops &loops);
/// Where printf's text and reports go: one set for the process.
void setHostCallbacks(const HostCallbacks &callbacks);

} // namespace lanecl::jit

extern "C" {
/// OpenCL C 6.15.14: formats and delivers one text. Returns 0, or -1 when the format is broken.
int32_t laneclPrintf(void *sink, const char *format, const std::byte *arguments, uint32_t count);
/// The checking mode: formats and delivers one report, likewise.
int32_t laneclReport(void *sink, const char *format, const std::byte *arguments, uint32_t count);
/// An assertion that does not hold: formats and delivers what it says, and ends the launch, or the process where
/// faults are not caught.
[[noreturn]] int32_t laneclAssertFail(void *sink, const char *format, const std::byte *arguments, uint32_t count);
/// Of a robust program, which must not: returns where faults are not caught.
int32_t laneclAssertTold(void *sink, const char *format, const std::byte *arguments, uint32_t count);
/// A trap of a robust program, likewise.
void laneclTrap(void *sink);
}
