// Loops that keep more sums than the machine has registers: blocks of products of all sizes and types, sums that need
// one another, also what they were before the iteration, and that live on behind the loop. block8 has too many: an
// array.
#include "Harness.h"
using harness::Range;

DUAL(
    splitSums,

    kernel void block4(global const int *in, global int *out) {
      int x = (int)get_global_id(0);
      int sums[16];
      for (int i = 0; i < 16; ++i)
        sums[i] = i;
      for (int k = 0; k < 16; ++k)
        for (int i = 0; i < 4; ++i)
          for (int j = 0; j < 4; ++j)
            sums[4 * i + j] += in[64 * k + i] * in[64 * k + 1024 + x + 16 * j];
      for (int i = 0; i < 16; ++i)
        out[16 * x + i] = sums[i];
    }

    kernel void block8(global const int *in, global int *out) {
      int x = (int)get_global_id(0);
      float sums[64];
      for (int i = 0; i < 64; ++i)
        sums[i] = 0;
      for (int t = 0; t < 3; ++t) {
        for (int k = 0; k < 8; ++k)
          for (int i = 0; i < 8; ++i)
            for (int j = 0; j < 8; ++j)
              sums[8 * i + j] += (float)in[64 * k + 8 * t + i] * (float)in[64 * k + 512 * t + x + j];
        sums[5 * t] += 1;
      }
      int all = 0;
      for (int i = 0; i < 64; ++i)
        all = all * 3 + (int)sums[i];
      out[x] = all;
    }

    kernel void block5(global const int *in, global int *out) {
      int x = (int)get_global_id(0);
      long sums[25];
      for (int i = 0; i < 25; ++i)
        sums[i] = in[i];
      for (int k = 0; k < 20; ++k)
        for (int i = 0; i < 5; ++i)
          for (int j = 0; j < 5; ++j)
            sums[5 * i + j] += (long)in[x + 40 * k + i] * in[64 * k + j];
      long all = 0;
      for (int i = 0; i < 25; ++i)
        all = all * 5 + sums[i];
      out[x] = (int)(all ^ all >> 32);
    }

    kernel void related(global const int *in, global int *out) {
      int x = (int)get_global_id(0);
      int sums[20];
      int last = 0;
      for (int i = 0; i < 20; ++i)
        sums[i] = x + i;
      for (int k = 0; k < 13; ++k) {
        last = sums[19];
        sums[0] += sums[1] ^ k;
        sums[2] = sums[2] * 3 + sums[3];
        sums[3] = sums[3] * 5 + in[k];
        for (int i = 1; i < 20; ++i)
          if (i != 2 && i != 3)
            sums[i] += in[x + k + 16 * i] - (sums[i] >> 1);
      }
      int all = last;
      for (int i = 0; i < 20; ++i)
        all = all * 3 + sums[i];
      out[x] = all;
    }

    kernel void two(global const int *in, global int *out) {
      int x = (int)get_global_id(0);
      int all = 0;
      for (int t = 0; t < 2; ++t) {
        float sums[18];
        for (int i = 0; i < 18; ++i)
          sums[i] = (float)t;
        for (int k = 0; k < 9; ++k)
          for (int i = 0; i < 18; ++i)
            sums[i] += (float)in[x + 8 * i + k + t];
        for (int k = 0; k < 11; ++k)
          for (int i = 0; i < 18; ++i)
            sums[i] -= (float)in[x + 16 * i + k];
        for (int i = 0; i < 18; ++i)
          all = all * 3 + (int)sums[i];
      }
      out[x] = all;
    })

namespace {

struct Case {
  const char *name;
  void (*reference)(const int *, int *);
};

class SplitSums : public testing::TestWithParam<Case> {};

TEST_P(SplitSums, MatchCpp) {
  harness::Program program(splitSums::source);
  ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
  auto in = harness::noise<int>(4096);
  for (int &value : in)
    value &= 0xff; // sums of products are whole numbers of single precision
  for (std::size_t items : {1, 64, 77}) {
    std::vector<int> out(16 * items, -1), expected(out);
    const Range range = Range::of(items, items % 64 == 0 ? 64 : items);
    harness::Launch launch(program, GetParam().name);
    launch.arg(harness::inOut(in)), launch.arg(harness::inOut(out));
    launch.run(range);
    ASSERT_FALSE(launch.failed());
    harness::forEachWorkItem(range, [&] { GetParam().reference(in.data(), expected.data()); });
    ASSERT_EQ(out, expected) << items << " work-items";
  }
}

INSTANTIATE_TEST_SUITE_P(, SplitSums,
                         testing::Values(Case{"block4", splitSums::block4}, Case{"block8", splitSums::block8},
                                         Case{"block5", splitSums::block5}, Case{"related", splitSums::related},
                                         Case{"two", splitSums::two}),
                         [](const auto &info) { return std::string(info.param.name); });

} // namespace
