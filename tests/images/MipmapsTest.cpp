// Levels of mipmaps (OpenCL C 6.15.15.2 and 6.15.15.4; which level is of a level of detail: OpenGL 4.6, 8.14).
#include "tests/images/Programs.h"
#include <CL/cl.h>
#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <memory>
#include <random>

using namespace lanecl;
using namespace lanecl::test;

namespace {

using Float4 = std::array<float, 4>;
using Int4 = std::array<int32_t, 4>;
constexpr size_t Items = 160;
constexpr std::array<uint32_t, 3> Size = {21, 13, 9};
constexpr Format Bytes = {CL_RGBA, CL_UNORM_INT8}, Words = {CL_RG, CL_SIGNED_INT16};

const void *addressOf(const auto &values) { return values.data(); }
bool isArray(Shape shape) { return shape == Shape::OneDArray || shape == Shape::TwoDArray; }

/// An image whose levels lie anywhere.
class Mipmap {
public:
  Mipmap(Shape shape, const Format &format, uint32_t seed) {
    std::array<uint32_t, 3> size = Size;
    for (bool more = true; more;) {
      levels_.push_back(std::make_unique<TestImage>(shape, format, size, seed + uint32_t(levels_.size())));
      more = false;
      for (unsigned i = 0; i < coordinatesOf(shape) - isArray(shape); ++i) {
        more |= size[i] > 1;
        size[i] = std::max(size[i] / 2, 1u);
      }
    }
    for (size_t i = 1; i < levels_.size(); ++i)
      further_.push_back(levels_[i]->descriptor());
  }
  ImageDescriptor descriptor() const {
    ImageDescriptor first = levels_[0]->descriptor();
    first.levels = uint32_t(levels_.size());
    first.mipmaps = further_.data();
    return first;
  }
  const TestImage &level(size_t i) const { return *levels_[i]; }
  size_t levels() const { return levels_.size(); }

private:
  std::vector<std::unique_ptr<TestImage>> levels_;
  std::vector<ImageDescriptor> further_;
};

struct Shown {
  const char *type, *components, *gradients;
};
Shown shownOf(Shape shape) {
  switch (shape) {
  case Shape::OneD:
    return {"image1d_t", "x", "x"};
  case Shape::OneDArray:
    return {"image1d_array_t", "xy", "x"};
  case Shape::TwoD:
    return {"image2d_t", "xy", "xy"};
  case Shape::TwoDArray:
    return {"image2d_array_t", "xyzw", "xy"};
  default:
    return {"image3d_t", "xyzw", "xyzw"};
  }
}

std::string replaced(std::string text, const std::string &word, const std::string &by) {
  for (size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + by.size()))
    text.replace(at, word.size(), by);
  return text;
}

std::unique_ptr<ImageProgram> programOf(Shape shape) {
  std::string text = R"(
    #pragma OPENCL EXTENSION cl_khr_3d_image_writes : enable
    kernel void lods(read_only TYPE image, sampler_t s, global const float4 *at, global const float *lod,
                     global float4 *out) {
      size_t i = get_global_id(0); out[i] = read_imagef(image, s, at[i].XY, lod[i]); }
    kernel void grads(read_only TYPE image, sampler_t s, global const float4 *at, global const float4 *x,
                      global const float4 *y, global float4 *out) {
      size_t i = get_global_id(0); out[i] = read_imagef(image, s, at[i].XY, x[i].GRADIENT, y[i].GRADIENT); }
    kernel void integers(read_only TYPE image, sampler_t s, global const float4 *at, global const float *lod,
                         global int4 *out) {
      size_t i = get_global_id(0); out[i] = read_imagei(image, s, at[i].XY, lod[i]); }
    kernel void first(read_only TYPE image, sampler_t s, global const float4 *at, global float4 *out) {
      size_t i = get_global_id(0);
      out[i] = i & 1 ? read_imagef(image, s, at[i].XY) : read_imagef(image, s, at[i].XY, 0.0f); }
    kernel void put(write_only TYPE image, global const int4 *at, global const int *lod, global const float4 *v) {
      size_t i = get_global_id(0); write_imagef(image, at[i].XY, lod[i], v[i]); }
    kernel void puti(write_only TYPE image, global const int4 *at, global const int *lod, global const int4 *v) {
      size_t i = get_global_id(0); write_imagei(image, at[i].XY, lod[i], v[i]); }
    kernel void levels(read_only TYPE image, global int *out) {
      out[0] = get_image_num_mip_levels(image); out[1] = get_image_width(image); }
  )";
  Shown one = shownOf(shape);
  auto made = std::make_unique<ImageProgram>(
      replaced(replaced(replaced(text, "TYPE", one.type), "XY", one.components), "GRADIENT", one.gradients));
  EXPECT_TRUE(made->ok()) << made->log();
  return made;
}

