// clEnqueueFillImage: the colour as write_image stores it, by a model that knows each encoding only from what its codes
// mean and looks for the nearest one (OpenCL C 8.3; "round to nearest even").
#include "tests/api/ImageFixture.h"
#include <bit>
#include <cmath>
#include <limits>
#include <map>

using namespace api_test;

namespace {

/// The code of [least, most] whose value is nearest; an even one of two. value: rising, exact.
template <typename Value> int64_t nearest(long double wanted, int64_t least, int64_t most, Value value) {
  if (std::isnan(wanted))
    return 0;
  int64_t low = least, high = most;
  while (low < high) {
    int64_t middle = low + (high - low) / 2;
    if (value(middle) < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  if (low == least)
    return low;
  const long double below = wanted - value(low - 1), above = value(low) - wanted;
  if (above < 0 || (above == below && low % 2 == 0))
    return low;
  return above < below ? low : low - 1;
}

/// In units of one step: the colour times `one`, a product of floats ("Converting Floating-point Values to Normalized
/// Integer Channel Data Types": convert_TYPE_sat_rte(f * 255.0f), and so on).
int64_t normalizedCode(float colour, int64_t least, int64_t one) {
  return nearest(static_cast<long double>(colour * static_cast<float>(one)), least, one,
                 [](int64_t code) { return static_cast<long double>(code); });
}

long double fromSrgb(long double code) {
  const long double value = code / 255;
  return value <= 0.04045L ? value / 12.92L : std::pow((value + 0.055L) / 1.055L, 2.4L);
}
/// The code c with fromSrgb(c - 1/2) <= colour < fromSrgb(c + 1/2).
int64_t srgbCode(float colour) {
  int64_t code = 0;
  while (code < 255 && fromSrgb(code + 0.5L) <= colour)
    ++code;
  return code;
}

long double halfValue(int64_t bits) {
  const int exponent = static_cast<int>(bits >> 10), mantissa = static_cast<int>(bits & 1023);
  return exponent ? std::ldexp(1024.0L + mantissa, exponent - 25) : std::ldexp(static_cast<long double>(mantissa), -24);
}
/// 65520 and more are infinite.
int64_t halfCode(float colour) {
  const int64_t sign = std::signbit(colour) ? 0x8000 : 0;
  return sign | nearest(std::fabs(colour), 0, 31 << 10, halfValue);
}

union Colour {
  float f[4];
  cl_int i[4];
  cl_uint u[4];
};

/// The code of one component.
uint64_t codeOf(cl_channel_type type, const Colour &colour, unsigned index, bool srgb) {
  auto clamp = [](int64_t value, int64_t least, int64_t most) { return std::min(std::max(value, least), most); };
  const float value = colour.f[index];
  switch (type) {
  case CL_UNORM_INT8:
    return srgb ? srgbCode(value) : normalizedCode(value, 0, 255);
  case CL_UNORM_INT16:
    return normalizedCode(value, 0, 65535);
  case CL_UNORM_INT10X6_EXT:
    return normalizedCode(value, 0, 1023) * 64;
  case CL_UNORM_INT12X4_EXT:
    return normalizedCode(value, 0, 4095) * 16;
  case CL_UNORM_INT14X2_EXT:
    return normalizedCode(value, 0, 16383) * 4;
  case CL_UNSIGNED_INT10X6_EXT:
    return clamp(colour.u[index], 0, 1023) * 64;
  case CL_UNSIGNED_INT12X4_EXT:
    return clamp(colour.u[index], 0, 4095) * 16;
  case CL_UNSIGNED_INT14X2_EXT:
    return clamp(colour.u[index], 0, 16383) * 4;
  case CL_UNSIGNED_INT_RAW10_EXT:
    return clamp(colour.u[index], 0, 1023);
  case CL_UNSIGNED_INT_RAW12_EXT:
    return clamp(colour.u[index], 0, 4095);
  case CL_SNORM_INT8:
    return static_cast<uint8_t>(normalizedCode(value, -128, 127)); // "convert_char_sat_rte(f * 127.0f)"
  case CL_SNORM_INT16:
    return static_cast<uint16_t>(normalizedCode(value, -32768, 32767));
  case CL_SIGNED_INT8:
    return static_cast<uint8_t>(clamp(colour.i[index], -128, 127));
  case CL_SIGNED_INT16:
    return static_cast<uint16_t>(clamp(colour.i[index], -32768, 32767));
  case CL_UNSIGNED_INT8:
    return clamp(colour.u[index], 0, 255);
  case CL_UNSIGNED_INT16:
    return clamp(colour.u[index], 0, 65535);
  case CL_HALF_FLOAT:
    return halfCode(value);
  default: // 32 bits
    return colour.u[index];
  }
}

constexpr unsigned R = 0, G = 1, B = 2, A = 3;

/// The texel, as a number of up to 16 bytes in little-endian order; of those that share bytes as many.
Bytes texelOf(const cl_image_format &format, const Colour &colour, size_t bytes) {
  Bytes texel(bytes);
  auto packed = [&](std::initializer_list<std::pair<unsigned, int>> fields) { // the first in the highest bits
    uint64_t word = 0;
    for (auto [index, bits] : fields)
      word = word << bits | normalizedCode(colour.f[index], 0, (1 << bits) - 1);
    std::memcpy(texel.data(), &word, bytes);
    return texel;
  };
  const uint64_t red = codeOf(format.image_channel_data_type, colour, R, false);
  auto bytesWith = [](std::initializer_list<uint64_t> values) { return Bytes(values.begin(), values.end()); };
  switch (format.image_channel_data_type) {
  case CL_UNSIGNED_INT_RAW10_EXT: // 0b01010101 times the two lowest bits: four times the same
    return bytesWith({red >> 2, red >> 2, red >> 2, red >> 2, (red & 3) * 85});
  case CL_UNSIGNED_INT_RAW12_EXT:
    return bytesWith({red >> 4, red >> 4, (red & 15) * 17});
  case CL_UNORM_SHORT_565:
    return packed({{R, 5}, {G, 6}, {B, 5}});
  case CL_UNORM_SHORT_555:
    return packed({{R, 5}, {G, 5}, {B, 5}});
  case CL_UNORM_INT_101010:
    return packed({{R, 10}, {G, 10}, {B, 10}});
  case CL_UNORM_INT_101010_2:
    return packed({{R, 10}, {G, 10}, {B, 10}, {A, 2}});
  case CL_UNORM_INT_2_101010_EXT:
    return packed({{A, 2}, {B, 10}, {G, 10}, {R, 10}});
  default:
    break;
  }
  static const std::map<cl_channel_order, std::vector<unsigned>> orders = {{CL_R, {R}},
                                                                           {CL_A, {A}},
                                                                           {CL_RG, {R, G}},
                                                                           {CL_RA, {R, A}},
                                                                           {CL_INTENSITY, {R}},
                                                                           {CL_LUMINANCE, {R}},
                                                                           {CL_DEPTH, {R}},
                                                                           {CL_RGBA, {R, G, B, A}},
                                                                           {CL_BGRA, {B, G, R, A}},
                                                                           {CL_ARGB, {A, R, G, B}},
                                                                           {CL_ABGR, {A, B, G, R}},
                                                                           {CL_sRGBA, {R, G, B, A}},
                                                                           {CL_sBGRA, {B, G, R, A}}};
  const std::vector<unsigned> &order = orders.at(format.image_channel_order);
  const size_t each = bytes / order.size();
  const bool srgb = format.image_channel_order == CL_sRGBA || format.image_channel_order == CL_sBGRA;
  for (size_t i = 0; i < order.size(); ++i) {
    uint64_t code = codeOf(format.image_channel_data_type, colour, order[i], srgb && order[i] != A);
    std::memcpy(texel.data() + i * each, &code, each);
  }
  return texel;
}

bool isInteger(cl_channel_type type) {
  return (type >= CL_SIGNED_INT8 && type <= CL_UNSIGNED_INT32) ||
         (type >= CL_UNSIGNED_INT10X6_EXT && type <= CL_UNSIGNED_INT14X2_EXT) || type == CL_UNSIGNED_INT_RAW10_EXT ||
         type == CL_UNSIGNED_INT_RAW12_EXT;
}

class ImageFill : public WithImages {
protected:
  /// Values of all kinds: halves of steps, extremes, NaN, and noise.
  float someFloat() {
    constexpr float special[] = {0.0F,
                                 -0.0F,
                                 1,
                                 -1,
                                 0.5F,
                                 2,
                                 -2,
                                 1e-8F,
                                 65504,
                                 65520,
                                 1e9F,
                                 6e-8F,
                                 2.98e-8F,
                                 1e-42F,
                                 std::numeric_limits<float>::infinity(),
                                 -std::numeric_limits<float>::infinity(),
                                 std::numeric_limits<float>::quiet_NaN(),
                                 0.0031308F};
    switch (pick(0, 3)) {
    case 0:
      return special[pick(0, std::size(special) - 1)];
    case 1:
      return (static_cast<float>(pick(0, 512)) - 128) / 510.0F;
    case 2:
      return std::ldexp(static_cast<float>(random()), -32);
    default:
      return std::ldexp(static_cast<float>(static_cast<int32_t>(random())), -static_cast<int>(pick(10, 60)));
    }
  }
  Colour someColour(cl_channel_type type) {
    Colour colour{};
    for (unsigned i = 0; i < 4; ++i)
      if (isInteger(type))
        colour.u[i] = static_cast<cl_uint>(random()) >> pick(0, 31);
      else
        colour.f[i] = someFloat();
    if (isInteger(type) && pick(0, 1))
      for (cl_int &value : colour.i)
        value = static_cast<cl_int>(0U - static_cast<cl_uint>(value));
    return colour;
  }
  /// NaN in a floating-point format stays some NaN.
  static bool isOfFloats(cl_channel_type type) { return type == CL_HALF_FLOAT || type == CL_FLOAT; }
};

TEST_F(ImageFill, ConvertsColoursOfEveryFormat) {
  cl_uint count = 0;
  std::vector<cl_image_format> formats(256);
  ASSERT_EQ(CL_SUCCESS,
            clGetSupportedImageFormats(context, CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 256, formats.data(), &count));
  formats.resize(count);
  for (const cl_image_format &format : formats) {
    const size_t block = blockOf(format);
    cl_mem image = makeImage(format, descOf(CL_MEM_OBJECT_IMAGE2D, {3 * block, 2, 1}), CL_MEM_READ_ONLY);
    const size_t bytes = imageInfo<size_t>(image, CL_IMAGE_ROW_PITCH) / 3;
    for (int round = 0; round < 300; ++round) {
      Colour colour = someColour(format.image_channel_data_type);
      if (isOfFloats(format.image_channel_data_type))
        for (float &value : colour.f)
          if (std::isnan(value))
            value = 1;
      const Size3 origin{block, 0, 0}, region{2 * block, 2, 1}, one{block, 1, 1};
      ASSERT_EQ(CL_SUCCESS,
                clEnqueueFillImage(queue, image, &colour, origin.data(), region.data(), 0, nullptr, nullptr));
      Bytes got(bytes);
      ASSERT_EQ(CL_SUCCESS, clEnqueueReadImage(queue, image, CL_TRUE, origin.data(), one.data(), 0, 0, got.data(), 0,
                                               nullptr, nullptr));
      ASSERT_EQ(texelOf(format, colour, bytes), got)
          << std::hex << format.image_channel_order << " " << format.image_channel_data_type << " " << colour.f[0]
          << " " << colour.f[1] << " " << colour.f[2] << " " << colour.f[3];
    }
  }
}

// The same as a kernel stores it, at the edges above all.
TEST_F(ImageFill, NormalizedIsWhatKernelsWrite) {
  const char *source = "kernel void k(write_only image2d_t i, float4 c) { write_imagef(i, (int2)(0, 1), c); }";
  cl_int error = 1;
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
  ASSERT_EQ(CL_SUCCESS, clBuildProgram(program, 0, nullptr, "", nullptr, nullptr));
  cl_kernel kernel = clCreateKernel(program, "k", &error);
  ASSERT_EQ(CL_SUCCESS, error);
  const float infinite = std::numeric_limits<float>::infinity(), nan = std::numeric_limits<float>::quiet_NaN();
  std::vector<Colour> colours = {{{-2, -1, 1, 2}},
                                 {{-1.003f, -1.005f, -0.997f, -0.9f}},
                                 {{-1.00001f, -1.00003f, -1e30f, 1e30f}},
                                 {{-infinite, infinite, nan, -0.0f}}};
  for (int i = 0; i < 40; ++i) { // halfway between two codes, but for what floats make of it
    const float half = static_cast<float>(pick(0, 30000)) + 0.5f, few = static_cast<float>(pick(0, 126)) + 0.5f;
    colours.push_back({{few / 127, few / 255, half / 32767, half / 65535}});
  }
  for (cl_channel_type type : {CL_SNORM_INT8, CL_SNORM_INT16, CL_UNORM_INT8, CL_UNORM_INT16}) {
    cl_mem image = makeImage({CL_RGBA, type}, descOf(CL_MEM_OBJECT_IMAGE2D, {1, 2, 1}));
    const size_t bytes = imageInfo<size_t>(image, CL_IMAGE_ELEMENT_SIZE);
    for (const Colour &colour : colours) {
      const Size3 origin{}, one{1, 1, 1};
      const size_t item = 1;
      EXPECT_EQ(CL_SUCCESS, clEnqueueFillImage(queue, image, &colour, origin.data(), one.data(), 0, nullptr, nullptr));
      EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof image, &image));
      EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof(cl_float4), &colour));
      EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &item, nullptr, 0, nullptr, nullptr));
      const Bytes both = contents(image, {1, 2, 1}, bytes);
      EXPECT_EQ(Bytes(both.begin() + bytes, both.end()), Bytes(both.begin(), both.begin() + bytes))
          << colour.f[0] << " " << colour.f[1] << " " << colour.f[2] << " " << colour.f[3];
    }
  }
  EXPECT_EQ(CL_SUCCESS, clReleaseKernel(kernel));
  EXPECT_EQ(CL_SUCCESS, clReleaseProgram(program));
}

