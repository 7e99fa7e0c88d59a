// Work-items that go along rows of their own: done one after the other, in vectors where iterations allow it, or in
// lanes. The results must not depend on it.
#include "Harness.h"
using harness::inOut;
using harness::Range;

namespace {

constexpr int Rows = 37;

struct Data {
  std::vector<float> a, b;
  std::vector<cl_uchar> bytes;
  bool operator==(const Data &) const = default;

  explicit Data(std::size_t count)
      : a(harness::noise<float>(count, 3)), b(harness::noise<float>(count, 5)),
        bytes(harness::noise<cl_uchar>(count, 7)) {
    for (std::size_t i = 0; i < count; ++i) {
      a[i] = float(bytes[i] % 64) / 64;
      b[i] = 1 + float(bytes[count - 1 - i] % 64) / 64;
    }
  }
};

/// `reference` does the row of number r, whose elements begin at `first`.
template <typename Reference> void check(const std::string &stride, const std::string &body, Reference reference) {
  for (int n : {1, 2, 7, 64, 300, 1024}) { // the last: rows that push each other out of the cache
    if (n > 512 && stride != "n")
      continue;
    const int rows = stride == "n" ? n : 512;
    Data data(std::size_t(rows) * Rows), wanted = data;
    for (int r = 0; r < Rows; ++r)
      reference(wanted, r * rows, n);
    // More work-items than rows: the guard ends them.
    const std::string source = "kernel void walk(global float *a, global float *b, global uchar *bytes, int n) {\n"
                               "  int r = get_global_id(0);\n  if (r >= " +
                               std::to_string(Rows) + ") return;\n  int first = r * " + stride + ";\n" + body + "}\n";
    ASSERT_TRUE(harness::run(source, "walk", Range::of(Rows + 11), inOut(data.a), inOut(data.b), inOut(data.bytes), n));
    EXPECT_EQ(data.a, wanted.a) << body << n;
    EXPECT_EQ(data.b, wanted.b) << body << n;
    EXPECT_EQ(data.bytes, wanted.bytes) << body << n;
  }
}

class RowTraversals : public testing::TestWithParam<const char *> {};

TEST_P(RowTraversals, ElementsByThemselves) {
  check(GetParam(), "for (int j = 0; j < n; ++j) b[first + j] = a[first + j] * 2 + 1;", [](Data &d, int first, int n) {
    for (int j = 0; j < n; ++j)
      d.b[first + j] = d.a[first + j] * 2 + 1;
  });
  check(GetParam(), "for (int j = 0; j < n; ++j) bytes[first + j] ^= (uchar)(3 * j);", [](Data &d, int first, int n) {
    for (int j = 0; j < n; ++j)
      d.bytes[first + j] = cl_uchar(d.bytes[first + j] ^ (3 * j));
  });
}

TEST_P(RowTraversals, Backwards) {
  check(GetParam(), "for (int j = n - 1; j >= 0; --j) b[first + j] = a[first + n - 1 - j] + b[first + j];",
        [](Data &d, int first, int n) {
          for (int j = n - 1; j >= 0; --j)
            d.b[first + j] = d.a[first + n - 1 - j] + d.b[first + j];
        });
}

TEST_P(RowTraversals, EachIterationNeedsTheOneBefore) {
  check(GetParam(), "for (int j = 1; j < n; ++j) a[first + j] = a[first + j] * 0.5f + a[first + j - 1];",
        [](Data &d, int first, int n) {
          for (int j = 1; j < n; ++j)
            d.a[first + j] = d.a[first + j] * 0.5f + d.a[first + j - 1];
        });
  check(GetParam(), "float s = 0; for (int j = 0; j < n; ++j) { s += a[first + j]; b[first + j] = s; }",
        [](Data &d, int first, int n) {
          float s = 0;
          for (int j = 0; j < n; ++j)
            d.b[first + j] = s += d.a[first + j];
        });
}

/// As ADI does: two rows, each of which the next iteration reads again.
TEST_P(RowTraversals, TwoRowsInTurns) {
  check(GetParam(),
        "for (int j = 1; j < n; ++j) {"
        "  a[first + j] = a[first + j] - a[first + j - 1] * 0.25f;"
        "  b[first + j] = b[first + j] - a[first + j] * 0.5f + b[first + j - 1] * 0.125f; }",
        [](Data &d, int first, int n) {
          for (int j = 1; j < n; ++j) {
            d.a[first + j] = d.a[first + j] - d.a[first + j - 1] * 0.25f;
            d.b[first + j] = d.b[first + j] - d.a[first + j] * 0.5f + d.b[first + j - 1] * 0.125f;
          }
        });
}

INSTANTIATE_TEST_SUITE_P(Strides, RowTraversals, testing::Values("n", "512"));

} // namespace
