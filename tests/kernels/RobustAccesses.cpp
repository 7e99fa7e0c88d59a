// Robust programs: every kind of access and of index, against what the kernel would do in endless memory of which only
// the buffer is there.
#include "Guarded.h"
using harness::Guarded, harness::inOut, harness::numberOrZero, harness::Robust;

namespace {

int numberAt(int index) { return index + 1; }

// ----------------------------------------------------------------------------------------------------------- indices

/// Byte offsets are of 64 bits and wrap round; only those that meet an element are inside. Work-items that write one
/// element write the same.
TEST(RobustAccesses, LongIndicesWrapAsAddressesDo) {
  const char *source =
      "kernel void k(global int *in, global int *out, local int *l, ulong a, ulong b, global int *seen) {"
      "  ulong i = get_global_id(0);"
      "  int sum = in[i + a];"
      "  for (int j = 0; j < 4; ++j) sum = sum * 100 + in[i * b + j * a];"
      "  seen[i] = sum; out[i + a + 3] = i + 500; }"
      "kernel void adds(global int *in, global int *out, local int *l, ulong a, ulong b) {"
      "  ulong i = get_global_id(0); atomic_add(out + i * b + a, 1000); }";
  harness::Program program(source, harness::robustOptions().c_str());
  const uint64_t one = 1;
  const uint64_t some[] = {
      0,         1,         one << 29, one << 30, one << 31,       one << 32,    (one << 32) + 1,
      one << 40, one << 61, one << 62, one << 63, (one << 62) + 1, ~uint64_t(0), ~uint64_t(0) - 40};
  for (uint64_t a : some)
    for (uint64_t b : some) {
      Robust t;
      std::vector<int> seen(64, -1), expected(64), out(64);
      t.launch(program, 64, 16, 64, a, b, inOut(seen));
      t.name = "adds";
      t.launch(program, 64, 16, 64, a, b);
      auto at = [](uint64_t index) { return static_cast<int64_t>(index * 4) / 4; };
      auto isInside = [&](uint64_t index) { return at(index) >= 0 && at(index) < 64; };
      for (uint64_t i = 0; i < 64; ++i) {
        auto sum = static_cast<uint32_t>(numberOrZero(at(i + a)));
        for (uint64_t j = 0; j < 4; ++j)
          sum = sum * 100 + static_cast<uint32_t>(numberOrZero(at(i * b + j * a)));
        expected[i] = static_cast<int>(sum);
        if (isInside(i + a + 3))
          out[at(i + a + 3)] = static_cast<int>(i + 500);
      }
      for (uint64_t i = 0; i < 64; ++i)
        if (isInside(i * b + a))
          out[at(i * b + a)] += 1000;
      EXPECT_EQ(seen, expected) << a << " " << b;
      t.expect(numberAt, [&](int i) { return out[i]; }, std::to_string(a) + " " + std::to_string(b));
    }
}

// Loops at the very start of a kernel, and loops that end by what they read or change.
TEST(RobustAccesses, ConditionsOfLoops) {
  const char *source = "kernel void k(global int *in, global int *out, local int *l, int n, int start) {"
                       "  for (int i = 0; i < n; ++i) out[i] = i + 1; }"
                       "kernel void walk(global int *in, global int *out, local int *l, int n, int start) {"
                       "  int i = start + get_global_id(0);"
                       "  while (in[i] > 0) i += in[i + 1] & 3 | 1;"
                       "  out[get_global_id(0)] = i; }"
                       "kernel void change(global int *in, global int *out, local int *l, int n, int start) {"
                       "  int i = start + get_global_id(0), turns = 0;"
                       "  while (atomic_xchg(out + i, 7) == 0 && turns++ < n) i += in[i + 1] & 3 | 1; }";
  harness::Program program(source, harness::robustOptions().c_str());
  for (int n : {0, 10, 64, 1000}) {
    Robust t;
    t.launch(program, 64, 16, 64, n, 0);
    t.expect(numberAt, [&](int i) { return i < n ? i + 1 : 0; }, std::to_string(n));
  }
  for (int start : {0, 40, 64, 1 << 29, -64, -(1 << 29)}) {
    Robust t;
    t.name = "walk";
    t.launch(program, 64, 16, 64, 0, start);
    auto end = [&](int i) {
      for (i += start; numberOrZero(i) > 0;)
        i += (numberOrZero(i + 1) & 3) | 1;
      return i;
    };
    t.expect(numberAt, end, "from " + std::to_string(start));
    Robust outside;
    outside.name = "change";
    if (start >= 64 || start <= -64) {
      outside.launch(program, 64, 16, 64, 5, start >= 64 ? start : start - 64);
      outside.expect(numberAt, Guarded::nothing, "changes from " + std::to_string(start));
    }
  }
}

TEST(RobustAccesses, UnsignedIndicesWrap) {
  const char *source = "kernel void k(global int *in, global int *out, local int *l, uint a, uint b) {"
                       "  uint i = get_global_id(0); uint sum = in[i + a];"
                       "  for (uint j = 0; j < 4; ++j) sum = sum * 100 + in[i * b + j * a];"
                       "  out[i] = sum; in[i + a - b + 4096] = 5; in[a * b - i * b | 0x80000000] = 7; }";
  harness::Program program(source, harness::robustOptions().c_str());
  const uint32_t some[] = {0, 1, 7, 1U << 16, 1U << 30, 1U << 31, (1U << 31) + 1, ~0U, ~0U - 40};
  for (uint32_t a : some)
    for (uint32_t b : some) {
      if (a - b + 4096 + 64 < 128) // the store meets what is read
        continue;
      Robust t;
      t.launch(program, 64, 16, 64, a, b);
      t.expect(
          numberAt,
          [&](uint32_t i) {
            uint32_t sum = numberOrZero(i + a);
            for (uint32_t j = 0; j < 4; ++j)
              sum = sum * 100 + numberOrZero(i * b + j * a);
            return static_cast<int>(sum);
          },
          std::to_string(a) + " " + std::to_string(b));
    }
}

/// What overflows an int has any value, but stays inside.
TEST(RobustAccesses, OverflowsOfIntsStayInside) {
  const char *source =
      "kernel void k(global int *in, global int *out, local int *l, int a, int b) {"
      "  int i = get_global_id(0); int sum = 0;"
      "  sum |= in[a * b - (long)(i * a)]; sum |= in[(long)(a * b) - (long)(b * a) + i];"
      "  sum |= in[i * a + b] | in[(long)(a + b) - (long)(i + a) - b];"
      "  for (int j = a; j < a + 4; ++j) sum |= in[j - b];"
      "  for (int j = 0; j < 4; ++j) { sum |= in[j * a * b]; out[(long)(j + a) - (long)(b + 3)] = 0; }"
      "  local int own[16]; own[i & 15] = 0; sum |= own[a + i]; own[(long)(a * 4) - (long)(b * 4)] = 0;"
      "  if (sum & ~127) out[0] = sum; }";
  harness::Program program(source, harness::robustOptions().c_str());
  const int some[] = {0,         1,  46341, 65536, 1 << 30, (1 << 30) + 1, INT32_MAX, INT32_MAX - 3, INT32_MAX - 20,
                      INT32_MIN, -1, -65536};
  for (int a : some)
    for (int b : some) {
      Robust t;
      t.launch(program, 64, 16, 64, a, b);
      t.expect(numberAt, [](int) { return 0; }, std::to_string(a) + " " + std::to_string(b));
    }
}

// One access for each kernel: it is foreseen, or not, by itself.
TEST(RobustAccesses, OverflowsOfSingleIndicesStayInside) {
  for (const char *index : {"(long)(a * 32768) - (long)b + i", "(long)(a + b) - (long)(a - b) + i", "(long)(a * b) + i",
                            "((a + i) >> 20) + ((b + i) >> 25)", "(long)(a * 2) - (long)(b * 2) + i",
                            "(a + i) / 3 - (b + i) / 5", "(a + b) % 50 + i", "(a * 3 > b ? a * 7 : b * 5) + i"}) {
    const std::string source =
        std::string("kernel void k(global int *in, global int *out, local int *l, int a, int b) {"
                    "  int i = get_global_id(0); int v = in[") +
        index + "]; if (v < 0 || v > 64) out[0] = v; }";
    harness::Program program(source, harness::robustOptions().c_str());
    const int some[] = {0, 1, 3, 46341, 65536, 1 << 30, (1 << 30) + 1, INT32_MAX, INT32_MAX - 3, INT32_MIN, -1, -65536};
    for (int a : some)
      for (int b : some) {
        Robust t;
        t.launch(program, 64, 16, 64, a, b);
        t.expect(numberAt, [](int) { return 0; }, std::to_string(a) + " " + std::to_string(b) + " in " + index);
      }
  }
}

TEST(RobustAccesses, NegativeIndices) {
  for (const char *type : {"char", "short", "int", "long"}) {
    Robust t;
    const std::string source = std::string("typedef ") + type + R"( T;
      kernel void k(global int *in, global int *out, local int *l) {
        int g = get_global_id(0); T i = (T)(g - 96), j = (T)(31 - i);
        if (g < 64) out[g] = in[-1] + in[(T)(g - 40)] + 100 * in[(T)(20 - g)];
        barrier(CLK_GLOBAL_MEM_FENCE);
        in[i] = i + 1000; in[-64] = 1; in[-1] = 2;
        global int *p = in + j; for (int n = 0; n < 4; ++n) *(p -= 128) = 3; })";
    t.run(source, 128, 128);
    // What lies at 31 - i - 128 n for i of -96 to 31: of these 127, ..., 0 less 128 and more, all below.
    t.expect([](int i) { return i < 32 ? i + 1000 : i + 1; },
             [](int g) { return numberOrZero(g - 40) + 100 * numberOrZero(20 - g); }, type);
  }
}

