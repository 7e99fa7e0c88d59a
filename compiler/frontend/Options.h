// Build, compile and link options of OpenCL API 3.0, 5.8.6, as one table (BuildOptions.def).
#pragma once
#include "llvm/Support/Error.h"
#include <string>
#include <string_view>
#include <vector>

namespace lanecl::frontend {

/// Which call the options came with: it decides which of them are valid (5.8.6 compiler, 5.8.7 linker options).
/// Build takes both.
enum class OptionsFor { Compile, Link, Build };

struct BuildOptions {
  std::vector<std::string> clangArgs;        ///< for cc1, in the order given
  std::vector<std::string> includePaths;     ///< -I directories
  std::vector<std::string> carried;          ///< what later stages must know, without "-cl-" (see FrontEnd.h)
  std::string standard = "CL1.2";            ///< -cl-std
  bool library = false;                      ///< -create-library
  bool enableLinkOptions = false;            ///< -enable-link-options
  bool has(std::string_view carriedOption) const;
};

/// Splits and checks the text that the host gave. The error's message names the option that is unknown or malformed.
llvm::Expected<BuildOptions> parseOptions(std::string_view text, OptionsFor phase);

} // namespace lanecl::frontend
