#include "tests/images/Reference.h"
#include <CL/cl.h>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <random>

namespace lanecl::test {
namespace {

/// The letters of an order's channels as they lie in memory: I and L are intensity and luminance.
struct Order {
  uint32_t order;
  const char *name, *channels;
  bool isOpaque; ///< the border's alpha
  bool isSrgb = false;
};
constexpr Order orders[] = {{CL_R, "R", "R", true},
                            {CL_A, "A", "A", false},
                            {CL_RG, "RG", "RG", true},
                            {CL_RA, "RA", "RA", false},
                            {CL_RGB, "RGB", "RGB", true},
                            {CL_RGBA, "RGBA", "RGBA", false},
                            {CL_BGRA, "BGRA", "BGRA", false},
                            {CL_ARGB, "ARGB", "ARGB", false},
                            {CL_ABGR, "ABGR", "ABGR", false},
                            {CL_INTENSITY, "INTENSITY", "I", false},
                            {CL_LUMINANCE, "LUMINANCE", "L", true},
                            {CL_Rx, "Rx", "R", false},
                            {CL_RGx, "RGx", "RG", false},
                            {CL_RGBx, "RGBx", "RGB", false},
                            {CL_DEPTH, "DEPTH", "R", false},
                            {CL_sRGB, "sRGB", "RGB", true, true},
                            {CL_sRGBA, "sRGBA", "RGBA", false, true},
                            {CL_sBGRA, "sBGRA", "BGRA", false, true}};

enum class Kind { Unorm, Snorm, Float, Signed, Unsigned };
/// Channels of `bits` each, or fields of one word of `packed` bits: {shift, width} of R, G, B, A.
struct Type {
  uint32_t type;
  const char *name;
  Kind kind;
  unsigned bits, packed = 0;
  std::array<std::pair<unsigned, unsigned>, 4> fields = {};
  unsigned padding = 0; ///< low bits of a channel that say nothing
  unsigned sharing = 1; ///< texels that have a byte for their 8 highest bits, and one together for the others
};
constexpr uint32_t Raw10 = 0x10E3, Raw12 = 0x10E4, Unorm10x6 = 0x10E1, Unorm2101010 = 0x10E5, Unsigned10x6 = 0x10E6,
                   Unsigned12x4 = 0x10E7, Unsigned14x2 = 0x10E8, Unorm12x4 = 0x10E9, Unorm14x2 = 0x10EA;
constexpr Type types[] = {
    {CL_SNORM_INT8, "SNORM8", Kind::Snorm, 8},
    {CL_SNORM_INT16, "SNORM16", Kind::Snorm, 16},
    {CL_UNORM_INT8, "UNORM8", Kind::Unorm, 8},
    {CL_UNORM_INT16, "UNORM16", Kind::Unorm, 16},
    {CL_UNORM_SHORT_565, "565", Kind::Unorm, 0, 16, {{{11, 5}, {5, 6}, {0, 5}, {0, 0}}}},
    {CL_UNORM_SHORT_555, "555", Kind::Unorm, 0, 16, {{{10, 5}, {5, 5}, {0, 5}, {0, 0}}}},
    {CL_UNORM_INT_101010, "101010", Kind::Unorm, 0, 32, {{{20, 10}, {10, 10}, {0, 10}, {0, 0}}}},
    {CL_UNORM_INT_101010_2, "101010_2", Kind::Unorm, 0, 32, {{{22, 10}, {12, 10}, {2, 10}, {0, 2}}}},
    {Unorm2101010, "2_101010", Kind::Unorm, 0, 32, {{{0, 10}, {10, 10}, {20, 10}, {30, 2}}}},
    {CL_SIGNED_INT8, "S8", Kind::Signed, 8},
    {CL_SIGNED_INT16, "S16", Kind::Signed, 16},
    {CL_SIGNED_INT32, "S32", Kind::Signed, 32},
    {CL_UNSIGNED_INT8, "U8", Kind::Unsigned, 8},
    {CL_UNSIGNED_INT16, "U16", Kind::Unsigned, 16},
    {CL_UNSIGNED_INT32, "U32", Kind::Unsigned, 32},
    {CL_HALF_FLOAT, "HALF", Kind::Float, 16},
    {CL_FLOAT, "FLOAT", Kind::Float, 32},
    {Unorm10x6, "UNORM10x6", Kind::Unorm, 16, 0, {}, 6},
    {Unsigned10x6, "U10x6", Kind::Unsigned, 16, 0, {}, 6},
    {Unsigned12x4, "U12x4", Kind::Unsigned, 16, 0, {}, 4},
    {Unsigned14x2, "U14x2", Kind::Unsigned, 16, 0, {}, 2},
    {Unorm12x4, "UNORM12x4", Kind::Unorm, 16, 0, {}, 4},
    {Unorm14x2, "UNORM14x2", Kind::Unorm, 16, 0, {}, 2},
    {Raw10, "RAW10", Kind::Unsigned, 10, 0, {}, 0, 4},
    {Raw12, "RAW12", Kind::Unsigned, 12, 0, {}, 0, 2},
};

const Order &orderOf(uint32_t order) { return *std::ranges::find(orders, order, &Order::order); }
const Type &typeOf(uint32_t type) { return *std::ranges::find(types, type, &Type::type); }

unsigned bytesOf(const Format &format) {
  const Type &type = typeOf(format.type);
  return type.packed ? type.packed / 8 : type.bits / 8 * unsigned(std::strlen(orderOf(format.order).channels));
}

uint64_t bytesOf(const Format &format, uint64_t texels) {
  unsigned sharing = typeOf(format.type).sharing;
  return texels * bytesOf(format) + (sharing > 1 ? texels / sharing : 0);
}

uint32_t field(uint32_t word, unsigned shift, unsigned width) { return word >> shift & ((uint64_t(1) << width) - 1); }

double fromHalf(uint32_t bits) {
  int exponent = bits >> 10 & 31;
  double fraction = bits & 1023, sign = bits & 0x8000 ? -1 : 1;
  if (exponent == 31)
    return fraction ? NAN : sign * INFINITY;
  return sign * (exponent ? std::ldexp(1024 + fraction, exponent - 25) : std::ldexp(fraction, -24));
}

double number(const Type &type, uint32_t raw, unsigned width) {
  double most = double((uint64_t(1) << width) - 1), mostSigned = double((uint64_t(1) << (width - 1)) - 1);
  double asSigned = raw > mostSigned ? double(raw) - most - 1 : double(raw);
  switch (type.kind) {
  case Kind::Unorm:
    return raw / most;
  case Kind::Snorm:
    return std::max(-1.0, asSigned / mostSigned);
  case Kind::Float: {
    if (width == 16)
      return fromHalf(raw);
    float value;
    std::memcpy(&value, &raw, sizeof value);
    return value;
  }
  case Kind::Signed:
    return asSigned;
  default:
    return raw;
  }
}

double linearOf(double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); }
double curveOf(double c) {
  c = std::clamp(c, 0.0, 1.0);
  return c < 0.0031308 ? 12.92 * c : 1.055 * std::pow(c, 1 / 2.4) - 0.055;
}

bool takes(const Order &order, const Type &type) {
  std::string channels = order.channels;
  if (type.sharing > 1)
    return false; // not to be written
  if (type.packed)
    return type.type == Unorm2101010 ? order.order == CL_ABGR
           : type.fields[3].second   ? order.order == CL_RGBA
                                     : order.order == CL_RGB || order.order == CL_RGBx;
  if (order.isSrgb)
    return type.type == CL_UNORM_INT8;
  if (order.order == CL_DEPTH)
    return type.type == CL_UNORM_INT16 || type.type == CL_FLOAT;
  if (channels == "I" || channels == "L")
    return type.kind == Kind::Unorm || type.kind == Kind::Snorm || type.kind == Kind::Float;
  if (channels == "BGRA" || channels == "ARGB" || channels == "ABGR")
    return type.bits == 8 || type.kind == Kind::Snorm;
  return order.order != CL_RGB && order.order != CL_RGBx;
}

std::vector<Format> formats(bool integers) {
  std::vector<Format> result;
  for (const Order &order : orders)
    for (const Type &type : types)
      if (takes(order, type) && (type.kind == Kind::Signed || type.kind == Kind::Unsigned) == integers)
        result.push_back({order.order, type.type});
  return result;
}

/// A random texel without NaN, infinity and huge numbers.
void fill(std::byte *texel, const Format &format, std::mt19937 &random) {
  const Type &type = typeOf(format.type);
  for (unsigned i = 0; i < bytesOf(format); ++i)
    texel[i] = std::byte(random());
  if (type.kind != Kind::Float)
    return;
  for (unsigned i = 0; i < bytesOf(format); i += type.bits / 8) {
    float value = (float(random() % 4096) - 2048) / 64;
    _Float16 half = static_cast<_Float16>(value);
    std::memcpy(texel + i, type.bits == 32 ? static_cast<void *>(&value) : &half, type.bits / 8);
  }
}

} // namespace