/// What a loop's condition reads, it reads once more than its body.
TEST(RobustAccesses, LoopsThatEndWhereMemoryEnds) {
  Robust t;
  std::vector<int> seen(256, -1);
  t.run("kernel void k(global int *in, global int *out, local int *l, global int *seen) {"
        "  int i = get_global_id(0), n = 0, m = 0, first = i * 3 - 40;"
        "  for (int j = i - 20; in[j] && n < 100; ++j) ++n;"
        "  for (int j = in[i]; j < in[first] + 2; ++j) m += in[j * 2 - 10];"
        "  while (in[first + 104]) { out[i & 63] = 7; if (++n > 1000) break; }"
        "  seen[i * 2] = n; seen[i * 2 + 1] = m; }",
        128, 32, 64, inOut(seen));
  t.expect(numberAt, [](int) { return 0; });
  for (int i = 0; i < 128; ++i) {
    int n = 0, m = 0;
    for (int j = i - 20; numberOrZero(j) && n < 100; ++j)
      ++n;
    for (int j = numberOrZero(i); j < numberOrZero(i * 3 - 40) + 2; ++j)
      m += numberOrZero(j * 2 - 10);
    EXPECT_EQ(seen[i * 2], n) << i;
    EXPECT_EQ(seen[i * 2 + 1], m) << i;
  }
}

