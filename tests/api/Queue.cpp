// Command-queues: creation, queries, flush, finish, release (OpenCL API 5.1, 5.15).
#include "tests/api/QueueFixture.h"

using namespace api_test;

namespace {

class QueueTest : public WithQueue {
protected:
  cl_int createError(const cl_queue_properties *list) {
    return errorOf([&](cl_int *error) {
      cl_command_queue made = clCreateCommandQueueWithProperties(context, device(), list, error);
      if (made)
        clReleaseCommandQueue(made);
      return made;
    });
  }
  cl_int createOld(cl_context in, cl_device_id on, cl_command_queue_properties properties) {
    return errorOf([&](cl_int *error) {
      cl_command_queue made = clCreateCommandQueue(in, on, properties, error);
      if (made)
        clReleaseCommandQueue(made);
      return made;
    });
  }
};

TEST_F(QueueTest, CreateTakesWhatTheDeviceSupports) {
  EXPECT_EQ(CL_SUCCESS, createError(nullptr));
  const cl_queue_properties none[] = {0};
  EXPECT_EQ(CL_SUCCESS, createError(none));
  const cl_queue_properties all[] = {CL_QUEUE_PROPERTIES,
                                     CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE, 0};
  EXPECT_EQ(CL_SUCCESS, createError(all));
  EXPECT_EQ(CL_SUCCESS, createOld(context, device(), CL_QUEUE_PROFILING_ENABLE));
}

TEST_F(QueueTest, CreateRejectsBadArguments) {
  const cl_queue_properties unknownName[] = {0x7777, 1, 0};
  const cl_queue_properties unknownBit[] = {CL_QUEUE_PROPERTIES, 1u << 20, 0};
  const cl_queue_properties twice[] = {CL_QUEUE_PROPERTIES, 0, CL_QUEUE_PROPERTIES, 0, 0};
  const cl_queue_properties sizeOfHostQueue[] = {CL_QUEUE_SIZE, 1024, 0};
  const cl_queue_properties deviceInOrder[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE, 0};
  const cl_queue_properties defaultOnHost[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE_DEFAULT, 0};
  const cl_queue_properties onDevice[] = {CL_QUEUE_PROPERTIES,
                                          CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  EXPECT_EQ(CL_INVALID_VALUE, createError(unknownName));
  EXPECT_EQ(CL_INVALID_VALUE, createError(unknownBit));
  EXPECT_EQ(CL_INVALID_VALUE, createError(twice));
  EXPECT_EQ(CL_INVALID_VALUE, createError(sizeOfHostQueue));
  EXPECT_EQ(CL_INVALID_VALUE, createError(deviceInOrder));
  EXPECT_EQ(CL_INVALID_VALUE, createError(defaultOnHost));
  EXPECT_EQ(CL_INVALID_QUEUE_PROPERTIES, createError(onDevice));
  EXPECT_EQ(CL_INVALID_VALUE, createOld(context, device(), CL_QUEUE_ON_DEVICE));
  EXPECT_EQ(CL_INVALID_DEVICE, createOld(context, nullptr, 0));
  // A queue is no device.
  EXPECT_EQ(CL_INVALID_DEVICE, createOld(context, reinterpret_cast<cl_device_id>(queue), 0));
  // And no context; it is one that the loader can dispatch.
  EXPECT_EQ(CL_INVALID_CONTEXT, createOld(reinterpret_cast<cl_context>(queue), device(), 0));
}

TEST_F(QueueTest, InfoAnswersEveryQuery) {
  EXPECT_EQ(context, query<cl_context>(clGetCommandQueueInfo, queue, CL_QUEUE_CONTEXT));
  EXPECT_EQ(device(), query<cl_device_id>(clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE));
  EXPECT_EQ(1u, query<cl_uint>(clGetCommandQueueInfo, queue, CL_QUEUE_REFERENCE_COUNT));
  EXPECT_EQ(cl_command_queue_properties(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE),
            query<cl_command_queue_properties>(clGetCommandQueueInfo, unordered, CL_QUEUE_PROPERTIES));
  EXPECT_EQ((std::vector<cl_queue_properties>{CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0}),
            queryList<cl_queue_properties>(clGetCommandQueueInfo, unordered, CL_QUEUE_PROPERTIES_ARRAY));
  EXPECT_EQ(nullptr, query<cl_command_queue>(clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE_DEFAULT));
}

TEST_F(QueueTest, PropertiesArrayIsEmptyWithoutAList) {
  cl_int error = 1;
  cl_command_queue old = clCreateCommandQueue(context, device(), CL_QUEUE_PROFILING_ENABLE, &error);
  ASSERT_EQ(CL_SUCCESS, error);
  std::size_t size = 99;
  EXPECT_EQ(CL_SUCCESS, clGetCommandQueueInfo(old, CL_QUEUE_PROPERTIES_ARRAY, 0, nullptr, &size));
  EXPECT_EQ(0u, size);
  EXPECT_EQ(cl_command_queue_properties(CL_QUEUE_PROFILING_ENABLE),
            query<cl_command_queue_properties>(clGetCommandQueueInfo, old, CL_QUEUE_PROPERTIES));
  EXPECT_EQ(CL_SUCCESS, clReleaseCommandQueue(old));
}

TEST_F(QueueTest, InfoRejectsBadArguments) {
  cl_uint value;
  EXPECT_EQ(CL_INVALID_VALUE, clGetCommandQueueInfo(queue, 0x1234, sizeof value, &value, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clGetCommandQueueInfo(queue, CL_QUEUE_REFERENCE_COUNT, 1, &value, nullptr));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, clGetCommandQueueInfo(queue, CL_QUEUE_SIZE, sizeof value, &value, nullptr));
  auto wrong = reinterpret_cast<cl_command_queue>(context);
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, clGetCommandQueueInfo(wrong, CL_QUEUE_CONTEXT, 0, nullptr, nullptr));
}

TEST_F(QueueTest, EveryFunctionRejectsWhatIsNoQueue) {
  auto wrong = reinterpret_cast<cl_command_queue>(context);
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, clRetainCommandQueue(wrong));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, clReleaseCommandQueue(wrong));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, clFlush(wrong));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, clFinish(wrong));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, clFinish(nullptr));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, clEnqueueMarkerWithWaitList(wrong, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, clEnqueueBarrier(wrong));
}

