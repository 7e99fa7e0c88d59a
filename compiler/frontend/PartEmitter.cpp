#include "compiler/frontend/PartEmitter.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/AST/DeclGroup.h"
#include "clang/Basic/SourceManager.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>

namespace lanecl::frontend {
namespace {

using clang::FunctionDecl;

/// Where a text may be cut. Only where nothing of what follows could have a part in what is emitted before: that leaves
/// out programs with variables, of which there has to be one for all kernels, and places before a function that is
/// declared has its body. And only where the functions that all parts may have to emit are few beside the kernels.
class Cuts {
public:
  Cuts(size_t bytes, const Overloads &overloads)
      : overloads_(overloads), bytes_(bytes), least_(std::max(LeastBytes, bytes / PartQueue::Most)) {}

  /// Whether it may be cut behind this.
  bool isBehind(clang::DeclGroupRef group) {
    return llvm::count_if(group, [&](const clang::Decl *declaration) { return isBehind(*declaration); }) != 0;
  }
  void cut() {
    isCut_ = true;
    kernelBytes_ = 0;
    --left_;
  }
  bool isCut() const { return isCut_; }

private:
  // Clang and the back end take about as long for a part: with short ones the second begins early, and has little left
  // to do when the first is done. Each has some overhead.
  static constexpr size_t LeastBytes = 4096, HelperShare = 4;

  bool isBehind(const clang::Decl &declaration) {
    if (llvm::isa<clang::TypeDecl, clang::EmptyDecl>(declaration))
      return false;
    const auto *function = llvm::dyn_cast<FunctionDecl>(&declaration);
    if (!function || hasOwnStorage(*function) || function->hasAttr<clang::AliasAttr>() ||
        function->hasAttr<clang::WeakRefAttr>()) {
      left_ = 0;
      return false;
    }
    if (!overloads_.isOfProgram(*function))
      return false;
    if (!function->doesThisDeclarationHaveABody()) {
      if (!function->isDefined())
        open_.insert(function->getCanonicalDecl());
      return false;
    }
    open_.erase(function->getCanonicalDecl());
    noteLength(*function);
    return function->hasAttr<clang::DeviceKernelAttr>() && left_ && open_.empty() &&
           kernelBytes_ >= std::max(least_, HelperShare * helperBytes_) && end_ + LeastBytes < bytes_;
  }

  /// Variables in its body that live as long as the program.
  static bool hasOwnStorage(const FunctionDecl &function) {
    return !function.hasAttr<clang::DeviceKernelAttr>() && function.doesThisDeclarationHaveABody() &&
           llvm::any_of(function.decls(), [](const clang::Decl *inner) {
             const auto *variable = llvm::dyn_cast<clang::VarDecl>(inner);
             return variable && variable->hasGlobalStorage();
           });
  }

  void noteLength(const FunctionDecl &function) {
    const clang::SourceManager &sources = function.getASTContext().getSourceManager();
    auto [beginFile, begin] = sources.getDecomposedExpansionLoc(function.getBeginLoc());
    auto [endFile, end] = sources.getDecomposedExpansionLoc(function.getEndLoc());
    if (beginFile != endFile || end < begin)
      return;
    (function.hasAttr<clang::DeviceKernelAttr>() ? kernelBytes_ : helperBytes_) += end - begin;
    if (endFile == sources.getMainFileID())
      end_ = end;
  }

  const Overloads &overloads_;
  size_t bytes_, least_, kernelBytes_ = 0, helperBytes_ = 0, end_ = 0, left_ = PartQueue::Most - 1;
  bool isCut_ = false;
  llvm::SmallPtrSet<const FunctionDecl *, 8> open_; ///< declared, without a body so far
};

class Emitter : public PartEmitter {
public:
  Emitter(clang::CompilerInstance &instance, std::string name, EmitterOptions options, Overloads &overloads, Sink sink)
      : instance_(instance), name_(std::move(name)), options_(options), overloads_(overloads), sink_(sink),
        cuts_(options.bytesToSplit, overloads) {}

