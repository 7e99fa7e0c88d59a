// Semaphores (cl_khr_semaphore 1.0.1): their rules, and what signals and waits mean to one another.
#include "tests/api/SemaphoreFixture.h"
#include <algorithm>
#include <mutex>
#include <random>

using namespace api_test;

namespace {

class Semaphore : public WithSemaphores {};

cl_semaphore_properties_khr propertyOf(cl_device_id device) {
  return reinterpret_cast<cl_semaphore_properties_khr>(device);
}

TEST_F(Semaphore, PlatformAndDeviceKnowBinaryOnes) {
  const std::vector<cl_semaphore_type_khr> binary{CL_SEMAPHORE_TYPE_BINARY_KHR};
  EXPECT_EQ(binary, queryList<cl_semaphore_type_khr>(clGetDeviceInfo, device(), CL_DEVICE_SEMAPHORE_TYPES_KHR));
  EXPECT_EQ(binary, queryList<cl_semaphore_type_khr>(clGetPlatformInfo, platform(), CL_PLATFORM_SEMAPHORE_TYPES_KHR));
  auto names = " " + queryText(clGetDeviceInfo, device(), CL_DEVICE_EXTENSIONS) + " ";
  EXPECT_NE(std::string::npos, names.find(" cl_khr_semaphore "));
}

TEST_F(Semaphore, AnswersWhatItWasMadeWith) {
  const Properties list{CL_SEMAPHORE_TYPE_KHR, Binary, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, propertyOf(device()), 0, 0};
  cl_int error = 1;
  cl_semaphore_khr made = api.clCreateSemaphoreWithPropertiesKHR(context, list.data(), &error);
  semaphores.push_back(made);
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(list, queryList<cl_semaphore_properties_khr>(api.clGetSemaphoreInfoKHR, made, CL_SEMAPHORE_PROPERTIES_KHR));
  for (cl_semaphore_khr semaphore : {made, make()}) {
    EXPECT_EQ(context, query<cl_context>(api.clGetSemaphoreInfoKHR, semaphore, CL_SEMAPHORE_CONTEXT_KHR));
    EXPECT_EQ(Binary, query<cl_semaphore_type_khr>(api.clGetSemaphoreInfoKHR, semaphore, CL_SEMAPHORE_TYPE_KHR));
    EXPECT_EQ(0u, payload(semaphore));
    EXPECT_EQ(device(), query<cl_device_id>(api.clGetSemaphoreInfoKHR, semaphore, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR));
    EXPECT_EQ(1u, query<cl_uint>(api.clGetSemaphoreInfoKHR, semaphore, CL_SEMAPHORE_REFERENCE_COUNT_KHR));
    EXPECT_EQ(CL_SUCCESS, api.clRetainSemaphoreKHR(semaphore));
    EXPECT_EQ(2u, query<cl_uint>(api.clGetSemaphoreInfoKHR, semaphore, CL_SEMAPHORE_REFERENCE_COUNT_KHR));
    EXPECT_EQ(CL_SUCCESS, api.clReleaseSemaphoreKHR(semaphore));
    EXPECT_EQ(CL_INVALID_VALUE, api.clGetSemaphoreInfoKHR(semaphore, CL_QUEUE_CONTEXT, 0, nullptr, nullptr));
    cl_uint small = 0;
    EXPECT_EQ(CL_INVALID_VALUE,
              api.clGetSemaphoreInfoKHR(semaphore, CL_SEMAPHORE_PAYLOAD_KHR, sizeof small, &small, nullptr));
  }
}

TEST_F(Semaphore, RefusesToBeMadeAgainstTheRules) {
  EXPECT_EQ(CL_SUCCESS, errorOfCreating({CL_SEMAPHORE_TYPE_KHR, Binary, 0}));
  cl_int error = 1;
  EXPECT_EQ(nullptr, api.clCreateSemaphoreWithPropertiesKHR(context, nullptr, &error));
  EXPECT_EQ(CL_INVALID_VALUE, error);
  EXPECT_EQ(CL_INVALID_VALUE, errorOfCreating({0}));
  EXPECT_EQ(CL_INVALID_VALUE, errorOfCreating({CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR, propertyOf(device()), 0, 0}));
  EXPECT_EQ(CL_INVALID_PROPERTY, errorOfCreating({CL_SEMAPHORE_TYPE_KHR, 2, 0}));
  EXPECT_EQ(CL_INVALID_PROPERTY, errorOfCreating({CL_SEMAPHORE_TYPE_KHR, Binary, 0x1234, 1, 0}));
  EXPECT_EQ(CL_INVALID_PROPERTY, errorOfCreating({CL_SEMAPHORE_TYPE_KHR, Binary, CL_SEMAPHORE_TYPE_KHR, 0}));
  const Properties::value_type one = propertyOf(device());
  for (const Properties &devices : {Properties{}, Properties{one, one}, Properties{0x10}}) {
    Properties list{CL_SEMAPHORE_TYPE_KHR, Binary, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR};
    list.insert(list.end(), devices.begin(), devices.end());
    list.insert(list.end(), {0, 0});
    EXPECT_EQ(CL_INVALID_DEVICE, errorOfCreating(list));
  }
  EXPECT_EQ(nullptr, api.clCreateSemaphoreWithPropertiesKHR(nullptr, nullptr, &error));
  EXPECT_EQ(CL_INVALID_CONTEXT, error);
}

TEST_F(Semaphore, CommandsKeepTheRules) {
  cl_semaphore_khr semaphore = make();
  cl_device_id one = device();
  cl_int error = 1;
  cl_context other = clCreateContext(nullptr, 1, &one, nullptr, nullptr, &error);
  cl_command_queue foreign = clCreateCommandQueueWithProperties(other, one, nullptr, &error);
  cl_event failed = gate(), foreignEvent = keep(clCreateUserEvent(other, &error)), none = nullptr;
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(failed, -5));
  for (auto call : {api.clEnqueueWaitSemaphoresKHR, api.clEnqueueSignalSemaphoresKHR}) {
    EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, call(nullptr, 1, &semaphore, nullptr, 0, nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_VALUE, call(queue, 0, &semaphore, nullptr, 0, nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_VALUE, call(queue, 1, nullptr, nullptr, 0, nullptr, nullptr));
    cl_semaphore_khr bad[] = {semaphore, nullptr};
    EXPECT_EQ(CL_INVALID_SEMAPHORE_KHR, call(queue, 2, bad, nullptr, 0, nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_CONTEXT, call(foreign, 1, &semaphore, nullptr, 0, nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_CONTEXT, call(queue, 1, &semaphore, nullptr, 1, &foreignEvent, nullptr));
    EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, call(queue, 1, &semaphore, nullptr, 1, nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, call(queue, 1, &semaphore, nullptr, 0, &failed, nullptr));
    EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, call(queue, 1, &semaphore, nullptr, 1, &none, nullptr));
    EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, call(queue, 1, &semaphore, nullptr, 1, &failed, nullptr));
  }
  EXPECT_EQ(CL_SUCCESS, clReleaseCommandQueue(foreign));
  EXPECT_EQ(CL_SUCCESS, clReleaseContext(other));
}

TEST_F(Semaphore, DeadOnesAreRefused) {
  cl_semaphore_khr dead = make();
  EXPECT_EQ(CL_SUCCESS, api.clReleaseSemaphoreKHR(dead));
  semaphores.clear();
  for (cl_semaphore_khr semaphore : {dead, cl_semaphore_khr{}, reinterpret_cast<cl_semaphore_khr>(context)}) {
    EXPECT_EQ(CL_INVALID_SEMAPHORE_KHR, api.clReleaseSemaphoreKHR(semaphore));
    EXPECT_EQ(CL_INVALID_SEMAPHORE_KHR, api.clRetainSemaphoreKHR(semaphore));
    EXPECT_EQ(CL_INVALID_SEMAPHORE_KHR,
              api.clGetSemaphoreInfoKHR(semaphore, CL_SEMAPHORE_TYPE_KHR, 0, nullptr, nullptr));
  }
}

TEST_F(Semaphore, IsSignaledUntilAWaitHasRun) {
  cl_semaphore_khr semaphore = make();
  for (cl_command_queue in : {queue, unordered, queue}) {
    cl_event signalled = signal(in, {semaphore});
    EXPECT_EQ(CL_COMMAND_SEMAPHORE_SIGNAL_KHR,
              query<cl_command_type>(clGetEventInfo, signalled, CL_EVENT_COMMAND_TYPE));
    EXPECT_EQ(CL_SUCCESS, await(signalled));
    EXPECT_EQ(1u, payload(semaphore));
    cl_event hold = gate(), waited = wait(in, {semaphore}, {hold});
    EXPECT_EQ(CL_COMMAND_SEMAPHORE_WAIT_KHR, query<cl_command_type>(clGetEventInfo, waited, CL_EVENT_COMMAND_TYPE));
    EXPECT_TRUE(isPending(waited));
    EXPECT_EQ(1u, payload(semaphore));
    EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(hold, CL_COMPLETE));
    EXPECT_EQ(CL_SUCCESS, await(waited));
    EXPECT_EQ(0u, payload(semaphore));
  }
}

