#include "runtime/CommandBuffer.h"
#include "runtime/Executor.h"
#include <algorithm>
#include <limits>
#include <utility>

namespace lanecl {
namespace {

/// The next push_back throws nothing.
template <typename List> void makeRoom(List &list) {
  if (list.size() == list.capacity())
    list.reserve(std::max<std::size_t>(16, 2 * list.size()));
}

} // namespace

Ref<CommandBuffer> CommandBuffer::create(Request request) {
  return Ref<CommandBuffer>::adopt(new CommandBuffer(std::move(request)));
}

CommandBuffer::CommandBuffer(Request request) : request_(std::move(request)), tails_(request_.queues.size()) {
  for (std::size_t i = 0; i < tails_.size(); ++i)
    tails_[i].isChain = queue(i).isInOrder();
}

cl_command_buffer_state_khr CommandBuffer::state() const {
  std::lock_guard lock(mutex_);
  if (isRecordingNow())
    return CL_COMMAND_BUFFER_STATE_RECORDING_KHR;
  return incomplete_ ? CL_COMMAND_BUFFER_STATE_FINALIZED_KHR : CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR;
}

// A command's synchronization point is its number, counted from 1.
bool CommandBuffer::hasSyncPoint(cl_sync_point_khr point) const {
  std::lock_guard lock(mutex_);
  return point >= 1 && point <= commands_.size();
}

std::vector<uint32_t> CommandBuffer::predecessors(const Place &place) const {
  const Tail &tail = tails_[place.queue];
  std::vector<uint32_t> waits;
  for (cl_sync_point_khr point : place.waitList)
    if (!tail.isChain || commands_[point - 1].queue != place.queue) // else the last one waits for it
      waits.push_back(point - 1);
  // "If the queue is an in-order queue, then an additional dependency is created on the last command appended to the
  // command-buffer using the same queue parameter."
  if (queue(place.queue).isInOrder() && tail.last != None)
    waits.push_back(tail.last);
  // "Any following commands recorded after [a barrier] do not execute until it completes." What came after it waits for
  // it already.
  if (barrier_ != None && std::ranges::none_of(waits, [&](uint32_t other) { return other >= barrier_; }))
    waits.push_back(barrier_);
  std::ranges::sort(waits);
  auto repeated = std::ranges::unique(waits);
  waits.erase(repeated.begin(), repeated.end());
  return waits;
}

/// Commands that nobody waits for; all others come before one of them.
std::vector<uint32_t> CommandBuffer::unfollowed() const {
  std::vector<uint32_t> last;
  for (uint32_t i = fullBarrier_ == None ? 0 : fullBarrier_; i < commands_.size(); ++i)
    if (!isFollowed_[i])
      last.push_back(i);
  return last;
}

Result<uint32_t> CommandBuffer::append(std::shared_ptr<const RecordedWork> &&work, std::vector<uint32_t> waitsFor,
                                       const Place &place) {
  if (!isRecordingNow())
    return fail(CL_INVALID_OPERATION);
  // "[Synchronization points are] a cl_uint, giving a hard upper limit on the number of commands a command-buffer can
  // hold as CL_UINT_MAX, at which point CL_OUT_OF_RESOURCES will be returned."
  if (commands_.size() >= std::numeric_limits<cl_sync_point_khr>::max() - 1)
    return fail(CL_OUT_OF_RESOURCES);
  const auto number = static_cast<uint32_t>(commands_.size());
  sharesMemory_ |= work && work->sharesMemory();
  makeRoom(isFollowed_);
  makeRoom(works_);
  makeRoom(commands_);
  isFollowed_.push_back(false);
  works_.push_back(std::move(work));
  for (uint32_t earlier : waitsFor)
    isFollowed_[earlier] = true;
  commands_.push_back({place.queue, std::move(waitsFor), nullptr});
  tails_[place.queue].last = number;
  if (place.syncPoint)
    *place.syncPoint = number + 1;
  return number;
}

Result<> CommandBuffer::record(std::shared_ptr<const RecordedWork> work, const Place &place) {
  std::lock_guard lock(mutex_);
  auto number = append(std::move(work), predecessors(place), place);
  return number ? Result<>() : fail(number.error());
}

Result<> CommandBuffer::recordBarrier(const Place &place) {
  std::lock_guard lock(mutex_);
  // "If the list is empty it waits for all commands previously recorded in command_buffer to complete before it
  // completes."
  auto number = append(nullptr, place.waitList.empty() ? unfollowed() : predecessors(place), place);
  if (!number)
    return fail(number.error());
  barrier_ = *number;
  if (place.waitList.empty())
    fullBarrier_ = barrier_;
  return {};
}

Result<MutableCommand *> CommandBuffer::recordKernel(const KernelCommand &command, const Place &place) {
  // "Any changes to kernel after calling clCommandNDRangeKernelKHR, such as with clSetKernelArg or clSetKernelExecInfo,
  // have no effect on the recorded command."
  Ref<Kernel> arguments = command.kernel->clone();
  auto work = MutableCommand::prepare(queue(place.queue).device(), *arguments, command.range, command.mayBeIncomplete);
  if (!work)
    return fail(work.error());
  auto handle = Ref<MutableCommand>::adopt(new MutableCommand(*this, place.queue, command, std::move(arguments)));
  std::lock_guard lock(mutex_);
  const bool isIncomplete = !*work;
  auto number = append(std::move(*work), predecessors(place), place);
  if (!number)
    return fail(number.error());
  incomplete_ += isIncomplete;
  handle->number_ = *number;
  commands_[*number].kernel = handle;
  return handle.get();
}

std::vector<CommandOrder::Command> CommandBuffer::order() const {
  std::vector<CommandOrder::Command> all;
  all.reserve(commands_.size());
  for (const Command &command : commands_)
    all.push_back({command.waitsFor, queue(command.queue).device().team()});
  return all;
}

Result<> CommandBuffer::finalize() {
  std::lock_guard lock(mutex_);
  if (!isRecordingNow())
    return fail(CL_INVALID_OPERATION);
  auto graph = std::make_shared<const CommandOrder>(order());
  executable_ = Ref<Executable>::adopt(new Executable(std::move(graph), std::move(works_)));
  return {};
}

Result<> CommandBuffer::enqueue(std::span<const Ref<CommandQueue>> with, CommandQueue::Submission how) {
  Ref<Executable> executable;
  bool sharesMemory;
  {
    std::lock_guard lock(mutex_);
    if (isRecordingNow() || incomplete_)
      return fail(CL_INVALID_OPERATION);
    executable = executable_;
    sharesMemory = sharesMemory_;
  }
  // The command takes its turn in all queues: in the first as the task that does the work, in the others as one that
  // lets it begin and one that waits for its end. Tasks wait only for such that were submitted before them, so that no
  // two command buffers can wait for each other.
  CommandQueue &first = *with.front();
  std::vector<CommandQueue *> others;
  for (const Ref<CommandQueue> &queue : with.subspan(1))
    if (queue.get() != &first && std::ranges::find(others, queue.get()) == others.end())
      others.push_back(queue.get());
  constexpr cl_command_type type = CL_COMMAND_COMMAND_BUFFER_KHR;
  std::vector<Ref<Task>> begins;
  for (CommandQueue *queue : others) {
    begins.push_back(Ref<Task>::adopt(new Task(queue, type)));
    if (auto ok = queue->submit(begins.back(), {}); !ok)
      return ok;
  }
  how.after = begins;
  how.ofSeveralQueues = with.size() > 1;
  const uint64_t cost = executable->cost();
  auto run = [executable = std::move(executable)]() -> cl_int { return executable->run(); };
  auto task = Ref<Task>::adopt(new CommandTask(&first, type, cost ? cost : executor::UnknownCost, std::move(run)));
  if (auto ok = first.submit(task, how); !ok)
    return ok;
  for (CommandQueue *queue : others)
    if (auto ok = queue->submit(Ref<Task>::adopt(new Task(queue, type)), {.waitList = {}, .after = {&task, 1}}); !ok)
      return ok;
  if (sharesMemory)
    first.expectProgress();
  return {};
}

std::vector<CommandBuffer::Recorded> CommandBuffer::recorded() const {
  const Works &works = isRecordingNow() ? works_ : executable_->works();
  std::vector<Recorded> all;
  all.reserve(commands_.size());
  for (uint32_t i = 0; i < commands_.size(); ++i) {
    all.push_back({.command = commands_[i], .work = works[i], .arguments = nullptr, .range = {}});
    if (const MutableCommand *kernel = commands_[i].kernel.get()) {
      all.back().arguments = kernel->arguments_;
      all.back().range = kernel->range_;
    }
  }
  return all;
}

Result<> CommandBuffer::appendCopy(Recorded from, uint32_t queueNumber) {
  Ref<MutableCommand> handle;
  if (const MutableCommand *kernel = from.command.kernel.get()) {
    auto prepared = MutableCommand::prepare(queue(queueNumber).device(), *from.arguments, from.range, true);
    if (!prepared)
      return fail(prepared.error());
    from.work = std::move(*prepared);
    incomplete_ += !from.work;
    handle = Ref<MutableCommand>::adopt(new MutableCommand(*this, queueNumber, kernel->recorded_, from.arguments));
    handle->range_ = from.range;
  }
  // The same dependencies, whatever the new queues' properties.
  auto number = append(std::move(from.work), std::move(from.command.waitsFor),
                       {.queue = queueNumber, .waitList = {}, .syncPoint = nullptr});
  if (!number)
    return fail(number.error());
  if (handle)
    handle->number_ = *number;
  commands_.back().kernel = std::move(handle);
  return {};
}

Result<Ref<CommandBuffer>> CommandBuffer::remap(bool automatic, std::vector<Ref<CommandQueue>> onto,
                                                std::span<MutableCommand *const> commands,
                                                std::span<MutableCommand *> copies) const {
  Request request = request_;
  request.queues = std::move(onto);
  Ref<CommandBuffer> copy = create(std::move(request));
  std::vector<Recorded> all;
  std::vector<CommandOrder::Command> sequence;
  bool isFinal;
  {
    // Preparing kernels may call the host back: not under the lock.
    std::lock_guard lock(mutex_);
    all = recorded();
    sequence = order();
    isFinal = !isRecordingNow();
    copy->barrier_ = barrier_;
    copy->fullBarrier_ = fullBarrier_;
  }
  const CommandOrder graph(sequence);
  const auto count = static_cast<uint32_t>(copy->queues().size());
  for (uint32_t i = 0; i < all.size(); ++i) {
    const Command &command = all[i].command;
    uint32_t number = command.queue;
    if (automatic) {
      // Strands go round, so that what may run side by side is spread; a kernel stays off devices that it was not built
      // for, if it can.
      number = graph.strandOf()[i] % count;
      for (uint32_t tries = 0; tries < count && command.kernel; ++tries, number = (number + 1) % count)
        if (command.kernel->kernel().runsOn(copy->queue(number).device()))
          break;
    }
    if (auto ok = copy->appendCopy(std::move(all[i]), number); !ok)
      return fail(ok.error());
  }
  for (Tail &tail : copy->tails_)
    tail.isChain = tail.isChain && tail.last == None;
  if (isFinal)
    if (auto ok = copy->finalize(); !ok)
      return fail(ok.error());
  for (std::size_t i = 0; i < commands.size(); ++i)
    copies[i] = copy->commands_[commands[i]->number_].kernel.get();
  return copy;
}

} // namespace lanecl
