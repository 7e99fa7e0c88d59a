// Barriers that nobody comes to, and returns that nobody takes, bind nobody (OpenCL C 6.15.8: a barrier in a
// conditional statement is met by all if any work-item "enters the conditional statement and executes the barrier"; in
// a loop, "on that iteration"): what stands around them may differ from work-item to work-item.
#include "Harness.h"
using harness::Range;

namespace {

constexpr int Never = 1 << 30;

/// All work-items are of one group.
struct Case {
  const char *name,
      *body; ///< of int l, v = in[l] and local int *t, t[l] being 0; `never` is larger than all that is here
  int (*own)(int l, int v); ///< what is then in t[l]
};

class UntakenBarriers : public testing::TestWithParam<Case> {};

TEST_P(UntakenBarriers, BindNobody) {
  const std::string source = std::string("int noted(int v, int never) { if (v == never) return 1; return 0; }\n"
                                         "kernel void k(global const int *in, global int *out, int never) {"
                                         "  local int t[300]; int l = get_local_id(0), v = in[l]; t[l] = 0; ") +
                             GetParam().body +
                             " barrier(CLK_LOCAL_MEM_FENCE);"
                             " out[l] = t[l] * 1000 + t[(l + 1) % (int)get_local_size(0)]; }";
  for (const char *options : {"-cl-std=CL3.0", "-cl-std=CL3.0 -cl-opt-disable"})
    for (int items : {1, 7, 48, 300}) {
      std::vector<int> in(items), out(items), expected(items);
      for (int l = 0; l < items; ++l)
        in[l] = l * 7 % 23;
      auto own = [&](int l) { return GetParam().own(l, in[l]); };
      for (int l = 0; l < items; ++l)
        expected[l] = own(l) * 1000 + own((l + 1) % items);
      harness::Program program(source, options);
      harness::Launch launch(program, "k");
      launch.arg(harness::inOut(in)), launch.arg(harness::inOut(out)), launch.arg(Never);
      launch.run(Range::of(items, items));
      EXPECT_EQ(out, expected) << options << ", " << items << " work-items";
    }
}

INSTANTIATE_TEST_SUITE_P(
    , UntakenBarriers,
    testing::Values(
        Case{"ReturnInABranch", "if (l < 20) { if (v >= never) return; t[l] = v + 1; }",
             [](int l, int v) { return l < 20 ? v + 1 : 0; }},
        Case{"ReturnInALoop", "for (int i = 0; i < l; ++i) { if (in[i] >= never) return; t[l] += in[i] & 1; }",
             [](int l, int) {
               int sum = 0;
               for (int i = 0; i < l; ++i)
                 sum += i * 7 % 23 & 1;
               return sum;
             }},
        Case{"ReturnInASwitch",
             "switch (v & 3) { case 0: t[l] = 5; break; case 1: t[l] = 6; break;"
             " case 2: if (v == never) return; t[l] = 9; break; default: t[l] = 8; }",
             [](int, int v) { return (v & 3) == 0   ? 5
                                     : (v & 3) == 1 ? 6
                                     : (v & 3) == 2 ? 9
                                                    : 8; }},
        Case{"ReturnBehindABarrier",
             "t[l] = 3; barrier(CLK_LOCAL_MEM_FENCE); if (l & 1) { if (v >= never) return; t[l] += v; }",
             [](int l, int v) { return l & 1 ? 3 + v : 3; }},
        Case{"BarrierInABranch",
             "if (l % 3 == 1) { t[l] += 7; if (v >= never) barrier(CLK_LOCAL_MEM_FENCE); t[l] += 1; } else t[l] -= 1;",
             [](int l, int) { return l % 3 == 1 ? 8 : -1; }},
        Case{"BarrierInALoop",
             "barrier(CLK_LOCAL_MEM_FENCE); for (int i = 0; i < 2 + l % 9; ++i) { t[l] += i;"
             " if (l >= never) barrier(CLK_LOCAL_MEM_FENCE); }",
             [](int l, int) { return (2 + l % 9) * (1 + l % 9) / 2; }},
        Case{"BreakToAnErrorPath",
             "int error = 0; for (int i = 0; i < 4; ++i) { if (l > i) { if (v >= never) { error = 1; break; } t[l] += "
             "v; }"
             " barrier(CLK_LOCAL_MEM_FENCE); } t[l] += error;",
             [](int l, int v) { return std::min(l, 4) * v; }},
        Case{"WorkGroupFunctionInABranch",
             "if (l & 1) { v += 100; if (v >= never) v = work_group_reduce_add(v); v += 1; } t[l] = v;",
             [](int l, int v) { return l & 1 ? v + 101 : v; }},
        Case{"AsyncCopyInABranch",
             "t[l] = v; if (l & 1) { if (v >= never) { event_t e = async_work_group_copy(t, in, 8, 0);"
             " wait_group_events(1, &e); } t[l] += 2; }",
             [](int l, int v) { return l & 1 ? v + 2 : v; }},
        Case{"InAFunction", "if (l > 2) { if (noted(v, never)) barrier(CLK_LOCAL_MEM_FENCE); t[l] = l; }",
             [](int l, int) { return l > 2 ? l : 0; }}),
    [](const auto &info) { return std::string(info.param.name); });

} // namespace
