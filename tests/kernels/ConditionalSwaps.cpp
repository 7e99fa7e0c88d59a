// What a work-item finds under a condition, and puts something else into the place of, is what it found.
#include "Harness.h"
using harness::Range;

namespace {

template <typename T> struct Name;
template <> struct Name<int8_t> {
  static constexpr const char *value = "char";
};
template <> struct Name<int16_t> {
  static constexpr const char *value = "short";
};
template <> struct Name<int> {
  static constexpr const char *value = "int";
};
template <> struct Name<int64_t> {
  static constexpr const char *value = "long";
};
template <> struct Name<float> {
  static constexpr const char *value = "float";
};
template <> struct Name<double> {
  static constexpr const char *value = "double";
};

template <typename T> class ConditionalSwaps : public testing::Test {};
using Types = testing::Types<int8_t, int16_t, int, int64_t, float, double>;
TYPED_TEST_SUITE(ConditionalSwaps, Types);

TYPED_TEST(ConditionalSwaps, KeepBoth) {
  constexpr std::size_t Count = 1000;
  const std::string type = Name<TypeParam>::value;
  for (const char *body :
       {"if (m[i] > 0) { T found = p[i]; p[i] = current; current = found; }",
        "if (m[i] <= 0) ; else { T found = p[i]; p[i] = current; current = found; }",
        "for (int j = 0; j < 1; ++j) if (m[i] > j) { T found = p[i]; p[i] = current; current = found; }"}) {
    auto p = harness::noise<TypeParam>(Count, 3), o = harness::noise<TypeParam>(Count, 5);
    auto m = harness::noise<int>(Count, 7);
    auto expectedP = p, expectedO = o;
    for (std::size_t i = 0; i < Count; ++i)
      if (m[i] > 0)
        std::swap(expectedP[i], expectedO[i]);
    const std::string source = "typedef " + type +
                               " T; kernel void k(global T *p, global T *o, global const int *m) { " +
                               "int i = get_global_id(0); T current = o[i]; " + body + " o[i] = current; }";
    ASSERT_TRUE(
        harness::run(source, "k", Range::of(Count, 100), harness::inOut(p), harness::inOut(o), harness::inOut(m)));
    EXPECT_EQ(p, expectedP) << body;
    EXPECT_EQ(o, expectedO) << body;
  }
}

} // namespace