std::vector<Format> floatFormats() { return formats(false); }
std::vector<Format> integerFormats() { return formats(true); }
std::vector<Format> sharingFormats() { return {{CL_R, Raw10}, {CL_R, Raw12}}; }
std::string nameOf(const Format &format) {
  return std::string(orderOf(format.order).name) + " " + typeOf(format.type).name;
}
bool isSigned(const Format &format) { return typeOf(format.type).kind == Kind::Signed; }

unsigned coordinatesOf(Shape shape) {
  return shape == Shape::OneD ? 1 : shape == Shape::OneDArray || shape == Shape::TwoD ? 2 : 3;
}

TestImage::TestImage(Shape shape, const Format &format, std::array<uint32_t, 3> size, uint32_t seed)
    : shape_(shape), format_(format), size_(size) {
  for (unsigned i = coordinatesOf(shape); i < 3; ++i)
    size_[i] = 1;
  ImageDescriptor &d = descriptor_;
  d.texelBytes = bytesOf(format);
  d.channelOrder = format.order, d.channelType = format.type;
  d.width = size_[0], d.height = d.depth = d.layers = d.levels = 1;
  // Pitches that nobody would guess, multiples of a texel.
  uint64_t row = bytesOf(format, d.width) + uint64_t(3) * d.texelBytes, slice = row * (size_[1] + 1);
  d.rowPitch = row, d.slicePitch = slice;
  if (shape == Shape::OneDArray)
    d.layers = size_[1], d.slicePitch = row;
  else
    d.height = size_[1];
  if (shape == Shape::TwoDArray)
    d.layers = size_[2];
  if (shape == Shape::ThreeD)
    d.depth = size_[2];
  memory_.assign(2 * Zone + slice * size_[2], Untouched);
  d.texels = memory_.data() + Zone;
  std::mt19937 random(seed);
  for (int64_t z = 0; z < size_[2]; ++z)
    for (int64_t y = 0; y < size_[1]; ++y)
      for (int64_t x = 0; x < size_[0]; ++x)
        fill(at({x, y, z}), format, random);
  const unsigned sharing = typeOf(format.type).sharing;
  for (int64_t i = 0; sharing > 1 && i < int64_t(size_[0]) * size_[1] * size_[2]; i += sharing)
    at({i % size_[0], i / size_[0] % size_[1], i / size_[0] / size_[1]})[sharing] = std::byte(random());
}

