// Robust programs: accesses outside of buffers and local memory do nothing, and reads there give zero.
#include "Guarded.h"
using harness::numberOrZero, harness::Robust;

namespace {

bool isInside(int index) { return index >= 0 && index < 64; }
int numberAt(int index) { return index + 1; }

TEST(RobustPrograms, StoresOutsideAreDropped) {
  Robust t;
  t.run("kernel void k(global int *in, global int *out, local int *l) {"
        "  int i = get_global_id(0) - 100; out[i] = i + 1000; in[i * 5 - 3] = i + 2000; }");
  t.expect([](int i) { return (i + 3) % 5 ? i + 1 : (i + 3) / 5 + 2000; }, [](int i) { return i + 1000; });
}

TEST(RobustPrograms, LoadsOutsideGiveZero) {
  const char *const indices[] = {"i + 60", "i - 60", "i * 3 - 5", "(i * 1000003) | 64", "i ^ 63", "-i", "63 - 2 * i"};
  int (*const hosts[])(int) = {[](int i) { return i + 60; },    [](int i) { return i - 60; },
                               [](int i) { return i * 3 - 5; }, [](int i) { return (i * 1000003) | 64; },
                               [](int i) { return i ^ 63; },    [](int i) { return -i; },
                               [](int i) { return 63 - 2 * i; }};
  for (std::size_t n = 0; n < std::size(indices); ++n)
    for (std::size_t group : {8, 32, 64}) {
      Robust t;
      const std::string source = "kernel void k(global int *in, global int *out, local int *l) {"
                                 "  int i = get_global_id(0); out[i] = in[";
      t.run(source + indices[n] + "]; }", 64, group);
      t.expect(numberAt, [&](int i) { return numberOrZero(hosts[n](i)); }, indices[n]);
    }
}

TEST(RobustPrograms, AtomicsOutsideDoNothing) {
  Robust t;
  t.run("kernel void k(volatile global int *in, global int *out, local int *l) {"
        "  int i = get_global_id(0); int old = atomic_add(in + i - 300, 5); old |= atomic_xchg(in + 64 + i, 9);"
        "  old |= atomic_max(in - 1, 100); if (old) atomic_inc(out); atomic_inc(in + (i & 127)); }");
  t.expect([](int i) { return i + 1 + 2; }, [](int) { return 0; });
}

// No lane takes part: nothing may be read or written, not even the same value again.
TEST(RobustPrograms, AtomicsOfNoLaneLeaveAddressesAlone) {
  harness::Program program("kernel void k(volatile global int *none, global int *out) {"
                           "  int i = get_global_id(0), old = atomic_add(none + 1000000, i) | atomic_inc(none + i);"
                           "  old |= atomic_max(none + i * 2, i) | atomic_xchg(none, i); out[i] = old + 1; }",
                           harness::robustOptions().c_str());
  harness::Launch launch(program, "k");
  cl_mem none = nullptr;
  std::vector<int> out(100);
  launch.arg(none);
  launch.arg(harness::inOut(out));
  launch.run(harness::Range::of(100, 50));
  EXPECT_EQ(out, std::vector<int>(100, 1));
}

// Of both kinds, each with others round it; read in bounds and out of them.
TEST(RobustPrograms, LocalMemoryIsBounded) {
  for (int shift : {-40, -9, -1, 0, 1, 7, 8, 100}) {
    Robust t;
    t.run("kernel void k(global int *in, global int *out, local int *l, int shift) {"
          "  local int before[8], own[8], after[8]; int i = get_local_id(0);"
          "  if (i < 8) { before[i] = 100 + i; own[i] = 200 + i; after[i] = 300 + i; }"
          "  if (i < 16) l[i] = 400 + i;"
          "  barrier(CLK_LOCAL_MEM_FENCE);"
          "  out[i] = own[i + shift]; out[32 + i] = l[i + shift];"
          "  barrier(CLK_LOCAL_MEM_FENCE);"
          "  own[i + shift] += 1000; l[i + shift] += 2000; atomic_add(own + i + shift, 10000);"
          "  barrier(CLK_LOCAL_MEM_FENCE);"
          "  in[i] = i < 8 ? before[i] : i < 16 ? own[i - 8] : i < 24 ? after[i - 16] : 0; in[32 + i] = l[i]; }",
          32, 32, 16 * sizeof(int), shift);
    auto own = [](int i) { return i >= 0 && i < 8 ? 200 + i : 0; };
    auto argument = [](int i) { return i >= 0 && i < 16 ? 400 + i : 0; };
    auto isHit = [&](int i) { return i - shift >= 0 && i - shift < 32; };
    t.expect(
        [&](int i) {
          if (i < 32)
            return i < 8 ? 100 + i : i < 16 ? own(i - 8) + isHit(i - 8) * 11000 : i < 24 ? 300 + i - 16 : 0;
          return i - 32 < 16 ? argument(i - 32) + isHit(i - 32) * 2000 : 0;
        },
        [&](int i) { return i < 32 ? own(i + shift) : argument(i - 32 + shift); },
        "shifted by " + std::to_string(shift));
  }
}

TEST(RobustPrograms, ChosenPointersKeepTheirBuffer) {
  Robust t;
  t.run("int sum(global int *p, int n) { int s = 0; for (int i = -5; i < n; ++i) s += p[i]; return s; }"
        "kernel void k(global int *in, global int *out, local int *l) {"
        "  int i = get_global_id(0); global int *p = i & 1 ? in : out;"
        "  for (int j = 0; j < 300; j += 64) { p[i] = i + 500; p += 64; }"
        "  barrier(CLK_GLOBAL_MEM_FENCE);"
        "  if (i == 0) out[1] = sum(in, 1000000); }",
        128, 128);
  int sum = 0;
  for (int i = 0; i < 64; ++i)
    sum += i % 2 ? i + 500 : i + 1;
  t.expect([](int i) { return i % 2 ? i + 500 : i + 1; }, [&](int i) { return i == 1 ? sum : i % 2 ? 0 : i + 500; });
}

// Null is a pointer to nothing.
TEST(RobustPrograms, NoBufferIsEmpty) {
  Robust t;
  t.run("kernel void k(global int *in, global int *out, local int *l, int from) {"
        "  int i = get_global_id(0); global int *p = i & 1 ? in : 0; out[i] = p[i] + 1; p[i] = 7;"
        "  global int *q = i < from ? 0 : in; atomic_add(q + i, 100); }",
        64, 32, 4, 16);
  t.expect([](int i) { return (i % 2 ? 7 : i + 1) + (i >= 16 ? 100 : 0); }, [](int i) { return i % 2 ? i + 2 : 1; });
}

// Components and lanes one by one: what lies inside is read and written.
TEST(RobustPrograms, BlockAccessesAreBounded) {
  for (int at : {-1000000, -70, -33, -5, -1, 0, 31, 47, 55, 60, 63, 64, 1000000}) {
    Robust t;
    t.run("#pragma OPENCL EXTENSION cl_intel_subgroups : enable\n"
          "kernel void k(global int *in, global int *out, local int *l, int at) {"
          "  int W = get_max_sub_group_size(), lane = get_sub_group_local_id();"
          "  if (get_sub_group_id()) return;"
          "  global uint *i = (global uint *)in, *o = (global uint *)out;"
          "  uint2 w = intel_sub_group_block_read2(i + at);"
          "  intel_sub_group_block_write2(o + at, w + 1000u);"
          "  bool same = w.x == (at + lane >= 0 && at + lane < 64 ? at + lane + 1 : 0) &&"
          "              w.y == (at + W + lane >= 0 && at + W + lane < 64 ? at + W + lane + 1 : 0);"
          "  if (!same) in[0] = -1; if (lane == 0) in[1] = W; }",
          64, 64, 64, at);
    const int width = t.in.read()[1];
    t.expect([&](int i) { return i == 1 ? width : i + 1; },
             [&](int i) { return i >= at && i < at + 2 * width ? i + 1001 : 0; }, "from " + std::to_string(at));
  }
}

// Groups that are inside as a whole, on the edge, and outside; in all of one loop's turns or only in the first.
TEST(RobustPrograms, GroupsInsideOnTheEdgeAndOutside) {
  struct Case {
    const char *index;
    int (*host)(int i, int j);
  };
  const Case cases[] = {{"i + j * 5 - 7", [](int i, int j) { return i + j * 5 - 7; }},
                        {"i * 2 - j", [](int i, int j) { return i * 2 - j; }},
                        {"max(i - j, 3)", [](int i, int j) { return std::max(i - j, 3); }},
                        {"clamp(i * j, -1, 70)", [](int i, int j) { return std::clamp(i * j, -1, 70); }},
                        {"(i & 15) + j * 16", [](int i, int j) { return (i & 15) + j * 16; }},
                        {"100 - i - j", [](int i, int j) { return 100 - i - j; }}};
  constexpr int Items = 100;
  for (const Case &test : cases)
    for (int turns : {0, 1, 4})
      for (std::size_t group : {8, 20, 100}) {
        Robust t;
        std::vector<int> sums(Items, -1), expected(Items), hit(64);
        const std::string source = "kernel void k(global int *in, global int *out, local int *l, global int *sums) {"
                                   "  int i = get_global_id(0), sum = 0;"
                                   "  for (int j = 0; j < " +
                                   std::to_string(turns) + "; ++j) { sum += in[" + test.index + "] * (j + 1); out[" +
                                   test.index + "] = 5; }  sums[i] = sum; }";
        t.run(source, Items, group, 64, harness::inOut(sums));
        for (int i = 0; i < Items; ++i)
          for (int j = 0; j < turns; ++j) {
            const int index = test.host(i, j);
            expected[i] += numberOrZero(index) * (j + 1);
            if (isInside(index))
              hit[index] = 5;
          }
        EXPECT_EQ(sums, expected) << test.index << ", " << turns << " turns, groups of " << group;
        t.expect(numberAt, [&](int i) { return hit[i]; }, test.index);
      }
}

// Tiles in local memory behind barriers, where some groups run with checks and others without.
TEST(RobustPrograms, TilesOfGroups) {
  for (int width : {64, 40}) {
    Robust t;
    t.run("kernel void k(global int *in, global int *out, local int *l, int width) {"
          "  local int tile[34]; int i = get_local_id(0), g = get_global_id(0), sum = 0;"
          "  for (int t = 0; t < 3; ++t) {"
          "    tile[i + 1] = g < width ? in[g] : 900;"
          "    if (i == 0) { tile[0] = in[g - 1]; tile[33] = in[g + 32]; }"
          "    barrier(CLK_LOCAL_MEM_FENCE);"
          "    sum += tile[i] * 1000 + tile[i + 2];"
          "    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"
          "    out[g] = sum; }"
          "  if (i == 0 && g == 32) out[g + 100] = 1; }",
          128, 32, 64, width);
    auto tile = [&](int g) { return g < width ? numberOrZero(g) : 900; };
    t.expect(numberAt, [&](int g) {
      const int left = g % 32 == 0 ? numberOrZero(g - 1) : tile(g - 1);
      const int right = g % 32 == 31 ? numberOrZero(g + 1) : tile(g + 1);
      return 3 * (left * 1000 + right);
    });
  }
}

TEST(RobustPrograms, NullBuffersAreEmpty) {
  harness::Program program("kernel void k(global int *in, global int *out) { in[get_global_id(0)] = 1;"
                           " out[get_global_id(0)] = in[get_global_id(0) ^ 1] + 1; }",
                           harness::robustOptions().c_str());
  harness::Launch launch(program, "k");
  cl_mem none = nullptr;
  std::vector<int> out(64);
  launch.arg(none);
  launch.arg(harness::inOut(out));
  launch.run(harness::Range::of(64));
  EXPECT_EQ(out, std::vector<int>(64, 1));
}

} // namespace
