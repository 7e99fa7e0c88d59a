// SPIR-V: any words are told from a module or not, and translated or not; what the validator lets through is linked.
#include "compiler/spirv/Module.h"
#include "compiler/spirv/Validate.h"
#include "tests/fuzz/inputs/Compilers.h"
#include <spirv-tools/libspirv.hpp>

namespace lanecl::fuzz {
namespace {

using Words = std::vector<uint32_t>;
using spirv::HeaderWords;

Input bytesOf(const Words &words) {
  return {reinterpret_cast<const char *>(words.data()), words.size() * sizeof(uint32_t)};
}

/// As the front end's modules are: the translator is to bear any words.
void translateAny(const compiler::SpirvModule &module) {
  auto text = ourCompiler().show(module, compiler::Emit::Llvm, {}, {});
  refuseCrash(text.log);
}

void specialize(const compiler::SpirvModule &module) {
  std::vector<std::pair<uint32_t, std::vector<std::byte>>> values;
  for (const compiler::SpecConstant &constant : ourCompiler().specConstants(module))
    values.emplace_back(constant.id, std::vector<std::byte>(constant.bytes, std::byte(3)));
  auto special = ourCompiler().specialize(module, values);
  if (special.status == compiler::Status::Ok && !values.empty())
    linkAndCompile(special.value);
}

// --- Mutations ---

/// Instructions of the words, as far as they can be told apart.
std::vector<std::size_t> startsOf(const Words &words) {
  std::vector<std::size_t> starts;
  for (std::size_t at = HeaderWords; at < words.size() && words[at] >> 16; at += words[at] >> 16)
    starts.push_back(at);
  return starts;
}

std::size_t endOf(const Words &words, std::size_t start) {
  return std::min(words.size(), start + (words[start] >> 16));
}

/// An id that may stand where `id` stands: of a value of the same type, or of something else of the same opcode.
uint32_t alike(const spirv::Module &module, uint32_t id, std::mt19937 &random) {
  const spirv::Instruction *old = module.definition(id);
  std::vector<uint32_t> ids;
  for (const spirv::Instruction &other : module.instructions)
    if (old && other.result.number && other.resultType.number == old->resultType.number &&
        (other.resultType.number || other.op == old->op))
      ids.push_back(other.result.number);
  return ids.empty() ? id : oneOf(random, ids);
}

void changeOperand(Words &words, std::size_t start, std::mt19937 &random) {
  static constexpr uint32_t Numbers[] = {0, 1, 2, 3, 8, 31, 32, 64, 0x7F, 0x80, 0xFFFF, 0x7FFFFFFF, 0x80000000, ~0U};
  const std::size_t end = endOf(words, start);
  if (end - start < 2)
    return;
  uint32_t &word = words[start + 1 + below(random, end - start - 1)];
  switch (below(random, 8)) {
  case 0:
    word = oneOf(random, Numbers);
    return;
  case 1:
    word ^= 1U << below(random, 32);
    return;
  case 2:
    word = uint32_t(below(random, words[3] + 2ULL));
    return;
  case 3:
    word = uint32_t(below(random, 64));
    return;
  default:
    if (auto module = spirv::parse(words))
      word = alike(*module, word, random);
    else
      llvm::consumeError(module.takeError());
  }
}

void changeInstructions(Words &words, const std::vector<std::size_t> &starts, std::mt19937 &random) {
  const std::size_t from = oneOf(random, starts), to = oneOf(random, starts);
  const Words piece(words.begin() + ptrdiff_t(from), words.begin() + ptrdiff_t(endOf(words, from)));
  switch (below(random, 4)) {
  case 0: // goes
    words.erase(words.begin() + ptrdiff_t(from), words.begin() + ptrdiff_t(endOf(words, from)));
    return;
  case 1: // stands somewhere else, too
    words.insert(words.begin() + ptrdiff_t(to), piece.begin(), piece.end());
    return;
  case 2: // moves
    words.erase(words.begin() + ptrdiff_t(from), words.begin() + ptrdiff_t(endOf(words, from)));
    words.insert(words.begin() + ptrdiff_t(std::min(to, words.size())), piece.begin(), piece.end());
    return;
  default: // does something else
    words[from] =
        (words[from] & 0xFFFF0000U) |
        (below(random, 2) ? uint32_t(below(random, 410)) : ((words[from] & 0xFFFF) + 1 - below(random, 3)) & 0xFFFF);
  }
}

} // namespace

std::vector<Seed> seeds() {
  std::vector<Seed> modules;
  spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_5);
  for (const Seed &text : filesOf("spirv", ".spvasm"))
    if (Words words; tools.Assemble(text.input, &words))
      modules.push_back({text.name, bytesOf(words)});
  for (const Seed &seed : sources()) {
    const Source source(seed.input);
    auto made = ourCompiler().compile({.source = source.text, .options = source.options, .headers = {}});
    if (made.status != compiler::Status::Ok)
      fail("a seed does not build", made.log);
    modules.push_back({seed.name, bytesOf(made.value.words)});
  }
  return modules;
}

void run(std::string_view input) {
  const auto bytes = std::as_bytes(std::span(input));
  auto words = spirv::importWords(bytes);
  if (!words)
    return llvm::consumeError(words.takeError());
  translateAny({.words = *words});
  auto imported = ourCompiler().import(bytes);
  refuseCrash(imported.log);
  if (imported.status != compiler::Status::Ok)
    return imported.log.empty() ? fail("a module is refused without a reason") : void();
  linkAndCompile(imported.value);
  specialize(imported.value);
}

std::size_t mutate(uint8_t *data, std::size_t size, std::size_t room, std::mt19937 &random) {
  if (below(random, 16) == 0)
    return changeBytes(data, size, room);
  Words words(size / sizeof(uint32_t));
  std::memcpy(words.data(), data, words.size() * sizeof(uint32_t));
  for (uint64_t changes = 1 + below(random, 3); changes > 0; --changes) {
    const std::vector<std::size_t> starts = startsOf(words);
    if (starts.empty())
      return changeBytes(data, size, room);
    if (below(random, 3))
      changeOperand(words, oneOf(random, starts), random);
    else
      changeInstructions(words, starts, random);
  }
  return put(bytesOf(words), data, room / sizeof(uint32_t) * sizeof(uint32_t));
}

} // namespace lanecl::fuzz
