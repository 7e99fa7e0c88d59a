// The asynchronous copies of OpenCL C 3.0, 6.15.11 and cl_khr_extended_async_copies 1.0, sentence by sentence, against
// the same copies of bytes in plain C++.
#include "Harness.h"
#include <numeric>
#include <sys/mman.h>
using harness::inOut;
using harness::Local;
using harness::Range;

namespace {

using Bytes = std::vector<unsigned char>;

constexpr unsigned char untouched = 0xEE;

Bytes pattern(std::size_t size) { return harness::noise<unsigned char>(size, 7); }

// ---------------------------------------------------------------------------------- async_work_group_(strided_)copy

struct Element {
  const char *name;
  std::size_t bytes;
};
const Element elements[] = {{"char", 1}, {"uchar", 1}, {"short", 2}, {"ushort", 2}, {"int", 4},   {"uint", 4},
                            {"long", 8}, {"ulong", 8}, {"half", 2},  {"float", 4},  {"double", 8}};

/// Both directions for one gentype; a stride of 1 asks for the plain copy, 0 elements for nothing at all.
const std::string typedSource = R"(
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#define KERNELS(T, N)                                                                              \
  kernel void k##N(global const T##N *in, global T##N *out, uint n, ulong from, ulong to) {        \
    local T##N tile[40];                                                                           \
    for (uint i = get_local_id(0); i < sizeof(tile); i += get_local_size(0))                       \
      ((local uchar *)tile)[i] = 0xEE;                                                             \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                  \
    in += get_group_id(0) * 40 * from;                                                             \
    out += get_group_id(0) * 40 * to;                                                              \
    event_t e = from == 1 ? async_work_group_copy(tile, in, n, 0)                                  \
                          : async_work_group_strided_copy(tile, in, n, from, 0);                   \
    wait_group_events(1, &e);                                                                      \
    e = to == 1 ? async_work_group_copy(out, tile, 40, 0)                                          \
                : async_work_group_strided_copy(out, tile, 40, to, 0);                             \
    wait_group_events(1, &e);                                                                      \
  }
#define ALL(T) KERNELS(T, ) KERNELS(T, 2) KERNELS(T, 3) KERNELS(T, 4) KERNELS(T, 8) KERNELS(T, 16)
ALL(TYPE)
)";

class Gentypes : public testing::TestWithParam<Element> {};

TEST_P(Gentypes, BothDirectionsAndAllStrides) {
  const std::string options = std::string("-cl-std=CL3.0 -DTYPE=") + GetParam().name;
  harness::Program program(typedSource, options.c_str());
  const std::size_t groups = 2;
  for (unsigned width : {1, 2, 3, 4, 8, 16})
    for (auto [count, from, to] :
         {std::array<std::size_t, 3>{40, 1, 1}, {40, 2, 3}, {17, 3, 4}, {40, 5, 2}, {39, 4, 7}, {0, 1, 2}, {1, 9, 1}}) {
      // "for 3-component vector types behave as ... for 4-component vector types"
      const std::size_t size = GetParam().bytes * (width == 3 ? 4 : width);
      const Bytes in = pattern(groups * 40 * from * size);
      Bytes out(groups * 40 * to * size, 0x11), expected = out;
      for (std::size_t g = 0; g < groups; ++g)
        for (std::size_t i = 0; i < 40; ++i)
          for (std::size_t b = 0; b < size; ++b)
            expected[((g * 40 + i) * to) * size + b] = i < count ? in[((g * 40 + i) * from) * size + b] : untouched;
      Bytes source = in;
      harness::Launch launch(program, width == 1 ? "k" : ("k" + std::to_string(width)).c_str());
      launch.arg(inOut(source));
      launch.arg(inOut(out));
      launch.arg(static_cast<cl_uint>(count));
      launch.arg(cl_ulong{from});
      launch.arg(cl_ulong{to});
      launch.run(Range::of(groups * 24, 24));
      ASSERT_EQ(out, expected) << width << " components, " << count << " elements, strides " << from << " and " << to;
      ASSERT_EQ(source, in);
    }
}

INSTANTIATE_TEST_SUITE_P(AsyncCopies, Gentypes, testing::ValuesIn(elements),
                         [](const auto &info) { return std::string(info.param.name); });

// ------------------------------------------------------------------------------------------------------- 2D2D, 3D3D