TEST_F(Semaphore, AskingForThePayloadGetsItDone) {
  cl_semaphore_khr semaphore = make();
  signal(queue, {semaphore});
  EXPECT_TRUE(eventually([&] { return payload(semaphore) == 1; }));
  wait(unordered, {semaphore});
  EXPECT_TRUE(eventually([&] { return payload(semaphore) == 0; }));
}

TEST_F(Semaphore, QueuesNeedNoFlushToMeet) {
  cl_semaphore_khr there = make(), back = make();
  cl_command_queue other = makeQueue(0);
  std::vector<int> order;
  std::vector<std::function<void()>> calls(20);
  for (int i = 0; i < 20; i += 2) {
    calls[i] = [&order, i] { order.push_back(i); };
    calls[i + 1] = [&order, i] { order.push_back(i + 1); };
    EXPECT_EQ(CL_SUCCESS, enqueueCall(other, calls[i]));
    signal(other, {there});
    wait(queue, {there});
    EXPECT_EQ(CL_SUCCESS, enqueueCall(queue, calls[i + 1]));
    signal(queue, {back});
    wait(other, {back});
  }
  EXPECT_EQ(CL_SUCCESS, clFinish(queue));
  EXPECT_EQ(20u, order.size());
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
  EXPECT_EQ(CL_SUCCESS, clReleaseCommandQueue(other));
}

