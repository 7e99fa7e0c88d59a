#include "compiler/frontend/Clang.h"
#include "compiler/frontend/Guard.h"
#include "compiler/image/ObjectCache.h"
#include "compiler/ir/MadeOnce.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclGroup.h"
#include "clang/AST/ExternalASTSource.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/MultiplexConsumer.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/VirtualFileSystem.h"
#include <algorithm>
#include <array>
#include <map>

namespace lanecl::frontend {
namespace {

// The in-memory file system: the source, which stands alone so that a header can have its name, and the embedded
// headers.
constexpr llvm::StringLiteral sourcePath = "/lanecl.source/.program.cl";
constexpr llvm::StringLiteral headerFolder = "/lanecl.headers";
constexpr llvm::StringLiteral sourceName = "program.cl"; // to diagnostics and __FILE__
constexpr llvm::StringLiteral resourceFolder = "/lanecl.resource";
constexpr llvm::StringLiteral baseHeaderPath = "/lanecl.resource/include/opencl-c-base.h";

constexpr char embeddedHeaders[] =
#include "compiler/frontend/EmbeddedHeaders.inc"
    ;

bool isKnownToClang(llvm::StringRef extension) {
  const auto &known = madeOnce([] {
    return llvm::StringSet<>{
#define OPENCL_GENERIC_EXTENSION(name, ...) #name,
#include "clang/Basic/OpenCLExtensions.def"
    };
  });
  return known.contains(extension);
}

/// The language version that Clang does not know yet.
constexpr std::string_view newest = "CL3.1";

/// The extensions and features of the device, as Clang is told them.
struct Extensions {
  llvm::StringSet<> enabled;
  std::string clangOption = "-cl-ext=-all";

  explicit Extensions(llvm::StringRef list) {
    for (llvm::StringRef item : llvm::split(list, ','))
      if (item.consume_front("+"))
        enabled.insert(item);
    // OpenCL C 3.0, 6.2.1: the extension and the feature of the same name come together (Clang insists on it).
    makeEqual("cl_khr_fp64", "__opencl_c_fp64");
    makeEqual("cl_khr_3d_image_writes", "__opencl_c_3d_image_writes");
    for (const auto &item : enabled)
      if (isKnownToClang(item.getKey()))
        clangOption += (",+" + item.getKey()).str();
  }

