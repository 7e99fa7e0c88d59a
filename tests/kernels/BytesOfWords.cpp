// Products of bytes of words, unsigned and signed together: what optimisers make vectors of masks and shifts of.
#include "Harness.h"

namespace {

int byteOf(uint word, int k, bool isSigned) {
  const uint byte = word >> (8 * k) & 255;
  return isSigned ? static_cast<int8_t>(byte) : static_cast<int>(byte);
}

TEST(BytesOfWords, AreMultiplied) {
  const std::string source = R"(
#define U(w, k) ((int)((w) >> (8 * k) & 255u))
#define S(w, k) ((int)((w) << (24 - 8 * k)) >> 24)
#define DOT(P, Q) P(x, 0) * Q(y, 0) + P(x, 1) * Q(y, 1) + P(x, 2) * Q(y, 2) + P(x, 3) * Q(y, 3)
kernel void k(global uint *a, global uint *b, global int *o) {
  int i = get_global_id(0);
  uint x = a[i], y = b[i];
  o[4 * i] = DOT(U, U);
  o[4 * i + 1] = DOT(S, S);
  o[4 * i + 2] = DOT(U, S);
  o[4 * i + 3] = DOT(S, U);
})";
  constexpr std::size_t Count = 1999;
  auto a = harness::noise<uint>(Count, 3), b = harness::noise<uint>(Count, 5);
  std::vector<int> expected(4 * Count);
  for (std::size_t i = 0; i < Count; ++i)
    for (int k = 0; k < 4; ++k)
      for (int form = 0; form < 4; ++form)
        expected[4 * i + static_cast<std::size_t>(form)] +=
            byteOf(a[i], k, form == 1 || form == 3) * byteOf(b[i], k, form == 1 || form == 2);
  for (std::size_t group : {0, 1}) { // what is left of a vectorised loop
    std::vector<int> out(4 * Count);
    ASSERT_TRUE(harness::run(source, "k", harness::Range::of(Count, group), harness::inOut(a), harness::inOut(b),
                             harness::inOut(out)));
    EXPECT_EQ(out, expected) << group;
  }
}

} // namespace