constexpr uint32_t lodBounds(double least, double most) {
  return uint32_t(least * SamplerBits::LodSteps) << SamplerBits::LodMinShift |
         (SamplerBits::LodMask - uint32_t(most * SamplerBits::LodSteps)) << SamplerBits::LodMaxShift;
}
struct Bounds {
  double least, most;
  uint32_t bits;
};
constexpr Bounds bounds[] = {{0, 15, 0}, {0.75, 2.25, lodBounds(0.75, 2.25)}, {1.5, 1.5, lodBounds(1.5, 1.5)}};

std::vector<uint32_t> samplers() {
  std::vector<uint32_t> result;
  for (uint32_t filter : {0u, SamplerBits::Linear})
    for (uint32_t mip : {0u, SamplerBits::MipLinear})
      for (uint32_t mode = SamplerBits::ClampToEdge; mode <= SamplerBits::MirroredRepeat; ++mode)
        result.push_back(mode | SamplerBits::Normalized | filter | mip);
  return result;
}

Colour sampleLevels(const Mipmap &image, uint32_t sampler, const Bounds &bound, double lod, const Coordinates &at) {
  lod = std::clamp(std::clamp(lod, bound.least, bound.most), 0.0, double(image.levels() - 1));
  if (!(sampler & SamplerBits::MipLinear))
    return sample(image.level(size_t(std::ceil(lod + 0.5) - 1)), sampler, at);
  auto first = size_t(std::floor(lod)), second = std::min(first + 1, image.levels() - 1);
  Colour a = sample(image.level(first), sampler, at), b = sample(image.level(second), sampler, at);
  for (unsigned c = 0; c < 4; ++c)
    a[c] += (lod - double(first)) * (b[c] - a[c]);
  return a;
}

struct Inputs {
  std::vector<Float4> at = std::vector<Float4>(Items), x = at, y = at;
  std::vector<float> lods = std::vector<float>(Items);
};
/// From outside to outside; no level of detail where the level changes.
Inputs inputs(Shape shape) {
  std::mt19937 random(21);
  auto pick = [&](double low, double high) { return float(std::uniform_real_distribution<>(low, high)(random)); };
  Inputs result;
  unsigned count = coordinatesOf(shape);
  for (size_t i = 0; i < Items; ++i) {
    for (unsigned c = 0; c < count; ++c) {
      bool isLayer = isArray(shape) && c == count - 1;
      result.at[i][c] = isLayer ? float(int(random() % 12) - 2) + 0.125f : pick(-1.25, 2.25);
      result.x[i][c] = pick(-0.4, 0.4) / float(1 << random() % 6);
      result.y[i][c] = pick(-0.4, 0.4) / float(1 << random() % 6);
    }
    result.lods[i] = float(int(random() % 32) - 6) * 0.25f + 0.1f;
  }
  return result;
}

double lodOf(const Mipmap &image, const Float4 &x, const Float4 &y) {
  double first = 0, second = 0;
  for (unsigned i = 0; i < coordinatesOf(image.level(0).shape()) - isArray(image.level(0).shape()); ++i) {
    double size = image.level(0).size()[i];
    first += std::pow(x[i] * size, 2), second += std::pow(y[i] * size, 2);
  }
  return 0.5 * std::log2(std::max(first, second));
}