/// A copy in the words of the specification. A 2D copy is one of a single plane.
struct Block {
  std::size_t bytes, perLine, lines, planes;
  std::size_t dstOffset, srcOffset, srcLine, srcPlane, dstLine, dstPlane;

  template <typename To, typename From> void copy(To &dst, const From &src) const {
    for (std::size_t z = 0; z < planes; ++z)
      for (std::size_t y = 0; y < lines; ++y)
        for (std::size_t x = 0; x < perLine * bytes; ++x)
          dst[(dstOffset + z * dstPlane + y * dstLine) * bytes + x] =
              src[(srcOffset + z * srcPlane + y * srcLine) * bytes + x];
  }
  std::size_t dstBytes() const { return (dstOffset + planes * dstPlane + (lines + 1) * (dstLine + 1)) * bytes + 16; }
  std::size_t srcBytes() const { return (srcOffset + planes * srcPlane + (lines + 1) * (srcLine + 1)) * bytes + 16; }
  std::string text() const {
    std::string all;
    for (std::size_t value :
         {bytes, perLine, lines, planes, dstOffset, srcOffset, srcLine, srcPlane, dstLine, dstPlane})
      all += std::to_string(value) + " ";
    return all;
  }
};

const std::string blockSource = R"(
#define SIZES ulong bytes, ulong perLine, ulong lines, ulong planes, ulong dstOffset, ulong srcOffset, ulong srcLine, \
              ulong srcPlane, ulong dstLine, ulong dstPlane
#define ARGS2 bytes, perLine, lines, srcLine, dstLine
#define ARGS3 bytes, perLine, lines, planes, srcLine, srcPlane, dstLine, dstPlane
#define EACH(i, n) uint i = get_local_id(0); i < n; i += get_local_size(0)
#define KERNELS(D)                                                                                                    \
  kernel void toLocal##D(global const uchar *in, global uchar *out, local uchar *tile, uint tileBytes, SIZES) {       \
    for (EACH(i, tileBytes)) tile[i] = 0xEE;                                                                          \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                                     \
    event_t e = async_work_group_copy_##D##D##D##D(tile, dstOffset, in, srcOffset, ARGS##D, 0);                       \
    wait_group_events(1, &e);                                                                                         \
    for (EACH(i, tileBytes)) out[i] = tile[i];                                                                        \
  }                                                                                                                   \
  kernel void toGlobal##D(global const uchar *in, global uchar *out, local uchar *tile, uint tileBytes, SIZES) {      \
    for (EACH(i, tileBytes)) tile[i] = in[i];                                                                         \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                                     \
    event_t e = async_work_group_copy_##D##D##D##D(out, dstOffset, tile, srcOffset, ARGS##D, 0);                      \
    wait_group_events(1, &e);                                                                                         \
  }
#define async_work_group_copy_2222 async_work_group_copy_2D2D
#define async_work_group_copy_3333 async_work_group_copy_3D3D
KERNELS(2)
KERNELS(3)
)";

/// Runs the kernel of that name and compares the whole destination.
void runBlock(const harness::Program &program, bool toLocal, bool in3D, const Block &block) {
  SCOPED_TRACE((toLocal ? "to local: " : "to global: ") + block.text());
  Bytes in = pattern(block.srcBytes()), out(block.dstBytes(), untouched), expected = out;
  block.copy(expected, in);
  const std::size_t tile = toLocal ? out.size() : in.size();
  harness::Launch launch(program, toLocal ? (in3D ? "toLocal3" : "toLocal2") : (in3D ? "toGlobal3" : "toGlobal2"));
  launch.arg(inOut(in));
  launch.arg(inOut(out));
  launch.arg(Local{tile});
  launch.arg(static_cast<cl_uint>(tile));
  for (std::size_t value : {block.bytes, block.perLine, block.lines, block.planes, block.dstOffset, block.srcOffset,
                            block.srcLine, block.srcPlane, block.dstLine, block.dstPlane})
    launch.arg(cl_ulong{value});
  launch.run(Range::of(20, 20));
  EXPECT_EQ(out, expected);
}

class Blocks : public testing::TestWithParam<std::size_t> {
protected:
  static const harness::Program &program() {
    static const harness::Program built(blockSource);
    return built;
  }
};

