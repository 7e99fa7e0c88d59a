// Loops from a place of each work-item's own, of as many iterations for all: none, few, ones whose end wraps, with
// steps, downwards, under conditions, in one another, and left early.
#include "Harness.h"
using harness::Range;

DUAL(
    uniformCounts,

    kernel void upwards(global const int *in, global int *out, int n, int m) {
      int x = (int)get_global_id(0);
      int sum = 0;
      for (int i = x - m; i <= x + m; ++i)
        sum = sum * 3 + in[i & 1023];
      for (uint i = (uint)x; i < (uint)x + (uint)n; ++i)
        sum = sum * 5 + in[i & 1023];
      out[x] = sum;
    }

    kernel void wrapping(global const int *in, global int *out, int n, int m) {
      uint x = (uint)get_global_id(0) - (uint)m; // below zero for the first ones
      int sum = 1;
      for (uint i = x; i < x + (uint)n; ++i)
        sum = sum * 3 + in[i & 1023];
      for (uint i = x + (uint)n; i > x; --i)
        sum = sum * 7 + in[i & 1023];
      out[get_global_id(0)] = sum;
    }

    kernel void steps(global const int *in, global int *out, int n, int m) {
      int x = (int)get_global_id(0);
      int sum = 0;
      for (int i = x; i < x + n; i += 3)
        sum = sum * 3 + in[i & 1023];
      for (int i = x + n; i > x; i -= 2)
        sum = sum * 5 + in[i & 1023];
      for (long i = x; i != (long)x + (n & 15); ++i)
        sum = sum * 7 + in[i & 1023];
      out[x] = sum + m;
    }

    kernel void under(global const int *in, global int *out, int n, int m) {
      int x = (int)get_global_id(0);
      int sum = 0;
      if (in[x] % 3 == 0)
        for (int i = x; i < x + n; ++i)
          sum += in[i & 1023];
      else if (in[x] % 3 == 1)
        for (int i = x; i < x + n; ++i) {
          for (uint k = (uint)i; k < (uint)i + (uint)m; ++k)
            sum = sum * 3 + in[k & 1023];
          if (in[i & 1023] % 5 == 0)
            continue;
          sum += i;
        }
      out[x] = sum;
    }

    kernel void early(global const int *in, global int *out, int n, int m) {
      int x = (int)get_global_id(0);
      int sum = 0;
      int i = x;
      for (; i < x + n; ++i) {
        if (in[i & 1023] % 7 == m)
          break;
        sum = sum * 3 + in[i & 1023];
      }
      out[x] = sum + i;
    }

    kernel void spread(global const int *in, global int *out, int n, int m) {
      int x = (int)get_global_id(0);
      int sum = 0;
      for (int i = x; i < x + n + (in[x] & 1); ++i) // not as many for all
        sum = sum * 3 + in[i & 1023];
      for (int i = 0; i < m; ++i)
        for (int k = x + i; k < x + 2 * i; ++k) // as many as the outer loop has come to
          sum = sum * 5 + in[k & 1023];
      out[x] = sum;
    })

namespace {

struct Case {
  const char *name;
  void (*reference)(const int *, int *, int, int);
  bool isUnsigned = false;
};

class UniformCounts : public testing::TestWithParam<Case> {};

TEST_P(UniformCounts, AreEachWorkItemsOwn) {
  harness::Program program(uniformCounts::source);
  ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
  auto in = harness::noise<int>(1024);
  for (int &value : in)
    value &= 0xfff;
  for (const Range &range : {Range::of(200, 40), Range::of(37, 37), Range::of(64, 1)})
    for (int n : {0, 1, 2, 5, 8, 33, -1, -7})
      for (int m : {0, 1, 4, 9}) {
        if (n < 0 && GetParam().isUnsigned) // four billion iterations
          continue;
        std::vector<int> out(256, 7), expected(out);
        harness::Launch launch(program, GetParam().name);
        launch.arg(harness::inOut(in)), launch.arg(harness::inOut(out)), launch.arg(n), launch.arg(m);
        launch.run(range);
        ASSERT_FALSE(launch.failed());
        harness::forEachWorkItem(range, [&] { GetParam().reference(in.data(), expected.data(), n, m); });
        ASSERT_EQ(out, expected) << n << ", " << m;
      }
}

INSTANTIATE_TEST_SUITE_P(, UniformCounts,
                         testing::Values(Case{"upwards", uniformCounts::upwards, true},
                                         Case{"wrapping", uniformCounts::wrapping, true},
                                         Case{"steps", uniformCounts::steps}, Case{"under", uniformCounts::under},
                                         Case{"early", uniformCounts::early}, Case{"spread", uniformCounts::spread}),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
