// Loops in which a work-item may wait for what another one does: those of spin locks, of flags, of tickets. The
// sub-groups of a work-group run one after the other, so one that waits must let the others run (YieldInLoops.cpp).
#pragma once
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"

namespace lanecl {

/// Whether the loop ends is decided by what memory holds that others may change: an atomic or volatile load, an
/// exchange or a compare-exchange that repeats, of a place that may stay the same from iteration to iteration, or come
/// back after a way round a ring (`asRings`). Not those that go on by themselves: counters that hand out work, the
/// usual loops round a compare-exchange, searches along tables.
bool mayWait(const llvm::Loop &loop, const llvm::DominatorTree &dominators, bool asRings);
/// Every loop has one entry. Those of others are not seen by mayWait(loop).
bool isReducible(const llvm::Function &function);
/// One of its loops may, or one with several entries; as rings where the program asks for sub-groups, so not once
/// work-group operations have been made of those of sub-groups (numberBarriers).
bool mayWait(llvm::Function &function);
/// It has loads or atomic operations that the answer to such a question may come from.
bool asksOthers(const llvm::Function &function);

} // namespace lanecl
