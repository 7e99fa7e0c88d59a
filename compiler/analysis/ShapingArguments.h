// Integer arguments that, where they are known, make other code: a number of channels, a mode, a radius.
#pragma once
#include "compiler/Compiler.h"
#include "llvm/IR/Argument.h"

namespace lanecl {

/// What a kernel's argument, a scalar integer, does as it is or after sums and products with constants. Any: it is
/// compared with a constant, or something is divided by it. Small: it is a factor of what is no constant, and ids or
/// counters go in steps of it; or a counter of a loop ends or starts there. An estimate, of code before anything is
/// inlined; functions that are called are looked into. Linear in the uses. Pure; thread safe for modules that nobody
/// changes.
compiler::Shaping shapingOf(const llvm::Argument &argument);

/// ArgInfo::rowBytes: the argument times an id along dimension 0 is part of an index. Of the same code, the same cost.
uint32_t rowBytesOf(const llvm::Argument &argument);

} // namespace lanecl
