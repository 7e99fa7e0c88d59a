// Build, compile and link options of OpenCL API 3.0, 5.8.6 and 5.8.7, as one table (BuildOptions.def).
#pragma once
#include "llvm/Support/Error.h"
#include <string>
#include <string_view>
#include <vector>

namespace lanecl::frontend {

/// Which call the options came with. clBuildProgram takes those of Compile.
enum class OptionsFor { Compile, Link };

struct BuildOptions {
  std::vector<std::string> clangArgs; ///< for cc1, in the order given; the language version is not among them
  std::vector<std::string> carried;   ///< what later stages must know (see FrontEnd.h), without duplicates
  std::string standard = "CL1.2";     ///< -cl-std; the default is OpenCL C 1.2 (5.8.6.5)
  /// True when the option was given; its name as in `carried`.
  bool has(std::string_view carriedOption) const;
};

/// Splits and checks the text that the host gave: words are separated by white space, double quotes keep it, a
/// backslash makes a quote, a backslash or a space ordinary. The error's message names the option that is unknown or
/// malformed.
llvm::Expected<BuildOptions> parseOptions(std::string_view text, OptionsFor phase);

} // namespace lanecl::frontend
