// Formats that the OpenCL-CTS has no texels for: packed ones and those of 10, 12 and 14 bits, as OpenCL API 5.3.1.1
// lays them out. What a kernel reads of a texel, and that writing it gives the texel again where kernels may write.
#include "Common.h"
#include <cmath>

namespace {

using namespace images;
using namespace conformance;

// Names that headers may lack.
constexpr cl_channel_order Abgr = 0x10C3;
constexpr cl_channel_type Raw10 = 0x10E3, Raw12 = 0x10E4, Unorm10x6 = 0x10E1, Unorm2101010 = 0x10E5,
                          Unsigned10x6 = 0x10E6, Unsigned12x4 = 0x10E7, Unsigned14x2 = 0x10E8, Unorm12x4 = 0x10E9,
                          Unorm14x2 = 0x10EA;

struct Texel {
  const char *name;
  cl_image_format format;
  Bytes bytes;
  std::array<double, 4> colour;
  const char *extension; ///< that brings it; null: a format that a device may have or not
};

const Texel texels[] = {
    {"RGB 565", {CL_RGB, CL_UNORM_SHORT_565}, {0x1F, 0x80}, {16 / 31., 0, 1, 1}, nullptr},
    {"RGB 555", {CL_RGB, CL_UNORM_SHORT_555}, {0xE1, 0x7F}, {1, 31 / 31., 1 / 31., 1}, nullptr},
    {"RGB 101010", {CL_RGB, CL_UNORM_INT_101010}, {0x01, 0x08, 0xF0, 0x3F}, {1, 2 / 1023., 1 / 1023., 1}, nullptr},
    {"RGBA 101010_2",
     {CL_RGBA, CL_UNORM_INT_101010_2},
     {0x06, 0x20, 0xC0, 0xFF},
     {1023 / 1023., 2 / 1023., 1 / 1023., 2 / 3.},
     nullptr},
    {"ABGR 2_101010",
     {Abgr, Unorm2101010},
     {0xFF, 0x0B, 0x30, 0x80},
     {1023 / 1023., 2 / 1023., 3 / 1023., 2 / 3.},
     "cl_ext_image_unorm_int_2_101010"},
    {"ABGR UNORM8", {Abgr, CL_UNORM_INT8}, {1, 2, 3, 4}, {4 / 255., 3 / 255., 2 / 255., 1 / 255.}, nullptr},
    {"R 10x6", {CL_R, Unorm10x6}, {0x40, 0xFF}, {1021 / 1023., 0, 0, 1}, "cl_ext_image_unsigned_10x6_12x4_14x2"},
    {"RG 12x4",
     {CL_RG, Unorm12x4},
     {0xF0, 0xFF, 0x10, 0x80},
     {1, 2049 / 4095., 0, 1},
     "cl_ext_image_unsigned_10x6_12x4_14x2"},
    {"R 14x2", {CL_R, Unorm14x2}, {0x04, 0x80}, {8193 / 16383., 0, 0, 1}, "cl_ext_image_unsigned_10x6_12x4_14x2"},
    {"RG U10x6",
     {CL_RG, Unsigned10x6},
     {0x40, 0xFF, 0x80, 0x00},
     {1021, 2, 0, 1},
     "cl_ext_image_unsigned_10x6_12x4_14x2"},
    {"R U12x4", {CL_R, Unsigned12x4}, {0x10, 0x80}, {2049, 0, 0, 1}, "cl_ext_image_unsigned_10x6_12x4_14x2"},
    {"R U14x2", {CL_R, Unsigned14x2}, {0x04, 0x80}, {8193, 0, 0, 1}, "cl_ext_image_unsigned_10x6_12x4_14x2"},
};

bool isListed(Session &session, const cl_image_format &format) {
  cl_uint count = 0;
  clGetSupportedImageFormats(session.context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count);
  std::vector<cl_image_format> all(count);
  clGetSupportedImageFormats(session.context, CL_MEM_READ_WRITE, CL_MEM_OBJECT_IMAGE2D, count, all.data(), nullptr);
  for (const cl_image_format &one : all)
    if (one.image_channel_order == format.image_channel_order &&
        one.image_channel_data_type == format.image_channel_data_type)
      return true;
  return false;
}

void check(Session &session, const Program &program, const Texel &texel) {
  const bool isInteger = texel.colour[0] > 1;
  Memory from(session, texel.format, descOf(CL_MEM_OBJECT_IMAGE2D, 3, 2));
  Memory to(session, texel.format, descOf(CL_MEM_OBJECT_IMAGE2D, 3, 2));
  const std::array<std::size_t, 3> all{3, 2, 1};
  Bytes same;
  for (unsigned i = 0; i < 6; ++i)
    same.insert(same.end(), texel.bytes.begin(), texel.bytes.end());
  from.write(same, all);
  to.write(Bytes(same.size()), all);
  std::vector<cl_float> got(6 * 4);
  Launch launch(session, program, isInteger ? "integers" : "floats");
  launch.value(from.handle).value(to.handle).inOut(got);
  launch.run({2, {3, 2, 1}, {0, 0, 0}});
  for (std::size_t i = 0; i < got.size(); ++i)
    session.expect(std::fabs(got[i] - texel.colour[i % 4]) <= (isInteger ? 0 : 2e-7),
                   std::string(texel.name) + ": component " + std::to_string(i % 4) + " is " + std::to_string(got[i]));
  compareBytes(session, to.read(same.size(), all), same, texel.name + std::string(", written"));
}

} // namespace

