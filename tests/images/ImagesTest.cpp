// All formats, shapes, addressing modes and filters against the formulas of the specification.
#include "tests/images/Programs.h"
#include <CL/cl.h>
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <map>
#include <random>

using namespace lanecl;
using namespace lanecl::test;

namespace {

constexpr uint32_t Nearest = 0;
constexpr size_t Items = 160;
using Float4 = std::array<float, 4>;
using Int4 = std::array<int32_t, 4>;

/// Kernels of one shape: what its type and coordinates are in OpenCL C.
struct Shown {
  Shape shape;
  const char *name, *type, *components;
};
constexpr Shown shown[] = {{Shape::OneD, "1d", "image1d_t", "x"},
                           {Shape::OneDArray, "1d_array", "image1d_array_t", "xy"},
                           {Shape::TwoD, "2d", "image2d_t", "xy"},
                           {Shape::TwoDArray, "2d_array", "image2d_array_t", "xyzw"},
                           {Shape::ThreeD, "3d", "image3d_t", "xyzw"}};

const Shown &shownOf(Shape shape) { return *std::ranges::find(shown, shape, &Shown::shape); }

std::string replaced(std::string text, const std::string &word, const std::string &by) {
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + by.size()))
    text.replace(at, word.size(), by);
  return text;
}

/// Every way of reading and writing an image of a shape.
const ImageProgram &program(Shape shape) {
  static std::map<Shape, std::unique_ptr<ImageProgram>> programs;
  std::unique_ptr<ImageProgram> &made = programs[shape];
  if (made)
    return *made;
  std::string text = R"(
    #pragma OPENCL EXTENSION cl_khr_fp16 : enable
    #pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable
    kernel void f(read_only TYPE image, sampler_t s, global const float4 *at, global float4 *out) {
      size_t i = get_global_id(0); out[i] = read_imagef(image, s, at[i].XY); }
    kernel void fi(read_only TYPE image, sampler_t s, global const int4 *at, global float4 *out) {
      size_t i = get_global_id(0); out[i] = read_imagef(image, s, at[i].XY); }
    kernel void i(read_only TYPE image, sampler_t s, global const float4 *at, global int4 *out) {
      size_t i = get_global_id(0); out[i] = read_imagei(image, s, at[i].XY); }
    kernel void ui(read_only TYPE image, sampler_t s, global const int4 *at, global uint4 *out) {
      size_t i = get_global_id(0); out[i] = read_imageui(image, s, at[i].XY); }
    kernel void none(read_only TYPE image, global const int4 *at, global float4 *out) {
      size_t i = get_global_id(0); out[i] = read_imagef(image, at[i].XY); }
    kernel void noneui(read_only TYPE image, global const int4 *at, global uint4 *out) {
      size_t i = get_global_id(0); out[i] = read_imageui(image, at[i].XY); }
    kernel void h(read_only TYPE image, sampler_t s, global const float4 *at, global float4 *out) {
      size_t i = get_global_id(0); out[i] = convert_float4(read_imageh(image, s, at[i].XY)); }
    kernel void wf(write_only TYPE image, global const int4 *at, global const float4 *v) {
      size_t i = get_global_id(0); write_imagef(image, at[i].XY, v[i]); }
    kernel void wh(write_only TYPE image, global const int4 *at, global const float4 *v) {
      size_t i = get_global_id(0); write_imageh(image, at[i].XY, convert_half4(v[i])); }
    kernel void wi(write_only TYPE image, global const int4 *at, global const int4 *v) {
      size_t i = get_global_id(0); write_imagei(image, at[i].XY, v[i]); }
    kernel void wui(write_only TYPE image, global const int4 *at, global const uint4 *v) {
      size_t i = get_global_id(0); write_imageui(image, at[i].XY, v[i]); }
  )";
  const Shown &one = shownOf(shape);
  made = std::make_unique<ImageProgram>(replaced(replaced(text, "TYPE", one.type), "XY", one.components));
  EXPECT_TRUE(made->ok()) << made->log();
  return *made;
}

