#include "runtime/BuildOptions.h"
#include "compiler/image/OptionWords.h"
#include "compiler/spirv/generated/Enums.h"
#include <algorithm>
#include <cstring>
#include <ranges>
#include <utility>

namespace lanecl {
namespace {

/// One of compiler/frontend/BuildOptions.def.
struct Option {
  enum class Form { Flag, Value, Word };
  using enum Form;
  std::string_view text, carried;
  Form form;
  bool isLinkers; ///< clLinkProgram takes it for code it makes (OpenCL API 5.8.7), not for the library it may make
};

constexpr bool Compile = false, Link = false, Both = true;
constexpr Option optionTable[] = {
#define BUILD_OPTION(text, form, phases, clang, carried) {text, carried, Option::form, phases},
#include "compiler/frontend/BuildOptions.def"
};

/// Null: it takes no such option.
const Option *linkOption(std::string_view word) {
  auto found = std::ranges::find_if(optionTable, [&](const Option &one) { return one.isLinkers && word == one.text; });
  return found == std::end(optionTable) ? nullptr : found;
}

/// Whether the next word is not an option, but the value of this one.
bool takesNext(std::string_view word) {
  return std::ranges::any_of(optionTable,
                             [&](const Option &one) { return one.form == Option::Word && word == one.text; });
}

bool contains(const auto &range, std::string_view word) { return std::ranges::find(range, word) != range.end(); }

/// "2.0" of -cl-std=CL2.0, -cl-std=CLC++2021 ...: everything but OpenCL C 1.x counts as 2.0 or later.
bool isBefore2(std::string_view standard) { return standard.starts_with("CL1."); }

/// Without the values that are words of their own.
std::vector<std::string> splitOptions(std::string_view text) {
  std::vector<std::string> found;
  bool isValue = false;
  for (std::string &word : splitWords(text).words) {
    const bool valueFollows = !isValue && takesNext(word);
    if (!isValue)
      found.push_back(std::move(word));
    isValue = valueFollows;
  }
  return found;
}

} // namespace

bool hasOption(std::string_view options, std::string_view name) { return contains(splitOptions(options), name); }

std::string linkerOptions(std::string_view options, std::span<const std::string_view> known) {
  std::string kept;
  for (const std::string &word : splitOptions(options))
    if (const Option *option = linkOption(word); option && !contains(known, option->carried))
      kept += (kept.empty() ? "" : " ") + word;
  return kept;
}

std::vector<std::string_view> carriedOptions(std::string_view options) {
  std::vector<std::string_view> carried;
  for (const std::string &word : splitOptions(options))
    if (const Option *option = linkOption(word); option && !option->carried.empty())
      carried.push_back(option->carried);
  return carried;
}

std::vector<std::string_view> carriedOptions(std::span<const uint32_t> module) {
  constexpr std::size_t HeaderWords = 5;
  constexpr std::string_view Prefix = "lanecl.options:";
  std::vector<std::string_view> carried;
  for (std::size_t at = HeaderWords; at < module.size();) {
    const std::size_t count = module[at] >> 16;
    const auto opcode = spirv::Op(module[at] & 0xFFFF);
    // Functions are the last of a module (SPIR-V 2.4).
    if (count == 0 || count > module.size() - at || opcode == spirv::Op::Function)
      break;
    if (opcode == spirv::Op::ModuleProcessed) {
      auto *text = reinterpret_cast<const char *>(&module[at + 1]);
      std::string_view line(text, strnlen(text, (count - 1) * sizeof(uint32_t)));
      if (line.starts_with(Prefix))
        for (auto word : std::views::split(line.substr(Prefix.size()), ' '))
          carried.emplace_back(word);
    }
    at += count;
  }
  return carried;
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
