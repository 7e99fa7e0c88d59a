// Queues and command buffers from inside: call-backs and ends of objects that a host cannot time.
#include "runtime/CommandBuffer.h"
#include "runtime/CommandQueue.h"
#include "runtime/Platform.h"
#include <chrono>
#include <future>
#include <gtest/gtest.h>

using namespace lanecl;

namespace {

Device &device() { return Platform::get().device(); }
Ref<Context> makeContext() { return Ref<Context>::adopt(new Context({Ref<Device>(&device())}, {}, nullptr, nullptr)); }
cl_int codeOf(const Result<> &result) { return result ? CL_SUCCESS : result.error(); }

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