std::byte *TestImage::at(const std::array<int64_t, 3> &place) const {
  uint64_t third = shape_ == Shape::OneDArray ? 0 : uint64_t(place[2]) * descriptor_.slicePitch;
  return descriptor_.texels + bytesOf(format_, uint64_t(place[0])) + uint64_t(place[1]) * descriptor_.rowPitch + third;
}

Colour TestImage::texel(const std::array<int64_t, 3> &place) const {
  const Type &type = typeOf(format_.type);
  if (type.sharing == 1)
    return decode(format_, at(place));
  int64_t number = place[0] % type.sharing, others = type.bits - 8;
  const std::byte *block = at({place[0] - number, place[1], place[2]});
  unsigned low = 0;
  for (int64_t bit = 0; bit < others; ++bit)
    if ((block[type.sharing] >> int(number * others + bit) & std::byte(1)) != std::byte(0))
      low |= 1u << bit;
  return {double((unsigned(block[number]) << others) + low), 0, 0, 1};
}

bool TestImage::isIntact() const {
  std::vector<bool> isTexel(memory_.size());
  for (int64_t z = 0; z < size_[2]; ++z)
    for (int64_t y = 0; y < size_[1]; ++y) {
      size_t begin = size_t(at({0, y, z}) - memory_.data());
      std::fill_n(isTexel.begin() + ptrdiff_t(begin), bytesOf(format_, size_[0]), true);
    }
  for (size_t i = 0; i < memory_.size(); ++i)
    if (!isTexel[i] && memory_[i] != Untouched)
      return false;
  return true;
}

