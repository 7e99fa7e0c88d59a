// Runs work on all cores of the team that the calling thread works for (Team.h). The calling thread takes part; worker
// threads start at the first piece of work that is worth more than one thread.
#pragma once
#include "compiler/Compiler.h"
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace lanecl {

class ContainedLaunch;

/// What a compiled kernel needs to run: bytes are per thread and may be zero.
struct KernelRun {
  KernelEntry entry = nullptr;
  const void *args = nullptr; ///< the argument block
  const LaunchInfo *launch = nullptr;
  uint64_t localBytes = 0, contextBytes = 0, scratchBytes = 0; ///< of WorkerInfo's three areas
  bool clearsLocal = false;                                    ///< local memory is zeros at first
  void *sink = nullptr;                                        ///< WorkerInfo::sink
  ContainedLaunch *contained = nullptr;                        ///< what can end it early; null: nothing
  /// Of `code`: what runs long asks for better code of Tier::First and for the trial of other lanes, and goes on with
  /// what comes of it.
  const compiler::Variant *variant = nullptr;
  compiler::ProgramCode *code = nullptr;

  bool isFirst() const { return variant && variant->tier == compiler::Tier::First; }
  /// Null: there is none, or it is over.
  compiler::LaneTrial *trial() const;
  /// From now on that code.
  void take(const compiler::Variant &latest) {
    variant = &latest;
    runWith(latest);
  }
  void runWith(const compiler::Variant &variant) {
    entry = variant.entry;
    contextBytes = variant.contextBytes(launch->localSize);
    scratchBytes = variant.scratchBytes;
  }
};

/// All functions may be called from any thread at the same time.
namespace executor {

/// Runs all groups of the launch; returns when they are done. False when a worker's memory could not be had or the
/// launch was ended early (some groups have not run then). Launches that are known to be short stay on the calling
/// thread.
bool run(const KernelRun &kernel);

/// What `run` will roughly take on one thread in nanoseconds, learned from earlier runs of that entry; UnknownCost when
/// it has not run yet.
inline constexpr uint64_t UnknownCost = ~uint64_t{0};
uint64_t estimate(KernelEntry entry, uint64_t workItems);

/// Calls body(begin, end) for pieces of [0, count) of at least `grain`, on all cores of the team when there is more
/// than one piece.
void forRanges(uint64_t count, uint64_t grain, void (*body)(void *state, uint64_t begin, uint64_t end), void *state);
template <typename F> void forRanges(uint64_t count, uint64_t grain, F &&body) {
  using Body = std::remove_reference_t<F>;
  forRanges(
      count, grain, [](void *state, uint64_t begin, uint64_t end) { (*static_cast<Body *>(state))(begin, end); },
      const_cast<std::remove_const_t<Body> *>(&body));
}

} // namespace executor
} // namespace lanecl