TEST_P(Blocks, Lines) {
  const std::size_t bytes = GetParam();
  for (std::size_t perLine : {1, 2, 5, 17})
    for (std::size_t lines : {1, 2, 7})
      for (auto [dstOffset, srcOffset, srcGap, dstGap] :
           {std::array<std::size_t, 4>{0, 0, 0, 0}, {3, 0, 4, 0}, {0, 5, 0, 3}, {2, 1, 6, 9}}) {
        const Block block{bytes, perLine, lines, 1, dstOffset, srcOffset, perLine + srcGap, 0, perLine + dstGap, 0};
        runBlock(program(), true, false, block);
        runBlock(program(), false, false, block);
      }
}

TEST_P(Blocks, Planes) {
  const std::size_t bytes = GetParam();
  for (std::size_t perLine : {1, 3, 16})
    for (std::size_t lines : {1, 4})
      for (std::size_t planes : {1, 3})
        for (auto [offset, lineGap, srcGap, dstGap] :
             {std::array<std::size_t, 4>{0, 0, 0, 0}, {1, 0, 5, 0}, {0, 2, 0, 11}, {3, 1, 7, 2}}) {
          const std::size_t srcLine = perLine + lineGap, dstLine = perLine + 2 * lineGap;
          const Block block{bytes,   perLine,
                            lines,   planes,
                            offset,  2 * offset,
                            srcLine, lines * srcLine + srcGap,
                            dstLine, lines * dstLine + dstGap};
          runBlock(program(), true, true, block);
          runBlock(program(), false, true, block);
        }
}

TEST_P(Blocks, AnyZeroCountCopiesNothing) {
  const std::size_t bytes = GetParam(), far = std::size_t{1} << 40;
  // Places that no memory has: nothing may be touched.
  auto expectNothing = [&](bool in3D, std::size_t size, std::size_t perLine, std::size_t lines, std::size_t planes) {
    for (bool toLocal : {true, false}) {
      Bytes in = pattern(64), out(64, 0x22), expected(64, toLocal ? untouched : 0x22);
      harness::Launch launch(program(),
                             toLocal ? (in3D ? "toLocal3" : "toLocal2") : (in3D ? "toGlobal3" : "toGlobal2"));
      launch.arg(inOut(in));
      launch.arg(inOut(out));
      launch.arg(Local{64});
      launch.arg(cl_uint{64});
      for (std::size_t value : {size, perLine, lines, planes, far, far, far, far * 8, far, far * 8})
        launch.arg(cl_ulong{value});
      launch.run(Range::of(20, 20));
      EXPECT_EQ(out, expected);
    }
  };
  expectNothing(false, 0, 4, 4, 1);
  expectNothing(false, bytes, 0, 4, 1);
  expectNothing(false, bytes, 4, 0, 1);
  expectNothing(true, 0, 4, 4, 4);
  expectNothing(true, bytes, 0, 4, 4);
  expectNothing(true, bytes, 4, 0, 4);
  expectNothing(true, bytes, 4, 4, 0);
}

INSTANTIATE_TEST_SUITE_P(AsyncCopies, Blocks, testing::Values(1, 3, 4, 12, 16, 48),
                         [](const auto &info) { return "Bytes" + std::to_string(info.param); });

// "async_work_group_strided_copy(dst, src, num_gentypes, src_stride, event) is equal to async_work_group_copy_2D2D(dst,
// 0, src, 0, sizeof(gentype), 1, num_gentypes, src_stride, 1, event)", and the other way round for global destinations.
TEST(ExtendedAsyncCopies, StridedCopyIsASpecialCase) {
  harness::Program program(R"(
    kernel void k(global const float3 *in, global uchar *out, global float3 *back, local float3 *a, local float3 *b) {
      event_t e = async_work_group_strided_copy(a, in, 20, 3, 0);
      e = async_work_group_copy_2D2D(b, 0, in, 0, sizeof(float3), 1, 20, 3, 1, e);
      wait_group_events(1, &e);
      for (uint i = get_local_id(0); i < 20 * 16; i += get_local_size(0)) {
        out[i] = ((local uchar *)a)[i];
        out[320 + i] = ((local uchar *)b)[i];
      }
      e = async_work_group_strided_copy(back, a, 20, 3, 0);
      e = async_work_group_copy_2D2D(back + 1, 0, b, 0, sizeof(float3), 1, 20, 1, 3, e);
      wait_group_events(1, &e);
    })");
  Bytes in = pattern(20 * 3 * 16), out(640), back(21 * 3 * 16, untouched);
  Bytes expectedBack = back;
  harness::Launch launch(program, "k");
  launch.arg(inOut(in));
  launch.arg(inOut(out));
  launch.arg(inOut(back));
  launch.arg(Local{320});
  launch.arg(Local{320});
  launch.run(Range::of(30, 30));
  for (std::size_t i = 0; i < 20 * 16; ++i) {
    const std::size_t from = i / 16 * 48 + i % 16;
    expectedBack[from] = expectedBack[from + 16] = in[from];
    ASSERT_EQ(out[i], in[from]);
    ASSERT_EQ(out[320 + i], in[from]);
  }
  EXPECT_EQ(back, expectedBack);
}

