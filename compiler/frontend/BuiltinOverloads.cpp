#include "compiler/frontend/BuiltinOverloads.h"
#include "compiler/frontend/Mangling.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ASTMutationListener.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "clang/CodeGen/ModuleBuilder.h"
#include "clang/Sema/IdentifierResolver.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Scope.h"
#include "clang/Sema/Sema.h"
#include "llvm/IR/Module.h"
#include <utility>

namespace lanecl::frontend {
namespace {

using clang::FunctionDecl, clang::NamedDecl;

class Watch : public Overloads, public clang::ASTMutationListener {
public:
  explicit Watch(std::string header) : header_(std::move(header)) {}
  void InitializeSema(clang::Sema &sema) override { sema_ = &sema; }
  void ForgetSema() override { sema_ = nullptr; }
  ASTMutationListener *GetASTMutationListener() override { return this; }
  void DeclarationMarkedUsed(const clang::Decl *declaration) override {
    auto *function = llvm::dyn_cast<FunctionDecl>(declaration);
    if (sema_ && function && function->isImplicit() && function->getIdentifier())
      keep(*function);
  }
  void AddedVisibleDecl(const clang::DeclContext *, const clang::Decl *declaration) override {
    auto *function = llvm::dyn_cast<FunctionDecl>(declaration);
    if (!sema_ || !function || !function->getIdentifier() || function->isImplicit() || !isOfProgram(*function))
      return;
    if (!function->hasAttr<clang::OverloadableAttr>())
      forget(*function);
    else if (seen_.insert(function->getIdentifier()).second)
      declareBuiltins(*function);
  }
  void renameImports(clang::CodeGenerator &generator) override {
    llvm::Module *module = sema_ ? generator.GetModule() : nullptr;
    if (!module)
      return;
    for (llvm::Function &function : *module)
      if (function.isDeclaration() && function.getName().starts_with("_Z") &&
          isOwnImport(generator.GetDeclForMangledName(function.getName())))
        function.setName(llvm::Twine(ownImportPrefix) + function.getName());
  }
  bool isOfProgram(const clang::Decl &declaration) const override {
    const clang::SourceManager &sources = declaration.getASTContext().getSourceManager();
    return sources.getFilename(sources.getExpansionLoc(declaration.getLocation())) != header_;
  }

private:
  /// Whether the program declared it, and no built-in function is what it declared. Names that belong to the
  /// implementation (C99 7.1.3) are what they say (__spirv_...).
  bool isOwnImport(const clang::Decl *known) {
    const auto *function = llvm::dyn_cast_or_null<FunctionDecl>(known ? known->getCanonicalDecl() : nullptr);
    return function && function->getIdentifier() && !function->getName().starts_with("__") && !function->isImplicit() &&
           isOfProgram(*function) && llvm::none_of(builtinsOf(*function), [&](const FunctionDecl *builtin) {
             return haveSameParameters(*function, *builtin);
           });
  }

  bool haveSameParameters(const FunctionDecl &a, const FunctionDecl &b) const {
    return a.getNumParams() == b.getNumParams() &&
           llvm::all_of(llvm::zip(a.parameters(), b.parameters()), [&](auto pair) {
             return sema_->Context.hasSameUnqualifiedType(std::get<0>(pair)->getType(), std::get<1>(pair)->getType());
           });
  }

  bool isDeclared(const FunctionDecl &builtin) const {
    auto known = sema_->IdResolver.decls(builtin.getDeclName());
    return llvm::any_of(known, [&](const NamedDecl *other) {
      auto *function = llvm::dyn_cast<FunctionDecl>(other);
      return function && haveSameParameters(*function, builtin);
    });
  }

  llvm::SmallVector<FunctionDecl *> builtinsOf(const FunctionDecl &named) const {
    clang::LookupResult found(*sema_, named.getDeclName(), named.getLocation(), clang::Sema::LookupOrdinaryName);
    found.suppressDiagnostics();
    sema_->LookupBuiltin(found);
    llvm::SmallVector<FunctionDecl *> builtins;
    for (NamedDecl *declaration : found)
      if (auto *builtin = llvm::dyn_cast<FunctionDecl>(declaration))
        builtins.push_back(builtin);
    return builtins;
  }

  /// The first use of a built-in function's name.
  void keep(const FunctionDecl &used) {
    if (sema_->IdResolver.begin(used.getDeclName()) != sema_->IdResolver.end())
      return;
    llvm::SmallVector<FunctionDecl *> builtins = builtinsOf(used);
    for (FunctionDecl *builtin : builtins) {
      sema_->TUScope->AddDecl(builtin);
      sema_->IdResolver.AddDecl(builtin);
    }
    kept_[used.getIdentifier()] = std::move(builtins);
  }

  /// A function that is not overloadable hides the built-in ones.
  void forget(const FunctionDecl &own) {
    for (FunctionDecl *builtin : kept_.lookup(own.getIdentifier()))
      if (sema_->TUScope->isDeclScope(builtin)) {
        sema_->TUScope->RemoveDecl(builtin);
        sema_->IdResolver.RemoveDecl(builtin);
      }
    kept_.erase(own.getIdentifier());
  }

  /// With the parameters that the program's own has, that is in their place.
  void declareBuiltins(const FunctionDecl &own) {
    for (FunctionDecl *builtin : builtinsOf(own))
      if (!haveSameParameters(own, *builtin) && !isDeclared(*builtin))
        sema_->PushOnScopeChains(builtin, sema_->TUScope, /*AddToContext=*/false);
  }

  std::string header_;
  clang::Sema *sema_ = nullptr;
  llvm::SmallPtrSet<const clang::IdentifierInfo *, 4> seen_;
  llvm::DenseMap<const clang::IdentifierInfo *, llvm::SmallVector<FunctionDecl *>> kept_;
};

} // namespace

std::unique_ptr<Overloads> watchOverloads(std::string header) { return std::make_unique<Watch>(std::move(header)); }

} // namespace lanecl::frontend
