// lanecl cache: the folder of compiled kernels.
#include "compiler/image/CacheFolder.h"
#include "compiler/image/TrialResult.h"
#include "runtime/Config.h"
#include "tools/Commands.h"
#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <memory>

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

bool removeFile(const fs::path &path) {
  std::error_code error;
  return fs::remove(path, error);
}

void print(const fs::path &folder, const Contents &contents, const char *what) {
  fmt::print("{}: {} files, {} bytes{}\n", folder.string(), contents.files, contents.bytes, what);
}

int show(const fs::path &folder) {
  print(folder, forEachFile(folder, [](const fs::path &) { return true; }), "");
  fmt::print("It may grow to {} bytes.\n", Config::get().cacheBytes);
  return EXIT_SUCCESS;
}

int clear(const fs::path &folder) {
  print(folder, forEachFile(folder, removeFile), " removed");
  return EXIT_SUCCESS;
}

/// Fails where an entry is not as the driver wrote it: it would be passed over.
int verify(const fs::path &path, bool removes) {
  const image::CacheFolder folder(path.string(), false);
  if (!folder.good()) {
    fmt::print("{}: nothing is read from it: it is not there, was never written to, or is not this user's alone\n",
               path.string());
    return EXIT_FAILURE;
  }
  std::size_t bad = 0;
  const Contents whole = forEachFile(path, [&](const fs::path &entry) {
    const std::string name = entry.filename().string();
    if (compiler::cacheFileOf(name) != compiler::CacheFile::Entry)
      return false; // being written
    if (folder.read(name, Config::get().cacheBytes, false))
      return true;
    ++bad;
    const bool isGone = removes && removeFile(entry);
    fmt::print("{}: damaged, or not written by this user{}\n", name, isGone ? "; removed" : "");
    return false;
  });
  print(path, whole, " as they were written");
  return bad ? EXIT_FAILURE : EXIT_SUCCESS;
}

/// What kernels that ran long were found to run fastest with.
int listTrials(const fs::path &path) {
  const image::CacheFolder folder(path.string(), false);
  constexpr uint64_t MostBytes = 4096; // of a trial: code is passed over, of which there may be much
  std::vector<std::string> lines;
  if (folder.good())
    forEachFile(path, [&](const fs::path &entry) {
      const auto text = folder.read(entry.filename().string(), MostBytes, false);
      image::TrialResult found;
      if (text && image::readTrial(std::as_bytes(std::span(*text)), found))
        lines.push_back(found.lanes == found.estimated
                            ? fmt::format("{}: {} lanes, as estimated", found.kernel, found.lanes)
                            : fmt::format("{}: {} lanes instead of {}, {:.2f} of the time", found.kernel, found.lanes,
                                          found.estimated, found.share));
      return true;
    });
  std::ranges::sort(lines);
  for (const std::string &line : lines)
    fmt::print("{}\n", line);
  fmt::print("{} trials\n", lines.size());
  return EXIT_SUCCESS;
}

/// Calls `action` with the folder.
template <typename F> int onFolder(F action) {
  const fs::path folder = Config::get().effectiveCacheDir();
  if (!folder.empty())
    return action(folder);
  fmt::print("The cache is off (LANECL_CACHE_DIR, LANECL_CACHE_SIZE).\n");
  return EXIT_SUCCESS;
}

} // namespace

void addCache(CLI::App &app, Action &chosen) {
  auto *command = app.add_subcommand("cache", "Show the cache of compiled kernels, check it, or clear it");
  command->require_subcommand(0, 1);
  command->add_subcommand("show", "Where it is and how full");
  command->add_subcommand("clear", "Remove what is in it");
  command->add_subcommand("trials", "With how many lanes kernels that ran long were found to be fastest");
  auto *verifying = command->add_subcommand("verify", "Read all of it; fails where an entry is damaged");
  auto removes = std::make_shared<bool>(false);
  verifying->add_flag("--remove", *removes, "remove what is damaged");
  command->callback([&chosen, command, removes] {
    chosen = [command, removes] {
      if (command->got_subcommand("clear"))
        return onFolder(clear);
      if (command->got_subcommand("verify"))
        return onFolder([&](const fs::path &folder) { return verify(folder, *removes); });
      if (command->got_subcommand("trials"))
        return onFolder(listTrials);
      return onFolder(show);
    };
  });
}

} // namespace lanecl::tools