Coordinates wide(const Float4 &at) { return {at[0], at[1], at[2], 0}; }

void expectColours(const Mipmap &image, uint32_t sampler, const Bounds &bound, const Inputs &in, const auto &lods,
                   const std::vector<Float4> &out, const char *what) {
  for (size_t i = 0; i < Items; ++i) {
    Colour expected = sampleLevels(image, sampler, bound, lods(i), wide(in.at[i]));
    for (unsigned c = 0; c < 4; ++c)
      ASSERT_NEAR(expected[c], out[i][c], 4e-5)
          << what << " sampler " << sampler << " item " << i << " lod " << lods(i);
  }
}

class Mipmaps : public testing::TestWithParam<Shape> {};

} // namespace

TEST_P(Mipmaps, ReadsByLevelAndByGradients) {
  auto program = programOf(GetParam());
  Mipmap image(GetParam(), Bytes, 5);
  Inputs in = inputs(GetParam());
  std::vector<Float4> out(Items);
  for (const Bounds &bound : bounds)
    for (uint32_t sampler : samplers()) {
      bool special = sampler & SamplerBits::MipLinear || bound.bits;
      program->run("lods",
                   {image.descriptor(), sampler | bound.bits, addressOf(in.at), addressOf(in.lods), addressOf(out)},
                   {Items, 1}, special);
      auto given = [&](size_t i) { return in.lods[i]; };
      ASSERT_NO_FATAL_FAILURE(expectColours(image, sampler, bound, in, given, out, "lod"));
      program->run("grads",
                   {image.descriptor(), sampler | bound.bits, addressOf(in.at), addressOf(in.x), addressOf(in.y),
                    addressOf(out)},
                   {Items, 1}, !special);
      auto made = [&](size_t i) { return lodOf(image, in.x[i], in.y[i]); };
      ASSERT_NO_FATAL_FAILURE(expectColours(image, sampler, bound, in, made, out, "gradients"));
    }
}

/// A read without a level is of level 0 whatever the sampler's bounds; one of level 0.0 keeps to them.
TEST_P(Mipmaps, ReadsWithoutALevel) {
  auto program = programOf(GetParam());
  Mipmap image(GetParam(), Bytes, 5);
  Inputs in = inputs(GetParam());
  uint32_t sampler = SamplerBits::ClampToEdge | SamplerBits::Normalized;
  for (const Bounds &bound : bounds) {
    std::vector<Float4> out(Items);
    program->run("first", {image.descriptor(), sampler | bound.bits, addressOf(in.at), addressOf(out)}, {Items, 1},
                 true);
    for (size_t i = 0; i < Items; ++i) {
      Colour expected = i & 1 ? sample(image.level(0), sampler, wide(in.at[i]))
                              : sampleLevels(image, sampler, bound, 0, wide(in.at[i]));
      for (unsigned c = 0; c < 4; ++c)
        ASSERT_NEAR(expected[c], out[i][c], 1e-6) << i;
    }
  }
}

TEST_P(Mipmaps, IntegersAreOfOneLevel) {
  auto program = programOf(GetParam());
  Mipmap image(GetParam(), Words, 6);
  Inputs in = inputs(GetParam());
  uint32_t sampler = SamplerBits::Repeat | SamplerBits::Normalized;
  for (bool special : {false, true}) {
    std::vector<Int4> out(Items);
    program->run("integers", {image.descriptor(), sampler, addressOf(in.at), addressOf(in.lods), addressOf(out)},
                 {Items, 1}, special);
    for (size_t i = 0; i < Items; ++i) {
      Colour expected = sampleLevels(image, sampler, bounds[0], in.lods[i], wide(in.at[i]));
      for (unsigned c = 0; c < 4; ++c)
        ASSERT_EQ(int32_t(expected[c]), out[i][c]) << i;
    }
  }
}

