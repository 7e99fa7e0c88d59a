// The formatting of OpenCL C's printf (OpenCL C 6.15.14), apart from where the text goes. Thread safe.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace lanecl::jit {

/// `arguments`: `count` records as in jit/HostSupport.h. Nothing when the format is broken or asks for more arguments
/// than there are, or of another kind.
std::optional<std::string> formatPrintf(const char *format, const std::byte *arguments, uint32_t count);

/// The conversion of each argument that the format asks for: "ds" of "%d and %s". Nothing when it is broken.
std::optional<std::string> printfConversions(const char *format);

} // namespace lanecl::jit
