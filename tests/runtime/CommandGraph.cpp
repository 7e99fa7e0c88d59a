// The order of a command buffer's commands: strands, what runs side by side, errors.
#include "runtime/CommandGraph.h"
#include <array>
#include <atomic>
#include <gtest/gtest.h>
#include <mutex>

using namespace lanecl;

namespace {

using Commands = std::vector<CommandOrder::Command>;
using Numbers = std::vector<uint32_t>;

Commands commands(const std::vector<Numbers> &waits) {
  Commands all;
  for (const Numbers &each : waits)
    all.push_back({.waitsFor = each, .team = nullptr});
  return all;
}
Numbers strandsOf(const std::vector<Numbers> &waits) {
  const CommandOrder order(commands(waits));
  return {order.strandOf().begin(), order.strandOf().end()};
}
template <typename Work> std::shared_ptr<const RecordedWork> work(Work body) {
  return std::make_shared<RecordedWorkOf<Work>>(std::move(body), false);
}

TEST(CommandOrder, StrandsAreWhatFollowsWithoutAChoice) {
  EXPECT_EQ(Numbers{}, strandsOf({}));
  EXPECT_EQ((Numbers{0, 0, 0, 0}), strandsOf({{}, {0}, {1}, {2}}));
  EXPECT_EQ((Numbers{0, 1, 0, 1}), strandsOf({{}, {}, {0}, {1}}));             // two queues in order
  EXPECT_EQ((Numbers{0, 1, 2, 3, 3}), strandsOf({{}, {0}, {0}, {1, 2}, {3}})); // apart and together again
}

TEST(CommandOrder, RunsEachOnceBehindWhatItWaitsFor) {
  std::vector<Numbers> waits(200);
  for (uint32_t i = 1; i < waits.size(); ++i)
    for (uint32_t step : {1u, 2u, 7u})
      if (i % 3 != step % 3 && step <= i)
        waits[i].insert(waits[i].begin(), i - step);
  const CommandOrder order(commands(waits));
  for (uint64_t known : {uint64_t{0}, uint64_t{1}, uint64_t{1} << 40}) { // unknown, not worth sharing, worth it
    std::mutex mutex;
    Numbers done;
    Works works;
    for (uint32_t i = 0; i < waits.size(); ++i)
      works.push_back(work([&, i]() -> cl_int {
        std::lock_guard lock(mutex);
        done.push_back(i);
        return CL_SUCCESS;
      }));
    works[5] = nullptr; // a command without work
    uint64_t cost = known;
    EXPECT_EQ(CL_SUCCESS, order.run(works, cost));
    ASSERT_EQ(waits.size() - 1, done.size());
    std::vector<std::size_t> place(waits.size(), 0);
    for (std::size_t i = 0; i < done.size(); ++i)
      place[done[i]] = i;
    for (uint32_t i = 0; i < waits.size(); ++i)
      for (uint32_t earlier : waits[i])
        if (i != 5 && earlier != 5) {
          EXPECT_LT(place[earlier], place[i]);
        }
  }
}

TEST(CommandOrder, AnErrorStopsTheRest) {
  const CommandOrder chain(commands({{}, {0}, {1}})), wide(commands({{}, {}, {0, 1}}));
  for (const CommandOrder *order : {&chain, &wide}) {
    std::atomic<bool> wentOn{false};
    const Works works{work([]() -> cl_int { return CL_SUCCESS; }), work([]() -> cl_int { return CL_OUT_OF_RESOURCES; }),
                      work([&]() -> cl_int {
                        wentOn = true;
                        return CL_SUCCESS;
                      })};
    uint64_t cost = 0;
    EXPECT_EQ(CL_OUT_OF_RESOURCES, order->run(works, cost));
    EXPECT_FALSE(wentOn);
  }
}

} // namespace
