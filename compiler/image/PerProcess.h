// What a child of fork() gets anew: the parent's may be locked for ever there, and its threads do not exist.
#pragma once
#include <atomic>
#include <new>

namespace lanecl::image {

/// The child's is made while the parent has memory. Never destroyed: its users may outlive main().
template <typename T> class PerProcess {
public:
  PerProcess() : now_(new T), next_(new T) {}
  PerProcess(const PerProcess &) = delete;
  PerProcess &operator=(const PerProcess &) = delete;

  T &get() const { return *now_.load(std::memory_order_acquire); }
  /// In the child. Without memory its own children keep what it has.
  void renew() noexcept {
    if (T *made = next_)
      now_.store(made, std::memory_order_release);
    next_ = nullptr;
    try {
      next_ = new T;
    } catch (const std::bad_alloc &) {
      return;
    }
  }

private:
  std::atomic<T *> now_;
  T *next_;
};

} // namespace lanecl::image
