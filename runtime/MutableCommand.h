// cl_mutable_command_khr: a recorded kernel, and the change of such commands (cl_khr_command_buffer_mutable_dispatch).
#pragma once
#include "runtime/CommandBufferNames.h"
#include "runtime/CommandGraph.h"
#include "runtime/Kernel.h"
#include "runtime/Object.h"
#include "runtime/Ref.h"
#include "runtime/Result.h"
#include "runtime/commands/LaunchShape.h"
#include <memory>
#include <unordered_map>
#include <vector>

namespace lanecl {

class CommandBuffer;
class CommandQueue;
class Device;

/// What clCommandNDRangeKernelKHR is given.
struct KernelCommand {
  Ref<Kernel> kernel;
  commands::NDRange range;
  cl_mutable_dispatch_fields_khr fields = 0; ///< that may be changed later
  bool mayBeIncomplete = false;              ///< arguments may be set later
  /// As the host gave them, the closing 0 included; empty for NULL.
  std::vector<cl_command_properties_khr> properties;
};

/// Owned by its command buffer, whose lock guards what updates change. Thread safe.
class MutableCommand : public Handle<MutableCommand, Kind::MutableCommand> {
public:
  CommandBuffer &buffer() const { return *buffer_; }
  CommandQueue &queue() const;
  /// The one that was recorded; its arguments are of no concern any more.
  Kernel &kernel() const { return *recorded_.kernel; }
  const std::vector<cl_command_properties_khr> &properties() const { return recorded_.properties; }
  cl_uint dimensions() const { return recorded_.range.workDim; }
  bool mayChange(cl_mutable_dispatch_fields_khr field) const { return recorded_.fields & field; }
  /// As the last update left it.
  commands::NDRange range() const;

private:
  friend class Handle<MutableCommand, Kind::MutableCommand>;
  friend class CommandBuffer;
  friend class MutableUpdate;
  MutableCommand(CommandBuffer &buffer, uint32_t queue, KernelCommand command, Ref<Kernel> arguments)
      : buffer_(&buffer), queue_(queue), recorded_(std::move(command)), arguments_(std::move(arguments)),
        range_(recorded_.range) {}
  ~MutableCommand() = default;
  /// The work of such a command; null when arguments are missing and `mayBeIncomplete`.
  static Result<std::shared_ptr<const RecordedWork>> prepare(const Device &device, const Kernel &arguments,
                                                             const commands::NDRange &range, bool mayBeIncomplete);

  CommandBuffer *const buffer_;
  const uint32_t queue_;
  const KernelCommand recorded_;
  uint32_t number_ = 0; ///< among the buffer's commands; set once, when it is recorded
  // Guarded by the buffer's mutex:
  Ref<Kernel> arguments_; ///< never changed, only replaced
  commands::NDRange range_;
};

/// Changes of several commands of one command buffer, all or none (clUpdateMutableCommandsKHR). Not thread safe.
class MutableUpdate {
public:
  explicit MutableUpdate(CommandBuffer &buffer) : buffer_(buffer) {}
  struct Staged {
    Ref<MutableCommand> command;
    Ref<Kernel> arguments; ///< this update's own
    commands::NDRange range;
    std::shared_ptr<const RecordedWork> work;
  };
  /// The command as earlier changes of this update leave it; for the caller to change.
  Staged &stage(MutableCommand &command);
  /// Makes the changes for all enqueues to come. Fails with the errors of commands::prepare; nothing is changed then.
  Result<> commit();

private:
  CommandBuffer &buffer_;
  std::unordered_map<MutableCommand *, Staged> staged_;
};

} // namespace lanecl
