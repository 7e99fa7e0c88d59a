// The threads that share work: all that the process may have, or those of a sub-device, which stay on its CPUs.
// The only user of TBB, with Executor. A child after fork() gets threads of its own.
#pragma once
#include "runtime/UsableCpus.h"
#include <atomic>
#include <cstdint>
#include <span>

namespace lanecl {

/// Thread safe. Threads start at the first work.
class Team {
public:
  /// One thread for each entry; CPUs may repeat when there are more threads than CPUs.
  explicit Team(std::vector<unsigned> cpus);
  ~Team();
  Team(const Team &) = delete;
  Team &operator=(const Team &) = delete;

  /// Threads that share the work (CL_DEVICE_MAX_COMPUTE_UNITS): the CPUs of the affinity mask, at most the cgroup's
  /// quota rounded up and what a launcher leaves to the process; LANECL_THREADS overrides them all. Read once. Fewer
  /// take part where the mask is smaller at the first work.
  static Team &all();
  /// What this thread works for: that of the innermost OnTeam, else all().
  static Team &current();

  unsigned threads() const { return threads_; }
  /// The CPU of each thread; empty: any.
  const std::vector<unsigned> &cpus() const { return cpus_; }
  /// Calls body(state, thread) `count` times, on up to as many threads at once, this one among them. Calls that run at
  /// the same time have different numbers, which a thread mostly keeps from one run to the next.
  void run(unsigned count, void (*body)(void *state, unsigned thread), void *state);

  /// Takes what becomes ready while work is under way; only within the body that it was given to.
  class More {
  public:
    virtual void add(uint32_t item) const = 0;

  protected:
    ~More() = default;
  };
  /// Calls body(state, item, more) for each of `first` and for each item that a body adds to `more`, on all threads of
  /// the team, this one among them. Returns when all are done. Nothing may be thrown.
  void feed(std::span<const uint32_t> first, void (*body)(void *state, uint32_t item, const More &more), void *state);

private:
  friend class OnTeam;
  friend struct Teams;
  struct Arena;
  explicit Team(unsigned threads);
  Arena &arena();

  const unsigned threads_;
  const std::vector<unsigned> cpus_;
  std::atomic<Arena *> arena_{nullptr};
  Arena *setAside_ = nullptr; ///< for a fork
};

/// While it lives, this thread works for the team, on its CPUs.
class OnTeam {
public:
  /// Null: nothing changes.
  explicit OnTeam(Team *team);
  ~OnTeam();
  OnTeam(const OnTeam &) = delete;
  OnTeam &operator=(const OnTeam &) = delete;

private:
  Team *const before_;
  const std::vector<unsigned> cpus_; ///< that it ran on before; empty: not to be put back
};

} // namespace lanecl
