// OpenCL C's scalar types in C++, with their letters in mangled names.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace lanecl::test {

using Half = _Float16;

template <typename T> constexpr std::string_view letter() {
  if constexpr (std::is_same_v<T, int8_t>)
    return "c";
  else if constexpr (std::is_same_v<T, uint8_t>)
    return "h";
  else if constexpr (std::is_same_v<T, int16_t>)
    return "s";
  else if constexpr (std::is_same_v<T, uint16_t>)
    return "t";
  else if constexpr (std::is_same_v<T, int32_t>)
    return "i";
  else if constexpr (std::is_same_v<T, uint32_t>)
    return "j";
  else if constexpr (std::is_same_v<T, int64_t>)
    return "l";
  else if constexpr (std::is_same_v<T, uint64_t>)
    return "m";
  else if constexpr (std::is_same_v<T, Half>)
    return "Dh";
  else if constexpr (std::is_same_v<T, float>)
    return "f";
  else
    return "d";
}

/// The mangled name of `name` with parameters of scalar types.
template <typename... P> std::string mangledFor(const std::string &name) {
  std::string text = "_Z" + std::to_string(name.size()) + name;
  ((text += letter<P>()), ...);
  return text;
}

} // namespace lanecl::test
