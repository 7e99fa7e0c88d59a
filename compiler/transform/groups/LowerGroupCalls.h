// The group-wide calls of a body turned into code, once its state parameters are there (RegionBody.cpp): each works on
// the whole function and leaves none of its calls behind.
#pragma once
#include "compiler/transform/groups/GroupState.h"

namespace lanecl {

/// lanecl.async_copy*: performed by the first sub-group, for the whole work-group. A contiguous copy is memcpy, the
/// others are calls of targets/AsyncCopy.h.
void lowerAsyncCopies(llvm::Function &body, const GroupState &state);

/// lanecl.printf and lanecl.report: the arguments are packed into records and handed to the host (jit/HostSupport.h).
void lowerPrintf(llvm::Function &body, const GroupState &state);

/// lanecl.place: kept in WorkerInfo.
void lowerPlaces(llvm::Function &body, const GroupState &state);

/// lanecl.accumulate.*, group_result.* and carry.* (the parts of work-group operations, see WorkGroupOps.cpp).
void lowerAccumulations(llvm::Function &body, const GroupState &state);

/// Bytes of one work-group operation's place in State::Accumulators.
inline constexpr unsigned AccumulatorBytes = 8;
/// The number of places that `body` needs.
unsigned accumulatorCount(const llvm::Function &body);

/// Splits every lanecl.work_group.* call into its sub-group part and the accumulation over sub-groups, which come in
/// order of their ids. Each is followed by a lanecl.wait_events (a barrier), and with `barrierBefore` follows one:
/// where sub-groups do not arrive in that order, for they may wait for one another. Before the barriers are numbered.
void splitWorkGroupOps(llvm::Function &kernel, bool barrierBefore);

} // namespace lanecl
