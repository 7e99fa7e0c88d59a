// The SPMD compiler's core: rewrites a kernel body for W lanes, one work-item a lane (docs/lanecl-ir.md).
//
// Order of use, for a body in LaneCL IR whose work-group barriers are numbered (numberBarriers):
//   preparePacketize(body, options);                    once
//   full   = packetize(body, options, &report);         options.masked = false
//   masked = packetize(body, options, &report);         options.masked = true; any number of times
// and then the body is no longer needed. Atomic operations become ones of W lanes.
//
// Not thread safe within one LLVMContext; independent modules may be packetized at the same time.
#pragma once
#include "compiler/SubPasses.h"
#include "compiler/targets/Machine.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/Error.h"
#include <string>
#include <vector>

namespace lanecl {

struct PacketizeOptions {
  unsigned width = 16;  ///< lanes: 2, 4, 8, 16, 32 or 64
  bool masked = false;  ///< partial sub-groups: a trailing <W x i1> parameter names the active lanes, a prefix
  bool wideIds = false; ///< ids and global sizes may reach 2^31
  const targets::Machine *machine = nullptr; ///< that the code is for; not null
  bool quick = false;                        ///< prepare only with what is linear in the code
  SubPassObserver *observer = nullptr;       ///< of preparePacketize
  unsigned maxInstructions = 60000;          ///< refuse larger bodies (callees included): compile time stays bounded
};

/// What was decided, for `lanecl cc --report` and the tests. Lines are source lines, 0 when unknown.
struct PacketizeReport {
  struct Note {
    unsigned line = 0;
    std::string text;
  };
  bool detailed = false; ///< set by the caller: notes are wanted
  std::string kernel;
  unsigned width = 0;
  unsigned divergentBranches = 0, divergentLoops = 0, uniformLoops = 0;
  unsigned uniformLoads = 0, contiguous = 0, guarded = 0, strided = 0, gathers = 0, scatters = 0; ///< memory accesses
  unsigned serialised = 0; ///< instructions executed lane after lane
  bool isFault = false;    ///< it failed by a fault of this pass, not for what the body has
  std::vector<Note> notes; ///< one for each memory access, divergent branch, loop and serial instruction
  std::string str() const;
};

/// Brings `body` (and what it calls) into the form that packetize needs: ids carry ranges, vectors are split, loops are
/// rotated and in LCSSA form, control flow is reducible, there is one return.
void preparePacketize(llvm::Function &body, const PacketizeOptions &options);

/// A new function beside `body`, in the same module, with the same parameters (all uniform) plus the mask when
/// `options.masked`. In it the queries of local_id(0), global_id(0), global_linear_id and local_linear_id stand for
/// lane 0's value; everything else is as before: the other queries, barriers and group calls appear once each, in
/// uniform control flow. Sub-group operations and sub_group_size, max_sub_group_size, sub_group_local_id are gone.
/// Lane 0 of the mask is always active. Fails (leaving nothing behind) when the body is too large or has what cannot be
/// made to lanes: then the kernel is compiled with width 1.
llvm::Expected<llvm::Function *> packetize(llvm::Function &body, const PacketizeOptions &options,
                                           PacketizeReport *report = nullptr);

/// Barriers of sub-groups order nothing once their lanes are one vector. A body that had some gets the attribute
/// attribute::SubGroupBarriers, for what its work-items read may then have been written by others of their sub-group.
void removeSubGroupBarriers(llvm::Function &body);

/// For width 1: replaces the sub-group operations and queries of a body by their meaning for one lane.
void lowerSingleLaneSubGroups(llvm::Function &body);

} // namespace lanecl
