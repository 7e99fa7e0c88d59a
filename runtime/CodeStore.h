// What was compiled, by keys of all that it came from: in memory for this process, and in the cache on disk for others.
// Modules of sources, facts of programs and code of kernels are kept alike, as bytes. Thread safe.
#pragma once
#include "compiler/image/Bytes.h"
#include "compiler/image/ObjectCache.h"
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

namespace lanecl {

class CodeStore {
public:
  using Entry = std::shared_ptr<const image::Bytes>;

  /// The process's.
  static CodeStore &get();

  /// Adds what everything depends on: the compiler library and its settings, the CPU. `kind`: what is kept under keys
  /// that are made of it.
  image::CacheKey &begin(image::CacheKey &key, std::string_view kind) const { return key.add(base_).add(kind); }
  /// Null when nothing is kept there.
  Entry find(const std::string &key);
  /// Gives it back for use.
  Entry store(const std::string &key, image::Bytes bytes);

private:
  CodeStore();
  void remember(const std::string &key, Entry entry);

  std::string base_; ///< of begin()
  image::ObjectCache disk_;
  std::mutex mutex_;                                ///< guards what follows
  std::list<std::pair<std::string, Entry>> recent_; ///< the last used first
  std::unordered_map<std::string, decltype(recent_)::iterator> known_;
  std::size_t bytes_ = 0; ///< of recent_
};

} // namespace lanecl