  void Initialize(clang::ASTContext &context) override {
    context_ = &context;
    begin();
  }
  bool HandleTopLevelDecl(clang::DeclGroupRef group) override {
    emit([&] { generator_->HandleTopLevelDecl(group); });
    if (!options_.bytesToSplit)
      return true;
    if (llvm::any_of(group, [](const clang::Decl *declaration) { return isForAll(*declaration); }))
      earlier_.push_back(group);
    if (cuts_.isBehind(group)) {
      cuts_.cut();
      end();
      begin();
    }
    return true;
  }
  void HandleInlineFunctionDefinition(FunctionDecl *function) override {
    generator_->HandleInlineFunctionDefinition(function);
  }
  void HandleTagDeclDefinition(clang::TagDecl *type) override { generator_->HandleTagDeclDefinition(type); }
  void HandleTagDeclRequiredDefinition(const clang::TagDecl *type) override {
    generator_->HandleTagDeclRequiredDefinition(type);
  }
  void CompleteTentativeDefinition(clang::VarDecl *variable) override {
    generator_->CompleteTentativeDefinition(variable);
  }
  void CompleteExternalDeclaration(clang::DeclaratorDecl *declaration) override {
    generator_->CompleteExternalDeclaration(declaration);
  }
  void HandleTranslationUnit(clang::ASTContext &) override { end(); }
  bool mustBeWhole() const override { return cuts_.isCut() && (hasSpoken_ || lacksBodies_); }

private:
  /// What kernels of later parts may call.
  static bool isForAll(const clang::Decl &declaration) {
    const auto *function = llvm::dyn_cast<FunctionDecl>(&declaration);
    return function && function->doesThisDeclarationHaveABody() && !function->hasAttr<clang::DeviceKernelAttr>();
  }

  /// What is said of a function must not be said again for each part.
  void emit(llvm::function_ref<void()> work) {
    const clang::DiagnosticConsumer &said = *instance_.getDiagnostics().getClient();
    const unsigned before = said.getNumErrors() + said.getNumWarnings();
    work();
    hasSpoken_ |= said.getNumErrors() + said.getNumWarnings() != before;
  }

  void begin() {
    part_.context = std::make_unique<llvm::LLVMContext>();
    part_.context->setDiscardValueNames(instance_.getCodeGenOpts().DiscardValueNames);
    generator_ = clang::CreateLLVMCodeGen(instance_, name_, *part_.context);
    generator_->Initialize(*context_);
    for (clang::DeclGroupRef group : earlier_)
      emit([&] { generator_->HandleTopLevelDecl(group); });
  }

  void end() {
    emit([&] { generator_->HandleTranslationUnit(*context_); });
    if (llvm::Module *module = generator_->GetModule()) {
      overloads_.renameImports(*generator_);
      lacksBodies_ |= llvm::any_of(*module, [&](const llvm::Function &function) { return lacksBody(function); });
    }
    part_.module = generator_->ReleaseModule();
    generator_.reset();
    if (!part_.module)
      return;
    if (options_.verify && llvm::verifyModule(*part_.module, &llvm::errs()))
      llvm::report_fatal_error("Broken module found, compilation aborted!");
    sink_(std::move(part_));
  }

  /// A function of the program whose body another part has: a kernel that another one calls.
  bool lacksBody(const llvm::Function &function) const {
    const clang::Decl *known =
        function.isDeclaration() ? generator_->GetDeclForMangledName(function.getName()) : nullptr;
    const auto *declared = llvm::dyn_cast_or_null<FunctionDecl>(known);
    return declared && declared->isDefined();
  }

  clang::CompilerInstance &instance_;
  std::string name_;
  EmitterOptions options_;
  Overloads &overloads_;
  Sink sink_;
  Cuts cuts_;
  clang::ASTContext *context_ = nullptr;
  Part part_;
  std::unique_ptr<clang::CodeGenerator> generator_;
  llvm::SmallVector<clang::DeclGroupRef> earlier_;
  bool hasSpoken_ = false, lacksBodies_ = false;
};

} // namespace

std::unique_ptr<PartEmitter> emitParts(clang::CompilerInstance &instance, std::string name, EmitterOptions options,
                                       Overloads &overloads, PartEmitter::Sink sink) {
  return std::make_unique<Emitter>(instance, std::move(name), options, overloads, sink);
}

} // namespace lanecl::frontend
