#include "runtime/commands/Semaphores.h"
#include <memory>
#include <utility>
#include <vector>

namespace lanecl::commands {
namespace {

/// A wait or a signal: tells each payload what has become of it, however it ends. Done, Undone: what to tell when it
/// has run, and when it did not.
template <auto Done, auto Undone> class SemaphoreTask final : public Task {
public:
  SemaphoreTask(CommandQueue *queue, cl_command_type type, std::size_t count) : Task(queue, type) {
    payloads_.reserve(count);
  }
  ~SemaphoreTask() override { tell<Undone>(); }
  /// Room for it was made.
  void add(std::shared_ptr<SemaphorePayload> payload) { payloads_.push_back(std::move(payload)); }

protected:
  cl_int run() override {
    tell<Done>();
    return CL_SUCCESS;
  }
  void drop() override { tell<Undone>(); }

private:
  template <auto What> void tell() {
    for (const std::shared_ptr<SemaphorePayload> &payload : std::exchange(payloads_, {}))
      ((*payload).*What)(*this);
  }
  std::vector<std::shared_ptr<SemaphorePayload>> payloads_;
};

using WaitTask = SemaphoreTask<&SemaphorePayload::consume, &SemaphorePayload::giveBack>;
using SignalTask = SemaphoreTask<&SemaphorePayload::signal, &SemaphorePayload::withdraw>;

} // namespace

Result<> waitSemaphores(CommandQueue &queue, std::span<Semaphore *const> semaphores,
                        const CommandQueue::Submission &how) {
  auto task = Ref<WaitTask>::adopt(new WaitTask(&queue, CL_COMMAND_SEMAPHORE_WAIT_KHR, semaphores.size()));
  for (Semaphore *semaphore : semaphores) {
    auto payload = semaphore->payload();
    const auto place = payload->addWait(*task);
    task->add(std::move(payload));
    if (place.waitsFor && place.waitsFor.get() != &queue)
      place.waitsFor->flush();
    if (place.gate)
      task->waitFor(*place.gate);
  }
  return queue.submit(task, how);
}

Result<> signalSemaphores(CommandQueue &queue, std::span<Semaphore *const> semaphores,
                          const CommandQueue::Submission &how) {
  auto task = Ref<SignalTask>::adopt(new SignalTask(&queue, CL_COMMAND_SEMAPHORE_SIGNAL_KHR, semaphores.size()));
  bool isAwaited = false;
  for (Semaphore *semaphore : semaphores) {
    auto payload = semaphore->payload();
    isAwaited |= payload->addSignal(*task);
    task->add(std::move(payload));
  }
  auto submitted = queue.submit(task, how);
  // Whoever waits may be on another queue, and the host only waits there.
  if (submitted && isAwaited)
    queue.flush();
  return submitted;
}

} // namespace lanecl::commands
