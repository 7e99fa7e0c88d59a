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
#include <optional>
#include <sched.h>

namespace lanecl::frontend {
namespace {

using compiler::Status;

/// Two halves, emit() and translate(), which may run at once.
struct Compilation {
  const compiler::CompileRequest &request;
  const compiler::Settings &settings;
  const BuildOptions &options;
  JoinModules *join;
  bool maySplit = false;
  PartQueue parts = {};
  compiler::SpirvModule made = {};
  BackEndSlot slot = {};
  bool succeeded = false, mustBeWhole = false;

  // Of the first half; the second sees it once there are no more parts.
  ClangOutput clang = {};
  std::string log = {}, legalizerLog = {};
  std::vector<KernelArgs> kernels = {};
  uint64_t contentBytes = 0;
  unsigned partCount = 0;
  bool areLegal = true;

  // Of the second.
  std::string backEndLog = {};
  std::vector<std::vector<uint32_t>> words = {}; ///< of each part

  void emit();
  void translate();
  std::string wholeLog() const { return log + legalizerLog + backEndLog; }

  bool legalizePart(Part &part);
  bool translatePart(Part &part);
  bool finish();
};

/// Of variables that are not all zero at the start.
uint64_t contentBytesOf(const llvm::Module &module) {
  uint64_t bytes = 0;
  for (const llvm::GlobalVariable &variable : module.globals())
    if (variable.hasInitializer() && !variable.getInitializer()->isNullValue() &&
        !llvm::isa<llvm::UndefValue>(variable.getInitializer()))
      bytes =
          llvm::SaturatingAdd(bytes, module.getDataLayout().getTypeAllocSize(variable.getValueType()).getFixedValue());
  return bytes;
}

void Compilation::emit() {
  auto take = [this](Part part) {
    ++partCount;
    areLegal = areLegal && legalizePart(part);
    if (areLegal)
      parts.push(std::move(part));
    parts.dropUsed();
  };
  clang = runClang(request, options, settings, maySplit, take, log);
  parts.close();
}

bool Compilation::legalizePart(Part &part) {
  llvm::Module &module = *part.module;
  contentBytes = llvm::SaturatingAdd(contentBytes, contentBytesOf(module));
  if (uint64_t most = settings.limits.constantBytes; most && contentBytes > most) {
    legalizerLog += "error: the program's variables have more than " + std::to_string(most) +
                    " bytes of contents (LANECL_CONSTANT_MEMORY)\n";
    return false;
  }
  if (!legalize(module, request.linkable, legalizerLog))
    return false;
  // The arguments' names and types are not in what the back end writes.
  llvm::append_range(kernels, collectKernelArgs(module));
  if (options.has("g"))
    carryLines(module);
  return true;
}

bool Compilation::translatePart(Part &part) {
  part.context->setYieldCallback([](llvm::LLVMContext *, void *) { checkpoint(); }, nullptr);
  slot.begin();
  auto result = runBackEnd(*part.module);
  slot.end();
  if (!result) {
    backEndLog += "error: " + llvm::toString(result.takeError()) + "\n";
    return false;
  }
  words.push_back(std::move(*result));
  return true;
}

void Compilation::translate() {
  bool isGood = true;
  while (Part *part = parts.next())
    isGood = isGood && translatePart(*part);
  isGood = isGood && areLegal;
  // What is said is said of the whole.
  const bool isSaid = !legalizerLog.empty() || !backEndLog.empty();
  if (clang.mustBeWhole || (partCount > 1 && isSaid))
    mustBeWhole = true;
  else if (clang.succeeded && isGood)
    succeeded = finish();
}

bool Compilation::finish() {
  std::optional<std::vector<uint32_t>> whole =
      words.size() == 1 ? std::optional(std::move(words.front())) : join(words);
  mustBeWhole = !whole;
  if (!whole)
    return false;
  std::vector<uint32_t> finished = importImageCalls(importAsyncCopies(std::move(*whole)));
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

/// Whether a second thread has something to do meanwhile: with short texts, or on one processor, it would only cost.
/// Programs that others may link with have one of each function; lines of the text go with functions, too (-g).
bool isWorthSplitting(const compiler::CompileRequest &request, const compiler::Settings &settings,
                      const BuildOptions &options) {
  constexpr size_t LeastBytes = size_t(12) << 10;
  if (request.linkable || settings.debug || options.has("g") || request.source.size() < LeastBytes)
    return false;
  cpu_set_t usable;
  return sched_getaffinity(0, sizeof usable, &usable) == 0 && CPU_COUNT(&usable) > 1;
}

} // namespace

compiler::Outcome<compiler::SpirvModule> compileToSpirv(const compiler::CompileRequest &request,
                                                        const compiler::Settings &settings, JoinModules *join) {
  // Reports of the checking mode name lines.
  auto options = parseOptions(std::string(request.options) + (settings.check ? " -g" : ""), OptionsFor::Compile);
  if (!options)
    return {Status::InvalidOptions, {}, "error: " + llvm::toString(options.takeError()) + "\n"};
  for (bool maySplit = isWorthSplitting(request, settings, *options);; maySplit = false) {
    // On the heap and leaked after a crash: the guard leaves without destructors, and what the work left half changed
    // must not be touched again.
    std::unique_ptr<Compilation> made(new Compilation{
        .request = request, .settings = settings, .options = *options, .join = join, .maySplit = maySplit});
    Compilation &compilation = *made;
    auto emit = [&] { compilation.emit(); };
    auto translate = [&] { compilation.translate(); };
    std::string crash;
    const bool hasRun = maySplit ? runGuardedPair(
                                       emit, translate, [&] { compilation.parts.close(); }, crash)
                                 : runGuarded([&] { emit(), translate(); }, crash);
    if (!hasRun) {
      made.release()->slot.end();
      return {Status::BuildFailure, {}, "error: " + crash + "\n"};
    }
    if (compilation.mustBeWhole && maySplit)
      continue;
    Status status = compilation.succeeded ? Status::Ok : Status::BuildFailure;
    return {status, std::move(compilation.made), compilation.wholeLog()};
  }
}

} // namespace lanecl::frontend
