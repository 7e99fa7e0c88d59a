#include "tools/Commands.h"
#include <cstdlib>

namespace lanecl::tools {
namespace {

namespace fs = std::filesystem;

fs::path firstExisting(std::initializer_list<fs::path> candidates) {
  std::error_code ignored;
  for (const fs::path &candidate : candidates)
    if (fs::exists(candidate, ignored))
      return fs::canonical(candidate, ignored);
  return {};
}

} // namespace

Places Places::find() {
  std::error_code ignored;
  fs::path prefix = fs::read_symlink("/proc/self/exe", ignored).parent_path().parent_path();
  fs::path installed = prefix / LANECL_LIBDIR / "lanecl";
  fs::path icd = firstExisting({prefix / "icd" / "lanecl.icd", installed / "icd" / "lanecl.icd"});
  return {icd.parent_path(),
          firstExisting({prefix / "lib" / "liblanecl-compiler.so", installed / "liblanecl-compiler.so"})};
}

} // namespace lanecl::tools

int main(int argc, char **argv) {
  using namespace lanecl::tools;
  // The runtime looks for the compiler beside itself; here that is beside this program.
  if (auto compiler = Places::find().compilerLibrary; !compiler.empty())
    setenv("LANECL_COMPILER", compiler.c_str(), /*replace=*/0);
  try {
    CLI::App app("LaneCL, an OpenCL platform for CPUs", "lanecl");
    app.require_subcommand(1);
    Action chosen;
    addInfo(app, chosen);
    addCc(app, chosen);
    addRun(app, chosen);
    addCache(app, chosen);
    CLI11_PARSE(app, argc, argv);
    return chosen();
  } catch (const std::exception &error) {
    std::cerr << "lanecl: " << error.what() << '\n';
    return EXIT_FAILURE;
  }
}
