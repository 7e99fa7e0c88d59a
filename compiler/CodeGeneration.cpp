#include "compiler/CodeGeneration.h"
#include "compiler/frontend/Guard.h"
#include "compiler/targets/HostTarget.h"
#include "llvm/ADT/ScopeExit.h"
#include "llvm/CodeGen/MachineScheduler.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/RegisterTargetPassConfigCallback.h"

namespace lanecl::compiler {
namespace {

// The code generator's passes are put together by LLVM; only this call-back, in the same thread, can leave some out.
thread_local bool withoutSchedulers = false;

void choosePasses(llvm::TargetMachine &machine, llvm::legacy::PassManagerBase &,
                  llvm::TargetPassConfig *configuration) {
  targets::changeCodeGenerator(machine.getTargetTriple(), *configuration);
  if (!withoutSchedulers)
    return;
  configuration->disablePass(&llvm::MachineSchedulerID);
  configuration->disablePass(&llvm::PostRASchedulerID);
}

/// LLVM's code generator tells of functions that take more stack than they were allowed.
void noteStack(const llvm::DiagnosticInfo *information, void *stack) {
  if (auto *exceeded = llvm::dyn_cast<llvm::DiagnosticInfoStackSize>(information)) {
    auto &most = *static_cast<uint64_t *>(stack);
    most = std::max(most, exceeded->getStackSize());
  }
}

} // namespace

void registerCodeGenerator() {
  [[maybe_unused]] static auto *registration = new llvm::RegisterTargetPassConfigCallback(choosePasses); // for good
}

llvm::Expected<uint64_t> emitCode(llvm::Module &module, llvm::TargetMachine &machine, Effort effort, bool assembly,
                                  llvm::SmallVectorImpl<char> &output) {
  uint64_t stack = 0;
  module.getContext().setDiagnosticHandlerCallBack(noteStack, &stack);
  module.getContext().setYieldCallback([](llvm::LLVMContext *, void *) { frontend::checkpoint(); }, nullptr);
  for (llvm::Function &function : module)
    if (!function.isDeclaration())
      function.addFnAttr("warn-stack-size", std::to_string(MostStack));
  llvm::raw_svector_ostream stream(output);
  llvm::legacy::PassManager passes;
  auto level = machine.getOptLevel();
  bool fast = machine.Options.EnableFastISel;
  llvm::scope_exit restore([&] {
    machine.setOptLevel(level);
    machine.setFastISel(fast);
    withoutSchedulers = false;
  });
  withoutSchedulers = effort == Effort::InOrder;
  if (effort == Effort::Quick) {
    machine.setOptLevel(llvm::CodeGenOptLevel::None);
    machine.setFastISel(true);
  }
  auto kind = assembly ? llvm::CodeGenFileType::AssemblyFile : llvm::CodeGenFileType::ObjectFile;
  if (machine.addPassesToEmitFile(passes, stream, nullptr, kind))
    return llvm::createStringError("the target cannot emit code");
  passes.run(module);
  return stack;
}

} // namespace lanecl::compiler
