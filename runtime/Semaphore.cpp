#include "runtime/Semaphore.h"
#include "runtime/CommandQueue.h"
#include <algorithm>
#include <utility>

namespace lanecl {

struct SemaphorePayload::Settled {
  std::vector<Ref<Task>> opened, failed; ///< gates
  std::vector<Ref<CommandQueue>> wanted; ///< queues that must run without the host's flush

  /// The command must run without the host's flush.
  void want(const Task *command) {
    if (command && command->queue())
      wanted.emplace_back(command->queue());
  }
  /// Without the lock: tasks that this makes ready may run at once.
  ~Settled() {
    for (const Ref<Task> &gate : opened)
      gate->setUserStatus(CL_COMPLETE);
    for (const Ref<Task> &gate : failed)
      gate->setUserStatus(CL_INVALID_SEMAPHORE_KHR);
    for (const Ref<CommandQueue> &queue : wanted)
      queue->flush();
  }
};

/// The wait at that index has got its signal, which is done.
void SemaphorePayload::bind(std::size_t index, Settled &settled) {
  const auto at = static_cast<std::ptrdiff_t>(index);
  bound_.push_back(waits_[index].by);
  settled.opened.push_back(std::move(waits_[index].gate));
  waits_.erase(waits_.begin() + at);
  signals_.erase(signals_.begin() + at);
}

/// Waits from that index on face other signals than before.
void SemaphorePayload::rebind(std::size_t from, Settled &settled) {
  for (std::size_t i = from; i < std::min(waits_.size(), signals_.size());) {
    if (signals_[i].isDone) {
      bind(i, settled);
      continue;
    }
    settled.want(signals_[i].by);
    ++i;
  }
}

/// The payload is a bit: of the signals that no wait is there for, one that is done stands for all of them.
void SemaphorePayload::merge() {
  bool seen = false;
  for (std::size_t i = waits_.size(); i < signals_.size();)
    if (signals_[i].isDone && std::exchange(seen, true))
      signals_.erase(signals_.begin() + static_cast<std::ptrdiff_t>(i));
    else
      ++i;
}

/// Waits that cannot get a signal any more, not even one that an earlier wait gives back.
void SemaphorePayload::giveUp(Settled &settled) {
  while (isClosed_ && waits_.size() > signals_.size() + bound_.size()) {
    settled.failed.push_back(std::move(waits_.back().gate));
    waits_.pop_back();
  }
}

bool SemaphorePayload::addSignal(const Task &signal) {
  std::lock_guard lock(mutex_);
  signals_.push_back({&signal, false});
  return signals_.size() <= waits_.size();
}

void SemaphorePayload::signal(const Task &signal) {
  Settled settled;
  std::lock_guard lock(mutex_);
  auto found = std::ranges::find_if(signals_, [&](const Signal &s) { return s.by == &signal && !s.isDone; });
  if (found == signals_.end())
    return;
  *found = {nullptr, true};
  const auto index = static_cast<std::size_t>(found - signals_.begin());
  if (index < waits_.size())
    bind(index, settled);
  else
    merge();
}

void SemaphorePayload::withdraw(const Task &signal) {
  Settled settled;
  std::lock_guard lock(mutex_);
  auto found = std::ranges::find(signals_, &signal, &Signal::by);
  if (found == signals_.end())
    return;
  const auto index = static_cast<std::size_t>(found - signals_.begin());
  signals_.erase(found);
  rebind(index, settled);
  giveUp(settled);
}

SemaphorePayload::Place SemaphorePayload::addWait(const Task &wait) {
  Settled settled;
  std::lock_guard lock(mutex_);
  const std::size_t index = waits_.size();
  if (index < signals_.size() && signals_[index].isDone) {
    signals_.erase(signals_.begin() + static_cast<std::ptrdiff_t>(index));
    bound_.push_back(&wait);
    return {};
  }
  Place place{Ref<Task>::adopt(new Task(nullptr, CL_COMMAND_USER)), nullptr};
  waits_.push_back({&wait, place.gate});
  if (index < signals_.size() && signals_[index].by)
    place.waitsFor = Ref<CommandQueue>(signals_[index].by->queue());
  giveUp(settled);
  return place;
}

void SemaphorePayload::consume(const Task &wait) {
  Settled settled;
  std::lock_guard lock(mutex_);
  if (auto found = std::ranges::find(bound_, &wait); found != bound_.end())
    bound_.erase(found);
  giveUp(settled);
}

void SemaphorePayload::giveBack(const Task &wait) {
  Settled settled;
  std::lock_guard lock(mutex_);
  if (auto found = std::ranges::find(bound_, &wait); found != bound_.end()) {
    bound_.erase(found);
    signals_.push_front({nullptr, true});
    rebind(0, settled);
    merge();
  } else if (auto open = std::ranges::find(waits_, &wait, &Wait::by); open != waits_.end()) {
    const auto index = static_cast<std::size_t>(open - waits_.begin());
    waits_.erase(open);
    rebind(index, settled);
    merge();
  }
  giveUp(settled);
}

bool SemaphorePayload::isSignaled() {
  Settled settled;
  std::lock_guard lock(mutex_);
  for (const Signal &signal : signals_)
    settled.want(signal.by);
  for (const Task *wait : bound_)
    settled.want(wait);
  return !bound_.empty() || std::ranges::any_of(signals_, &Signal::isDone);
}

void SemaphorePayload::close() {
  Settled settled;
  std::lock_guard lock(mutex_);
  isClosed_ = true;
  giveUp(settled);
}

Result<std::shared_ptr<SemaphorePayload>> SemaphorePayload::ofFence(FileDescriptor &fence) {
  auto payload = std::make_shared<SemaphorePayload>();
  if (fence.get() < 0 || FenceWatch::isSignaled(fence)) {
    payload->signals_.push_back({nullptr, true});
    fence = FileDescriptor();
    return payload;
  }
  payload->imported_ = Ref<Task>::adopt(new Task(nullptr, CL_COMMAND_USER));
  payload->signals_.push_back({payload->imported_.get(), false});
  auto watch = FenceWatch::start(fence, [weak = std::weak_ptr(payload)] {
    if (auto alive = weak.lock())
      alive->signal(*alive->imported_);
  });
  if (!watch)
    return fail(watch.error());
  payload->watch_ = std::move(*watch);
  return payload;
}

Semaphore::Semaphore(Context &context, Request request) : context_(&context), request_(std::move(request)) {}

bool Semaphore::has(const Device &device) const {
  return std::ranges::any_of(devices(), [&](const Ref<Device> &own) { return own.get() == &device; });
}

std::shared_ptr<SemaphorePayload> Semaphore::payload() const {
  std::lock_guard lock(mutex_);
  return payload_;
}

void Semaphore::replacePayload(std::shared_ptr<SemaphorePayload> payload) {
  {
    std::lock_guard lock(mutex_);
    payload_.swap(payload);
  }
  payload->close();
}

} // namespace lanecl
