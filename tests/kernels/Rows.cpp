// Kernels of two and three dimensions whose rows the compiler may run together: loops that rows share, transpositions,
// guards on which rows part, work-items' own arrays. Sizes are whole multiples of the rows, and not.
#include "Harness.h"
using harness::Range;

DUAL(
    rows,

    kernel void product(global const float *a, global const float *b, global float *c, int n, int k) {
      int x = get_global_id(0);
      int y = get_global_id(1);
      float sum = 0;
      for (int i = 0; i < k; i++)
        sum += a[y * k + i] * b[i * n + x];
      c[y * n + x] = sum;
    }

    kernel void guardedProduct(global const float *a, global const float *b, global float *c, int n, int k, int width,
                               int height) {
      int x = get_global_id(0);
      int y = get_global_id(1);
      if (x >= width || y >= height)
        return;
      float sum = 0;
      for (int i = 0; i < k; i++)
        sum += a[y * k + i] * b[i * n + x];
      c[y * n + x] = sum;
    }

    kernel void differentLengths(global const float *a, global const float *b, global float *c, int n, int k) {
      int x = get_global_id(0);
      int y = get_global_id(1);
      float sum = 0;
      for (int i = 0; i < k - (y & 3); i++)
        sum += a[y * k + i] * b[i * n + x];
      c[y * n + x] = sum;
    }

    kernel void ownArray(global const float *a, global const float *b, global float *c, int n, int k) {
      int x = get_global_id(0);
      int y = get_global_id(1);
      float bins[8] = {0, 0, 0, 0, 0, 0, 0, 0};
      for (int i = 0; i < k; i++)
        bins[(i * (x + 1) + y) & 7] += b[i * n + x] * (1 + y);
      float sum = 0;
      for (int i = 0; i < 8; i++)
        sum += bins[i] * a[y * k + i % k];
      c[y * n + x] = sum;
    }

    // A row reads what it wrote itself.
    kernel void readsBack(global const float *a, global const float *b, global float *c, int n, int k) {
      int x = get_global_id(0);
      int y = get_global_id(1);
      c[y * n + x] = 0;
      for (int i = 0; i < k; i++)
        c[y * n + x] += b[i * n + x] + a[y * k + i];
    })

DUAL(
    turn,

    kernel void transpose(global const int *in, global int *out, int w, int h, int pad) {
      int x = get_global_id(0);
      int y = get_global_id(1);
      out[x * (h + pad) + y] = in[y * w + x] + y;
    }

    kernel void transposeBack(global const int *in, global int *out, int w, int h, int pad) {
      int x = get_global_id(0);
      int y = get_global_id(1);
      out[y * w + x] = in[x * (h + pad) + y] - x;
    }

    kernel void transposeGuarded(global const int *in, global int *out, int w, int h, int pad) {
      int x = get_global_id(0);
      int y = get_global_id(1);
      if (y < h - 3 && x < w - 2)
        out[x * (h + pad) + y] = in[y * w + x] + x;
    }

    kernel void transposeBytes(global const uchar *in, global uchar *out, int w, int h, int pad) {
      int x = get_global_id(0);
      int y = get_global_id(1);
      out[x * (h + pad) + y] = in[y * w + x];
    }

    kernel void transposeLongs(global const long *in, global long *out, int w, int h, int pad) {
      int x = get_global_id(0);
      int y = get_global_id(1);
      out[x * (h + pad) + y] = in[y * w + x] * 3;
    })

