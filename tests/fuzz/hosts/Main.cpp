// fuzz-hosts KIND [--seconds S] [--seed N]: builds and launches of hosts that are killed at any moment (killed), of
// several on one small cache (together), of 2,000 threads (threads), of one that signals interrupt (signals), with low
// limits (limits), or whose clock jumps (clock: with libjumping-clock.so in LD_PRELOAD).
#include "tests/fuzz/hosts/Kinds.h"
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <unistd.h>

using namespace lanecl::fuzz;

namespace {

/// A cache of this process and its children.
class Cache {
public:
  Cache() {
    std::filesystem::create_directory(folder_);
    setenv("LANECL_CACHE_DIR", (folder_ / "cache").c_str(), 1);
  }
  ~Cache() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  Cache(const Cache &) = delete;
  Cache &operator=(const Cache &) = delete;

private:
  std::filesystem::path folder_ = std::filesystem::temp_directory_path() / ("lanecl-hosts-" + std::to_string(getpid()));
};

} // namespace

int main(int count, char **arguments) {
  Settings settings;
  for (int i = 2; i + 1 < count; i += 2)
    if (std::string_view(arguments[i]) == "--seconds")
      settings.seconds = std::strtod(arguments[i + 1], nullptr);
    else
      settings.seed = std::strtoull(arguments[i + 1], nullptr, 10);
  for (const Kind &kind : kinds())
    if (count > 1 && std::string_view(arguments[1]) == kind.name) {
      const Cache cache;
      const Counts counts = kind.run(settings);
      std::printf("%s: %lu right, %lu errors, %lu bad\n", kind.name, counts.right, counts.errors, counts.bad);
      return counts.bad || !counts.right || (counts.errors && !kind.mayFail) ? 1 : 0;
    }
  std::fprintf(stderr, "fuzz-hosts killed|together|threads|signals|limits|clock [--seconds S] [--seed N]\n");
  return 2;
}
