// Sources and IL to modules: the front half of a build, kept in the CodeStore, so that what was compiled once needs no
// compiler again. Thread safe.
#pragma once
#include "compiler/Compiler.h"
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace lanecl {

using SpecValues = std::vector<std::pair<uint32_t, std::vector<std::byte>>>;

/// A validated module of clCreateProgramWithIL.
struct ImportedIl {
  compiler::SpirvModule module;
  std::vector<compiler::SpecConstant> constants;
};

// Nothing, with the reason in `log`, when there is no compiler.

/// Compiler::compile. A kept module is taken only while all files that it was made from are as they were.
std::optional<compiler::Outcome<compiler::SpirvModule>> compileSource(const compiler::CompileRequest &request,
                                                                      std::string &log);
/// Compiler::import and specConstants.
std::optional<compiler::Outcome<ImportedIl>> importIl(std::span<const std::byte> il, std::string &log);
/// Compiler::specialize, for a build with these options: most are ignored for IL, but they must be options
/// (Status::InvalidOptions).
std::optional<compiler::Outcome<compiler::SpirvModule>> specializeIl(const compiler::SpirvModule &module,
                                                                     const SpecValues &values,
                                                                     const std::string &options, std::string &log);

} // namespace lanecl
