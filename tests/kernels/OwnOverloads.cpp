// A program may overload the built-in functions' names (OpenCL C 3.0, 6.11: they are overloaded themselves): its own
// and the built-in ones are chosen among by their parameters. Expected values are worked out by hand.
#include <bit>

#include "Harness.h"

namespace {

struct Case {
  const char *name, *functions, *expression; ///< of uint i, into a uint
  uint (*expected)(uint i);
};

class OwnOverloads : public testing::TestWithParam<Case> {};

TEST_P(OwnOverloads, StandBesideTheBuiltIns) {
  const std::string source = std::string(GetParam().functions) + "\nkernel void k(global uint *o) { uint i = " +
                             "get_global_id(0); o[i] = " + GetParam().expression + "; }";
  for (const char *options : {"", "-cl-std=CL3.0", "-cl-opt-disable"}) {
    harness::Program program(source, options);
    ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
    std::vector<uint> out(100), expected(100);
    harness::Launch launch(program, "k");
    launch.arg(harness::inOut(out));
    launch.run(harness::Range::of(out.size()));
    for (uint i = 0; i < out.size(); ++i)
      expected[i] = GetParam().expected(i);
    EXPECT_EQ(out, expected) << options;
  }
}

INSTANTIATE_TEST_SUITE_P(
    , OwnOverloads,
    testing::Values(
        Case{"OfOtherTypes", "uint __attribute__((overloadable)) mul_hi(ulong a, uint b) { return 7; }",
             "mul_hi(i << 24, 1024u) + mul_hi((ulong)i, i)", [](uint i) { return (i << 24 >> 22) + 7; }},
        Case{"OfOtherCounts", "uint __attribute__((overloadable)) clamp(uint a) { return a + 1; }",
             "clamp(i, 3u, 9u) + clamp(i)", [](uint i) { return std::min(std::max(i, 3u), 9u) + i + 1; }},
        Case{"ThatCallTheBuiltIn",
             "uint __attribute__((overloadable)) popcount(uint a, uint b) { return popcount(a) + popcount((uchar)b); }",
             "popcount(i, i + 250) + popcount((uint2)(i)).y",
             [](uint i) { return uint(2 * std::popcount(i) + std::popcount((i + 250) & 255)); }},
        Case{"InPlaceOfOne", "float __attribute__((overloadable)) fmax(float a, float b) { return a + 42; }",
             "(uint)fmax((float)i, 1.f) + (uint)fmax((float2)(i), (float2)(3)).x",
             [](uint i) { return i + 42 + std::max(i, 3u); }},
        Case{"InPlaceOfOneBehindAnother",
             "int __attribute__((overloadable)) fmin(int a, int b) { return a * b; }\n"
             "float __attribute__((overloadable)) fmin(float a, float b) { return a - b; }",
             "(uint)fmin((int)i, 3) + (uint)fmin(i + 5.f, 2.f) + (uint)fmin((float4)(i), 7.f).w",
             [](uint i) { return 3 * i + i + 3 + std::min(i, 7u); }},
        Case{"HiddenBehindTheirUse",
             "float before(float a) { return mix(a, 2.f, .5f) + dot((float2)(a), (float2)(1)); }\n"
             "float mix(float a, float b, float t) { return a * b * t; }\n"
             "float dot(float2 a, float2 b, float2 c) { return a.x * b.y + c.x; }",
             "(uint)(before(i * 4.f) + mix(i, 2, 3.f) + dot((float2)(i), (float2)(2), (float2)(1)))",
             [](uint i) { return 2 * i + 1 + 8 * i + 6 * i + 2 * i + 1; }},
        Case{"ThroughPrivatePointers",
             "float __attribute__((overloadable)) fract(float a, private float *e) { *e = 42; return 7; }\n"
             "uint ask(uint i, global float *whole) { float e; float m = fract(i * 0.25f, whole);"
             " return (uint)(fract(i * 1.f, &e) + e) + (uint)(m * 4); }",
             "ask(i, (global float *)o + i)", [](uint i) { return 49 + i % 4; }},
        Case{"OfVectorsWithOneExponent",
             "float4 __attribute__((overloadable)) ldexp(float4 a, int4 b) { return a + 42; }",
             "(uint)ldexp((float4)(i), 1).y + (uint)ldexp((float4)(i), (int4)(1)).x",
             [](uint i) { return 3 * i + 42; }},
        Case{"NamedAsTheCLibrarys",
             "long __attribute__((noinline)) labs(long a) { return a - 5; }\n"
             "float __attribute__((noinline)) powf(float a, float b) { return a * 1000 + b; }\n"
             "float __attribute__((noinline)) floorf(float a) { return a * 2; }",
             "(uint)labs((long)i) + (uint)powf(2.f, 3.f) + (uint)floorf(1.5f)", [](uint i) { return i + 2001; }},
        Case{"OnlyDeclaredFirst",
             "int __attribute__((overloadable)) convert_int(float2 v);\n"
             "int __attribute__((overloadable)) convert_int(float2 v) { return convert_int(v.x) * convert_int(v.y); }",
             "convert_int((float2)(i + 0.5f, 3.7f)) + convert_int(2.9f)", [](uint i) { return 3 * i + 2; }}),
    [](const auto &info) { return std::string(info.param.name); });

// What programs of before OpenCL 2.0 do for want of atomic floats.
TEST(OwnFunctions, OverloadAtomics) {
  const std::string source = R"(
    void __attribute__((overloadable)) atomic_add(volatile global float *p, float v) {
      union { uint u; float f; } o, n;
      do { o.f = *p; n.f = o.f + v; } while (atomic_cmpxchg((volatile global uint *)p, o.u, n.u) != o.u);
    }
    kernel void k(global uint *o, global float *f) {
      atomic_add(o, 3u); atomic_add((global int *)(o + 1), -1); atomic_add(f, 0.5f);
    })";
  std::vector<uint> counts(2);
  std::vector<float> sum(1);
  ASSERT_TRUE(harness::run(source, "k", harness::Range::of(128, 32), harness::inOut(counts), harness::inOut(sum)));
  EXPECT_EQ(counts, (std::vector<uint>{3 * 128, 0u - 128}));
  EXPECT_EQ(sum[0], 64.0f);
}

