// Waiting for fences of other APIs, which are file descriptors that poll(2) finds readable once they have signalled
// (Linux sync files). One background thread for all of them, which starts with the first; a child after fork() starts
// with none. Thread safe.
#pragma once
#include "runtime/FileDescriptor.h"
#include "runtime/Result.h"
#include <cstdint>
#include <functional>

namespace lanecl {

/// A descriptor under watch. Destroying it ends the watch and closes the descriptor; its function is not called from
/// then on, though a call under way may go on.
class FenceWatch {
public:
  /// True when it has signalled already.
  static bool isSignaled(const FileDescriptor &fence);
  /// Calls `signaled` once, on the background thread, which it must not hold up. On failure (CL_OUT_OF_RESOURCES: no
  /// thread can be had) the descriptor stays the caller's.
  static Result<FenceWatch> start(FileDescriptor &fence, std::function<void()> signaled);

  FenceWatch() = default;
  FenceWatch(FenceWatch &&other) noexcept : id_(std::exchange(other.id_, 0)) {}
  FenceWatch &operator=(FenceWatch other) noexcept {
    std::swap(id_, other.id_);
    return *this;
  }
  ~FenceWatch();

private:
  explicit FenceWatch(uint64_t id) : id_(id) {}
  uint64_t id_ = 0; ///< 0: none
};

} // namespace lanecl
