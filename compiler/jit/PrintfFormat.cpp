#include "compiler/jit/PrintfFormat.h"
#include "compiler/jit/HostSupport.h"
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace lanecl::jit {
namespace {

// A field wider than this is truncated: a format must not exhaust the host's memory.
constexpr unsigned MaxField = 8192;
constexpr std::size_t MaxString = 1 << 20;

/// %[flags][width][.precision][vN][length]conversion
struct Specifier {
  std::string flags;
  unsigned width = 0;
  std::optional<unsigned> precision;
  unsigned components = 1; ///< 1: no vector specifier
  enum class Length : uint8_t { None, Hh, H, Hl, L } length = Length::None;
  char conversion = 0;
};

class Reader {
public:
  explicit Reader(const char *text) : text_(text) {}
  bool atEnd() const { return *text_ == 0; }
  char peek() const { return *text_; }
  char take() { return *text_ ? *text_++ : char(0); }
  bool accept(std::string_view word) {
    if (std::strncmp(text_, word.data(), word.size()) != 0)
      return false;
    text_ += word.size();
    return true;
  }
  std::optional<unsigned> number() {
    if (*text_ < '0' || *text_ > '9')
      return std::nullopt;
    unsigned value = 0;
    for (; *text_ >= '0' && *text_ <= '9'; ++text_)
      value = std::min(MaxField, value * 10 + unsigned(*text_ - '0'));
    return value;
  }

private:
  const char *text_;
};

// 6.15.14.1: the order of the parts; 6.15.14.2: the vector specifier comes before the length modifier, which must be
// there for vectors; `ll` and `*` do not exist.
std::optional<Specifier> readSpecifier(Reader &reader) {
  Specifier spec;
  while (std::string_view("-+ #0").contains(reader.peek()) && !reader.atEnd())
    spec.flags += reader.take();
  spec.width = reader.number().value_or(0);
  if (reader.accept("."))
    spec.precision = reader.number().value_or(0);
  if (reader.accept("v")) {
    spec.components = reader.number().value_or(0);
    constexpr std::array<unsigned, 5> Sizes{2, 3, 4, 8, 16};
    if (std::ranges::find(Sizes, spec.components) == Sizes.end())
      return std::nullopt;
  }
  using enum Specifier::Length;
  spec.length = reader.accept("hh")   ? Hh
                : reader.accept("hl") ? Hl
                : reader.accept("h")  ? H
                : reader.accept("l")  ? L
                : reader.accept("z")  ? L // size_t and ptrdiff_t, of 64 bits
                : reader.accept("t")  ? L
                                      : None;
  spec.conversion = reader.take();
  if (!spec.conversion || !std::string_view("diouxXfFeEgGaAcsp").contains(spec.conversion))
    return std::nullopt;
  // 6.15.14.2: hl is for vectors only; a vector needs a length modifier; s, c and p take no vector.
  bool isVector = spec.components > 1;
  if (isVector != (spec.length == Hl) && (spec.length == Hl || spec.length == None))
    return std::nullopt;
  if (isVector && std::string_view("csp").contains(spec.conversion))
    return std::nullopt;
  return spec;
}

/// One record of the arguments.
struct Argument {
  PrintfKind kind;
  unsigned bytes, components;
  const std::byte *data;

  uint64_t bits(unsigned component) const {
    uint64_t value = 0;
    std::memcpy(&value, data + std::size_t(component) * bytes, std::min(bytes, 8u));
    return value;
  }
  int64_t integer(unsigned component) const {
    unsigned shift = 64 - 8 * std::min(bytes, 8u);
    return int64_t(bits(component) << shift) >> shift;
  }
  double real(unsigned component) const;
};

double halfToDouble(uint16_t half) {
  int exponent = half >> 10 & 31, mantissa = half & 1023;
  double value = exponent == 31  ? (mantissa ? NAN : INFINITY)
                 : exponent == 0 ? std::ldexp(mantissa, -24)
                                 : std::ldexp(mantissa + 1024, exponent - 25);
  return half >> 15 ? -value : value;
}

double Argument::real(unsigned component) const {
  uint64_t value = bits(component);
  switch (bytes) {
  case 2:
    return halfToDouble(uint16_t(value));
  case 4:
    return std::bit_cast<float>(uint32_t(value));
  default:
    return std::bit_cast<double>(value);
  }
}

class Arguments {
public:
  Arguments(const std::byte *data, uint32_t count) : data_(data), left_(count) {}
  std::optional<Argument> next() {
    if (left_ == 0)
      return std::nullopt;
    --left_;
    uint64_t header;
    std::memcpy(&header, data_, 8);
    Argument argument{PrintfKind(header & 255), unsigned(header >> 8 & 255), unsigned(header >> 16 & 255), data_ + 8};
    data_ += 8 + (std::size_t(argument.bytes) * argument.components + 7) / 8 * 8;
    return argument;
  }

private:
  const std::byte *data_;
  uint32_t left_;
};

template <typename T> void append(std::string &text, const Specifier &spec, const char *length, T value) {
  std::string format = "%" + spec.flags;
  if (spec.width)
    format += std::to_string(spec.width);
  if (spec.precision)
    format += "." + std::to_string(*spec.precision);
  format += length;
  format += spec.conversion;
  char small[256];
  int needed = std::snprintf(small, sizeof small, format.c_str(), value);
  if (needed < 0)
    return;
  if (std::size_t(needed) < sizeof small) {
    text.append(small, std::size_t(needed));
    return;
  }
  std::string large(std::size_t(needed) + 1, 0);
  std::snprintf(large.data(), large.size(), format.c_str(), value);
  text.append(large.data(), std::size_t(needed));
}

// The length modifier names the type that the value is converted to before it is printed (C99 7.19.6.1).
uint64_t convertInteger(const Argument &argument, unsigned component, const Specifier &spec) {
  using enum Specifier::Length;
  bool isSigned = spec.conversion == 'd' || spec.conversion == 'i';
  unsigned bytes = spec.length == Hh ? 1 : spec.length == H ? 2 : spec.length == L ? 8 : 4;
  uint64_t value = isSigned ? uint64_t(argument.integer(component)) : argument.bits(component);
  if (bytes == 8)
    return value;
  unsigned shift = 64 - 8 * bytes;
  return isSigned ? uint64_t(int64_t(value << shift) >> shift) : value << shift >> shift;
}

bool appendComponent(std::string &text, const Specifier &spec, const Argument &argument, unsigned component) {
  if (std::string_view("fFeEgGaA").contains(spec.conversion)) {
    if (argument.kind != PrintfKind::Float)
      return false;
    append(text, spec, "", argument.real(component));
    return true;
  }
  if (spec.conversion == 'c') {
    append(text, spec, "", int(uint8_t(argument.bits(component))));
    return argument.kind == PrintfKind::Integer;
  }
  if (argument.kind != PrintfKind::Integer)
    return false;
  append(text, spec, "ll", static_cast<unsigned long long>(convertInteger(argument, component, spec)));
  return true;
}

bool appendString(std::string &text, Specifier spec, const Argument &argument) {
  if (argument.kind != PrintfKind::Pointer)
    return false;
  auto *string = std::bit_cast<const char *>(argument.bits(0));
  if (spec.conversion == 'p') {
    append(text, spec, "", static_cast<const void *>(string));
    return true;
  }
  // Of a robust program: what may be read, which is less than the text where that has no end.
  const uint64_t limit = std::min<uint64_t>(MaxString, argument.components == 2 ? argument.bits(1) : MaxString);
  if (limit == 0)
    string = nullptr;
  unsigned most = string ? unsigned(limit) : MaxString;
  spec.precision = std::min(spec.precision.value_or(most), most);
  append(text, spec, "", string ? string : "(null)");
  return true;
}

bool appendArgument(std::string &text, const Specifier &spec, const Argument &argument) {
  if (spec.conversion == 's' || spec.conversion == 'p')
    return appendString(text, spec, argument);
  if (argument.components < spec.components)
    return false;
  // 6.15.14.2: a vector prints as its components with commas between them.
  for (unsigned component = 0; component < spec.components; ++component) {
    if (component)
      text += ',';
    if (!appendComponent(text, spec, argument, component))
      return false;
  }
  return true;
}

} // namespace

namespace {

/// Goes through a format: `onText` gets what stands for itself, `onSpecifier` tells whether to go on. False when the
/// format is broken, or it did not.
template <typename Text, typename Each> bool readFormat(const char *format, Text onText, Each onSpecifier) {
  Reader reader(format);
  while (!reader.atEnd()) {
    char next = reader.take();
    if (next != '%' || reader.accept("%")) {
      onText(next);
      continue;
    }
    auto spec = readSpecifier(reader);
    if (!spec || !onSpecifier(*spec))
      return false;
  }
  return true;
}

} // namespace

std::optional<std::string> formatPrintf(const char *format, const std::byte *arguments, uint32_t count) {
  std::string text, copy;
  Arguments rest(arguments, count);
  if (!format) { // a robust program's, in front of the arguments
    auto pair = rest.next();
    if (!pair || pair->kind != PrintfKind::Pointer || pair->components != 2 || pair->bits(1) == 0)
      return std::nullopt;
    copy.assign(std::bit_cast<const char *>(pair->bits(0)),
                ::strnlen(std::bit_cast<const char *>(pair->bits(0)), std::min<uint64_t>(pair->bits(1), MaxString)));
    format = copy.c_str();
  }
  bool isGood = readFormat(
      format, [&](char letter) { text += letter; },
      [&](const Specifier &spec) {
        auto argument = rest.next();
        return argument && appendArgument(text, spec, *argument);
      });
  return isGood ? std::optional(std::move(text)) : std::nullopt;
}

std::optional<std::string> printfConversions(const char *format) {
  std::string conversions;
  bool isGood = readFormat(
      format, [](char) {},
      [&](const Specifier &spec) {
        conversions += spec.conversion;
        return true;
      });
  return isGood ? std::optional(std::move(conversions)) : std::nullopt;
}

} // namespace lanecl::jit
