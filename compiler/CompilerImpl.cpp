#include "compiler/CompilerImpl.h"
#include "compiler/CodeGeneration.h"
#include "compiler/ProgramCodeImpl.h"
#include "compiler/frontend/ForkGate.h"
#include "compiler/frontend/FrontEnd.h"
#include "compiler/frontend/Guard.h"
#include "compiler/frontend/Options.h"
#include "compiler/image/OptionWords.h"
#include "compiler/ir/Attributes.h"
#include "compiler/ir/Operations.h"
#include "compiler/jit/HostSupport.h"
#include "compiler/spirv/FunctionNames.h"
#include "compiler/spirv/Join.h"
#include "compiler/spirv/Translator.h"
#include "compiler/spirv/Validate.h"
#include "compiler/transform/Passes.h"
#include "llvm/Config/llvm-config.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/Linker/Linker.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <dlfcn.h>
#include <spirv-tools/libspirv.hpp>
#include <sys/stat.h>

namespace lanecl::compiler {
namespace {

// Changes with every build of this library: code of another build is never taken from a cache or a binary.
std::string libraryVersion() {
  std::string version = "LLVM " LLVM_VERSION_STRING;
  Dl_info self;
  struct stat file;
  if (dladdr(reinterpret_cast<void *>(&libraryVersion), &self) && stat(self.dli_fname, &file) == 0)
    version += ", build " + std::to_string(file.st_mtim.tv_sec) + "." + std::to_string(file.st_size);
  return version;
}

// The one place where an llvm::Error becomes a status with a log.
template <typename T> Outcome<T> failure(Status status, llvm::Error error, std::string log = {}) {
  log += "error: " + llvm::toString(std::move(error)) + '\n';
  return {status, T{}, std::move(log)};
}

template <typename T> Outcome<T> crashed(const std::string &reason, const std::string &log = {}) {
  return {Status::BuildFailure, T{}, log + "error: " + reason + '\n'};
}

void collectDiagnostic(const llvm::DiagnosticInfo *info, void *log) {
  if (info->getSeverity() != llvm::DS_Error && info->getSeverity() != llvm::DS_Warning)
    return;
  llvm::raw_string_ostream stream(*static_cast<std::string *>(log));
  llvm::DiagnosticPrinterRawOStream printer(stream);
  stream << (info->getSeverity() == llvm::DS_Error ? "error: " : "warning: ");
  info->print(printer);
  stream << '\n';
}

llvm::Error unresolved(const std::vector<std::string> &names) {
  std::string list;
  for (const std::string &name : names)
    list += (list.empty() ? "'" : ", '") + name + "'";
  return llvm::createStringError("undefined: " + list);
}

} // namespace

CompilerImpl::CompilerImpl(std::shared_ptr<Backend> backend) : backend_(std::move(backend)) {}

std::unique_ptr<CompilerImpl> CompilerImpl::create(const Settings &settings) {
  std::optional<targets::HostTarget> target;
  std::optional<llvm::Expected<std::unique_ptr<jit::Jit>>> jit;
  std::string reason;
  // LLVM's own set-up ends a process that has no memory for it.
  if (!frontend::runGuarded([&] { target = targets::hostTarget(settings.isa); }, reason, /*isSetUp=*/true) ||
      !frontend::runGuarded([&] { jit.emplace(jit::Jit::create(settings.debug)); }, reason))
    return nullptr;
  if (!*jit) {
    llvm::consumeError(jit->takeError());
    return nullptr;
  }
  target->info.version = libraryVersion();
  jit::setCopyLoops(target->machine->copyLoops());
  jit::setHostCallbacks(settings.host);
  frontend::setLimits(settings.limits);
  return std::unique_ptr<CompilerImpl>(
      new CompilerImpl(std::make_shared<Backend>(settings, std::move(*target), std::move(**jit))));
}

Outcome<SpirvModule> CompilerImpl::compile(const CompileRequest &request) {
  frontend::CompilerCall call;
  return frontend::compileToSpirv(request, backend_->settings, spirv::join);
}

Outcome<SpirvModule> CompilerImpl::import(std::span<const std::byte> il) {
  frontend::CompilerCall call;
  auto words = spirv::importWords(il);
  if (!words)
    return failure<SpirvModule>(Status::InvalidModule, words.takeError());
  std::optional<llvm::Error> error;
  std::string reason;
  spirv::Accepted accepted{backend_->settings.capabilities, backend_->settings.spirvExtensions};
  if (!frontend::runGuarded([&] { error.emplace(spirv::validate(*words, accepted)); }, reason))
    return {Status::InvalidModule, {}, "error: " + reason + '\n'};
  if (*error)
    return failure<SpirvModule>(Status::InvalidModule, std::move(*error));
  return {Status::Ok, {std::move(*words)}, {}};
}

std::vector<SpecConstant> CompilerImpl::specConstants(const SpirvModule &module) {
  std::vector<SpecConstant> result;
  auto constants = spirv::specConstants(module.words);
  if (!constants) {
    llvm::consumeError(constants.takeError());
    return result;
  }
  for (const spirv::SpecConstantInfo &constant : *constants)
    result.push_back({constant.id, constant.bytes});
  return result;
}

Outcome<SpirvModule> CompilerImpl::specialize(const SpirvModule &module,
                                              std::span<const std::pair<uint32_t, std::vector<std::byte>>> values) {
  auto words = spirv::specialize(module.words, values);
  if (!words)
    return failure<SpirvModule>(Status::InvalidModule, words.takeError());
  return {Status::Ok, {std::move(*words)}, {}};
}

namespace {

// A kernel that another module calls: Clang's name for the function behind it. The caller gets a copy of the body, for
// the kernel itself becomes an entry point.
void resolveKernelCalls(llvm::Module &module) {
  constexpr llvm::StringRef Prefix = "__clang_ocl_kern_imp_";
  for (llvm::Function &function : llvm::make_early_inc_range(module)) {
    llvm::StringRef name = function.getName();
    if (!function.isDeclaration() || !name.consume_front(Prefix))
      continue;
    llvm::Function *kernel = module.getFunction(name);
    if (!kernel || kernel->isDeclaration() || kernel->getFunctionType() != function.getFunctionType())
      continue;
    llvm::ValueToValueMapTy values;
    llvm::Function *copy = llvm::CloneFunction(kernel, values);
    copy->clearMetadata();
    copy->setCallingConv(function.getCallingConv());
    copy->setLinkage(llvm::GlobalValue::InternalLinkage);
    function.replaceAllUsesWith(copy);
    function.eraseFromParent();
  }
}

} // namespace

llvm::Expected<std::unique_ptr<llvm::Module>> CompilerImpl::linkModules(std::span<const SpirvModule *const> modules,
                                                                        std::span<const std::string> linkOptions,
                                                                        llvm::LLVMContext &context) const {
  spirv::TranslateOptions options;
  options.targetTriple = backend_->target.triple;
  options.dataLayout = backend_->target.dataLayout;
  // Whether the device takes a module was asked at its import; what the front end makes may use all that there is.
  std::unique_ptr<llvm::Module> program;
  for (const SpirvModule *part : modules) {
    // OpenCL API 5.8.7.2: the linker may apply link options to compiled programs, and to libraries only if they were
    // created with -enable-link-options.
    options.linkOptions = part->keepsOptions ? std::span<const std::string>() : linkOptions;
    // What the front end made may have come back with other words: SPIRV-Tools looks at those as at any module.
    if (llvm::Error error = part->isForeign ? spirv::validate(part->words, {}) : llvm::Error::success())
      return error;
    auto module = spirv::translate(part->words, context, options);
    if (!module)
      return module.takeError();
    if (!program)
      program = std::move(*module);
    else if (llvm::Linker::linkModules(*program, std::move(*module)))
      return llvm::createStringError("the modules cannot be linked");
  }
  if (!program)
    return llvm::createStringError("no module to link");
  resolveKernelCalls(*program);
  spirv::settleNames(*program);
  if (llvm::Error error = resolveFunctionPointers(*program))
    return error;
  if (llvm::Error error = refuseRecursion(*program))
    return error;
  return program;
}

llvm::Expected<std::unique_ptr<ProgramCodeImpl>> CompilerImpl::makeProgram(const LinkRequest &request,
                                                                           std::span<const std::string> linkOptions,
                                                                           std::string &log) const {
  llvm::LLVMContext context;
  context.setDiagnosticHandlerCallBack(collectDiagnostic, &log);
  auto program = linkModules(request.modules, linkOptions, context);
  if (!program)
    return program.takeError();
  // A library may leave names open (OpenCL API 5.8.3, -create-library).
  if (request.library)
    return nullptr;
  if (auto names = unresolvedNames(**program); !names.empty())
    return unresolved(names);
  auto options = frontend::parseOptions(request.options, frontend::OptionsFor::Link);
  if (!options)
    return options.takeError();
  // One object that is robust makes the program so: its functions run in the others' kernels.
  bool allRobust = backend_->settings.robust || options->has(RobustOption) ||
                   llvm::any_of(**program, [](const llvm::Function &function) {
                     return !function.isDeclaration() && function.hasFnAttribute(attribute::Robust);
                   });
  for (llvm::Function &function : llvm::make_early_inc_range(**program))
    if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration() &&
        !attribute::isRobust(function) && allRobust)
      addBufferSizes(function);
  if (backend_->settings.check)
    for (llvm::Function &function : **program)
      if (function.getCallingConv() == llvm::CallingConv::SPIR_KERNEL && !function.isDeclaration())
        markForChecks(function);
  openVariables(**program);
  return ProgramCodeImpl::create(backend_, **program, request.options, log);
}

