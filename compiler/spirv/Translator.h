// SPIR-V words -> an LLVM module in LaneCL IR (docs/lanecl-ir.md). Reads what the front end writes beyond the standard
// (compiler/frontend/FrontEnd.h) and modules of other producers for the OpenCL environment.
//
// What the module looks like beside the contract of docs/lanecl-ir.md:
//  - Kernels and functions with Export linkage are external, imported ones are declarations, everything else is
//    internal: several modules go to llvm::Linker one after another, then the linker internalises. An imported
//    "__lanecl_<name>" is a declaration of <name>.
//  - Functions, and calls of them, have the calling convention SPIR_FUNC, kernels SPIR_KERNEL.
//  - Library functions with pointer results (fract, frexp, modf, sincos, lgamma_r, remquo) are called with a pointer to
//    private memory, whatever the address space of the program's pointer.
//  - Integer division never traps: a zero divisor, and INT_MIN / -1, are replaced by a division by 1.
//  - Program-scope variables with Initializer/Finalizer entry points: the kernels carry the function attribute
//    "lanecl.initializer" or "lanecl.finalizer".
//  - Execution modes without metadata of Clang's are function attributes of the kernel: "lanecl.subgroups_per_group"
//    (SubgroupsPerWorkgroup), "lanecl.uniform_work_group_size" (by the option).
#pragma once
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace lanecl::spirv {

struct TranslateOptions {
  std::string targetTriple, dataLayout;     ///< the host's; both are needed
  std::span<const uint32_t> capabilities;   ///< that the module may declare; empty: everything that is implemented
  std::span<const std::string> extensions;  ///< that the module may declare; empty: any
  std::span<const std::string> linkOptions; ///< build options as the front end carries them, beside the module's own
  bool verify =
      true; ///< run LLVM's verifier on the result: it costs a few percent and catches what damaged modules slip through
};

/// Translates one module. The error names the instruction, its result id and the rule that it breaks; the context is
/// left usable. `words` are host-endian. Never crashes on damaged words, but foreign modules should pass
/// spirv::validate first: only the validator knows all rules. Thread safe for different contexts.
llvm::Expected<std::unique_ptr<llvm::Module>> translate(std::span<const uint32_t> words, llvm::LLVMContext &context,
                                                        const TranslateOptions &options);

} // namespace lanecl::spirv