Colour decode(const Format &format, const std::byte *texel) {
  const Order &order = orderOf(format.order);
  const Type &type = typeOf(format.type);
  Colour colour = {0, 0, 0, 1};
  constexpr std::string_view Letters = "RGBA";
  size_t channels = type.packed ? (type.fields[3].second ? 4 : 3) : std::strlen(order.channels);
  for (size_t i = 0; i < channels; ++i) {
    uint32_t raw = 0;
    unsigned width = type.bits - type.padding;
    std::memcpy(&raw, texel + (type.packed ? 0 : i * type.bits / 8), (type.packed ? type.packed : type.bits) / 8);
    if (type.packed)
      width = type.fields[i].second, raw = field(raw, type.fields[i].first, width);
    double value = number(type, raw >> type.padding, width);
    char letter = type.packed ? Letters[i] : order.channels[i];
    if (order.isSrgb && letter != 'A')
      value = linearOf(value);
    if (letter == 'I')
      colour = {value, value, value, value};
    else if (letter == 'L')
      colour = {value, value, value, 1};
    else
      colour[Letters.find(letter)] = value;
  }
  return colour;
}

namespace {

/// The texels along one dimension, and the second one's weight.
struct Pair {
  int64_t first, second;
  double weight;
};

Pair along(uint32_t sampler, double s, int64_t size) {
  uint32_t mode = sampler & SamplerBits::AddressingMask;
  bool linear = sampler & SamplerBits::Linear;
  double w = double(size), u = sampler & SamplerBits::Normalized ? s * w : s;
  Pair pair{};
  if (mode == SamplerBits::Repeat)
    u = (s - std::floor(s)) * w;
  if (mode == SamplerBits::MirroredRepeat)
    u = std::fabs(s - 2 * std::rint(0.5 * s)) * w;
  double shifted = linear ? u - 0.5 : u;
  pair.first = int64_t(std::clamp(std::floor(shifted), -1e9, 1e9));
  pair.second = pair.first + 1;
  pair.weight = shifted - std::floor(shifted);
  if (mode == SamplerBits::Repeat) {
    pair.first += pair.first < 0 ? size : pair.first >= size ? -size : 0;
    pair.second -= pair.second >= size ? size : 0;
  } else if (mode != SamplerBits::Clamp) {
    pair.first = std::clamp<int64_t>(pair.first, 0, size - 1);
    pair.second = std::clamp<int64_t>(pair.second, 0, size - 1);
  }
  return pair;
}

Colour texelOrBorder(const TestImage &image, const std::array<int64_t, 3> &place) {
  for (unsigned i = 0; i < 3; ++i)
    if (place[i] < 0 || place[i] >= image.size()[i])
      return {0, 0, 0, orderOf(image.format().order).isOpaque ? 1.0 : 0.0};
  return image.texel(place);
}

} // namespace

