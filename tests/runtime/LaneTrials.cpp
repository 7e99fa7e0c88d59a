// Which of several plans of lanes wins, from rounds that are told.
#include "runtime/LaneTrial.h"
#include <cmath>
#include <gtest/gtest.h>
#include <map>

namespace lanecl::compiler {
namespace {

constexpr uint64_t Round = 1000;

/// A trial of variants that take so many nanoseconds for each of a round's work-items.
class LaneTrials : public ::testing::Test {
protected:
  const Variant own, half, twice;
  LaneTrial trial{own, 5000, {.round = Round}};
  std::map<const Variant *, double> costs = {{&own, 10}, {&half, 10}, {&twice, 10}};
  std::map<const Variant *, unsigned> rounds;

  /// Until it is over; `change`: what a work-item takes more, in each round than in the one before.
  const Variant &run(double change = 1) {
    double factor = 1;
    for (int i = 0; i < 1000; ++i, factor *= change) {
      auto round = trial.next();
      if (!round)
        return ADD_FAILURE() << "no round", own;
      ++rounds[round->variant];
      const uint64_t items = 200; // more than a round by any plan
      if (trial.tell(round->plan, items, uint64_t(std::lround(costs[round->variant] * factor * double(items)))))
        return trial.winner();
    }
    return ADD_FAILURE() << "no end", own;
  }
};

TEST_F(LaneTrials, IsDueOnceItIsWorthIt) {
  EXPECT_FALSE(trial.isDueAfter(4000, 0));
  EXPECT_FALSE(trial.isDueAfter(2000, 1000)) << "groups take long, too";
  EXPECT_TRUE(trial.isDueAfter(0, 1));
  EXPECT_FALSE(trial.isDueAfter(100000, 1)) << "a second time";
  EXPECT_FALSE(trial.isRunning() || trial.isOver()) << "the rivals are being made";
  EXPECT_FALSE(trial.next());
}

TEST_F(LaneTrials, NoRivalsIsTheEnd) {
  EXPECT_FALSE(trial.start({}));
  EXPECT_TRUE(trial.isOver());
  EXPECT_EQ(&own, &trial.winner());
  EXPECT_FALSE(trial.tell(0, 1, Round)) << "of who began before";
}

TEST_F(LaneTrials, TheFastestWins) {
  costs[&half] = 9;
  costs[&twice] = 8;
  ASSERT_TRUE(trial.start({&half, &twice}));
  EXPECT_EQ(&twice, &run());
  EXPECT_TRUE(trial.isOver());
  EXPECT_NEAR(0.8, trial.winnersShare(), 0.01);
  EXPECT_EQ(9U, rounds[&own]);
  EXPECT_EQ(9U, rounds[&half]);
  EXPECT_EQ(9U, rounds[&twice]);
}

TEST_F(LaneTrials, LittleIsNoise) {
  costs[&half] = 9.8;
  costs[&twice] = 10.1;
  trial.start({&half, &twice});
  EXPECT_EQ(&own, &run());
  EXPECT_EQ(1, trial.winnersShare());
}

TEST_F(LaneTrials, ComparesRoundsBesideOneAnother) {
  costs[&half] = 9;
  trial.start({&half, &twice});
  EXPECT_EQ(&half, &run(1.02)) << "rows get longer and longer";
}

TEST_F(LaneTrials, WhoIsFarBehindGetsFewRounds) {
  costs[&half] = 30;
  trial.start({&half, &twice});
  run();
  EXPECT_EQ(2U, rounds[&half]);
  EXPECT_EQ(9U, rounds[&twice]);
}

TEST_F(LaneTrials, EndsWhenAllAreFarBehind) {
  costs[&half] = costs[&twice] = 100;
  trial.start({&half, &twice});
  EXPECT_EQ(&own, &run());
  EXPECT_EQ(2U, rounds[&own]);
}

TEST_F(LaneTrials, AddsUpShortParts) {
  trial.start({&half});
  for (int part = 0; part < 4; ++part) {
    EXPECT_EQ(0U, trial.next()->plan);
    trial.tell(0, 1, Round / 4);
  }
  EXPECT_EQ(1U, trial.next()->plan);
  trial.tell(0, 1, 10 * Round); // of another thread, whose part began before
  EXPECT_EQ(1U, trial.next()->plan);
}

} // namespace
} // namespace lanecl::compiler
