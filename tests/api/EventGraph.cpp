// Order and concurrency: dependencies between queues and threads, barriers, markers, random graphs.
#include "tests/api/QueueFixture.h"
#include <array>
#include <mutex>
#include <random>

using namespace api_test;

namespace {

class EventGraphTest : public WithQueue {};

TEST_F(EventGraphTest, InOrderQueuesKeepOrder) {
  std::vector<int> order;
  std::vector<std::function<void()>> calls(100);
  for (int i = 0; i < 100; ++i) {
    calls[i] = [&order, i] { order.push_back(i); };
    EXPECT_EQ(CL_SUCCESS, enqueueCall(queue, calls[i]));
    if (i % 17 == 0) {
      EXPECT_EQ(CL_SUCCESS, clFlush(queue));
    }
  }
  EXPECT_EQ(CL_SUCCESS, clFinish(queue));
  ASSERT_EQ(100u, order.size());
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
}

TEST_F(EventGraphTest, AGatedCommandDoesNotHoldUpAnUnorderedQueue) {
  std::atomic<int> ran{0};
  std::function<void()> run = [&] { ++ran; };
  cl_event gate = userEvent(), free = nullptr, gated = nullptr;
  EXPECT_EQ(CL_SUCCESS, enqueueCall(unordered, run, {gate}, &gated));
  EXPECT_EQ(CL_SUCCESS, enqueueCall(unordered, run, {}, &free));
  EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &free));
  EXPECT_EQ(1, ran);
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
  EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &gated));
  EXPECT_EQ(2, ran);
  for (cl_event event : {gate, free, gated})
    EXPECT_EQ(CL_SUCCESS, clReleaseEvent(event));
}

TEST_F(EventGraphTest, AGatedCommandHoldsUpAnInOrderQueue) {
  std::atomic<int> ran{0};
  std::function<void()> run = [&] { ++ran; };
  cl_event gate = userEvent();
  EXPECT_EQ(CL_SUCCESS, enqueueCall(queue, run, {gate}));
  EXPECT_EQ(CL_SUCCESS, enqueueCall(queue, run));
  EXPECT_EQ(CL_SUCCESS, clFlush(queue));
  std::this_thread::sleep_for(std::chrono::milliseconds(10));
  EXPECT_EQ(0, ran);
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue));
  EXPECT_EQ(2, ran);
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(gate));
}

TEST_F(EventGraphTest, QueuesWaitForOneAnotherWithoutAFlush) {
  // Ping-pong between two queues; the host waits only for the last.
  cl_command_queue other = makeQueue(0);
  std::vector<int> order;
  std::vector<std::function<void()>> calls(40);
  cl_event last = nullptr;
  for (int i = 0; i < 40; ++i) {
    calls[i] = [&order, i] { order.push_back(i); };
    cl_event next = nullptr;
    EXPECT_EQ(CL_SUCCESS,
              enqueueCall(i % 2 ? queue : other, calls[i], last ? std::vector{last} : std::vector<cl_event>(), &next));
    if (last) {
      EXPECT_EQ(CL_SUCCESS, clReleaseEvent(last));
    }
    last = next;
  }
  EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &last));
  EXPECT_EQ(40u, order.size());
  EXPECT_TRUE(std::is_sorted(order.begin(), order.end()));
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(last));
  EXPECT_EQ(CL_SUCCESS, clReleaseCommandQueue(other));
}

TEST_F(EventGraphTest, BarriersAndMarkersInAnUnorderedQueue) {
  std::atomic<int> before{0}, after{0};
  std::atomic<bool> wrong{false};
  std::function<void()> early = [&] {
    std::this_thread::sleep_for(std::chrono::microseconds(200));
    ++before;
  };
  std::function<void()> late = [&] {
    wrong = wrong || before != 20;
    ++after;
  };
  cl_event marker = nullptr;
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(CL_SUCCESS, enqueueCall(unordered, early));
  EXPECT_EQ(CL_SUCCESS, clEnqueueMarker(unordered, &marker));
  EXPECT_EQ(CL_SUCCESS, clEnqueueBarrier(unordered));
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(CL_SUCCESS, enqueueCall(unordered, late));
  EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &marker));
  EXPECT_EQ(20, before);
  EXPECT_EQ(cl_command_type(CL_COMMAND_MARKER), query<cl_command_type>(clGetEventInfo, marker, CL_EVENT_COMMAND_TYPE));
  EXPECT_EQ(CL_SUCCESS, clFinish(unordered));
  EXPECT_EQ(20, after);
  EXPECT_FALSE(wrong);
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(marker));
}

TEST_F(EventGraphTest, LegacyWaitHoldsBackWhatComesLater) {
  for (cl_command_queue each : {queue, unordered}) {
    std::atomic<bool> ran{false};
    std::function<void()> run = [&] { ran = true; };
    cl_event gate = userEvent();
    EXPECT_EQ(CL_SUCCESS, clEnqueueWaitForEvents(each, 1, &gate));
    EXPECT_EQ(CL_SUCCESS, enqueueCall(each, run));
    EXPECT_EQ(CL_SUCCESS, clFlush(each));
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_FALSE(ran);
    EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
    EXPECT_EQ(CL_SUCCESS, clFinish(each));
    EXPECT_TRUE(ran);
    EXPECT_EQ(CL_SUCCESS, clReleaseEvent(gate));
  }
}

