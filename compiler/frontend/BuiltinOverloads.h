// The overloads of built-in functions' names that Clang finds: its own, and a program's beside them.
#pragma once
#include "clang/Sema/SemaConsumer.h"
#include <memory>
#include <string>

namespace clang {
class CodeGenerator;
class Decl;
} // namespace clang

namespace lanecl::frontend {

/// Clang looks for built-in functions only where it finds nothing else of their name, and then makes a declaration of
/// each overload, at each use of the name. This keeps those of the first use for the others.
/// A program's own overload of one would hide them: they are declared before it is.
class Overloads : public clang::SemaConsumer {
public:
  /// Renames what the program only declares, for another to define: all that comes after Clang knows built-in functions
  /// by their names alone (ownImportPrefix). `generator`: what has emitted the program or a part of it.
  virtual void renameImports(clang::CodeGenerator &generator) = 0;
  /// Not of the prelude.
  virtual bool isOfProgram(const clang::Decl &declaration) const = 0;
};

/// `header`: the path of the prelude, which declares what belongs beside its own overloads itself.
std::unique_ptr<Overloads> watchOverloads(std::string header);

} // namespace lanecl::frontend
