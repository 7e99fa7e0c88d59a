// The compiler as the driver would set it up, for the fuzzers of what it reads, and the sources that they begin with.
#pragma once
#include "compiler/CompilerImpl.h"
#include "tests/fuzz/inputs/DriverSettings.h"
#include "tests/fuzz/inputs/Target.h"
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace lanecl::fuzz {

inline compiler::Compiler &ourCompiler() {
  static compiler::Compiler &compiler = *compiler::CompilerImpl::create([] {
                                           compiler::Settings settings = driverSettings();
                                           settings.cacheDir.clear();
                                           settings.verify = true;
                                           settings.limits = {20, uint64_t(2) << 30, uint64_t(64) << 20};
                                           return settings;
                                         }())
                                             .release();
  return compiler;
}

/// The files of a folder of the tests with that ending, in order.
inline std::vector<Seed> filesOf(const char *folder, const char *ending) {
  std::vector<Seed> files;
  for (const auto &entry : std::filesystem::directory_iterator(std::filesystem::path(LANECL_TESTS) / folder))
    if (entry.path().extension() == ending) {
      std::ifstream file(entry.path(), std::ios::binary);
      files.push_back({entry.path().stem(), Input(std::istreambuf_iterator<char>(file), {})});
    }
  std::ranges::sort(files, {}, &Seed::name);
  return files;
}

/// Options in the first line, then the source.
struct Source {
  std::string_view options, text;
  explicit Source(std::string_view input)
      : options(input.substr(0, input.find('\n'))),
        text(input.substr(options.size() == input.size() ? input.size() : options.size() + 1)) {}
};
inline std::vector<Seed> sources() { return filesOf("fuzz/source/seeds", ".cl"); }

/// Links what was made and, where the environment asks for it (LANECL_FUZZ_PASSES=1), compiles all kernels.
inline void linkAndCompile(const compiler::SpirvModule &module) {
  static const bool passes = std::getenv("LANECL_FUZZ_PASSES") != nullptr;
  const compiler::SpirvModule *modules[] = {&module};
  auto program = ourCompiler().link({modules, {}, false});
  refuseCrash(program.log);
  if (program.status != compiler::Status::Ok && program.log.empty())
    fail("a link fails without a reason");
  if (!passes || !program.value)
    return;
  for (std::size_t kernel = 0; kernel < program.value->kernels().size(); ++kernel)
    for (compiler::Tier tier : {compiler::Tier::First, compiler::Tier::Best}) {
      std::string log;
      if (program.value->image(kernel, {}, tier, log).empty() && log.empty())
        fail("a kernel is not compiled, without a reason", program.value->kernels()[kernel].name);
      refuseCrash(log);
    }
}

} // namespace lanecl::fuzz
