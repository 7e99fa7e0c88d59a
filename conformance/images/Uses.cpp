// Images where the OpenCL-CTS does not look: over buffers, by coordinates that work-items do not have in common, in
// functions that are not inlined, by blocks of sub-groups, levels that a kernel computes, and views of another order.
#include "Common.h"
#include <cmath>

namespace {

using namespace images;
using namespace conformance;

constexpr cl_image_format Words = {CL_R, CL_UNSIGNED_INT32};

std::vector<cl_uint> wordsOf(const Bytes &bytes) {
  std::vector<cl_uint> words(bytes.size() / sizeof(cl_uint));
  std::memcpy(words.data(), bytes.data(), bytes.size());
  return words;
}

void expectWords(Session &session, const std::vector<cl_uint> &got, auto expected) {
  for (std::size_t i = 0; i < got.size() && !session.failed(); ++i)
    session.expect(got[i] == expected(i), "element " + std::to_string(i) + " is " + std::to_string(got[i]) +
                                              ", expected " + std::to_string(expected(i)));
}

} // namespace

// OpenCL API 5.3.1: an image of a buffer's memory.
CONFORMANCE_TEST(one_d_buffers_in_kernels) {
  constexpr std::size_t Count = 1000;
  const Bytes bytes = Noise(1).bytes(Count * 4);
  Memory from(session, bytes), to(session, Bytes(Count * 4));
  cl_image_desc desc = descOf(CL_MEM_OBJECT_IMAGE1D_BUFFER, Count);
  desc.mem_object = from.handle;
  Memory source(session, Words, desc);
  desc.mem_object = to.handle;
  Memory target(session, Words, desc);
  const Program program(session, "kernel void k(read_only image1d_buffer_t from, write_only image1d_buffer_t to) {"
                                 "  int i = get_global_id(0);"
                                 "  write_imageui(to, get_image_width(to) - 1 - i, read_imageui(from, i) + 1); }");
  Launch launch(session, program, "k");
  launch.value(source.handle).value(target.handle).run(line(Count, 0));
  const auto in = wordsOf(bytes);
  expectWords(session, wordsOf(to.readBuffer(Count * 4)), [&](std::size_t i) { return in[Count - 1 - i] + 1; });
}

// cl_ext_image_from_buffer: pitches of their own, what is between the rows stays as it is.
CONFORMANCE_TEST(volumes_over_buffers) {
  session.need("cl_ext_image_from_buffer");
  constexpr std::size_t Row = 16, Rows = 6, Slices = 3, Width = 13, Height = 5;
  const Bytes before(Row * Rows * Slices * 4, 0xEE);
  Memory buffer(session, before);
  cl_image_desc desc = descOf(CL_MEM_OBJECT_IMAGE3D, Width, Height, Slices);
  desc.image_row_pitch = Row * 4;
  desc.image_slice_pitch = Row * Rows * 4;
  desc.mem_object = buffer.handle;
  Memory volume(session, Words, desc);
  const Program program(session, "kernel void k(write_only image3d_t to) {"
                                 "  int4 at = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);"
                                 "  write_imageui(to, at, (uint4)(at.x + 100 * at.y + 10000 * at.z)); }");
  Launch launch(session, program, "k");
  launch.value(volume.handle).run({3, {Width + 2, Height, Slices}, {0, 0, 0}});
  expectWords(session, wordsOf(buffer.readBuffer(before.size())), [](std::size_t i) {
    const std::size_t x = i % Row, y = i / Row % Rows, z = i / Row / Rows;
    return x < Width && y < Height ? cl_uint(x + 100 * y + 10000 * z) : 0xEEEEEEEE;
  });
}

