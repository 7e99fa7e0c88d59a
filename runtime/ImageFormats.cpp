#include "runtime/ImageFormats.h"
#include "runtime/Extensions.h"
#include "runtime/NewerNames.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <vector>

namespace lanecl {

namespace {
enum ChannelKind : uint8_t {
  Norm = 1,
  Integer = 2,
  Float = 4,
  Packed3 = 8,
  Packed4 = 16,
  Padded = 32,
  PackedAbgr = 64,
  Raw = 128
};
enum class Encoding : uint8_t { Unorm, Snorm, Signed, Unsigned, Half, Single };
enum class Transfer : uint8_t { Linear, Srgb };
/// Types of image: which may have a format.
enum Images : uint8_t { FlatImages = 1, Volumes = 2, Lines = 4, AllButVolumes = FlatImages | Lines, AllImages = 7 };
Images imagesOf(cl_mem_object_type type) {
  switch (type) {
  case CL_MEM_OBJECT_IMAGE2D:
  case CL_MEM_OBJECT_IMAGE2D_ARRAY:
    return FlatImages;
  case CL_MEM_OBJECT_IMAGE3D:
    return Volumes;
  default:
    return Lines;
  }
}
} // namespace

struct ChannelOrder {
  cl_channel_order order;
  const char *channels;
  unsigned legal; ///< of ChannelKind
  Transfer transfer;
  unsigned count() const { return static_cast<unsigned>(std::strlen(channels)); }
};

struct ChannelType {
  struct Field {
    uint8_t shift, bits;
  };
  cl_channel_type type;
  ChannelKind kind;
  Encoding encoding;
  uint8_t bits;
  std::array<Field, 4> fields;
  bool isPacked() const { return kind == Packed3 || kind == Packed4 || kind == PackedAbgr; }
  /// Where a component is in its word.
  Field field(unsigned component) const {
    return isPacked() ? fields[component] : kind == Padded || kind == Raw ? fields.front() : Field{0, bits};
  }
  /// Texels that share bytes.
  uint32_t blockTexels() const { return kind == Raw ? bits / fields.front().bits : 1; }
};

namespace {

constexpr ChannelOrder Orders[] = {
#define LANECL_CHANNEL_ORDER(order, channels, legal, transfer) {order, channels, legal, Transfer::transfer},
#include "runtime/ImageFormats.def"
};

constexpr ChannelType ChannelTypes[] = {
#define FIELDS(...)                                                                                                    \
  {                                                                                                                    \
    {                                                                                                                  \
      __VA_ARGS__                                                                                                      \
    }                                                                                                                  \
  }
#define LANECL_CHANNEL_TYPE(type, kind, encoding, bits, fields) {type, kind, Encoding::encoding, bits, fields},
#include "runtime/ImageFormats.def"
#undef FIELDS
};

std::vector<ImageFormat> makeFormats(const Conditions &has) {
  struct Row {
    cl_channel_order order;
    std::vector<cl_channel_type> types;
    Images images;
    bool writes;
  };
  const Row rows[] = {
#define LIST(...) {__VA_ARGS__}
#define LANECL_IMAGE_FORMATS(order, types, images, writes) {order, types, images, writes},
#include "runtime/ImageFormats.def"
#undef LIST
  };
  std::vector<ImageFormat> formats;
  for (const Row &row : rows)
    for (cl_channel_type type : row.types) {
      const ChannelOrder *order = std::ranges::find(Orders, row.order, &ChannelOrder::order);
      const ChannelType *channel = std::ranges::find(ChannelTypes, type, &ChannelType::type);
      const uint32_t bytes = channel->bits / 8 * (channel->isPacked() ? 1 : order->count());
      const uint32_t texels = channel->blockTexels();
      formats.push_back({.format = {row.order, type},
                         .texelBytes = bytes / texels,
                         .blockTexels = texels,
                         .blockBytes = bytes,
                         .order = order,
                         .type = channel,
                         .images = row.images,
                         .writes = row.writes});
    }
  return formats;
}

/// An integer of which 1.0 is `one` (OpenCL C, "Converting Floating-point Values to Normalized Integer Channel Data
/// Types": convert_TYPE_sat_rte(value * one), of floats, as kernels do it): clamped after the product, NaN as 0.
int64_t normalized(float value, double least, double one) {
  const float product = value * static_cast<float>(one);
  return std::isnan(value) ? 0 : static_cast<int64_t>(std::rint(std::clamp<double>(product, least, one)));
}

/// OpenCL C 8.3.1.4: from linear to sRGB, of [0, 1].
double toSrgb(float linear) {
  double value = std::isnan(linear) ? 0 : std::clamp<double>(linear, 0, 1);
  return value < 0.0031308 ? 12.92 * value : 1.055 * std::pow(value, 1 / 2.4) - 0.055;
}

/// A component of the colour, at its place among red, green, blue and alpha.
template <typename T> T component(const void *color, unsigned index) {
  T value;
  std::memcpy(&value, static_cast<const std::byte *>(color) + index * sizeof value, sizeof value);
  return value;
}

/// The bits of one component.
uint32_t encodeComponent(Encoding encoding, unsigned bits, bool srgb, const void *color, unsigned index) {
  const auto most = static_cast<int64_t>((uint64_t{1} << bits) - 1), half = most / 2;
  switch (encoding) {
  case Encoding::Unorm: {
    float value = component<float>(color, index);
    return srgb ? static_cast<uint32_t>(std::rint(toSrgb(value) * most))
                : static_cast<uint32_t>(normalized(value, 0, most));
  }
  case Encoding::Snorm:
    // "convert_char_sat_rte(f * 127.0f)": colours below -1 reach the code -128, which is read as -1, too.
    return static_cast<uint32_t>(normalized(component<float>(color, index), -half - 1, half));
  case Encoding::Signed:
    return static_cast<uint32_t>(std::clamp<int64_t>(component<cl_int>(color, index), -half - 1, half));
  case Encoding::Unsigned:
    return static_cast<uint32_t>(std::min<int64_t>(component<cl_uint>(color, index), most));
  case Encoding::Half: {
    auto value = static_cast<_Float16>(component<float>(color, index));
    uint16_t word;
    std::memcpy(&word, &value, sizeof word);
    return word;
  }
  case Encoding::Single:
    return component<uint32_t>(color, index);
  }
  return 0;
}

/// A block of texels of the same value: highest bits first, then what is left of each.
void spreadOver(Texel &block, uint32_t texels, unsigned bits, uint32_t value) {
  const unsigned rest = bits - 8;
  for (uint32_t i = 0; i < texels; ++i) {
    block[i] = static_cast<std::byte>(value >> rest);
    block[texels] |= static_cast<std::byte>((value & ((1U << rest) - 1)) << i * rest);
  }
}

} // namespace

std::span<const ImageFormat> ImageFormat::all() {
  static const std::vector<ImageFormat> formats = makeFormats(Extensions::get().conditions());
  return formats;
}

const ImageFormat *ImageFormat::find(const cl_image_format &format) {
  for (const ImageFormat &own : all())
    if (own.format.image_channel_order == format.image_channel_order &&
        own.format.image_channel_data_type == format.image_channel_data_type)
      return &own;
  return nullptr;
}

FormatValidity ImageFormat::validityOf(const cl_image_format &format) {
  if (find(format))
    return FormatValidity::Supported;
  const auto *order = std::ranges::find(Orders, format.image_channel_order, &ChannelOrder::order);
  const auto *type = std::ranges::find(ChannelTypes, format.image_channel_data_type, &ChannelType::type);
  bool legal = order != std::end(Orders) && type != std::end(ChannelTypes) && (order->legal & type->kind);
  return legal ? FormatValidity::Unsupported : FormatValidity::Invalid;
}

bool ImageFormat::isSupported(cl_mem_object_type imageType, cl_mem_flags access) const {
  if (!(images & imagesOf(imageType)))
    return false;
  return writes || (access & (CL_MEM_READ_ONLY | CL_MEM_IMMUTABLE_EXT));
}

Texel ImageFormat::encode(const void *color) const {
  Texel texel{};
  uint32_t word = 0;
  for (unsigned i = 0; i < order->count(); ++i) {
    constexpr const char *Components = "RGBA";
    const char *at = std::strchr(Components, order->channels[i]);
    if (!at)
      continue;
    auto index = static_cast<unsigned>(at - Components);
    const ChannelType::Field field = type->field(i);
    // The alpha of an sRGB image is linear.
    bool srgb = order->transfer == Transfer::Srgb && order->channels[i] != 'A';
    uint32_t bits = encodeComponent(type->encoding, field.bits, srgb, color, index) << field.shift;
    if (type->isPacked())
      word |= bits;
    else if (type->kind == Raw)
      spreadOver(texel, blockTexels, field.bits, bits);
    else
      std::memcpy(texel.data() + i * (type->bits / 8), &bits, type->bits / 8);
  }
  if (type->isPacked())
    std::memcpy(texel.data(), &word, blockBytes);
  return texel;
}

} // namespace lanecl