TEST_F(QueueTest, PropertiesCannotBeChanged) {
  EXPECT_EQ(CL_INVALID_OPERATION, clSetCommandQueueProperty(queue, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, nullptr));
  EXPECT_EQ(CL_INVALID_OPERATION, clSetDefaultDeviceCommandQueue(context, device(), queue));
  EXPECT_EQ(CL_INVALID_DEVICE, clSetDefaultDeviceCommandQueue(context, nullptr, queue));
}

TEST_F(QueueTest, RetainAndReleaseCount) {
  EXPECT_EQ(CL_SUCCESS, clRetainCommandQueue(queue));
  EXPECT_EQ(2u, query<cl_uint>(clGetCommandQueueInfo, queue, CL_QUEUE_REFERENCE_COUNT));
  EXPECT_EQ(CL_SUCCESS, clReleaseCommandQueue(queue));
  EXPECT_EQ(1u, query<cl_uint>(clGetCommandQueueInfo, queue, CL_QUEUE_REFERENCE_COUNT));
}

TEST_F(QueueTest, FlushAloneGetsTheWorkDone) {
  std::atomic<int> calls{0};
  std::function<void()> count = [&] { ++calls; };
  for (cl_command_queue each : {queue, unordered}) {
    calls = 0;
    for (int i = 0; i < 10; ++i)
      EXPECT_EQ(CL_SUCCESS, enqueueCall(each, count));
    EXPECT_EQ(CL_SUCCESS, clFlush(each));
    EXPECT_TRUE(eventually([&] { return calls == 10; }));
  }
}

TEST_F(QueueTest, ReleaseOfTheLastReferenceFlushes) {
  std::atomic<int> calls{0};
  std::function<void()> count = [&] { ++calls; };
  for (cl_command_queue_properties properties : {0, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}) {
    calls = 0;
    cl_command_queue own = makeQueue(properties);
    cl_event gate = userEvent();
    EXPECT_EQ(CL_SUCCESS, enqueueCall(own, count, {gate}));
    EXPECT_EQ(CL_SUCCESS, enqueueCall(own, count));
    EXPECT_EQ(CL_SUCCESS, clReleaseCommandQueue(own));
    // The commands keep it, but the host has no reference left to drop.
    EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, clReleaseCommandQueue(own));
    EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
    EXPECT_TRUE(eventually([&] { return calls == 2; }));
    EXPECT_EQ(CL_SUCCESS, clReleaseEvent(gate));
  }
}

TEST_F(QueueTest, FinishWaitsForEverything) {
  std::atomic<int> calls{0};
  std::function<void()> slow = [&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    ++calls;
  };
  for (cl_command_queue each : {queue, unordered}) {
    calls = 0;
    for (int i = 0; i < 5; ++i)
      EXPECT_EQ(CL_SUCCESS, enqueueCall(each, slow));
    EXPECT_EQ(CL_SUCCESS, clFinish(each));
    EXPECT_EQ(5, calls);
  }
}

TEST_F(QueueTest, LongQueuesDoNotRecurse) {
  // A chain of this length would overflow the stack if one command's end ran the next.
  constexpr int length = 200000;
  cl_mem buffer = makeBuffer(4);
  for (cl_command_queue each : {queue, unordered}) {
    cl_event gate = userEvent(), last = gate;
    EXPECT_EQ(CL_SUCCESS, clRetainEvent(gate));
    for (int i = 0; i < length; ++i) {
      cl_event next = nullptr;
      ASSERT_EQ(CL_SUCCESS, clEnqueueFillBuffer(each, buffer, &i, 4, 0, 4, 1, &last, &next));
      EXPECT_EQ(CL_SUCCESS, clReleaseEvent(last));
      last = next;
    }
    EXPECT_EQ(CL_SUCCESS, clReleaseEvent(last));
    EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
    EXPECT_EQ(CL_SUCCESS, clReleaseEvent(gate));
    int value = 0;
    EXPECT_EQ(CL_SUCCESS, clFinish(each));
    EXPECT_EQ(CL_SUCCESS, clEnqueueReadBuffer(each, buffer, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr));
    EXPECT_EQ(length - 1, value);
  }
}

} // namespace
