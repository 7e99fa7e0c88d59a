// The rules of LaneCL IR, checked between passes in debug builds and tests (LANECL_VERIFY).
#pragma once
#include "compiler/ir/Operations.h"
#include "llvm/Support/Error.h"

namespace lanecl {

/// An error that names the declaration, or the function and the call, and the rule when the module breaks one: LLVM's
/// own; names that are in no table, or say other types than the declaration has; operands, results, constants and
/// effects other than the table's; uses that are no calls; and, with `behind`, operations that the pass of that name
/// and those before it leave none of. Changes nothing.
llvm::Error verify(const llvm::Module &module, std::optional<Until> behind = std::nullopt);
/// The same of one function of it.
llvm::Error verify(const llvm::Function &function, std::optional<Until> behind = std::nullopt);

} // namespace lanecl
