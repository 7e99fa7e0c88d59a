// Cycles that are entered at several places (`goto` into loops), in lanes that take different paths.
#include "Harness.h"
using harness::Range;

namespace {

TEST(Gotos, IntoACycleOfThree) {
  const char *source = R"(
    kernel void k(global const int *in, global int *out) {
      int x = get_global_id(0), fuel = 9, c = in[x & 7], s = 0;
      if (c & 1) goto third;
      if (c & 4) goto first;
      goto second;
    first:
      s = s * 3 + 2;
      if (--fuel < 0) goto end;
      if ((c ^ s) & 2) goto second; else goto third;
    second:
      s = s * 5 + 1;
      if (--fuel < 0) goto end;
      c = in[(x + s) & 7];
      if (c < 3) goto first;
      goto second;
    third:
      s = s * 7 + 3;
      if (--fuel < 0) goto end;
      c = in[(x ^ s) & 7];
      if (c & 2) goto second;
      goto third;
    end:
      out[x] = s;
    })";
  auto expected = [](const std::vector<int> &in, int x) {
    int c = in[x & 7], at = c & 1 ? 3 : c & 4 ? 1 : 2;
    unsigned s = 0;
    for (int fuel = 9;;) {
      s = at == 1 ? s * 3 + 2 : at == 2 ? s * 5 + 1 : s * 7 + 3;
      if (--fuel < 0)
        return static_cast<int>(s);
      if (at == 1) {
        at = (static_cast<unsigned>(c) ^ s) & 2 ? 2 : 3;
      } else if (at == 2) {
        c = in[(static_cast<unsigned>(x) + s) & 7];
        at = c < 3 ? 1 : 2;
      } else {
        c = in[(static_cast<unsigned>(x) ^ s) & 7];
        at = c & 2 ? 2 : 3;
      }
    }
  };
  for (std::vector<int> in : {std::vector{3, 1, 4, 1, 5, 2, 6, 7},
                              {0, 2, 4, 6, 1, 3, 5, 7},
                              {4, 4, 2, 6, 6, 1, 0, 3},
                              {2, 2, 2, 2, 2, 2, 2, 2},
                              {5, 5, 5, 5, 5, 5, 5, 5}}) {
    std::vector<int> out(64), want;
    for (int x = 0; x < 64; ++x)
      want.push_back(expected(in, x));
    ASSERT_TRUE(harness::run(source, "k", Range::of(64, 16), harness::inOut(in), harness::inOut(out)));
    EXPECT_EQ(out, want);
  }
}

} // namespace
