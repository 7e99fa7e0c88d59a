// cl_khr_work_group_uniform_arithmetic: every function and type over whole and partial groups, beside loops in C++.
#include "Harness.h"
#include <cstring>
#include <functional>

namespace {

using harness::Range;
constexpr std::size_t Count = 230; // the last group is smaller

template <typename T> struct Case {
  const char *operation;
  T identity;
  std::function<T(T, T)> step;
};

template <typename T> std::string kernelFor(const char *type, const char *operation) {
  std::string source = sizeof(T) == 2 ? "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" : "";
  source += "kernel void k(global const @T *in, global @T *out) {"
            "  size_t i = get_global_id(0), n = get_global_size(0);"
            "  out[i] = work_group_reduce_@O(in[i]);"
            "  out[n + i] = work_group_scan_inclusive_@O(in[i]);"
            "  out[2 * n + i] = work_group_scan_exclusive_@O(in[i]); }";
  for (auto [name, text] : {std::pair("@T", type), std::pair("@O", operation)})
    for (std::size_t at; (at = source.find(name)) != std::string::npos;)
      source.replace(at, std::strlen(name), text);
  return source;
}

template <typename T> void check(const char *type, const Case<T> &test, std::vector<T> in) {
  for (std::size_t local : {1, 7, 16, 64, 100}) {
    std::vector<T> out(3 * Count), want(3 * Count);
    for (std::size_t first = 0; first < Count; first += local) {
      std::size_t end = std::min(first + local, Count);
      T sum = test.identity;
      for (std::size_t i = first; i < end; ++i) {
        want[2 * Count + i] = sum;
        sum = test.step(sum, in[i]);
        want[Count + i] = sum;
      }
      std::fill(want.begin() + std::ptrdiff_t(first), want.begin() + std::ptrdiff_t(end), sum);
    }
    ASSERT_TRUE(harness::run(kernelFor<T>(type, test.operation), "k", Range::of(Count, local), harness::inOut(in),
                             harness::inOut(out)));
    // Bits: the numbers are chosen so that every order of the products is exact.
    EXPECT_EQ(0, std::memcmp(out.data(), want.data(), out.size() * sizeof(T)))
        << type << " " << test.operation << ", local size " << local;
  }
}

template <typename T> void checkInteger(const char *type) {
  std::vector<T> in = harness::noise<T>(Count), odd = in, sparse = in;
  for (std::size_t i = 0; i < Count; ++i) {
    odd[i] |= 1;
    sparse[i] |= static_cast<T>(~(T{1} << i % (8 * sizeof(T))));
  }
  check<T>(type, {"mul", 1, [](T a, T b) { return static_cast<T>(a * b); }}, odd);
  check<T>(type, {"and", static_cast<T>(~T{0}), [](T a, T b) { return static_cast<T>(a & b); }}, sparse);
  for (T &value : sparse)
    value = ~value;
  check<T>(type, {"or", 0, [](T a, T b) { return static_cast<T>(a | b); }}, sparse);
  check<T>(type, {"xor", 0, [](T a, T b) { return static_cast<T>(a ^ b); }}, in);
}

TEST(WorkGroupArithmetic, Integers) {
  checkInteger<int32_t>("int");
  checkInteger<uint32_t>("uint");
  checkInteger<int64_t>("long");
  checkInteger<uint64_t>("ulong");
}

TEST(WorkGroupArithmetic, Truths) {
  std::vector<int32_t> mostly(Count, -3), rarely(Count, 0);
  for (std::size_t i = 5; i < Count; i += 41)
    mostly[i] = 0, rarely[i] = 1 << i % 31;
  check<int32_t>("int", {"logical_and", 1, [](int a, int b) { return a && b; }}, mostly);
  check<int32_t>("int", {"logical_or", 0, [](int a, int b) { return a || b; }}, rarely);
  check<int32_t>("int", {"logical_xor", 0, [](int a, int b) { return !a != !b; }}, rarely);
}

template <typename T> std::vector<T> powersOfTwo() {
  std::vector<T> in(Count);
  for (std::size_t i = 0; i < Count; ++i)
    in[i] = (i % 3 == 0 ? T(-1) : T(1)) * (i % 4 < 2 ? T(2) : T(0.5));
  return in;
}

TEST(WorkGroupArithmetic, Products) {
  check<float>("float", {"mul", 1, std::multiplies<float>()}, powersOfTwo<float>());
  check<double>("double", {"mul", 1, std::multiplies<double>()}, powersOfTwo<double>());
  check<_Float16>("half", {"mul", 1, std::multiplies<_Float16>()}, powersOfTwo<_Float16>());
}

// Every work-item's value, in groups of two and three dimensions; with and without sub-groups, whose rows are joined.
TEST(WorkGroupArithmetic, BroadcastsOfManyDimensions) {
  const harness::Range ranges[] = {{{5, 5, 1}, {5, 5, 1}, {0, 0, 0}, 2},
                                   {{10, 6, 1}, {5, 3, 1}, {0, 0, 0}, 2},
                                   {{3, 5, 4}, {3, 5, 2}, {0, 0, 0}, 3}};
  for (const char *also : {"0", "0 * (int)get_sub_group_id()"})
    for (const Range &range : ranges) {
      const std::string call =
          range.dimensions == 2 ? "work_group_broadcast(mine, x, y)" : "work_group_broadcast(mine, x, y, z)";
      const std::string source =
          "kernel void k(global int *out) { int at = 0, n = get_local_size(0) * get_local_size(1)"
          " * get_local_size(2), mine = get_local_id(2) * 100 + get_local_id(1) * 10 +"
          " get_local_id(0) + 1; for (int z = 0; z < get_local_size(2); ++z)"
          " for (int y = 0; y < get_local_size(1); ++y)"
          " for (int x = 0; x < get_local_size(0); ++x)"
          " out[get_global_linear_id() * n + at++] = " +
          call + " + " + also + "; }";
      const std::size_t items = range.size[0] * range.size[1] * range.size[2];
      std::vector<int> want;
      for (std::size_t z = 0; z < range.local[2]; ++z)
        for (std::size_t y = 0; y < range.local[1]; ++y)
          for (std::size_t x = 0; x < range.local[0]; ++x)
            want.push_back(static_cast<int>(z * 100 + y * 10 + x + 1));
      std::vector<int> out(items * want.size());
      ASSERT_TRUE(harness::run(source, "k", range, harness::inOut(out)));
      for (std::size_t i = 0; i < out.size(); ++i)
        ASSERT_EQ(out[i], want[i % want.size()]) << "item " << i / want.size() << ", " << also;
    }
}

} // namespace
