// Loops over a window round each work-item's own place: as many iterations for all of them, as long as nothing wraps.
#include "Harness.h"

namespace {

const char *const source = R"(
int at(global const int *in, int i, int n) { return in[clamp(i, 0, n - 1)]; }
kernel void windows(global const int *in, global int *out, int n, int r) {
  int x = get_global_id(0), c = clamp(x, 2, n - 3);
  uint h = 0;
  for (int i = c - 2; i < c + 3; ++i)
    h = h * 31 + in[i];
  for (int i = c - r; i <= c + r; ++i)
    h = h * 31 + at(in, i, n);
  for (int i = c + r; i > c - r - 1; --i)
    h = h * 7 + at(in, i, n) + i;
  for (int i = x - r; i < x + 2 * r; i++) {
    int value = at(in, i, n);
    if (value & 1)
      continue;
    if (value % 7 == 3)
      break;
    h += i;
  }
  int i = c - 1;
  do {
    h = h * 5 ^ at(in, i, n);
  } while (++i < c + r);
  for (long k = x - 3L; k <= x + 2L; ++k)
    h = h * 3 + at(in, (int)k, n);
  for (long k = (long)c - r; k < (long)c + r; ++k)
    h = h * 3 - at(in, (int)k, n);
  for (int k = 0; k < n - x; ++k) // as many as each has
    h += in[x + k];
  out[x] = h;
})";

} // namespace

TEST(Windows, AreCounted) {
  harness::Program program(source);
  constexpr int Items = 150;
  auto in = harness::noise<int>(Items);
  auto at = [&](int i) { return in[static_cast<size_t>(std::clamp(i, 0, Items - 1))]; };
  for (int r : {-3, 0, 1, 4, 40}) {
    std::vector<int> out(Items), expected(Items);
    for (int x = 0; x < Items; ++x) {
      const int c = std::clamp(x, 2, Items - 3);
      uint h = 0;
      auto add = [&](uint factor, int value) { h = h * factor + static_cast<uint>(value); };
      for (int i = c - 2; i < c + 3; ++i)
        add(31, at(i));
      for (int i = c - r; i <= c + r; ++i)
        add(31, at(i));
      for (int i = c + r; i > c - r - 1; --i)
        add(7, at(i)), add(1, i);
      for (int i = x - r; i < x + 2 * r; ++i) {
        if (at(i) & 1)
          continue;
        if (at(i) % 7 == 3)
          break;
        add(1, i);
      }
      int i = c - 1;
      do
        h = (h * 5) ^ static_cast<uint>(at(i));
      while (++i < c + r);
      for (int k = x - 3; k <= x + 2; ++k)
        add(3, at(k));
      for (int k = c - r; k < c + r; ++k)
        add(3, -at(k));
      for (int k = 0; k < Items - x; ++k)
        add(1, at(x + k));
      expected[static_cast<size_t>(x)] = static_cast<int>(h);
    }
    harness::Launch launch(program, "windows");
    launch.arg(harness::inOut(in)), launch.arg(harness::inOut(out)), launch.arg(Items), launch.arg(r);
    launch.run(harness::Range::of(Items, 50));
    ASSERT_FALSE(launch.failed());
    EXPECT_EQ(out, expected) << "radius " << r;
  }
}
