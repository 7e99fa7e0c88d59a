// Which launches get code of their own.
#include "compiler/image/VariantTable.h"
#include <gtest/gtest.h>
#include <map>

namespace lanecl::image {
namespace {

constexpr uint64_t Second = 1'000'000'000;

class SpecialCode : public testing::TestWithParam<compiler::Special> {
protected:
  static compiler::VariantKey of(uint32_t size) {
    compiler::VariantKey key;
    if (GetParam() == compiler::Special::LocalSize)
      key.localSize = {size, 1, 1};
    else
      key.values.add(size);
    return key;
  }
  bool isWorth(std::size_t kernel, uint32_t size, bool isAtOnce) { return code(kernel, size, isAtOnce).isWorth; }
  /// Launches of kernel 0 of that size ran so long.
  void count(uint32_t size, uint64_t nanoseconds) {
    if (std::atomic<uint64_t> *ran = code(0, size, false).ran)
      *ran += nanoseconds;
  }
  compiler::KernelInfo info_;
  VariantTable table_;

private:
  VariantTable::SpecialCode code(std::size_t kernel, uint32_t size, bool isAtOnce) {
    return table_.specialCode(info_, kernel, of(size), GetParam(),
                              [&](const compiler::VariantKey &) { return isAtOnce; });
  }
};

TEST(Variants, AreMadeOnceForEachKernelAndKey) {
  VariantTable table;
  compiler::KernelInfo info;
  info.subGroupSize = 8;
  std::map<const compiler::Variant *, unsigned> made;
  unsigned makes = 0;
  std::string log;
  // More than are remembered without a lock, in turns and again and again.
  for (int round = 0; round < 3; ++round)
    for (std::size_t kernel = 0; kernel < 20; ++kernel)
      for (uint32_t size = 1; size <= 20; ++size)
        for (int repeated = 0; repeated < 2; ++repeated) {
          compiler::VariantKey key;
          key.wideIds = size % 2;
          key.localSize = {size, kernel % 3 ? 1u : 2u, 1};
          const auto *variant =
              table.find(info, kernel, key, log, [&](const compiler::VariantKey &asked, std::string &) {
                EXPECT_TRUE(asked == key);
                auto variant = std::make_unique<compiler::Variant>();
                variant->subGroupSize = makes++;
                return variant;
              });
          ASSERT_NE(nullptr, variant);
          made[variant] = unsigned(kernel * 20 + size - 1);
          EXPECT_EQ(kernel * 20 + size - 1, variant->subGroupSize) << "another's";
        }
  EXPECT_EQ(400u, makes);
  EXPECT_EQ(400u, made.size());
}

TEST(Variants, ThatCannotBeMadeAreNotTriedAgain) {
  VariantTable table;
  unsigned tries = 0;
  for (unsigned round = 1; round <= 3; ++round) {
    std::string log;
    EXPECT_EQ(nullptr, table.find({}, 0, {}, log, [&](const compiler::VariantKey &, std::string &reason) {
      ++tries;
      reason = "no";
      return std::unique_ptr<compiler::Variant>();
    }));
    EXPECT_EQ("no", log);
  }
  EXPECT_EQ(1u, tries);
}

TEST_P(SpecialCode, ComesAtOnceForTheFirst) {
  EXPECT_TRUE(isWorth(0, 64, true));
  EXPECT_TRUE(isWorth(0, 64, false));
  EXPECT_FALSE(isWorth(0, 32, true)) << "a second size";
  EXPECT_FALSE(isWorth(0, 32, true));
  EXPECT_TRUE(isWorth(1, 32, true)) << "of another kernel";
}

TEST_P(SpecialCode, ComesForTheOthersAfterLongRuns) {
  EXPECT_FALSE(isWorth(0, 64, false));
  count(64, Second / 2);
  EXPECT_FALSE(isWorth(0, 64, true));
  EXPECT_FALSE(isWorth(0, 32, true)) << "another's time";
  count(64, Second / 2);
  EXPECT_TRUE(isWorth(0, 64, false));
  EXPECT_TRUE(isWorth(0, 64, false));
}

TEST_P(SpecialCode, IsUsedWhereItIsThere) {
  std::string log;
  EXPECT_FALSE(isWorth(0, 64, false));
  table_.find(info_, 0, of(64), log,
              [](const compiler::VariantKey &, std::string &) { return std::make_unique<compiler::Variant>(); });
  EXPECT_TRUE(isWorth(0, 64, false));
  EXPECT_FALSE(isWorth(0, 32, false));
  EXPECT_FALSE(isWorth(1, 64, false));
}

TEST_P(SpecialCode, IsForFew) {
  unsigned own = 0;
  for (int round = 0; round < 2; ++round)
    for (uint32_t size = 1; size <= 100; ++size) {
      own += isWorth(0, size, true) && round == 1;
      count(size, Second);
    }
  EXPECT_EQ(4u, own);
}

TEST(SpecialCodes, OfLocalSizesIsNoneForValues) {
  VariantTable table;
  const compiler::KernelInfo info;
  const auto isAtOnce = [](const compiler::VariantKey &) { return true; };
  compiler::VariantKey key{.localSize = {64, 1, 1}};
  key.values.add(3);
  for (compiler::Special special : compiler::Specials)
    EXPECT_TRUE(table.specialCode(info, 0, key, special, isAtOnce).isWorth);
  key.values.add(4);
  EXPECT_TRUE(table.specialCode(info, 0, key, compiler::Special::LocalSize, isAtOnce).isWorth) << "whatever the values";
  EXPECT_FALSE(table.specialCode(info, 0, key, compiler::Special::Values, isAtOnce).isWorth);
}

TEST(ShapingValues, AreTheSmallOnesAndThoseOfChoices) {
  using compiler::ShapingValues, compiler::Shaping;
  const auto argument = [](Shaping shaping, uint32_t bytes, uint32_t offset) {
    compiler::ArgInfo made;
    made.shaping = shaping, made.bytes = bytes, made.offset = offset;
    return made;
  };
  compiler::KernelInfo info;
  info.args = {argument(Shaping::Small, 4, 0), argument(Shaping::None, 4, 4), argument(Shaping::Any, 2, 8),
               argument(Shaping::Small, 8, 16), argument(Shaping::Any, 1, 24)};
  std::array<std::byte, 32> block{};
  const auto set = [&](std::size_t offset, auto value) { std::memcpy(&block[offset], &value, sizeof value); };
  set(0, int32_t{65}), set(4, ~0u), set(8, int16_t{-3000}), set(16, int64_t{-64}), set(24, uint8_t{255});
  const ShapingValues values = compiler::shapingValues(info, block.data());
  EXPECT_TRUE(std::ranges::equal(values.all(), std::array<int64_t, 4>{ShapingValues::Any, -3000, -64, -1}));
  info.args.resize(1);
  EXPECT_TRUE(compiler::shapingValues(info, block.data()).empty()) << "code for none of them";
  // What no compiler says, but a damaged file may.
  info.args.assign(20, argument(Shaping::Any, 4, 0));
  EXPECT_EQ(ShapingValues::Most, compiler::shapingValues(info, block.data()).all().size());
  info.args.assign(3, argument(Shaping::Any, 100, 0));
  EXPECT_TRUE(compiler::shapingValues(info, block.data()).empty());
}

TEST(LanesInCache, AreFewWhereRowsAreMultiplesOfAPageApart) {
  EXPECT_EQ(compiler::lanesInCache(4096), 8);
  EXPECT_EQ(compiler::lanesInCache(12 << 10), 8);
  EXPECT_EQ(compiler::lanesInCache(3 << 10), 32);
  EXPECT_GE(compiler::lanesInCache(4000), 64);
  compiler::KernelInfo info;
  info.freeLanes = 32;
  const auto add = [&](uint32_t rowBytes, uint32_t bytes, uint32_t offset) {
    compiler::ArgInfo &made = info.args.emplace_back();
    made.rowBytes = rowBytes, made.bytes = bytes, made.offset = offset;
  };
  add(4, 4, 0), add(0, 4, 4), add(8, 8, 8), add(4, 16, 0);
  std::array<std::byte, 16> block{};
  const auto lanes = [&](uint32_t first, uint32_t none, uint64_t last) {
    std::memcpy(&block[0], &first, sizeof first), std::memcpy(&block[4], &none, sizeof none);
    std::memcpy(&block[8], &last, sizeof last);
    return compiler::lanesInCache(info, block.data());
  };
  EXPECT_EQ(lanes(1000, 1024, 1000), 0);
  EXPECT_EQ(lanes(1024, 1000, 1000), 8);
  EXPECT_EQ(lanes(512, 1000, 1000), 16);
  EXPECT_EQ(lanes(512, 1000, 1536), 8);
  EXPECT_EQ(lanes(0, 0, 1), 0) << "no rows";
  info.freeLanes = 16;
  EXPECT_EQ(lanes(1024, 1000, 1000), 8);
  EXPECT_EQ(lanes(512, 1000, 1000), 0) << "there are no more";
}

INSTANTIATE_TEST_SUITE_P(Each, SpecialCode, testing::ValuesIn(compiler::Specials));

} // namespace
} // namespace lanecl::image
