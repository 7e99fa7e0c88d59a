// Events: user events, callbacks, errors along the graph, profiling (OpenCL API 5.11, 5.14).
#include "tests/api/QueueFixture.h"
#include <mutex>

using namespace api_test;

namespace {

class EventTest : public WithQueue {
protected:
  /// A marker's event, complete.
  cl_event doneEvent() {
    cl_event event = nullptr;
    EXPECT_EQ(CL_SUCCESS, clEnqueueMarkerWithWaitList(queue, 0, nullptr, &event));
    EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &event));
    return event;
  }
  cl_context otherContext() {
    cl_device_id one = device();
    return clCreateContext(nullptr, 1, &one, nullptr, nullptr, nullptr);
  }
};

/// What a callback was told.
struct Calls {
  std::mutex mutex;
  std::vector<cl_int> statuses;
  std::size_t count() {
    std::lock_guard lock(mutex);
    return statuses.size();
  }
  static void CL_CALLBACK record(cl_event, cl_int status, void *data) {
    auto *calls = static_cast<Calls *>(data);
    std::lock_guard lock(calls->mutex);
    calls->statuses.push_back(status);
  }
};

TEST_F(EventTest, UserEventStartsSubmitted) {
  cl_event event = userEvent();
  EXPECT_EQ(CL_SUBMITTED, statusOf(event));
  EXPECT_EQ(nullptr, query<cl_command_queue>(clGetEventInfo, event, CL_EVENT_COMMAND_QUEUE));
  EXPECT_EQ(context, query<cl_context>(clGetEventInfo, event, CL_EVENT_CONTEXT));
  EXPECT_EQ(cl_command_type(CL_COMMAND_USER), query<cl_command_type>(clGetEventInfo, event, CL_EVENT_COMMAND_TYPE));
  EXPECT_EQ(1u, query<cl_uint>(clGetEventInfo, event, CL_EVENT_REFERENCE_COUNT));
  EXPECT_EQ(CL_SUCCESS, clRetainEvent(event));
  EXPECT_EQ(2u, query<cl_uint>(clGetEventInfo, event, CL_EVENT_REFERENCE_COUNT));
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(event));
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(event));
}

TEST_F(EventTest, UserStatusIsSetOnce) {
  cl_event event = userEvent();
  EXPECT_EQ(CL_INVALID_VALUE, clSetUserEventStatus(event, CL_RUNNING));
  EXPECT_EQ(CL_INVALID_VALUE, clSetUserEventStatus(event, CL_QUEUED));
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(event, CL_COMPLETE));
  EXPECT_EQ(CL_INVALID_OPERATION, clSetUserEventStatus(event, CL_COMPLETE));
  EXPECT_EQ(CL_INVALID_OPERATION, clSetUserEventStatus(event, -5));
  EXPECT_EQ(CL_COMPLETE, statusOf(event));
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(event));
  cl_event command = doneEvent();
  EXPECT_EQ(CL_INVALID_EVENT, clSetUserEventStatus(command, CL_COMPLETE));
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(command));
}

