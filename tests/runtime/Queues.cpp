// Queues and command buffers from inside: call-backs and ends of objects that a host cannot time.
#include "runtime/CommandBuffer.h"
#include "runtime/CommandQueue.h"
#include "tests/runtime/TestDevice.h"
#include <chrono>
#include <functional>
#include <future>
#include <gtest/gtest.h>

using namespace lanecl;
using lanecl::test::device;

namespace {

Ref<Context> makeContext() { return Ref<Context>::adopt(new Context({Ref<Device>(&device())}, {}, nullptr, nullptr)); }
cl_int codeOf(const Result<> &result) { return result ? CL_SUCCESS : result.error(); }

/// A marker with its event, and a call-back that nothing but the queue's own progress leads to: clSetEventCallback
/// flushes the queue.
struct Marker {
  Ref<Task> task;
  Ref<Event> event;
  explicit Marker(CommandQueue &queue)
      : task(Ref<Task>::adopt(new Task(&queue, CL_COMMAND_MARKER))), event(Event::create(queue.context(), task)) {
    EXPECT_TRUE(queue.submit(task, {}));
  }
  /// `body` outlives the call-back.
  void onStatus(cl_int status, std::function<void()> &body) {
    event->retainForHost(); // as Event::addCallback does
    task->addCallback(
        event, status, [](cl_event, cl_int, void *data) { (*static_cast<std::function<void()> *>(data))(); }, &body);
  }
};

class QueueCallbacks : public testing::TestWithParam<cl_command_queue_properties> {
protected:
  Ref<Context> context = makeContext();
  Ref<CommandQueue> queue = CommandQueue::create(*context, device(), GetParam());
};
INSTANTIATE_TEST_SUITE_P(BothOrders, QueueCallbacks,
                         testing::Values(cl_command_queue_properties{0},
                                         cl_command_queue_properties{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}));

// The thread that waits has taken the command when it tells that it is submitted: nobody else can run it.
TEST_P(QueueCallbacks, OfSubmittedCommandsDoNotWaitForThem) {
  for (cl_int status : {CL_SUBMITTED, CL_RUNNING}) {
    Marker marker(*queue);
    cl_int finish = 1, wait = 1;
    std::function<void()> ask = [&] {
      finish = codeOf(queue->finish());
      wait = codeOf(Event::wait({&marker.event, 1}));
    };
    marker.onStatus(status, ask);
    queue->wait(*marker.task);
    EXPECT_EQ(CL_INVALID_OPERATION, finish) << status;
    EXPECT_EQ(CL_INVALID_OPERATION, wait) << status;
    EXPECT_EQ(CL_COMPLETE, marker.task->status());
  }
}

// In a call-back of one queue this thread runs another queue's command, whose own call-back waits for the first.
TEST_P(QueueCallbacks, DoNotWaitForOuterOnes) {
  Ref<CommandQueue> other = CommandQueue::create(*context, device(), GetParam());
  Marker outer(*queue), inner(*other);
  cl_int wait = 1, finish = 1;
  std::function<void()> waitForInner = [&] { wait = codeOf(Event::wait({&inner.event, 1})); };
  std::function<void()> finishOuter = [&] { finish = codeOf(queue->finish()); };
  outer.onStatus(CL_RUNNING, waitForInner);
  inner.onStatus(CL_RUNNING, finishOuter);
  queue->wait(*outer.task);
  EXPECT_EQ(CL_SUCCESS, wait);
  EXPECT_EQ(CL_INVALID_OPERATION, finish);
  EXPECT_TRUE(queue->finish());
  EXPECT_TRUE(other->finish());
}

/// Asks the command buffer on its last day, as a memory object's destructor call-back may.
struct LastQuestion final : RecordedWork {
  CommandBuffer &buffer;
  std::future<cl_command_buffer_state_khr> &answer;
  LastQuestion(CommandBuffer &buffer, std::future<cl_command_buffer_state_khr> &answer)
      : buffer(buffer), answer(answer) {}
  ~LastQuestion() override {
    answer = std::async(std::launch::async, [&asked = buffer] { return asked.state(); });
    EXPECT_EQ(std::future_status::ready, answer.wait_for(std::chrono::seconds(5))) << "it is locked";
  }
  cl_int run() const override { return CL_SUCCESS; }
};

// A command that came too late: between its checks and its recording another thread finalized the command buffer.
TEST(CommandBuffers, AreNotLockedWhenTheyRefuseWork) {
  Ref<Context> context = makeContext();
  Ref<CommandQueue> queue = CommandQueue::create(*context, device(), 0);
  Ref<CommandBuffer> buffer = CommandBuffer::create({.queues = {queue}, .flags = 0, .asserts = 0, .properties = {}});
  ASSERT_TRUE(buffer->finalize());
  std::future<cl_command_buffer_state_khr> answer;
  EXPECT_EQ(CL_INVALID_OPERATION, codeOf(buffer->record(std::make_shared<LastQuestion>(*buffer, answer), {})));
  EXPECT_EQ(cl_command_buffer_state_khr(CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR), answer.get());
}

} // namespace
