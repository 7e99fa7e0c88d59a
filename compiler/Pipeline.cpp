#include "compiler/Pipeline.h"
#include "compiler/CodeGeneration.h"
#include "compiler/KernelFacts.h"
#include "compiler/analysis/CodeSize.h"
#include "compiler/analysis/Crowding.h"
#include "compiler/analysis/LaneProgress.h"
#include "compiler/analysis/WaitingLoops.h"
#include "compiler/ir/AddressSpaces.h"
#include "compiler/ir/Attributes.h"
#include "compiler/ir/Operations.h"
#include "compiler/transform/AliasScopes.h"
#include "compiler/transform/LowerDivision.h"
#include "compiler/transform/Packetize.h"
#include "compiler/transform/Passes.h"
#include "compiler/transform/WorkItemLoops.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"

namespace lanecl::compiler {
namespace {

using llvm::Error;

// Shares of the budget (LANECL_COMPILE_BUDGET), which is in operations of the scalar body.
constexpr double QuickPreparation = 0.25;   ///< beyond it only passes prepare a body that are linear in the code
constexpr double OneBody = 0.2;             ///< beyond it full sub-groups run the body for partial ones
constexpr double QuickLanes = 0.75;         ///< code with lanes that costs more is hardly optimised,
constexpr double QuickScalar = 2;           ///< scalar code only when it costs so much
constexpr unsigned MaxMemoryOfBlock = 1000; ///< the schedulers take the square of these

class Run {
public:
  Run(llvm::Module &module, const PipelineRequest &request, const targets::HostTarget &target,
      llvm::TargetMachine &machine, PipelineResult &result)
      : module_(module), request_(request), target_(target), machine_(machine), result_(result) {}
  Error transform(PassPrinter *printer);

