#include "tools/Commands.h"
#include <cstdlib>

namespace lanecl::tools {
namespace {

namespace fs = std::filesystem;

/// The file of that name in the first of the folders, seen from this program's, that has it.
fs::path findBeside(const char *name) {
  std::error_code ignored;
  fs::path here = fs::read_symlink("/proc/self/exe", ignored).parent_path();
  for (const char *folder : {LANECL_DRIVER_FOLDERS})
    if (fs::path path = here / folder / name; fs::exists(path, ignored))
      return fs::canonical(path, ignored);
  return {};
}

} // namespace

Places Places::find() { return {findBeside(LANECL_DRIVER_NAME), findBeside(LANECL_COMPILER_NAME)}; }

} // namespace lanecl::tools

int main(int argc, char **argv) {
  using namespace lanecl::tools;
  // The runtime looks for the compiler beside itself; here that is beside this program.
  if (auto compiler = Places::find().compilerLibrary; !compiler.empty())
    setenv("LANECL_COMPILER", compiler.c_str(), /*replace=*/0);
  try {
    CLI::App app("LaneCL, an OpenCL platform for CPUs", "lanecl");
    app.set_version_flag("--version", LANECL_VERSION);
    app.require_subcommand(1);
    Action chosen;
    addInfo(app, chosen);
    addCc(app, chosen);
    addRun(app, chosen);
    addCache(app, chosen);
    addSetup(app, chosen);
    CLI11_PARSE(app, argc, argv);
    return chosen();
  } catch (const std::exception &error) {
    std::cerr << "lanecl: " << error.what() << '\n';
    return EXIT_FAILURE;
  }
}
