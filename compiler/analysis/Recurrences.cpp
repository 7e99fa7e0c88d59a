#include "compiler/analysis/Recurrences.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/LoopIterator.h"
#include "llvm/IR/Instructions.h"
#include <algorithm>
#include <limits>

namespace lanecl::simd {
namespace {

using namespace llvm;

constexpr std::size_t Most = 12; ///< values that are handed on
constexpr double Nowhere = -std::numeric_limits<double>::infinity();

/// The longest ways from each value that is handed on.
using Ways = SmallVector<double, Most>;

void takeLonger(Ways &ways, const Ways &others) {
  for (std::size_t i = 0; i < ways.size(); ++i)
    ways[i] = std::max(ways[i], others[i]);
}

/// Of one iteration: to what each of `phis` is in the next.
SmallVector<Ways, Most> waysOnce(const Loop &loop, const LoopInfo &loops, ArrayRef<const PHINode *> phis,
                                 function_ref<double(const Instruction &)> latency,
                                 function_ref<const Value *(const Instruction &)> before) {
  const Ways none(phis.size(), Nowhere);
  DenseMap<const Value *, Ways> found;
  for (auto [i, phi] : enumerate(phis))
    (found[phi] = none)[i] = 0;
  LoopBlocksRPO order(const_cast<Loop *>(&loop)); // which it does not change
  order.perform(&loops);
  for (const BasicBlock *block : order)
    for (const Instruction &made : *block) {
      if (found.contains(&made))
        continue;
      Ways ways = none;
      auto follow = [&](const Value *from) {
        if (auto way = found.find(from); way != found.end())
          takeLonger(ways, way->second);
      };
      for_each(made.operand_values(), follow);
      follow(before(made));
      if (ways == none)
        continue;
      const double own = latency(made);
      for (double &way : ways)
        way += own;
      found.try_emplace(&made, std::move(ways));
    }
  SmallVector<Ways, Most> once;
  for (const PHINode *phi : phis) {
    auto next = found.find(phi->getIncomingValueForBlock(loop.getLoopLatch()));
    once.push_back(next == found.end() ? none : next->second);
  }
  return once;
}

} // namespace

double longestRecurrence(const Loop &loop, const LoopInfo &loops, function_ref<double(const Instruction &)> latency,
                         function_ref<const Value *(const Instruction &)> before) {
  SmallVector<const PHINode *, Most> phis;
  for (const PHINode &phi : loop.getHeader()->phis())
    phis.push_back(&phi);
  if (!loop.getLoopLatch() || phis.size() > Most)
    return 0;
  const SmallVector<Ways, Most> once = waysOnce(loop, loops, phis, latency, before);
  SmallVector<Ways, Most> ways = once; // of so many iterations
  double longest = 0;
  for (std::size_t iterations = 1; iterations <= phis.size(); ++iterations) {
    for (std::size_t i = 0; i < phis.size(); ++i)
      longest = std::max(longest, ways[i][i] / double(iterations));
    SmallVector<Ways, Most> next(phis.size(), Ways(phis.size(), Nowhere));
    for (std::size_t to = 0; to < phis.size(); ++to)
      for (std::size_t by = 0; by < phis.size(); ++by)
        for (std::size_t from = 0; from < phis.size(); ++from)
          next[to][from] = std::max(next[to][from], once[to][by] + ways[by][from]);
    ways = std::move(next);
  }
  return longest;
}

} // namespace lanecl::simd