// "support arbitrary gentype-based buffers by casting pointers to void*"; "All pointer arithmetic is performed with
// implicit casting to char*": offsets count elements, whatever the pointers' type.
TEST(ExtendedAsyncCopies, ArithmeticIsInElementsOfAnyPointer) {
  harness::Program program(R"(
    typedef struct { uchar r, g, b; } Pixel;
    kernel void k(global const Pixel *in, global double *out) {
      local float4 tile[16];
      event_t e = async_work_group_copy_2D2D((local void *)tile, 1, (const global void *)in, 2, sizeof(Pixel), 4, 3, 10,
                                             5, 0);
      wait_group_events(1, &e);
      e = async_work_group_copy_2D2D(out, 1, tile, 1, 3, 4, 3, 5, 4, 0);
      wait_group_events(1, &e);
    })");
  Bytes in = pattern(120), out(80, untouched), expected = out;
  for (std::size_t y = 0; y < 3; ++y)
    for (std::size_t x = 0; x < 12; ++x)
      expected[3 + y * 12 + x] = in[6 + y * 30 + x];
  harness::Launch launch(program, "k");
  launch.arg(inOut(in));
  launch.arg(inOut(out));
  launch.run(Range::of(12, 12));
  EXPECT_EQ(out, expected);
}

// ----------------------------------------------------------------------------------------------------------- events

// "The event argument can also be used to associate the async copy with a previous async copy allowing an event to be
// shared by multiple async copies; otherwise event should be zero."
TEST(AsyncCopyEvents, OneEventForCopiesOfEveryKind) {
  harness::Program program(R"(
    kernel void k(global const int *in, global int *out, int waitForFirst) {
      local int a[16], b[16], c[16], d[16];
      event_t first = async_work_group_copy(a, in, 16, 0);
      event_t e = async_work_group_strided_copy(b, in, 16, 3, first);
      e = async_work_group_copy_2D2D(c, 0, in, 2, sizeof(int), 4, 4, 8, 4, e);
      e = async_work_group_copy_3D3D(d, 0, in, 1, sizeof(int), 2, 4, 2, 4, 20, 2, 8, e);
      // "If the event argument is non-zero, the event object supplied ... will be returned": either names all four.
      if (waitForFirst)
        wait_group_events(1, &first);
      else
        wait_group_events(1, &e);
      int l = get_local_id(0);
      out[l] = a[15 - l];
      out[16 + l] = b[15 - l];
      out[32 + l] = c[15 - l];
      out[48 + l] = d[15 - l];
    })");
  auto in = harness::noise<int>(64);
  std::vector<int> expected(64);
  for (std::size_t i = 0; i < 16; ++i) {
    const std::size_t l = 15 - i;
    expected[l] = in[i];
    expected[16 + l] = in[3 * i];
    expected[32 + l] = in[2 + i / 4 * 8 + i % 4];
    expected[48 + l] = in[1 + i / 8 * 20 + i % 8 / 2 * 4 + i % 2];
  }
  for (int which : {0, 1}) {
    std::vector<int> out(64);
    harness::Launch launch(program, "k");
    launch.arg(inOut(in));
    launch.arg(inOut(out));
    launch.arg(which);
    launch.run(Range::of(16, 16));
    EXPECT_EQ(out, expected);
  }
}