std::vector<uint32_t> samplers(bool linear) {
  std::vector<uint32_t> result;
  for (uint32_t filter : {Nearest, SamplerBits::Linear})
    for (uint32_t normalized : {0u, SamplerBits::Normalized})
      for (uint32_t mode = SamplerBits::None; mode <= SamplerBits::MirroredRepeat; ++mode)
        if ((normalized || mode < SamplerBits::Repeat) && (linear || !filter))
          result.push_back(mode | normalized | filter);
  return result;
}

/// Coordinates round an image, none so near to a texel's edge that rounding decides.
std::vector<Float4> coordinatesFor(const TestImage &image, uint32_t sampler) {
  std::mt19937 random(7 + sampler);
  bool inside = (sampler & SamplerBits::AddressingMask) == SamplerBits::None;
  bool arrayed = image.shape() == Shape::OneDArray || image.shape() == Shape::TwoDArray;
  unsigned count = coordinatesOf(image.shape());
  std::vector<Float4> result(Items);
  for (Float4 &at : result)
    for (unsigned i = 0; i < count; ++i) {
      double size = image.size()[i], reach = inside ? size : 3 * size;
      double u = std::floor(std::uniform_real_distribution<>(0, reach)(random)) - (inside ? 0 : size);
      u += double(1 + random() % 7) / 8;
      if (inside && sampler & SamplerBits::Linear)
        u = std::clamp(u, 0.5, size - 0.5);
      bool isLayer = arrayed && i == count - 1;
      at[i] = float(isLayer ? u + 0.0625 : sampler & SamplerBits::Normalized ? u / size : u);
    }
  return result;
}

std::vector<Int4> placesFor(const TestImage &image, bool inside) {
  std::mt19937 random(11);
  std::vector<Int4> result(Items);
  for (Int4 &at : result)
    for (unsigned i = 0; i < 3; ++i) {
      int size = int(image.size()[i]);
      at[i] = inside ? int(random() % unsigned(size)) : int(random() % unsigned(3 * size)) - size;
    }
  constexpr int Most = std::numeric_limits<int>::max(), Least = std::numeric_limits<int>::min();
  if (!inside)
    result[3] = {Most, Most, Most, 0}, result[4] = {Least, Least, Least, 0}, result[5] = {-1, 0, 0, 0};
  return result;
}

const void *addressOf(const auto &values) { return values.data(); }

Coordinates wide(const auto &at) { return {double(at[0]), double(at[1]), double(at[2]), 0}; }

/// 1.5 ulp of each channel where nothing is filtered (OpenCL C 6.15.15.7), rounding of weights where it is.
void expectNear(const Colour &expected, const Float4 &actual, double tolerance, const std::string &where) {
  for (unsigned c = 0; c < 4; ++c) {
    double ulp = std::nextafter(std::fabs(float(expected[c])), INFINITY) - std::fabs(float(expected[c]));
    double allowed = tolerance ? tolerance : 1.5 * ulp;
    ASSERT_LE(std::fabs(expected[c] - double(actual[c])), allowed) << where << ", channel " << c;
  }
}

std::string describe(const TestImage &image, uint32_t sampler, size_t item, bool special) {
  return nameOf(image.format()) + " " + shownOf(image.shape()).name + " sampler " + std::to_string(sampler) +
         (special ? " special" : "") + " item " + std::to_string(item);
}

void readFloats(const TestImage &image, uint32_t sampler, bool special) {
  std::vector<Float4> at = coordinatesFor(image, sampler), out(Items);
  program(image.shape()).run("f", {image.descriptor(), sampler, addressOf(at), addressOf(out)}, {Items, 1}, special);
  double most = image.format().type == CL_FLOAT || image.format().type == CL_HALF_FLOAT ? 32 : 1;
  for (size_t i = 0; i < Items; ++i)
    ASSERT_NO_FATAL_FAILURE(expectNear(sample(image, sampler, wide(at[i])), out[i],
                                       sampler & SamplerBits::Linear ? most * 2e-5 : 0,
                                       describe(image, sampler, i, special)));
}

