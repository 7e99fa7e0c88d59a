// Iterations Clang's IR into what the SPIR-V back end translates rightly. Each pass has its own file; Legalize.cpp is
// the order. Passes over built-ins look at declarations, so their cost grows with the built-ins that a program uses.
#pragma once
#include "compiler/frontend/Mangling.h"
#include "llvm/IR/Module.h"
#include <string>

namespace lanecl::frontend {

/// All of them. `linkable`: functions and variables with external linkage are kept (CompileRequest::linkable). False
/// with a message appended to `log` when the program holds what SPIR-V cannot say.
bool legalize(llvm::Module &module, bool linkable, std::string &log);

// The passes, in their order.

/// Clang makes two functions of a kernel; the stub takes over the body again unless the source calls the kernel.
void mergeKernelStubs(llvm::Module &module);
/// C99 inline bodies become internal, and all but the kernels unless linkable; what is internal and unused goes. Weak
/// ones of linkable programs become what is linked once.
void fixLinkage(llvm::Module &module, bool linkable);
/// Arrays without elements, in types of any kind.
void replaceEmptyArrays(llvm::Module &module);
/// An array without elements, or an aggregate with one anywhere in it.
bool holdsEmptyArray(const llvm::Type &type);
/// Blocks, inline assembly, indirect calls, integers of odd widths: whatever Clang let through and the back end dies
/// of.
bool rejectUnsupported(const llvm::Module &module, std::string &log);
/// Local variables to SSA values.
void promoteVariables(llvm::Module &module);
/// llvm.fmuladd to a contractible multiply and add; the other intrinsics that the back end does not know.
void lowerIntrinsics(llvm::Module &module);
/// One that stays, and that SPIR-V cannot say.
bool isIntrinsicWithoutWords(const llvm::Function &function);
/// Every built-in function that the back end mistakes; see BuiltinCalls.h.
void lowerBuiltins(llvm::Module &module);
/// Instructions that the back end combines wrongly.
void lowerInstructions(llvm::Module &module);
/// Addresses in the initial values of variables.
void legalizeInitializers(llvm::Module &module);
/// An empty function beside variables that stand alone, which modules have for others to link with.
void accompanyVariables(llvm::Module &module);
/// Says the type of array variables at each use.
void typeVariables(llvm::Module &module);
/// Loop metadata to calls of __lanecl_loop_unroll.
void carryLoopHints(llvm::Module &module);

} // namespace lanecl::frontend