// Each work-item its own place, and some none: in a branch, and in a loop whose turns differ.
CONFORMANCE_TEST(divergent_coordinates) {
  constexpr std::size_t Width = 37, Height = 19, Count = 500;
  const Bytes texels = Noise(2).bytes(Width * Height * 4);
  Memory image(session, Words, descOf(CL_MEM_OBJECT_IMAGE2D, Width, Height));
  image.write(texels, {Width, Height, 1});
  const Program program(session, R"(
    constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
    constant sampler_t border = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
    kernel void k(read_only image2d_t image, global const int2 *at, global uint *out) {
      size_t i = get_global_id(0);
      uint sum = 0;
      if (at[i].x & 1)
        sum = read_imageui(image, edge, at[i]).x;
      for (int n = 0; n < (at[i].y & 7); ++n)
        sum += read_imageui(image, border, at[i] + (int2)(n, -n)).x * (n + 1);
      out[i] = sum;
    })");
  Noise noise(3);
  std::vector<cl_int2> at(Count);
  for (cl_int2 &one : at)
    one = {{cl_int(noise.between(0, 2 * Width)) - cl_int(Width / 2),
            cl_int(noise.between(0, 2 * Height)) - cl_int(Height / 2)}};
  std::vector<cl_uint> out(Count, 7);
  Launch launch(session, program, "k");
  launch.value(image.handle).inOut(at).inOut(out).run(line(Count, 0));
  const auto words = wordsOf(texels);
  auto texel = [&](cl_int x, cl_int y) { return words[std::size_t(y) * Width + std::size_t(x)]; };
  auto clamp = [](cl_int i, std::size_t size) { return std::max(0, std::min(i, cl_int(size) - 1)); };
  expectWords(session, out, [&](std::size_t i) {
    cl_uint sum = at[i].s[0] & 1 ? texel(clamp(at[i].s[0], Width), clamp(at[i].s[1], Height)) : 0;
    for (cl_int n = 0; n < (at[i].s[1] & 7); ++n) {
      const cl_int x = at[i].s[0] + n, y = at[i].s[1] - n;
      if (x >= 0 && x < cl_int(Width) && y >= 0 && y < cl_int(Height))
        sum += texel(x, y) * cl_uint(n + 1);
    }
    return sum;
  });
}

// OpenCL C 6.9: images and samplers are arguments of functions; the format of one call is not that of another.
CONFORMANCE_TEST(functions_that_are_not_inlined) {
  constexpr std::size_t Width = 40;
  constexpr cl_image_format Small = {CL_RG, CL_UNSIGNED_INT8};
  const Bytes first = Noise(4).bytes(Width * 4), second = Noise(5).bytes(Width * 2);
  Memory a(session, Words, descOf(CL_MEM_OBJECT_IMAGE1D, Width)),
      b(session, Small, descOf(CL_MEM_OBJECT_IMAGE1D, Width));
  a.write(first, {Width, 1, 1});
  b.write(second, {Width, 1, 1});
  const Program program(session, R"(
    constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
    constant sampler_t border = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
    __attribute__((noinline)) uint2 fetch(read_only image1d_t image, sampler_t s, int at) {
      return read_imageui(image, s, at).xy;
    }
    kernel void k(read_only image1d_t a, read_only image1d_t b, global uint *out) {
      int i = get_global_id(0);
      uint2 v = i & 1 ? fetch(a, edge, i + 1) : fetch(b, border, i + 1);
      out[i] = v.x + 1000 * v.y;
    })");
  std::vector<cl_uint> out(Width, 7);
  Launch launch(session, program, "k");
  launch.value(a.handle).value(b.handle).inOut(out).run(line(Width, 0));
  const auto words = wordsOf(first);
  expectWords(session, out, [&](std::size_t i) {
    const std::size_t next = i + 1;
    if (i & 1)
      return words[std::min(next, Width - 1)];
    return next < Width ? second[2 * next] + 1000u * second[2 * next + 1] : 0u;
  });
}

/// Of words: one with texels to be read, one to be written.
struct FromTo {
  FromTo(Session &session, const Bytes &texels, std::size_t width, std::size_t height)
      : from(session, Words, descOf(CL_MEM_OBJECT_IMAGE2D, width, height)),
        to(session, Words, descOf(CL_MEM_OBJECT_IMAGE2D, width, height)) {
    from.write(texels, {width, height, 1});
    to.write(Bytes(texels.size(), 0xEE), {width, height, 1});
  }
  Memory from, to;
};

/// In front of a kernel; 0: whatever size the platform takes.
std::string requiring(std::size_t subGroupSize) {
  return subGroupSize ? "__attribute__((intel_reqd_sub_group_size(" + std::to_string(subGroupSize) + "))) " : "";
}

