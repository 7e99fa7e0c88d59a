// Loops from a work-item's id on, in steps of all, that lanes leave in another iteration than others: forwards and
// backwards, in numbers with a sign and without, also ones that wrap, under conditions, in one another and one behind
// the other, with values that live on, without a question before the first iteration, and with none to do.
#include "Harness.h"
using harness::Range;

DUAL(
    wholeIterations,

    kernel void strided(global const int *in, global int *out, int n, int step) {
      int x = (int)get_global_id(0);
      int sum = 0;
      for (int i = x; i < n; i += step)
        sum = sum * 3 + in[i];
      out[x] = sum;
    }

    kernel void stored(global const int *in, global int *out, int n, int step) {
      int x = (int)get_global_id(0);
      int i = x;
      for (; i < n; i += (int)get_global_size(0))
        out[i] = in[i] * step + i;
      out[n + x] = i;
    }

    kernel void lengths(global const int *in, global int *out, int n, int step) {
      size_t x = get_global_id(0);
      ulong sum = 1;
      for (size_t i = x; i < (size_t)n; i += (size_t)step)
        sum = sum * 3 + (ulong)in[i];
      for (uint i = (uint)x; i <= (uint)n; i += (uint)step)
        sum = sum * 5 + (ulong)in[i & 4095];
      for (uint i = (uint)x + (uint)step; i > 0xfffffff0u + (uint)(n & 7); i += (uint)step) // few are so far
        sum += i;
      for (ushort i = (ushort)x; i < (ushort)(n & 1023); i += 37)
        sum = sum * 7 + (ulong)in[i];
      out[x] = (int)(sum ^ sum >> 32);
    }

    kernel void backwards(global const int *in, global int *out, int n, int step) {
      int x = (int)get_global_id(0);
      int sum = 0;
      for (int i = n - 1 - x; i >= 0; i -= step)
        sum = sum * 3 + in[i];
      for (int i = n - 2 * x; 3 < i; i -= 2 * step)
        sum = sum * 5 + in[i & 4095];
      out[x] = sum;
    }

    kernel void under(global const int *in, global int *out, int n, int step) {
      int x = (int)get_global_id(0);
      int sum = 0;
      int last = -1;
      if (in[x] % 3 != 0)
        for (int i = x; i < n; i += step) {
          if (in[i] % 5 == 0)
            continue;
          last = i;
          if (in[i] % 7 == 1)
            sum -= in[(i * 5) & 4095];
          else
            sum = sum * 3 + in[i];
        }
      out[x] = sum * 31 + last;
    }

    kernel void several(global const int *in, global int *out, int n, int step) {
      int x = (int)get_global_id(0);
      int a = 1;
      int b = 2;
      for (int k = 0; k < 3; ++k) {
        int sum = k;
        for (int i = x + k; i < n; i += step) {
          int old = a;
          a = b + in[i];
          b = old * 3;
          sum += a;
        }
        for (int i = x; i < n - k; i += step)
          b += sum ^ in[i];
        for (int i = x; i < n && i < 700; i += step)
          b = b * 3 + in[i];
      }
      out[x] = a * 17 + b;
    }

    kernel void untested(global const int *in, global int *out, int n, int step) {
      int x = (int)get_global_id(0) & 63;
      int sum = 0;
      for (int i = x; i < 1000; i += 64)
        sum = sum * 3 + in[i];
      int i = x + n;
      do {
        sum = sum * 5 + in[i & 4095];
        i += step;
      } while (i < n + 200);
      out[get_global_id(0)] = sum + i;
    }

    kernel void wrapping(global const int *in, global int *out, int n, int step) {
      uint x = (uint)get_global_id(0);
      uint sum = 0;
      for (uint i = x - 40u; i < 0x80000000u + (uint)(n & 15); i += 0x10000000u + (uint)step)
        sum = sum * 3u + i + (uint)in[i & 4095];
      out[x] = (int)sum;
    })

namespace {

struct Case {
  const char *name;
  void (*reference)(const int *, int *, int, int);
};

class WholeIterations : public testing::TestWithParam<Case> {};

TEST_P(WholeIterations, MatchCpp) {
  harness::Program program(wholeIterations::source);
  ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
  auto in = harness::noise<int>(4608);
  for (int &value : in)
    value &= 0xfff;
  for (int n : {0, 1, 7, 100, 1000, 1037, 4000})
    for (std::size_t items : {1, 37, 64, 250, 256}) {
      const int step = static_cast<int>(items) + (n % 2 ? 5 : 0);
      std::vector<int> out(4608, -1), expected(out);
      const Range range = Range::of(items, items % 64 == 0 ? 64 : items);
      harness::Launch launch(program, GetParam().name);
      launch.arg(harness::inOut(in)), launch.arg(harness::inOut(out)), launch.arg(n), launch.arg(step);
      launch.run(range);
      ASSERT_FALSE(launch.failed());
      harness::forEachWorkItem(range, [&] { GetParam().reference(in.data(), expected.data(), n, step); });
      ASSERT_EQ(out, expected) << n << " numbers, " << items << " work-items";
    }
}

INSTANTIATE_TEST_SUITE_P(
    , WholeIterations,
    testing::Values(Case{"strided", wholeIterations::strided}, Case{"stored", wholeIterations::stored},
                    Case{"lengths", wholeIterations::lengths}, Case{"backwards", wholeIterations::backwards},
                    Case{"under", wholeIterations::under}, Case{"several", wholeIterations::several},
                    Case{"untested", wholeIterations::untested}, Case{"wrapping", wholeIterations::wrapping}),
    [](const auto &info) { return std::string(info.param.name); });

} // namespace
