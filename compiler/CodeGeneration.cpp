#include "compiler/CodeGeneration.h"
#include "compiler/CompileBudget.h"
#include "compiler/frontend/Guard.h"
#include "compiler/targets/HostTarget.h"
#include "compiler/transform/finish/ScheduleRegions.h"
#include "compiler/transform/finish/SplitBlocks.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/Analysis/RuntimeLibcallInfo.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/CodeGen/CodeGenTargetMachineImpl.h"
#include "llvm/CodeGen/MachineModuleInfo.h"
#include "llvm/CodeGen/MachineScheduler.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Support/raw_ostream.h"
#include <optional>

namespace lanecl::compiler {
namespace {

using Level = llvm::CodeGenOptLevel;

/// What an Effort means to LLVM's code generator. Nothing: as the machine has it.
struct Means {
  std::optional<Level> selection = std::nullopt,
                       machine = std::nullopt; ///< for the choice of instructions, and for what follows
  bool schedules = true;
  bool improves = true; ///< passes that seldom pay
  bool splits = false;  ///< blocks that are long (budget::LongestBlock)
};

// Instructions that are chosen one by one, but registers that are given as for the best code, run at two thirds of its
// speed on average, and take a third of its time; registers given block by block would halve the speed once more.
Means meansOf(Effort effort) {
  switch (effort) {
  case Effort::Full:
    return {};
  case Effort::InOrder:
    return {.schedules = false, .splits = true};
  case Effort::First:
    return {.selection = Level::None, .machine = Level::Less, .schedules = false, .improves = false, .splits = true};
  case Effort::Quick:
    return {.selection = Level::None, .machine = Level::None, .schedules = false, .splits = true};
  }
  llvm_unreachable("all are listed");
}

void leaveOut(llvm::TargetPassConfig &configuration, const Means &means) {
  const llvm::AnalysisID schedulers[] = {&llvm::MachineSchedulerID, &llvm::PostRASchedulerID};
  const llvm::AnalysisID improvements[] = {&llvm::EarlyMachineLICMID,
                                           &llvm::MachineLICMID,
                                           &llvm::EarlyIfConverterLegacyID,
                                           &llvm::EarlyTailDuplicateLegacyID,
                                           &llvm::TailDuplicateLegacyID,
                                           &llvm::StackSlotColoringID,
                                           &llvm::ShrinkWrapID,
                                           &llvm::MachineCopyPropagationID,
                                           &llvm::MachineCSELegacyID,
                                           &llvm::MachineSinkingLegacyID,
                                           &llvm::PeepholeOptimizerLegacyID,
                                           &llvm::OptimizePHIsLegacyID};
  if (!means.schedules)
    for (llvm::AnalysisID pass : schedulers)
      configuration.disablePass(pass);
  if (!means.improves)
    for (llvm::AnalysisID pass : improvements)
      configuration.disablePass(pass);
}

/// As LLVM's addPassesToEmitFile puts them together, which has one level for all of them. False: this target has none.
bool addCodeGenerator(llvm::legacy::PassManager &passes, llvm::CodeGenTargetMachineImpl &machine, const Means &means,
                      bool assembly, llvm::raw_pwrite_stream &stream, SubPassObserver *observer) {
  auto *information = new llvm::MachineModuleInfoWrapperPass(&machine);
  llvm::TargetPassConfig *configuration = machine.createPassConfig(passes);
  configuration->setDisableVerify(true);
  passes.add(configuration);
  passes.add(information);
  const llvm::TargetOptions &options = machine.Options;
  passes.add(
      new llvm::TargetLibraryInfoWrapperPass(llvm::TargetLibraryInfoImpl(machine.getTargetTriple(), options.VecLib)));
  passes.add(new llvm::RuntimeLibraryInfoWrapper(machine.getTargetTriple(), options.ExceptionModel,
                                                 options.FloatABIType, options.EABIVersion, options.MCOptions.ABIName,
                                                 options.VecLib));
  targets::changeCodeGenerator(machine.getTargetTriple(), *configuration, means.machine.value_or(machine.getOptLevel()),
                               observer);
  leaveOut(*configuration, means);
  if (means.splits)
    splitLongBlocks(*configuration, budget::LongestBlock, observer);
  if (means.schedules)
    limitRegions(*configuration, budget::LongestRegion, observer);
  if (means.selection) {
    machine.setOptLevel(*means.selection);
    machine.setFastISel(true);
  }
  if (configuration->addISelPasses())
    return false;
  if (means.machine)
    machine.setOptLevel(*means.machine);
  configuration->addMachinePasses();
  configuration->setInitialized();
  const auto kind = assembly ? llvm::CodeGenFileType::AssemblyFile : llvm::CodeGenFileType::ObjectFile;
  if (machine.addAsmPrinter(passes, stream, nullptr, kind, information->getMMI().getContext()))
    return false;
  passes.add(llvm::createFreeMachineFunctionPass());
  return true;
}

/// LLVM's code generator tells of functions that take more stack than they were allowed.
void noteStack(const llvm::DiagnosticInfo *information, void *stack) {
  if (auto *exceeded = llvm::dyn_cast<llvm::DiagnosticInfoStackSize>(information)) {
    auto &most = *static_cast<uint64_t *>(stack);
    most = std::max(most, exceeded->getStackSize());
  }
}

} // namespace

llvm::Expected<uint64_t> emitCode(llvm::Module &module, llvm::TargetMachine &machine, Effort effort, bool assembly,
                                  llvm::SmallVectorImpl<char> &output, SubPassObserver *observer) {
  uint64_t stack = 0;
  module.getContext().setDiagnosticHandlerCallBack(noteStack, &stack);
  module.getContext().setYieldCallback([](llvm::LLVMContext *, void *) { frontend::checkpoint(); }, nullptr);
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      function.addFnAttr("warn-stack-size", std::to_string(MostStack));
  llvm::raw_svector_ostream stream(output);
  const Level level = machine.getOptLevel();
  const bool fast = machine.Options.EnableFastISel;
  llvm::scope_exit restore([&] {
    machine.setOptLevel(level);
    machine.setFastISel(fast);
  });
  llvm::legacy::PassManager passes;
  auto &target = static_cast<llvm::CodeGenTargetMachineImpl &>(machine); // as all that generate code
  if (!addCodeGenerator(passes, target, meansOf(effort), assembly, stream, observer))
    return llvm::createStringError("the target cannot emit code");
  passes.run(module);
  return stack;
}

} // namespace lanecl::compiler
