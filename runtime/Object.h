// The base of every object that the host holds a handle of. A handle is the object's address; the loader reads the
// dispatch pointer at its start, so there is no virtual function in any of them.
#pragma once
#include "runtime/Ref.h"
#include <atomic>
#include <cstdint>

namespace lanecl {

enum class Kind : uint32_t {
  Platform,
  Device,
  Context,
  Queue,
  MemObject,
  Sampler,
  Program,
  Kernel,
  Event,
  Semaphore,
  CommandBuffer,
  MutableCommand
};

/// What the ICD loader expects at the start of a handle (cl_khr_icd 2.0.0): the driver's dispatch table, then a word
/// that the loader owns. Both are set once, by the platform, before any object exists.
struct Dispatch {
  static inline const void *table = nullptr; ///< set by icd/ at start-up
  static inline void *loaderData = nullptr;  ///< clIcdSetPlatformDispatchDataKHR
};

/// The live handles of the process, so that a dead or foreign pointer is told from an object without reading it.
/// Thread safe; a look-up costs a few nanoseconds.
namespace handles {
void add(const void *object, Kind kind);
void remove(const void *object);
bool isLive(const void *object, Kind kind);
/// isLive and `addOwner`, which fails for a dying object, in one step: nobody destroys it in between.
bool hold(const void *object, Kind kind, bool (*addOwner)(const void *object));
/// Takes the memory of a destroyed object and frees it when many others have died after it. Until then its dispatch
/// pointer is good: the loader reads it before the driver can tell that a handle is dead.
void bury(void *object) noexcept;
} // namespace handles

/// Objects that the host can ask other objects for (CL_QUEUE_CONTEXT, CL_MUTABLE_DISPATCH_KERNEL_KHR, ...). Their
/// handle is good as long as the object lives, even after the host's last release, and may be retained again: "the
/// context is deleted after its reference count becomes zero and all the objects attached to it are released" (OpenCL
/// API, clReleaseContext, and likewise for the others).
constexpr bool isReachable(Kind kind) {
  return kind == Kind::Device || kind == Kind::Context || kind == Kind::Queue || kind == Kind::MemObject ||
         kind == Kind::Program || kind == Kind::Kernel;
}

/// Two counts: the host's (clRetain*/clRelease*) and all owners' (Ref). The object dies when nobody owns it; its handle
/// dies with it or, when no other object leads to it, as soon as the host's count falls to zero. A new object has one
/// of each, and the host's count as a whole is one owner. T: the derived class. Thread safe.
template <typename T, Kind K> class Handle {
public:
  static constexpr Kind kind = K;
  Handle(const Handle &) = delete;
  Handle &operator=(const Handle &) = delete;
  static void operator delete(void *object) noexcept { handles::bury(object); }

  /// The object behind a handle; null when there is none of this kind. It lives as long as the reference does, whatever
  /// other threads release meanwhile.
  static Ref<T> hold(const void *handle) {
    return handles::hold(handle, K, addOwner) ? Ref<T>::adopt(static_cast<T *>(const_cast<void *>(handle))) : nullptr;
  }
  void addRef() { owners_.fetch_add(1, std::memory_order_relaxed); }
  void release() {
    if (owners_.fetch_sub(1, std::memory_order_acq_rel) == 1)
      delete static_cast<T *>(this);
  }
  void retainForHost() {
    if (host_.fetch_add(1, std::memory_order_relaxed) == 0)
      addRef();
  }
  /// Drops one of the host's references. False, and nothing done, when it has none: the handle is invalid then.
  bool releaseForHost() {
    uint32_t count = host_.load(std::memory_order_relaxed);
    do {
      if (count == 0)
        return false;
    } while (!host_.compare_exchange_weak(count, count - 1, std::memory_order_acq_rel, std::memory_order_relaxed));
    if (count == 1) {
      if (!isReachable(K))
        handles::remove(this);
      release();
    }
    return true;
  }
  /// For objects made before the loader gave its word (Dispatch::loaderData).
  void setLoaderWord(void *data) { loaderData_ = data; }
  /// CL_*_REFERENCE_COUNT.
  uint32_t hostCount() const { return host_.load(std::memory_order_relaxed); }

private:
  friend T;
  /// False when nobody owns it any more.
  static bool addOwner(const void *object) {
    std::atomic<uint32_t> &owners = static_cast<T *>(const_cast<void *>(object))->owners_;
    for (uint32_t count = owners.load(std::memory_order_relaxed); count > 0;)
      if (owners.compare_exchange_weak(count, count + 1, std::memory_order_relaxed))
        return true;
    return false;
  }
  Handle() { handles::add(this, K); }
  ~Handle() { handles::remove(this); }

  const void *dispatch_ = Dispatch::table;
  void *loaderData_ = Dispatch::loaderData;
  std::atomic<uint32_t> host_{1}, owners_{1};
};

} // namespace lanecl
