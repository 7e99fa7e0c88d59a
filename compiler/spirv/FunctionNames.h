// What functions of a program are called, and what those of the library are.
#pragma once
#include "llvm/IR/Module.h"

namespace lanecl::spirv {

/// In front of the mangled names of library functions that a module calls, until the program is linked: no function of
/// a program's own can have such a name.
inline constexpr llvm::StringRef LibraryPrefix = "lanecl.library.";

/// Of a linked program: library functions get their names, and functions of the program that have one of those, or one
/// that LLVM takes for the C library's, give way.
void settleNames(llvm::Module &program);

} // namespace lanecl::spirv
