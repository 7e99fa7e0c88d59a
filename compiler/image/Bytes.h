// Values as bytes and back, little-endian as the host stores them: what binaries and the cache's entries are made of.
// A type says what it consists of once, in a function fields(archive, value) that serves both directions.
#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace lanecl::image {

static_assert(std::endian::native == std::endian::little, "bytes are written as the host stores numbers");

using Bytes = std::vector<std::byte>;

/// Numbers and enumerations; no pointer, and no structure, whose padding would be written.
template <typename T>
concept Number = std::is_arithmetic_v<T> || std::is_enum_v<T>;

class Writer {
public:
  void raw(const void *data, std::size_t bytes) {
    auto *begin = static_cast<const std::byte *>(data);
    out.insert(out.end(), begin, begin + bytes);
  }
  template <Number T> void number(T value) { raw(&value, sizeof value); }
  void text(std::string_view value) {
    number<uint64_t>(value.size());
    raw(value.data(), value.size());
  }
  template <typename T> void patch(std::size_t offset, T value) {
    std::memcpy(out.data() + offset, &value, sizeof value);
  }
  template <typename... Ts> void operator()(const Ts &...values) { (put(values), ...); }
  Bytes out;

private:
  void put(const std::string &value) { text(value); }
  template <Number T> void put(T value) { number(value); }
  template <typename T> void put(const std::vector<T> &values) {
    number<uint64_t>(values.size());
    if constexpr (Number<T>)
      raw(values.data(), values.size() * sizeof(T));
    else
      for (const T &value : values)
        put(value);
  }
  template <typename T, std::size_t N> void put(const std::array<T, N> &values) {
    for (const T &value : values)
      put(value);
  }
  template <typename T>
    requires(std::is_class_v<T>)
  void put(const T &value) {
    fields(*this, value);
  }
};

/// Never reads past the end: after the first piece that is not there, everything is empty and good() is false.
class Reader {
public:
  explicit Reader(std::span<const std::byte> data) : rest_(data) {}
  bool raw(void *to, uint64_t bytes) {
    if (bytes > rest_.size())
      return rest_ = {}, good_ = false;
    if (bytes)
      std::memcpy(to, rest_.data(), bytes);
    rest_ = rest_.subspan(bytes);
    return true;
  }
  template <Number T> T number() {
    T value{};
    raw(&value, sizeof value);
    return value;
  }
  std::string text() {
    std::string value;
    get(value);
    return value;
  }
  /// Elements of `bytes` each that are left: a count beyond it is a lie that must not be allocated.
  uint64_t fit(std::size_t bytes) const { return rest_.size() / bytes; }
  void refuse() { good_ = false; }
  bool good() const { return good_; }
  bool done() const { return good_ && rest_.empty(); }
  template <typename... Ts> void operator()(Ts &...values) { (get(values), ...); }

private:
  /// A count of elements, each of which takes that many bytes at least.
  uint64_t count(std::size_t bytes) {
    auto number = this->number<uint64_t>();
    if (number > fit(bytes))
      return refuse(), 0;
    return number;
  }
  void get(std::string &value) {
    value.resize(count(1));
    raw(value.data(), value.size());
  }
  template <Number T> void get(T &value) {
    if constexpr (std::is_same_v<T, bool>)
      value = number<uint8_t>() != 0; // any other byte would be no bool
    else
      value = number<T>();
  }
  template <typename T> void get(std::vector<T> &values) {
    if constexpr (Number<T>) {
      values.resize(count(sizeof(T)));
      raw(values.data(), values.size() * sizeof(T));
    } else {
      uint64_t number = count(1);
      for (uint64_t i = 0; i < number && good_; ++i)
        get(values.emplace_back());
    }
  }
  template <typename T, std::size_t N> void get(std::array<T, N> &values) {
    for (T &value : values)
      get(value);
  }
  template <typename T>
    requires(std::is_class_v<T>)
  void get(T &value) {
    fields(*this, value);
  }

  std::span<const std::byte> rest_;
  bool good_ = true;
};

/// A value as bytes; fields() of its type lists what it consists of.
template <typename T> Bytes toBytes(const T &value) {
  Writer writer;
  writer(value);
  return std::move(writer.out);
}

/// False when the bytes are not one whole value.
template <typename T> bool fromBytes(std::span<const std::byte> bytes, T &value) {
  Reader reader(bytes);
  reader(value);
  return reader.done();
}

} // namespace lanecl::image