TEST_F(EventTest, BadArgumentsAreNamed) {
  auto wrong = reinterpret_cast<cl_event>(queue);
  cl_event good = userEvent();
  cl_uint value;
  EXPECT_EQ(CL_INVALID_CONTEXT,
            errorOf([&](cl_int *error) { return clCreateUserEvent(reinterpret_cast<cl_context>(queue), error); }));
  EXPECT_EQ(CL_INVALID_EVENT, clSetUserEventStatus(wrong, CL_COMPLETE));
  EXPECT_EQ(CL_INVALID_EVENT, clRetainEvent(wrong));
  EXPECT_EQ(CL_INVALID_EVENT, clReleaseEvent(wrong));
  EXPECT_EQ(CL_INVALID_EVENT, clGetEventInfo(wrong, CL_EVENT_CONTEXT, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_EVENT, clGetEventProfilingInfo(wrong, CL_PROFILING_COMMAND_END, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_EVENT, clSetEventCallback(wrong, CL_COMPLETE, Calls::record, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clSetEventCallback(good, CL_COMPLETE, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clSetEventCallback(good, CL_QUEUED, Calls::record, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clSetEventCallback(good, -1, Calls::record, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clGetEventInfo(good, 0x4321, sizeof value, &value, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clGetEventInfo(good, CL_EVENT_CONTEXT, 1, &value, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clWaitForEvents(0, &good));
  EXPECT_EQ(CL_INVALID_VALUE, clWaitForEvents(1, nullptr));
  EXPECT_EQ(CL_INVALID_EVENT, clWaitForEvents(1, &wrong));
  cl_event list[] = {good, wrong};
  EXPECT_EQ(CL_INVALID_EVENT, clWaitForEvents(2, list));
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(good));
}

TEST_F(EventTest, EventsOfTwoContextsDoNotMix) {
  cl_context other = otherContext();
  cl_event here = userEvent(), there = clCreateUserEvent(other, nullptr);
  cl_event list[] = {here, there};
  EXPECT_EQ(CL_INVALID_CONTEXT, clWaitForEvents(2, list));
  EXPECT_EQ(CL_INVALID_CONTEXT, clEnqueueMarkerWithWaitList(queue, 1, &there, nullptr));
  EXPECT_EQ(CL_INVALID_CONTEXT, clEnqueueWaitForEvents(queue, 2, list));
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(here));
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(there));
  EXPECT_EQ(CL_SUCCESS, clReleaseContext(other));
}

TEST_F(EventTest, WaitListsAreChecked) {
  cl_event wrong = reinterpret_cast<cl_event>(queue), good = doneEvent(), made = nullptr;
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, clEnqueueMarkerWithWaitList(queue, 1, nullptr, &made));
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, clEnqueueMarkerWithWaitList(queue, 0, &good, &made));
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, clEnqueueMarkerWithWaitList(queue, 1, &wrong, &made));
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, clEnqueueBarrierWithWaitList(queue, 1, &wrong, &made));
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueWaitForEvents(queue, 0, &good));
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueWaitForEvents(queue, 1, nullptr));
  EXPECT_EQ(CL_INVALID_EVENT, clEnqueueWaitForEvents(queue, 1, &wrong));
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueMarker(queue, nullptr));
  EXPECT_EQ(nullptr, made);
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(good));
}

TEST_F(EventTest, CommandsWaitForUserEvents) {
  for (cl_command_queue each : {queue, unordered}) {
    std::atomic<bool> ran{false};
    std::function<void()> run = [&] { ran = true; };
    cl_event gate = userEvent(), command = nullptr;
    EXPECT_EQ(CL_SUCCESS, enqueueCall(each, run, {gate}, &command));
    EXPECT_EQ(CL_SUCCESS, clFlush(each));
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_FALSE(ran);
    EXPECT_EQ(CL_SUBMITTED, statusOf(command));
    EXPECT_EQ(each, query<cl_command_queue>(clGetEventInfo, command, CL_EVENT_COMMAND_QUEUE));
    EXPECT_EQ(cl_command_type(CL_COMMAND_NATIVE_KERNEL),
              query<cl_command_type>(clGetEventInfo, command, CL_EVENT_COMMAND_TYPE));
    EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
    EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &command));
    EXPECT_TRUE(ran);
    EXPECT_EQ(CL_COMPLETE, statusOf(command));
    EXPECT_EQ(CL_SUCCESS, clReleaseEvent(gate));
    EXPECT_EQ(CL_SUCCESS, clReleaseEvent(command));
  }
}

