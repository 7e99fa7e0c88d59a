// libFuzzer's side: what it calls, and `fuzz-NAME --seeds FOLDER`, which writes the seeds for its corpus.
#include "tests/fuzz/inputs/Target.h"
#include <filesystem>
#include <fstream>

extern "C" {
std::size_t LLVMFuzzerMutate(uint8_t *data, std::size_t size, std::size_t room);
int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *data, std::size_t size);
std::size_t LLVMFuzzerCustomMutator(uint8_t *data, std::size_t size, std::size_t room, unsigned seed);
}

std::size_t lanecl::fuzz::changeBytes(uint8_t *data, std::size_t size, std::size_t room) {
  return LLVMFuzzerMutate(data, size, room);
}

int LLVMFuzzerInitialize(int *count, char ***arguments) {
  if (*count != 3 || std::string_view((*arguments)[1]) != "--seeds")
    return 0;
  const std::filesystem::path folder = (*arguments)[2];
  std::filesystem::create_directories(folder);
  for (const lanecl::fuzz::Seed &seed : lanecl::fuzz::seeds())
    std::ofstream(folder / seed.name, std::ios::binary) << seed.input;
  std::fflush(nullptr);
  std::_Exit(0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, std::size_t size) {
  lanecl::fuzz::run({reinterpret_cast<const char *>(data), size});
  return 0;
}

std::size_t LLVMFuzzerCustomMutator(uint8_t *data, std::size_t size, std::size_t room, unsigned seed) {
  std::mt19937 random(seed);
  return lanecl::fuzz::mutate(data, size, room, random);
}
