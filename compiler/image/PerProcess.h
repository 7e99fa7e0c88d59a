// What a child of fork() gets anew: the parent's may be locked for ever there, and its threads do not exist.
#pragma once
#include <atomic>
#include <new>
#include <pthread.h>

namespace lanecl::image {

/// A T of each process, made at its first use, the child's while the parent has memory. Never destroyed: its users may
/// outlive main(). Thread safe.
template <typename T> class PerProcess {
public:
  static T &get() {
    static const bool isReady = begin();
    (void)isReady;
    return *now.load(std::memory_order_acquire);
  }

private:
  static bool begin() {
    now.store(new T, std::memory_order_release);
    next = new T;
    return pthread_atfork(nullptr, nullptr, renew) == 0;
  }
  /// In the child. Without memory its own children keep what it has.
  static void renew() noexcept {
    if (next)
      now.store(next, std::memory_order_release);
    try {
      next = new T;
    } catch (const std::bad_alloc &) {
      next = nullptr;
    }
  }

  static inline std::atomic<T *> now{nullptr};
  static inline T *next = nullptr;
};

} // namespace lanecl::image
