#include "compiler/Pipeline.h"
#include "compiler/CodeGeneration.h"
#include "compiler/KernelFacts.h"
#include "compiler/PassOrder.h"
#include "compiler/analysis/CodeSize.h"
#include "compiler/analysis/Forms.h"
#include "compiler/analysis/WaitingLoops.h"
#include "compiler/frontend/Guard.h"
#include "compiler/ir/AddressSpaces.h"
#include "compiler/ir/Attributes.h"
#include "compiler/ir/Operations.h"
#include "compiler/ir/Verify.h"
#include "compiler/ir/VersionChoices.h"
#include "compiler/transform/Passes.h"
#include "compiler/transform/finish/WidenMasks.h"
#include "compiler/transform/groups/IdleGroups.h"
#include "compiler/transform/groups/LowerGroupCalls.h"
#include "compiler/transform/groups/WorkItemLoops.h"
#include "compiler/transform/lanes/InteriorVersion.h"
#include "compiler/transform/lanes/LowerDivision.h"
#include "compiler/transform/lanes/Packetize.h"
#include "compiler/transform/lanes/SerialUpdates.h"
#include "compiler/transform/lanes/WholeGuards.h"
#include "compiler/transform/prepare/AliasScopes.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/Cloning.h"

namespace lanecl::compiler {
namespace {

using llvm::Error;

// Shares of the budget (LANECL_COMPILE_BUDGET), which is in operations of the scalar body; of some of them the best
// code has LargestInLanes times as much (forBest).
constexpr double QuickPreparation = 0.25;   ///< beyond it only passes prepare a body that are linear in the code
constexpr double OneBody = 0.2;             ///< beyond it full sub-groups run the body for partial ones
constexpr double QuickCode = 2;             ///< code that costs more is hardly optimised,
constexpr double QuickBranches = 0.75;      ///< code of many blocks sooner
constexpr uint64_t ManyBlocks = 1500;       ///< LLVM's register allocator takes the square of these
constexpr unsigned MaxMemoryOfBlock = 1000; ///< the schedulers take the square of these

class Run {
public:
  Run(llvm::Module &module, const PipelineRequest &request, const targets::HostTarget &target,
      llvm::TargetMachine &machine, PassPrinter *printer, bool assembly, PipelineResult &result)
      : module_(module), request_(request), target_(target), machine_(machine), assembly_(assembly), result_(result),
        plan_(request.lanes, *target.machine), watch_(result.times, printer, order_, request.verify) {}
  Error run();

  /// What cannot fail, or what can.
  struct Step {
    constexpr Step(void (Run::*step)()) : surely(step) {} // a row of the table names it
    constexpr Step(Error (Run::*step)()) : mayFail(step) {}
    void (Run::*surely)() = nullptr;
    Error (Run::*mayFail)() = nullptr;
  };
  struct Pass {
    std::string_view name;
    Step step;
    PassNeeds needs = {};
    PassGives gives = {};
    PassRow row() const { return {name, needs, gives}; }
  };
  static const Pass Passes[];

private:
  Error run(const Pass &pass);
  Error checkBefore(const Pass &pass) const;
  Error checkBehind();
  Error isolate();
  void sines() { pairSines(module_); }
  Error link();
  void raise() { raiseAtomics(module_); }
  void checks() { checkBlocks(*full_); }
  void places() { notePlaces(*full_); }
  void argumentValues() { setArguments(*full_, request_.values); }
  void laneDimension();
  void singleItemGroups();
  void vectorMath();
  void inlineFunctions();
  void images();
  void scopesInLoops();
  void arguments();
  void aliasScopes() { scopeKernelMemory(*full_, request_.key.noAliasBuffers); }
  void linearize();
  void ranges();
  void values();
  void simplify();
  void casLoops();
  void memory();
  void bounds();
  void prologue();
  void yields();
  void groupOperations() { splitWorkGroupOps(*full_, yields_ != 0); }
  void barriers() { numberBarriers(*full_); }
  void fitLanes();
  void idleGroups();
  void interior();
  void wholeGuards();
  void prepareLanes();
  void planLanes();
  void separateUpdates();
  Error lanes();
  void joinUpdates() { simd::joinUpdates(module_); }
  static void drop(llvm::Function *&body);
  void withoutCopies();
  void divisions();
  void estimates() { lowerEstimates(module_, *target_.machine); }
  void subGroupBarriers();
  Error workItemLoops();
  void combine();
  void atomics();
  Error resolved();
  void machineOperations() { lowerMachineOperations(module_, *target_.machine); }
  void conventions();
  void contraction();
  void floats();
  void chooseEffort();
  void optimizeModule() { optimize(module_, machine_, !plan_.hasLanes(), effort_, &watch_); }
  void maskedAccesses();
  void wideMasks() { widenMasks(module_, machine_); }
  Error code();
  PacketizeOptions packetizeOptions(bool masked);
  void withoutLanes(const std::string &why);
  bool isFirst() const { return request_.tier == Tier::First; }
  bool exceeds(uint64_t operations, double share) const;
  double forBest(double share) const { return isFirst() ? share : share * LargestInLanes; }
  bool hasOneVersion() const;
  void say(const llvm::Twine &text) { result_.report += ("kernel " + request_.kernel + ": " + text + "\n").str(); }

