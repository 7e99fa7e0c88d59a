// Loops round a compare-exchange by which programs update memory,
//   do { old = *p; next = f(old); } while (atomic_cmpxchg(p, old, next) != old);
// Pure look-ups; thread safe.
#pragma once
#include "compiler/ir/AtomicOperation.h"
#include "llvm/Analysis/LoopInfo.h"

namespace lanecl {

/// The only compare-exchange of `loop`, of one lane and at the same place in every iteration, and no other atomic
/// operation; nothing where there is none.
std::optional<AtomicOperation> exchangeOf(const llvm::Loop &loop);

/// What the bits of a number are of, when `value` is those.
llvm::Value *withoutCast(llvm::Value *value);

/// What the exchange expects is what `loop` sees there: read anew in each iteration, in no order that the exchange
/// lacks, or what the last exchange found. It fails only where others have changed memory meanwhile.
bool expectsWhatItSees(const AtomicOperation &exchange, const llvm::Loop &loop);

/// Where the exchange's block goes when it has found what it expects, and where otherwise; null where it does not ask
/// just that.
struct ExchangeEdges {
  llvm::BasicBlock *done = nullptr, *failed = nullptr;
};
ExchangeEdges edgesBehind(const AtomicOperation &exchange);

} // namespace lanecl
