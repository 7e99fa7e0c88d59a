#include "compiler/frontend/KeptThread.h"
#include "compiler/image/HostSignals.h"
#include <atomic>
#include <chrono>
#include <new>
#include <sched.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

namespace lanecl::frontend {
namespace {

constexpr size_t StackBytes = size_t(64) << 20;
constexpr size_t SignalStackBytes = size_t(64) << 10;

/// Taken and put without a lock, which a fork could leave locked.
std::array<std::atomic<KeptThread *>, 8> kept{};

} // namespace

KeptThread *KeptThread::take() {
  for (auto &place : kept)
    if (KeptThread *thread = place.exchange(nullptr); thread && thread->process_ == getpid())
      return thread; // another process's is a copy of one without its thread
  auto *made = new (std::nothrow) KeptThread;
  if (made && !made->begin()) {
    delete made;
    made = nullptr;
  }
  return made;
}

void KeptThread::giveBack(KeptThread *thread, bool mayRunMore) {
  KeptThread *none = nullptr;
  if (mayRunMore)
    for (auto &place : kept)
      if (none = nullptr; place.compare_exchange_strong(none, thread))
        return;
  {
    std::lock_guard lock(thread->mutex_);
    thread->isOver_ = true;
  }
  thread->changed_.notify_all();
  pthread_join(thread->thread_, nullptr);
  delete thread;
}

bool KeptThread::begin() {
  process_ = getpid();
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, StackBytes);
  const image::HostSignalsBlocked blocked;
  const bool began = pthread_create(&thread_, &attributes, run, this) == 0;
  pthread_attr_destroy(&attributes);
  return began;
}

void *KeptThread::run(void *thread) {
  // Not from the heap, which may be what there is none of.
  void *memory = mmap(nullptr, SignalStackBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  stack_t stack = {.ss_sp = memory, .ss_flags = memory == MAP_FAILED ? SS_DISABLE : 0, .ss_size = SignalStackBytes};
  stack_t before = {};
  sigaltstack(&stack, &before);
  static_cast<KeptThread *>(thread)->runJobs();
  sigaltstack(&before, nullptr);
  if (memory != MAP_FAILED)
    munmap(memory, SignalStackBytes);
  return nullptr;
}

void KeptThread::runJobs() {
  for (std::unique_lock lock(mutex_);;) {
    changed_.wait(lock, [this] { return work_ || isOver_; });
    if (!work_)
      return;
    lock.unlock();
    work_(argument_);
    lock.lock();
    work_ = nullptr;
    changed_.notify_all();
  }
}

void KeptThread::start(Work *work, void *argument) {
  cpu_set_t cpus; // of those that the caller's thread was given, as a new thread would have them
  if (pthread_getaffinity_np(pthread_self(), sizeof cpus, &cpus) == 0)
    pthread_setaffinity_np(thread_, sizeof cpus, &cpus);
  std::lock_guard lock(mutex_);
  argument_ = argument;
  work_ = work;
  changed_.notify_all();
}

bool KeptThread::waitForASecond() {
  std::unique_lock lock(mutex_);
  return changed_.wait_for(lock, std::chrono::seconds(1), [this] { return !work_; });
}

int64_t KeptThread::processorTime() const {
  clockid_t clock;
  timespec used;
  if (pthread_getcpuclockid(thread_, &clock) != 0 || clock_gettime(clock, &used) != 0)
    return -1;
  return used.tv_sec * 1'000'000'000 + used.tv_nsec;
}

} // namespace lanecl::frontend
