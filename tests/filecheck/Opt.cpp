// lanecl-opt: runs LaneCL's passes one by one on a module in LaneCL IR, mixed with LLVM's own, as LLVM's opt does:
//   lanecl-opt FILE.ll --passes='prepare-packetize,print<shapes>,packetize,function(instcombine)' --width=8
// Every pass works on all kernels (or functions) of the file; the machine is the least of an instruction set, not the
// host's, so that the output is the same everywhere.
#include "tests/filecheck/Opt.h"
#include "compiler/ir/Declarations.h"
#include "compiler/ir/Verify.h"
#include "compiler/targets/HostTarget.h"
#include "compiler/transform/Analyses.h"
#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/TargetSelect.h"

using namespace lanecl;
using namespace lanecl::test;

namespace {

Work workOn(llvm::Module &module, llvm::TargetMachine &machine, const Settings &settings) {
  Work work{.module = module, .machine = machine, .settings = settings, .out = llvm::outs()};
  for (llvm::Function &function : module) {
    declareEffects(function); // as LLVM's parser does for intrinsics: tests need not repeat the table
    if (!function.isDeclaration() && function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL)
      work.bodies.push_back({function.getName().str(), &function, nullptr, layoutLocals(function)});
  }
  return work;
}

/// What the pipeline checks behind the pass.
llvm::Error check(const Step &step, Work &work) {
  if (!step.row.empty()) {
    const auto rows = compiler::passRows();
    auto row = llvm::find_if(rows, [&](const compiler::PassRow &each) { return each.name == step.row; });
    if (row == rows.end())
      return llvm::createStringError("the pipeline has no row '" + llvm::Twine(llvm::StringRef(step.row)) + "'");
    work.order.add(row->gives);
  }
  if (auto error = verify(work.module, work.order.gone()))
    return error;
  llvm::SmallVector<llvm::Function *> bodies;
  for (const Body &body : work.bodies)
    bodies.append({body.full, body.masked});
  return verifyForm(work.order.form(), bodies);
}

/// A step among LLVM's passes. The first that fails, or leaves what breaks a rule of LaneCL IR, ends the program.
struct StepPass : llvm::PassInfoMixin<StepPass> {
  const Step *step;
  Work *work;
  bool verifies;
  StepPass(const Step &step, Work &work, bool verifies) : step(&step), work(&work), verifies(verifies) {}
  llvm::PreservedAnalyses run(llvm::Module &, llvm::ModuleAnalysisManager &) {
    auto error = step->run(*work);
    if (!error && verifies)
      error = check(*step, *work);
    if (error) {
      llvm::outs().flush();
      llvm::errs() << "error: " << llvm::toString(std::move(error)) << '\n';
      std::exit(EXIT_FAILURE);
    }
    return llvm::PreservedAnalyses::none();
  }
};

bool runPasses(llvm::StringRef pipeline, Work &work) {
  Analyses analyses(work.machine);
  analyses.builder.registerPipelineParsingCallback(
      [&](llvm::StringRef name, llvm::ModulePassManager &manager, llvm::ArrayRef<llvm::PassBuilder::PipelineElement>) {
        auto add = [&](auto steps, bool verifies) {
          for (const Step &step : steps)
            if (step.name == name)
              return manager.addPass(StepPass(step, work, verifies)), true;
          return false;
        };
        return add(transforms(), true) || add(printers(), false);
      });
  llvm::ModulePassManager passes;
  if (auto error = analyses.builder.parsePassPipeline(passes, pipeline)) {
    llvm::errs() << "error: " << llvm::toString(std::move(error)) << '\n';
    return false;
  }
  passes.run(work.module, analyses.modules);
  return true;
}

} // namespace

int main(int argc, char **argv) {
  namespace cl = llvm::cl;
  llvm::InitLLVM init(argc, argv);
  cl::OptionCategory category("lanecl-opt");
  Settings settings;
  std::string file, pipeline, isa = "avx512";
  auto flag = [&](llvm::StringRef name, const char *help, bool &where) {
    return std::make_unique<cl::opt<bool, true>>(name, cl::desc(help), cl::location(where), cl::cat(category));
  };
  cl::opt<std::string, true> fileOption(cl::Positional, cl::desc("FILE.ll"), cl::location(file), cl::init("-"));
  cl::opt<std::string, true> passesOption("passes", cl::desc("of LaneCL and of LLVM, comma separated"),
                                          cl::location(pipeline), cl::cat(category));
  cl::opt<unsigned, true> width("width", cl::desc("lanes"), cl::location(settings.lanes.width), cl::init(8),
                                cl::cat(category));
  cl::opt<unsigned, true> most("max-instructions", cl::desc("PacketizeOptions::maxInstructions"),
                               cl::location(settings.lanes.maxInstructions), cl::init(60000), cl::cat(category));
  cl::opt<std::string, true> isaOption("isa", cl::desc("instruction set, as LANECL_ISA names it"), cl::location(isa),
                                       cl::init("avx512"), cl::cat(category));
  cl::list<std::string> features("features", cl::desc("of LLVM, that the machine has beside, comma separated"),
                                 cl::CommaSeparated, cl::cat(category));
  bool silent = false;
  std::unique_ptr<cl::opt<bool, true>> flags[] = {
      flag("masked", "packetize makes bodies for partial sub-groups", settings.lanes.masked),
      flag("tails", "packetize makes both bodies", settings.tails),
      flag("wide-ids", "ids may reach 2^31", settings.lanes.wideIds),
      flag("quick", "passes that are linear in the code only", settings.lanes.quick),
      flag("report", "print packetize's report", settings.report),
      flag("disable-output", "do not print the module", silent),
  };
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv, "Runs passes of LaneCL on LaneCL IR\n");

#ifdef LANECL_OPT_TARGETS
  llvm::InitializeAllTargetInfos();
  llvm::InitializeAllTargets();
  llvm::InitializeAllTargetMCs();
#endif
  auto target = targets::leastTarget(isa, llvm::to_vector_of<llvm::StringRef>(features));
  if (!target) {
    llvm::errs() << "error: no machine has the instruction set '" << isa << "'\n";
    return EXIT_FAILURE;
  }
  settings.lanes.machine = target->machine.get();
  auto machine = targets::createTargetMachine(*target);
  llvm::LLVMContext context;
  llvm::SMDiagnostic diagnostic;
  auto module = llvm::parseAssemblyFile(file, diagnostic, context);
  if (!module) {
    diagnostic.print(argv[0], llvm::errs());
    return EXIT_FAILURE;
  }
  module->setTargetTriple(machine->getTargetTriple());
  module->setDataLayout(machine->createDataLayout());
  Work work = workOn(*module, *machine, settings);
  if (!runPasses(pipeline, work))
    return EXIT_FAILURE;
  if (!silent)
    llvm::outs() << *module;
  return llvm::verifyModule(*module, &llvm::errs()) ? EXIT_FAILURE : EXIT_SUCCESS;
}