Outcome<std::unique_ptr<ProgramCode>> CompilerImpl::link(const LinkRequest &request) {
  frontend::CompilerCall call;
  using Result = std::unique_ptr<ProgramCode>;
  auto options = frontend::parseOptions(request.options, frontend::OptionsFor::Link);
  if (!options)
    return failure<Result>(Status::InvalidOptions, options.takeError());
  // OpenCL API 5.8.7.1: -enable-link-options "must be specified with the -create-library option".
  if (options->has("enable-link-options") && !request.library)
    return failure<Result>(Status::InvalidOptions,
                           llvm::createStringError("-enable-link-options is for libraries: add -create-library"));
  std::string log, reason;
  std::optional<llvm::Expected<std::unique_ptr<ProgramCodeImpl>>> program;
  if (!frontend::runGuarded([&] { program.emplace(makeProgram(request, options->carried, log)); }, reason))
    return crashed<Result>(reason, log);
  if (!*program)
    return failure<Result>(Status::BuildFailure, program->takeError(), std::move(log));
  return {Status::Ok, std::move(**program), std::move(log)};
}

void *CompilerImpl::hostFunction(std::string_view name) const { return jit::hostSymbol(name); }

// --- Showing stages ---

Outcome<std::string> CompilerImpl::show(const SpirvModule &module, Emit emit, std::string_view kernel,
                                        std::string_view passes) {
  frontend::CompilerCall call;
  if (emit == Emit::Spirv) {
    auto *bytes = reinterpret_cast<const char *>(module.words.data());
    return {Status::Ok, std::string(bytes, module.words.size() * 4), {}};
  }
  if (emit == Emit::SpirvText) {
    Outcome<std::string> outcome;
    spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_6);
    constexpr uint32_t Options = SPV_BINARY_TO_TEXT_OPTION_FRIENDLY_NAMES | SPV_BINARY_TO_TEXT_OPTION_INDENT;
    if (!tools.Disassemble(module.words, &outcome.value, Options))
      return {Status::InvalidModule, {}, "error: not SPIR-V\n"};
    return outcome;
  }
  std::string log, reason;
  std::optional<llvm::Expected<std::string>> text;
  const SpirvModule *modules[] = {&module};
  if (!frontend::runGuarded([&] { text.emplace(showCode(modules, emit, kernel, passes, log)); }, reason))
    return crashed<std::string>(reason, log);
  if (!*text)
    return failure<std::string>(Status::BuildFailure, text->takeError(), std::move(log));
  return {Status::Ok, std::move(**text), std::move(log)};
}

llvm::Expected<std::string> CompilerImpl::showCode(std::span<const SpirvModule *const> modules, Emit emit,
                                                   std::string_view kernel, std::string_view passes,
                                                   std::string &log) const {
  if (emit == Emit::Llvm && kernel.empty() && passes.empty()) { // the translator's output
    llvm::LLVMContext context;
    auto module = linkModules(modules, {}, context);
    if (!module)
      return module.takeError();
    std::string text;
    llvm::raw_string_ostream(text) << **module;
    return text;
  }
  auto program = makeProgram({modules, {}, false}, {}, log);
  if (!program)
    return program.takeError();
  return (*program)->show(kernel, emit, passes);
}

} // namespace lanecl::compiler
