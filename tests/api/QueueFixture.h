// What the tests of queues, events and commands share: queues, buffers, native kernels as commands that the test
// controls.
#pragma once
#include "tests/api/Api.h"
#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

namespace api_test {

/// Waits for a condition that other threads bring about; fails after ten seconds.
template <typename Condition>::testing::AssertionResult eventually(Condition condition) {
  for (int i = 0; i < 10000; ++i) {
    if (condition())
      return ::testing::AssertionSuccess();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return ::testing::AssertionFailure() << "did not happen within ten seconds";
}

class WithQueue : public WithContext {
protected:
  void SetUp() override {
    WithContext::SetUp();
    queue = makeQueue(0);
    unordered = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  }
  void TearDown() override {
    EXPECT_EQ(CL_SUCCESS, clFinish(queue));
    EXPECT_EQ(CL_SUCCESS, clFinish(unordered));
    for (cl_mem buffer : buffers)
      EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(buffer));
    EXPECT_EQ(CL_SUCCESS, clReleaseCommandQueue(queue));
    EXPECT_EQ(CL_SUCCESS, clReleaseCommandQueue(unordered));
    WithContext::TearDown();
  }

  cl_command_queue makeQueue(cl_command_queue_properties properties) {
    const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, properties, 0};
    cl_int error = 1;
    cl_command_queue made = clCreateCommandQueueWithProperties(context, device(), list, &error);
    EXPECT_EQ(CL_SUCCESS, error);
    return made;
  }
  /// Released at the end of the test.
  cl_mem makeBuffer(std::size_t size, cl_mem_flags flags = CL_MEM_READ_WRITE, void *host = nullptr) {
    cl_int error = 1;
    buffers.push_back(clCreateBuffer(context, flags, size, host, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return buffers.back();
  }
  cl_mem makeSubBuffer(cl_mem parent, std::size_t origin, std::size_t size) {
    cl_buffer_region region{origin, size};
    cl_int error = 1;
    buffers.push_back(clCreateSubBuffer(parent, 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return buffers.back();
  }
  cl_event userEvent() {
    cl_int error = 1;
    cl_event event = clCreateUserEvent(context, &error);
    EXPECT_EQ(CL_SUCCESS, error);
    return event;
  }
  /// Enqueues a command that calls `function`, which must live until it has run.
  cl_int enqueueCall(cl_command_queue in, std::function<void()> &function, const std::vector<cl_event> &waits = {},
                     cl_event *event = nullptr) {
    std::function<void()> *pointer = &function;
    return clEnqueueNativeKernel(
        in, [](void *arguments) { (**static_cast<std::function<void()> **>(arguments))(); }, &pointer, sizeof pointer,
        0, nullptr, nullptr, waits.size(), waits.empty() ? nullptr : waits.data(), event);
  }
  static cl_int statusOf(cl_event event) {
    return query<cl_int>(clGetEventInfo, event, CL_EVENT_COMMAND_EXECUTION_STATUS);
  }

  cl_command_queue queue = nullptr, unordered = nullptr; ///< in order, out of order
  std::vector<cl_mem> buffers;
};

} // namespace api_test