TEST(AsyncCopyEvents, ResultIsTheGivenEvent) {
  harness::Program program(R"(
    kernel void k(global const int *in, global int *out, local int *tile) {
      event_t e = async_work_group_copy(tile, in, 16, 0);
      event_t f = async_work_group_copy_2D2D(tile, 16, in, 16, 4, 4, 4, 4, 4, e);
      event_t g = async_work_group_copy_3D3D(tile, 32, in, 32, 4, 4, 2, 2, 4, 8, 4, 8, f);
      event_t h = async_work_group_strided_copy(tile + 48, in, 16, 2, g);
      wait_group_events(1, &h);
      bool same = true;
      for (uint i = 0; i < sizeof(event_t); ++i)
        same &= ((private char *)&e)[i] == ((private char *)&f)[i] && ((private char *)&e)[i] == ((private char *)&g)[i]
                && ((private char *)&e)[i] == ((private char *)&h)[i];
      out[get_local_id(0)] = same;
    })");
  std::vector<int> in(64), out(16);
  harness::Launch launch(program, "k");
  launch.arg(inOut(in));
  launch.arg(inOut(out));
  launch.arg(Local{64 * sizeof(int)});
  launch.run(Range::of(16, 16));
  EXPECT_EQ(out, std::vector<int>(16, 1));
}

TEST(AsyncCopyEvents, ArraysAndDoubleBuffering) {
  harness::Program program(R"(
    event_t fetch(local int *to, global const int *from, uint n, event_t e) __attribute__((noinline));
    event_t fetch(local int *to, global const int *from, uint n, event_t e) {
      return async_work_group_copy_2D2D(to, 0, from, 0, sizeof(int), n, 1, n, n, e);
    }
    kernel void k(global const int *in, global int *out, uint n, uint rounds, local int *tiles) {
      local int *in2[2] = {tiles, tiles + n}, *out2[2] = {tiles + 2 * n, tiles + 3 * n};
      in += get_group_id(0) * n * rounds;
      out += get_group_id(0) * n * rounds;
      event_t reads[2], writes[2];
      reads[0] = fetch(in2[0], in, n, 0);
      for (uint r = 0; r < rounds; ++r) {
        uint now = r & 1;
        if (r + 1 < rounds)
          reads[1 - now] = fetch(in2[1 - now], in + (r + 1) * n, n, 0);
        wait_group_events(1, &reads[now]);
        if (r >= 2)
          wait_group_events(1, &writes[now]);
        for (uint i = get_local_id(0); i < n; i += get_local_size(0))
          out2[now][i] = in2[now][n - 1 - i] + r;
        barrier(CLK_LOCAL_MEM_FENCE);
        writes[now] = async_work_group_copy(out + r * n, out2[now], n, 0);
      }
      wait_group_events(rounds > 1 ? 2 : 1, writes);
    })");
  for (auto [n, local] : {std::array<std::size_t, 2>{64, 64}, {50, 16}, {7, 33}, {256, 100}}) {
    const std::size_t groups = 3, rounds = 5;
    auto in = harness::noise<int>(groups * rounds * n);
    std::vector<int> out(in.size()), expected(in.size());
    for (std::size_t i = 0; i < in.size(); ++i)
      expected[i] = static_cast<int>(static_cast<unsigned>(in[i / n * n + n - 1 - i % n]) + i / n % rounds);
    harness::Launch launch(program, "k");
    launch.arg(inOut(in));
    launch.arg(inOut(out));
    launch.arg(static_cast<cl_uint>(n));
    launch.arg(static_cast<cl_uint>(rounds));
    launch.arg(Local{4 * n * sizeof(int)});
    launch.run(Range::of(groups * local, local));
    EXPECT_EQ(out, expected) << n << " by " << local;
  }
}

TEST(AsyncCopyEvents, WaitsWithoutACopyAndWithoutEvents) {
  harness::Program program(R"(
    kernel void k(global int *out, local int *tile, int n) {
      event_t none = 0, e[3];
      for (int i = 0; i < 3; ++i)
        e[i] = none;
      tile[get_local_id(0)] = get_local_id(0);
      wait_group_events(n, e);
      barrier(CLK_LOCAL_MEM_FENCE);
      out[get_local_id(0)] = tile[get_local_size(0) - 1 - get_local_id(0)];
    })");
  for (int n : {0, 3}) {
    std::vector<int> out(40), expected(40);
    std::iota(expected.rbegin(), expected.rend(), 0);
    harness::Launch launch(program, "k");
    launch.arg(inOut(out));
    launch.arg(Local{40 * sizeof(int)});
    launch.arg(n);
    launch.run(Range::of(40, 40));
    EXPECT_EQ(out, expected);
  }
}

