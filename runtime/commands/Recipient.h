// Who gets a command that the host asks for: a queue, which runs it once, or a command buffer, which keeps it and runs
// it whenever it is enqueued. What a command demands and does is written once, for both.
#pragma once
#include "runtime/CommandBuffer.h"
#include "runtime/CommandQueue.h"
#include <memory>
#include <utility>

namespace lanecl::commands {

/// Refers to what it is made of; lives as long as one call. Thread safe as those are.
class Recipient {
public:
  Recipient(CommandQueue &queue, const CommandQueue::Submission &how) : queue_(queue), how_(&how) {}
  Recipient(CommandBuffer &buffer, const CommandBuffer::Place &place)
      : queue_(buffer.queue(place.queue)), buffer_(&buffer), place_(&place) {}

  Context &context() const { return queue_.context(); }
  /// `work`: a function object cl_int() that can be called again and again, and by several threads at once. `cost`:
  /// what it roughly takes, nanoseconds. Fails with the errors of CommandQueue::submit or CommandBuffer::record.
  template <typename Work> Result<> take(cl_command_type type, uint64_t cost, Work work) const {
    if (!buffer_)
      return queue_.submit(type, cost, std::move(work), *how_);
    return buffer_->record(std::make_shared<RecordedWorkOf<Work>>(std::move(work), sharesMemory_), *place_);
  }
  /// The command is on addresses: the host may look for what it does without another call.
  Recipient onAddresses() const {
    Recipient other = *this;
    other.sharesMemory_ = true;
    return other;
  }
  /// After `take`, where the command is on addresses.
  void expectProgress() const {
    if (how_ && !how_->blocking)
      queue_.expectProgress();
  }

private:
  CommandQueue &queue_;
  const CommandQueue::Submission *how_ = nullptr;
  CommandBuffer *buffer_ = nullptr;
  const CommandBuffer::Place *place_ = nullptr;
  bool sharesMemory_ = false;
};

} // namespace lanecl::commands
