// Which launches get code of their own.
#include "compiler/image/VariantTable.h"
#include <gtest/gtest.h>

namespace lanecl::image {
namespace {

constexpr uint64_t Second = 1'000'000'000;

class LocalSizeCode : public testing::Test {
protected:
  static compiler::VariantKey of(uint32_t size) {
    compiler::VariantKey key;
    key.localSize = {size, 1, 1};
    return key;
  }
  bool isWorth(std::size_t kernel, uint32_t size, bool isAtOnce) {
    return table_.isWorthLocalSize(info_, kernel, of(size), [&](const compiler::VariantKey &) { return isAtOnce; });
  }
  compiler::KernelInfo info_;
  VariantTable table_;
};

TEST_F(LocalSizeCode, ComesAtOnceForTheFirst) {
  EXPECT_TRUE(isWorth(0, 64, true));
  EXPECT_TRUE(isWorth(0, 64, false));
  EXPECT_FALSE(isWorth(0, 32, true)) << "a second size";
  EXPECT_FALSE(isWorth(0, 32, true));
  EXPECT_TRUE(isWorth(1, 32, true)) << "of another kernel";
}

TEST_F(LocalSizeCode, ComesForTheOthersAfterLongRuns) {
  EXPECT_FALSE(isWorth(0, 64, false));
  table_.countLocalSize(0, of(64), Second / 2);
  EXPECT_FALSE(isWorth(0, 64, true));
  table_.countLocalSize(0, of(32), Second); // of which nobody asked
  EXPECT_FALSE(isWorth(0, 32, true));
  table_.countLocalSize(0, of(64), Second / 2);
  EXPECT_TRUE(isWorth(0, 64, false));
  table_.countLocalSize(0, of(64), ~uint64_t{0});
  table_.countLocalSize(0, of(64), ~uint64_t{0});
  EXPECT_TRUE(isWorth(0, 64, false));
}

TEST_F(LocalSizeCode, IsForFewSizes) {
  unsigned own = 0;
  for (int round = 0; round < 2; ++round)
    for (uint32_t size = 1; size <= 100; ++size) {
      own += isWorth(0, size, true) && round == 1;
      table_.countLocalSize(0, of(size), Second);
    }
  EXPECT_EQ(4u, own);
}

} // namespace
} // namespace lanecl::image