/// Integers, by float or integer coordinates.
template <typename At>
void readIntegers(const TestImage &image, uint32_t sampler, const std::vector<At> &at, const char *kernel,
                  bool special) {
  std::vector<Int4> out(Items);
  program(image.shape()).run(kernel, {image.descriptor(), sampler, addressOf(at), addressOf(out)}, {Items, 1}, special);
  for (size_t i = 0; i < Items; ++i) {
    Colour expected = sample(image, sampler, wide(at[i]));
    for (unsigned c = 0; c < 4; ++c)
      ASSERT_EQ(static_cast<uint32_t>(static_cast<int64_t>(expected[c])), static_cast<uint32_t>(out[i][c]))
          << describe(image, sampler, i, special) << ", channel " << c;
  }
}

/// By all samplers.
void readIntegers(const TestImage &image, bool special) {
  for (uint32_t sampler : samplers(false)) {
    ASSERT_NO_FATAL_FAILURE(readIntegers(image, sampler, coordinatesFor(image, sampler), "i", special));
    if (sampler < SamplerBits::Repeat)
      ASSERT_NO_FATAL_FAILURE(
          readIntegers(image, sampler, placesFor(image, sampler == SamplerBits::None), "ui", special));
  }
}

constexpr std::array<uint32_t, 3> Size = {13, 7, 5};

void readAll(Shape shape, bool special) {
  uint32_t seed = 1;
  for (const Format &format : floatFormats()) {
    TestImage image(shape, format, Size, ++seed);
    for (uint32_t sampler : samplers(true))
      ASSERT_NO_FATAL_FAILURE(readFloats(image, sampler, special));
  }
  for (const Format &format : integerFormats()) {
    TestImage image(shape, format, Size, ++seed);
    ASSERT_NO_FATAL_FAILURE(readIntegers(image, special));
  }
}

/// Writes at distinct places and beside the image, and reads memory by the reference.
template <typename Value>
void write(Shape shape, const Format &format, const char *kernel, const std::vector<Value> &values, bool special) {
  TestImage image(shape, format, Size, 3), before(shape, format, Size, 3);
  std::vector<Int4> at = placesFor(image, false);
  program(shape).run(kernel, {image.descriptor(), addressOf(at), addressOf(values)}, {Items, 1}, special);
  ASSERT_TRUE(image.isIntact()) << nameOf(format);
  auto size = image.size();
  for (int64_t z = 0; z < size[2]; ++z)
    for (int64_t y = 0; y < size[1]; ++y)
      for (int64_t x = 0; x < size[0]; ++x) {
        Colour actual = decode(format, image.at({x, y, z}));
        std::vector<Written> possible; // of all work-items that write here
        for (size_t i = 0; i < Items; ++i) {
          std::array<int64_t, 3> place = {at[i][0], coordinatesOf(shape) > 1 ? at[i][1] : 0,
                                          coordinatesOf(shape) > 2 ? at[i][2] : 0};
          Colour value = {};
          for (unsigned c = 0; c < 4; ++c)
            value[c] = kernel[1] == 'u' ? double(static_cast<uint32_t>(values[i][c])) : double(values[i][c]);
          if (place == std::array<int64_t, 3>{x, y, z})
            possible.push_back(written(format, value));
        }
        if (possible.empty())
          possible.push_back({decode(format, before.at({x, y, z})), 0});
        auto fits = [&](const Written &one) {
          for (unsigned c = 0; c < 4; ++c)
            if (!(std::fabs(one.colour[c] - actual[c]) <= one.tolerance * (1.0 + 1e-6)) && one.colour[c] != actual[c])
              return false;
          return true;
        };
        ASSERT_TRUE(std::ranges::any_of(possible, fits))
            << nameOf(format) << (special ? " special " : " ") << shownOf(shape).name << " at " << x << ' ' << y << ' '
            << z << ": " << actual[0] << ' ' << actual[1] << ' ' << actual[2] << ' ' << actual[3] << ", expected "
            << possible[0].colour[0] << ' ' << possible[0].colour[1] << ' ' << possible[0].colour[2] << ' '
            << possible[0].colour[3];
      }
}

