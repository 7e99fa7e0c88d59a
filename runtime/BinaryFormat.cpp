#include "runtime/BinaryFormat.h"
#include "compiler/image/Bytes.h"
#include "runtime/LoadedProgram.h"
#include <array>
#include <bit>
#include <cstring>
#include <xxhash.h>

namespace lanecl {
namespace {

using image::Reader;
using image::Writer;

/// The line ends in it show when a transfer took the file for text.
constexpr std::array<char, 8> magic = {'L', 'A', 'N', 'E', '\r', '\n', '\x1a', '\n'};
constexpr uint32_t formatVersion = 4;
constexpr std::size_t hashOffset = magic.size();
constexpr std::size_t hashedFrom = hashOffset + sizeof(uint64_t);
constexpr std::size_t sizeOffset = hashedFrom + 2 * sizeof(uint32_t);
constexpr uint32_t flagNonUniform = 1;   // of a build
constexpr uint32_t flagKeepsOptions = 1; // of a module

bool isKind(uint32_t kind) {
  return kind == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT || kind == CL_PROGRAM_BINARY_TYPE_LIBRARY ||
         kind == CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
}

void readModules(Reader &reader, Build &build) {
  auto count = reader.number<uint32_t>();
  for (uint32_t i = 0; i < count && reader.good(); ++i) {
    auto flags = reader.number<uint32_t>();
    auto words = reader.number<uint64_t>();
    if (words > reader.fit(sizeof(uint32_t)))
      return reader.refuse();
    auto module = std::make_shared<compiler::SpirvModule>();
    module->keepsOptions = flags & flagKeepsOptions;
    module->isForeign = true;
    module->words.resize(words);
    reader.raw(module->words.data(), words * sizeof(uint32_t));
    build.modules.push_back(std::move(module));
  }
}

} // namespace

std::vector<std::byte> encodeBinary(const Build &build, std::string_view driverVersion) {
  Writer writer;
  writer.raw(magic.data(), magic.size());
  writer.number<uint64_t>(0);
  writer.number(formatVersion);
  writer.number(static_cast<uint32_t>(build.type));
  writer.number<uint64_t>(0);
  writer.text(driverVersion);
  writer.text(build.options);
  writer.text(build.linkOptions);
  writer.number<uint32_t>(build.nonUniformGroups ? flagNonUniform : 0);
  writer.number(static_cast<uint32_t>(build.modules.size()));
  for (const auto &module : build.modules) {
    writer.number<uint32_t>(module->keepsOptions ? flagKeepsOptions : 0);
    writer.number<uint64_t>(module->words.size());
    writer.raw(module->words.data(), module->words.size() * sizeof(uint32_t));
  }
  image::Bytes kept = build.code ? build.code->keep() : build.kept;
  writer.number<uint64_t>(kept.size());
  writer.raw(kept.data(), kept.size());
  writer.patch<uint64_t>(sizeOffset, writer.out.size());
  writer.patch<uint64_t>(hashOffset, XXH3_64bits(writer.out.data() + hashedFrom, writer.out.size() - hashedFrom));
  return std::move(writer.out);
}

Result<Build> decodeBinary(std::span<const std::byte> binary, std::string_view driverVersion) {
  Reader reader(binary);
  std::array<char, magic.size()> start{};
  reader.raw(start.data(), start.size());
  auto hash = reader.number<uint64_t>();
  if (!reader.good() || start != magic || hash != XXH3_64bits(binary.data() + hashedFrom, binary.size() - hashedFrom))
    return fail(CL_INVALID_BINARY);
  // The bytes are as somebody wrote them. Whether that was this version is another question.
  auto version = reader.number<uint32_t>();
  auto kind = reader.number<uint32_t>();
  auto bytes = reader.number<uint64_t>();
  if (version != formatVersion || !isKind(kind) || bytes != binary.size() || reader.text() != driverVersion)
    return fail(CL_INVALID_BINARY);
  Build build;
  build.type = kind;
  build.options = reader.text();
  build.linkOptions = reader.text();
  build.nonUniformGroups = reader.number<uint32_t>() & flagNonUniform;
  readModules(reader, build);
  reader(build.kept);
  if (!build.kept.empty() && !LoadedProgram::isWhole(build.kept))
    return fail(CL_INVALID_BINARY);
  if (!reader.done() || build.modules.empty())
    return fail(CL_INVALID_BINARY);
  return build;
}

} // namespace lanecl
