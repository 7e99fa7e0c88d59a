// Opens liblanecl-compiler.so at the first build: a program that only lists platforms pays for no LLVM.
#pragma once
#include "compiler/Compiler.h"
#include <string>

namespace lanecl {

/// The process's compiler, never unloaded. nullptr when it cannot be opened, with the reason appended to `log` (the
/// caller answers CL_COMPILER_NOT_AVAILABLE); the next call tries again. Thread safe; costs an atomic load once open.
compiler::Compiler *loadCompiler(std::string &log);

/// What tells one build of the compiler library from another, without opening it; empty when there is none.
std::string compilerIdentity();

} // namespace lanecl
