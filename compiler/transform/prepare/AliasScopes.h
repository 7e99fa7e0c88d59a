// What is known of a kernel's memory - which accesses cannot meet - as LLVM's alias scopes on the accesses themselves.
// Attributes of parameters cannot say it: a pointer that lives across a barrier comes back from memory, based on
// nothing that LLVM knows of, and for LLVM no call, so no barrier either, changes what a `noalias` parameter points to,
// while behind a barrier every work-item sees what the others wrote through the same parameter. Scopes are made while
// the body is whole, with its pointers in registers. Not thread safe within one LLVMContext.
#pragma once
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Function.h"

namespace lanecl {

/// Before anything is optimised: what `restrict`, __local parameters, local variables and structs by value say becomes
/// scopes, and the attribute `noalias` goes; noAliasParameters() remembers it. Functions that are left lose theirs
/// where they synchronise with other work-items. `noAliasBuffers`: the same of all pointer parameters
/// (VariantKey::noAliasBuffers), as far as it is certain: a pointer that the kernel finds in memory may still lead into
/// any of them.
void scopeKernelMemory(llvm::Function &kernel, bool noAliasBuffers = false);

/// The parameters of a kernel, or of what became of it, whose memory is reached through none of its others.
llvm::SmallVector<llvm::Value *, 16> noAliasParameters(llvm::Function &kernel);

/// Tells each access of `function` which of `roots` it may reach and which it cannot. A root is memory that is accessed
/// only through pointers made of it; which those are must show in `function` itself.
void addAliasScopes(llvm::Function &function, llvm::ArrayRef<llvm::Value *> roots, llvm::StringRef domain);

/// Tells that `own`, accesses of `function`, meet none of its others.
void separateAccesses(llvm::Function &function, llvm::ArrayRef<llvm::Instruction *> own, llvm::StringRef domain);

} // namespace lanecl