CONFORMANCE_TEST(packed_and_padded_formats) {
  const Program program(session, R"(
    kernel void floats(read_only image2d_t from, write_only image2d_t to, global float4 *out) {
      int2 at = (int2)(get_global_id(0), get_global_id(1));
      float4 v = read_imagef(from, at);
      out[at.y * 3 + at.x] = v;
      write_imagef(to, at, v);
    }
    kernel void integers(read_only image2d_t from, write_only image2d_t to, global float4 *out) {
      int2 at = (int2)(get_global_id(0), get_global_id(1));
      uint4 v = read_imageui(from, at);
      out[at.y * 3 + at.x] = convert_float4(v);
      write_imageui(to, at, v);
    })");
  for (const Texel &texel : texels) {
    if (texel.extension && session.has(texel.extension))
      session.expect(isListed(session, texel.format), std::string(texel.name) + " is not listed");
    if (isListed(session, texel.format))
      check(session, program, texel);
    else
      session.note(std::string(texel.name) + " is not supported");
  }
}

// cl_ext_image_raw10_raw12: as cameras pack texels, four in five bytes or two in three.
CONFORMANCE_TEST(raw_formats) {
  session.need("cl_ext_image_raw10_raw12");
  const Program program(session, R"(
    constant sampler_t border = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
    kernel void k(read_only image2d_t from, global uint4 *out) {
      int2 at = (int2)(get_global_id(0), get_global_id(1)), size = get_image_dim(from);
      out[at.y * (size.x + 1) + at.x] = read_imageui(from, border, at);
    })");
  struct Case {
    cl_channel_type type;
    Bytes row; ///< of four texels
    std::array<cl_uint, 4> texels;
  };
  for (const Case &raw : {Case{Raw10, {0x00, 0xFF, 0x80, 0x01, 0xE4}, {0, 1021, 514, 7}},
                          Case{Raw12, {0xFF, 0x01, 0xA5, 0x80, 0x00, 0x0F}, {4085, 26, 2063, 0}}}) {
    constexpr std::size_t Width = 4, Height = 3, Row = Width + 1;
    Memory image(session, {CL_R, raw.type}, descOf(CL_MEM_OBJECT_IMAGE2D, Width, Height), CL_MEM_READ_ONLY);
    Bytes rows;
    for (std::size_t y = 0; y < Height; ++y)
      rows.insert(rows.end(), raw.row.begin(), raw.row.end());
    image.write(rows, {Width, Height, 1});
    compareBytes(session, image.read(rows.size(), {Width, Height, 1}), rows, "a raw image");
    std::vector<cl_uint4> got(Row * Height);
    Launch launch(session, program, "k");
    launch.value(image.handle).inOut(got);
    launch.run({2, {Row, Height, 1}, {0, 0, 0}});
    for (std::size_t i = 0; i < got.size(); ++i) {
      const cl_uint red = i % Row < Width ? raw.texels[i % Row] : 0; // then the border
      session.expect(got[i].s[0] == red && got[i].s[1] == 0 && got[i].s[2] == 0 && got[i].s[3] == 1,
                     "texel " + std::to_string(i) + " is " + std::to_string(got[i].s[0]) + ", expected " +
                         std::to_string(red));
    }
  }
}