std::vector<Float4> colours() {
  std::mt19937 random(5);
  std::vector<Float4> result(Items);
  for (Float4 &colour : result)
    for (float &channel : colour)
      channel = float(int(random() % 5000) - 2000) / 1987;
  result[0] = {INFINITY, -INFINITY, 1e30f, -1e30f}, result[1] = {0, 1, -1, 0.5f};
  return result;
}

std::vector<Int4> integers() {
  std::mt19937 random(6);
  std::vector<Int4> result(Items);
  for (Int4 &colour : result)
    for (int32_t &channel : colour)
      channel = int32_t(random()) >> random() % 32;
  return result;
}

void writeAll(Shape shape, bool special) {
  for (const Format &format : floatFormats())
    ASSERT_NO_FATAL_FAILURE(write(shape, format, "wf", colours(), special));
  for (const Format &format : integerFormats())
    ASSERT_NO_FATAL_FAILURE(write(shape, format, isSigned(format) ? "wi" : "wui", integers(), special));
}

class Images : public testing::TestWithParam<Shape> {};

} // namespace

TEST_P(Images, ReadsOfAnyFormatAreRight) { readAll(GetParam(), false); }

TEST_P(Images, ReadsOfTexelsThatShareBytesAreRight) {
  for (const Format &format : sharingFormats())
    for (bool special : {false, true}) {
      TestImage image(GetParam(), format, {20, 7, 5}, 23);
      ASSERT_NO_FATAL_FAILURE(readIntegers(image, special));
      std::vector<Int4> at = placesFor(image, true), out(Items);
      program(GetParam()).run("noneui", {image.descriptor(), addressOf(at), addressOf(out)}, {Items, 1}, special);
      for (size_t i = 0; i < Items; ++i) {
        Colour expected = sample(image, SamplerBits::None, wide(at[i]));
        for (unsigned c = 0; c < 4; ++c)
          ASSERT_EQ(expected[c], out[i][c]) << describe(image, SamplerBits::None, i, special) << ", channel " << c;
      }
    }
}

/// Those without a sampler, by whole numbers, and of halves.
TEST_P(Images, OtherReadsAreRight) {
  for (const Format &format : {Format{CL_RGBA, CL_UNORM_INT8}, Format{CL_R, CL_FLOAT}, Format{CL_ARGB, CL_SNORM_INT8}})
    for (bool special : {false, true}) {
      TestImage image(GetParam(), format, Size, 17);
      std::vector<Int4> at = placesFor(image, true), around = placesFor(image, false);
      std::vector<Float4> none(Items), whole(Items), half(Items), places = coordinatesFor(image, SamplerBits::Clamp);
      program(GetParam()).run("none", {image.descriptor(), addressOf(at), addressOf(none)}, {Items, 1}, special);
      program(GetParam())
          .run("fi", {image.descriptor(), SamplerBits::Clamp, addressOf(around), addressOf(whole)}, {Items, 1},
               special);
      program(GetParam())
          .run("h", {image.descriptor(), SamplerBits::Clamp, addressOf(places), addressOf(half)}, {Items, 1}, special);
      for (size_t i = 0; i < Items; ++i) {
        std::string where = describe(image, SamplerBits::Clamp, i, special);
        ASSERT_NO_FATAL_FAILURE(expectNear(sample(image, SamplerBits::None, wide(at[i])), none[i], 0, where));
        ASSERT_NO_FATAL_FAILURE(expectNear(sample(image, SamplerBits::Clamp, wide(around[i])), whole[i], 0, where));
        Colour expected = sample(image, SamplerBits::Clamp, wide(places[i]));
        for (unsigned c = 0; c < 4; ++c) // half an ulp of a half, beside the float's
          ASSERT_NEAR(expected[c], half[i][c], std::fabs(expected[c]) * 0x1.01p-11 + 0x1p-25) << where;
      }
    }
}