// cl_intel_subgroups: a row for each component; over the edges the edge texel is read, and nothing written.
CONFORMANCE_TEST(blocks_of_sub_groups) {
  session.need("cl_intel_subgroups");
  constexpr std::size_t Width = 70, Height = 21, Items = 64;
  const Bytes texels = Noise(6).bytes(Width * Height * 4);
  const auto words = wordsOf(texels);
  auto texel = [&](std::size_t x, std::size_t y) {
    return words[std::min(y, Height - 1) * Width + std::min(x, Width - 1)];
  };
  for (std::size_t required : session.subGroupSizes()) {
    FromTo pair(session, texels, Width, Height);
    const Program program(session,
                          requiring(required) +
                              R"(kernel void k(read_only image2d_t from, write_only image2d_t to, global uint *out) {
        int size = get_max_sub_group_size();
        int2 at = (int2)((get_group_id(0) * 64 + get_sub_group_id() * size) * 4, get_group_id(1) * 4);
        uint4 v = intel_sub_group_block_read4(from, at);
        uint place = (get_group_id(1) * 4 * get_num_groups(0) + get_group_id(0)) * 64 + get_local_id(0);
        uint row = get_num_groups(0) * 64;
        out[place] = v.x, out[place + row] = v.y, out[place + 2 * row] = v.z, out[place + 3 * row] = v.w;
        intel_sub_group_block_write4(to, at, v + 1);
      })");
    constexpr std::size_t Row = 2 * Items, Rows = 24;
    std::vector<cl_uint> out(Row * Rows, 7);
    Launch launch(session, program, "k");
    launch.value(pair.from.handle).value(pair.to.handle).inOut(out);
    launch.run({2, {Row, Rows / 4, 1}, {Items, 1, 0}});
    expectWords(session, out, [&](std::size_t i) { return texel(i % Row, i / Row); });
    expectWords(session, wordsOf(pair.to.read(texels.size(), {Width, Height, 1})),
                [&](std::size_t i) { return words[i] + 1; });
  }
}

// cl_intel_media_block_io: a region's numbers in row-major order, a sub-group of them for each component; over the
// edges the edge texel is read, and nothing written.
CONFORMANCE_TEST(regions_of_sub_groups) {
  session.need("cl_intel_media_block_io");
  constexpr std::size_t Width = 66, Height = 21, Across = 10, Down = 4, Items = 64, RegionWidth = 8, RegionHeight = 8;
  const Bytes texels = Noise(7).bytes(Width * Height * 4);
  const auto words = wordsOf(texels);
  for (std::size_t required : session.subGroupSizes()) {
    FromTo pair(session, texels, Width, Height);
    // A work-group for each region, of which its first sub-group has as much as goes into eight components.
    const Program program(session,
                          requiring(required) +
                              R"(kernel void k(read_only image2d_t from, write_only image2d_t to, global uint *out) {
        int size = get_max_sub_group_size();
        if (get_sub_group_id() == 0) {
          int2 at = (int2)((get_group_id(0) * 8 - 4) * 4, get_group_id(1) * 8 - 4);
          uint8 v = intel_sub_group_media_block_read_ui8(at, 8, 8, from);
          uint numbers[8] = {v.s0, v.s1, v.s2, v.s3, v.s4, v.s5, v.s6, v.s7};
          uint place = (get_group_id(1) * get_num_groups(0) + get_group_id(0)) * 64 + get_sub_group_local_id();
          for (int i = 0; i < 8 && i * size < 64; ++i)
            out[place + i * size] = numbers[i];
          intel_sub_group_media_block_write_ui8(at, 8, 8, v + 1, to);
        }
        if (get_global_id(0) == 0 && get_global_id(1) == 0)
          out[get_num_groups(0) * get_num_groups(1) * 64] = size;
      })");
    std::vector<cl_uint> out(Across * Down * Items + 1, 7);
    Launch launch(session, program, "k");
    launch.value(pair.from.handle).value(pair.to.handle).inOut(out);
    launch.run({2, {Across * Items, Down, 1}, {Items, 1, 0}});
    const std::size_t had = std::min<std::size_t>(Items, 8 * out.back());
    auto clamped = [](std::size_t at, std::size_t size) { return std::clamp<std::size_t>(at, 4, size + 3) - 4; };
    expectWords(session, out, [&](std::size_t i) {
      const std::size_t region = i / Items, number = i % Items;
      if (region == Across * Down)
        return out.back();
      return number >= had ? 7u
                           : words[clamped(region / Across * RegionHeight + number / RegionWidth, Height) * Width +
                                   clamped(region % Across * RegionWidth + number % RegionWidth, Width)];
    });
    expectWords(session, wordsOf(pair.to.read(texels.size(), {Width, Height, 1})), [&](std::size_t i) {
      const std::size_t row = (i / Width + 4) % RegionHeight;
      return row * RegionWidth + (i % Width + 4) % RegionWidth < had ? words[i] + 1 : 0xEEEEEEEEu;
    });
  }
}

