#include "Harness.h"
#include "tests/TemporaryFolder.h"
#undef kernel
#undef global
#undef constant
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <sstream>

namespace harness {

bool goesThroughIl() {
  static const bool wanted = std::getenv("LANECL_TEST_THROUGH_IL") != nullptr;
  return wanted;
}

namespace {

std::vector<uint32_t> compiled(const std::string &source, const char *options) {
  const lanecl::test::TemporaryFolder made;
  const std::string folder = made.path();
  if (folder.empty())
    return {};
  const std::string input = folder + "/program.cl", output = folder + "/program.spv";
  std::ofstream(input) << source;
  std::string command = "'" LANECL_BUILD_DIR "/bin/lanecl' cc '" + input + "' --emit=spirv -o '" + output + "' --";
  std::istringstream all(options);
  for (std::string word; all >> word;)
    command += " '" + word + "'";
  command += " >/dev/null 2>&1";
  std::vector<uint32_t> words;
  if (std::system(command.c_str()) == 0) {
    std::ifstream file(output, std::ios::binary);
    words.resize(std::filesystem::file_size(output) / sizeof(uint32_t));
    file.read(reinterpret_cast<char *>(words.data()), static_cast<std::streamsize>(words.size() * sizeof(uint32_t)));
  }
  return words;
}

} // namespace

// Tests run one program with many sizes; starting the tool takes longer than compiling.
std::vector<uint32_t> throughIl(const std::string &source, const char *options) {
  static std::mutex mutex;
  static std::map<std::pair<std::string, std::string>, std::vector<uint32_t>> known;
  const std::lock_guard lock(mutex);
  auto [entry, isNew] = known.try_emplace({source, options});
  if (isNew)
    entry->second = compiled(source, options);
  return entry->second;
}

} // namespace harness
