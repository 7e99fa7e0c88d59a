// The commands of `lanecl`. Each adds itself to the command line; what it does when chosen returns the exit status.
#pragma once
#include <CLI/CLI.hpp>
#include <filesystem>
#include <functional>

namespace lanecl::tools {

/// What the chosen command does. Empty until one is chosen.
using Action = std::function<int()>;

void addRun(CLI::App &app, Action &chosen);
void addCc(CLI::App &app, Action &chosen);
void addInfo(CLI::App &app, Action &chosen);
void addCache(CLI::App &app, Action &chosen);
void addSetup(CLI::App &app, Action &chosen);

/// Where things lie relative to this program, in the build tree and installed.
struct Places {
  std::filesystem::path driver;          ///< liblanecl.so
  std::filesystem::path compilerLibrary; ///< liblanecl-compiler.so
  /// Paths are empty when they are not there.
  static Places find();
};

} // namespace lanecl::tools