// ----------------------------------------------------------------------------------- work-groups and control flow

/// Each group brings its rows to local memory, and each work-item reads what another's row brought.
const std::string groupSource = R"(
  kernel void k(global const int *in, global int *out, uint width) {
    local int tile[512];
    uint sx = get_local_size(0), sy = get_local_size(1), x0 = get_global_id(0) - get_local_id(0) - get_global_offset(0),
         y0 = get_global_id(1) - get_local_id(1) - get_global_offset(1);
    event_t e = async_work_group_copy_2D2D(tile, 0, in, y0 * width + x0, sizeof(int), sx, sy, width, sx, 0);
    wait_group_events(1, &e);
    int value = tile[(sy - 1 - get_local_id(1)) * sx + sx - 1 - get_local_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[get_local_id(1) * sx + get_local_id(0)] = value + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    e = async_work_group_copy_2D2D(out, y0 * width + x0, tile, 0, sizeof(int), sx, sy, sx, width, 0);
    wait_group_events(1, &e);
  })";

TEST(AsyncCopyGroups, UniformNonUniformAndOffsetRanges) {
  harness::Program program(groupSource);
  for (auto [width, height, lx, ly] : {std::array<std::size_t, 4>{64, 8, 16, 4},
                                       {100, 9, 32, 4},
                                       {1000, 1, 300, 1},
                                       {37, 23, 37, 5},
                                       {7, 3, 2, 2},
                                       {2048, 16, 8, 8}})
    for (std::size_t offset : {0, 13}) {
      auto in = harness::noise<int>(width * height);
      std::vector<int> out(in.size()), expected(in.size());
      for (std::size_t i = 0; i < in.size(); ++i) {
        const std::size_t x = i % width, y = i / width, gx = x / lx * lx, gy = y / ly * ly;
        const std::size_t sx = std::min(lx, width - gx), sy = std::min(ly, height - gy);
        expected[i] =
            static_cast<int>(1u + static_cast<unsigned>(in[(gy + sy - 1 - (y - gy)) * width + gx + sx - 1 - (x - gx)]));
      }
      harness::Launch launch(program, "k");
      launch.arg(inOut(in));
      launch.arg(inOut(out));
      launch.arg(static_cast<cl_uint>(width));
      launch.run({{width, height, 1}, {lx, ly, 1}, {offset, offset, 0}, 2});
      EXPECT_EQ(out, expected) << width << "x" << height << " by " << lx << "x" << ly;
    }
}

// "encountered by all work-items in a work-group ... with the same argument values": the values may come from anywhere.
TEST(AsyncCopyGroups, UniformControlFlowAndArgumentsFromMemory) {
  harness::Program program(R"(
    kernel void k(global const int *in, global int *out, global const uint *counts) {
      local int tile[64];
      uint l = get_local_id(0), g = get_group_id(0);
      tile[l] = -1;
      barrier(CLK_LOCAL_MEM_FENCE);
      // The same for all, though each work-item reads its own.
      uint n = counts[get_global_id(0)];
      event_t e = 0;
      switch (g % 3) {
      case 0:
        e = async_work_group_copy(tile, in + g * 64, n, e);
        break;
      case 1:
        for (uint i = 0; i < n; ++i)
          e = async_work_group_copy_2D2D(tile, i, in, g * 64 + n - 1 - i, sizeof(int), 1, 1, 1, 1, e);
        break;
      default:
        if (n > 20)
          e = async_work_group_strided_copy(tile, in, n, n, e);
      }
      wait_group_events(1, &e);
      out[get_global_id(0)] = tile[63 - l];
    })");
  const std::size_t groups = 9;
  auto in = harness::noise<int>(groups * 64 + 64 * 64);
  std::vector<unsigned> counts(groups * 64);
  std::vector<int> out(groups * 64), expected(groups * 64, -1);
  for (std::size_t g = 0; g < groups; ++g) {
    const std::size_t n = (g * 11 + 5) % 64;
    std::fill_n(counts.begin() + static_cast<long>(g * 64), 64, static_cast<unsigned>(n));
    for (std::size_t i = 0; i < n; ++i) {
      int &place = expected[g * 64 + 63 - i];
      if (g % 3 == 0)
        place = in[g * 64 + i];
      else if (g % 3 == 1)
        place = in[g * 64 + n - 1 - i];
      else if (n > 20)
        place = in[n * i];
    }
  }
  harness::Launch launch(program, "k");
  launch.arg(inOut(in));
  launch.arg(inOut(out));
  launch.arg(inOut(counts));
  launch.run(Range::of(groups * 64, 64));
  EXPECT_EQ(out, expected);
}

