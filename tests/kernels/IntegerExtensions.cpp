// cl_khr_extended_bit_ops in every type and width, cl_khr_integer_dot_product in every form, cl_khr_kernel_clock;
// against plain C++.
#include "Harness.h"
#include <type_traits>
using harness::Range;

namespace {

constexpr std::size_t Count = 203;

template <typename T> std::string typeName() {
  static const char *const names[] = {"char", "short", "int", "long"};
  int size = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
  return (std::is_signed_v<T> ? "" : "u") + std::string(names[size]);
}

/// bits of a field, which may have none or all of the bits of U.
template <typename U> U fieldMask(uint32_t count) { return count == 0 ? U(0) : U(U(~U(0)) >> (8 * sizeof(U) - count)); }

template <typename T> void bitResults(T base, T insert, uint32_t offset, uint32_t count, T *results, std::size_t step) {
  using U = std::make_unsigned_t<T>;
  U mask = U(fieldMask<U>(count) << (count ? offset : 0)),
    field = U(U(U(base) >> (count ? offset : 0)) & fieldMask<U>(count));
  results[0] = T((U(base) & ~mask) | (U(U(insert) << (count ? offset : 0)) & mask));
  bool negative = count && (field >> (count - 1) & 1);
  results[step] = T(negative ? U(field | U(~fieldMask<U>(count))) : field);
  results[2 * step] = T(field);
  U reversed = 0;
  for (std::size_t bit = 0; bit < 8 * sizeof(U); ++bit)
    reversed = U(reversed | U(U(U(base) >> bit & 1) << (8 * sizeof(U) - 1 - bit)));
  results[3 * step] = T(reversed);
}

/// `uniform`: offset and count are the same for all work-items.
template <typename T> std::string bitSource(int width, bool uniform) {
  std::string n = width == 1 ? "" : std::to_string(width), type = typeName<T>() + n;
  auto load = [&](const char *from) {
    return width == 1 ? std::string(from) + "[i]" : "vload" + n + "(i, " + from + ")";
  };
  std::string source =
      "#ifndef cl_khr_extended_bit_ops\n#error\n#endif\nkernel void k(global const " + typeName<T>() + " *in, global " +
      typeName<T>() + " *out, global const uint *offsets, global const uint *counts) {\n" +
      "  size_t i = get_global_id(0), n = " + std::to_string(Count * width) + ";\n  uint offset = offsets[" +
      (uniform ? "5" : "i") + "], count = counts[" + (uniform ? "5" : "i") + "];\n  " + type + " base = " + load("in") +
      ", insert = " + load("(in + n)") + ";\n";
  const std::string results[] = {
      "bitfield_insert(base, insert, offset, count)", "as_" + type + "(bitfield_extract_signed(base, offset, count))",
      "as_" + type + "(bitfield_extract_unsigned(base, offset, count))", "bit_reverse(base)"};
  int index = 0;
  for (const std::string &result : results) {
    std::string at = std::to_string(index++) + " * n";
    source += width == 1 ? "  out[" + at + " + i] = " + result + ";\n"
                         : "  vstore" + n + "(" + result + ", i, out + " + at + ");\n";
  }
  return source + "}\n";
}

template <typename T> void testBits(int width, bool uniform) {
  std::size_t elements = Count * std::size_t(width);
  auto in = harness::noise<T>(2 * elements, uint64_t(width));
  auto random = harness::noise<uint32_t>(2 * Count, 9);
  std::vector<uint32_t> offsets(Count), counts(Count);
  constexpr uint32_t bits = 8 * sizeof(T);
  for (std::size_t i = 0; i < Count; ++i) {
    counts[i] = i % 11 == 0 ? bits : random[i] % (bits + 1);
    offsets[i] = random[Count + i] % (bits - counts[i] + 1);
  }
  std::vector<T> out(4 * elements), expected(4 * elements);
  for (std::size_t i = 0; i < elements; ++i) {
    std::size_t item = uniform ? 5 : i / std::size_t(width);
    bitResults(in[i], in[elements + i], offsets[item], counts[item], &expected[i], elements);
  }
  ASSERT_TRUE(harness::run(bitSource<T>(width, uniform), "k", Range::of(Count, 29), harness::inOut(in),
                           harness::inOut(out), harness::inOut(offsets), harness::inOut(counts)));
  for (std::size_t i = 0; i < out.size(); ++i)
    ASSERT_EQ(+out[i], +expected[i]) << typeName<T>() << width << ", function " << i / elements << " of "
                                     << +in[i % elements] << ", offset " << offsets[i % elements / std::size_t(width)]
                                     << ", count " << counts[i % elements / std::size_t(width)];
}

template <typename T> class BitOperations : public testing::Test {};
using IntegerTypes = testing::Types<int8_t, uint8_t, int16_t, uint16_t, int32_t, uint32_t, int64_t, uint64_t>;
TYPED_TEST_SUITE(BitOperations, IntegerTypes);

TYPED_TEST(BitOperations, EveryWidth) {
  for (int width : {1, 2, 3, 4, 8, 16})
    testBits<TypeParam>(width, false);
}
TYPED_TEST(BitOperations, OfOneFieldForAll) {
  testBits<TypeParam>(1, true);
  testBits<TypeParam>(4, true);
}

// Offset and count known when the kernel is compiled; a field of no bits may stand at the end.
TEST(BitFields, OfConstants) {
  std::string source = "kernel void k(global const uint *in, global uint *out) { uint base = in[0], insert = in[1]; "
                       "int n = 0;\n";
  std::vector<uint32_t> in = {0x89ABCDEF, 0x12345678}, expected;
  for (uint32_t offset : {0, 5, 31, 32})
    for (uint32_t count : {0, 1, 7, 27, 32}) {
      if (offset + count > 32)
        continue;
      const std::string field = std::to_string(offset) + ", " + std::to_string(count) + ");\n";
      source += "out[n++] = bitfield_insert(base, insert, " + field + "out[n++] = bitfield_extract_signed(base, " +
                field + "out[n++] = bitfield_extract_unsigned(base, " + field;
      uint32_t results[4];
      bitResults(in[0], in[1], offset, count, results, 1);
      expected.insert(expected.end(), results, results + 3);
    }
  std::vector<uint32_t> out(expected.size(), 7);
  ASSERT_TRUE(harness::run(source + "}", "k", Range::of(1), harness::inOut(in), harness::inOut(out)));
  EXPECT_EQ(out, expected);
}

template <typename A, typename B, typename R> R dotOf(uint32_t a, uint32_t b) {
  int64_t sum = 0;
  for (int i = 0; i < 32; i += 8)
    sum += int64_t(A(a >> i)) * B(b >> i);
  return R(sum);
}
template <typename R> R saturated(int64_t sum) {
  return R(std::clamp<int64_t>(sum, std::numeric_limits<R>::min(), std::numeric_limits<R>::max()));
}

/// Packed and as vectors, plain and accumulating; and a sum over a loop, where one side is the same for all work-items.
std::string dotSource(const std::string &letters, const std::string &a, const std::string &b,
                      const std::string &result) {
  std::string packed = "4x8packed_" + letters + "_" + result;
  return "#if !defined(cl_khr_integer_dot_product) || !defined(__opencl_c_integer_dot_product_input_4x8bit) || "
         "!defined(__opencl_c_integer_dot_product_input_4x8bit_packed)\n#error\n#endif\n"
         "kernel void k(global const uint *a, global const uint *b, global const " +
         result + " *c, global " + result + " *r, uint n) {\n  size_t i = get_global_id(0);\n  r[i] = dot_" + packed +
         "(a[i], b[i]);\n  r[n + i] = dot_acc_sat_" + packed + "(a[i], b[i], c[i]);\n  global const " + a +
         "4 *va = (global const " + a + "4 *)a; global const " + b + "4 *vb = (global const " + b +
         "4 *)b;\n  r[2 * n + i] = dot(va[i], vb[i]);\n" + "  r[3 * n + i] = dot_acc_sat(va[i], vb[i], c[i]);\n  " +
         result + " sum = 0;\n" + "  for (uint k = 0; k < 9; ++k) sum += dot_" + packed +
         "(a[i], b[k]);\n  r[4 * n + i] = sum;\n" + "  if (a[i] & 4) r[5 * n + i] = dot_" + packed +
         "(a[i], b[i]); else r[5 * n + i] = 7;\n}\n";
}

template <typename A, typename B, typename R> void testDot(const std::string &letters) {
  uint32_t n = Count;
  auto a = harness::noise<uint32_t>(n, 1), b = harness::noise<uint32_t>(n, 2);
  auto c = harness::noise<R>(n, 3);
  // The extremes of every byte, and sums that saturate.
  for (uint32_t i = 0; i < n; i += 3) {
    a[i] = i % 2 ? 0x80808080 : 0xff7f80ff, b[i] = i % 4 ? 0x7fff80ff : 0x80808080;
    c[i] = i % 5 ? std::numeric_limits<R>::max() : std::numeric_limits<R>::min();
  }
  std::vector<R> r(6 * n), expected(6 * n);
  for (uint32_t i = 0; i < n; ++i) {
    R dot = dotOf<A, B, R>(a[i], b[i]);
    expected[i] = expected[2 * n + i] = dot;
    expected[n + i] = expected[3 * n + i] = saturated<R>(int64_t(dot) + c[i]);
    for (uint32_t k = 0; k < 9; ++k)
      expected[4 * n + i] = R(expected[4 * n + i] + dotOf<A, B, R>(a[i], b[k]));
    expected[5 * n + i] = a[i] & 4 ? dot : R(7);
  }
  std::string source = dotSource(letters, typeName<A>(), typeName<B>(), typeName<R>());
  ASSERT_TRUE(harness::run(source, "k", Range::of(n, 29), harness::inOut(a), harness::inOut(b), harness::inOut(c),
                           harness::inOut(r), n));
  for (uint32_t i = 0; i < r.size(); ++i)
    ASSERT_EQ(r[i], expected[i]) << letters << ", result " << i / n << " of " << std::hex << a[i % n] << ", "
                                 << b[i % n];
}

TEST(DotProduct, Unsigned) { testDot<uint8_t, uint8_t, uint32_t>("uu"); }
TEST(DotProduct, Signed) { testDot<int8_t, int8_t, int32_t>("ss"); }
TEST(DotProduct, UnsignedBySigned) { testDot<uint8_t, int8_t, int32_t>("us"); }
TEST(DotProduct, SignedByUnsigned) { testDot<int8_t, uint8_t, int32_t>("su"); }

/// It goes on while a work-item works; both forms are the same clock.
TEST(KernelClock, GoesOn) {
  const std::string source = R"(
#if !defined(cl_khr_kernel_clock) || !defined(__opencl_c_kernel_clock_scope_device) || \
    !defined(__opencl_c_kernel_clock_scope_work_group) || !defined(__opencl_c_kernel_clock_scope_sub_group)
#error
#endif
kernel void k(global ulong *times, global uint *data) {
  size_t i = get_global_id(0), n = get_global_size(0);
  times[i] = clock_read_device();
  uint x = data[i];
  for (int k = 0; k < 1000; ++k)
    x = x * 1664525u + 1013904223u;
  data[i] = x;
  uint2 hilo = clock_read_hilo_work_group();
  times[n + i] = as_ulong(hilo);
  if (x & 1)
    x = x * x ^ 12345u;
  data[i] += x;
  times[2 * n + i] = clock_read_sub_group() + (clock_read_work_group() - clock_read_work_group()) * 0;
  times[3 * n + i] = (data[i] & 1) ? as_ulong(clock_read_hilo_device()) : as_ulong(clock_read_hilo_sub_group());
})";
  std::vector<uint64_t> times(4 * Count);
  auto data = harness::noise<uint32_t>(Count);
  ASSERT_TRUE(harness::run(source, "k", Range::of(Count, 29), harness::inOut(times), harness::inOut(data)));
  for (std::size_t i = 0; i < Count; ++i)
    for (std::size_t later = 1; later < 4; ++later) {
      ASSERT_GT(times[later * Count + i], times[(later - 1) * Count + i]) << i << ", " << later;
      ASSERT_LT(times[later * Count + i] - times[i], 1ull << 40) << i << ", " << later;
    }
}

} // namespace
