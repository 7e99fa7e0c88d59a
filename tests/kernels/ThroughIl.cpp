#include "Harness.h"
#undef kernel
#undef global
#undef constant
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace harness {

std::vector<uint32_t> throughIl(const std::string &source, const char *options) {
  static const bool wanted = std::getenv("LANECL_TEST_THROUGH_IL") != nullptr;
  if (!wanted)
    return {};
  std::string folder = testing::TempDir() + "lanecl-il-XXXXXX";
  if (!mkdtemp(folder.data())) {
    ADD_FAILURE() << "no folder for temporary files";
    return {};
  }
  const std::string input = folder + "/program.cl", output = folder + "/program.spv";
  std::ofstream(input) << source;
  const std::string command =
      "'" LANECL_BUILD_DIR "/bin/lanecl' cc '" + input + "' --emit=spirv -o '" + output + "' -- " + options + " 2>&1";
  std::vector<uint32_t> words;
  if (std::system((command + " >/dev/null").c_str()) == 0) {
    std::ifstream file(output, std::ios::binary);
    words.resize(std::filesystem::file_size(output) / sizeof(uint32_t));
    file.read(reinterpret_cast<char *>(words.data()), static_cast<std::streamsize>(words.size() * sizeof(uint32_t)));
  }
  std::filesystem::remove_all(folder);
  return words;
}

} // namespace harness
