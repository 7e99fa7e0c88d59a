#include "compiler/Pipeline.h"
#include "compiler/CodeGeneration.h"
#include "compiler/PassOrder.h"
#include "compiler/PipelineSteps.h"
#include "compiler/analysis/Forms.h"
#include "compiler/frontend/Guard.h"
#include "compiler/ir/AddressSpaces.h"
#include "compiler/ir/Attributes.h"
#include "compiler/ir/Operations.h"
#include "compiler/ir/Verify.h"

namespace lanecl::compiler {
namespace {

using llvm::Error;

/// What cannot fail, or what can.
struct Step {
  constexpr Step(void (*step)(KernelState &)) : surely(step) {} // a row of the table names it
  constexpr Step(Error (*step)(KernelState &)) : mayFail(step) {}
  void (*surely)(KernelState &) = nullptr;
  Error (*mayFail)(KernelState &) = nullptr;
};

struct Pass {
  std::string_view name;
  Step step;
  PassNeeds needs = {};
  PassGives gives = {};
  PassRow row() const { return {name, needs, gives}; }
};

using enum Fact;

// The order of everything: what a row does, what it needs, what it gives.
constexpr Pass Passes[] = {
    // only this kernel and what it uses
    {"isolate", steps::isolate, {}, {Isolated}},
    // with the cosines of the same angles
    {"pair-sines", steps::sines, {.facts = Isolated, .before = Linked}},
    // built-in functions that it calls, and what those call
    {"link", steps::link, {Isolated}, {Linked}},
    // LLVM's atomic instructions to atomic operations
    {"raise-atomics", steps::raise, {Linked}, {AtomicOperations}},
    // of pointers, in the checking mode
    {"checks", steps::checks, {.facts = Isolated, .before = Inlined}, {Checked}},
    // for reports of faults, in the checking mode
    {"places", steps::places, {.facts = Checked, .before = Inlined}},
    // integer arguments whose values are known
    {"argument-values", steps::argumentValues, {.facts = Isolated, .before = Canonical}},
    // queries of a range along whose other dimension lanes lie
    {"lane-dimension",
     steps::laneDimension,
     {.facts = Linked, .before = GroupsAnswered | LinearIds | IdRanges},
     {LaneDimension}},
    // groups of one work-item: known queries, no barriers
    {"single-item-groups",
     steps::singleItemGroups,
     {.facts = LaneDimension, .before = IdRanges, .has = Until::Regions},
     {GroupsAnswered}},
    // calls that a vector function serves stay calls
    {"vector-math", steps::vectorMath, {.facts = Linked, .before = Inlined}, {VectorMath}},
    // what needs the work-group's state, and what is small
    {"inline", steps::inlineFunctions, {Linked | VectorMath}, {Inlined}},
    // reads and writes for known samplers and formats
    {"images", steps::images, {Inlined}, {Images}},
    // what one call of a loop says of its pointers
    {"scopes-in-loops", steps::scopesInLoops, {.facts = Inlined, .before = Scopes}, {ScopesOfLoops}},
    // structs by value
    {"arguments", steps::arguments, {Inlined}, {PlainArguments}},
    // on accesses, of what is memory of its own
    {"alias-scopes", steps::aliasScopes, {ScopesOfLoops | PlainArguments}, {Scopes}},
    // ids of the linear id, for sub-groups across rows
    {"linearize-ids", steps::linearize, {.facts = Inlined | LaneDimension, .before = IdRanges}, {LinearIds}},
    // ids and sizes with ranges
    {"bound-ids", steps::ranges, {LaneDimension | GroupsAnswered | LinearIds}, {IdRanges}},
    // that have none, in robust programs
    {"define-values", steps::values, {.facts = Inlined, .before = Canonical}, {DefinedValues}},
    // SSA form
    {"canonicalize", steps::simplify, {Images | Scopes | LinearIds | IdRanges | DefinedValues}, {Canonical}},
    // loops round a compare-exchange to atomic operations
    {"raise-cas-loops", steps::casLoops, {.facts = AtomicOperations | Canonical, .has = Until::Lanes}},
    // a barrier behind what all work-items do alike at the start
    {"separate-prologue", steps::prologue, {.facts = Inlined | Canonical, .has = Until::Regions}},
    // of a work-item's own, in robust programs
    {"define-memory", steps::memory, {.facts = DefinedValues | Canonical, .before = Bounded}, {DefinedMemory}},
    // of buffers, in robust programs
    {"bounds", steps::bounds, {.facts = DefinedMemory, .has = Until::Lanes}, {Bounded}},
    // in loops in which sub-groups wait for one another
    {"yields", steps::yields, {.facts = Inlined | Canonical, .has = Until::Regions}, {Yields}},
    // a version where guards hold and clamps do nothing, for groups with barriers
    {"interior-of-groups",
     steps::interiorOfGroups,
     {.facts = Bounded | Yields, .before = GroupOperationsSplit, .has = Until::Regions}},
    // into those of sub-groups, round barriers
    {"split-group-operations",
     steps::groupOperations,
     {.facts = Inlined | LinearIds | Yields, .has = Until::Regions},
     {GroupOperationsSplit}},
    // to ends of regions, with numbers
    {"barriers", steps::barriers, {GroupOperationsSplit | Yields}, {.gone = Until::Regions, .form = Form::Numbered}},
    // as many as the code's size allows
    {"fit-lanes", steps::fitLanes, {.facts = Images | Canonical, .before = LanesPrepared}, {LanesFitted}},
    // a test for those whose work-items pass no guard
    {"idle-groups", steps::idleGroups, {.facts = Canonical, .before = LanesPrepared, .has = Until::Lanes}},
    // a version where guards hold and clamps do nothing
    {"interior", steps::interior, {.facts = Bounded | LanesFitted, .before = LanesPrepared, .gone = Until::Regions}},
    // copies without masks, where masked stores are dear
    {"whole-guards",
     steps::wholeGuards,
     {.facts = Bounded | LanesFitted, .before = LanesPrepared, .gone = Until::Regions}},
    // loops and branches as packetize wants them
    {"prepare-lanes",
     steps::prepareLanes,
     {.facts = LanesFitted, .gone = Until::Regions, .form = Form::Numbered},
     {.facts = LanesPrepared, .form = Form::ForLanes}},
    // how many, and one body or two
    {"plan-lanes", steps::planLanes, {.facts = LanesFitted, .form = Form::ForLanes}, {LanesChosen}},
    // of memory, by loops that lanes are better alone in
    {"separate-updates",
     steps::separateUpdates,
     {.facts = LanesChosen, .has = Until::Lanes, .form = Form::ForLanes},
     {UpdatesSeparate}},
    // of loops, in which all lanes take part
    {"whole-iterations",
     steps::wholeIterations,
     {.facts = UpdatesSeparate, .gone = Until::Regions, .form = Form::ForLanes}},
    // W work-items at a time
    {"packetize",
     steps::lanes,
     {.facts = AtomicOperations | PlainArguments | LanesChosen | UpdatesSeparate,
      .gone = Until::Regions,
      .form = Form::ForLanes},
     {.gone = Until::Lanes, .form = Form::Numbered}},
    // loops again
    {"join-updates", steps::joinUpdates, {.facts = UpdatesSeparate, .gone = Until::Lanes, .has = Until::Entry}},
    // of integer lanes
    {"divisions", steps::divisions, {.before = Optimized, .gone = Until::Lanes}},
    // of native and half functions
    {"estimates", steps::estimates, {.before = Optimized, .gone = Until::Lanes}, {.gone = Until::Estimates}},
    // nothing: lanes run in step
    {"sub-group-barriers",
     steps::subGroupBarriers,
     {.gone = Until::Estimates, .has = Until::Entry},
     {.gone = Until::SubGroupBarriers}},
    // groups, regions, sub-groups
    {"work-item-loops",
     steps::workItemLoops,
     {.facts = LanesChosen, .gone = Until::SubGroupBarriers, .form = Form::Numbered},
     {.gone = Until::Entry, .form = Form::AsWritten}},
    // ones that loops send to one address
    {"combine-atomics", steps::combine, {.before = AtomicsLowered, .gone = Until::Entry}},
    // atomic operations to instructions
    {"atomics", steps::atomics, {.gone = Until::Entry}, {AtomicsLowered}},
    // nothing of LaneCL IR is left
    {"resolved", steps::resolved, {.facts = AtomicsLowered, .gone = Until::Entry}, {Resolved}},
    // of scalars
    {"machine-operations", steps::machineOperations, {.before = Optimized, .gone = Until::Lanes}},
    // of calls; attributes of the target
    {"conventions", steps::conventions, {.facts = Resolved, .gone = Until::Entry}, {Conventions}},
    // sums of products, where the machine has that
    {"contract", steps::contraction, {.before = Optimized, .gone = Until::Entry}, {Contracted}},
    // half and fused products, where it has not
    {"software-floats", steps::floats, {.facts = Contracted, .before = Optimized}},
    // that the rest is worth
    {"effort", steps::chooseEffort, {LanesFitted | Resolved}, {EffortChosen}},
    // LLVM's own
    {"optimize", steps::optimizeModule, {Resolved | Conventions | Contracted | EffortChosen}, {Optimized}},
    // that the machine has no instructions for
    {"masked-accesses", steps::maskedAccesses, {Optimized}, {AccessesLowered}},
    // between blocks, without registers for masks
    {"widen-masks", steps::wideMasks, {Optimized | AccessesLowered}},
    // the object
    {"emit-code", steps::code, {EffortChosen | AccessesLowered}},
};

class Run {
public:
  Run(llvm::Module &module, const PipelineRequest &request, const targets::HostTarget &target,
      llvm::TargetMachine &machine, PassPrinter *printer, bool assembly, PipelineResult &result)
      : kernel_(module, request, target, machine, assembly, result),
        watch_(result.times, printer, order_, request.verify) {
    kernel_.observer = &watch_;
  }
  Error run();

private:
  Error run(const Pass &pass);
  Error checkBefore(const Pass &pass) const;
  Error checkBehind();

