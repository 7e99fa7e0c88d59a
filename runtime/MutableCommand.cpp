#include "runtime/MutableCommand.h"
#include "runtime/CommandBuffer.h"
#include "runtime/commands/Launch.h"
#include <utility>

namespace lanecl {

CommandQueue &MutableCommand::queue() const { return buffer_->queue(queue_); }

commands::NDRange MutableCommand::range() const {
  std::lock_guard lock(buffer_->mutex_);
  return range_;
}

Result<std::shared_ptr<const RecordedWork>> MutableCommand::prepare(const Device &device, const Kernel &arguments,
                                                                    const commands::NDRange &range,
                                                                    bool mayBeIncomplete) {
  if (mayBeIncomplete && !arguments.isComplete()) {
    if (auto ok = commands::checkIncomplete(device, arguments, range); !ok)
      return fail(ok.error());
    return nullptr;
  }
  commands::PreparedLaunch prepared;
  if (auto ok = commands::prepare(device, arguments, range, prepared); !ok)
    return fail(ok.error());
  const bool sharesMemory = prepared.variant && prepared.kernel.sharesMemory;
  return std::make_shared<RecordedWorkOf<commands::PreparedLaunch>>(std::move(prepared), sharesMemory);
}

MutableUpdate::Staged &MutableUpdate::stage(MutableCommand &command) {
  auto [at, isNew] = staged_.try_emplace(&command);
  Staged &staged = at->second;
  if (isNew) {
    std::lock_guard lock(buffer_.mutex_);
    staged.command = Ref<MutableCommand>(&command);
    staged.arguments = command.arguments_->clone();
    staged.range = command.range_;
  }
  return staged;
}

Result<> MutableUpdate::commit() {
  for (auto &[command, staged] : staged_) {
    auto work = MutableCommand::prepare(command->queue().device(), *staged.arguments, staged.range, true);
    if (!work)
      return fail(work.error());
    staged.work = std::move(*work);
  }
  // What is replaced may be the last that keeps memory objects: it dies with this update, without the lock, for their
  // destructor call-backs may ask for this command buffer.
  Ref<Executable> replaced;
  std::lock_guard lock(buffer_.mutex_);
  if (buffer_.executable_->isShared())
    replaced = std::exchange(buffer_.executable_, Ref<Executable>::adopt(new Executable(*buffer_.executable_)));
  Works &works = buffer_.executable_->works();
  for (auto &[command, staged] : staged_) {
    auto &work = works[command->number_];
    buffer_.incomplete_ += !staged.work;
    buffer_.incomplete_ -= !work;
    buffer_.sharesMemory_ |= staged.work && staged.work->sharesMemory();
    std::swap(work, staged.work);
    std::swap(command->arguments_, staged.arguments);
    command->range_ = staged.range;
  }
  return {};
}

} // namespace lanecl
