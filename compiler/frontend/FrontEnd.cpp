#include "compiler/frontend/FrontEnd.h"
#include "compiler/frontend/AsyncCopyImport.h"
#include "compiler/frontend/BackEnd.h"
#include "compiler/frontend/Clang.h"
#include "compiler/frontend/Guard.h"
#include "compiler/frontend/ImageImport.h"
#include "compiler/frontend/KernelArgs.h"
#include "compiler/frontend/Legalize.h"
#include "compiler/frontend/LineImport.h"
#include "compiler/frontend/Options.h"
#include "compiler/frontend/SpirvEdit.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Support/MathExtras.h"

namespace lanecl::frontend {
namespace {

using compiler::Status;

struct Compilation {
  const compiler::CompileRequest &request;
  const compiler::Settings &settings;
  const BuildOptions &options;
  std::string log;
  compiler::SpirvModule made;
  BackEndSlot slot;

  bool run();
};

/// Of variables that are not all zero at the start.
uint64_t contentBytes(const llvm::Module &module) {
  uint64_t bytes = 0;
  for (const llvm::GlobalVariable &variable : module.globals())
    if (variable.hasInitializer() && !variable.getInitializer()->isNullValue() &&
        !llvm::isa<llvm::UndefValue>(variable.getInitializer()))
      bytes =
          llvm::SaturatingAdd(bytes, module.getDataLayout().getTypeAllocSize(variable.getValueType()).getFixedValue());
  return bytes;
}

bool Compilation::run() {
  llvm::LLVMContext context;
  ClangOutput clang = runClang(context, request, options, settings, log);
  if (!clang.module)
    return false;
  if (uint64_t most = settings.limits.constantBytes; most && contentBytes(*clang.module) > most) {
    log += "error: the program's variables have more than " + std::to_string(most) +
           " bytes of contents (LANECL_CONSTANT_MEMORY)\n";
    return false;
  }
  if (!legalize(*clang.module, request.linkable, log))
    return false;
  // The arguments' names and types are not in what the back end writes.
  std::vector<KernelArgs> kernels = collectKernelArgs(*clang.module);
  if (options.has("g"))
    carryLines(*clang.module);
  context.setYieldCallback([](llvm::LLVMContext *, void *) { checkpoint(); }, nullptr);
  slot.begin();
  auto result = runBackEnd(*clang.module);
  slot.end();
  if (!result) {
    log += "error: " + llvm::toString(result.takeError()) + "\n";
    return false;
  }
  std::vector<uint32_t> finished = importImageCalls(importAsyncCopies(std::move(*result)));
  if (options.has("g"))
    finished = importLines(std::move(finished));
  SpirvEditor editor(std::move(finished));
  for (const KernelArgs &kernel : kernels)
    editor.addKernelArgs(kernel);
  editor.addProcessed("lanecl.options: " + llvm::join(options.carried, " "));
  // The back end forbids contraction always; OpenCL C 3.0, 6.13.2 allows it unless the pragma says no.
  if (!clang.mayForbidContraction)
    editor.removeContractionOff();
  made.words = editor.take();
  made.isFleeting = clang.isFleeting;
  made.files = std::move(clang.files);
  return true;
}

} // namespace

compiler::Outcome<compiler::SpirvModule> compileToSpirv(const compiler::CompileRequest &request,
                                                        const compiler::Settings &settings) {
  // Reports of the checking mode name lines.
  auto options = parseOptions(std::string(request.options) + (settings.check ? " -g" : ""), OptionsFor::Compile);
  if (!options)
    return {Status::InvalidOptions, {}, "error: " + llvm::toString(options.takeError()) + "\n"};
  // On the heap and leaked after a crash: the guard leaves without destructors, and what the work left half changed
  // must not be touched again.
  auto compilation = std::make_unique<Compilation>(Compilation{request, settings, *options, {}, {}, {}});
  bool succeeded = false;
  std::string crash;
  if (!runGuarded([&] { succeeded = compilation->run(); }, crash)) {
    compilation.release()->slot.end();
    return {Status::BuildFailure, {}, "error: " + crash + "\n"};
  }
  Status status = succeeded ? Status::Ok : Status::BuildFailure;
  return {status, std::move(compilation->made), std::move(compilation->log)};
}

} // namespace lanecl::frontend
