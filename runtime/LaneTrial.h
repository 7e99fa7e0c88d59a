// With how many lanes a kernel runs fastest, where the compiler could only estimate: a variant that has run for long
// and its rivals (compiler::Variant::rivals) alternate on parts of the variant's own launches, until one is known to
// be ahead. Each group still runs once, and results are the same. Times are of the threads' processor time.
#pragma once
#include "compiler/Compiler.h"
#include <array>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

namespace lanecl::compiler {

/// Thread safe.
class LaneTrial {
public:
  /// What a round of one plan should last at least, in nanoseconds, and how many each has. Rounds of tests are as short
  /// as can be.
  static constexpr unsigned MostRounds = 9;
  struct Rules {
    uint64_t round = 100'000;
    unsigned rounds = MostRounds;
  };

  /// `due`: nanoseconds of running after which making its rivals pays.
  LaneTrial(const Variant &own, uint64_t due, Rules rules) : own_(own), due_(due), rules_(rules) {}

  /// The variant ran so long, some groups which took `group` each. True once, when its rivals are to be made: when what
  /// it has run is worth that, and rounds of at least a group.
  bool isDueAfter(uint64_t nanoseconds, uint64_t group) {
    return state() == State::Waiting &&
           ran_.fetch_add(nanoseconds, std::memory_order_relaxed) + nanoseconds >= due_ + WorthOfRounds * group &&
           leave(State::Waiting, State::Making);
  }
  /// The rivals are made, as many as could be. False where there are none, and the trial is over.
  bool start(const std::vector<const Variant *> &rivals);

  bool isOver() const { return state() == State::Over; }
  bool isRunning() const { return state() == State::Running; }
  uint64_t round() const { return rules_.round; }

  /// Whose round it is, while the trial is running.
  struct Round {
    const Variant *variant;
    unsigned plan;
  };
  std::optional<Round> next();
  /// So many work-items of a round took so long. True once: the trial is over by that.
  bool tell(unsigned plan, uint64_t items, uint64_t nanoseconds);
  /// The winner, of a trial that is over: the variant itself or a rival.
  const Variant &winner() const { return *winner_.load(std::memory_order_acquire); }
  /// What it takes of the variant's own time.
  double winnersShare() const { return share_.load(std::memory_order_acquire); }

private:
  /// Groups whose time is many times that of all rounds.
  static constexpr uint64_t WorthOfRounds = 200;
  enum class State : uint8_t { Waiting, Making, Running, Over };
  struct Plan {
    const Variant *variant;
    bool isOut = false;                        ///< far behind
    uint64_t items = 0, nanoseconds = 0;       ///< of the round under way
    unsigned rounds = 0;                       ///< that are over
    std::array<double, MostRounds> costs = {}; ///< of each: nanoseconds of a work-item
  };

  State state() const { return state_.load(std::memory_order_acquire); }
  bool leave(State from, State to) { return state_.compare_exchange_strong(from, to); }
  double timesOwn(const Plan &plan) const;
  void pass();
  void choose();

  const Variant &own_;
  const uint64_t due_;
  const Rules rules_;
  std::atomic<State> state_{State::Waiting};
  std::atomic<uint64_t> ran_{0};
  std::atomic<const Variant *> winner_{&own_};
  std::atomic<double> share_{1};
  std::mutex mutex_;        ///< guards what follows
  std::vector<Plan> plans_; ///< the variant's own first; made before it runs, for nothing is allocated meanwhile
  unsigned current_ = 0;
};

} // namespace lanecl::compiler