  struct Pass {
    std::string_view name;
    Error (Run::*run)();
  };
  static std::span<const Pass> passes();

private:
  Error isolate();
  Error link();
  Error checks() { return checkBlocks(*full_), Error::success(); }
  Error soloGroups();
  Error inlineFunctions();
  Error arguments();
  Error aliasScopes() { return scopeKernelMemory(*full_), Error::success(); }
  Error simplify();
  Error bounds();
  Error barriers();
  Error lanes();
  Error withoutLanes(const std::string &why);
  Error divisions();
  Error estimates() { return lowerEstimates(module_, *target_.machine), Error::success(); }
  Error subGroupBarriers();
  Error combine();
  Error atomics();
  Error workItemLoops();
  Error finish();
  PacketizeOptions packetizeOptions(bool masked) const;
  bool waitsForLanes(llvm::Function &scalar);
  void chooseLanes();
  std::string widthReason() const;
  std::string scalarReason() const;
  bool exceeds(uint64_t operations, double share) const;
  void say(const llvm::Twine &text) { result_.report += ("kernel " + request_.kernel + ": " + text + "\n").str(); }

public:
  Effort effort() const { return effort_; }

private:
  llvm::Module &module_;
  const PipelineRequest &request_;
  const targets::HostTarget &target_;
  llvm::TargetMachine &machine_;
  PipelineResult &result_;
  llvm::Function *full_ = nullptr, *masked_ = nullptr; ///< the kernel's body; for partial sub-groups, once it is lanes
  WorkItemLoopsOptions loops_;
  uint64_t operations_ = 0;    ///< of the body after inlining
  bool usesSubGroups_ = false; ///< the source does
  Effort effort_ = Effort::Full;
};

/// More than `share` of the budget.
bool Run::exceeds(uint64_t operations, double share) const {
  return request_.budget && double(operations) > double(request_.budget) * share;
}

// The order of everything.
std::span<const Run::Pass> Run::passes() {
  static constexpr Pass table[] = {
      {"isolate", &Run::isolate},                     // only this kernel and what it uses
      {"link", &Run::link},                           // built-in functions that it calls, and what those call
      {"checks", &Run::checks},                       // of pointers, in the checking mode
      {"solo-groups", &Run::soloGroups},              // groups of one work-item: known queries, no barriers
      {"inline", &Run::inlineFunctions},              // what needs the work-group's state, and what is small
      {"arguments", &Run::arguments},                 // structs by value
      {"alias-scopes", &Run::aliasScopes},            // on accesses, of what is memory of its own
      {"canonicalize", &Run::simplify},               // SSA form, ids with ranges
      {"bounds", &Run::bounds},                       // of buffers, in robust programs
      {"barriers", &Run::barriers},                   // numbered; work-group operations split around them
      {"packetize", &Run::lanes},                     // W work-items at a time
      {"divisions", &Run::divisions},                 // of integer lanes
      {"estimates", &Run::estimates},                 // of native and half functions
      {"sub-group-barriers", &Run::subGroupBarriers}, // nothing: the lanes run in step
      {"work-item-loops", &Run::workItemLoops},       // the entry: groups, regions, sub-groups
      {"combine-atomics", &Run::combine},             // messages that loops send to one address
      {"atomics", &Run::atomics},                     // messages to instructions
      {"optimize", &Run::finish},                     // LLVM's own
  };
  return table;
}

Error Run::transform(PassPrinter *printer) {
  for (const Pass &pass : passes()) {
    if (Error error = (this->*pass.run)())
      return error;
    if (printer && (llvm::is_contained(printer->names, pass.name) || llvm::is_contained(printer->names, "all"))) {
      llvm::raw_string_ostream stream(printer->text);
      stream << "; after " << pass.name << '\n' << module_ << '\n';
    }
  }
  return Error::success();
}

Error Run::isolate() {
  full_ = module_.getFunction(request_.kernel);
  if (!full_ || full_->isDeclaration())
    return llvm::createStringError("the program has no kernel '%s'", request_.kernel.c_str());
  loops_.width = std::max(1u, request_.width);
  loops_.wideIds = request_.key.wideIds;
  loops_.linear = request_.key.linear;
  loops_.machine = loops_.linear ? nullptr : target_.machine.get();
  loops_.requiredSize = request_.requiredSize;
  loops_.arguments = layoutArguments(*full_, full_->arg_size());
  loops_.locals = layoutLocals(*full_);
  isolateKernel(*full_);
  return Error::success();
}

Error Run::link() {
  if (Error error = linkBuiltins(module_, *target_.machine, loops_.width > 1))
    return error;
  raiseAtomics(module_);
  return Error::success();
}

Error Run::soloGroups() {
  if (request_.key.soloGroups)
    makeSoloGroups(module_);
  return Error::success();
}

Error Run::inlineFunctions() {
  if (loops_.width > 1)
    targets::keepVectorMath(module_, loops_.width, *target_.machine);
  inlineCalls(*full_);
  return Error::success();
}

Error Run::arguments() {
  copyByValueArguments(*full_);
  copyFunctionArguments(module_);
  return Error::success();
}

Error Run::simplify() {
  if (request_.key.linear)
    linearizeIds(*full_);
  if (!loops_.wideIds)
    boundIds(module_, request_.key.linear ? std::array<uint32_t, 3>() : request_.requiredSize);
  operations_ = operationsOf(*full_);
  canonicalize(module_, machine_, exceeds(operations_, 1));
  for (llvm::Function &function : module_)
    if (!function.isDeclaration())
      raiseCasLoops(function);
  return Error::success();
}

Error Run::bounds() {
  if (attribute::isRobust(*full_))
    boundAccesses(*full_);
  return Error::success();
}

Error Run::barriers() {
  // Before work-group operations become those of sub-groups.
  usesSubGroups_ = asksForSubGroups(module_);
  if (separatePrologue(*full_))
    say("work-items wait for one another behind what they all do alike to local memory");
  unsigned loops = yieldInLoops(*full_);
  numberBarriers(*full_, loops != 0);
  if (loops)
    say("sub-groups may wait for one another in " + llvm::Twine(loops) + (loops == 1 ? " loop" : " loops"));
  return Error::success();
}

PacketizeOptions Run::packetizeOptions(bool masked) const {
  PacketizeOptions options;
  options.width = loops_.width;
  options.masked = masked;
  options.quick = exceeds(operations_, QuickPreparation);
  options.wideIds = loops_.wideIds;
  options.machine = target_.machine.get();
  return options;
}

Error Run::withoutLanes(const std::string &why) {
  say("scalar, " + why);
  loops_.width = 1;
  loops_.onlyMasked = false;
  lowerSingleLaneSubGroups(*full_);
  return Error::success();
}

std::string Run::widthReason() const {
  std::string text = std::to_string(loops_.width) + " lanes: ";
  unsigned native = target_.machine->nativeLanes();
  if (request_.widthIsRequired)
    return text + "the kernel asks for them";
  if (request_.widthIsSet)
    return text + "set by LANECL_WIDTH";
  std::string bits = std::to_string(target_.machine->vectorBits) + " bits";
  if (loops_.width > native)
    return text + std::to_string(loops_.width / native) + " registers of " + bits +
           " for each value, for no work-group is observed";
  if (loops_.width < request_.width || request_.widthIsFitted)
    return text + "one register for each value, for many are alive at a time or the code is large";
  return text + (loops_.width == native ? "a register of " + bits : "as wide as the kernel's work-groups");
}

// Of kernels that had one lane from the start.
std::string Run::scalarReason() const {
  if (request_.widthIsFitted)
    return "for its code is large (LANECL_COMPILE_BUDGET is " + std::to_string(request_.budget) + ")";
  return request_.widthIsSet ? "set by LANECL_WIDTH" : "as wide as the kernel's work-groups";
}

// Known since the program was linked, unless inlining made the body so large. The host was told of the sub-groups of a
// program that uses them: they stay.
void Run::chooseLanes() {
  operations_ = operationsOf(*full_);
  if (request_.widthIsRequired || usesSubGroups_)
    return;
  unsigned wanted = loops_.width;
  loops_.width = fitToBudget(wanted, operations_, *target_.machine, request_.budget);
  if (loops_.width != wanted)
    result_.report += fitNote(request_.kernel, loops_.width, operations_, request_.budget);
}

// A program that has operations of sub-groups has those of the size that it was told; its lanes go on together.
bool Run::waitsForLanes(llvm::Function &scalar) { return !usesSubGroups_ && simd::spinsOnOtherLanes(scalar); }

Error Run::lanes() {
  chooseLanes();
  if (loops_.width == 1) {
    if (request_.detailed && request_.width <= 1)
      say("scalar, " + scalarReason());
    lowerSingleLaneSubGroups(*full_);
    return Error::success();
  }
  llvm::Function *scalar = full_;
  preparePacketize(*scalar, packetizeOptions(false));
  // What runs with sub-groups of 2 * W also runs with W: whole ones stay whole.
  if (request_.mayNarrow && simd::walksApart(*scalar))
    return withoutLanes("each work-item walks through memory of its own");
  unsigned native = target_.machine->nativeLanes();
  if (request_.mayNarrow && loops_.width > native)
    loops_.width = native * simd::registersForValue(*scalar, loops_.width / native, *target_.machine);
  loops_.onlyMasked = request_.key.tails && exceeds(operations_, OneBody);
  PacketizeReport report;
  report.detailed = request_.detailed;
  if (request_.detailed)
    say(widthReason());
  auto full = waitsForLanes(*scalar) ? llvm::createStringError("work-items wait for one another")
                                     : packetize(*scalar, packetizeOptions(loops_.onlyMasked), &report);
  if (!full) // no kernel is refused for what cannot be made to lanes
    return withoutLanes(llvm::toString(full.takeError()));
  full_ = *full;
  if (request_.key.tails && !loops_.onlyMasked) {
    auto masked = packetize(*scalar, packetizeOptions(true));
    if (!masked)
      return masked.takeError();
    masked_ = *masked;
  }
  result_.report += report.str();
  scalar->eraseFromParent();
  // The lanes' code has no lines: what is left of them must not meet it.
  if (!module_.debug_compile_units().empty())
    llvm::StripDebugInfo(module_);
  return Error::success();
}

Error Run::divisions() {
  for (llvm::Function &function : module_)
    lowerDivisions(function);
  return Error::success();
}

Error Run::subGroupBarriers() {
  for (llvm::Function &function : module_)
    removeSubGroupBarriers(function);
  return Error::success();
}

Error Run::workItemLoops() {
  full_->setName("");
  auto loops = makeWorkItemLoops(*full_, masked_, request_.symbol, loops_);
  if (!loops)
    return loops.takeError();
  result_.variant.subGroupSize = loops_.width;
  result_.variant.contextBytesPerSubGroup = loops->contextBytesPerSubGroup;
  result_.variant.contextBytesPerGroup = loops->contextBytesPerGroup;
  result_.variant.scratchBytes = loops->scratchBytes;
  return Error::success();
}

Error Run::combine() {
  for (llvm::Function &function : module_)
    if (!function.isDeclaration() && !exceeds(operations_, QuickPreparation))
      combineAtomics(function, machine_);
  return Error::success();
}

Error Run::atomics() {
  for (llvm::Function &function : module_)
    if (!function.isDeclaration())
      lowerAtomics(function, *target_.machine);
  for (const llvm::Function &function : module_)
    if (isLaneclFunction(function) && !function.use_empty())
      return llvm::createStringError("'%s' is not supported", function.getName().str().c_str());
  return Error::success();
}

// What stays a function gets the fastest convention; nothing throws.
Error Run::finish() {
  lowerMachineOperations(module_, *target_.machine);
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
#ifndef NDEBUG
  constexpr bool Verify = true;
#else
  constexpr bool Verify = false;
#endif
  std::string broken;
  llvm::raw_string_ostream stream(broken);
  if (Verify && llvm::verifyModule(module_, &stream))
    return llvm::createStringError("internal error: " + broken);
  CodeCost cost = costOf(module_, *target_.machine);
  if (exceeds(cost.total(), loops_.width == 1 ? QuickScalar : QuickLanes)) {
    effort_ = Effort::Quick;
    say("optimised little, for its code is large (" + llvm::Twine(cost.total()) + ", LANECL_COMPILE_BUDGET is " +
        llvm::Twine(request_.budget) + ")");
  }
  optimize(module_, machine_, loops_.width == 1, effort_ == Effort::Quick);
  lowerMaskedAccesses(module_, machine_);
  if (effort_ == Effort::Full && request_.budget && costOf(module_, *target_.machine).memoryOfBlock > MaxMemoryOfBlock)
    effort_ = Effort::InOrder;
  return Error::success();
}

} // namespace

llvm::Expected<PipelineResult> runPipeline(llvm::Module &module, const PipelineRequest &request,
                                           const targets::HostTarget &target, llvm::TargetMachine &machine,
                                           PassPrinter *printer, bool assembly) {
  PipelineResult result;
  Run run(module, request, target, machine, result);
  if (Error error = run.transform(printer))
    return error;
  if (Error error = emitCode(module, machine, run.effort(), assembly, result.object))
    return error;
  return result;
}

std::vector<std::string_view> passNames() {
  std::vector<std::string_view> names;
  for (const Run::Pass &pass : Run::passes())
    names.push_back(pass.name);
  return names;
}

llvm::Expected<llvm::SmallVector<char, 0>> emitGlobals(llvm::Module &module, llvm::TargetMachine &machine) {
  llvm::SmallVector<char, 0> object;
  bool any = false;
  for (llvm::Function &function : module)
    function.deleteBody();
  for (llvm::GlobalVariable &variable : module.globals())
    any |= variable.hasExternalLinkage() && variable.getAddressSpace() != space::Local && !variable.isDeclaration();
  if (any)
    if (Error error = emitCode(module, machine, Effort::Full, false, object))
      return error;
  return object;
}

} // namespace lanecl::compiler
