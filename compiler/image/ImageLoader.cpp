#include "compiler/image/ImageLoader.h"
#include <algorithm>
#include <array>
#include <cstring>
#include <dlfcn.h>
#include <link.h>
#include <optional>
#include <sys/mman.h>
#include <unistd.h>

namespace lanecl::image {
namespace {

constexpr const char *LibraryFiles[] = {"libm.so.6", "libmvec.so.1", "libgcc_s.so.1", "libc.so.6"};

void *open(std::size_t library) {
  static const auto handles = [] {
    std::array<void *, std::size(LibraryFiles)> opened;
    for (std::size_t i = 0; i < opened.size(); ++i)
      opened[i] = dlopen(LibraryFiles[i], RTLD_NOW | RTLD_LOCAL);
    return opened;
  }();
  return library < handles.size() ? handles[library] : nullptr;
}

constexpr uint64_t toPages(uint64_t bytes, uint64_t page) { return (bytes + page - 1) / page * page; }

/// Bytes of the block; nothing where the segments overlap, or are larger than any code is.
std::optional<uint64_t> blockBytes(const CodeImage &image) {
  constexpr uint64_t Most = uint64_t(1) << 40;
  uint64_t end = 0;
  for (const Segment &segment : image.segments) {
    if (segment.offset % PageBytes || segment.offset < end || segment.offset > Most || segment.zeroBytes > Most)
      return std::nullopt;
    end = toPages(segment.offset + segment.contents.size() + segment.zeroBytes, PageBytes);
  }
  for (const Relocation &relocation : image.relocations)
    if (end < sizeof(uint64_t) || relocation.offset > end - sizeof(uint64_t) ||
        (relocation.import != Relocation::Block && relocation.import >= image.imports.size()))
      return std::nullopt;
  for (const Symbol &symbol : image.symbols)
    if (symbol.offset >= end)
      return std::nullopt;
  return end;
}

/// The addresses of the imports; empty, with a line in `log`, when one is missing.
std::optional<std::vector<uint64_t>> resolveImports(const CodeImage &image, const LoadedImage::Resolve &resolve,
                                                    std::string &log) {
  std::vector<uint64_t> addresses;
  for (const Import &import : image.imports) {
    bool isHosts = import.origin != Origin::Compiler && import.origin != Origin::Program;
    void *address = isHosts ? hostFunction(import.origin, import.name) : resolve(import);
    if (!address) {
      log += "there is no '" + import.name + "'\n";
      return std::nullopt;
    }
    addresses.push_back(reinterpret_cast<uint64_t>(address));
  }
  return addresses;
}

int flagsOf(Segment::Protection protection) {
  switch (protection) {
  case Segment::Protection::Code:
    return PROT_READ | PROT_EXEC;
  case Segment::Protection::Writable:
    return PROT_READ | PROT_WRITE;
  case Segment::Protection::ReadOnly:
    break;
  }
  return PROT_READ;
}

void fill(const CodeImage &image, const std::vector<uint64_t> &imports, std::byte *block) {
  for (const Segment &segment : image.segments)
    if (!segment.contents.empty())
      std::memcpy(block + segment.offset, segment.contents.data(), segment.contents.size());
  for (const Relocation &relocation : image.relocations) {
    uint64_t base =
        relocation.import == Relocation::Block ? reinterpret_cast<uint64_t>(block) : imports[relocation.import];
    uint64_t address = base + uint64_t(relocation.addend);
    std::memcpy(block + relocation.offset, &address, sizeof address);
  }
}

bool protect(const CodeImage &image, std::byte *block) {
  return std::ranges::all_of(image.segments, [&](const Segment &segment) {
    uint64_t bytes = toPages(segment.contents.size() + segment.zeroBytes, PageBytes);
    std::byte *begin = block + segment.offset;
    if (segment.protection == Segment::Protection::Code)
      __builtin___clear_cache(reinterpret_cast<char *>(begin), reinterpret_cast<char *>(begin + bytes));
    return bytes == 0 || mprotect(begin, bytes, flagsOf(segment.protection)) == 0;
  });
}

} // namespace

void *hostFunction(Origin origin, const std::string &name) {
  void *library = open(std::size_t(origin));
  link_map *map = nullptr;
  Dl_info found;
  void *address = library ? dlsym(library, name.c_str()) : nullptr;
  // dlsym() looks into the libraries that it needs, too.
  bool isOwn = address && dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 && dladdr(address, &found) &&
               reinterpret_cast<ElfW(Addr)>(found.dli_fbase) == map->l_addr;
  return isOwn ? address : nullptr;
}

std::unique_ptr<LoadedImage> LoadedImage::load(const CodeImage &image, const Resolve &resolve, std::string &log) {
  auto bytes = blockBytes(image);
  // Segments are protected by pages of PageBytes.
  if (!bytes || *bytes == 0 || sysconf(_SC_PAGESIZE) != long(PageBytes)) {
    log += "the kept code is damaged\n";
    return nullptr;
  }
  auto imports = resolveImports(image, resolve, log);
  if (!imports)
    return nullptr;
  void *memory = mmap(nullptr, *bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    log += "no memory for code\n";
    return nullptr;
  }
  auto *block = static_cast<std::byte *>(memory);
  std::unique_ptr<LoadedImage> loaded(new LoadedImage(block, *bytes, image.symbols));
  fill(image, *imports, block);
  if (!protect(image, block)) {
    log += "memory cannot be made code\n";
    return nullptr;
  }
  return loaded;
}

LoadedImage::~LoadedImage() { munmap(begin_, bytes_); }

std::byte *LoadedImage::symbol(std::string_view name) const {
  auto found = std::ranges::find(symbols_, name, &Symbol::name);
  return found == symbols_.end() ? nullptr : begin_ + found->offset;
}

} // namespace lanecl::image
