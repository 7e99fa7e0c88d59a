// OpenCL C -> LLVM IR with Clang in process, everything it reads kept in memory.
#pragma once
#include "compiler/Compiler.h"
#include "compiler/frontend/Options.h"
#include "llvm/IR/Module.h"
#include <memory>
#include <string>
#include <vector>

namespace lanecl::frontend {

struct ClangOutput {
  std::unique_ptr<llvm::Module> module; ///< null after an error
  /// `#pragma OPENCL FP_CONTRACT OFF` occurs: contraction is only allowed where the IR says so.
  bool mayForbidContraction = false;
  bool isFleeting = false; ///< SpirvModule::isFleeting
  std::vector<compiler::FileUse> files;
};

/// Unoptimised IR for spirv64. Diagnostics are appended to `log`. Run it under the guard (Guard.h).
ClangOutput runClang(llvm::LLVMContext &context, const compiler::CompileRequest &request, const BuildOptions &options,
                     const compiler::Settings &settings, std::string &log);

} // namespace lanecl::frontend
