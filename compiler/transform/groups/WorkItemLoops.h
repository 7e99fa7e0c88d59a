// Wraps the W-lane body of a kernel into a KernelEntry (compiler/KernelAbi.h): loops over work-groups and, inside, over
// the sub-groups of a group, region after region where work-group barriers split the body ("Work-item loops" in
// docs/lanecl-ir.md). The last pass that knows LaneCL IR: after it no lanecl.* call is left.
#pragma once
#include "compiler/SubPasses.h"
#include "compiler/targets/Machine.h"
#include "compiler/transform/groups/KernelArguments.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/Error.h"
#include <array>

namespace lanecl {

/// Numbers the work-group barriers: each becomes `lanecl.region_end(i32 n)`, n = 1, 2, ... in the order of blocks, so
/// that the full and the masked body, made from the same kernel afterwards, agree on them. Behind splitWorkGroupOps
/// (LowerGroupCalls.h), before packetize; returns the number of barriers.
unsigned numberBarriers(llvm::Function &kernel);

/// YieldInLoops.cpp: puts a `lanecl.yield(i32 n)`, n = FirstYield, FirstYield + 1, ..., into each loop that may wait
/// (analysis/WaitingLoops.h), and says into how many. It is a boundary like a barrier's, but a sub-group goes on behind
/// it as soon as the others had their turn. Before numberBarriers.
unsigned yieldInLoops(llvm::Function &kernel);

struct WorkItemLoopsOptions {
  unsigned width = 1;                        ///< lanes of `full` and `masked`
  const targets::Machine *machine = nullptr; ///< rows are run together as it has registers; null: never
  bool maskRegisters = false;                ///< MachineFacts::maskRegisters
  bool linear = false;                       ///< sub-groups follow the linear local id (linearizeIds was run)
  bool wideIds = false;                      ///< ids need 64 bits; else they are computed in 32, never negative
  bool onlyMasked = false;                   ///< one body for full and partial sub-groups
  bool scalarTails = false;                  ///< the body for partial ones is for one work-item at a time
  std::array<uint32_t, 3> requiredSize = {}; ///< reqd_work_group_size or VariantKey::localSize; zeros: none
  bool wholeGroups = false;                  ///< no work-group is smaller at the range's edge
  ArgumentLayout arguments;                  ///< of the kernel
  LocalLayout locals;                        ///< of the kernel, before anything was inlined or dropped
  SubPassObserver *observer = nullptr;       ///< null: nobody
  llvm::Function *idleTest = nullptr;        ///< of work-groups that are left out (makeIdleTest); null: none. Consumed
};

struct WorkItemLoopsResult {
  llvm::Function *entry = nullptr; ///< externally visible, KernelEntry's signature
  uint64_t contextBytesPerSubGroup = 0, contextBytesPerGroup = 0, scratchBytes = 0;
};

/// `full`: the body for sub-groups with all lanes active, `masked`: for partial ones, with a trailing <W x i1> argument
/// (null: there are none; the local size is a multiple of W), which it has not with `options.scalarTails`. Both have
/// the kernel's parameters and are consumed. With `options.onlyMasked`, `full` has the mask and runs all sub-groups;
/// `masked` is null. `symbol`: the entry's name. Not thread safe within one LLVMContext.
llvm::Expected<WorkItemLoopsResult> makeWorkItemLoops(llvm::Function &full, llvm::Function *masked,
                                                      llvm::StringRef symbol, const WorkItemLoopsOptions &options);

/// What the iterations of a loop are.
enum class Iterations : uint8_t {
  Unknown,   ///< of the program's own; or the same work-items again, behind a barrier
  WorkItems, ///< sub-groups or rows of one work-group, between two barriers
  WorkGroups
};
Iterations iterationsOf(const llvm::Loop &loop);

} // namespace lanecl
