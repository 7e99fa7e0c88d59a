// The functions of LaneCL IR (ARCHITECTURE.md) as passes ask about them: one table of names, no text compares
// elsewhere. Pure look-ups; thread safe.
#pragma once
#include "compiler/ir/Queries.h"
#include "llvm/IR/InstrTypes.h"
#include <optional>

namespace lanecl {

/// What synchronises a work-group, or must be run by it as a whole.
enum class GroupCall : uint8_t {
  Barrier,     ///< lanecl.barrier of work-group scope (or wider)
  WaitEvents,  ///< lanecl.wait_events
  RegionEnd,   ///< lanecl.region_end(i32 number): what a work-group barrier becomes before packetizing
  Yield,       ///< lanecl.yield(i32 number): no barrier, but the other sub-groups may run here
  AsyncCopy,   ///< lanecl.async_copy*: by the first sub-group, all operands uniform
  WorkGroupOp, ///< lanecl.work_group.*
  Accumulate,  ///< lanecl.accumulate.*(i32 site, T uniform): adds a sub-group's part (LowerWorkGroupOps)
  GroupResult, ///< lanecl.group_result.*(i32 site): what the group came to, after the region's end
  Carry,       ///< lanecl.carry.*(i32 site, T uniform): what the sub-groups before this one came to (scans)
};
std::optional<GroupCall> groupCallOf(const llvm::CallBase &call);

/// Numbers of region_end begin with 1, those of yield with this.
inline constexpr unsigned FirstYield = 1u << 30;
/// A call that is a work-group barrier: Barrier, WaitEvents or RegionEnd.
bool isWorkGroupBarrier(const llvm::CallBase &call);
/// What the machine can tell of a number within one part in 2^11 (native and half functions). Element by element:
/// float, or a vector of it. FastRoot is the reciprocal root within 2 ulp, of finite positive normal numbers.
enum class Estimate : uint8_t { Reciprocal, ReciprocalRoot, FastRoot };
std::optional<Estimate> estimateOf(const llvm::Function &function);
/// `function`, an estimate, for operands of `type`; declared in its module.
llvm::FunctionCallee estimateFor(const llvm::Function &function, llvm::Type *type);

/// A query about sub-groups, or an operation of theirs.
bool isOfSubGroups(const llvm::Function &function);
/// Some function of the module uses one.
bool asksForSubGroups(const llvm::Module &module);
/// Of a kernel of a robust program: how many of its parameters the host sees; the others are sizes of buffers.
inline constexpr llvm::StringLiteral VisibleArguments = "lanecl-visible-arguments";
bool isRobust(const llvm::Function &kernel);
/// The name begins with "lanecl.": implemented by passes, never linked.
bool isLaneclFunction(const llvm::Function &function);

} // namespace lanecl
