// Pieces of memory of each lane's own: rows that work-items traverse, elements of vectors and structures at any
// index. Lanes that take no part hold addresses that must not be read.
#include "Harness.h"
#include <functional>
using harness::Range;

namespace {

constexpr cl_long Nowhere = 1LL << 45; ///< elements away from every buffer

const char *const source = R"(
  kernel void rows(global const long *starts, global const T *in, global T *out, int length) {
    int i = get_global_id(0);
    T sum = 0;
    if (starts[i] < (1L << 40)) {
      global const T *row = in + starts[i];
      for (int j = 0; j < length; ++j)
        sum = sum * (T)3 + row[j];
    }
    out[i] = sum;
  }
  kernel void lines(global const long *unused, global const T *in, global T *out, int length) {
    int i = get_global_id(0);
    T sum = 0;
    for (int j = 0; j < length; ++j)
      sum = sum * (T)3 + in[i * length + j];
    for (int j = 0; j < 24; ++j)
      sum = sum * (T)3 + in[i * length + 24 - j] * in[i + j * 24];
    out[i] = sum;
  }
  kernel void pieces(global const long *starts, global const T *in, global T *out, int unused) {
    int i = get_global_id(0);
    if (starts[i] < (1L << 40)) {
      global const T *p = in + starts[i];
      T sum = p[0] + p[1] * (T)3;
      if (i & 2)
        sum += p[2] * (T)5 + p[3] * (T)7 + p[4];
      for (int j = 0; j < 16; ++j)
        sum = sum * (T)2 + p[5 + j];
      out[i] = sum;
    }
  }
  kernel void pairs(global const long *starts, global const T *in, global T *out, int all) {
    int i = get_global_id(0), row = all * 500;
    if (all || starts[i] < (1L << 40)) {
      global const T *p = in + (int)starts[i], *q = in + (row + (int)starts[i]);
      T first = 0;
      if (all >= 0) // in another block
        first = p[0] + p[1] * (T)3;
      out[i] = first + q[0] * (T)5 + q[1] * (T)7;
    }
  }
  kernel void vectors(global const long *starts, global const T *in, global T *out, int all) {
    int i = get_global_id(0);
    if (i < 50 && (all || starts[i] < (1L << 40))) {
      global const T *p = in + (int)starts[i];
      vstore4(vload4(0, p) * (T)3 + vload4(1, p), i, out);
    }
  })";

template <typename T> constexpr const char *TypeName = "";
template <> constexpr const char *TypeName<cl_char> = "-DT=char";
template <> constexpr const char *TypeName<cl_ushort> = "-DT=ushort";
template <> constexpr const char *TypeName<cl_int> = "-DT=int";
template <> constexpr const char *TypeName<cl_long> = "-DT=long";
template <> constexpr const char *TypeName<cl_float> = "-DT=float";
template <> constexpr const char *TypeName<cl_double> = "-DT=double";

template <typename T> struct ContiguousAccesses : testing::Test {
  static constexpr int count = 203;
  harness::Program program{source, TypeName<T>};
  std::vector<cl_long> starts;
  std::vector<T> in, out = std::vector<T>(count, T(77)), expected = std::vector<T>(count, T(77));

  static T small(uint64_t value) { return static_cast<T>(value % 5); }
  void fill() {
    in.resize(count * 64);
    auto noise = harness::noise<uint32_t>(in.size());
    for (std::size_t i = 0; i < in.size(); ++i)
      in[i] = small(noise[i]);
    for (int i = 0; i < count; ++i)
      starts.push_back(noise[static_cast<std::size_t>(i)] % 3 == 0 ? Nowhere
                                                                   : noise[static_cast<std::size_t>(i)] % 9000);
  }
  T at(cl_long index) const { return in[static_cast<std::size_t>(index)]; }
  static T plus(T sum, int factor, T value) {
    if constexpr (std::is_floating_point_v<T>)
      return std::fma(sum, static_cast<T>(factor), value); // contraction or not: compared with room for it
    else
      return static_cast<T>(static_cast<uint64_t>(sum) * static_cast<uint64_t>(factor) + static_cast<uint64_t>(value));
  }
  /// ContiguousAccesses the kernel and compares each work-item's result with `valueOf` its index.
  void check(const std::string &name, int length, const std::function<T(int)> &valueOf) {
    harness::Launch launch(program, name.c_str());
    launch.arg(harness::inOut(starts));
    launch.arg(harness::inOut(in));
    launch.arg(harness::inOut(out));
    launch.arg(length);
    launch.run(Range::of(count));
    for (int i = 0; i < count; ++i)
      expected[static_cast<std::size_t>(i)] = valueOf(i);
    compare(name + " of " + std::to_string(length));
  }

private:
  void compare(const std::string &what) {
    for (std::size_t i = 0; i < expected.size(); ++i)
      if constexpr (std::is_floating_point_v<T>)
        ASSERT_NEAR(out[i], expected[i], std::abs(expected[i]) * 1e-5) << what << ", work-item " << i;
      else
        ASSERT_EQ(out[i], expected[i]) << what << ", work-item " << i;
  }
};

using Types = testing::Types<cl_char, cl_ushort, cl_int, cl_long, cl_float, cl_double>;
TYPED_TEST_SUITE(ContiguousAccesses, Types);

