#include "builtins/Library.h"
#include <algorithm>
#include <ranges>
#include <string>

// What tools/Pack.cpp wrote, embedded by Embed.S.
extern "C" const std::byte laneclBuiltinsBegin[];

namespace lanecl {
namespace {

// The layout of tools/Pack.cpp: Header, names sorted bytewise, blobs, text, bitcode. Offsets count from the start.
struct Header {
  uint32_t names, blobs;
};
struct Name {
  uint32_t offset;
  uint16_t length, blob;
};
struct Blob {
  uint32_t offset, size;
};

const Header &header() { return *reinterpret_cast<const Header *>(laneclBuiltinsBegin); }

std::span<const Name> names() {
  return {reinterpret_cast<const Name *>(laneclBuiltinsBegin + sizeof(Header)), header().names};
}

std::span<const Blob> blobs() {
  auto all = names();
  return {reinterpret_cast<const Blob *>(all.data() + all.size()), header().blobs};
}

std::string_view text(const Name &name) {
  return {reinterpret_cast<const char *>(laneclBuiltinsBegin + name.offset), name.length};
}

} // namespace

std::optional<std::span<const std::byte>> findBuiltin(std::string_view mangledName, std::string_view isa) {
  if (!isa.empty())
    if (auto special = findBuiltin(std::string(isa) + ':' + std::string(mangledName)))
      return special;
  auto all = names();
  auto found = std::ranges::lower_bound(all, mangledName, {}, text);
  if (found == all.end() || text(*found) != mangledName)
    return std::nullopt;
  const Blob &blob = blobs()[found->blob];
  return std::span(laneclBuiltinsBegin + blob.offset, blob.size);
}

std::size_t builtinCount() { return names().size(); }

std::string_view builtinName(std::size_t index) { return text(names()[index]); }

} // namespace lanecl
