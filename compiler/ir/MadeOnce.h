// What a process makes once, at its first use. Not a static variable of a function: where LLVM has no memory for what
// its initialiser makes, the guard (frontend/Guard.h) jumps out of it, and all others would wait for its end.
#pragma once
#include <atomic>

namespace lanecl {

/// What `make`, a lambda of this call alone, returns: the same object from then on, which is never destroyed. Two
/// threads may make one at a time; the second one's goes. Thread safe.
template <typename Make> const auto &madeOnce(Make make) {
  using T = decltype(make());
  static constinit std::atomic<const T *> made{nullptr};
  if (const T *known = made.load(std::memory_order_acquire))
    return *known;
  const T *own = new const T(make()), *first = nullptr;
  if (made.compare_exchange_strong(first, own, std::memory_order_acq_rel))
    return *own;
  delete own;
  return *first;
}

} // namespace lanecl