TEST_F(EventTest, ErrorsReachAllThatWait) {
  for (cl_command_queue each : {queue, unordered}) {
    std::atomic<int> ran{0};
    std::function<void()> run = [&] { ++ran; };
    cl_event gate = userEvent(), first = nullptr, second = nullptr, free = nullptr;
    EXPECT_EQ(CL_SUCCESS, enqueueCall(each, run, {gate}, &first));
    EXPECT_EQ(CL_SUCCESS, enqueueCall(each, run, {first}, &second));
    EXPECT_EQ(CL_SUCCESS, enqueueCall(each, run, {}, &free));
    EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, -42));
    EXPECT_EQ(-42, statusOf(gate));
    EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &gate));
    EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &second));
    EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, statusOf(first));
    EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, statusOf(second));
    // What does not wait for it runs.
    EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &free));
    EXPECT_EQ(1, ran);
    // An event that has failed already fails what is enqueued after it; a blocking command says so, and makes no event.
    cl_mem buffer = makeBuffer(16);
    char bytes[16] = {};
    cl_event none = nullptr;
    EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
              clEnqueueReadBuffer(each, buffer, CL_TRUE, 0, 16, bytes, 1, &gate, &none));
    EXPECT_EQ(nullptr, none);
    cl_int error = 0;
    EXPECT_EQ(nullptr, clEnqueueMapBuffer(each, buffer, CL_TRUE, CL_MAP_READ, 0, 16, 1, &gate, nullptr, &error));
    EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, error);
    EXPECT_EQ(0u, query<cl_uint>(clGetMemObjectInfo, buffer, CL_MEM_MAP_COUNT));
    for (cl_event event : {gate, first, second, free})
      EXPECT_EQ(CL_SUCCESS, clReleaseEvent(event));
  }
}

TEST_F(EventTest, BarrierOrdersWithoutPassingErrorsOn) {
  std::atomic<int> ran{0};
  std::function<void()> run = [&] { ++ran; };
  cl_event gate = userEvent(), barrier = nullptr, after = nullptr;
  EXPECT_EQ(CL_SUCCESS, enqueueCall(unordered, run, {gate}));
  EXPECT_EQ(CL_SUCCESS, clEnqueueBarrierWithWaitList(unordered, 0, nullptr, &barrier));
  EXPECT_EQ(CL_SUCCESS, enqueueCall(unordered, run, {}, &after));
  EXPECT_EQ(CL_SUCCESS, clFlush(unordered));
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_EQ(0, ran);
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, -1));
  EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &barrier));
  EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &after));
  EXPECT_EQ(1, ran);
  for (cl_event event : {gate, barrier, after})
    EXPECT_EQ(CL_SUCCESS, clReleaseEvent(event));
}

TEST_F(EventTest, CallbacksSeeEveryStatus) {
  for (cl_command_queue each : {queue, unordered}) {
    Calls calls;
    std::function<void()> run = [] {};
    cl_event gate = userEvent(), command = nullptr;
    EXPECT_EQ(CL_SUCCESS, enqueueCall(each, run, {gate}, &command));
    for (cl_int status : {CL_SUBMITTED, CL_RUNNING, CL_COMPLETE})
      EXPECT_EQ(CL_SUCCESS, clSetEventCallback(command, status, Calls::record, &calls));
    EXPECT_TRUE(eventually([&] { return calls.count() == 1; }));
    EXPECT_EQ(1u, query<cl_uint>(clGetEventInfo, command, CL_EVENT_REFERENCE_COUNT));
    EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
    EXPECT_TRUE(eventually([&] { return calls.count() == 3; }));
    std::lock_guard lock(calls.mutex);
    EXPECT_EQ((std::vector<cl_int>{CL_SUBMITTED, CL_RUNNING, CL_COMPLETE}), calls.statuses);
    EXPECT_EQ(CL_SUCCESS, clReleaseEvent(command));
    EXPECT_EQ(CL_SUCCESS, clReleaseEvent(gate));
  }
}

TEST_F(EventTest, LateCallbacksAreCalledAtOnce) {
  Calls calls;
  cl_event event = doneEvent();
  for (cl_int status : {CL_SUBMITTED, CL_RUNNING, CL_COMPLETE})
    EXPECT_EQ(CL_SUCCESS, clSetEventCallback(event, status, Calls::record, &calls));
  EXPECT_TRUE(eventually([&] { return calls.count() == 3; }));
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(event));
}

