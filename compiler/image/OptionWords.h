// The words of build options (OpenCL API 5.8.6): what the driver reads of them must be what the compiler reads.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace lanecl {

/// `carried` of -cl-lanecl-robust (compiler/frontend/BuildOptions.def).
inline constexpr std::string_view RobustOption = "lanecl-robust";

struct OptionWords {
  std::vector<std::string> words;
  bool endsInQuotes = false; ///< what began the last one was not closed
};

/// Words are separated by white space, double quotes keep it, a backslash makes a quote, a backslash or a space
/// ordinary. A 0 ends the text.
OptionWords splitWords(std::string_view text);

} // namespace lanecl
