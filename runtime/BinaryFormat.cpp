#include "runtime/BinaryFormat.h"
#include <array>
#include <bit>
#include <cstring>
#include <xxhash.h>

namespace lanecl {
namespace {

static_assert(std::endian::native == std::endian::little, "binaries are written as the host stores numbers");

/// The line ends in it show when a transfer took the file for text.
constexpr std::array<char, 8> magic = {'L', 'A', 'N', 'E', '\r', '\n', '\x1a', '\n'};
constexpr uint32_t formatVersion = 2;
constexpr std::size_t hashOffset = magic.size();
constexpr std::size_t hashedFrom = hashOffset + sizeof(uint64_t);
constexpr std::size_t sizeOffset = hashedFrom + 2 * sizeof(uint32_t);
constexpr uint32_t flagNonUniform = 1;   // of a build
constexpr uint32_t flagKeepsOptions = 1; // of a module

class Writer {
public:
  void raw(const void *data, std::size_t bytes) {
    auto *begin = static_cast<const std::byte *>(data);
    out.insert(out.end(), begin, begin + bytes);
  }
  template <typename T> void number(T value) { raw(&value, sizeof value); }
  void text(std::string_view value) {
    number<uint64_t>(value.size());
    raw(value.data(), value.size());
  }
  template <typename T> void patch(std::size_t offset, T value) {
    std::memcpy(out.data() + offset, &value, sizeof value);
  }
  std::vector<std::byte> out;
};

/// Never reads past the end: after the first piece that is not there, everything is empty and good() is false.
class Reader {
public:
  explicit Reader(std::span<const std::byte> data) : rest_(data) {}
  bool raw(void *to, uint64_t bytes) {
    if (bytes > rest_.size())
      return rest_ = {}, good_ = false;
    if (bytes)
      std::memcpy(to, rest_.data(), bytes);
    rest_ = rest_.subspan(bytes);
    return true;
  }
  template <typename T> T number() {
    T value{};
    raw(&value, sizeof value);
    return value;
  }
  std::string text() {
    std::string value;
    uint64_t length = number<uint64_t>();
    if (length > rest_.size())
      return good_ = false, value;
    value.resize(length);
    raw(value.data(), length);
    return value;
  }
  /// Elements of `bytes` each that are left: a count beyond it is a lie that must not be allocated.
  uint64_t fit(std::size_t bytes) const { return rest_.size() / bytes; }
  void refuse() { good_ = false; }
  bool good() const { return good_; }
  bool done() const { return good_ && rest_.empty(); }

private:
  std::span<const std::byte> rest_;
  bool good_ = true;
};

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
  if (!reader.done() || build.modules.empty())
    return fail(CL_INVALID_BINARY);
  return build;
}

} // namespace lanecl
