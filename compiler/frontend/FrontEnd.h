// OpenCL C in, SPIR-V words out: Clang in process -> legalise for the SPIR-V back end -> back end -> post-processing.
// What the words carry beyond standard SPIR-V, for the translator and the linker of this compiler:
//  - OpModuleProcessed "lanecl.options: T T ...": the build options that later stages need, each as written without
//    "-cl-" ("denorms-are-zero", "mad-enable", "fp32-correctly-rounded-divide-sqrt", "unsafe-math-optimizations",
//    "finite-math-only", "fast-relaxed-math", "opt-disable", "uniform-work-group-size", "lanecl-robust", ...,
//    "std=CL1.2", "g").
//  - OpString "kernel_arg_type.<kernel>.<t1>,<t2>," and "kernel_arg_type_qual.<kernel>.<q1>,<q2>,".
//  - Imported functions "__lanecl_<mangled name>": a built-in passed through untouched; the definition is the built-in
//    library's <mangled name>. The types are those of the call (pointers keep their address spaces).
//  - cl_khr_extended_async_copies as NonSemantic.Codeplay.GroupAsyncCopies (AsyncCopyImport.h).
//  - A call of the imported function void __lanecl_loop_unroll(i32 count) in a loop's header: "unroll" hint. count 0:
//    as far as the compiler likes; 1: do not unroll; 0xFFFFFFFF: fully; otherwise the factor.
//  - The exported function void __lanecl_initialize(): each of its calls of an imported void __lanecl_address.pA.pB(
//    where, what) puts the address of a variable (or of a place in it) into the initial value of another, which has
//    null there: such as lead back to their own variable, and such as the back end has no words for. Never called.
//  - Calls of the imported functions void __lanecl_memmove.pA.pB(to, from, i64 bytes, i32 alignment, i32 isVolatile)
//    and __lanecl_memset.pA(where, i8 value, ...), which have no instruction of their own, and of void __lanecl_trap(),
//    which ends the launch or the process.
//  - Kernels are entry points. With CompileRequest::linkable every function and variable that is not static or inline
//    has the linkage attribute Export, or LinkOnceODR when it is weak; what has no body here has Import.
#pragma once
#include "compiler/Compiler.h"
#include <optional>
#include <span>
#include <vector>

namespace lanecl::frontend {

/// One module of what several hold, in their order; nothing when that is not known to be the same.
using JoinModules = std::optional<std::vector<uint32_t>>(std::span<const std::vector<uint32_t>>);

/// Compiles one program. Statuses: Ok, InvalidOptions (the log names the option), BuildFailure (the log holds Clang's
/// diagnostics, file name "program.cl", or says that the compiler crashed). The log may hold warnings on success.
/// Thread safe; several compiles run at once. Never throws, exits or aborts. Long programs are made of parts, by two
/// threads, which `join` puts together.
compiler::Outcome<compiler::SpirvModule> compileToSpirv(const compiler::CompileRequest &request,
                                                        const compiler::Settings &settings, JoinModules *join);

} // namespace lanecl::frontend
