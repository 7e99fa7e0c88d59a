#include "compiler/frontend/Options.h"
#include "compiler/image/OptionWords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include <algorithm>

namespace lanecl::frontend {
namespace {

enum class Form { Flag, Value, Word };
enum Phases { Compile = 1, Link = 2, Both = 3 };

struct OptionRow {
  std::string_view text;
  Form form;
  Phases phases;
  std::string_view clang, carried;
};

constexpr OptionRow optionTable[] = {
#define BUILD_OPTION(text, form, phases, clang, carried) {text, Form::form, Phases::phases, clang, carried},
#include "compiler/frontend/BuildOptions.def"
};

// OpenCL C 3.0, 6.1 and API 5.8.6.5: the language versions that Clang knows. "CL2.0" is not in
// CL_DEVICE_OPENCL_C_ALL_VERSIONS, but many programs ask for it and use nothing that an OpenCL 3.0 device lacks: what
// they do use is diagnosed feature by feature.
constexpr std::string_view standards[] = {"CL1.0", "CL1.1", "CL1.2", "CL2.0", "CL3.0", "CL3.1"};

llvm::Error optionError(const llvm::Twine &message) { return llvm::createStringError(message); }

const OptionRow *findRow(std::string_view word, OptionsFor phase) {
  Phases wanted = phase == OptionsFor::Link ? Link : Compile;
  for (const OptionRow &row : optionTable) {
    bool matches = row.form == Form::Flag ? word == row.text : word.starts_with(row.text);
    if (matches && (row.phases & wanted))
      return &row;
  }
  return nullptr;
}

// -D name, -D name=definition: the name is an identifier, or a function-like macro's head.
bool isMacro(std::string_view value) {
  auto isNameCharacter = [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '$' || c >= 0x80; };
  return !value.empty() && isNameCharacter(value[0]) && !std::isdigit(static_cast<unsigned char>(value[0]));
}

llvm::Error checkValue(const OptionRow &row, std::string_view value) {
  if (value.empty())
    return optionError("the build option '" + llvm::Twine(row.text) + "' lacks its value");
  if (row.text == "-D" && !isMacro(value))
    return optionError("the build option '-D " + llvm::Twine(value) + "' does not begin with a macro's name");
  if (row.text == "-x" && value != "spir")
    return optionError("unknown build option '-x " + llvm::Twine(value) + "'");
  if (row.text == "-cl-std=" && !llvm::is_contained(standards, value))
    return optionError("the build option '-cl-std=" + llvm::Twine(value) +
                       "' names no language version of this device (CL1.0, CL1.1, CL1.2, CL3.0, CL3.1)");
  return llvm::Error::success();
}

void apply(const OptionRow &row, std::string_view value, BuildOptions &options) {
  for (llvm::StringRef argument : llvm::split(row.clang, ' '))
    if (!argument.empty())
      options.clangArgs.push_back(argument.str());
  if (!row.clang.empty() && row.form != Form::Flag)
    options.clangArgs.emplace_back(value);
  if (row.text == "-cl-std=")
    options.standard = value;
  else if (!row.carried.empty() && !options.has(row.carried))
    options.carried.emplace_back(row.carried);
}

} // namespace

bool BuildOptions::has(std::string_view carriedOption) const { return llvm::is_contained(carried, carriedOption); }

llvm::Expected<BuildOptions> parseOptions(std::string_view text, OptionsFor phase) {
  const auto [words, endsInQuotes] = splitWords(text);
  if (endsInQuotes)
    return optionError("unterminated quotation in the build options: " + llvm::Twine(words.back()));
  BuildOptions options;
  for (size_t i = 0; i < words.size(); ++i) {
    std::string_view word = words[i];
    // CL_INVALID_BUILD_OPTIONS, CL_INVALID_COMPILER_OPTIONS, CL_INVALID_LINKER_OPTIONS: the options are invalid.
    const OptionRow *row = findRow(word, phase);
    if (!row)
      return optionError("unknown " + llvm::Twine(phase == OptionsFor::Link ? "linker" : "build") + " option '" +
                         llvm::Twine(word) + "'");
    std::string_view value = word.substr(row->text.size());
    if (row->form == Form::Word && value.empty() && i + 1 < words.size())
      value = words[++i];
    if (row->form != Form::Flag)
      if (llvm::Error error = checkValue(*row, value))
        return error;
    apply(*row, value, options);
  }
  if (phase == OptionsFor::Compile)
    options.carried.push_back("std=" + options.standard);
  return options;
}

} // namespace lanecl::frontend
