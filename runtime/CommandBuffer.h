// cl_command_buffer_khr (OpenCL API, "Command-Buffers"; cl_khr_command_buffer 0.9.8 and what builds on it). Commands
// are recorded ready to run: checked, with their arguments, their shape of launch and their code. Enqueueing is one
// task.
#pragma once
#include "runtime/CommandBufferNames.h"
#include "runtime/CommandGraph.h"
#include "runtime/CommandQueue.h"
#include "runtime/MutableCommand.h"
#include "runtime/Object.h"
#include "runtime/Ref.h"
#include "runtime/Result.h"
#include <memory>
#include <mutex>
#include <span>
#include <vector>

namespace lanecl {

/// Thread safe, beyond what the specification asks: it may be recorded, enqueued and updated on any threads at once.
/// Keeps its queues, and what its commands use, alive; what is enqueued keeps what it uses.
class CommandBuffer : public Handle<CommandBuffer, Kind::CommandBuffer> {
public:
  struct Request {
    std::vector<Ref<CommandQueue>> queues; ///< at least one, all of one context
    cl_command_buffer_flags_khr flags = 0;
    cl_mutable_dispatch_asserts_khr asserts = 0;
    /// As the host gave them, the closing 0 included; empty for NULL.
    std::vector<cl_command_buffer_properties_khr> properties;
  };
  static Ref<CommandBuffer> create(Request request);

  Context &context() const { return queue(0).context(); }
  std::span<const Ref<CommandQueue>> queues() const { return request_.queues; }
  CommandQueue &queue(std::size_t number) const { return *request_.queues[number]; }
  const std::vector<cl_command_buffer_properties_khr> &properties() const { return request_.properties; }
  bool isMutable() const { return request_.flags & CL_COMMAND_BUFFER_MUTABLE_KHR; }
  bool assertsNoAdditionalGroups() const {
    return request_.asserts & CL_MUTABLE_DISPATCH_ASSERT_NO_ADDITIONAL_WORK_GROUPS_KHR;
  }
  cl_command_buffer_state_khr state() const;
  bool isRecording() const { return state() == CL_COMMAND_BUFFER_STATE_RECORDING_KHR; }
  bool hasSyncPoint(cl_sync_point_khr point) const;

  /// Where a command stands that is recorded; the wait list is valid.
  struct Place {
    uint32_t queue = 0; ///< number among queues()
    std::span<const cl_sync_point_khr> waitList;
    cl_sync_point_khr *syncPoint = nullptr; ///< gets the command's; may be null
  };
  /// CL_INVALID_OPERATION when it is finalized; CL_OUT_OF_RESOURCES when it is full. So for all that record.
  Result<> record(std::shared_ptr<const RecordedWork> work, const Place &place);
  /// clCommandBarrierWithWaitListKHR: waits for its wait list or, when that is empty, for all earlier commands; later
  /// ones wait for it.
  Result<> recordBarrier(const Place &place);
  /// clCommandNDRangeKernelKHR: the kernel as it is now. The handle lives as long as the command buffer. Fails with the
  /// errors of commands::prepare, too.
  Result<MutableCommand *> recordKernel(const KernelCommand &command, const Place &place);

  /// CL_INVALID_OPERATION when it is finalized already.
  Result<> finalize();
  /// clEnqueueCommandBufferKHR. `with`: as many as queues(), of the same devices. CL_INVALID_OPERATION when it is not
  /// executable; the errors of CommandQueue::submit.
  Result<> enqueue(std::span<const Ref<CommandQueue>> with, CommandQueue::Submission how);
  /// clRemapCommandBufferKHR: a copy with the commands of each queue on the one of the same number, or on whichever of
  /// them does best. `copies`: the copy's commands of the same numbers as `commands`; they live as long as the copy.
  /// The errors of commands::prepare.
  Result<Ref<CommandBuffer>> remap(bool automatic, std::vector<Ref<CommandQueue>> onto,
                                   std::span<MutableCommand *const> commands, std::span<MutableCommand *> copies) const;

private:
  friend class Handle<CommandBuffer, Kind::CommandBuffer>;
  friend class MutableCommand;
  friend class MutableUpdate;
  static constexpr uint32_t None = ~uint32_t{0};
  struct Command {
    uint32_t queue;
    std::vector<uint32_t> waitsFor;
    Ref<MutableCommand> kernel; ///< null for all but kernels
  };
  /// A command as the last update left it.
  struct Recorded {
    Command command;
    std::shared_ptr<const RecordedWork> work;
    Ref<Kernel> arguments; ///< null for all but kernels; so the range
    commands::NDRange range;
  };
  /// What recording knows of a queue.
  struct Tail {
    uint32_t last = None; ///< the last command
    bool isChain = true;  ///< in order: each command waits for the one before
  };
  explicit CommandBuffer(Request request);
  ~CommandBuffer() = default;

  // All with mutex_ held:
  bool isRecordingNow() const { return !executable_; }
  std::vector<uint32_t> predecessors(const Place &place) const;
  std::vector<uint32_t> unfollowed() const;
  /// Takes the work when it succeeds; else it is left to the caller, to die without the lock.
  Result<uint32_t> append(std::shared_ptr<const RecordedWork> &&work, std::vector<uint32_t> waitsFor,
                          const Place &place);
  std::vector<CommandOrder::Command> order() const;
  std::vector<Recorded> recorded() const;

  /// Of a copy that nobody else knows yet: the command, on that queue. The errors of commands::prepare.
  Result<> appendCopy(Recorded from, uint32_t queue);

  const Request request_;

  mutable std::mutex mutex_; ///< guards what follows and the commands' own state
  std::vector<Command> commands_;
  std::vector<bool> isFollowed_; ///< of each command: another waits for it
  std::vector<Tail> tails_;      ///< of each queue
  uint32_t barrier_ = None;      ///< the last one
  uint32_t fullBarrier_ = None;  ///< the last one that waits for all earlier commands
  uint32_t incomplete_ = 0;      ///< kernels without all of their arguments
  bool sharesMemory_ = false;
  Works works_;                ///< while recording
  Ref<Executable> executable_; ///< from finalize() on
};

} // namespace lanecl