// A function that is not overloadable hides what has its name, as everywhere in C.
TEST(OwnFunctions, HideBuiltIns) {
  std::vector<uint> out(1);
  ASSERT_TRUE(harness::run("uint rotate(uint a) { return a + 5; } kernel void k(global uint *o) { o[0] = rotate(1); }",
                           "k", harness::Range::of(1), harness::inOut(out)));
  EXPECT_EQ(out[0], 6u);
}

// Functions of C with a built-in's name, made of that built-in.
TEST(OwnFunctions, CallTheCompilersBuiltInOfTheirName) {
  const std::string source = R"(
    float fabsf(float a) { return __builtin_fabsf(a); }
    static inline float fmaf(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
    inline int ffs(int x) { return __builtin_ffs(x); }
    inline __attribute__((noinline)) int twice(int x) { return 2 * x; }
    void memset(void *p, int value, size_t bytes) { __builtin_memset(p, value, bytes); }
    void memcpy(void *to, const void *from, size_t bytes) { __builtin_memcpy(to, from, bytes); }
    kernel void k(global uint *o) {
      int i = get_global_id(0), x, y;
      memset(&x, i, sizeof x);
      memcpy(&y, &i, sizeof y);
      o[i] = (uint)fabsf(-1.f * i) + (uint)fmaf(i, 3, 4) * 100 + ffs(i) * 10000 + twice(i) + (x == i * 0x01010101) * 100000 +
             y * 1000000;
    })";
  std::vector<uint> out(40), expected;
  ASSERT_TRUE(harness::run(source, "k", harness::Range::of(out.size()), harness::inOut(out)));
  for (uint i = 0; i < out.size(); ++i)
    expected.push_back(3 * i + (3 * i + 4) * 100 + static_cast<uint>(__builtin_ffs(static_cast<int>(i))) * 10000 +
                       100000 + i * 1000000);
  EXPECT_EQ(out, expected);
}

} // namespace