TEST_F(EventTest, CallbacksAreToldOfErrors) {
  Calls calls;
  cl_event gate = userEvent(), command = nullptr;
  EXPECT_EQ(CL_SUCCESS, clEnqueueMarkerWithWaitList(queue, 1, &gate, &command));
  EXPECT_EQ(CL_SUCCESS, clSetEventCallback(gate, CL_COMPLETE, Calls::record, &calls));
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, -77));
  EXPECT_EQ(CL_SUCCESS, clSetEventCallback(command, CL_COMPLETE, Calls::record, &calls));
  EXPECT_TRUE(eventually([&] { return calls.count() == 2; }));
  std::lock_guard lock(calls.mutex);
  EXPECT_EQ((std::vector<cl_int>{-77, CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST}), calls.statuses);
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(command));
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(gate));
}

TEST_F(EventTest, CallbackMayUseAnEventThatTheHostReleased) {
  std::atomic<int> seen{1};
  std::function<void()> run = [] {};
  cl_event gate = userEvent(), command = nullptr;
  EXPECT_EQ(CL_SUCCESS, enqueueCall(queue, run, {gate}, &command));
  EXPECT_EQ(CL_SUCCESS, clSetEventCallback(
                            command, CL_COMPLETE,
                            [](cl_event event, cl_int, void *data) {
                              cl_int status = 1;
                              clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
                              *static_cast<std::atomic<int> *>(data) = status;
                            },
                            &seen));
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(command));
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
  EXPECT_TRUE(eventually([&] { return seen == CL_COMPLETE; }));
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(gate));
}

/// A callback that goes on with the work: enqueues the next command, registers itself again, releases the event.
struct Relay {
  cl_command_queue queue;
  cl_mem buffer;
  std::atomic<int> left;
  std::atomic<int> returned = 0;
  static void CL_CALLBACK step(cl_event event, cl_int, void *data) {
    auto *relay = static_cast<Relay *>(data);
    EXPECT_EQ(CL_SUCCESS, clReleaseEvent(event));
    int left = --relay->left;
    if (left > 0) {
      cl_event next = nullptr;
      EXPECT_EQ(CL_SUCCESS, clEnqueueFillBuffer(relay->queue, relay->buffer, &left, 4, 0, 4, 0, nullptr, &next));
      EXPECT_EQ(CL_SUCCESS, clSetEventCallback(next, CL_COMPLETE, step, data));
      EXPECT_EQ(CL_SUCCESS, clFlush(relay->queue));
    }
    ++relay->returned;
  }
};

TEST_F(EventTest, CallbacksMayEnqueueAndRelease) {
  for (cl_command_queue each : {queue, unordered}) {
    Relay relay{each, makeBuffer(4), 50};
    cl_event first = nullptr;
    int zero = 0;
    EXPECT_EQ(CL_SUCCESS, clEnqueueFillBuffer(each, relay.buffer, &zero, 4, 0, 4, 0, nullptr, &first));
    EXPECT_EQ(CL_SUCCESS, clSetEventCallback(first, CL_COMPLETE, Relay::step, &relay));
    EXPECT_TRUE(eventually([&] { return relay.returned == 50; }));
    EXPECT_EQ(CL_SUCCESS, clFinish(each));
  }
}

TEST_F(EventTest, CallbackMayWaitForItsOwnQueue) {
  // Not asked for by the specification, but a deadlock would be unkind.
  std::atomic<bool> done{false};
  struct Data {
    cl_command_queue queue;
    std::atomic<bool> *done;
  } data{queue, &done};
  cl_mem buffer = makeBuffer(64);
  cl_event first = nullptr;
  int value = 7;
  EXPECT_EQ(CL_SUCCESS, clEnqueueFillBuffer(queue, buffer, &value, 4, 0, 64, 0, nullptr, &first));
  EXPECT_EQ(CL_SUCCESS, clEnqueueFillBuffer(queue, buffer, &value, 4, 0, 64, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clSetEventCallback(
                            first, CL_COMPLETE,
                            [](cl_event, cl_int, void *pointer) {
                              auto *data = static_cast<Data *>(pointer);
                              EXPECT_EQ(CL_SUCCESS, clFinish(data->queue));
                              *data->done = true;
                            },
                            &data));
  EXPECT_TRUE(eventually([&] { return done.load(); }));
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(first));
}