TEST_F(Semaphore, AWaitMayComeFirst) {
  cl_semaphore_khr semaphore = make();
  cl_event waited = wait(queue, {semaphore});
  EXPECT_TRUE(isPending(waited));
  signal(unordered, {semaphore});
  EXPECT_EQ(CL_SUCCESS, await(waited));
  EXPECT_EQ(0u, payload(semaphore));
}

TEST_F(Semaphore, AWaitHoldsUpWhatMustFollowOnly) {
  cl_semaphore_khr semaphore = make();
  std::atomic<int> ran{0};
  std::function<void()> run = [&] { ++ran; };
  cl_event free = nullptr, behind = nullptr, waited = wait(unordered, {semaphore});
  EXPECT_EQ(CL_SUCCESS, enqueueCall(unordered, run, {}, &free));
  EXPECT_EQ(CL_SUCCESS, await(keep(free)));
  EXPECT_EQ(CL_SUCCESS, clEnqueueBarrierWithWaitList(unordered, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, enqueueCall(unordered, run, {}, &behind));
  EXPECT_TRUE(isPending(keep(behind)));
  signal(queue, {semaphore});
  EXPECT_EQ(CL_SUCCESS, await(behind));
  EXPECT_EQ(CL_COMPLETE, statusOf(waited));
  EXPECT_EQ(2, ran);
}

TEST_F(Semaphore, PairsStayPairsWhateverRunsFirst) {
  // "will not return until the binary semaphores ... are in a state that makes them safe to re-signal": the second
  // pair is over before the first has begun.
  cl_semaphore_khr semaphore = make();
  cl_event hold = gate();
  cl_event signal1 = signal(unordered, {semaphore}, {hold}), wait1 = wait(unordered, {semaphore});
  cl_event signal2 = signal(unordered, {semaphore}), wait2 = wait(unordered, {semaphore});
  EXPECT_EQ(CL_SUCCESS, await(wait2));
  EXPECT_EQ(CL_SUCCESS, await(signal2)); // its event may follow what it signaled
  EXPECT_TRUE(isPending(wait1));
  EXPECT_EQ(0u, payload(semaphore));
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(hold, CL_COMPLETE));
  EXPECT_EQ(CL_SUCCESS, await(wait1));
  EXPECT_EQ(CL_SUCCESS, await(signal1));
  EXPECT_EQ(0u, payload(semaphore));
}

