// Compiled objects kept on disk between processes. A file per entry, named by its key, written aside and renamed, so
// that any number of processes of one user may share the folder (CacheFolder.h says what is trusted). Bounded: the
// least recently used entries go first. Every failure (no folder, disk full, damaged file) means "not cached". Thread
// safe.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace lanecl::image {

class CacheFolder;

/// A 128-bit content hash (XXH3) over everything that the result depends on.
class CacheKey {
public:
  CacheKey();
  ~CacheKey();
  CacheKey(const CacheKey &) = delete;
  CacheKey &operator=(const CacheKey &) = delete;
  /// Adds bytes with their length, so that no two lists of parts are alike.
  CacheKey &add(std::span<const std::byte> bytes);
  CacheKey &add(std::string_view text);
  CacheKey &add(uint64_t number);
  std::string hex() const;

private:
  struct State;
  std::unique_ptr<State> state_;
};

class ObjectCache {
public:
  /// An empty folder or `maxBytes` 0: nothing is ever found or stored.
  ObjectCache(std::string folder, uint64_t maxBytes);
  bool enabled() const { return !folder_.empty(); }
  /// The bytes stored under `key`, one of CacheKey::hex(), or null.
  std::unique_ptr<const std::string> find(const std::string &key) const;
  void store(const std::string &key, std::span<const char> bytes);

private:
  void trim(const CacheFolder &folder) const;
  std::string folder_;
  uint64_t maxBytes_;
  std::atomic<uint64_t> storedSinceTrim_{~uint64_t(0)}; ///< the first store of a process looks at the folder
};

} // namespace lanecl::image