  KernelState kernel_;
  PassOrder order_;
  PassWatch watch_;
};

Error Run::checkBefore(const Pass &pass) const {
  if (Error error = order_.missing(pass.row()))
    return error;
  if (!kernel_.full) // not yet, or no longer
    return Error::success();
  const FactTerms terms = {kernel_.loops.wideIds, kernel_.loops.linear, attribute::isRobust(*kernel_.full)};
  return verifyFacts(pass.name, pass.needs.facts, {kernel_.full, kernel_.alone}, terms);
}

/// The rules of LaneCL IR; bodies that stay scalar are not brought into the form for lanes.
Error Run::checkBehind() {
  if (Error error = watch_.takeError())
    return error;
  if (Error error = verify(kernel_.module, order_.gone()))
    return error;
  return verifyForm(kernel_.plan.hasLanes() ? order_.form() : std::min(order_.form(), Form::Numbered),
                    {kernel_.full, kernel_.tail, kernel_.masked});
}

Error Run::run(const Pass &pass) {
  watch_.begin(pass.name);
  if (pass.step.surely)
    pass.step.surely(kernel_);
  else if (Error error = pass.step.mayFail(kernel_))
    return llvm::joinErrors(watch_.takeError(), std::move(error));
  frontend::checkpoint();
  watch_.end(pass.name);
  order_.add(pass.gives);
  return Error::success();
}

Error Run::run() {
  for (const Pass &pass : Passes) {
    if (kernel_.request.verify)
      if (Error error = checkBefore(pass))
        return error;
    if (Error error = run(pass))
      return error;
    if (kernel_.request.verify)
      if (Error error = checkBehind())
        return llvm::joinErrors(llvm::createStringError("after " + std::string(pass.name)), std::move(error));
    watch_.print(pass.name, kernel_.module);
  }
  return Error::success();
}

} // namespace

llvm::Expected<PipelineResult> runPipeline(llvm::Module &module, const PipelineRequest &request,
                                           const targets::HostTarget &target, llvm::TargetMachine &machine,
                                           PassPrinter *printer, bool assembly) {
  PipelineResult result;
  Run run(module, request, target, machine, printer, assembly, result);
  if (Error error = run.run())
    return error;
  return result;
}

std::vector<std::string_view> passNames() {
  std::vector<std::string_view> names;
  for (const Pass &pass : Passes)
    names.push_back(pass.name);
  for (const SubPassFacts &pass : SubPasses)
    names.push_back(pass.name);
  return names;
}

std::vector<PassRow> passRows() {
  std::vector<PassRow> rows;
  for (const Pass &pass : Passes)
    rows.push_back(pass.row());
  return rows;
}

llvm::Expected<llvm::SmallVector<char, 0>> emitGlobals(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::SmallVector<char, 0> object;
  bool any = false;
  for (llvm::Function &function : module)
    function.deleteBody();
  for (llvm::GlobalVariable &variable : module.globals())
    any |= variable.hasExternalLinkage() && variable.getAddressSpace() != space::Local && !variable.isDeclaration();
  if (any)
    if (auto stack = emitCode(module, machine, Effort::Full, false, object); !stack)
      return stack.takeError();
  return object;
}

} // namespace lanecl::compiler