TEST_F(Semaphore, SignalingTwiceIsSignalingOnce) {
  cl_semaphore_khr semaphore = make();
  signal(queue, {semaphore, semaphore});
  EXPECT_EQ(CL_SUCCESS, await(signal(queue, {semaphore})));
  EXPECT_EQ(CL_SUCCESS, await(wait(queue, {semaphore})));
  EXPECT_EQ(0u, payload(semaphore));
  cl_event second = wait(unordered, {semaphore});
  EXPECT_TRUE(isPending(second));
  signal(queue, {semaphore});
  EXPECT_EQ(CL_SUCCESS, await(second));
}

TEST_F(Semaphore, AFailedSignalIsNone) {
  cl_semaphore_khr semaphore = make();
  cl_event hold = gate(), failing = signal(unordered, {semaphore}, {hold}), waited = wait(queue, {semaphore});
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(hold, -7));
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, await(failing));
  EXPECT_EQ(0u, payload(semaphore));
  EXPECT_TRUE(isPending(waited));
  signal(unordered, {semaphore});
  EXPECT_EQ(CL_SUCCESS, await(waited));
}

TEST_F(Semaphore, AFailedSignalLeavesItsWaitToTheNext) {
  cl_semaphore_khr semaphore = make();
  cl_command_queue other = makeQueue(0);
  cl_event hold = gate();
  signal(unordered, {semaphore}, {hold});
  cl_event first = wait(queue, {semaphore});
  signal(other, {semaphore});
  EXPECT_TRUE(isPending(first));
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(hold, -7));
  EXPECT_EQ(CL_SUCCESS, await(first));
  EXPECT_EQ(CL_SUCCESS, clReleaseCommandQueue(other));
}

TEST_F(Semaphore, AFailedWaitLeavesItsSignal) {
  cl_semaphore_khr semaphore = make();
  cl_event hold = gate();
  EXPECT_EQ(CL_SUCCESS, await(signal(queue, {semaphore})));
  cl_event failing = wait(unordered, {semaphore}, {hold}), waited = wait(unordered, {semaphore});
  EXPECT_TRUE(isPending(waited));
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(hold, -7));
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, await(failing));
  EXPECT_EQ(CL_SUCCESS, await(waited));
  EXPECT_EQ(0u, payload(semaphore));
}

