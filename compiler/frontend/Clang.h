// OpenCL C -> LLVM IR with Clang in process, everything it reads kept in memory.
#pragma once
#include "compiler/Compiler.h"
#include "compiler/frontend/Options.h"
#include "compiler/frontend/PartEmitter.h"
#include <string>
#include <vector>

namespace lanecl::frontend {

struct ClangOutput {
  bool succeeded = false;
  bool mustBeWhole = false; ///< PartEmitter::mustBeWhole
  /// `#pragma OPENCL FP_CONTRACT OFF` occurs: contraction is only allowed where the IR says so.
  bool mayForbidContraction = false;
  bool isFleeting = false; ///< SpirvModule::isFleeting
  std::vector<compiler::FileUse> files;
};

/// Unoptimised IR for spirv64, in one part unless `maySplit` (EmitterOptions::bytesToSplit). Diagnostics are appended
/// to `log`. Run it under the guard (Guard.h).
ClangOutput runClang(const compiler::CompileRequest &request, const BuildOptions &options,
                     const compiler::Settings &settings, bool maySplit, PartEmitter::Sink sink, std::string &log);

} // namespace lanecl::frontend