/// Each work-item its own place of some level, those outside and levels that there are not dropped.
TEST_P(Mipmaps, WritesGoToTheirLevel) {
  auto program = programOf(GetParam());
  for (bool special : {false, true}) {
    Mipmap image(GetParam(), Words, 7), before(GetParam(), Words, 7);
    std::mt19937 random(9);
    std::vector<Int4> at(Items), values(Items);
    std::vector<int> lods(Items);
    for (size_t i = 0; i < Items; ++i) {
      lods[i] = int(random() % (image.levels() + 3)) - 2;
      for (unsigned c = 0; c < coordinatesOf(GetParam()); ++c)
        at[i][c] =
            int(random() % (image.level(size_t(std::clamp(lods[i], 0, int(image.levels()) - 1))).size()[c] + 2)) - 1;
      values[i] = {int(random() % 1000), int(i), 0, 0};
    }
    program->run("puti", {image.descriptor(), addressOf(at), addressOf(lods), addressOf(values)}, {Items, 1}, special);
    size_t written = 0;
    for (size_t n = 0; n < image.levels(); ++n) {
      const TestImage &level = image.level(n);
      ASSERT_TRUE(level.isIntact()) << n;
      for (int z = 0; z < int(level.size()[2]); ++z)
        for (int y = 0; y < int(level.size()[1]); ++y)
          for (int x = 0; x < int(level.size()[0]); ++x) {
            std::vector<Colour> possible;
            for (size_t i = 0; i < Items; ++i)
              if (lods[i] == int(n) && at[i][0] == x && at[i][1] == y && at[i][2] == z)
                possible.push_back({double(values[i][0]), double(values[i][1]), 0, 1});
            written += possible.size();
            if (possible.empty())
              possible.push_back(decode(Words, before.level(n).at({x, y, z})));
            ASSERT_TRUE(std::ranges::count(possible, decode(Words, level.at({x, y, z}))))
                << n << ' ' << x << ' ' << y << ' ' << z;
          }
    }
    EXPECT_GT(written, 20u);
  }
}

TEST_P(Mipmaps, QueriesAnswer) {
  Mipmap image(GetParam(), Bytes, 7);
  std::vector<int> out(2);
  programOf(GetParam())->run("levels", {image.descriptor(), addressOf(out)}, {1, 1}, false);
  EXPECT_EQ(out, (std::vector<int>{int(image.levels()), int(Size[0])}));
}

/// Colours that are floats; and what has one level only is that level.
TEST_P(Mipmaps, ImagesOfOneLevel) {
  auto program = programOf(GetParam());
  TestImage image(GetParam(), Bytes, Size, 4), before(GetParam(), Bytes, Size, 4);
  Inputs in = inputs(GetParam());
  std::vector<Float4> out(Items), white(Items, Float4{1, 1, 1, 1});
  uint32_t sampler = SamplerBits::ClampToEdge | SamplerBits::Normalized | SamplerBits::MipLinear;
  program->run("lods", {image.descriptor(), sampler, addressOf(in.at), addressOf(in.lods), addressOf(out)}, {Items, 1},
               true);
  for (size_t i = 0; i < Items; ++i) {
    Colour expected = sample(image, sampler, wide(in.at[i]));
    for (unsigned c = 0; c < 4; ++c)
      ASSERT_NEAR(expected[c], out[i][c], 1e-6);
  }
  std::vector<Int4> at(Items);
  std::vector<int> lods(Items, 1);
  lods[0] = 0;
  program->run("put", {image.descriptor(), addressOf(at), addressOf(lods), addressOf(white)}, {Items, 1}, true);
  EXPECT_EQ(decode(Bytes, image.at({0, 0, 0})), (Colour{1, 1, 1, 1}));
  EXPECT_EQ(decode(Bytes, image.at({1, 0, 0})), decode(Bytes, before.at({1, 0, 0})));
}

INSTANTIATE_TEST_SUITE_P(Shapes, Mipmaps, testing::ValuesIn(Shapes),
                         [](const auto &info) { return "Of" + std::string(shownOf(info.param).type); });