TEST_F(Semaphore, OneCommandTakesSeveral) {
  cl_semaphore_khr a = make(), b = make(), c = make();
  cl_event all = wait(queue, {a, b, c});
  signal(unordered, {c, a});
  EXPECT_TRUE(isPending(all));
  EXPECT_EQ(0u, payload(b));
  signal(unordered, {b});
  EXPECT_EQ(CL_SUCCESS, await(all));
  for (cl_semaphore_khr semaphore : {a, b, c})
    EXPECT_EQ(0u, payload(semaphore));
}

TEST_F(Semaphore, LivesForTheCommandsThatUseIt) {
  cl_semaphore_khr semaphore = make();
  cl_event hold = gate(), signalled = signal(queue, {semaphore}, {hold}), waited = wait(unordered, {semaphore});
  EXPECT_EQ(CL_SUCCESS, api.clReleaseSemaphoreKHR(semaphore));
  semaphores.clear();
  EXPECT_TRUE(isPending(waited));
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(hold, CL_COMPLETE));
  EXPECT_EQ(CL_SUCCESS, await(signalled));
  EXPECT_EQ(CL_SUCCESS, await(waited));
}

TEST_F(Semaphore, AWaitThatNobodyCanSignalFails) {
  cl_semaphore_khr semaphore = make();
  cl_event hold = gate();
  signal(queue, {semaphore}, {hold});
  cl_event first = wait(unordered, {semaphore}), second = wait(unordered, {semaphore});
  EXPECT_EQ(CL_SUCCESS, api.clReleaseSemaphoreKHR(semaphore));
  semaphores.clear();
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, await(second));
  EXPECT_TRUE(isPending(first));
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(hold, -7));
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, await(first));
}