  llvm::Module &module_;
  const PipelineRequest &request_;
  const targets::HostTarget &target_;
  llvm::TargetMachine &machine_;
  const bool assembly_; ///< in the place of the object
  PipelineResult &result_;
  llvm::Function *full_ = nullptr, *tail_ = nullptr,
                 *masked_ = nullptr;  ///< the kernel's body; for partial sub-groups, if it differs; and as it runs
  llvm::Function *alone_ = nullptr;   ///< for work-items without lanes, if it differs
  llvm::Function *vectors_ = nullptr; ///< the same, of a kernel whose vectors lanes would take apart
  LanePlan plan_;                     ///< how many lanes, and one body or two
  WorkItemLoopsOptions loops_;
  uint64_t operations_ = 0;    ///< of the body after inlining
  unsigned yields_ = 0;        ///< loops in which sub-groups may wait
  bool usesSubGroups_ = false; ///< the source does
  bool hasCopies_ = false;     ///< the body has a version for the interior, or copies of what is behind its guards
  bool mayLose_ = false;       ///< lanes do what is dear with them
  bool isQuick_ = false;       ///< the program was built with -cl-opt-disable, or the request is plain
  Effort effort_ = Effort::Full;
  PassOrder order_;
  PassWatch watch_;
};

/// More than `share` of the budget; of what is not to be optimised, anything is.
bool Run::exceeds(uint64_t operations, double share) const {
  return isQuick_ || (request_.lanes.budget && double(operations) > double(request_.lanes.budget) * share);
}

using enum Fact;

// The order of everything: what a row does, what it needs, what it gives.
constexpr Run::Pass Run::Passes[] = {
    // only this kernel and what it uses
    {"isolate", &Run::isolate, {}, {Isolated}},
    // with the cosines of the same angles
    {"pair-sines", &Run::sines, {.facts = Isolated, .before = Linked}},
    // built-in functions that it calls, and what those call
    {"link", &Run::link, {Isolated}, {Linked}},
    // LLVM's atomic instructions to atomic operations
    {"raise-atomics", &Run::raise, {Linked}, {AtomicOperations}},
    // of pointers, in the checking mode
    {"checks", &Run::checks, {.facts = Isolated, .before = Inlined}, {Checked}},
    // for reports of faults, in the checking mode
    {"places", &Run::places, {.facts = Checked, .before = Inlined}},
    // integer arguments whose values are known
    {"argument-values", &Run::argumentValues, {.facts = Isolated, .before = Canonical}},
    // queries of a range along whose other dimension lanes lie
    {"lane-dimension",
     &Run::laneDimension,
     {.facts = Linked, .before = GroupsAnswered | LinearIds | IdRanges},
     {LaneDimension}},
    // groups of one work-item: known queries, no barriers
    {"single-item-groups",
     &Run::singleItemGroups,
     {.facts = LaneDimension, .before = IdRanges, .has = Until::Regions},
     {GroupsAnswered}},
    // calls that a vector function serves stay calls
    {"vector-math", &Run::vectorMath, {.facts = Linked, .before = Inlined}, {VectorMath}},
    // what needs the work-group's state, and what is small
    {"inline", &Run::inlineFunctions, {Linked | VectorMath}, {Inlined}},
    // reads and writes for known samplers and formats
    {"images", &Run::images, {Inlined}, {Images}},
    // what one call of a loop says of its pointers
    {"scopes-in-loops", &Run::scopesInLoops, {.facts = Inlined, .before = Scopes}, {ScopesOfLoops}},
    // structs by value
    {"arguments", &Run::arguments, {Inlined}, {PlainArguments}},
    // on accesses, of what is memory of its own
    {"alias-scopes", &Run::aliasScopes, {ScopesOfLoops | PlainArguments}, {Scopes}},
    // ids of the linear id, for sub-groups across rows
    {"linearize-ids", &Run::linearize, {.facts = Inlined | LaneDimension, .before = IdRanges}, {LinearIds}},
    // ids and sizes with ranges
    {"bound-ids", &Run::ranges, {LaneDimension | GroupsAnswered | LinearIds}, {IdRanges}},
    // that have none, in robust programs
    {"define-values", &Run::values, {.facts = Inlined, .before = Canonical}, {DefinedValues}},
    // SSA form
    {"canonicalize", &Run::simplify, {Images | Scopes | LinearIds | IdRanges | DefinedValues}, {Canonical}},
    // loops round a compare-exchange to atomic operations
    {"raise-cas-loops", &Run::casLoops, {.facts = AtomicOperations | Canonical, .has = Until::Lanes}},
    // a barrier behind what all work-items do alike at the start
    {"separate-prologue", &Run::prologue, {.facts = Inlined | Canonical, .has = Until::Regions}},
    // of a work-item's own, in robust programs
    {"define-memory", &Run::memory, {.facts = DefinedValues | Canonical, .before = Bounded}, {DefinedMemory}},
    // of buffers, in robust programs
    {"bounds", &Run::bounds, {.facts = DefinedMemory, .has = Until::Lanes}, {Bounded}},
    // in loops in which sub-groups wait for one another
    {"yields", &Run::yields, {.facts = Inlined | Canonical, .has = Until::Regions}, {Yields}},
    // into those of sub-groups, round barriers
    {"split-group-operations",
     &Run::groupOperations,
     {.facts = Inlined | LinearIds | Yields, .has = Until::Regions},
     {GroupOperationsSplit}},
    // to ends of regions, with numbers
    {"barriers", &Run::barriers, {GroupOperationsSplit | Yields}, {.gone = Until::Regions, .form = Form::Numbered}},
    // as many as the code's size allows
    {"fit-lanes", &Run::fitLanes, {.facts = Images | Canonical, .before = LanesPrepared}, {LanesFitted}},
    // a test for those whose work-items pass no guard
    {"idle-groups", &Run::idleGroups, {.facts = Canonical, .before = LanesPrepared, .has = Until::Lanes}},
    // a version where guards hold and clamps do nothing
    {"interior", &Run::interior, {.facts = Bounded | LanesFitted, .before = LanesPrepared, .gone = Until::Regions}},
    // copies without masks, where masked stores are dear
    {"whole-guards",
     &Run::wholeGuards,
     {.facts = Bounded | LanesFitted, .before = LanesPrepared, .gone = Until::Regions}},
    // loops and branches as packetize wants them
    {"prepare-lanes",
     &Run::prepareLanes,
     {.facts = LanesFitted, .gone = Until::Regions, .form = Form::Numbered},
     {.facts = LanesPrepared, .form = Form::ForLanes}},
    // how many, and one body or two
    {"plan-lanes", &Run::planLanes, {.facts = LanesFitted, .form = Form::ForLanes}, {LanesChosen}},
    // of memory, by loops that lanes are better alone in
    {"separate-updates",
     &Run::separateUpdates,
     {.facts = LanesChosen, .has = Until::Lanes, .form = Form::ForLanes},
     {UpdatesSeparate}},
    // W work-items at a time
    {"packetize",
     &Run::lanes,
     {.facts = AtomicOperations | PlainArguments | LanesChosen | UpdatesSeparate,
      .gone = Until::Regions,
      .form = Form::ForLanes},
     {.gone = Until::Lanes, .form = Form::Numbered}},
    // loops again
    {"join-updates", &Run::joinUpdates, {.facts = UpdatesSeparate, .gone = Until::Lanes, .has = Until::Entry}},
    // of integer lanes
    {"divisions", &Run::divisions, {.before = Optimized, .gone = Until::Lanes}},
    // of native and half functions
    {"estimates", &Run::estimates, {.before = Optimized, .gone = Until::Lanes}, {.gone = Until::Estimates}},
    // nothing: lanes run in step
    {"sub-group-barriers",
     &Run::subGroupBarriers,
     {.gone = Until::Estimates, .has = Until::Entry},
     {.gone = Until::SubGroupBarriers}},
    // groups, regions, sub-groups
    {"work-item-loops",
     &Run::workItemLoops,
     {.facts = LanesChosen, .gone = Until::SubGroupBarriers, .form = Form::Numbered},
     {.gone = Until::Entry, .form = Form::AsWritten}},
    // ones that loops send to one address
    {"combine-atomics", &Run::combine, {.before = AtomicsLowered, .gone = Until::Entry}},
    // atomic operations to instructions
    {"atomics", &Run::atomics, {.gone = Until::Entry}, {AtomicsLowered}},
    // nothing of LaneCL IR is left
    {"resolved", &Run::resolved, {.facts = AtomicsLowered, .gone = Until::Entry}, {Resolved}},
    // of scalars
    {"machine-operations", &Run::machineOperations, {.before = Optimized, .gone = Until::Lanes}},
    // of calls; attributes of the target
    {"conventions", &Run::conventions, {.facts = Resolved, .gone = Until::Entry}, {Conventions}},
    // sums of products, where the machine has that
    {"contract", &Run::contraction, {.before = Optimized, .gone = Until::Entry}, {Contracted}},
    // half and fused products, where it has not
    {"software-floats", &Run::floats, {.facts = Contracted, .before = Optimized}},
    // that the rest is worth
    {"effort", &Run::chooseEffort, {LanesFitted | Resolved}, {EffortChosen}},
    // LLVM's own
    {"optimize", &Run::optimizeModule, {Resolved | Conventions | Contracted | EffortChosen}, {Optimized}},
    // that the machine has no instructions for
    {"masked-accesses", &Run::maskedAccesses, {Optimized}, {AccessesLowered}},
    // between blocks, without registers for masks
    {"widen-masks", &Run::wideMasks, {Optimized | AccessesLowered}},
    // the object
    {"emit-code", &Run::code, {EffortChosen | AccessesLowered}},
};

Error Run::checkBefore(const Pass &pass) const {
  if (Error error = order_.missing(pass.row()))
    return error;
  if (!full_) // not yet, or no longer
    return Error::success();
  const FactTerms terms = {loops_.wideIds, loops_.linear, attribute::isRobust(*full_)};
  return verifyFacts(pass.name, pass.needs.facts, *full_, terms);
}

/// The rules of LaneCL IR; bodies that stay scalar are not brought into the form for lanes.
Error Run::checkBehind() {
  if (Error error = watch_.takeError())
    return error;
  if (Error error = verify(module_, order_.gone()))
    return error;
  return verifyForm(plan_.hasLanes() ? order_.form() : std::min(order_.form(), Form::Numbered),
                    {full_, tail_, masked_});
}

Error Run::run(const Pass &pass) {
  watch_.begin(pass.name);
  if (pass.step.surely)
    (this->*pass.step.surely)();
  else if (Error error = (this->*pass.step.mayFail)())
    return llvm::joinErrors(watch_.takeError(), std::move(error));
  frontend::checkpoint();
  watch_.end(pass.name);
  order_.add(pass.gives);
  return Error::success();
}

Error Run::run() {
  for (const Pass &pass : Passes) {
    if (request_.verify)
      if (Error error = checkBefore(pass))
        return error;
    if (Error error = run(pass))
      return error;
    if (request_.verify)
      if (Error error = checkBehind())
        return llvm::joinErrors(llvm::createStringError("after " + std::string(pass.name)), std::move(error));
    watch_.print(pass.name, module_);
  }
  return Error::success();
}

Error Run::isolate() {
  full_ = module_.getFunction(request_.kernel);
  if (!full_ || full_->isDeclaration())
    return llvm::createStringError("the program has no kernel '%s'", request_.kernel.c_str());
  loops_.wideIds = request_.key.wideIds;
  loops_.linear = request_.key.linear;
  loops_.maskRegisters = target_.machine->maskRegisters;
  loops_.machine = loops_.linear || isFirst() ? nullptr : target_.machine.get();
  loops_.requiredSize = request_.requiredSize;
  loops_.observer = &watch_;
  loops_.wholeGroups = request_.key.hasLocalSize();
  loops_.arguments = layoutArguments(*full_, full_->arg_size());
  loops_.locals = layoutLocals(*full_);
  isQuick_ = request_.isPlain || full_->hasFnAttribute(attribute::OptDisable);
  isolateKernel(*full_);
  return Error::success();
}

Error Run::link() { return linkBuiltins(module_, *target_.machine, plan_.hasLanes()); }

void Run::laneDimension() {
  if (request_.key.laneDimension == 0)
    return;
  exchangeDimensions(module_, request_.key.laneDimension);
  if (request_.detailed)
    say("lanes along dimension " + llvm::Twine(unsigned(request_.key.laneDimension)));
}

void Run::singleItemGroups() {
  if (request_.key.singleItemGroups)
    makeSingleItemGroups(module_);
}

void Run::vectorMath() {
  if (plan_.hasLanes())
    targets::keepVectorMath(module_, plan_.width(), *target_.machine);
}

void Run::inlineFunctions() {
  if (!request_.key.images.empty())
    inlineImageHelpers(module_);
  inlineCalls(*full_);
}

void Run::images() {
  // Before code for images asks all lanes, and work-group operations become those of sub-groups.
  usesSubGroups_ = asksForSubGroups(module_);
  specializeImages(*full_, request_.key.images, machine_);
}

void Run::scopesInLoops() {
  for (llvm::Function &function : module_)
    if (!function.isDeclaration())
      dropScopesInLoops(function);
}

void Run::arguments() {
  copyByValueArguments(*full_);
  copyFunctionArguments(module_);
}

void Run::linearize() {
  if (request_.key.linear)
    linearizeIds(*full_);
}

void Run::ranges() {
  if (!loops_.wideIds)
    boundIds(module_, request_.key.linear ? std::array<uint32_t, 3>() : request_.requiredSize, loops_.wholeGroups);
}

void Run::values() {
  if (attribute::isRobust(*full_))
    defineValues(*full_, /*ofMemory=*/false);
}

void Run::simplify() {
  operations_ = operationsOf(*full_);
  canonicalize(module_, machine_, exceeds(operations_, forBest(1)), &watch_);
}

void Run::casLoops() {
  for (llvm::Function &function : module_)
    if (!function.isDeclaration())
      raiseCasLoops(function);
}

void Run::memory() {
  if (attribute::isRobust(*full_))
    defineValues(*full_, /*ofMemory=*/true);
}

void Run::bounds() {
  if (attribute::isRobust(*full_))
    boundAccesses(*full_);
}

void Run::prologue() {
  if (separatePrologue(*full_))
    say("work-items wait for one another behind what they all do alike to local memory");
}

void Run::yields() {
  yields_ = yieldInLoops(*full_);
  if (yields_)
    say("sub-groups may wait for one another in " + llvm::Twine(yields_) + (yields_ == 1 ? " loop" : " loops"));
}

PacketizeOptions Run::packetizeOptions(bool masked) {
  PacketizeOptions options;
  options.width = plan_.width();
  options.masked = masked;
  options.quick = exceeds(operations_, QuickPreparation);
  options.wideIds = loops_.wideIds;
  options.machine = target_.machine.get();
  options.observer = &watch_;
  return options;
}

/// The plan has one lane after all.
void Run::withoutLanes(const std::string &why) {
  say("scalar, " + why);
  plan_.drop();
}

// Known since the program was linked, unless inlining made the body so large. The host was told of the sub-groups of a
// program that uses them: they stay.
void Run::fitLanes() {
  operations_ = operationsOf(*full_);
  if (request_.lanes.isRequired || usesSubGroups_)
    return;
  if (request_.savesStack)
    return withoutLanes("more lanes take more stack than a thread has");
  if (request_.isPlain)
    return withoutLanes("LLVM comes to no end with anything better");
  if (plan_.fit(operations_))
    result_.report += fitNote(request_.kernel, plan_.width(), operations_, request_.lanes.budget);
}

void Run::idleGroups() {
  loops_.idleTest = makeIdleTest(*full_);
  if (loops_.idleTest && request_.detailed)
    say("work-groups are left out none of whose work-items passes the first guards");
}

/// Versions for what most sub-groups are take too long to make, or can't be bounded.
bool Run::hasOneVersion() const { return isFirst() || exceeds(operations_, OneBody) || attribute::isRobust(*full_); }

// The version is for full sub-groups, which partial ones seldom are in the interior with.
void Run::interior() {
  if (!plan_.hasLanes() || hasOneVersion() || loops_.linear)
    return;
  llvm::Function *made = makeInteriorVersion(*full_, plan_.width());
  if (!made)
    return;
  if (request_.detailed)
    say("a version for sub-groups of the interior, where guards hold and indices are not clamped");
  (request_.key.tails ? tail_ : alone_) = full_;
  full_ = made;
  hasCopies_ = true;
}

// The copies are for full sub-groups. Partial ones run the body as it was, which has fewer instructions.
void Run::wholeGuards() {
  if (!plan_.hasLanes() || hasOneVersion() || hasCopies_ || target_.machine->cheapMaskedStores)
    return;
  unsigned guards = copyBehindGuards(*full_, [&] {
    llvm::ValueToValueMapTy copies;
    if (request_.key.tails)
      tail_ = llvm::CloneFunction(full_, copies);
  });
  hasCopies_ = guards != 0;
  if (guards && request_.detailed)
    say(llvm::Twine(guards) + (guards == 1 ? " guard has" : " guards have") +
        " a copy for sub-groups that pass as a whole");
}

namespace {

bool hasVectorAccesses(const llvm::Function &body) {
  return llvm::any_of(llvm::instructions(body), [](const llvm::Instruction &instruction) {
    return llvm::getLoadStorePointerOperand(&instruction) && llvm::getLoadStoreType(&instruction)->isVectorTy();
  });
}

} // namespace

void Run::prepareLanes() {
  if (!plan_.hasLanes())
    return;
  llvm::Function &base = tail_ ? *tail_ : alone_ ? *alone_ : *full_;
  if (request_.lanes.mayDrop && hasVectorAccesses(base)) {
    llvm::ValueToValueMapTy copies;
    vectors_ = llvm::CloneFunction(&base, copies);
  }
  for (llvm::Function *body : {full_, tail_})
    if (body)
      preparePacketize(*body, packetizeOptions(false));
}

void Run::planLanes() {
  if (!plan_.hasLanes()) {
    if (request_.detailed && request_.lanes.width <= 1)
      say(plan_.reason());
    return;
  }
  const bool mayPart = request_.key.tails && !usesSubGroups_ && !loops_.linear && !request_.lanes.isRequired &&
                       llvm::none_of(llvm::instructions(*full_), isGroupCall);
  std::string without = plan_.choose(*full_, {.isLarge = request_.key.tails && exceeds(operations_, OneBody),
                                              .isOfSubGroups = usesSubGroups_,
                                              .hasCopies = hasCopies_,
                                              .mayPart = mayPart,
                                              .vectors = vectors_});
  if (!without.empty())
    withoutLanes(without);
  else if (request_.detailed)
    say(plan_.reason());
  if (plan_.hasScalarTails() && request_.detailed)
    say("work-items of partial sub-groups one by one, for they reach memory apart from each other");
}

void Run::drop(llvm::Function *&body) {
  if (body)
    body->eraseFromParent();
  body = nullptr;
}

/// What holds for whole groups a work-item may ask, too; where nothing does it runs the body that has no versions.
void Run::withoutCopies() {
  if (vectors_) {
    std::swap(full_, vectors_);
  } else if (!askFirstAlone(*full_)) {
    if (alone_) // what lanes are prepared by serves one work-item, too
      preparePacketize(*alone_, packetizeOptions(false));
    if (tail_ || alone_)
      std::swap(full_, tail_ ? tail_ : alone_);
  }
  drop(tail_), drop(alone_), drop(vectors_);
}

void Run::separateUpdates() {
  if (plan_.hasLanes())
    for (llvm::Function *body : {full_, tail_})
      if (body)
        simd::separateUpdates(*body);
}

Error Run::lanes() {
  if (!plan_.hasLanes()) {
    withoutCopies();
    lowerSingleLaneSubGroups(*full_);
    return Error::success();
  }
  llvm::Function *scalar = full_;
  PacketizeReport report;
  report.detailed = request_.detailed;
  auto full = packetize(*scalar, packetizeOptions(plan_.hasOneBody()), &report);
  if (!full) { // no kernel is refused for what cannot be made to lanes
    if (request_.verify && report.isFault)
      return full.takeError();
    withoutLanes(llvm::toString(full.takeError()));
    return lanes();
  }
  full_ = *full;
  if (plan_.hasScalarTails()) {
    llvm::ValueToValueMapTy copies;
    masked_ = tail_ ? std::exchange(tail_, nullptr) : llvm::CloneFunction(scalar, copies);
    lowerSingleLaneSubGroups(*masked_);
  } else if (request_.key.tails && !plan_.hasOneBody()) {
    auto masked = packetize(tail_ ? *tail_ : *scalar, packetizeOptions(true));
    if (!masked)
      return masked.takeError();
    masked_ = *masked;
  }
  result_.report += report.str();
  mayLose_ = report.divergentLoops + report.strided + report.gathers + report.scatters + report.serialised != 0;
  scalar->eraseFromParent();
  drop(tail_), drop(alone_), drop(vectors_);
  // The lanes' code has no lines: what is left of them must not meet it.
  if (!module_.debug_compile_units().empty())
    llvm::StripDebugInfo(module_);
  return Error::success();
}

void Run::divisions() {
  for (llvm::Function &function : module_) {
    if (!isFirst() && !exceeds(operations_, 1))
      narrowDivisions(function);
    lowerDivisions(function);
  }
}

void Run::subGroupBarriers() {
  for (llvm::Function &function : module_)
    removeSubGroupBarriers(function);
}

Error Run::workItemLoops() {
  full_->setName("");
  loops_.width = plan_.width();
  loops_.onlyMasked = plan_.hasOneBody();
  loops_.scalarTails = plan_.hasScalarTails();
  auto loops = makeWorkItemLoops(*full_, masked_, request_.symbol, loops_);
  full_ = masked_ = nullptr;
  if (!loops)
    return loops.takeError();
  result_.variant.subGroupSize = plan_.width();
  result_.variant.contextBytesPerSubGroup = loops->contextBytesPerSubGroup;
  result_.variant.contextBytesPerGroup = loops->contextBytesPerGroup;
  result_.variant.scratchBytes = loops->scratchBytes;
  // What waits for others may wait for ever with other lanes.
  if (!isFirst() && yields_ == 0 && !usesSubGroups_ && !isQuick_)
    result_.variant.rivals = plan_.rivals(mayLose_, exceeds(operations_, OneBody));
  return Error::success();
}

void Run::combine() {
  for (llvm::Function &function : module_)
    if (!function.isDeclaration() && !exceeds(operations_, QuickPreparation))
      combineAtomics(function, machine_);
}

void Run::atomics() {
  for (llvm::Function &function : module_)
    if (!function.isDeclaration())
      shareAtomics(function);
  for (llvm::Function &function : module_)
    if (!function.isDeclaration())
      lowerAtomics(function, *target_.machine);
}

Error Run::resolved() {
  for (const llvm::Function &function : module_)
    if (isLaneclFunction(function) && !function.use_empty())
      return llvm::createStringError("'%s' is not supported", function.getName().str().c_str());
  return Error::success();
}

// What stays a function gets the fastest convention; nothing throws.
void Run::conventions() {
  for (llvm::Function &function : module_) {
    function.addFnAttr(llvm::Attribute::NoUnwind);
    if (function.isDeclaration())
      continue;
    function.removeFnAttr(llvm::Attribute::Convergent);
    target_.machine->tune(function);
    if (!function.hasLocalLinkage()) // the entry: vectors that it spills do not lie across lines of the cache
      function.addFnAttr(
          llvm::Attribute::getWithStackAlignment(module_.getContext(), llvm::Align(target_.machine->vectorBits / 8)));
    auto convention = function.hasLocalLinkage() ? llvm::CallingConv::Fast : llvm::CallingConv::C;
    function.setCallingConv(convention);
    for (llvm::User *user : function.users())
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(user); call && call->getCalledFunction() == &function)
        call->setCallingConv(convention);
  }
}

void Run::contraction() {
  if (!target_.machine->fusesProducts)
    return;
  for (llvm::Function &function : module_)
    contract(function, target_.machine->nativeHalf);
}

void Run::floats() {
  for (llvm::Function &function : module_)
    softwareFloats(function, *target_.machine);
}

void Run::chooseEffort() {
  effort_ = isFirst() ? Effort::First : Effort::Full;
  result_.variant.tier = request_.tier;
  if (request_.savesStack) // what is not optimised keeps each value in a place of its own
    return;
  const CodeCost cost = costOf(module_, *target_.machine);
  const bool isBranchy = cost.blocks > ManyBlocks;
  const double mostOfBest = isBranchy ? QuickBranches : QuickCode * LargestInLanes;
  if (!exceeds(cost.total(), isBranchy ? QuickBranches : forBest(QuickCode)))
    return;
  effort_ = Effort::Quick;
  const bool hasLanesOfBest = !exceeds(operations_, 1) || exceeds(operations_, LargestInLanes);
  if (exceeds(operations_, OneBody) && exceeds(cost.total(), mostOfBest) && hasLanesOfBest)
    result_.variant.tier = Tier::Best; // it would be the same
  if (isQuick_ && !request_.isPlain)
    say("optimised little, as -cl-opt-disable asks");
  else if (!isQuick_)
    say("optimised little, for its code is large (" + llvm::Twine(cost.total()) + ", LANECL_COMPILE_BUDGET is " +
        llvm::Twine(request_.lanes.budget) + ")");
}

void Run::maskedAccesses() {
  lowerMaskedAccesses(module_, machine_);
  if (effort_ == Effort::Full && request_.lanes.budget &&
      costOf(module_, *target_.machine).memoryOfBlock > MaxMemoryOfBlock)
    effort_ = Effort::InOrder;
}

Error Run::code() {
  const Effort effort = request_.quickCode ? std::max(effort_, Effort::First) : effort_;
  auto stack = emitCode(module_, machine_, effort, assembly_, result_.object, &watch_);
  if (!stack)
    return stack.takeError();
  result_.stackBytes = *stack;
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
  for (const Run::Pass &pass : Run::Passes)
    names.push_back(pass.name);
  for (const SubPassFacts &pass : SubPasses)
    names.push_back(pass.name);
  return names;
}

std::vector<PassRow> passRows() {
  std::vector<PassRow> rows;
  for (const Run::Pass &pass : Run::Passes)
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
