#include "compiler/frontend/OwnOverloads.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/ASTMutationListener.h"
#include "clang/AST/Attr.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Sema/IdentifierResolver.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"
#include "clang/Sema/SemaConsumer.h"
#include <utility>

namespace lanecl::frontend {
namespace {

using clang::FunctionDecl, clang::NamedDecl;

class Overloads : public clang::SemaConsumer, public clang::ASTMutationListener {
public:
  explicit Overloads(std::string header) : header_(std::move(header)) {}
  void InitializeSema(clang::Sema &sema) override { sema_ = &sema; }
  void ForgetSema() override { sema_ = nullptr; }
  ASTMutationListener *GetASTMutationListener() override { return this; }
  void AddedVisibleDecl(const clang::DeclContext *, const clang::Decl *declaration) override {
    auto *function = llvm::dyn_cast<FunctionDecl>(declaration);
    if (sema_ && function && function->getIdentifier() && function->hasAttr<clang::OverloadableAttr>() &&
        !function->isImplicit() && isOfProgram(*function) && seen_.insert(function->getIdentifier()).second)
      declareBuiltins(*function);
  }

private:
  bool isOfProgram(const FunctionDecl &function) const {
    const clang::SourceManager &sources = sema_->getSourceManager();
    return sources.getFilename(sources.getExpansionLoc(function.getLocation())) != header_;
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

  /// With the parameters that the program's own has, that is in their place.
  void declareBuiltins(const FunctionDecl &own) {
    clang::LookupResult builtins(*sema_, own.getDeclName(), own.getLocation(), clang::Sema::LookupOrdinaryName);
    builtins.suppressDiagnostics();
    sema_->LookupBuiltin(builtins);
    for (NamedDecl *found : builtins)
      if (auto *builtin = llvm::dyn_cast<FunctionDecl>(found);
          builtin && !haveSameParameters(own, *builtin) && !isDeclared(*builtin))
        sema_->PushOnScopeChains(builtin, sema_->TUScope, /*AddToContext=*/false);
  }

  std::string header_;
  clang::Sema *sema_ = nullptr;
  llvm::SmallPtrSet<const clang::IdentifierInfo *, 4> seen_;
};

} // namespace

std::unique_ptr<clang::ASTConsumer> declareBuiltinsBesideOwn(std::string header) {
  return std::make_unique<Overloads>(std::move(header));
}

} // namespace lanecl::frontend