  void makeEqual(llvm::StringRef one, llvm::StringRef other) {
    if (enabled.contains(one))
      enabled.insert(other);
    else if (enabled.contains(other))
      enabled.insert(one);
  }
};

// Clang defines the macros of the extensions it knows; the others are defined here.
void addMacros(std::vector<std::string> &arguments, const Extensions &extensions, std::string_view standard) {
  const bool version3 = standard.starts_with("CL3.");
  for (const auto &item : extensions.enabled)
    if (!isKnownToClang(item.getKey()) && (version3 || !item.getKey().starts_with("__opencl_c_")))
      arguments.push_back(("-D" + item.getKey() + "=1").str());
  // OpenCL C 3.0, 6.14: the version of the device, whatever the version of the language.
  arguments.push_back("-D__OPENCL_VERSION__=310");
  // Clang 22 knows OpenCL C 3.0; what 3.1 made core is there with 3.0 too.
  arguments.push_back("-DCL_VERSION_3_1=310");
  if (standard == newest)
    for (const char *option : {"-Wno-builtin-macro-redefined", "-U__OPENCL_C_VERSION__", "-D__OPENCL_C_VERSION__=310"})
      arguments.push_back(option);
  for (const char *option : {"-U__LONG_LONG_MAX__", "-D__LONG_LONG_MAX__=__LONG_MAX__", "-U__SIZEOF_LONG_LONG__",
                             "-D__SIZEOF_LONG_LONG__=8"})
    arguments.push_back(option);
  // OpenCL C 3.0, 6.14: __IMAGE_SUPPORT__ is defined when images are; Clang's SPIR-V target defines it always.
  if (!extensions.enabled.contains("__opencl_c_images"))
    arguments.push_back("-U__IMAGE_SUPPORT__");
}

/// A long part of the preludes: what its functions' names begin with, and what is left of those in a text that pastes
/// them together.
struct PreludePart {
  const char *option;
  std::array<std::string_view, 2> names, pieces; ///< empty: none
  std::string_view overloaded = {};              ///< with 16-bit types, functions that Clang declares by itself
};
constexpr PreludePart preludeParts[] = {
    {"-DLANECL_NEEDS_INTEL_SUBGROUPS", {"intel_sub_group_"}, {"intel", "sub_group"}},
    {"-DLANECL_NEEDS_WORK_GROUP_ARITHMETIC", {"work_group_reduce_", "work_group_scan_"}, {"reduce", "scan"}},
    {"-DLANECL_NEEDS_EXTENDED_COPIES", {"async_work_group_copy_"}, {"async", "copy"}},
    {"-DLANECL_NEEDS_KERNEL_CLOCK", {"clock_read_"}, {"clock", "read_"}},
    {"-DLANECL_NEEDS_ASSUME_ALIGNED", {"__builtin_assume_aligned"}, {"assume", "aligned"}},
    {"-DLANECL_NEEDS_SIMD_ATOMICS", {"atomic_predec", "atomic_fcmpwr"}, {"atomic"}, "atomic_"},
};

// Parts only for programs in which the functions' names occur; files found on -I paths are not looked into, so a
// program with one of those gets all.
void addPreludeParts(std::vector<std::string> &arguments, const compiler::CompileRequest &request) {
  auto mentions = [&](std::string_view word) {
    return request.source.contains(word) || request.options.contains(word) ||
           std::ranges::any_of(request.headers, [&](const compiler::Header &h) { return h.source.contains(word); });
  };
  auto mentionsAny = [&](const auto &words) {
    return std::ranges::any_of(words, [&](std::string_view word) { return !word.empty() && mentions(word); });
  };
  const bool mayNameAll = mentions("include"), mayPaste = mentions("##");
  auto isNeeded = [&](const PreludePart &part) {
    return mayNameAll || mentionsAny(part.names) || (mayPaste && mentionsAny(part.pieces)) ||
           (!part.overloaded.empty() && mentions(part.overloaded) && (mentions("short") || mentions("half")));
  };
  for (const PreludePart &part : preludeParts)
    if (isNeeded(part))
      arguments.emplace_back(part.option);
}

std::vector<std::string> makeArguments(const compiler::CompileRequest &request, const BuildOptions &options,
                                       const compiler::Settings &settings) {
  Extensions extensions(settings.clExtensions);
  std::vector<std::string> arguments = {"-triple",
                                        "spirv64-unknown-unknown",
                                        "-x",
                                        "cl",
                                        "-cl-std=" + (options.standard == newest ? "CL3.0" : options.standard),
                                        extensions.clangOption,
                                        "-O2",
                                        "-disable-llvm-passes",
                                        "-relaxed-aliasing", // SPIR-V has no words for what types say of aliases
                                        "-fdeclare-opencl-builtins",
                                        "-finclude-default-header",
                                        "-resource-dir",
                                        resourceFolder.str(),
                                        "-nostdsysteminc",
                                        "-cl-kernel-arg-info",
                                        "-ferror-limit",
                                        "50"};
  // Clang warns of #pragma OPENCL EXTENSION for each extension that changes nothing in its parser, the device's own
  // too: -Werror must not make such a program wrong.
  arguments.push_back("-Wno-error=ignored-pragmas");
  // Programs in the field rely on what was a warning until lately.
  arguments.push_back("-Wno-error=incompatible-pointer-types");
  arguments.push_back("-Wno-error=int-conversion");
  if (!settings.debug)
    arguments.push_back("-discard-value-names");
  addMacros(arguments, extensions, options.standard);
  addPreludeParts(arguments, request);
  // OpenCL API, clCompileProgram: the embedded headers are found before those of the -I directories.
  llvm::append_range(arguments, std::initializer_list<std::string>{"-iquote", headerFolder.str(), "-iquote", ".", "-I",
                                                                   headerFolder.str()});
  llvm::append_range(arguments, options.clangArgs);
  arguments.push_back(sourcePath.str());
  return arguments;
}

/// What was asked of the host's files, by path, and what the answers were.
struct Answer {
  std::string contents; ///< compiler::FileUse::contents
  llvm::sys::fs::UniqueID file;
};
using Answers = std::map<std::string, Answer>;

std::vector<compiler::FileUse> usesOf(const Answers &answers) {
  std::vector<compiler::FileUse> uses;
  std::map<llvm::sys::fs::UniqueID, std::string> first; // `#pragma once` takes names of one file for one
  for (const auto &[path, answer] : answers) {
    const bool isFile = !answer.contents.empty() && answer.contents != "/";
    const std::string known = isFile ? first.try_emplace(answer.file, path).first->second : path;
    uses.push_back({path, answer.contents, known == path ? "" : known});
  }
  return uses;
}

/// Notes the contents that are read.
class NotedFile : public llvm::vfs::File {
public:
  NotedFile(std::unique_ptr<File> file, std::string &contents) : file_(std::move(file)), contents_(contents) {}
  llvm::ErrorOr<llvm::vfs::Status> status() override { return file_->status(); }
  llvm::ErrorOr<std::string> getName() override { return file_->getName(); }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine &name, int64_t bytes, bool needsNull,
                                                               bool isVolatile) override {
    auto buffer = file_->getBuffer(name, bytes, needsNull, isVolatile);
    if (buffer) {
      llvm::StringRef text = (*buffer)->getBuffer();
      contents_ = image::CacheKey().add(std::string_view(text.data(), text.size())).hex();
    }
    return buffer;
  }
  std::error_code close() override { return file_->close(); }

private:
  std::unique_ptr<File> file_;
  std::string &contents_;
};

/// The host's files, of which only regular ones of some size are read: others may never end, or never begin.
class RegularFiles : public llvm::vfs::ProxyFileSystem {
public:
  explicit RegularFiles(Answers &answers) : ProxyFileSystem(llvm::vfs::getRealFileSystem()), answers_(answers) {}
  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine &path) override {
    auto found = ProxyFileSystem::status(path);
    if (found && !isFit(*found))
      found = std::make_error_code(std::errc::operation_not_permitted);
    if (!found)
      answers_.try_emplace(path.str());
    else
      answers_.try_emplace(path.str(), found->isDirectory() ? "/" : "?" + std::to_string(found->getSize()),
                           found->getUniqueID());
    return found;
  }
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine &path) override {
    auto found = status(path); // before it is opened: that is what waits for the other end of a pipe
    if (!found)
      return found.getError();
    auto file = ProxyFileSystem::openFileForRead(path);
    if (!file)
      return file.getError();
    return std::make_unique<NotedFile>(std::move(*file), answers_[path.str()].contents);
  }