TEST_F(Semaphore, BelongsToItsDevices) {
  const cl_device_partition_property halves[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  cl_device_id parts[64] = {};
  cl_uint count = 0;
  if (clCreateSubDevices(device(), halves, 64, parts, &count) != CL_SUCCESS || count < 2)
    GTEST_SKIP() << "one compute unit has no parts";
  cl_int error = 1;
  cl_context both = clCreateContext(nullptr, 2, parts, nullptr, nullptr, &error);
  ASSERT_EQ(CL_SUCCESS, error);
  EXPECT_EQ(CL_INVALID_PROPERTY, errorOfCreating({CL_SEMAPHORE_TYPE_KHR, Binary, 0}, both));
  cl_semaphore_khr of[2];
  cl_command_queue on[2];
  for (int i = 0; i < 2; ++i) {
    const Properties list{CL_SEMAPHORE_TYPE_KHR, Binary, CL_SEMAPHORE_DEVICE_HANDLE_LIST_KHR,
                          propertyOf(parts[i]),  0,      0};
    semaphores.push_back(of[i] = api.clCreateSemaphoreWithPropertiesKHR(both, list.data(), &error));
    EXPECT_EQ(CL_SUCCESS, error);
    on[i] = clCreateCommandQueueWithProperties(both, parts[i], nullptr, &error);
    EXPECT_EQ(CL_SUCCESS, error);
  }
  for (auto call : {api.clEnqueueWaitSemaphoresKHR, api.clEnqueueSignalSemaphoresKHR}) {
    EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, call(on[0], 1, &of[1], nullptr, 0, nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, call(on[0], 2, of, nullptr, 0, nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, call(queue, 1, &of[1], nullptr, 0, nullptr, nullptr));
  }
  // What waits on one device lets the other's queue go on through an event.
  cl_command_queue third = clCreateCommandQueueWithProperties(both, parts[0], nullptr, &error);
  cl_event passed = signal(on[1], {of[1]}, {wait(on[0], {of[0]})});
  EXPECT_TRUE(isPending(passed));
  signal(third, {of[0]});
  EXPECT_EQ(CL_SUCCESS, await(passed));
  for (cl_command_queue each : {on[0], on[1], third})
    EXPECT_EQ(CL_SUCCESS, clReleaseCommandQueue(each));
  for (cl_uint i = 0; i < count; ++i)
    EXPECT_EQ(CL_SUCCESS, clReleaseDevice(parts[i]));
  EXPECT_EQ(CL_SUCCESS, clReleaseContext(both));
}

TEST_F(Semaphore, ThreadsPlayPingPong) {
  // Two host threads with a queue each; the data goes through plain memory.
  constexpr int Rounds = 300;
  cl_semaphore_khr there = make(), back = make();
  cl_command_queue other = makeQueue(0);
  int value = 0, wrong = 0;
  std::vector<std::function<void()>> calls(2 * Rounds);
  auto play = [&](cl_command_queue in, int first, cl_semaphore_khr awaited, cl_semaphore_khr signalled) {
    for (int i = first; i < 2 * Rounds; i += 2) {
      calls[i] = [&value, &wrong, i] { wrong += value++ != i; };
      if (i) {
        EXPECT_EQ(CL_SUCCESS, api.clEnqueueWaitSemaphoresKHR(in, 1, &awaited, nullptr, 0, nullptr, nullptr));
      }
      EXPECT_EQ(CL_SUCCESS, enqueueCall(in, calls[i]));
      EXPECT_EQ(CL_SUCCESS, api.clEnqueueSignalSemaphoresKHR(in, 1, &signalled, nullptr, 0, nullptr, nullptr));
      // "Signaling the same binary semaphore twice without an interleaving wait may lead to undefined behavior": the
      // other thread enqueues its wait before this one can have run two rounds.
      EXPECT_EQ(CL_SUCCESS, clFinish(in));
    }
  };
  std::thread thread([&] { play(other, 1, there, back); });
  play(queue, 0, back, there);
  thread.join();
  EXPECT_EQ(2 * Rounds, value);
  EXPECT_EQ(0, wrong);
  EXPECT_EQ(CL_SUCCESS, clReleaseCommandQueue(other));
}

TEST_F(Semaphore, RandomPairsKeepTheirOrder) {
  // Rounds of signals and waits on random queues, some held back. Each wait's successor must find that what came before
  // its signal has run.
  std::mt19937 random(20);
  std::vector<cl_command_queue> queues{unordered, makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)};
  std::vector<cl_semaphore_khr> all{make(), make(), make()};
  constexpr int Pairs = 400;
  std::vector<std::atomic<bool>> written(Pairs);
  std::atomic<int> wrong{0}, seen{0};
  std::vector<std::function<void()>> writes(Pairs), reads(Pairs);
  std::vector<cl_event> held;
  for (int i = 0; i < Pairs; ++i) {
    writes[i] = [&written, i] { written[i] = true; };
    reads[i] = [&, i] {
      wrong += !written[i];
      ++seen;
    };
    cl_semaphore_khr semaphore = all[random() % all.size()];
    cl_command_queue from = queues[random() % 2], to = queues[random() % 2];
    Events after;
    if (random() % 3 == 0)
      held.push_back(after.emplace_back(gate()));
    cl_event write = nullptr;
    EXPECT_EQ(CL_SUCCESS, enqueueCall(from, writes[i], after, &write));
    signal(from, {semaphore}, {keep(write)});
    EXPECT_EQ(CL_SUCCESS, enqueueCall(to, reads[i], {wait(to, {semaphore})}));
    if (!held.empty() && random() % 2 == 0) {
      std::swap(held.back(), held[random() % held.size()]);
      EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(held.back(), CL_COMPLETE));
      held.pop_back();
    }
  }
  for (cl_event hold : held)
    EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(hold, CL_COMPLETE));
  for (cl_command_queue each : queues)
    EXPECT_EQ(CL_SUCCESS, clFinish(each));
  EXPECT_EQ(Pairs, seen);
  EXPECT_EQ(0, wrong);
  for (cl_semaphore_khr semaphore : all)
    EXPECT_EQ(0u, payload(semaphore));
  EXPECT_EQ(CL_SUCCESS, clReleaseCommandQueue(queues.back()));
}

} // namespace
