// A kernel on its way through the pipeline's table: what its steps know and make.
#pragma once
#include "compiler/CompileBudget.h"
#include "compiler/Effort.h"
#include "compiler/Pipeline.h"
#include "compiler/transform/groups/WorkItemLoops.h"

namespace lanecl::compiler {

struct KernelState {
  KernelState(llvm::Module &module, const PipelineRequest &request, const targets::HostTarget &target,
              llvm::TargetMachine &machine, bool assembly, PipelineResult &result)
      : module(module), request(request), target(target), machine(machine), assembly(assembly), result(result),
        plan(request.lanes, *target.machine), budget(request.lanes.budget, request.tier == Tier::First) {}

  bool isFirst() const { return request.tier == Tier::First; }
  /// A line of the build log.
  void say(const llvm::Twine &text) { result.report += ("kernel " + request.kernel + ": " + text + "\n").str(); }

  llvm::Module &module;
  const PipelineRequest &request;
  const targets::HostTarget &target;
  llvm::TargetMachine &machine;
  const bool assembly; ///< in the place of the object
  PipelineResult &result;
  SubPassObserver *observer = nullptr;
  llvm::Function *full = nullptr, *tail = nullptr,
                 *masked = nullptr;  ///< the kernel's body; for partial sub-groups, if it differs; and as it runs
  llvm::Function *alone = nullptr;   ///< for work-items without lanes, if it differs
  llvm::Function *vectors = nullptr; ///< the same, of a kernel whose vectors lanes would take apart
  LanePlan plan;                     ///< how many lanes, and one body or two
  CompileBudget budget;
  WorkItemLoopsOptions loops;
  uint64_t operations = 0;    ///< of the body after inlining
  unsigned yields = 0;        ///< loops in which sub-groups may wait
  bool usesSubGroups = false; ///< the source does
  bool hasCopies = false;     ///< the body has a version for the interior, or copies of what is behind its guards
  bool mayLose = false;       ///< lanes do what is dear with them
  Effort effort = Effort::Full;
};

} // namespace lanecl::compiler