private:
  static bool isFit(const llvm::vfs::Status &file) {
    constexpr uint64_t MostBytes = uint64_t(256) << 20;
    return file.isDirectory() || (file.isRegularFile() && file.getSize() <= MostBytes);
  }
  Answers &answers_;
};

llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> makeFiles(const compiler::CompileRequest &request, Answers &answers) {
  auto memory = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  // The presumed name keeps our folder out of the diagnostics and __FILE__.
  std::string source = ("#line 1 \"" + sourceName + "\"\n").str();
  // Clang passes over a byte order mark where its file begins.
  llvm::StringRef text(request.source);
  text.consume_front("\xEF\xBB\xBF");
  source += text.split('\0').first;
  memory->addFile(sourcePath, 0, llvm::MemoryBuffer::getMemBufferCopy(source, sourcePath));
  llvm::StringRef base(embeddedHeaders, sizeof embeddedHeaders - 1);
  memory->addFile(baseHeaderPath, 0, llvm::MemoryBuffer::getMemBuffer(base, baseHeaderPath));
  // clCompileProgram: of two headers with the same name the first is used; addFile keeps the first.
  for (const compiler::Header &header : request.headers) {
    memory->addFile(headerFolder + "/" + header.name, 0, llvm::MemoryBuffer::getMemBufferCopy(header.source));
    if (llvm::sys::path::is_absolute(header.name)) // what is included by such a name is looked for there alone
      memory->addFile(header.name, 0, llvm::MemoryBuffer::getMemBufferCopy(header.source));
  }
  // Some sources #include __FILE__.
  memory->addFile(headerFolder + "/" + sourceName, 0, llvm::MemoryBuffer::getMemBufferCopy(source));
  auto files =
      llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(llvm::makeIntrusiveRefCnt<RegularFiles>(answers));
  files->pushOverlay(memory);
  return files;
}

