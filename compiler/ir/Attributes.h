// Attributes of LaneCL IR that are not Clang's.
#pragma once
#include "llvm/IR/Function.h"

namespace lanecl::attribute {

/// Of a kernel of a robust program: how many of its parameters the host sees; the others are sizes of buffers.
inline constexpr llvm::StringLiteral VisibleArguments = "lanecl-visible-arguments";

/// Of kernels and functions of programs built with -cl-opt-disable.
inline constexpr llvm::StringLiteral OptDisable = "lanecl.opt_disable";

/// Of a program-scope variable: a name that the host knows it by, beside its own (HostAccessINTEL).
inline constexpr llvm::StringLiteral HostName = "lanecl-host-name";

inline bool isRobust(const llvm::Function &kernel) { return kernel.hasFnAttribute(VisibleArguments); }

} // namespace lanecl::attribute
