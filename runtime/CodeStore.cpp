#include "runtime/CodeStore.h"
#include "compiler/Compiler.h"
#include "compiler/image/CodeImage.h"
#include "runtime/CompilerLoader.h"
#include "runtime/Config.h"
#include "runtime/Device.h"
#include <pthread.h>

namespace lanecl {
namespace {

/// What the process keeps in memory; programs keep what they use themselves.
constexpr std::size_t MemoryBytes = std::size_t(32) << 20;

void addSettings(image::CacheKey &hash, const compiler::Settings &settings) {
  auto &[isa, cacheDir, cacheBytes, clExtensions, spirvExtensions, capabilities, width, compileBudget, limits, debug,
         robust, check, verify, quickCode, onlyFirst, host] = settings; // a new member must be looked at here
  (void)cacheDir, (void)cacheBytes, (void)host;
  hash.add(isa).add(clExtensions).add(uint64_t(spirvExtensions.size()));
  for (const std::string &extension : spirvExtensions)
    hash.add(extension);
  hash.add(std::as_bytes(std::span(capabilities))).add(uint64_t(width)).add(uint64_t(compileBudget));
  hash.add(limits.seconds).add(limits.bytes).add(limits.constantBytes);
  hash.add(uint64_t(debug)).add(uint64_t(robust)).add(uint64_t(check)).add(uint64_t(verify));
  hash.add(uint64_t(quickCode)).add(uint64_t(onlyFirst));
}

std::string makeBase(const compiler::Settings &settings) {
  image::CacheKey hash;
  hash.add(uint64_t(compiler::InterfaceVersion)).add(uint64_t(image::FormatVersion));
  hash.add(compilerIdentity()).add(cpuIdentity());
  addSettings(hash, settings);
  return hash.hex();
}

} // namespace

CodeStore &CodeStore::get() {
  // Kernels may run until the very end. The handlers ask for it as all do: another thread may have made it.
  static constexpr auto made = []() -> CodeStore & {
    static CodeStore &store = *new CodeStore;
    return store;
  };
  // A child has no thread that could leave the lock again.
  static const int atFork =
      pthread_atfork([] { made().mutex_.lock(); }, [] { made().mutex_.unlock(); }, [] { made().mutex_.unlock(); });
  (void)atFork;
  return made();
}

// Without a compiler library nobody can tell for which one an entry of the disk was made.
CodeStore::CodeStore()
    : base_(makeBase(compilerSettings())),
      disk_(compilerIdentity().empty() ? std::string() : Config::get().effectiveCacheDir(), Config::get().cacheBytes) {}

void CodeStore::remember(const std::string &key, Entry entry) {
  std::lock_guard lock(mutex_);
  if (auto known = known_.find(key); known != known_.end()) { // another thread's, or one that proved damaged
    bytes_ -= known->second->second->size();
    recent_.erase(known->second);
    known_.erase(known);
  }
  bytes_ += entry->size();
  recent_.emplace_front(key, std::move(entry));
  known_[key] = recent_.begin();
  while (bytes_ > MemoryBytes) {
    bytes_ -= recent_.back().second->size();
    known_.erase(recent_.back().first);
    recent_.pop_back();
  }
}

CodeStore::Entry CodeStore::find(const std::string &key) {
  {
    std::lock_guard lock(mutex_);
    if (auto known = known_.find(key); known != known_.end()) {
      recent_.splice(recent_.begin(), recent_, known->second);
      return known->second->second;
    }
  }
  auto found = disk_.find(key);
  if (!found)
    return nullptr;
  auto bytes = std::as_bytes(std::span(*found));
  auto entry = std::make_shared<const image::Bytes>(bytes.begin(), bytes.end());
  remember(key, entry);
  return entry;
}

CodeStore::Entry CodeStore::store(const std::string &key, image::Bytes bytes) {
  auto entry = std::make_shared<const image::Bytes>(std::move(bytes));
  remember(key, entry);
  disk_.store(key, {reinterpret_cast<const char *>(entry->data()), entry->size()});
  return entry;
}

} // namespace lanecl
