#include "compiler/jit/ObjectCache.h"
#include <algorithm>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace lanecl::jit {
namespace fs = std::filesystem;

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

namespace {

constexpr std::string_view Suffix = ".lanecl";

// A file is its payload and this, at its end: a file cut short or damaged is not found.
struct Trailer {
  uint64_t magic = 0x4c4e434c'4f424a31; // "LNCLOBJ1"
  uint64_t bytes = 0;
  uint64_t hash = 0;
};

// Removes its file unless it was renamed.
class TemporaryFile {
public:
  explicit TemporaryFile(const std::string &folder) : path_(folder + "/new.XXXXXX") {
    descriptor_ = mkostemp(path_.data(), O_CLOEXEC);
    created_ = descriptor_ >= 0;
  }
  ~TemporaryFile() {
    close();
    if (created_ && !renamed_)
      unlink(path_.c_str());
  }
  bool write(const void *data, std::size_t bytes) {
    auto *from = static_cast<const char *>(data);
    while (descriptor_ >= 0 && bytes > 0) {
      ssize_t done = ::write(descriptor_, from, bytes);
      if (done <= 0)
        return false;
      from += done;
      bytes -= std::size_t(done);
    }
    return descriptor_ >= 0;
  }
  bool rename(const std::string &name) {
    bool closed = close();
    renamed_ = closed && ::rename(path_.c_str(), name.c_str()) == 0;
    return renamed_;
  }

private:
  bool close() {
    if (descriptor_ < 0)
      return false;
    int result = ::close(descriptor_);
    descriptor_ = -1;
    return result == 0;
  }
  std::string path_;
  int descriptor_ = -1;
  bool created_ = false, renamed_ = false;
};

} // namespace

ObjectCache::ObjectCache(std::string folder, uint64_t maxBytes)
    : folder_(maxBytes ? std::move(folder) : std::string()), maxBytes_(maxBytes) {}

std::unique_ptr<llvm::MemoryBuffer> ObjectCache::find(const std::string &key) const {
  if (!enabled())
    return nullptr;
  std::string name = folder_ + "/" + key + std::string(Suffix);
  auto file = llvm::MemoryBuffer::getFile(name, false, /*RequiresNullTerminator=*/false);
  if (!file || (*file)->getBufferSize() < sizeof(Trailer))
    return nullptr;
  Trailer trailer;
  std::size_t bytes = (*file)->getBufferSize() - sizeof trailer;
  std::memcpy(&trailer, (*file)->getBufferStart() + bytes, sizeof trailer);
  if (trailer.magic != Trailer().magic || trailer.bytes != bytes ||
      trailer.hash != XXH3_64bits((*file)->getBufferStart(), bytes))
    return nullptr;
  utimensat(AT_FDCWD, name.c_str(), nullptr, 0); // used just now
  return llvm::MemoryBuffer::getMemBufferCopy((*file)->getBuffer().drop_back(sizeof trailer), key);
}

void ObjectCache::store(const std::string &key, std::span<const char> bytes) {
  if (!enabled() || bytes.size() > maxBytes_)
    return;
  std::error_code ignored;
  fs::create_directories(folder_, ignored);
  {
    TemporaryFile file(folder_);
    Trailer trailer;
    trailer.bytes = bytes.size();
    trailer.hash = XXH3_64bits(bytes.data(), bytes.size());
    if (!file.write(bytes.data(), bytes.size()) || !file.write(&trailer, sizeof trailer) ||
        !file.rename(folder_ + "/" + key + std::string(Suffix)))
      return;
  }
  // Looked at now and then, not at every store.
  uint64_t before = storedSinceTrim_.load();
  uint64_t now = before == ~uint64_t(0) ? maxBytes_ : before + bytes.size();
  storedSinceTrim_ = now;
  if (now > maxBytes_ / 16) {
    storedSinceTrim_ = 0;
    trim();
  }
}

void ObjectCache::trim() {
  struct Entry {
    fs::path path;
    fs::file_time_type used;
    uint64_t bytes;
  };
  std::vector<Entry> entries;
  uint64_t total = 0;
  std::error_code error;
  auto now = fs::file_time_type::clock::now();
  for (fs::directory_iterator file(folder_, error), end; !error && file != end; file.increment(error)) {
    std::error_code skip;
    Entry entry{file->path(), file->last_write_time(skip), file->file_size(skip)};
    if (skip)
      continue;
    if (entry.path.extension() == Suffix) {
      total += entry.bytes;
      entries.push_back(std::move(entry));
    } else if (entry.path.stem() == "new" && now - entry.used > std::chrono::hours(1)) {
      fs::remove(entry.path, skip); // left by a process that died
    }
  }
  if (total <= maxBytes_)
    return;
  std::ranges::sort(entries, {}, &Entry::used);
  for (const Entry &entry : entries) {
    if (total <= maxBytes_ / 4 * 3)
      break;
    std::error_code skip;
    if (fs::remove(entry.path, skip))
      total -= entry.bytes;
  }
}

} // namespace lanecl::jit