TEST_F(EventTest, StatusQueriesGetTheWorkDone) {
  for (cl_command_queue each : {queue, unordered}) {
    cl_mem buffer = makeBuffer(4);
    int value = 3;
    cl_event event = nullptr;
    EXPECT_EQ(CL_SUCCESS, clEnqueueFillBuffer(each, buffer, &value, 4, 0, 4, 0, nullptr, &event));
    EXPECT_TRUE(eventually([&] { return statusOf(event) == CL_COMPLETE; }));
    EXPECT_EQ(CL_SUCCESS, clReleaseEvent(event));
  }
}

// The command looks at the device's clock, too: what it sees lies between its own start and end.
TEST_F(EventTest, ProfilingTimesRise) {
  cl_command_queue profiled = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  auto deviceTime = [] {
    cl_ulong deviceNow = 0, hostNow = 0;
    EXPECT_EQ(CL_SUCCESS, clGetDeviceAndHostTimer(device(), &deviceNow, &hostNow));
    return deviceNow;
  };
  cl_ulong first = 0, last = 0;
  std::function<void()> look = [&] {
    first = last = deviceTime();
    while (last == first)
      last = deviceTime();
  };
  cl_ulong before = deviceTime();
  cl_event event = nullptr;
  EXPECT_EQ(CL_SUCCESS, enqueueCall(profiled, look, {}, &event));
  cl_ulong none;
  std::size_t size;
  EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &event));
  cl_ulong after = deviceTime();
  auto time = [&](cl_profiling_info what) { return query<cl_ulong>(clGetEventProfilingInfo, event, what); };
  std::vector<cl_ulong> times{before,
                              time(CL_PROFILING_COMMAND_QUEUED),
                              time(CL_PROFILING_COMMAND_SUBMIT),
                              time(CL_PROFILING_COMMAND_START),
                              first,
                              last,
                              time(CL_PROFILING_COMMAND_END),
                              time(CL_PROFILING_COMMAND_COMPLETE),
                              after};
  EXPECT_TRUE(std::is_sorted(times.begin(), times.end())) << ::testing::PrintToString(times);
  EXPECT_LT(first, last);
  EXPECT_EQ(CL_INVALID_VALUE, clGetEventProfilingInfo(event, 0x1, sizeof none, &none, &size));
  EXPECT_EQ(CL_INVALID_VALUE, clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, 4, &none, &size));
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(event));
  EXPECT_EQ(CL_SUCCESS, clReleaseCommandQueue(profiled));
}

TEST_F(EventTest, ProfilingNeedsAProfiledCompleteCommand) {
  cl_ulong value;
  cl_event plain = doneEvent(), user = userEvent(), waiting = nullptr;
  cl_command_queue profiled = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  EXPECT_EQ(CL_SUCCESS, clEnqueueMarkerWithWaitList(profiled, 1, &user, &waiting));
  for (cl_event event : {plain, user, waiting})
    EXPECT_EQ(CL_PROFILING_INFO_NOT_AVAILABLE,
              clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof value, &value, nullptr));
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(user, CL_COMPLETE));
  EXPECT_EQ(CL_SUCCESS, clFinish(profiled));
  for (cl_event event : {plain, user, waiting})
    EXPECT_EQ(CL_SUCCESS, clReleaseEvent(event));
  EXPECT_EQ(CL_SUCCESS, clReleaseCommandQueue(profiled));
}

} // namespace
