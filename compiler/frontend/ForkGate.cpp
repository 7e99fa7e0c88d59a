#include "compiler/frontend/ForkGate.h"
#include "compiler/image/PerProcess.h"
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <pthread.h>

namespace lanecl::frontend {
namespace {

/// A compile that takes longer is not waited for: what the child then builds may find its locks taken.
constexpr std::chrono::seconds ForkPatience{10};

thread_local unsigned depth = 0;

struct Gate {
  std::mutex mutex;
  std::condition_variable changed;
  unsigned inside = 0; ///< threads
  bool isForking = false;
};

/// Who waited at the parent's does not exist in the child.
Gate &currentGate() { return image::PerProcess<Gate>::get(); }

void beforeFork() {
  Gate &gate = currentGate();
  std::unique_lock lock(gate.mutex);
  gate.isForking = true;
  gate.changed.wait_for(lock, ForkPatience, [&] { return gate.inside == (depth ? 1 : 0); });
  lock.release(); // held through the fork
}

void afterForkInParent() {
  Gate &gate = currentGate();
  gate.isForking = false;
  gate.mutex.unlock();
  gate.changed.notify_all();
}

void afterForkInChild() { currentGate().inside = depth ? 1 : 0; }

void setUp() {
  static const bool ready = [] {
    currentGate(); // whose handler comes first, then
    return pthread_atfork(beforeFork, afterForkInParent, afterForkInChild) == 0;
  }();
  static_cast<void>(ready);
}

} // namespace

CompilerCall::CompilerCall() {
  if (depth++)
    return;
  setUp();
  Gate &gate = currentGate();
  std::unique_lock lock(gate.mutex);
  gate.changed.wait(lock, [&] { return !gate.isForking; });
  ++gate.inside;
}

CompilerCall::~CompilerCall() {
  if (--depth)
    return;
  Gate &gate = currentGate();
  std::lock_guard lock(gate.mutex);
  --gate.inside;
  if (gate.isForking)
    gate.changed.notify_all();
}

} // namespace lanecl::frontend
