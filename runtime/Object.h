// The base of every object that the host holds a handle of. A handle is the object's address; the loader reads the
// dispatch pointer at its start, so there is no virtual function in any of them.
#pragma once
#include <atomic>
#include <cstdint>

namespace lanecl {

enum class Kind : uint32_t { Platform, Device, Context, Queue, MemObject, Sampler, Program, Kernel, Event };

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
} // namespace handles

/// Two counts: the host's (clRetain*/clRelease*) and all owners' (Ref). The handle dies for the host when its count
/// falls to zero; the object dies when nobody owns it. A new object has one of each, and the host's count as a whole
/// is one owner. T: the derived class. Thread safe.
template <typename T, Kind K> class Handle {
public:
  static constexpr Kind kind = K;
  Handle(const Handle &) = delete;
  Handle &operator=(const Handle &) = delete;

  void addRef() { owners_.fetch_add(1, std::memory_order_relaxed); }
  void release() {
    if (owners_.fetch_sub(1, std::memory_order_acq_rel) == 1)
      delete static_cast<T *>(this);
  }
  void retainForHost() { host_.fetch_add(1, std::memory_order_relaxed); }
  /// Drops one of the host's references; with the last one the handle is dead at once.
  void releaseForHost() {
    if (host_.fetch_sub(1, std::memory_order_acq_rel) != 1)
      return;
    handles::remove(this);
    release();
  }
  /// CL_*_REFERENCE_COUNT.
  uint32_t hostCount() const { return host_.load(std::memory_order_relaxed); }

protected:
  Handle() { handles::add(this, K); }
  ~Handle() { handles::remove(this); }

private:
  const void *dispatch_ = Dispatch::table;
  void *loaderData_ = Dispatch::loaderData;
  std::atomic<uint32_t> host_{1}, owners_{1};
};

} // namespace lanecl
