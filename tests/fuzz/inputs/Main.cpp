// fuzz-NAME [--mutants N] [--seed S] [FILE or FOLDER ...]: runs the target's seeds, the files, and N mutants of them
// all: always the same ones for a seed S. The last mutant is kept in fuzz-NAME.last until it has been run.
#include "tests/fuzz/inputs/Target.h"
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace lanecl::fuzz {
namespace {

std::mt19937 bytesRandom; // NOLINT(cert-msc51-cpp): the same every time

Input read(const std::filesystem::path &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void addFiles(const std::filesystem::path &path, std::vector<Seed> &inputs) {
  if (!std::filesystem::is_directory(path)) {
    inputs.push_back({path.filename(), read(path)});
    return;
  }
  std::vector<std::filesystem::path> files(std::filesystem::directory_iterator(path), {});
  std::ranges::sort(files);
  for (const auto &file : files)
    addFiles(file, inputs);
}

Input mutant(const std::vector<Seed> &inputs, std::mt19937 &random) {
  constexpr std::size_t Room = 1 << 14;
  Input input = oneOf(random, inputs).input;
  std::size_t size = std::min(input.size(), Room);
  input.resize(Room);
  for (uint64_t changes = 1 + below(random, 4); changes > 0; --changes)
    size = mutate(reinterpret_cast<uint8_t *>(input.data()), size, Room, random);
  input.resize(size);
  return input;
}

} // namespace

std::size_t changeBytes(uint8_t *data, std::size_t size, std::size_t room) {
  if (size == 0 || size > room)
    return 0;
  const std::size_t at = below(bytesRandom, size);
  switch (below(bytesRandom, 5)) {
  case 0:
    data[at] = uint8_t(bytesRandom());
    return size;
  case 1:
    data[at] ^= uint8_t(1U << below(bytesRandom, 8));
    return size;
  case 2: // cut
    std::memmove(data + at, data + at + 1, size - at - 1);
    return size - 1;
  case 3: { // a number
    static constexpr uint64_t Numbers[] = {0, 1, 0x7F, 0xFF, 0x7FFFFFFF, 0xFFFFFFFF, 1ULL << 40, ~0ULL};
    const uint64_t number = oneOf(bytesRandom, Numbers);
    std::memcpy(data + at, &number, std::min(sizeof number, size - at));
    return size;
  }
  default: // one more
    if (size == room)
      return size;
    std::memmove(data + at + 1, data + at, size - at);
    return size + 1;
  }
}

} // namespace lanecl::fuzz

int main(int count, char **arguments) {
  using namespace lanecl::fuzz;
  unsigned long mutants = 0, first = 1;
  std::vector<Seed> inputs = seeds();
  for (int i = 1; i < count; ++i) {
    const std::string_view argument = arguments[i];
    if (argument == "--mutants" && i + 1 < count)
      mutants = std::strtoul(arguments[++i], nullptr, 10);
    else if (argument == "--seed" && i + 1 < count)
      first = std::strtoul(arguments[++i], nullptr, 10);
    else
      addFiles(argument, inputs);
  }
  for (const Seed &input : inputs) {
    std::fprintf(stderr, "%s\n", input.name.c_str());
    run(input.input);
  }
  const std::string last = std::string(arguments[0]) + ".last";
  std::mt19937 random{static_cast<unsigned>(first)};
  bytesRandom.seed(static_cast<unsigned>(first));
  for (unsigned long i = 0; i < mutants; ++i) {
    const Input input = mutant(inputs, random);
    std::ofstream(last, std::ios::binary) << input;
    run(input);
  }
  std::filesystem::remove(last);
  std::printf("%zu inputs and %lu mutants: nothing wrong\n", inputs.size(), mutants);
  return 0;
}
