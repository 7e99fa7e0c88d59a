// How many lanes a kernel runs with. What the host is told is chosen when a program is linked (chooseWidth,
// chooseFreeLanes, fitToBudget); a LanePlan is what becomes of it while one variant is compiled.
#pragma once
#include "compiler/Compiler.h"
#include "compiler/targets/Machine.h"
#include "llvm/IR/Function.h"
#include <string>

namespace lanecl::compiler {

/// The lanes that a kernel runs with: what it asks for (intel_reqd_sub_group_size), `forced` when not 0, else as many
/// as the machine's vectors hold of 32 bits, fewer when its required work-group is narrower.
unsigned chooseWidth(const KernelInfo &kernel, const targets::Machine &machine, unsigned forced);
/// KernelInfo::freeLanes, subGroupSize being known: up to four registers for each value of long blocks and chains, two
/// where that hides latency or is a line of the cache. LanePlan takes fewer where they run short
/// (LaneRequest::mayNarrow).
unsigned chooseFreeLanes(const KernelInfo &kernel, const targets::Machine &machine, unsigned forced);

/// Lanes that a kernel of so many operations (operationsOf) may have, up to `width`: one register for each value where
/// the code is larger than `budget`, and one work-item at a time where it is larger than `most`. `budget` 0: no bound.
unsigned fitToBudget(unsigned width, uint64_t operations, const targets::Machine &machine, uint64_t budget,
                     uint64_t most);
/// A line for the build log about what fitToBudget changed.
std::string fitNote(const std::string &kernel, unsigned width, uint64_t operations, unsigned budget);

/// What is asked of a variant's lanes.
struct LaneRequest {
  unsigned width = 0;     ///< lanes; 0 and 1: scalar
  unsigned inCache = 0;   ///< VariantKey::lanesInCache
  bool mayNarrow = false; ///< nobody can tell with how many lanes the kernel runs: fewer will do as well
  bool mayDrop = false;   ///< and without any
  bool hasGroups = false; ///< its work-groups are the host's, for it sees them
  bool isOfLines = false; ///< it sees them, whatever their size, and does little in each: a line for each value will do
  bool hasFewRows = false; ///< fewer than fill a vector: lanes lie along another dimension than the kernel's own
  bool mayTry = false;     ///< other numbers may run beside it, which nobody can tell either
  bool isRequired = false; ///< intel_reqd_sub_group_size: lanes whatever they cost
  bool isSet = false;      ///< by the user (LANECL_WIDTH), for the report
  bool isFitted = false;   ///< `width` is less than that, or than what the kernel had without a budget
  uint32_t budget = 0;     ///< operations beyond which a value has one register; 0: no bound
  uint64_t most = 0;       ///< operations that are made to lanes
};

/// What a body's variant is for.
struct BodyFacts {
  bool isLarge = false;       ///< one body must do for full and partial sub-groups, if both are lanes
  bool isOfSubGroups = false; ///< the program has operations of sub-groups
  bool hasCopies = false;     ///< of what is behind its guards, for sub-groups that pass them as a whole
  bool mayPart = false;       ///< there are partial ones, whose work-items may go one by one: they wait for nobody
  llvm::Function *vectors = nullptr; ///< the body as work-items run it alone, if its vectors are not taken apart there
};

/// The lanes of one variant: the passes fit-lanes, plan-lanes and packetize write it, all others read it. One thread.
class LanePlan {
public:
  /// Both outlive the plan.
  LanePlan(const LaneRequest &request, const targets::Machine &machine)
      : request_(request), machine_(machine), width_(std::max(1u, request.width)) {}

  unsigned width() const { return width_; }
  bool hasLanes() const { return width_ > 1; }
  /// Full sub-groups run the body for partial ones: there is no other.
  bool hasOneBody() const { return hasOneBody_; }
  /// The work-items of partial sub-groups go one by one.
  bool hasScalarTails() const { return hasScalarTails_; }

  /// As many as a body of so many operations may have. False: nothing changed.
  bool fit(uint64_t operations);
  /// Fewer lanes where those of `body` will be fewer, before it is prepared: what versions of it claim holds for so
  /// many.
  void narrow(llvm::Function &body);
  /// How many registers a value of the body gets, which is prepared for lanes. Fewer where nobody can tell: what runs
  /// with sub-groups of 2 * W also runs with W, whole ones stay whole. Why the body is better without lanes (drop), or
  /// "".
  std::string choose(llvm::Function &body, const BodyFacts &facts);
  /// One lane after all.
  void drop();
  /// Variant::rivals: half of the lanes, twice as many, and none where lanes may lose; of large code the last alone.
  std::array<uint8_t, 3> rivals(bool mayLose, bool isLarge) const;
  /// Why it has as many as it has, for the build log.
  std::string reason() const;

private:
  const LaneRequest &request_;
  const targets::Machine &machine_;
  unsigned width_;
  bool hasOneBody_ = false, hasScalarTails_ = false, collides_ = false;
};

} // namespace lanecl::compiler
