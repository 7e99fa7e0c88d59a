// The set of live handles: shards of open-addressing tables. Writers, and who holds an object, take the shard's lock;
// who only asks takes none and looks again when a writer was at work meanwhile (a sequence counter).
#include "runtime/Object.h"
#include "runtime/Sequence.h"
#include <array>
#include <bit>
#include <chrono>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

namespace lanecl::handles {
namespace {

using Word = uintptr_t;

/// Objects are at least 16-aligned, which leaves four bits for the kind; 0 is an empty slot.
constexpr Word KindMask = 15;
Word encode(const void *object, Kind kind) { return reinterpret_cast<Word>(object) | (static_cast<Word>(kind) + 1); }
uint64_t hashOf(Word word) { return (word & ~KindMask) * 0x9E3779B97F4A7C15ull; }

/// A power of two of slots, never more than half full, so every probe meets an empty one.
struct Table {
  explicit Table(std::size_t capacity) : mask(capacity - 1), slots(new std::atomic<Word>[capacity]()) {}
  std::size_t home(Word word) const { return (hashOf(word) >> 20) & mask; }
  std::size_t mask;
  std::unique_ptr<std::atomic<Word>[]> slots;
};

/// Held for a few instructions, millions of times a second: unlocking is a plain store.
class ShortLock {
public:
  void lock() {
    for (unsigned tries = 0; held_.exchange(true, std::memory_order_acquire); ++tries)
      // Its holder may be off its core, of a lower priority even: sleep, which lets any thread run.
      if (tries >= SpinTries)
        std::this_thread::sleep_for(std::chrono::microseconds(20));
  }
  void unlock() { held_.store(false, std::memory_order_release); }

private:
  static constexpr unsigned SpinTries = 100;
  std::atomic<bool> held_{false};
};

class alignas(128) Shard {
public:
  Shard() { publish(std::make_unique<Table>(64)); }

  void add(Word word) {
    std::lock_guard lock(mutex_);
    if (2 * (count_ + 1) > tables_.back()->mask)
      grow();
    Sequence::Write scope(sequence_);
    insert(*tables_.back(), word);
    ++count_;
  }

  /// Removes the object whatever its kind; false if it is not there.
  bool remove(Word address) {
    std::lock_guard lock(mutex_);
    Table &table = *tables_.back();
    std::size_t at = table.home(address);
    Word word;
    while ((word = load(table, at)) && (word & ~KindMask) != address)
      at = (at + 1) & table.mask;
    if (!word)
      return false;
    Sequence::Write scope(sequence_);
    closeGap(table, at);
    --count_;
    return true;
  }

  /// A dying object leaves the table before its memory goes (~Handle): while the lock is held neither can happen.
  bool hold(const void *object, Word word, bool (*addOwner)(const void *)) {
    std::lock_guard lock(mutex_);
    return isIn(*tables_.back(), word) && addOwner(object);
  }

  bool contains(Word word) const {
    return sequence_.read([&](uint32_t) { return isIn(*current_.load(std::memory_order_acquire), word); });
  }

private:
  static Word load(const Table &table, std::size_t at) { return table.slots[at].load(std::memory_order_relaxed); }
  static bool isIn(const Table &table, Word word) {
    Word found;
    std::size_t at = table.home(word), steps = 0;
    // A torn view could hide the empty slot: the search is bounded.
    while ((found = load(table, at)) && found != word && steps++ <= table.mask)
      at = (at + 1) & table.mask;
    return found == word;
  }
  static void insert(Table &table, Word word) {
    std::size_t at = table.home(word);
    while (load(table, at))
      at = (at + 1) & table.mask;
    table.slots[at].store(word, std::memory_order_relaxed);
  }
  /// Moves later words of the same probe sequence back, so that no probe ends too early and no tombstone is needed.
  static void closeGap(Table &table, std::size_t gap) {
    for (std::size_t at = (gap + 1) & table.mask;; at = (at + 1) & table.mask) {
      const Word word = load(table, at);
      if (!word)
        break;
      std::size_t fromHome = (at - table.home(word)) & table.mask, fromGap = (at - gap) & table.mask;
      if (fromHome < fromGap)
        continue;
      table.slots[gap].store(word, std::memory_order_relaxed);
      gap = at;
    }
    table.slots[gap].store(0, std::memory_order_relaxed);
  }
  /// The old table stays: a reader may be in it. All old ones together are no larger than the new one.
  void grow() {
    const Table &old = *tables_.back();
    auto table = std::make_unique<Table>(2 * (old.mask + 1));
    for (std::size_t i = 0; i <= old.mask; ++i)
      if (Word word = load(old, i))
        insert(*table, word);
    publish(std::move(table));
  }
  void publish(std::unique_ptr<Table> table) {
    tables_.push_back(std::move(table));
    current_.store(tables_.back().get(), std::memory_order_release);
  }

  Sequence sequence_;
  std::atomic<const Table *> current_{nullptr};
  ShortLock mutex_;
  std::size_t count_ = 0;
  std::vector<std::unique_ptr<Table>> tables_;
};

constexpr std::size_t ShardCount = 32;

Shard &shardOf(Word word) {
  // Never destroyed: objects may outlive the static destructors.
  static auto &shards = *new std::array<Shard, ShardCount>;
  return shards[hashOf(word) >> (64 - std::bit_width(ShardCount - 1))];
}

} // namespace

void add(const void *object, Kind kind) {
  Word word = encode(object, kind);
  shardOf(word).add(word);
}

void remove(const void *object) {
  Word address = reinterpret_cast<Word>(object);
  shardOf(address).remove(address);
}

/// No object has such an address.
static bool isForeign(const void *object) { return !object || (reinterpret_cast<Word>(object) & KindMask); }

bool isLive(const void *object, Kind kind) {
  Word word = encode(object, kind);
  return !isForeign(object) && shardOf(word).contains(word);
}

bool hold(const void *object, Kind kind, bool (*addOwner)(const void *)) {
  Word word = encode(object, kind);
  return !isForeign(object) && shardOf(word).hold(object, word, addOwner);
}

void bury(void *object) noexcept {
  // Few enough to stay in a core's cache: objects made anew use memory that was in use a moment ago.
  static std::array<std::atomic<void *>, 256> graves;
  static std::atomic<unsigned> next;
  *static_cast<const void **>(object) = Dispatch::table;
  unsigned grave = next.fetch_add(1, std::memory_order_relaxed) % graves.size();
  ::operator delete(graves[grave].exchange(object, std::memory_order_acq_rel));
}

} // namespace lanecl::handles
