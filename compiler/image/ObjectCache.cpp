#include "compiler/image/ObjectCache.h"
#include "compiler/Compiler.h"
#include "compiler/image/CacheFolder.h"
#include <algorithm>
#include <ctime>
#include <vector>
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace lanecl::image {
namespace {

constexpr uint64_t MaxEntryBytes = uint64_t(256) << 20;
constexpr time_t AbandonedSeconds = 3600; ///< nobody writes a file for so long

} // namespace

struct CacheKey::State {
  XXH3_state_t hash;
};

CacheKey::CacheKey() : state_(std::make_unique<State>()) { XXH3_128bits_reset(&state_->hash); }
CacheKey::~CacheKey() = default;

CacheKey &CacheKey::add(std::span<const std::byte> bytes) {
  add(uint64_t(bytes.size()));
  XXH3_128bits_update(&state_->hash, bytes.data(), bytes.size());
  return *this;
}

CacheKey &CacheKey::add(std::string_view text) { return add(std::as_bytes(std::span(text))); }

CacheKey &CacheKey::add(uint64_t number) {
  XXH3_128bits_update(&state_->hash, &number, sizeof number);
  return *this;
}

std::string CacheKey::hex() const {
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, XXH3_128bits_digest(&state_->hash));
  std::string text;
  for (unsigned char byte : canonical.digest) {
    text += "0123456789abcdef"[byte >> 4];
    text += "0123456789abcdef"[byte & 15];
  }
  return text;
}

ObjectCache::ObjectCache(std::string folder, uint64_t maxBytes)
    : folder_(maxBytes ? std::move(folder) : std::string()), maxBytes_(maxBytes) {}

std::unique_ptr<const std::string> ObjectCache::find(const std::string &key) const {
  if (!enabled())
    return nullptr;
  return CacheFolder(folder_, false).read(compiler::cacheEntryName(key), std::min(maxBytes_, MaxEntryBytes));
}

void ObjectCache::store(const std::string &key, std::span<const char> bytes) {
  if (!enabled() || bytes.size() > std::min(maxBytes_, MaxEntryBytes))
    return;
  CacheFolder folder(folder_, true);
  if (!folder.write(compiler::cacheEntryName(key), bytes))
    return;
  // Looked at now and then, not at every store.
  uint64_t before = storedSinceTrim_.load();
  uint64_t now = before == ~uint64_t(0) ? maxBytes_ : before + bytes.size();
  storedSinceTrim_ = now;
  if (now > maxBytes_ / 16) {
    storedSinceTrim_ = 0;
    trim(folder);
  }
}

void ObjectCache::trim(const CacheFolder &folder) const {
  struct Entry {
    std::string name;
    timespec used;
    uint64_t bytes;
  };
  std::vector<Entry> entries;
  uint64_t total = 0;
  const time_t now = std::time(nullptr);
  folder.forEach([&](const char *name, const struct stat &file) {
    switch (compiler::cacheFileOf(name)) {
    case compiler::CacheFile::Entry:
      total += uint64_t(file.st_size);
      entries.push_back({name, file.st_mtim, uint64_t(file.st_size)});
      break;
    case compiler::CacheFile::Unfinished:
      if (now - file.st_mtim.tv_sec > AbandonedSeconds)
        folder.remove(name); // left by a process that died
      break;
    case compiler::CacheFile::None:
      break;
    }
  });
  if (total <= maxBytes_)
    return;
  std::ranges::sort(entries, {}, [](const Entry &entry) { return std::pair(entry.used.tv_sec, entry.used.tv_nsec); });
  for (const Entry &entry : entries) {
    if (total <= maxBytes_ / 4 * 3)
      break;
    folder.remove(entry.name.c_str());
    total -= entry.bytes;
  }
}

} // namespace lanecl::image