TEST_F(ImageFill, FillsTheRegionAlone) {
  for (cl_mem_object_type type : AllImageTypes)
    for (const cl_image_format &format :
         {cl_image_format{CL_R, CL_UNSIGNED_INT8}, cl_image_format{CL_RG, CL_UNSIGNED_INT16},
          cl_image_format{CL_RGBA, CL_UNSIGNED_INT32}, cl_image_format{CL_R, CL_UNSIGNED_INT_RAW10_EXT},
          cl_image_format{CL_R, CL_UNSIGNED_INT_RAW12_EXT}}) {
      if (!mayHave(type, format))
        continue;
      const size_t block = blockOf(format);
      cl_mem image =
          makeImage(format, descOf(type, Size3{60 * block, 20, 5}), block == 1 ? CL_MEM_READ_WRITE : CL_MEM_READ_ONLY);
      Size3 size{60, 20, 5};
      for (unsigned i = dimensionsOf(type); i < 3; ++i)
        size[i] = 1;
      ImageModel model(size, imageInfo<size_t>(image, CL_IMAGE_ROW_PITCH) / 60, block);
      model.bytes = noise(model.bytes.size());
      fillWith(image, model);
      for (int round = 0; round < 4; ++round) {
        Size3 origin{}, region = size;
        if (round) // all of it first
          someRegion(size, origin, region);
        Colour colour = someColour(format.image_channel_data_type);
        const Bytes texel = texelOf(format, colour, model.texelBytes);
        ASSERT_EQ(CL_SUCCESS, clEnqueueFillImage(queue, image, &colour, model.forCommands(origin).data(),
                                                 model.forCommands(region).data(), 0, nullptr, nullptr));
        colour = {}; // the colour is taken along
        ImageModel::forEach(region, [&](size_t x, size_t y, size_t z) {
          std::memcpy(model.at(origin[0] + x, origin[1] + y, origin[2] + z), texel.data(), texel.size());
        });
        EXPECT_EQ(model.bytes, contents(image, model)) << type;
      }
    }
}

TEST_F(ImageFill, LargeImagesWithPitches) {
  const Size3 size{1000, 700, 1}, origin{1, 2, 0}, region{998, 697, 1};
  const size_t pitch = 16 * 1030;
  std::vector<cl_uint> host(pitch / 4 * size[1]);
  cl_image_desc desc = descOf(CL_MEM_OBJECT_IMAGE2D, size);
  desc.image_row_pitch = pitch;
  cl_mem image = makeImage({CL_RGBA, CL_UNSIGNED_INT32}, desc, CL_MEM_USE_HOST_PTR, host.data());
  const cl_uint colour[4] = {1, 2, 3, 4};
  EXPECT_EQ(CL_SUCCESS, clEnqueueFillImage(queue, image, colour, origin.data(), region.data(), 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue));
  for (size_t y = 0; y < size[1]; ++y)
    for (size_t x = 0; x < pitch / 4; ++x) {
      const bool inside = y >= 2 && y < 699 && x >= 4 && x < 4 * 999;
      ASSERT_EQ(inside ? colour[x % 4] : 0, host[y * (pitch / 4) + x]) << x << " " << y;
    }
}

} // namespace
