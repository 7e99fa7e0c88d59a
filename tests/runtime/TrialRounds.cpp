// Launches of a kernel while its lanes are tried: each is a part of the trial, however short it is.
#include "runtime/Executor.h"
#include "runtime/LaneTrial.h"
#include <array>
#include <chrono>
#include <gtest/gtest.h>

namespace lanecl {
namespace {

using compiler::LaneTrial;
using compiler::Variant;

/// Groups that ran by each of two codes, which take some time.
std::array<std::atomic<unsigned>, 2> ran;
constexpr std::chrono::microseconds GroupTime{40};

template <unsigned Code> void group(const void *, const LaunchInfo *, WorkerInfo *, uint64_t, uint64_t count) {
  const auto end = std::chrono::steady_clock::now() + GroupTime * count;
  while (std::chrono::steady_clock::now() < end)
    ;
  ran[Code] += static_cast<unsigned>(count);
}

/// Counts trials that have ended.
class Code final : public compiler::ProgramCode {
public:
  unsigned ended = 0;
  void endTrial(const Variant &) override { ++ended; }
  std::span<const compiler::KernelInfo> kernels() const override { return {}; }
  const Variant *variant(std::size_t, compiler::VariantKey, std::string &, compiler::Tier) override { return nullptr; }
  bool isWorthImages(std::size_t, const std::vector<uint32_t> &, uint64_t) override { return false; }
  SpecialCode specialCode(std::size_t, const compiler::VariantKey &, compiler::Special, bool) override { return {}; }
  GlobalVariable variable(std::string_view) override { return {}; }
  bool hasFunction(std::string_view) const override { return false; }
  uint64_t globalVariableBytes() const override { return 0; }
  bool hasInitializers() const override { return false; }
  const compiler::ProgramFacts *facts() const override { return nullptr; }
  std::vector<std::byte> image(std::size_t, const compiler::VariantKey &, compiler::Tier &, std::string &,
                               const std::atomic<bool> *) override {
    return {};
  }
};

TEST(TrialRounds, EveryLaunchIsPartOfTheTrial) {
  for (uint64_t groups : {1, 3, 200}) {
    Variant own, rival;
    own.entry = group<0>;
    rival.entry = group<1>;
    LaneTrial trial(own, ~uint64_t{0} / 2, {.round = 1000});
    own.trial.set(&trial);
    Code code;
    LaunchInfo shape{};
    for (unsigned i = 0; i < 3; ++i)
      shape.globalSize[i] = shape.groupCount[i] = i ? 1 : groups, shape.localSize[i] = 1;
    KernelRun launch{.launch = &shape, .code = &code};
    launch.take(own);
    ran[0] = ran[1] = 0;
    ASSERT_TRUE(executor::run(launch)); // what it takes is known then
    EXPECT_EQ(0U, ran[1]);
    ASSERT_TRUE(trial.start({&rival}));
    unsigned launches = 1;
    for (; launches < 100 && !code.ended; ++launches)
      ASSERT_TRUE(executor::run(launch));
    EXPECT_EQ(1U, code.ended) << groups;
    EXPECT_GE(ran[1], 2U);
    EXPECT_EQ(groups * launches, ran[0] + ran[1]) << "each group runs once";
  }
}

} // namespace
} // namespace lanecl
