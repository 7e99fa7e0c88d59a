#include "runtime/CommandGraph.h"
#include "runtime/Clock.h"
#include "runtime/Team.h"
#include <algorithm>
#include <new>

namespace lanecl {
namespace {

/// Nanoseconds from which on other threads are worth waking, and what a strand must take on average to be worth a
/// hand-over.
constexpr uint64_t WorthSharing = 15'000, WorthStrand = 500;

cl_int runOne(const RecordedWork *work) {
  if (!work)
    return CL_SUCCESS;
  try {
    return work->run();
  } catch (const std::bad_alloc &) {
    return CL_OUT_OF_HOST_MEMORY;
  } catch (...) {
    return CL_OUT_OF_RESOURCES;
  }
}

} // namespace

CommandOrder::CommandOrder(std::span<const Command> commands) {
  makeStrands(commands);
  for (uint32_t i = 0; i < strands_.size(); ++i)
    if (!strands_[i].waits)
      first_.push_back(i);
  measureWidth();
}

void CommandOrder::makeStrands(std::span<const Command> commands) {
  std::vector<uint32_t> followers(commands.size());
  for (const Command &command : commands)
    for (uint32_t earlier : command.waitsFor)
      ++followers[earlier];
  strandOf_.resize(commands.size());
  for (uint32_t i = 0; i < commands.size(); ++i) {
    const Command &command = commands[i];
    hasSeveralTeams_ |= command.team != commands.front().team;
    const bool continues = command.waitsFor.size() == 1 && followers[command.waitsFor[0]] == 1 &&
                           commands[command.waitsFor[0]].team == command.team;
    if (continues) {
      strandOf_[i] = strandOf_[command.waitsFor[0]];
    } else {
      strandOf_[i] = static_cast<uint32_t>(strands_.size());
      strands_.push_back({.commands = {}, .next = {}, .waits = 0, .team = command.team});
      // Only the last of a strand has followers elsewhere, so each of them stands for one strand.
      for (uint32_t earlier : command.waitsFor)
        strands_[strandOf_[earlier]].next.push_back(strandOf_[i]);
      strands_.back().waits = static_cast<uint32_t>(command.waitsFor.size());
    }
    strands_[strandOf_[i]].commands.push_back(i);
  }
}

void CommandOrder::measureWidth() {
  std::vector<uint32_t> depth(strands_.size());
  std::vector<std::size_t> widths(strands_.size());
  for (uint32_t i = 0; i < strands_.size(); ++i) { // strands wait for earlier ones only
    width_ = std::max(width_, ++widths[depth[i]]);
    for (uint32_t next : strands_[i].next)
      depth[next] = std::max(depth[next], depth[i] + 1);
  }
}

bool CommandOrder::isWorthSharing(uint64_t cost) const {
  if (hasSeveralTeams_)
    return true;
  if (width_ < 2 || Team::current().threads() < 2)
    return false;
  return cost == 0 || (cost >= WorthSharing && cost / strands_.size() >= WorthStrand);
}

cl_int CommandOrder::run(const Works &works, uint64_t &cost) const {
  if (isWorthSharing(cost))
    return runSideBySide(works, cost);
  const uint64_t start = clockNow();
  cl_int status = CL_SUCCESS;
  for (const auto &work : works)
    if (status = runOne(work.get()); status != CL_SUCCESS)
      break;
  cost = clockNow() - start;
  return status;
}

/// One run on several threads.
struct CommandOrder::Run {
  const CommandOrder &order;
  const Works &works;
  std::vector<std::atomic<uint32_t>> waits; ///< of each strand: how many it still waits for
  std::atomic<cl_int> status{CL_SUCCESS};
  std::atomic<uint64_t> nanoseconds{0};

  Run(const CommandOrder &order, const Works &works) : order(order), works(works), waits(order.strands_.size()) {
    for (std::size_t i = 0; i < waits.size(); ++i)
      waits[i].store(order.strands_[i].waits, std::memory_order_relaxed);
  }
  void run(uint32_t number, const Team::More &more) {
    const Strand &strand = order.strands_[number];
    const uint64_t start = clockNow();
    {
      OnTeam onTeam(order.hasSeveralTeams_ ? strand.team : nullptr);
      for (uint32_t command : strand.commands) {
        if (status.load(std::memory_order_relaxed) != CL_SUCCESS)
          break;
        cl_int none = CL_SUCCESS;
        if (cl_int failed = runOne(works[command].get()); failed != CL_SUCCESS)
          status.compare_exchange_strong(none, failed);
      }
    }
    nanoseconds.fetch_add(clockNow() - start, std::memory_order_relaxed);
    for (uint32_t next : strand.next)
      if (waits[next].fetch_sub(1, std::memory_order_acq_rel) == 1)
        more.add(next);
  }
};

cl_int CommandOrder::runSideBySide(const Works &works, uint64_t &cost) const {
  Run run(*this, works);
  // Devices are sub-devices of one machine: where there are several, all threads take part, each on the CPUs of the
  // device whose commands it runs.
  Team &team = hasSeveralTeams_ ? Team::all() : Team::current();
  team.feed(
      first_,
      [](void *state, uint32_t strand, const Team::More &more) { static_cast<Run *>(state)->run(strand, more); }, &run);
  cost = run.nanoseconds.load();
  return run.status.load();
}

cl_int Executable::run() const {
  uint64_t cost = this->cost();
  const cl_int status = order_->run(works_, cost);
  cost_.store(std::max<uint64_t>(cost, 1), std::memory_order_relaxed);
  return status;
}

} // namespace lanecl