// ------------------------------------------------------------------------------------------------- vectors, structs

/// A vector that is inside in part is outside.
TEST(RobustAccesses, VectorsAreInsideAsAWhole) {
  for (int width : {2, 3, 4, 8, 16})
    for (bool isRead : {true, false}) {
      Robust t;
      const std::string n = std::to_string(width);
      std::string source = "kernel void k(global int *in, global int *out, local int *l, global int *seen) {"
                           "  int i = get_global_id(0); global int *p = in + i - 32, *q = out + i * 16 - 160;";
      std::vector<int> seen(128 * 16, -1);
      source += isRead ? "vstore" + n + "(vload" + n + "(0, p), 0, seen + i * 16); }"
                       : "vstore" + n + "(vload" + n + "(0, seen + i * 16), 0, q + (i & 7)); }";
      if (!isRead)
        for (int i = 0; i < 128 * 16; ++i)
          seen[i] = i;
      t.run(source, 128, 32, 64, inOut(seen));
      std::vector<int> out(64);
      for (int i = 0; i < 128; ++i)
        if (isRead) {
          const int first = i - 32;
          for (int c = 0; c < 16; ++c)
            EXPECT_EQ(seen[i * 16 + c], c >= width                          ? -1
                                        : first >= 0 && first + width <= 64 ? first + c + 1
                                                                            : 0)
                << width << ", " << first << ", " << c;
        } else if (const int first = i * 16 - 160 + (i & 7); first >= 0 && first + width <= 64) {
          for (int c = 0; c < width; ++c)
            out[first + c] = i * 16 + c;
        }
      if (!isRead && width == 16) // those of 16 may meet
        t.out.read();
      else
        t.expect(numberAt, [&](int i) { return out[i]; }, "vectors of " + n);
    }
}

TEST(RobustAccesses, VectorPointers) {
  for (const char *type : {"int2", "int3", "int4", "uchar16", "double2", "long8"}) {
    Robust t;
    const std::string source = std::string("typedef ") + type + R"( V;
      kernel void k(global int *in, global int *out, local int *l, int bytes) {
        int i = (int)get_global_id(0) - 70, n = 256 / bytes; global V *p = (global V *)in, *q = (global V *)out;
        q[i] = p[i]; V v = p[i >= 0 ? i + n : i]; q[i >= 0 ? i + n : i] = v + (V)(1);
        if (any(v != (V)(0))) in[0] = -1; })";
    const std::string name = type;
    const int bytes = name == "int2" ? 8 : name == "long8" ? 64 : 16;
    t.run(source, 140, 20, 64, bytes);
    const bool isThree = name == "int3"; // which need not write its fourth
    const auto outs = t.out.read(), ins = t.in.read();
    for (int i = 0; i < 64; ++i) {
      EXPECT_EQ(ins[i], i + 1) << type;
      if (!isThree || i % 4 != 3)
        EXPECT_EQ(outs[i], i + 1) << type;
    }
  }
}