/// Random dependencies over several queues: each command notes when it ran; none runs before what it waits for.
class WaitGraph {
public:
  static constexpr int size = 400;
  struct Node {
    std::vector<int> waits;
    std::atomic<bool> done{false};
    std::function<void()> call;
    cl_event event = nullptr;
  };
  explicit WaitGraph(unsigned seed) : random(seed) {
    for (int i = 0; i < size; ++i) {
      nodes[i].call = [this, i] {
        for (int wait : nodes[i].waits)
          wrong = wrong || !nodes[wait].done;
        nodes[i].done = true;
        ++ran;
      };
      for (int k = pick(4); k > 0 && i > 0; --k)
        nodes[i].waits.push_back(pick(i));
    }
  }
  int pick(int below) { return std::uniform_int_distribution<int>(0, below - 1)(random); }
  std::mt19937 random;
  std::array<Node, size> nodes;
  std::atomic<bool> wrong{false};
  std::atomic<int> ran{0};
};

TEST_F(EventGraphTest, RandomGraphsKeepTheirDependencies) {
  for (unsigned seed = 1; seed <= 10; ++seed) {
    WaitGraph graph(seed);
    std::array<cl_command_queue, 4> all{queue, unordered, makeQueue(0),
                                        makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)};
    cl_event gate = userEvent();
    for (int i = 0; i < WaitGraph::size; ++i) {
      std::vector<cl_event> waits;
      for (int wait : graph.nodes[i].waits)
        waits.push_back(graph.nodes[wait].event);
      if (i % 50 == 0)
        waits.push_back(gate);
      cl_command_queue in = all[graph.pick(4)];
      ASSERT_EQ(CL_SUCCESS, enqueueCall(in, graph.nodes[i].call, waits, &graph.nodes[i].event));
      if (graph.pick(20) == 0) {
        EXPECT_EQ(CL_SUCCESS, clFlush(in));
      }
    }
    EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
    std::vector<cl_event> events;
    for (WaitGraph::Node &node : graph.nodes)
      events.push_back(node.event);
    EXPECT_EQ(CL_SUCCESS, clWaitForEvents(events.size(), events.data()));
    EXPECT_EQ(WaitGraph::size, graph.ran);
    EXPECT_FALSE(graph.wrong);
    for (cl_event event : events)
      EXPECT_EQ(CL_SUCCESS, clReleaseEvent(event));
    EXPECT_EQ(CL_SUCCESS, clReleaseEvent(gate));
    EXPECT_EQ(CL_SUCCESS, clReleaseCommandQueue(all[2]));
    EXPECT_EQ(CL_SUCCESS, clReleaseCommandQueue(all[3]));
  }
}

TEST_F(EventGraphTest, ManyThreadsShareTheQueues) {
  constexpr int threads = 8, rounds = 300;
  for (cl_command_queue each : {queue, unordered}) {
    std::atomic<int> ran{0}, failures{0};
    std::function<void()> run = [&] { ++ran; };
    std::vector<std::thread> hosts;
    for (int t = 0; t < threads; ++t)
      hosts.emplace_back([&, t] {
        std::mt19937 random(t);
        cl_event last = nullptr;
        for (int i = 0; i < rounds; ++i) {
          cl_event event = nullptr;
          failures += enqueueCall(each, run, last ? std::vector{last} : std::vector<cl_event>(), &event) != CL_SUCCESS;
          if (last)
            clReleaseEvent(last);
          last = event;
          switch (random() % 6) {
          case 0:
            failures += clWaitForEvents(1, &event) != CL_SUCCESS;
            break;
          case 1:
            failures += clFinish(each) != CL_SUCCESS;
            break;
          case 2:
            failures += clFlush(each) != CL_SUCCESS;
            break;
          default:
            break;
          }
        }
        failures += clWaitForEvents(1, &last) != CL_SUCCESS;
        clReleaseEvent(last);
      });
    for (std::thread &host : hosts)
      host.join();
    EXPECT_EQ(CL_SUCCESS, clFinish(each));
    EXPECT_EQ(threads * rounds, ran);
    EXPECT_EQ(0, failures);
  }
}

TEST_F(EventGraphTest, ManyThreadsWithQueuesOfTheirOwn) {
  std::atomic<int> failures{0};
  std::vector<std::thread> hosts;
  for (int t = 0; t < 6; ++t)
    hosts.emplace_back([&] {
      for (int round = 0; round < 30; ++round) {
        cl_int error = 0;
        cl_command_queue own = clCreateCommandQueue(context, device(), 0, &error);
        cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, 4, nullptr, &error);
        int value = 0;
        for (int i = 1; i <= 20; ++i)
          clEnqueueFillBuffer(own, buffer, &i, 4, 0, 4, 0, nullptr, nullptr);
        clEnqueueReadBuffer(own, buffer, CL_TRUE, 0, 4, &value, 0, nullptr, nullptr);
        failures += value != 20;
        clReleaseMemObject(buffer);
        clReleaseCommandQueue(own);
      }
    });
  for (std::thread &host : hosts)
    host.join();
  EXPECT_EQ(0, failures);
}

TEST_F(EventGraphTest, AThreadMayWaitWhileAnotherOpensTheGate) {
  for (cl_command_queue each : {queue, unordered}) {
    std::atomic<bool> ran{false};
    std::function<void()> run = [&] { ran = true; };
    cl_event gate = userEvent();
    EXPECT_EQ(CL_SUCCESS, enqueueCall(each, run, {gate}));
    std::thread opener([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
      EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
    });
    EXPECT_EQ(CL_SUCCESS, clFinish(each));
    EXPECT_TRUE(ran);
    opener.join();
    EXPECT_EQ(CL_SUCCESS, clReleaseEvent(gate));
  }
}

} // namespace
