// A program's own overloads of built-in functions' names.
#pragma once
#include "clang/AST/ASTConsumer.h"
#include <memory>
#include <string>

namespace lanecl::frontend {

/// Clang looks for built-in functions only where it finds nothing else of their name, so a program's own overload of
/// one would hide them. This has them declared before the overload is. `header`: the path of the prelude, which
/// declares what belongs beside its own overloads itself.
std::unique_ptr<clang::ASTConsumer> declareBuiltinsBesideOwn(std::string header);

} // namespace lanecl::frontend