// The group's first sub-group copies, at its call. Changing the source before the wait is a race in OpenCL; on this
// platform it tells a second copy, by another work-item or sub-group, from none.
TEST(AsyncCopyGroups, RunOncePerWorkGroup) {
  harness::Program program(R"(
    kernel void k(global int *out) {
      local int tile[150];
      uint l = get_local_id(0), n = get_local_size(0);
      out += get_group_id(0) * 3 * n;
      tile[l] = l;
      barrier(CLK_LOCAL_MEM_FENCE);
      event_t e = async_work_group_copy(out, tile, n, 0);
      e = async_work_group_copy_2D2D(out, n, tile, 0, sizeof(int), 5, n / 5, 5, 5, e);
      e = async_work_group_copy_3D3D(out, 2 * n, tile, 0, sizeof(int), 5, n / 5, 1, 5, n, 5, n, e);
      tile[l] = -1;
      wait_group_events(1, &e);
    })");
  for (std::size_t local : {5, 20, 150}) {
    std::vector<int> out(4 * 3 * local), expected(out.size());
    for (std::size_t i = 0; i < out.size(); ++i)
      expected[i] = static_cast<int>(i % local);
    harness::Launch launch(program, "k");
    launch.arg(inOut(out));
    launch.run(Range::of(4 * local, local));
    EXPECT_EQ(out, expected);
  }
}

// "does not perform any implicit synchronization of source data": the barrier is the program's, and what was waited for
// is visible to all work-items; a second wait is none.
TEST(AsyncCopyGroups, ManyRoundsThroughBothMemories) {
  harness::Program program(R"(
    kernel void k(global int *data, global int *scratch, int rounds) {
      local int tile[96];
      uint l = get_local_id(0), n = get_local_size(0);
      data += get_group_id(0) * n;
      scratch += get_group_id(0) * n;
      for (int r = 0; r < rounds; ++r) {
        event_t e = async_work_group_copy(tile, data, n, 0);
        wait_group_events(1, &e);
        int value = tile[(l + 1) % n] * 3 + r;
        barrier(CLK_LOCAL_MEM_FENCE);
        tile[l] = value;
        barrier(CLK_LOCAL_MEM_FENCE);
        e = async_work_group_copy_3D3D(scratch, 0, tile, 0, sizeof(int), n, 1, 1, n, n, n, n, 0);
        wait_group_events(1, &e);
        wait_group_events(1, &e);
        data[n - 1 - l] = scratch[l];
        barrier(CLK_GLOBAL_MEM_FENCE);
      }
    })");
  const std::size_t groups = 40, local = 96;
  auto data = harness::noise<int>(groups * local);
  auto expected = data;
  const int rounds = 6;
  for (std::size_t g = 0; g < groups; ++g)
    for (int r = 0; r < rounds; ++r) {
      std::vector<int> next(local);
      for (std::size_t l = 0; l < local; ++l)
        next[local - 1 - l] = expected[g * local + (l + 1) % local] * 3 + r;
      std::copy(next.begin(), next.end(), expected.begin() + static_cast<long>(g * local));
    }
  std::vector<int> scratch(data.size());
  harness::Launch launch(program, "k");
  launch.arg(inOut(data));
  launch.arg(inOut(scratch));
  launch.arg(rounds);
  launch.run(Range::of(groups * local, local));
  EXPECT_EQ(data, expected);
}

// -------------------------------------------------------------------------------------------------- beyond 32 bits

