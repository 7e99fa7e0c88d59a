// Machine code that can be kept and loaded into any process of the same CPU, without LLVM: one block of memory, linked
// but for the addresses of other things, which its relocations name. Made by compiler/jit/ImageMaker, loaded by
// ImageLoader, kept in the cache and in program binaries. Plain data.
#pragma once
#include "compiler/Compiler.h"
#include "compiler/image/Bytes.h"
#include "compiler/image/Memory.h"
#include <cstdint>
#include <string>
#include <vector>

namespace lanecl::image {

/// Raised whenever the meaning of what is kept changes and InterfaceVersion does not.
inline constexpr uint32_t FormatVersion = 2;

/// Where an address that code needs is found. All but Program and Compiler are libraries of the host, in which the
/// maker has found the name.
enum class Origin : uint8_t { Math, VectorMath, Arithmetic, C, Compiler, Program };

struct Import {
  Origin origin = Origin::Program;
  std::string name;
};

/// A piece of the block that has its protection: the bytes of its contents, then zeros. In order of `offset`, each on
/// pages of its own.
struct Segment {
  enum class Protection : uint8_t { ReadOnly, Code, Writable };
  Protection protection = Protection::ReadOnly;
  uint64_t offset = 0;    ///< in the block; a multiple of PageBytes
  uint64_t zeroBytes = 0; ///< behind `contents`
  std::vector<std::byte> contents;
};
/// 64 bits in the block that hold an address: that of an import, or of the block itself, plus `addend`.
struct Relocation {
  static constexpr uint32_t Block = ~0u;
  uint64_t offset = 0;
  int64_t addend = 0;
  uint32_t import = Block; ///< number in CodeImage::imports
};

struct Symbol {
  std::string name;
  uint64_t offset = 0;
};

struct CodeImage {
  compiler::Variant variant; ///< of a kernel's code, without its entry, which is the first symbol
  std::vector<Segment> segments;
  std::vector<Import> imports;
  std::vector<Relocation> relocations;
  std::vector<Symbol> symbols;
};

// The structured bindings fail to compile when a member is added.
template <typename Archive, typename T>
  requires std::is_same_v<std::remove_const_t<T>, Import>
void fields(Archive &archive, T &value) {
  auto &[origin, name] = value;
  archive(origin, name);
}
template <typename Archive, typename T>
  requires std::is_same_v<std::remove_const_t<T>, Segment>
void fields(Archive &archive, T &value) {
  auto &[protection, offset, zeroBytes, contents] = value;
  archive(protection, offset, zeroBytes, contents);
}
template <typename Archive, typename T>
  requires std::is_same_v<std::remove_const_t<T>, Relocation>
void fields(Archive &archive, T &value) {
  auto &[offset, addend, import] = value;
  archive(offset, addend, import);
}
template <typename Archive, typename T>
  requires std::is_same_v<std::remove_const_t<T>, Symbol>
void fields(Archive &archive, T &value) {
  auto &[name, offset] = value;
  archive(name, offset);
}
template <typename Archive, typename T>
  requires std::is_same_v<std::remove_const_t<T>, CodeImage>
void fields(Archive &archive, T &value) {
  auto &[variant, segments, imports, relocations, symbols] = value;
  auto &[entry, tier, subGroupSize, perSubGroup, perGroup, scratch, rivals, successor, trial] = variant;
  (void)entry, (void)successor, (void)trial; // addresses of this process
  archive(tier, subGroupSize, perSubGroup, perGroup, scratch, rivals, segments, imports, relocations, symbols);
}

} // namespace lanecl::image
