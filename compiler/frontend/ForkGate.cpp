#include "compiler/frontend/ForkGate.h"
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

Gate *gate = nullptr; // never destroyed: its users may outlive main()

void beforeFork() {
  gate->mutex.lock();
  std::unique_lock lock(gate->mutex, std::adopt_lock);
  gate->isForking = true;
  gate->changed.wait_for(lock, ForkPatience, [] { return gate->inside == (depth ? 1 : 0); });
  lock.release(); // held through the fork
}

void afterForkInParent() {
  gate->isForking = false;
  gate->mutex.unlock();
  gate->changed.notify_all();
}

void afterForkInChild() {
  gate = new Gate; // whoever waited at the old one does not exist here
  gate->inside = depth ? 1 : 0;
}

void setUp() {
  static const bool ready = [] {
    gate = new Gate;
    return pthread_atfork(beforeFork, afterForkInParent, afterForkInChild) == 0;
  }();
  static_cast<void>(ready);
}

} // namespace

CompilerCall::CompilerCall() {
  if (depth++)
    return;
  setUp();
  std::unique_lock lock(gate->mutex);
  gate->changed.wait(lock, [] { return !gate->isForking; });
  ++gate->inside;
}

CompilerCall::~CompilerCall() {
  if (--depth)
    return;
  std::lock_guard lock(gate->mutex);
  --gate->inside;
  if (gate->isForking)
    gate->changed.notify_all();
}

} // namespace lanecl::frontend