namespace {

constexpr std::array<std::size_t, 2> Sizes[] = {{128, 64}, {96, 16}, {77, 40}, {33, 23}, {64, 1}, {5, 50}};

using RowKernel = void (*)(const float *, const float *, float *, int, int);

void testRows(const char *name, RowKernel reference) {
  harness::Program program(rows::source);
  for (auto [n, m] : Sizes)
    for (std::size_t local : {std::size_t{0}, std::size_t{1}}) {
      const int k = 19, width = static_cast<int>(n);
      auto a = harness::noise<float>(m * k, 3), b = harness::noise<float>(n * k, 5);
      for (float &value : a)
        value = std::floor(value); // sums of small integers: exact in any order
      for (float &value : b)
        value = std::floor(value);
      std::vector<float> c(n * m, -1), expected(c);
      const Range range{{n, m, 1}, {local, local, local}, {0, 0, 0}, 2};
      harness::Launch launch(program, name);
      launch.arg(harness::inOut(a)), launch.arg(harness::inOut(b)), launch.arg(harness::inOut(c));
      launch.arg(width), launch.arg(k);
      launch.run(range);
      ASSERT_FALSE(launch.failed());
      harness::forEachWorkItem(range, [&] { reference(a.data(), b.data(), expected.data(), width, k); });
      EXPECT_EQ(c, expected) << name << ' ' << n << 'x' << m;
    }
}

TEST(Rows, ShareWhatALoopReads) { testRows("product", rows::product); }
TEST(Rows, OfLoopsOfDifferentLengths) { testRows("differentLengths", rows::differentLengths); }
TEST(Rows, HaveArraysOfTheirOwn) { testRows("ownArray", rows::ownArray); }
TEST(Rows, ReadWhatTheyWrote) { testRows("readsBack", rows::readsBack); }

TEST(Rows, PartAtAGuard) {
  const std::size_t n = 80, m = 48;
  const int k = 11;
  for (auto [width, height] : {std::array{80, 48}, std::array{70, 48}, std::array{80, 41}, std::array{31, 3}}) {
    auto a = harness::noise<float>(m * k, 3), b = harness::noise<float>(n * k, 5);
    for (float &value : a)
      value = std::floor(value);
    for (float &value : b)
      value = std::floor(value);
    std::vector<float> c(n * m, -1), expected(c);
    const Range range{{n, m, 1}, {0, 0, 0}, {0, 0, 0}, 2};
    ASSERT_TRUE(harness::run(rows::source, "guardedProduct", range, harness::inOut(a), harness::inOut(b),
                             harness::inOut(c), static_cast<int>(n), k, width, height));
    harness::forEachWorkItem(range, [&] {
      rows::guardedProduct(a.data(), b.data(), expected.data(), static_cast<int>(n), k, width, height);
    });
    EXPECT_EQ(c, expected) << width << 'x' << height;
  }
}

template <typename T> void testTurn(const char *name, void (*reference)(const T *, T *, int, int, int)) {
  harness::Program program(turn::source);
  for (auto [w, h] : Sizes)
    for (int pad : {0, 3})
      for (std::size_t offset : {std::size_t{0}, std::size_t{2}}) {
        const Range range{{w, h, 1}, {0, 0, 0}, {offset, offset / 2, 0}, 2};
        const int wide = static_cast<int>(w + offset), high = static_cast<int>(h + offset);
        auto in = harness::noise<T>((w + offset) * (h + offset + 3));
        std::vector<T> out(in.size(), T{7}), expected(out);
        harness::Launch launch(program, name);
        launch.arg(harness::inOut(in)), launch.arg(harness::inOut(out));
        launch.arg(wide), launch.arg(high), launch.arg(pad);
        launch.run(range);
        ASSERT_FALSE(launch.failed());
        harness::forEachWorkItem(range, [&] { reference(in.data(), expected.data(), wide, high, pad); });
        EXPECT_EQ(out, expected) << name << ' ' << w << 'x' << h << '+' << pad << " from " << offset;
      }
}

TEST(Rows, WriteColumns) { testTurn<int>("transpose", turn::transpose); }
TEST(Rows, ReadColumns) { testTurn<int>("transposeBack", turn::transposeBack); }
TEST(Rows, WriteColumnsBehindAGuard) { testTurn<int>("transposeGuarded", turn::transposeGuarded); }
TEST(Rows, WriteColumnsOfBytes) { testTurn<uchar>("transposeBytes", turn::transposeBytes); }
TEST(Rows, WriteColumnsOfLongs) { testTurn<long>("transposeLongs", turn::transposeLongs); }

// Three dimensions: rows of one plane only belong together.
TEST(Rows, OfPlanes) {
  const char *source = R"(
    kernel void k(global const int *in, global int *out, int n, int m) {
      int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2), sum = 0;
      for (int i = 0; i < 9; i++)
        sum += in[i * n + x] * (y + i) + z;
      out[(z * m + y) * n + x] = sum;
    })";
  for (std::size_t height : {16, 6}) {
    const std::size_t n = 40, planes = 5;
    auto in = harness::noise<int>(n * 9);
    for (int &value : in)
      value %= 1000;
    std::vector<int> out(n * height * planes), expected(out);
    ASSERT_TRUE(harness::run(source, "k", Range{{n, height, planes}, {0, 0, 0}, {0, 0, 0}, 3}, harness::inOut(in),
                             harness::inOut(out), static_cast<int>(n), static_cast<int>(height)));
    for (std::size_t at = 0; at < expected.size(); ++at)
      for (std::size_t i = 0; i < 9; ++i)
        expected[at] += in[i * n + at % n] * static_cast<int>(at / n % height + i) + static_cast<int>(at / n / height);
    EXPECT_EQ(out, expected) << height;
  }
}

} // namespace