/// A definition beside one that is elsewhere Clang never emits where it must not be inlined, nor where it takes it for
/// a wrapper around that one: when it calls __builtin_<its name>, or what has its assembler name.
bool needsEmission(const clang::FunctionDecl &function) {
  if (function.hasAttr<clang::NoInlineAttr>() || function.hasAttr<clang::AsmLabelAttr>())
    return true;
  if (!function.getIdentifier())
    return false;
  const clang::IdentifierTable &names = function.getASTContext().Idents;
  auto builtin = names.find(("__builtin_" + function.getName()).str());
  return builtin != names.end() && builtin->second->getBuiltinID() != 0;
}

/// Says of every function but the kernels that its definition is elsewhere: Clang emits those then only when they are
/// used, which is a fraction of a large program.
class EmitOnlyWhatKernelsUse : public clang::ExternalASTSource {
public:
  ExtKind hasExternalDefinitions(const clang::Decl *declaration) override {
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration);
    bool mayWait = function && !function->hasAttr<clang::DeviceKernelAttr>() && !needsEmission(*function);
    return mayWait ? EK_Always : EK_ReplyHazy;
  }
};

/// C99 6.7.4: of an inline definition "it is unspecified whether a call to the function uses the inline definition or
/// the external definition", so one that Clang would leave to the external one is a weak definition.
class EmitInlineDefinitions : public clang::ASTConsumer {
public:
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    for (clang::Decl *declaration : group)
      if (auto *function = llvm::dyn_cast<clang::FunctionDecl>(declaration); function && isLeftOut(*function)) {
        function->setInlineSpecified(false);
        function->addAttr(clang::WeakAttr::CreateImplicit(function->getASTContext()));
      }
    return true;
  }

private:
  static bool isLeftOut(const clang::FunctionDecl &function) {
    return function.isInlineSpecified() && function.doesThisDeclarationHaveABody() && function.isExternallyVisible() &&
           needsEmission(function) && !function.isInlineDefinitionExternallyVisible();
  }
};

/// Macros may expand to more than anybody has time for, and to what is another text tomorrow.
class WatchMacros : public clang::PPCallbacks {
public:
  explicit WatchMacros(bool &isFleeting) : isFleeting_(isFleeting) {}
  void MacroExpands(const clang::Token &name, const clang::MacroDefinition &, clang::SourceRange,
                    const clang::MacroArgs *) override {
    constexpr unsigned BetweenLooks = 1024;
    if (++expansions_ % BetweenLooks == 0)
      checkpoint();
    llvm::StringRef text = name.getIdentifierInfo()->getName();
    isFleeting_ |= text == "__DATE__" || text == "__TIME__" || text == "__TIMESTAMP__";
  }

private:
  bool &isFleeting_;
  unsigned expansions_ = 0;
};

/// Whether a pragma of the text may switch contraction off: OPENCL FP_CONTRACT, clang fp contract(off).
bool mayForbidContraction(llvm::StringRef text) {
  const llvm::Regex off("contract[[:space:]\\\\]*\\([[:space:]\\\\]*off[[:space:]\\\\]*\\)");
  return text.contains("FP_CONTRACT") || (text.contains("clang") && (!off.isValid() || off.match(text)));
}

/// OpenCL C 3.0, 6.3.4, reserves `long long` for 128 bits, which SPIR-V has no type of. Programs that say it come from
/// dialects where it is `long`. (addMacros() has the macros.)
void makeLongLongLong(clang::CompilerInstance &instance) {
  instance.getTarget().LongLongWidth = instance.getTarget().LongLongAlign = 64;
  clang::ASTContext &types = instance.getASTContext();
  types.LongLongTy = types.LongTy;
  types.UnsignedLongLongTy = types.UnsignedLongTy;
}

