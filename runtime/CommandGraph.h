// What a command buffer runs: the work of its commands, and which command waits for which. An enqueued command buffer
// is one task; within it commands have no events and no tasks of their own.
#pragma once
#include "runtime/Result.h"
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace lanecl {

class Team;

/// The work of a recorded command. Constant: it may run on several threads at the same time.
class RecordedWork {
public:
  virtual ~RecordedWork() = default;
  /// CL_SUCCESS or a negative error.
  virtual cl_int run() const = 0;
  /// The host may follow through shared virtual memory what it does.
  virtual bool sharesMemory() const { return false; }
};
/// Of a function object that can be called any number of times: cl_int operator()() const.
template <typename Work> class RecordedWorkOf final : public RecordedWork {
public:
  RecordedWorkOf(Work work, bool sharesMemory) : work_(std::move(work)), sharesMemory_(sharesMemory) {}
  cl_int run() const override { return work_(); }
  bool sharesMemory() const override { return sharesMemory_; }

private:
  const Work work_;
  const bool sharesMemory_;
};
/// Null: a command without work, such as a barrier, or one that is not complete.
using Works = std::vector<std::shared_ptr<const RecordedWork>>;

/// The order of commands, which are numbers in the order of recording. Commands that follow each other without a choice
/// form a strand; strands that do not wait for each other run side by side where that pays. Constant; thread safe.
class CommandOrder {
public:
  struct Command {
    std::vector<uint32_t> waitsFor; ///< earlier commands, ascending, each once
    Team *team = nullptr;           ///< of its device (Device::team)
  };
  explicit CommandOrder(std::span<const Command> commands);

  /// Runs all of them; returns when they are done. After an error no further command starts; the first error.
  /// `cost`: nanoseconds of all commands together, as far as known, else 0; what it was this time.
  cl_int run(const Works &works, uint64_t &cost) const;
  /// The strand of each command.
  std::span<const uint32_t> strandOf() const { return strandOf_; }

private:
  struct Strand {
    std::vector<uint32_t> commands;
    std::vector<uint32_t> next; ///< strands that wait for this one
    uint32_t waits = 0;         ///< for so many strands
    Team *team = nullptr;
  };
  struct Run;
  void makeStrands(std::span<const Command> commands);
  /// Strands at most that have the same number of strands before them: those may run side by side.
  void measureWidth();
  bool isWorthSharing(uint64_t cost) const;
  cl_int runSideBySide(const Works &works, uint64_t &cost) const;

  std::vector<Strand> strands_;
  std::vector<uint32_t> strandOf_;
  std::vector<uint32_t> first_; ///< strands that wait for none
  std::size_t width_ = 0;
  bool hasSeveralTeams_ = false;
};

/// A finalized command buffer as one enqueue sees it. What is enqueued keeps it and must not see later updates: they
/// change it only while nobody else owns it.
class Executable {
public:
  Executable(std::shared_ptr<const CommandOrder> order, Works works)
      : order_(std::move(order)), works_(std::move(works)) {}
  Executable(const Executable &other) : order_(other.order_), works_(other.works_), cost_(other.cost()) {}
  Executable &operator=(const Executable &) = delete;

  void addRef() { owners_.fetch_add(1, std::memory_order_relaxed); }
  void release() {
    if (owners_.fetch_sub(1, std::memory_order_acq_rel) == 1)
      delete this;
  }
  bool isShared() const { return owners_.load(std::memory_order_acquire) > 1; }

  Works &works() { return works_; }
  const Works &works() const { return works_; }
  cl_int run() const;
  /// Nanoseconds of the last run, of all threads together; 0 before the first.
  uint64_t cost() const { return cost_.load(std::memory_order_relaxed); }

private:
  ~Executable() = default;
  std::atomic<uint32_t> owners_{1};
  const std::shared_ptr<const CommandOrder> order_;
  Works works_;
  mutable std::atomic<uint64_t> cost_{0};
};

} // namespace lanecl
