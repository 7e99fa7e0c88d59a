// A sequence counter: lets readers look at a structure of atomics without a lock. Writers, one at a time, mark what
// they change; readers look again when a writer was at work meanwhile.
#pragma once
#include <atomic>
#include <cstdint>

namespace lanecl {

class Sequence {
public:
  /// The structure is being changed while it lives. Writers exclude each other by a lock of their own.
  class Write {
  public:
    explicit Write(Sequence &sequence) : version_(sequence.version_) {
      version_.store(version_.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
      std::atomic_thread_fence(std::memory_order_release);
    }
    ~Write() { version_.store(version_.load(std::memory_order_relaxed) + 1, std::memory_order_release); }
    Write(const Write &) = delete;
    Write &operator=(const Write &) = delete;

  private:
    std::atomic<uint32_t> &version_;
  };

  /// look(version) until it saw one state of the structure; its last result. A torn state may be met on the way: no
  /// walk may depend on it to end (isCurrent).
  template <typename Look> auto read(Look &&look) const {
    for (;;) {
      const uint32_t before = version_.load(std::memory_order_acquire);
      if (before & 1)
        continue;
      auto result = look(before);
      std::atomic_thread_fence(std::memory_order_acquire);
      if (isCurrent(before))
        return result;
    }
  }
  /// No writer was at work since read() gave that version.
  bool isCurrent(uint32_t version) const { return version_.load(std::memory_order_relaxed) == version; }

private:
  std::atomic<uint32_t> version_{0}; ///< odd while a writer is at work
};

} // namespace lanecl