/// Emits IR, and looks on the way whether contraction is ever switched off.
class EmitModule : public clang::ASTFrontendAction {
public:
  EmitModule(EmitterOptions options, bool linkable, PartEmitter::Sink sink)
      : options_(options), linkable_(linkable), sink_(sink) {}
  bool mustBeWhole = false, isContractionForbidden = false, isFleeting = false;

protected:
  std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance &instance,
                                                        llvm::StringRef file) override {
    makeLongLongLong(instance);
    std::unique_ptr<Overloads> overloads = watchOverloads(baseHeaderPath.str());
    std::unique_ptr<PartEmitter> emitter = emitParts(instance, file.str(), options_, *overloads, sink_);
    emitter_ = emitter.get();
    std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
    consumers.push_back(std::make_unique<EmitInlineDefinitions>());
    consumers.push_back(std::move(emitter));
    consumers.push_back(std::move(overloads));
    return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
  }
  void ExecuteAction() override {
    getCompilerInstance().getPreprocessor().addPPCallbacks(std::make_unique<WatchMacros>(isFleeting));
    // Not earlier: with an external source Clang would leave its own built-ins (__builtin_inff) to that.
    if (!linkable_)
      getCompilerInstance().getASTContext().setExternalSource(llvm::makeIntrusiveRefCnt<EmitOnlyWhatKernelsUse>());
    ASTFrontendAction::ExecuteAction();
    mustBeWhole = emitter_->mustBeWhole();
    const clang::SourceManager &sources = getCompilerInstance().getSourceManager();
    for (unsigned i = 0, count = sources.local_sloc_entry_size(); i < count; ++i) {
      const clang::SrcMgr::SLocEntry &entry = sources.getLocalSLocEntry(i);
      if (!entry.isFile())
        continue;
      if (auto text = entry.getFile().getContentCache().getBufferDataIfLoaded())
        isContractionForbidden = isContractionForbidden || mayForbidContraction(*text);
    }
  }

private:
  EmitterOptions options_;
  bool linkable_;
  PartEmitter::Sink sink_;
  PartEmitter *emitter_ = nullptr; ///< among the consumers, which outlive the action's execution
};

std::shared_ptr<clang::CompilerInvocation> makeInvocation(const compiler::CompileRequest &request,
                                                          const BuildOptions &options,
                                                          const compiler::Settings &settings,
                                                          llvm::vfs::FileSystem &files, llvm::raw_ostream &log) {
  std::vector<std::string> arguments = makeArguments(request, options, settings);
  std::vector<const char *> pointers;
  for (const std::string &argument : arguments)
    pointers.push_back(argument.c_str());
  clang::DiagnosticOptions diagnosticOptions;
  auto diagnostics = clang::CompilerInstance::createDiagnostics(
      files, diagnosticOptions, new clang::TextDiagnosticPrinter(log, diagnosticOptions));
  auto invocation = std::make_shared<clang::CompilerInvocation>();
  if (!clang::CompilerInvocation::CreateFromArgs(*invocation, pointers, *diagnostics))
    return nullptr;
  // OpenCL C 3.0, 6.11 i: assembly is no part of the language, and blocks are only with device-side enqueue. The
  // SPIR-V back end dies of both, so they are errors here, with their place in the source.
  invocation->getLangOpts().GNUAsm = false;
  invocation->getLangOpts().Blocks = false;
  // Otherwise three-component vectors go through memory as four components, which hides them from promoteVariables.
  invocation->getLangOpts().PreserveVec3Type = true;
  return invocation;
}

} // namespace

ClangOutput runClang(const compiler::CompileRequest &request, const BuildOptions &options,
                     const compiler::Settings &settings, bool maySplit, PartEmitter::Sink sink, std::string &log) {
  llvm::raw_string_ostream logStream(log);
  Answers answers;
  auto files = makeFiles(request, answers);
  auto invocation = makeInvocation(request, options, settings, *files, logStream);
  if (!invocation)
    return {};
  clang::CompilerInstance compiler(invocation);
  compiler.setVirtualFileSystem(files);
  compiler.setVerboseOutputStream(logStream);
  compiler.createDiagnostics(new clang::TextDiagnosticPrinter(logStream, invocation->getDiagnosticOpts()), true);
  compiler.createFileManager();
  EmitModule action({.verify = settings.verify, .bytesToSplit = maySplit ? request.source.size() : 0}, request.linkable,
                    sink);
  const bool succeeded = compiler.ExecuteAction(action);
  return {succeeded, action.mustBeWhole, action.isContractionForbidden, action.isFleeting, usesOf(answers)};
}

} // namespace lanecl::frontend
