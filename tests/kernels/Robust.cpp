// -cl-lanecl-robust: accesses outside of buffers and local memory do nothing. The buffers are sub-buffers, so that what
// a kernel hits outside of them would be seen.
#include "Harness.h"

namespace {

constexpr std::size_t Elements = 64, Around = 1024; // ints; a sub-buffer's origin is aligned to 128 bytes and more

/// `count` ints in the middle of a larger buffer of sevens.
class Guarded {
public:
  Guarded() : values(3 * Around, 7) {
    cl_int error = CL_SUCCESS;
    memory_ = clCreateBuffer(harness::Device::get().context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR,
                             values.size() * sizeof(int), values.data(), &error);
    EXPECT_EQ(error, CL_SUCCESS);
    cl_buffer_region region{Around * sizeof(int), Elements * sizeof(int)};
    part = clCreateSubBuffer(memory_, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    EXPECT_EQ(error, CL_SUCCESS);
    const int zero = 0;
    EXPECT_EQ(CL_SUCCESS, clEnqueueFillBuffer(harness::Device::get().queue, part, &zero, sizeof zero, 0,
                                              Elements * sizeof(int), 0, nullptr, nullptr));
  }
  ~Guarded() {
    clReleaseMemObject(part);
    clReleaseMemObject(memory_);
  }
  Guarded(const Guarded &) = delete;
  Guarded &operator=(const Guarded &) = delete;
  std::vector<int> read() {
    EXPECT_EQ(CL_SUCCESS, clEnqueueReadBuffer(harness::Device::get().queue, memory_, CL_TRUE, 0,
                                              values.size() * sizeof(int), values.data(), 0, nullptr, nullptr));
    for (std::size_t i = 0; i < values.size(); ++i)
      if (i < Around || i >= Around + Elements)
        EXPECT_EQ(values[i], 7) << "outside, at " << static_cast<long>(i) - static_cast<long>(Around);
    return {values.begin() + Around, values.begin() + Around + Elements};
  }
  cl_mem part = nullptr;
  std::vector<int> values;

private:
  cl_mem memory_ = nullptr;
};

struct Robust {
  Guarded in, out;
  void run(const char *source, std::size_t items = 256, std::size_t group = 32, std::size_t local = 64) {
    harness::Program program(source, "-cl-std=CL3.0 -cl-lanecl-robust");
    ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
    harness::Launch launch(program, "k");
    launch.arg(in.part);
    launch.arg(out.part);
    launch.arg(harness::Local{local});
    launch.run(harness::Range::of(items, group));
    ASSERT_FALSE(launch.failed());
  }
};

TEST(RobustPrograms, StoresOutsideAreDropped) {
  Robust t;
  t.run("kernel void k(global int *in, global int *out, local int *l) {"
        "  int i = get_global_id(0) - 100; out[i] = i + 1; out[i * 5 - 3] = 1; }");
  auto out = t.out.read();
  for (int i = 0; i < 64; ++i)
    EXPECT_NE(out[i], 0) << i;
  t.in.read();
}

TEST(RobustPrograms, LoadsOutsideGiveZero) {
  Robust t;
  t.run("kernel void k(global int *in, global int *out, local int *l) {"
        "  int i = get_global_id(0); if (i < 64) out[i] = in[i + 60] + in[i - 64] * 3 + in[(i * 1000003) | 64]; "
        "  if (i == 5) out[6] = 0; if (i == 0) in[60] = 0; }");
  auto out = t.out.read();
  for (int value : out)
    EXPECT_EQ(value, 0);
}

TEST(RobustPrograms, AtomicsOutsideDoNothing) {
  Robust t;
  t.run("kernel void k(volatile global int *in, global int *out, local int *l) {"
        "  int i = get_global_id(0); int old = atomic_add(in + i - 300, 5); old |= atomic_xchg(in + 64 + i, 9);"
        "  old |= atomic_max(in - 1, 100); if (old) atomic_inc(out); atomic_inc(in + (i & 127)); }");
  EXPECT_EQ(t.out.read()[0], 0);
  for (int value : t.in.read())
    EXPECT_GT(value, 0);
}

// No lane takes part: nothing may be read or written, not even the same value again.
TEST(RobustPrograms, AtomicsOfNoLaneLeaveAddressesAlone) {
  harness::Program program("kernel void k(volatile global int *none, global int *out) {"
                           "  int i = get_global_id(0), old = atomic_add(none + 1000000, i) | atomic_inc(none + i);"
                           "  old |= atomic_max(none + i * 2, i) | atomic_xchg(none, i); out[i] = old + 1; }",
                           "-cl-lanecl-robust");
  harness::Launch launch(program, "k");
  cl_mem none = nullptr;
  std::vector<int> out(100);
  launch.arg(none);
  launch.arg(harness::inOut(out));
  launch.run(harness::Range::of(100, 50));
  EXPECT_EQ(out, std::vector<int>(100, 1));
}

TEST(RobustPrograms, LocalMemoryIsBounded) {
  Robust t;
  t.run("kernel void k(global int *in, global int *out, local int *l) {"
        "  local int own[8]; int i = get_local_id(0);"
        "  own[i] = 3; l[i] = 5; l[i - 40] = 8; atomic_add(own + i + 100, 1); barrier(CLK_LOCAL_MEM_FENCE);"
        "  if (get_global_id(0) < 32) { out[i] = own[i]; out[32 + i] = l[i]; } }",
        32, 32, 16 * sizeof(int));
  auto out = t.out.read();
  for (int i = 0; i < 32; ++i) {
    EXPECT_EQ(out[i], i < 8 ? 3 : 0) << i;
    EXPECT_EQ(out[32 + i], i < 16 ? 5 : 0) << i;
  }
}

TEST(RobustPrograms, ChosenPointersKeepTheirBuffer) {
  Robust t;
  t.run("int sum(global int *p, int n) { int s = 0; for (int i = -5; i < n; ++i) s += p[i]; return s; }"
        "kernel void k(global int *in, global int *out, local int *l) {"
        "  int i = get_global_id(0); global int *p = i & 1 ? in : out;"
        "  for (int j = 0; j < 300; j += 64) { p[i] = 1; p += 64; }"
        "  if (i == 0) out[1] = sum(in, 1000000) ? 1 : 2; vstore4((int4)(1), 15, in); vstore4((int4)(1), 16, in); }");
  auto in = t.in.read(), out = t.out.read();
  EXPECT_EQ(in[63], 1);
  EXPECT_EQ(in[1], 1);
  EXPECT_EQ(out[2], 1);
}

TEST(RobustPrograms, CopiesAreBounded) {
  Robust t;
  t.run("kernel void k(global int *in, global int *out, local int *l) {"
        "  if (get_local_id(0) < 16) l[get_local_id(0)] = 4; barrier(CLK_LOCAL_MEM_FENCE);"
        "  event_t e = async_work_group_copy(out, l, 16, 0); wait_group_events(1, &e);"
        "  e = async_work_group_copy(out + 56, l, 16, 0); wait_group_events(1, &e);"
        "  e = async_work_group_copy(l, in + 60, 16, 0); wait_group_events(1, &e); }",
        32, 32, 16 * sizeof(int));
  auto out = t.out.read();
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(out[i], i < 16 ? 4 : 0) << i;
}

// Components and lanes one by one: what lies inside is read and written.
TEST(RobustPrograms, BlockAccessesAreBounded) {
  Robust t;
  t.run("#pragma OPENCL EXTENSION cl_intel_subgroups : enable\n"
        "kernel void k(global int *in, global int *out, local int *l) {"
        "  int W = get_max_sub_group_size(), lane = get_sub_group_local_id(); uint bad = 0;"
        "  global uint *i = (global uint *)in, *o = (global uint *)out;"
        "  intel_sub_group_block_write(o + 1000000, 1u); intel_sub_group_block_write(o - W, 1u);"
        "  bad |= intel_sub_group_block_read(i + 64) | intel_sub_group_block_read(i - 10000);"
        "  int at = 64 - W - 1;" // of the second component only the first lane's is inside
        "  intel_sub_group_block_write2(o + at, (uint2)(2u, 3u)); sub_group_barrier(CLK_GLOBAL_MEM_FENCE);"
        "  uint2 w = intel_sub_group_block_read2(o + at);"
        "  if (w.x != (at + lane >= 0 ? 2u : 0u)) bad |= 1u; if (w.y != (lane == 0 ? 3u : 0u)) bad |= 2u;"
        "  if (bad) in[0] = 1 + bad; }",
        64, 64);
  auto out = t.out.read(), in = t.in.read();
  EXPECT_EQ(in[0], 0);
  EXPECT_EQ(out[63], 3);
  EXPECT_EQ(out[62], 2);
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
  for (const Case &test : cases)
    for (int turns : {0, 1, 4})
      for (std::size_t group : {8, 20, 100}) {
        Robust t;
        const std::string source = "kernel void k(global int *in, global int *out, local int *l) {"
                                   "  int i = get_global_id(0), sum = 0;"
                                   "  for (int j = 0; j < " +
                                   std::to_string(turns) + "; ++j) { sum += in[" + test.index +
                                   "] + 1; if (i < 64) in[" + test.index +
                                   "] = 0; }"
                                   "  out[i] = sum + 1; out[i - 64] = sum + 1; }";
        t.run(source.c_str(), 100, group);
        const auto out = t.out.read();
        const auto in = t.in.read();
        for (int i = 0; i < 64; ++i)
          EXPECT_TRUE(out[i] == turns + 1) << test.index << ", " << turns << " turns, item " << i;
        EXPECT_EQ(in, std::vector<int>(64));
      }
}

// Tiles in local memory behind barriers, where some groups run with checks and others without.
TEST(RobustPrograms, TilesOfGroups) {
  for (int width : {64, 40}) {
    Robust t;
    const std::string source = "kernel void k(global int *in, global int *out, local int *l) {"
                               "  local int tile[34]; int i = get_local_id(0), g = get_global_id(0), sum = 0;"
                               "  for (int t = 0; t < 3; ++t) {"
                               "    tile[i + 1] = g < " +
                               std::to_string(width) +
                               " ? out[g] : 9;"
                               "    if (i == 0) { tile[0] = out[g - 1]; tile[33] = out[g + 32]; }"
                               "    barrier(CLK_LOCAL_MEM_FENCE);"
                               "    sum += tile[i] + tile[i + 2];"
                               "    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"
                               "    if (t == 0) in[g] = sum + 1; }"
                               "  if (i == 0 && g == 32) in[g + 100] = 1; }";
    t.run(source.c_str(), 128, 32);
    const auto in = t.in.read();
    for (int g = 0; g < 64; ++g) {
      auto at = [&](int place) { return place >= width && place / 32 == g / 32 ? 9 : 0; };
      const int left = g % 32 == 0 ? 0 : at(g - 1), right = g % 32 == 31 ? 0 : at(g + 1);
      EXPECT_EQ(in[g], left + right + 1) << width << ", " << g;
    }
  }
}

// An index that wraps round on the way is inside nowhere else.
TEST(RobustPrograms, OverflowsStayInside) {
  Robust t;
  t.run("kernel void k(global int *in, global int *out, local int *l) {"
        "  uint i = get_global_id(0), n = get_global_size(0) * 16777216u;"
        "  in[i * n + i] = 1; for (uint j = 0; j < 3; ++j) out[i + j * n * 4u] = 2;"
        "  long far = (long)get_global_size(0) << 40; in[i + far] = 3; out[i - far] = 4; }",
        256, 32);
  const auto in = t.in.read(), out = t.out.read();
  EXPECT_EQ(in, std::vector<int>(64, 1));
  EXPECT_EQ(out, std::vector<int>(64, 2));
}

TEST(RobustPrograms, NullBuffersAreEmpty) {
  harness::Program program("kernel void k(global int *in, global int *out) { in[get_global_id(0)] = 1;"
                           " out[get_global_id(0)] = in[get_global_id(0) ^ 1] + 1; }",
                           "-cl-lanecl-robust");
  harness::Launch launch(program, "k");
  cl_mem none = nullptr;
  std::vector<int> out(64);
  launch.arg(none);
  launch.arg(harness::inOut(out));
  launch.run(harness::Range::of(64));
  EXPECT_EQ(out, std::vector<int>(64, 1));
}

} // namespace