TEST_P(Images, WritesOfHalvesAreRight) {
  TestImage image(GetParam(), {CL_RGBA, CL_HALF_FLOAT}, Size, 3);
  std::vector<Int4> at = placesFor(image, true);
  std::vector<Float4> values(Items, Float4{0.25f, -3, 1.5f, 65504});
  program(GetParam()).run("wh", {image.descriptor(), addressOf(at), addressOf(values)}, {Items, 1}, false);
  for (const Int4 &place : at) {
    Colour colour = decode(image.format(), image.at({place[0], coordinatesOf(GetParam()) > 1 ? place[1] : 0,
                                                     coordinatesOf(GetParam()) > 2 ? place[2] : 0}));
    ASSERT_EQ(colour, (Colour{0.25, -3, 1.5, 65504}));
  }
}

TEST_P(Images, WritesOfAnyFormatAreRightAndStayInside) { writeAll(GetParam(), false); }

INSTANTIATE_TEST_SUITE_P(Shapes, Images, testing::ValuesIn(Shapes),
                         [](const auto &info) { return std::string("Of") + shownOf(info.param).name; });

TEST(ImagesSpecial, EveryFormatHasRightCode) {
  for (const Format &format : floatFormats()) {
    TestImage image(Shape::TwoD, format, Size, 9);
    ASSERT_NO_FATAL_FAILURE(readFloats(image, SamplerBits::Clamp, true));
    ASSERT_NO_FATAL_FAILURE(write(Shape::TwoD, format, "wf", colours(), true));
  }
  for (const Format &format : integerFormats()) {
    TestImage image(Shape::TwoD, format, Size, 9);
    ASSERT_NO_FATAL_FAILURE(readIntegers(image, SamplerBits::Clamp, placesFor(image, false), "ui", true));
    ASSERT_NO_FATAL_FAILURE(write(Shape::TwoD, format, isSigned(format) ? "wi" : "wui", integers(), true));
  }
}

/// As division rounds: programs multiply, cut off what is behind the point, and expect the number that the texel has.
/// Of eight bits only this is asked.
TEST(ImagesSpecial, NormalizedNumbersComeBack) {
  constexpr int Width = 1024, Height = 64;
  std::vector<Int4> at;
  for (int i = 0; i < Width * Height; ++i)
    at.push_back({i % Width, i / Width, 0, 0});
  for (const Format &format : floatFormats()) {
    if (format.type == CL_FLOAT || format.type == CL_HALF_FLOAT ||
        (format.order >= CL_sRGB && format.order <= CL_sBGRA))
      continue;
    TestImage image(Shape::TwoD, format, {Width, Height, 1}, 7);
    for (int i = 0; i < Width * Height; ++i) // every number of 16 bits, round and round: each field has all of its own
      for (uint32_t byte = 0; byte < image.descriptor().texelBytes; ++byte)
        image.at({i % Width, i / Width, 0})[byte] = std::byte(i >> byte % 2 * 8);
    for (bool special : {false, true}) {
      std::vector<Float4> out(at.size());
      program(Shape::TwoD).run("none", {image.descriptor(), addressOf(at), addressOf(out)}, {at.size(), 1}, special);
      for (size_t i = 0; i < at.size(); ++i) {
        const Colour expected = image.texel({at[i][0], at[i][1], 0});
        for (unsigned c = 0; c < 4; ++c)
          if (format.type == CL_UNORM_INT8)
            ASSERT_EQ(std::lround(expected[c] * 255), static_cast<long>(out[i][c] * 255)) << nameOf(format) << i << c;
          else
            ASSERT_EQ(float(expected[c]), out[i][c]) << describe(image, SamplerBits::None, i, special) << c;
      }
    }
  }
}

TEST(ImagesSpecial, EverySamplerHasRightCode) {
  for (Shape shape : Shapes)
    for (uint32_t sampler : samplers(true)) {
      TestImage image(shape, {CL_RGBA, CL_UNORM_INT8}, Size, 9);
      ASSERT_NO_FATAL_FAILURE(readFloats(image, sampler, true));
    }
}
