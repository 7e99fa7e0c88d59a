// Answers of all clGet*Info functions. One rule for all of them (OpenCL API, e.g. clGetDeviceInfo): param_value may be
// NULL, then it is ignored; else param_value_size must hold the answer, or the call is CL_INVALID_VALUE;
// param_value_size_ret may be NULL. The type of a scalar is named at the call, because it is the API's, not ours:
//   return info.write<cl_uint>(count);
#pragma once
#include "runtime/Result.h"
#include <algorithm>
#include <concepts>
#include <cstring>
#include <ranges>
#include <span>
#include <string_view>
#include <type_traits>

namespace lanecl::api {

class InfoWriter {
public:
  InfoWriter(std::size_t size, void *value, std::size_t *sizeReturned)
      : size_(size), value_(value), sizeReturned_(sizeReturned) {}

  /// A scalar or a structure.
  template <typename T>
    requires std::is_trivially_copyable_v<T>
  Result<> write(std::type_identity_t<T> value) const {
    return bytes(sizeof(T), [&](void *to) { std::memcpy(to, &value, sizeof(T)); });
  }
  /// Text with the terminating NUL that the API wants.
  Result<> write(std::string_view text) const {
    return bytes(text.size() + 1, [&](void *to) { *std::ranges::copy(text, static_cast<char *>(to)).out = 0; });
  }
  /// An array; an empty one writes nothing and returns size 0.
  template <typename T> Result<> write(std::span<const T> values) const {
    return bytes(values.size_bytes(), [&](void *to) {
      if (!values.empty())
        std::memcpy(to, values.data(), values.size_bytes());
    });
  }
  /// Any vector or array of the API's element type.
  template <std::ranges::contiguous_range R>
    requires(!std::convertible_to<R, std::string_view>)
  Result<> write(const R &values) const {
    return write(std::span<const std::ranges::range_value_t<R>>(values));
  }
  /// `count` bytes that `fill(void *)` writes, called only when the host gave room for them.
  template <typename Fill> Result<> bytes(std::size_t count, Fill &&fill) const {
    if (value_) {
      if (size_ < count)
        return fail(CL_INVALID_VALUE);
      fill(value_);
    }
    if (sizeReturned_)
      *sizeReturned_ = count;
    return {};
  }

private:
  std::size_t size_;
  void *value_;
  std::size_t *sizeReturned_;
};

} // namespace lanecl::api
