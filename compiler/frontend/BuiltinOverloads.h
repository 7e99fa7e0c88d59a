// The overloads of built-in functions' names that Clang finds: its own, and a program's beside them.
#pragma once
#include "clang/AST/ASTConsumer.h"
#include <memory>
#include <string>

namespace clang {
class CodeGenerator;
}

namespace lanecl::frontend {

/// Clang looks for built-in functions only where it finds nothing else of their name, and then makes a declaration of
/// each overload, at each use of the name. This keeps those of the first use for the others.
/// A program's own overload of one would hide them: they are declared before it is.
/// At the end it renames what the program only declares, for another to define: all that comes after Clang knows
/// built-in functions by their names alone (ownImportPrefix). `header`: the path of the prelude, which declares what
/// belongs beside its own overloads itself. `generator`: what emits the program, told of its end before this is.
std::unique_ptr<clang::ASTConsumer> watchOverloads(std::string header, clang::CodeGenerator &generator);

} // namespace lanecl::frontend
