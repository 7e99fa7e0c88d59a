#include "runtime/BuildOptions.h"
#include <algorithm>
#include <array>
#include <utility>

namespace lanecl {
namespace {

/// OpenCL API 5.8.7, "Program Linking Options", and what the compiler's linker understands beyond them.
constexpr std::array<std::string_view, 8> linkOptions = {
    "-cl-denorms-are-zero", "-cl-no-signed-zeros",   "-cl-no-signed-zeroes", "-cl-unsafe-math-optimizations",
    "-cl-finite-math-only", "-cl-fast-relaxed-math", "-cl-no-subgroup-ifp",  "-cl-mad-enable",
};

bool contains(const auto &range, std::string_view word) { return std::ranges::find(range, word) != range.end(); }

bool isSpace(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// "2.0" of -cl-std=CL2.0, -cl-std=CLC++2021 ...: everything but OpenCL C 1.x counts as 2.0 or later.
bool isBefore2(std::string_view standard) { return standard.starts_with("CL1."); }

} // namespace

std::vector<std::string> splitOptions(std::string_view options) {
  std::vector<std::string> words;
  std::string word;
  bool inWord = false, quoted = false;
  for (std::size_t i = 0; i < options.size(); ++i) {
    char c = options[i];
    if (!quoted && isSpace(c)) {
      if (inWord)
        words.push_back(std::exchange(word, {}));
      inWord = false;
      continue;
    }
    inWord = true;
    if (c == '"')
      quoted = !quoted;
    else if (c == '\\' && i + 1 < options.size() && std::string_view("\"\\ ").contains(options[i + 1]))
      word += options[++i];
    else
      word += c;
  }
  if (inWord)
    words.push_back(std::move(word));
  return words;
}

bool hasOption(std::string_view options, std::string_view name) { return contains(splitOptions(options), name); }

std::string linkerOptions(std::string_view options) {
  std::string kept;
  for (const std::string &word : splitOptions(options))
    if (contains(linkOptions, word))
      kept += (kept.empty() ? "" : " ") + word;
  return kept;
}

bool allowsNonUniformGroups(std::string_view options, bool il) {
  constexpr std::string_view standard = "-cl-std=";
  bool allowed = il; // without -cl-std the language is OpenCL C 1.2
  for (const std::string &word : splitOptions(options)) {
    if (word == "-cl-uniform-work-group-size")
      return false;
    if (!il && word.starts_with(standard))
      allowed = !isBefore2(std::string_view(word).substr(standard.size()));
  }
  return allowed;
}

} // namespace lanecl