// cl_khr_mipmap_image: the level that a level of detail is nearest to, clamped to those that there are.
CONFORMANCE_TEST(levels_of_mipmaps) {
  session.need("cl_khr_mipmap_image");
  constexpr std::size_t Levels = 4, Width = 24;
  cl_image_desc desc = descOf(CL_MEM_OBJECT_IMAGE2D, Width, Width);
  desc.num_mip_levels = Levels;
  Memory image(session, Words, desc);
  for (std::size_t i = 0; i < Levels; ++i) {
    const std::size_t size = Width >> i;
    image.write(Bytes(size * size * 4, static_cast<unsigned char>(i + 1)), {size, size, 1}, {0, 0, i, 0});
  }
  const Program program(session, R"(
    constant sampler_t edge = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
    kernel void k(read_only image2d_t image, global uint *out) {
      int i = get_global_id(0);
      out[i] = read_imageui(image, edge, (float2)(0.4f, 0.7f), (float)i * 0.25f - 1.1f).x;
      float texel = 1.1f * exp2((float)(i % 6 - 1)) / get_image_width(image); // just above a level's number
      out[64 + i] = read_imageui(image, edge, (float2)(0.4f, 0.7f), (float2)(texel, 0), (float2)(0, 0.5f * texel)).x;
      if (i == 0)
        out[128] = get_image_num_mip_levels(image);
    })");
  std::vector<cl_uint> out(129, 7);
  Launch launch(session, program, "k");
  launch.value(image.handle).inOut(out).run(line(64, 0));
  expectWords(session, out, [&](std::size_t i) {
    if (i == 128)
      return cl_uint(Levels);
    const double lod = i < 64 ? double(i) * 0.25 - 1.1 : double((i - 64) % 6) - 1;
    const auto level = cl_uint(std::max(0.0, std::min(lod + 0.5, Levels - 1.0)));
    return (level + 1) * 0x01010101u;
  });
}

// OpenCL API 5.3.1, "Compatible Image Channel Orders": a view has the image's texels, which kernels see by the view's
// order; what is written by the image is read by the view.
CONFORMANCE_TEST(views_with_another_order) {
  constexpr std::size_t Width = 16;
  constexpr cl_image_format Plain = {CL_RGBA, CL_UNORM_INT8}, Curved = {CL_sRGBA, CL_UNORM_INT8},
                            Far = {CL_R, CL_FLOAT}, Deep = {CL_DEPTH, CL_FLOAT};
  cl_image_desc desc = descOf(CL_MEM_OBJECT_IMAGE2D, Width, Width);
  Memory plain(session, Plain, desc), far(session, Far, desc);
  desc.mem_object = plain.handle;
  Memory curved(session, Curved, desc, CL_MEM_READ_ONLY);
  desc.mem_object = far.handle;
  Memory deep(session, Deep, desc);
  const Program program(session, R"(
    #pragma OPENCL EXTENSION cl_khr_depth_images : enable
    kernel void put(write_only image2d_t plain, write_only image2d_t far) {
      int2 at = (int2)(get_global_id(0) % 16, get_global_id(0) / 16);
      float number = get_global_id(0);
      write_imagef(plain, at, (float4)(number, 255 - number, 0, number) / 255);
      write_imagef(far, at, number * 3);
    }
    kernel void get(read_only image2d_t curved, read_only image2d_depth_t deep, global float4 *out) {
      int2 at = (int2)(get_global_id(0) % 16, get_global_id(0) / 16);
      float4 c = read_imagef(curved, at);
      out[get_global_id(0)] = (float4)(c.x, c.y, c.w, read_imagef(deep, at));
    })");
  Launch put(session, program, "put");
  put.value(plain.handle).value(far.handle).run(line(Width * Width, 0));
  std::vector<cl_float4> out(Width * Width);
  Launch get(session, program, "get");
  get.value(curved.handle).value(deep.handle).inOut(out).run(line(Width * Width, 0));
  auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
  for (std::size_t i = 0; i < out.size() && !session.failed(); ++i) {
    const double share = double(i) / 255, expected[] = {linear(share), linear(1 - share), share, 3.0 * double(i)};
    for (unsigned c = 0; c < 4; ++c) // half a step of the eight bits for the curve
      session.expect(std::fabs(out[i].s[c] - expected[c]) <= (c < 2 ? 0.5 / 255 : 1e-6),
                     "texel " + std::to_string(i) + " channel " + std::to_string(c) + " is " +
                         std::to_string(out[i].s[c]) + ", expected " + std::to_string(expected[c]));
  }
}
