#include "runtime/LaneTrial.h"
#include <algorithm>
#include <functional>

namespace lanecl::compiler {
namespace {

/// A rival that takes so many times as long after a few rounds gets no other.
constexpr double FarBehind = 1.5;
constexpr unsigned FewRounds = 2;
/// What a winner takes at most, of the variant's own time: less would be noise.
constexpr double Ahead = 0.95;

} // namespace

bool LaneTrial::start(const std::vector<const Variant *> &rivals) {
  std::lock_guard lock(mutex_);
  plans_.push_back({.variant = &own_});
  for (const Variant *rival : rivals)
    plans_.push_back({.variant = rival});
  state_.store(rivals.empty() ? State::Over : State::Running, std::memory_order_release);
  return !rivals.empty();
}

std::optional<LaneTrial::Round> LaneTrial::next() {
  std::lock_guard lock(mutex_);
  if (!isRunning())
    return std::nullopt;
  return Round{plans_[current_].variant, current_};
}

/// What a work-item takes by `plan`, of what it takes by the variant's own: the median of rounds beside one another,
/// for parts of a range differ, and so do a machine's moments.
double LaneTrial::timesOwn(const Plan &plan) const {
  std::array<double, MostRounds> ratios;
  auto end = std::transform(plan.costs.begin(), plan.costs.begin() + plan.rounds, plans_.front().costs.begin(),
                            ratios.begin(), std::divides());
  auto middle = ratios.begin() + plan.rounds / 2;
  std::nth_element(ratios.begin(), middle, end);
  return *middle;
}

/// The round goes to the next that is not out.
void LaneTrial::pass() {
  do
    current_ = (current_ + 1) % static_cast<unsigned>(plans_.size());
  while (plans_[current_].isOut);
}

void LaneTrial::choose() {
  const Variant *best = &own_;
  double least = Ahead;
  for (const Plan &plan : plans_)
    if (&plan != &plans_.front() && !plan.isOut)
      if (const double taken = timesOwn(plan); taken < least)
        least = taken, best = plan.variant;
  share_.store(best == &own_ ? 1 : least, std::memory_order_release);
  winner_.store(best, std::memory_order_release);
}

bool LaneTrial::tell(unsigned number, uint64_t items, uint64_t nanoseconds) {
  std::lock_guard lock(mutex_);
  if (!isRunning())
    return false;
  Plan &plan = plans_[number];
  plan.items += items;
  plan.nanoseconds += nanoseconds;
  if (number != current_ || plan.nanoseconds < rules_.round)
    return false;
  plan.costs[plan.rounds++] = static_cast<double>(std::max<uint64_t>(plan.nanoseconds, 1)) /
                              static_cast<double>(std::max<uint64_t>(plan.items, 1));
  plan.items = plan.nanoseconds = 0;
  if (number != 0 && plan.rounds >= FewRounds && timesOwn(plan) > FarBehind)
    plan.isOut = true;
  pass();
  const bool isAlone = std::ranges::count(plans_, false, &Plan::isOut) == 1;
  if (!isAlone && (current_ != 0 || plans_.front().rounds < rules_.rounds))
    return false;
  choose();
  state_.store(State::Over, std::memory_order_release);
  return true;
}

} // namespace lanecl::compiler