TEST(RobustAccesses, StructsAreInsideAsAWhole) {
  for (const char *fields : {"int a[5];", "int a[5]; ", "char c; int a[4];", "int a[40];"}) {
    Robust t;
    const std::string source = std::string("typedef struct { ") + fields + R"( } S;
      kernel void k(global int *in, global int *out, local int *l, global int *seen, int shift) {
        int i = get_global_id(0);
        global S *p = (global S *)(in + i - 50), *q = (global S *)(out + i - 50);
        S s = *p; int sum = 0; for (int n = 0; n < 4; ++n) sum = sum * 10 + s.a[(n + shift) & 3];
        seen[i] = sum;
        if (i % 47 == 0) *q = *(global S *)in;
        if (i == 120) *(global S *)(out - 2) = *p; })";
    std::vector<int> seen(128, -1);
    t.run(source, 128, 32, 64, inOut(seen), 1);
    const std::string text = fields;
    const int size = text.contains("40") ? 40 : 5, first = text.starts_with("char") ? 1 : 0;
    for (int i = 0; i < 128; ++i) {
      int sum = 0;
      for (int n = 0; n < 4; ++n)
        sum = sum * 10 + (i >= 50 && i - 50 + size <= 64 ? i - 50 + first + ((n + 1) & 3) + 1 : 0);
      EXPECT_EQ(seen[i], sum) << fields << " at " << i - 50;
    }
    t.in.read();
    const auto outs = t.out.read();
    for (int i = 0; i < 64; ++i) { // only i of 94 stores, at 44
      const bool isHit = size == 5 && i >= 44 && i < 49;
      if (first && i == 44)
        continue; // padding
      EXPECT_EQ(outs[i], isHit ? i - 44 + 1 : 0) << fields << ", " << i;
    }
  }
}

/// From outside come zeros, as loads bring them.
TEST(RobustAccesses, CopiesOfStructsFromOutsideAreZeros) {
  Robust t;
  t.run(R"(typedef struct { int a[16]; } S;
    kernel void k(global int *in, global int *out, local int *l, int n) {
      int i = get_global_id(0); local S tile;
      if (i == 0) {
        for (int j = 0; j < 64; ++j) out[j] = 7;
        tile = *(global S *)(in + n); S own = *(global S *)(in + n + 8);
        *(global S *)out = *(global S *)(in + n); *(global S *)(out + 16) = tile;
        own.a[n & 15] += 1; *(global S *)(out + 32) = own; *(global S *)(out + 49) = *(global S *)in;
        *(global S *)(in + 4) = *(global S *)(in - 1000000);
      } })",
        8, 8, 64, 60);
  t.expect([](int i) { return i >= 4 && i < 20 ? 0 : i + 1; }, [](int i) { return i == 32 + 12 ? 1 : i < 48 ? 0 : 7; });
}

// ------------------------------------------------------------------------------------------ other pointers and memory

TEST(RobustAccesses, GenericPointersKeepTheirMemory) {
  Robust t;
  t.run(R"(
    int load(const int *p, int i) { return p[i]; }
    void store(int *p, int i, int v) { p[i] = v; }
    kernel void k(global int *in, global int *out, local int *l) {
      int i = get_global_id(0), own[2] = {i * 10, i * 10 + 1};
      if (i < 16) l[i] = 100 + i;
      barrier(CLK_LOCAL_MEM_FENCE);
      int *p = i % 3 == 0 ? (int *)in : i % 3 == 1 ? (int *)l : (int *)own;
      out[i] = load(p, i % 3 == 2 ? i & 1 : i - 4) * 2;
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      int *q = i & 1 ? (int *)in : (int *)l;
      store(q, i + 20, 7); store(q, i - 80, 8); atomic_fetch_add((volatile atomic_int *)q + i + 64, 1);
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
      if (i < 16 && l[i] != 100 + i) out[63] = -1; })",
        64, 64, 64);
  t.expect([](int i) { return i >= 20 && i % 2 ? 7 : i + 1; },
           [](int i) {
             const int from = i - 4;
             return 2 * (i % 3 == 2               ? i * 10 + (i & 1)
                         : i % 3 == 0             ? numberOrZero(from)
                         : from >= 0 && from < 16 ? 100 + from
                                                  : 0);
           });
}