TEST(AsyncCopySizes, StridesAndOffsetsBeyond32Bits) {
  cl_ulong most = 0;
  clGetDeviceInfo(harness::Device::get().id, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof most, &most, nullptr);
  const std::size_t far = (std::size_t{1} << 32) + 64, size = far + (1 << 20);
  // Memory that costs nothing until it is touched.
  void *memory = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (most < size || memory == MAP_FAILED)
    GTEST_SKIP() << "buffers of 4 GiB do not fit";
  auto *bytes = static_cast<unsigned char *>(memory);
  const Bytes in = pattern(48);
  std::copy_n(in.begin(), 16, bytes);
  std::copy_n(in.begin() + 16, 32, bytes + far);
  harness::Program program(R"(
    kernel void k(global uchar *big, ulong far, global uchar *out) {
      local uchar tile[64];
      event_t e = async_work_group_strided_copy(tile, big, 2, far, 0);
      e = async_work_group_copy_2D2D(tile, 2, big, 0, 1, 8, 2, far, 8, e);
      e = async_work_group_copy_2D2D(tile, 18, big, far, 1, 8, 1, 8, 8, e);
      e = async_work_group_copy_3D3D(tile, 26, big, 0, 1, 4, 1, 2, 4, far, 4, 4, e);
      wait_group_events(1, &e);
      e = async_work_group_copy(out, tile, 34, 0);
      e = async_work_group_copy_2D2D(big, 64, tile, 0, 1, 16, 2, 16, far, e);
      e = async_work_group_strided_copy(big + 96, tile, 2, far, e);
      e = async_work_group_copy_3D3D(big, 104, tile, 2, 1, 4, 1, 2, 4, 4, 4, far, e);
      e = async_work_group_copy_2D2D(big, far + 112, tile, 10, 1, 8, 1, 8, 8, e);
      wait_group_events(1, &e);
    })");
  cl_int error = CL_SUCCESS;
  cl_mem buffer =
      clCreateBuffer(harness::Device::get().context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, size, memory, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  Bytes out(34);
  {
    harness::Launch launch(program, "k");
    launch.arg(buffer);
    launch.arg(cl_ulong{far});
    launch.arg(inOut(out));
    launch.run(Range::of(32, 32));
  }
  Bytes expected = {in[0], in[16]};
  auto append = [&](std::size_t from, long count) {
    expected.insert(expected.end(), in.begin() + static_cast<long>(from), in.begin() + static_cast<long>(from) + count);
  };
  append(0, 8), append(16, 8), append(16, 8), append(0, 4), append(16, 4);
  EXPECT_EQ(out, expected);
  EXPECT_TRUE(std::equal(expected.begin(), expected.begin() + 16, bytes + 64));
  EXPECT_TRUE(std::equal(expected.begin() + 16, expected.begin() + 32, bytes + 64 + far));
  EXPECT_EQ(Bytes({bytes[96], bytes[96 + far]}), Bytes(expected.begin(), expected.begin() + 2));
  EXPECT_TRUE(std::equal(expected.begin() + 2, expected.begin() + 6, bytes + 104));
  EXPECT_TRUE(std::equal(expected.begin() + 6, expected.begin() + 10, bytes + 104 + far));
  EXPECT_TRUE(std::equal(expected.begin() + 10, expected.begin() + 18, bytes + 112 + far));
  clReleaseMemObject(buffer);
  munmap(memory, size);
}

// ----------------------------------------------------------------------------------------------------- the extension

TEST(ExtendedAsyncCopies, AreAnnounced) {
  cl_device_id device = harness::Device::get().id;
  std::size_t length = 0;
  clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, 0, nullptr, &length);
  std::string names(length, ' ');
  clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, length, names.data(), nullptr);
  EXPECT_NE((" " + names).find(" cl_khr_extended_async_copies"), std::string::npos);
  clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION, 0, nullptr, &length);
  std::vector<cl_name_version> versions(length / sizeof(cl_name_version));
  clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION, length, versions.data(), nullptr);
  EXPECT_EQ(std::ranges::count_if(versions,
                                  [](const cl_name_version &entry) {
                                    return std::string(entry.name) == "cl_khr_extended_async_copies" &&
                                           entry.version == CL_MAKE_VERSION(1, 0, 0);
                                  }),
            1);
  for (const char *options : {"-cl-std=CL1.2", "-cl-std=CL3.0 -Werror", ""}) {
    harness::Program program("#pragma OPENCL EXTENSION cl_khr_extended_async_copies : enable\n"
                             "#if cl_khr_extended_async_copies != 1\n#error no macro\n#endif\n"
                             "kernel void k(global int *g, local int *l) {\n"
                             "  event_t e = async_work_group_copy_2D2D(l, 0, g, 0, 4, 1, 1, 1, 1, 0);\n"
                             "  wait_group_events(1, &e); }",
                             options);
    EXPECT_EQ(program.status, CL_SUCCESS) << program.log;
  }
}

} // namespace
