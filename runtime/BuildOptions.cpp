#include "runtime/BuildOptions.h"
#include <algorithm>
#include <utility>

namespace lanecl {
namespace {

/// Whether clLinkProgram takes the option for code it makes (OpenCL API 5.8.7), not for the library it may make.
bool isLinkOption(std::string_view word) {
  [[maybe_unused]] constexpr bool Compile = false, Link = false, Both = true;
#define BUILD_OPTION(text, form, phases, clang, carried)                                                               \
  if ((phases) && word == (text))                                                                                      \
    return true;
#include "compiler/frontend/BuildOptions.def"
  return false;
}

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
    if (isLinkOption(word))
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