TEST(RobustAccesses, VariablesOfTheProgram) {
  Robust t;
  t.run(R"(
    constant int table[8] = {10, 11, 12, 13, 14, 15, 16, 17};
    global int before[8], kept[8], after[8];
    kernel void k(global int *in, global int *out, local int *l) {
      int i = get_global_id(0);
      out[i] = table[i - 20] + 100 * kept[i + 3]; kept[i - 8] = i; atomic_or(kept + i - 40, 64);
      barrier(CLK_GLOBAL_MEM_FENCE);
      if (i < 24) in[i] = i < 8 ? before[i] : i < 16 ? kept[i - 8] : after[i - 16]; })",
        64, 64);
  t.expect([](int i) { return i >= 8 && i < 16 ? i | 64
                              : i < 24         ? 0
                                               : i + 1; },
           [](int i) { return i >= 20 && i < 28 ? i - 10 : 0; });
}

TEST(RobustAccesses, PointersMadeOfNumbers) {
  Robust t;
  t.run(R"(
    kernel void k(global int *in, global int *out, local int *l, ulong far) {
      ulong i = get_global_id(0);
      global int *p = (global int *)((ulong)in + i * 4 - 80), *q = (global int *)((ulong)out + i * 4 + far);
      if (i < 64) out[i] = *p; *q = 9; q[-1] = 10; *(global int *)((ulong)(out + i) & ~(ulong)3) += 100; })",
        128, 32, 64, cl_ulong{512});
  t.expect(numberAt, [](int i) { return numberOrZero(i - 20) + 100; });
}

TEST(RobustAccesses, KernelsThatKernelsCall) {
  Robust t;
  t.run("kernel void inner(global int *p, int i) { p[i] = i + 1000; }"
        "kernel void k(global int *in, global int *out, local int *l) {"
        "  int i = get_global_id(0) - 32; inner(out, i); inner(in, i - 128); }",
        128, 32);
  t.expect(numberAt, [](int i) { return i + 1000; });
}

TEST(RobustAccesses, HalvesAndBytes) {
  Robust t;
  t.run(R"(
    kernel void k(global int *in, global int *out, local int *l) {
      int i = (int)get_global_id(0) - 300; global uchar *b = (global uchar *)in; global half *h = (global half *)out;
      b[i * 2] = 255; vstore_half((float)i, i, h); vstore_half4((float4)(1), i * 4 + 512, h);
      float f = vload_half(i - 100000, h) + vload_half4(32 + (i & 7), h).w; if (f != 0) b[0] = 77; })",
        600, 100);
  const auto bytes = t.in.read<uint8_t>();
  for (int i = 0; i < 256; ++i) {
    const int number = i / 4 + 1;
    EXPECT_EQ(bytes[i], i % 2 == 0 ? 255 : reinterpret_cast<const uint8_t *>(&number)[i % 4]) << i;
  }
  const auto halves = t.out.read<_Float16>();
  for (int i = 0; i < 128; ++i)
    EXPECT_EQ(static_cast<float>(halves[i]), static_cast<float>(i)) << i;
}

/// What library functions write through their pointers.
TEST(RobustAccesses, ResultsOfFunctionsThroughPointers) {
  const char *const calls[] = {"fract(x, q)",
                               "modf(x, q)",
                               "sincos(x, q)",
                               "frexp(x, p)",
                               "remquo(x, 3.0f, p)",
                               "lgamma_r(x, p)",
                               "fract(v, (global float2 *)out + i - 40)",
                               "frexp(v, (global int2 *)out + i - 40)"};
  for (const char *call : calls)
    for (const char *space : {"-cl-std=CL1.2", "-cl-std=CL3.0"}) {
      Robust t;
      const std::string source =
          std::string(
              "kernel void k(global int *in, global int *out, local int *l) {"
              "  int i = get_global_id(0); global int *p = out + i * 3 - 64; global float *q = (global float *)p;"
              "  float x = i * 0.75f + 1.5f; float2 v = (float2)(x, -x); ") +
          call + "; }";
      harness::Program program(source, harness::robustOptions(space).c_str());
      ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
      t.launch(program, 128, 32, 64);
      const auto out = t.out.read(), in = t.in.read();
      EXPECT_EQ(in[63], 64) << call;
      EXPECT_NE(std::ranges::count(out, 0), 64) << call;
    }
}

} // namespace