Colour sample(const TestImage &image, uint32_t sampler, const Coordinates &coordinates) {
  std::array<Pair, 3> pairs = {};
  unsigned count = coordinatesOf(image.shape());
  bool arrayed = image.shape() == Shape::OneDArray || image.shape() == Shape::TwoDArray;
  for (unsigned i = 0; i < count; ++i) {
    int64_t size = image.size()[i];
    bool isLayer = arrayed && i == count - 1;
    pairs[i] = isLayer ? Pair{int64_t(std::clamp(std::rint(coordinates[i]), 0.0, double(size - 1))), 0, 0}
                       : along(sampler, coordinates[i], size);
  }
  if (!(sampler & SamplerBits::Linear))
    return texelOrBorder(image, {pairs[0].first, pairs[1].first, pairs[2].first});
  Colour sum = {};
  for (unsigned corner = 0; corner < 8; ++corner) {
    double weight = 1;
    std::array<int64_t, 3> place = {};
    for (unsigned i = 0; i < 3; ++i) {
      bool second = corner >> i & 1;
      weight *= second ? pairs[i].weight : 1 - pairs[i].weight;
      place[i] = second ? pairs[i].second : pairs[i].first;
    }
    if (weight == 0)
      continue;
    Colour texel = texelOrBorder(image, place);
    for (unsigned i = 0; i < 4; ++i)
      sum[i] += weight * texel[i];
  }
  return sum;
}

Written written(const Format &format, const Colour &value) {
  const Order &order = orderOf(format.order);
  const Type &type = typeOf(format.type);
  Written result{{0, 0, 0, 1}, 0};
  constexpr std::string_view Letters = "RGBA";
  size_t channels = type.packed ? (type.fields[3].second ? 4 : 3) : std::strlen(order.channels);
  for (size_t i = 0; i < channels; ++i) {
    char letter = type.packed ? Letters[i] : order.channels[i];
    double channel = value[letter == 'I' || letter == 'L' ? 0 : Letters.find(letter)], stored = channel;
    unsigned width = type.packed ? type.fields[i].second : type.bits - type.padding;
    double most = double((uint64_t(1) << width) - 1), mostSigned = double((uint64_t(1) << (width - 1)) - 1);
    bool isCurve = order.isSrgb && letter != 'A';
    switch (type.kind) {
    case Kind::Unorm:
      stored = std::rint(std::clamp((isCurve               ? curveOf(channel)
                                     : std::isnan(channel) ? 0
                                                           : channel) *
                                        most,
                                    0.0, most));
      stored = isCurve ? linearOf(stored / most) : stored / most;
      result.tolerance = std::max(result.tolerance, 0.501 / most + (isCurve ? 0.01 : 0));
      break;
    case Kind::Snorm:
      stored = std::rint(std::clamp((std::isnan(channel) ? 0 : channel) * mostSigned, -mostSigned - 1, mostSigned));
      stored = std::max(-1.0, stored / mostSigned);
      result.tolerance = 0.501 / mostSigned;
      break;
    case Kind::Float:
      stored = width == 16 ? double(static_cast<_Float16>(channel)) : channel;
      break;
    case Kind::Signed:
      stored = std::clamp(channel, -mostSigned - 1, mostSigned);
      break;
    case Kind::Unsigned:
      stored = std::clamp(channel, 0.0, most);
      break;
    }
    if (letter == 'I')
      result.colour = {stored, stored, stored, stored};
    else if (letter == 'L')
      result.colour = {stored, stored, stored, 1};
    else
      result.colour[Letters.find(letter)] = stored;
  }
  return result;
}

} // namespace lanecl::test