// A generic pointer made in one block, whose elements are loaded in others.
TEST(ContiguousAccessesOfGenericPointers, InOtherBlocks) {
  const char *text = R"(
    kernel void k(global const int *in, global int *out) {
      int i = get_global_id(0), sum = 0;
      const int *p = in + i * 16;
      if (i % 3) { int2 v = vload2(0, p); sum += v.x * 3 + v.y * 5; }
      if (i % 5) { int2 v = vload2(1, p); sum += v.x * 7 + v.y * 11; }
      if (i % 7) { int4 v = vload4(1, p); sum += v.x * 13 + v.y * 17 + v.z * 19 + v.w * 23; }
      out[i] = sum;
    })";
  constexpr int Count = 150;
  auto in = harness::noise<int>(Count * 16);
  std::vector<int> out(Count), expected(Count);
  for (int i = 0; i < Count; ++i) {
    const int *p = in.data() + i * 16;
    expected[i] = (i % 3 ? p[0] * 3 + p[1] * 5 : 0) + (i % 5 ? p[2] * 7 + p[3] * 11 : 0) +
                  (i % 7 ? p[4] * 13 + p[5] * 17 + p[6] * 19 + p[7] * 23 : 0);
  }
  ASSERT_TRUE(harness::run(text, "k", Range::of(Count, 50), harness::inOut(in), harness::inOut(out)));
  EXPECT_EQ(out, expected);
}

} // namespace

// Close to one another or not, forwards and backwards: with all lanes, or some.
namespace {
struct Way {
  const char *name;
  cl_long (*start)(int i);
};
const Way ways[] = {
    {"one behind the other", [](int i) -> cl_long { return 11 + i; }},
    {"magnified", [](int i) -> cl_long { return i * 7 / 10; }},
    {"all at one", [](int) -> cl_long { return 42; }},
    {"backwards", [](int i) -> cl_long { return 900 - i; }},
    {"backwards, magnified", [](int i) -> cl_long { return 900 - i * 3 / 5; }},
    {"turned in fours", [](int i) -> cl_long { return i ^ 3; }},
    {"just too far", [](int i) -> cl_long { return i + i / 5; }},
    {"with one away", [](int i) -> cl_long { return i % 8 == 5 ? 700 + i : i; }},
    {"before the first", [](int i) -> cl_long { return 300 + i - (i % 4 == 2 ? 5 : 0); }},
    {"two apart", [](int i) -> cl_long { return 2 * i; }},
};
} // namespace

TYPED_TEST(ContiguousAccesses, CloseToOneAnother) {
  for (const Way &way : ways)
    for (int all : {0, 1}) {
      SCOPED_TRACE(way.name);
      this->starts.clear();
      this->fill();
      for (int i = 0; i < this->count; ++i)
        if (auto &start = this->starts[static_cast<std::size_t>(i)]; all || start != Nowhere || i % 16 < 8)
          start = way.start(i);
      auto isOut = [&](int i) { return this->starts[static_cast<std::size_t>(i)] == Nowhere; };
      this->out.assign(this->out.size(), TypeParam(77));
      this->check("pairs", all, [&](int i) {
        if (isOut(i))
          return TypeParam(77);
        cl_long start = this->starts[static_cast<std::size_t>(i)], row = start + all * 500;
        TypeParam first = this->plus(this->at(start + 1), 3, this->at(start));
        return this->plus(this->at(row + 1), 7, this->plus(this->at(row), 5, first));
      });
      this->out.assign(this->out.size(), TypeParam(77));
      this->check("vectors", all, [&](int i) {
        if (i >= 200 || isOut(i / 4))
          return TypeParam(77);
        cl_long start = this->starts[static_cast<std::size_t>(i / 4)] + i % 4;
        return this->plus(this->at(start), 3, this->at(start + 4));
      });
    }
}

TYPED_TEST(ContiguousAccesses, RowsAnywhere) {
  this->fill();
  for (int length : {0, 1, 3, 4, 7, 16, 18, 35})
    this->check("rows", length, [&](int i) {
      TypeParam sum = 0;
      cl_long start = this->starts[static_cast<std::size_t>(i)];
      for (int j = 0; start != Nowhere && j < length; ++j)
        sum = this->plus(sum, 3, this->at(start + j));
      return sum;
    });
}

TYPED_TEST(ContiguousAccesses, LinesOfAMatrix) {
  this->fill();
  for (int length : {24, 25, 39})
    this->check("lines", length, [&](int i) {
      TypeParam sum = 0;
      for (int j = 0; j < length; ++j)
        sum = this->plus(sum, 3, this->at(i * length + j));
      for (int j = 0; j < 24; ++j)
        sum = this->plus(sum, 3, static_cast<TypeParam>(this->at(i * length + 24 - j) * this->at(i + j * 24)));
      return sum;
    });
}

TYPED_TEST(ContiguousAccesses, PiecesAnywhere) {
  this->fill();
  this->check("pieces", 21, [&](int i) {
    cl_long start = this->starts[static_cast<std::size_t>(i)];
    if (start == Nowhere)
      return TypeParam(77);
    TypeParam sum = this->plus(this->at(start + 1), 3, this->at(start));
    if (i & 2) {
      sum = this->plus(this->at(start + 2), 5, sum);
      sum = this->plus(this->at(start + 3), 7, sum);
      sum = static_cast<TypeParam>(sum + this->at(start + 4));
    }
    for (int j = 0; j < 16; ++j)
      sum = this->plus(sum, 2, this->at(start + 5 + j));
    return sum;
  });
}
