// lanecl cache: the folder of compiled kernels.
#include "runtime/Config.h"
#include "tools/Commands.h"
#include <cstdlib>
#include <fmt/format.h>
#include <iostream>

namespace lanecl::tools {
namespace {

namespace fs = std::filesystem;

struct Contents {
  std::size_t files = 0;
  uint64_t bytes = 0;
};

/// Visits the files that the cache made; the folder may have others. Other processes may add and remove some meanwhile:
/// what is gone is passed over.
template <typename Visit> Contents forEachFile(const fs::path &folder, Visit visit) {
  Contents contents;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    std::error_code gone;
    if (compiler::cacheFileOf(it->path().filename().string()) == compiler::CacheFile::None || it->is_symlink(gone) ||
        !it->is_regular_file(gone))
      continue;
    uint64_t bytes = it->file_size(gone);
    if (gone || !visit(it->path()))
      continue;
    ++contents.files;
    contents.bytes += bytes;
  }
  return contents;
}

bool remove(const fs::path &path) {
  std::error_code error;
  return fs::remove(path, error);
}

int cache(bool clear) {
  fs::path folder = Config::get().effectiveCacheDir();
  if (folder.empty()) {
    fmt::print("The cache is off (LANECL_CACHE_DIR, LANECL_CACHE_SIZE).\n");
    return EXIT_SUCCESS;
  }
  Contents contents = clear ? forEachFile(folder, remove) : forEachFile(folder, [](const fs::path &) { return true; });
  fmt::print("{}: {} files, {} bytes{}\n", folder.string(), contents.files, contents.bytes, clear ? " removed" : "");
  if (!clear)
    fmt::print("It may grow to {} bytes.\n", Config::get().cacheBytes);
  return EXIT_SUCCESS;
}

} // namespace

void addCache(CLI::App &app, Action &chosen) {
  auto *command = app.add_subcommand("cache", "Show the cache of compiled kernels, or clear it");
  command->require_subcommand(0, 1);
  command->callback([&chosen, command] {
    bool clear = command->got_subcommand("clear");
    chosen = [clear] { return cache(clear); };
  });
  command->add_subcommand("show", "Where it is and how full");
  command->add_subcommand("clear", "Remove what is in it");
}

} // namespace lanecl::tools
