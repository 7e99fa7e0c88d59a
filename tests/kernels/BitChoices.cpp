// Bits chosen by a constant where only some lanes take part: AVX-512 does both in one instruction with the constant in
// memory.
#include "Harness.h"
using harness::inOut;
using harness::Range;

namespace {

/// The chosen bits of `x`, the others of `y`, and the other way round.
enum class Chosen { X, Y };

/// `y` and `x` are kept beside the result, so that the instruction overwrites either.
constexpr char source[] = R"(
kernel void chooses(global T *out, global const T *a, global const T *b, global const int *c, global T *keep,
                    local T *shared) {
  size_t i = get_global_id(0), l = get_local_id(0);
  shared[l] = a[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  T x = shared[l] * (T)5, y = b[i] * (T)3;
  keep[i] = KEPT;
  if (c[i] > 0)
    CHANGED = CHOICE;
  out[i] = CHANGED;
})";

template <typename T> struct Name;
template <> struct Name<cl_uint> {
  static constexpr const char *value = "uint";
};
template <> struct Name<cl_ulong> {
  static constexpr const char *value = "ulong";
};

template <typename T> std::string text(T bits) { return "((T)" + std::to_string(bits) + "ul)"; }

template <typename T> class BitChoices : public testing::Test {
protected:
  static constexpr std::size_t Count = 320, Group = 64;

  /// `choice`: an expression of x, y and M, the bits, which takes them from `chosen`.
  static void check(const std::string &choice, T bits, Chosen chosen) {
    for (const char *changed : {"x", "y"}) {
      auto a = harness::noise<T>(Count, 3), b = harness::noise<T>(Count, 5);
      auto c = harness::noise<cl_int>(Count, 7);
      std::vector<T> out(Count), keep(Count), wanted(Count);
      for (std::size_t i = 0; i < Count; ++i) {
        const T x = a[i] * 5, y = b[i] * 3, taken = chosen == Chosen::X ? x : y, other = chosen == Chosen::X ? y : x;
        wanted[i] = c[i] > 0 ? (taken & bits) | (other & ~bits) : *changed == 'x' ? x : y;
      }
      const std::string kernelText = std::string("#define T ") + Name<T>::value + "\n#define M " + text(bits) +
                                     "\n#define CHANGED " + changed + "\n#define KEPT " +
                                     (*changed == 'x' ? "y" : "x") + "\n#define CHOICE " + choice + "\n" + source;
      ASSERT_TRUE(harness::run(kernelText, "chooses", Range::of(Count, Group), inOut(out), inOut(a), inOut(b), inOut(c),
                               inOut(keep), harness::Local{Group * sizeof(T)}));
      EXPECT_EQ(out, wanted) << choice << ", in the place of " << changed << ", " << bits;
    }
  }
};

using Types = testing::Types<cl_uint, cl_ulong>;
TYPED_TEST_SUITE(BitChoices, Types);

/// Constants of one element and of several.
template <typename T> constexpr T Masks[] = {0x000fffffU, static_cast<T>(0x0f1f3f7f0f1f3f7fULL), T(1) << 31};

TYPED_TEST(BitChoices, Masks) {
  for (TypeParam bits : Masks<TypeParam>) {
    this->check("(x & M) | (y & ~M)", bits, Chosen::X);
    this->check("(y & M) | (x & ~M)", bits, Chosen::Y);
    this->check("y ^ ((x ^ y) & M)", bits, Chosen::X);
  }
}

TYPED_TEST(BitChoices, BitSelect) {
  for (TypeParam bits : Masks<TypeParam>) {
    this->check("bitselect(x, y, M)", bits, Chosen::Y);
    this->check("bitselect(y, x, M)", bits, Chosen::X);
  }
}

/// All but the sign is the first operand's.
TYPED_TEST(BitChoices, CopySign) {
  constexpr TypeParam magnitude = static_cast<TypeParam>(~TypeParam(0)) >> 1;
  const bool isDouble = sizeof(TypeParam) == sizeof(cl_double);
  const std::string as = isDouble ? "as_double" : "as_float", back = isDouble ? "as_ulong" : "as_uint";
  this->check(back + "(copysign(" + as + "(x), " + as + "(y)))", magnitude, Chosen::X);
  this->check(back + "(copysign(" + as + "(y), " + as + "(x)))", magnitude, Chosen::Y);
}

/// Lanes of vectors have constants of their own: a whole vector in memory.
TEST(BitChoices, Vectors) {
  constexpr std::size_t Count = 128;
  constexpr cl_uint bits[] = {0xff, 0xf0f0f0f0, 0x12345678, 0x80000001};
  const std::string text = R"(
kernel void chooses(global uint4 *out, global const uint4 *a, global const uint4 *b, global const int4 *c, global uint4 *keep) {
  size_t i = get_global_id(0);
  uint4 x = a[i] * 5u, y = b[i] * 3u, m = (uint4)(0xff, 0xf0f0f0f0, 0x12345678, 0x80000001);
  keep[i] = y;
  out[i] = c[i] > 0 ? (x & m) | (y & ~m) : x;
})";
  auto a = harness::noise<cl_uint>(4 * Count, 3), b = harness::noise<cl_uint>(4 * Count, 5);
  auto c = harness::noise<cl_int>(4 * Count, 7);
  std::vector<cl_uint> out(4 * Count), keep(4 * Count), wanted(4 * Count);
  for (std::size_t i = 0; i < 4 * Count; ++i) {
    const cl_uint x = a[i] * 5, y = b[i] * 3, m = bits[i % 4];
    wanted[i] = c[i] > 0 ? (x & m) | (y & ~m) : x;
  }
  ASSERT_TRUE(harness::run(text, "chooses", Range::of(Count), inOut(out), inOut(a), inOut(b), inOut(c), inOut(keep)));
  EXPECT_EQ(out, wanted);
}

} // namespace
