// What programs do with images and samplers beside reading and writing.
#include "tests/images/Programs.h"
#include <CL/cl.h>
#include <cmath>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

using namespace lanecl;
using namespace lanecl::test;

namespace {

using Float4 = std::array<float, 4>;
constexpr std::array<uint32_t, 3> Size = {19, 6, 4};
constexpr uint64_t Width = Size[0], Height = Size[1];
constexpr Format Bytes = {CL_RGBA, CL_UNORM_INT8};

const void *addressOf(const auto &values) { return values.data(); }

void expectTexel(const Colour &expected, const Float4 &actual) {
  for (unsigned c = 0; c < 4; ++c)
    ASSERT_NEAR(expected[c], actual[c], 1e-5);
}

/// Memory of whole pages between pages that nobody may touch.
class Pages {
public:
  explicit Pages(size_t count) : page_(size_t(sysconf(_SC_PAGESIZE))), bytes_(count * page_) {
    void *all = mmap(nullptr, bytes_ + 2 * page_, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    data_ = static_cast<std::byte *>(all) + page_;
    mprotect(data_, bytes_, PROT_READ | PROT_WRITE);
  }
  Pages(const Pages &) = delete;
  ~Pages() { munmap(data_ - page_, bytes_ + 2 * page_); }
  std::byte *data() const { return data_; }
  size_t bytes() const { return bytes_; }

private:
  size_t page_, bytes_;
  std::byte *data_;
};

} // namespace

TEST(ImageUses, HelpersTakeImagesAndSamplers) {
  ImageProgram program(R"(
    constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
    __attribute__((noinline)) float4 fetch(read_only image2d_t image, sampler_t s, int2 at) {
      return read_imagef(image, s, at);
    }
    __attribute__((noinline)) void store(write_only image2d_t image, int2 at, float4 v) { write_imagef(image, at, v); }
    kernel void shift(read_only image2d_t from, write_only image2d_t to, sampler_t s) {
      const sampler_t border = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
      int2 at = (int2)(get_global_id(0), get_global_id(1));
      float4 v = fetch(from, edge, at + (int2)(1, 0));
      if (at.y & 1)
        v = fetch(from, border, at + (int2)(1, 0));
      if (at.y == 2)
        v = fetch(from, s, at - (int2)(3, 0));
      store(to, at, v);
    })");
  ASSERT_TRUE(program.ok()) << program.log();
  for (bool special : {false, true}) {
    TestImage from(Shape::TwoD, Bytes, Size, 1), to(Shape::TwoD, {CL_BGRA, CL_UNORM_INT8}, Size, 2);
    program.run("shift", {from.descriptor(), to.descriptor(), uint32_t(SamplerBits::Clamp)}, {Width, Height}, special);
    ASSERT_TRUE(to.isIntact());
    for (int64_t y = 0; y < int64_t(Height); ++y)
      for (int64_t x = 0; x < int64_t(Width); ++x) {
        uint32_t sampler = y & 1 || y == 2 ? SamplerBits::Clamp : SamplerBits::ClampToEdge;
        Colour expected = sample(from, sampler, {double(y == 2 ? x - 3 : x + 1), double(y), 0, 0});
        ASSERT_EQ(decode(to.format(), to.at({x, y, 0})), expected) << special << ' ' << x << ' ' << y;
      }
  }
}

TEST(ImageUses, QueriesAnswerFromTheDescriptor) {
  ImageProgram program(R"(
    #pragma OPENCL EXTENSION cl_khr_depth_images : enable
    kernel void ask(read_only image2d_t a, read_only image3d_t b, read_only image1d_array_t c,
                    read_only image2d_array_t d, read_only image1d_buffer_t e, read_only image2d_depth_t f,
                    global int *out) {
      int values[] = {get_image_width(a), get_image_height(a), get_image_dim(a).x, get_image_dim(a).y,
                      get_image_width(b), get_image_height(b), get_image_depth(b), get_image_dim(b).z,
                      get_image_width(c), (int)get_image_array_size(c), get_image_height(d),
                      (int)get_image_array_size(d), get_image_width(e), get_image_channel_order(a) == CLK_RGBA,
                      get_image_channel_data_type(a) == CLK_UNORM_INT8, get_image_channel_order(f) == CLK_DEPTH,
                      get_image_channel_data_type(f) == CLK_FLOAT, get_image_dim(d).x, get_image_width(f)};
      for (int i = 0; i < 19; ++i)
        out[i] = values[i];
    })");
  ASSERT_TRUE(program.ok()) << program.log();
  TestImage a(Shape::TwoD, Bytes, Size, 1), b(Shape::ThreeD, Bytes, Size, 1), c(Shape::OneDArray, Bytes, Size, 1),
      d(Shape::TwoDArray, Bytes, Size, 1), e(Shape::OneD, Bytes, Size, 1),
      f(Shape::TwoD, {CL_DEPTH, CL_FLOAT}, Size, 1);
  for (bool special : {false, true}) {
    std::vector<int> out(19);
    program.run("ask",
                {a.descriptor(), b.descriptor(), c.descriptor(), d.descriptor(), e.descriptor(), f.descriptor(),
                 addressOf(out)},
                {1, 1}, special);
    EXPECT_EQ(out, (std::vector<int>{19, 6, 19, 6, 19, 6, 4, 4, 19, 6, 6, 4, 19, 1, 1, 1, 1, 19, 19}));
  }
  const auto &arguments = program.kernel("ask").args;
  using enum compiler::ImageDimension;
  EXPECT_EQ(arguments[0].kind, compiler::ArgKind::Image);
  EXPECT_EQ(arguments[0].access, compiler::AccessQualifier::ReadOnly);
  EXPECT_EQ(arguments[0].bytes, sizeof(void *));
  EXPECT_EQ(arguments[1].image.dimension, Three);
  EXPECT_TRUE(arguments[2].image.dimension == One && arguments[2].image.arrayed);
  EXPECT_EQ(arguments[4].image.dimension, Buffer);
  EXPECT_TRUE(arguments[5].image.dimension == Two && arguments[5].image.depth);
  EXPECT_EQ(arguments[6].kind, compiler::ArgKind::Global);
}

TEST(ImageUses, BuffersDepthsAndReadWriteImages) {
  ImageProgram program(R"(
    #pragma OPENCL EXTENSION cl_khr_depth_images : enable
    kernel void copy(read_only image1d_buffer_t from, write_only image1d_buffer_t to) {
      int i = get_global_id(0); write_imagef(to, i, read_imagef(from, i)); }
    kernel void deepen(read_only image2d_depth_t from, write_only image2d_array_depth_t to, sampler_t s) {
      int2 at = (int2)(get_global_id(0), get_global_id(1));
      write_imagef(to, (int4)(at, 1, 0), read_imagef(from, s, at) * 2 + read_imagef(from, convert_int2(at))); }
    kernel void twice(read_write image2d_t image) {
      int2 at = (int2)(get_global_id(0), get_global_id(1));
      uint4 v = read_imageui(image, at);
      write_imageui(image, at, v + 1);
      atomic_work_item_fence(CLK_IMAGE_MEM_FENCE, memory_order_acq_rel, memory_scope_work_item);
      write_imageui(image, at, read_imageui(image, at) * 2); })");
  ASSERT_TRUE(program.ok()) << program.log();
  for (bool special : {false, true}) {
    TestImage from(Shape::OneD, Bytes, Size, 1), to(Shape::OneD, {CL_RGBA, CL_FLOAT}, Size, 2);
    program.run("copy", {from.descriptor(), to.descriptor()}, {Width, 1}, special);
    for (int64_t x = 0; x < int64_t(Width); ++x) {
      Float4 actual;
      std::memcpy(&actual, to.at({x, 0, 0}), sizeof actual);
      ASSERT_NO_FATAL_FAILURE(expectTexel(decode(Bytes, from.at({x, 0, 0})), actual));
    }
    TestImage flat(Shape::TwoD, {CL_DEPTH, CL_UNORM_INT16}, Size, 1),
        deep(Shape::TwoDArray, {CL_DEPTH, CL_FLOAT}, Size, 2);
    program.run("deepen", {flat.descriptor(), deep.descriptor(), uint32_t(SamplerBits::ClampToEdge)}, {Width, Height},
                special);
    for (int64_t y = 0; y < int64_t(Height); ++y)
      for (int64_t x = 0; x < int64_t(Width); ++x)
        ASSERT_NEAR(decode(deep.format(), deep.at({x, y, 1}))[0], 3 * decode(flat.format(), flat.at({x, y, 0}))[0],
                    1e-5);
    TestImage both(Shape::TwoD, {CL_RG, CL_UNSIGNED_INT32}, Size, 5),
        before(Shape::TwoD, {CL_RG, CL_UNSIGNED_INT32}, Size, 5);
    program.run("twice", {both.descriptor()}, {Width, Height}, special);
    for (int64_t y = 0; y < int64_t(Height); ++y)
      for (int64_t x = 0; x < int64_t(Width); ++x)
        for (unsigned c = 0; c < 2; ++c) {
          auto old = static_cast<uint32_t>(decode(before.format(), before.at({x, y, 0}))[c]);
          ASSERT_EQ(static_cast<uint32_t>(decode(both.format(), both.at({x, y, 0}))[c]), (old + 1) * 2);
        }
  }
}

/// What is read and written again stays as it is.
TEST(ImageUses, ReadWriteImagesOfEveryFormat) {
  ImageProgram program(R"(
    #define PLACE (int2)(get_global_id(0), get_global_id(1))
    kernel void f(read_write image2d_t image) { write_imagef(image, PLACE, read_imagef(image, PLACE)); }
    kernel void i(read_write image2d_t image) { write_imagei(image, PLACE, read_imagei(image, PLACE)); }
    kernel void ui(read_write image2d_t image) { write_imageui(image, PLACE, read_imageui(image, PLACE)); })");
  ASSERT_TRUE(program.ok()) << program.log();
  auto expectSame = [&](const Format &format, const char *kernel) {
    for (bool special : {false, true}) {
      TestImage image(Shape::TwoD, format, Size, 7), before(Shape::TwoD, format, Size, 7);
      program.run(kernel, {image.descriptor()}, {Width, Height}, special);
      ASSERT_TRUE(image.isIntact()) << nameOf(format);
      for (int64_t y = 0; y < int64_t(Height); ++y)
        for (int64_t x = 0; x < int64_t(Width); ++x)
          ASSERT_EQ(image.texel({x, y, 0}), before.texel({x, y, 0})) << nameOf(format) << (special ? " special" : "");
    }
  };
  for (const Format &format : floatFormats())
    ASSERT_NO_FATAL_FAILURE(expectSame(format, "f"));
  for (const Format &format : integerFormats())
    ASSERT_NO_FATAL_FAILURE(expectSame(format, isSigned(format) ? "i" : "ui"));
}

TEST(ImageUses, SamplersWithoutImages) {
  ImageProgram program(R"(
    constant sampler_t unused = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
    float helper(read_only image2d_t image, sampler_t s) { return read_imagef(image, s, (int2)(0, 0)).x; }
    kernel void plain(global int *out, sampler_t s) {
      const sampler_t another = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
      out[get_global_id(0)] = 7; })");
  ASSERT_TRUE(program.ok()) << program.log();
  std::vector<int> out(16);
  program.run("plain", {addressOf(out), uint32_t(SamplerBits::Linear)}, {16, 1}, true);
  EXPECT_EQ(out, std::vector<int>(16, 7));
}

/// Whatever the coordinates are, nothing outside is read.
// OpenCL C 6.15.15.1: (1 - w) * a + w * b has a value where b - a has none.
TEST(ImageUses, LinearFiltersOfInfinities) {
  ImageProgram program(R"(
    kernel void k(read_only image2d_t image, sampler_t s, global const float4 *at, global float4 *out) {
      size_t i = get_global_id(0); out[i] = read_imagef(image, s, at[i].xy); })");
  ASSERT_TRUE(program.ok()) << program.log();
  std::vector<Float4> texels = {{INFINITY, 3e38f, -3e38f, 1}, {INFINITY, -3e38f, 3e38f, 1}}, out(3);
  const std::vector<Float4> at = {{1, 0.5f}, {1.25f, 0.5f}, {0.25f, 0.5f}};
  ImageDescriptor image = {};
  image.texels = reinterpret_cast<std::byte *>(texels.data());
  image.width = 2, image.height = image.depth = image.layers = image.levels = 1;
  image.rowPitch = image.slicePitch = 2 * sizeof(Float4);
  image.channelOrder = CL_RGBA, image.channelType = CL_FLOAT, image.texelBytes = sizeof(Float4);
  const std::vector<Float4> expected = {
      {INFINITY, 0, 0, 1}, {INFINITY, -1.5e38f, 1.5e38f, 1}, {INFINITY, 3e38f, -3e38f, 1}};
  for (bool special : {false, true}) {
    program.run("k", {image, uint32_t(SamplerBits::ClampToEdge | SamplerBits::Linear), addressOf(at), addressOf(out)},
                {at.size(), 1}, special);
    for (size_t i = 0; i < at.size(); ++i)
      for (unsigned c = 0; c < 4; ++c)
        EXPECT_FLOAT_EQ(expected[i][c], out[i][c]) << i << c;
  }
}

TEST(ImageUses, StrangeCoordinatesStayInside) {
  ImageProgram program(R"(
    kernel void two(read_only image2d_t image, sampler_t s, global const float4 *at, global float4 *out) {
      size_t i = get_global_id(0); out[i] = read_imagef(image, s, at[i].xy); }
    kernel void whole(read_only image2d_t image, sampler_t s, global const float4 *at, global float4 *out) {
      size_t i = get_global_id(0);
      out[i] = read_imagef(image, s, as_int4(at[i]).xy) + read_imagef(image, as_int4(at[i]).xy); }
    kernel void put(write_only image2d_t image, global const float4 *at) {
      size_t i = get_global_id(0); write_imagef(image, as_int4(at[i]).xy, (float4)(1)); })");
  ASSERT_TRUE(program.ok()) << program.log();
  Pages pages(2);
  ImageDescriptor image = {};
  image.texels = pages.data();
  image.width = 32, image.height = static_cast<uint32_t>(pages.bytes() / (32 * 16));
  image.depth = image.layers = image.levels = 1;
  image.rowPitch = 32 * 16, image.slicePitch = pages.bytes();
  image.channelOrder = CL_RGBA, image.channelType = CL_FLOAT, image.texelBytes = 16;
  std::vector<Float4> at, out(49);
  constexpr float Strange[] = {NAN, INFINITY, -INFINITY, 3e38f, -3e38f, 1e-40f, 2147483648.0f};
  for (float x : Strange)
    for (float y : Strange)
      at.push_back({x, y, 0, 0});
  for (bool special : {false, true})
    for (uint32_t sampler = 0; sampler < 32; ++sampler)
      if ((sampler & SamplerBits::AddressingMask) <= SamplerBits::MirroredRepeat) {
        program.run("two", {image, sampler, addressOf(at), addressOf(out)}, {at.size(), 1}, special);
        for (size_t i = 0; i < at.size(); ++i) // of finite ones there is a colour
          EXPECT_FALSE(std::isfinite(at[i][0]) && std::isfinite(at[i][1]) && std::isnan(out[i][0] + out[i][3]))
              << at[i][0] << ", " << at[i][1] << ", sampler " << sampler;
        program.run("whole", {image, sampler, addressOf(at), addressOf(out)}, {at.size(), 1}, special);
      }
  program.run("put", {image, addressOf(at)}, {at.size(), 1}, false);
}

/// Where texels share bytes, too, at the first and the last byte of the memory, and by reads of the wrong kind.
TEST(ImageUses, SharedBytesAreInside) {
  ImageProgram program(R"(
    kernel void k(read_only image2d_t image, sampler_t s, global const float4 *at, global float4 *out) {
      size_t i = get_global_id(0);
      out[i] = convert_float4(read_imageui(image, s, at[i].xy)) +
               0 * convert_float4(as_int4(read_imagef(image, s, at[i].xy)) & 1); })");
  ASSERT_TRUE(program.ok()) << program.log();
  Pages pages(2);
  std::vector<Float4> at, out(64);
  for (int i = 0; i < 64; ++i) // the corners, from within and without
    at.push_back({19.0f * (i % 4 - 1) + 0.5f * (i >> 4), 1.5f * ((i >> 2) % 4 - 1), 0, 0});
  for (const Format &format : sharingFormats()) {
    TestImage model(Shape::TwoD, format, {20, 2, 1}, 31);
    ImageDescriptor image = model.descriptor();
    size_t bytes = size_t(model.at({20, 1, 0}) - model.at({0, 0, 0}));
    for (size_t offset : {size_t(0), pages.bytes() - bytes}) {
      image.texels = pages.data() + offset;
      std::memcpy(image.texels, model.at({0, 0, 0}), bytes);
      for (bool special : {false, true})
        for (uint32_t sampler : {SamplerBits::ClampToEdge, SamplerBits::ClampToEdge | SamplerBits::Linear}) {
          program.run("k", {image, sampler, addressOf(at), addressOf(out)}, {at.size(), 1}, special);
          for (size_t i = 0; i < at.size(); ++i)
            ASSERT_EQ(sample(model, SamplerBits::ClampToEdge, {at[i][0], at[i][1], 0, 0})[0], out[i][0])
                << nameOf(format) << i;
        }
    }
  }
}

/// A program that meets many formats has code of its own for few.
TEST(ImageUses, FewFormatsHaveCodeOfTheirOwn) {
  ImageProgram program("kernel void k(write_only image2d_t image) { write_imagef(image, (int2)(0, 0), (float4)(0)); }");
  ASSERT_TRUE(program.ok()) << program.log();
  unsigned own = 0;
  for (uint32_t format = 1; format <= 200; ++format)
    own += program.code().isWorthImages(0, {format}, 1000);
  EXPECT_EQ(own, 4u);
  EXPECT_TRUE(program.code().isWorthImages(0, {1}, 1));
  EXPECT_FALSE(program.code().isWorthImages(0, {100}, 1000));
  EXPECT_TRUE(program.code().isWorthImages(0, {100}, uint64_t{1} << 24));
  EXPECT_TRUE(program.code().isWorthImages(0, {100}, 1));
}
