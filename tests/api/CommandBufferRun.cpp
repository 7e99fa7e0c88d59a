// What command buffers do when they run: results beside plain C++, order, several queues and devices, events, threads,
// the life of what they use.
#include "tests/api/CommandBufferFixture.h"
#include <array>
#include <cstring>
#include <memory>
#include <numeric>
#include <random>
#include <thread>

using namespace api_test;

namespace {

using CommandBufferRun = WithCommandBuffer;
using Ints = std::vector<cl_int>;

Ints counted(std::size_t count, cl_int first = 0) {
  Ints values(count);
  std::iota(values.begin(), values.end(), first);
  return values;
}

TEST_F(CommandBufferRun, AllKindsOfCommands) {
  const Ints start = counted(256);
  cl_mem a = intBuffer(start), b = intBuffer(Ints(256, -7));
  std::vector<cl_int> host(64, 5), svm(64, 1);
  cl_kernel kernel =
      makeKernel("kernel void k(global int *p, int v) { p[get_global_id(0)] = p[get_global_id(0)] * v; }");
  setArgs(kernel, b, cl_int{3});
  const cl_image_format format{CL_R, CL_SIGNED_INT32};
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = desc.image_height = 8;
  cl_mem images[2];
  for (cl_mem &image : images) {
    cl_int error = 1;
    image = buffers.emplace_back(clCreateImage(context, CL_MEM_READ_WRITE, &format, &desc, nullptr, &error));
    ASSERT_EQ(CL_SUCCESS, error);
  }
  const size_t zero[] = {0, 0, 0}, whole[] = {8, 8, 1}, corner[] = {2, 3, 0}, part[] = {4, 2, 1}, bytes[] = {16, 4, 1},
               from[] = {4, 1, 0}, to[] = {0, 2, 0};
  const cl_int color[4] = {77, 0, 0, 0}, pattern[2] = {8, 9};

  cl_command_buffer_khr buffer = record({queue});
  EXPECT_EQ(CL_SUCCESS,
            clCommandCopyBufferKHR(buffer, nullptr, nullptr, a, b, 64, 0, 512, 0, nullptr, nullptr, nullptr));
  add(buffer, kernel, 200);
  EXPECT_EQ(CL_SUCCESS, clCommandCopyBufferRectKHR(buffer, nullptr, nullptr, a, b, from, to, bytes, 32, 0, 64, 0, 0,
                                                   nullptr, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS,
            clCommandFillBufferKHR(buffer, nullptr, nullptr, b, pattern, 8, 960, 64, 0, nullptr, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clCommandCopyBufferToImageKHR(buffer, nullptr, nullptr, a, images[0], 40, zero, whole, 0,
                                                      nullptr, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clCommandFillImageKHR(buffer, nullptr, nullptr, images[0], color, corner, part, 0, nullptr,
                                              nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clCommandCopyImageKHR(buffer, nullptr, nullptr, images[0], images[1], zero, zero, whole, 0,
                                              nullptr, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clCommandCopyImageToBufferKHR(buffer, nullptr, nullptr, images[1], b, zero, whole, 640, 0,
                                                      nullptr, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clCommandSVMMemcpyKHR(buffer, nullptr, nullptr, svm.data() + 8, host.data(), 80, 0, nullptr,
                                              nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clCommandSVMMemFillKHR(buffer, nullptr, nullptr, svm.data() + 20, pattern, 8, 32, 0, nullptr,
                                               nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clFinalizeCommandBufferKHR(buffer));

  Ints expected(256, -7), expectedSvm(64, 1);
  for (unsigned round = 0; round < 3; ++round) {
    ASSERT_EQ(CL_COMPLETE, runBuffer(buffer));
    std::copy_n(start.begin() + 16, 128, expected.begin());
    for (unsigned i = 0; i < 200; ++i)
      expected[i] *= 3;
    for (unsigned row = 0; row < 4; ++row)
      for (unsigned i = 0; i < 4; ++i)
        expected[(2 + row) * 16 + i] = start[(1 + row) * 8 + 1 + i];
    for (unsigned i = 0; i < 16; ++i)
      expected[240 + i] = pattern[i % 2];
    for (unsigned y = 0; y < 8; ++y)
      for (unsigned x = 0; x < 8; ++x)
        expected[160 + y * 8 + x] = x >= 2 && x < 6 && y >= 3 && y < 5 ? 77 : start[10 + y * 8 + x];
    std::fill_n(expectedSvm.begin() + 8, 20, 5);
    for (unsigned i = 0; i < 8; ++i)
      expectedSvm[20 + i] = pattern[i % 2];
    EXPECT_EQ(expected, ints(b, 256)) << round;
    EXPECT_EQ(expectedSvm, svm);
  }
}

/// A graph of commands that each make a number of those that they wait for: a wrong order makes wrong numbers.
class Graph {
public:
  struct Node {
    std::array<unsigned, 3> sources{};
    std::vector<unsigned> waits;
    bool isBarrier = false;
    unsigned queue = 0;
  };
  Graph(unsigned seed, unsigned count, unsigned queues) : random_(seed), nodes(count) {
    for (unsigned i = 1; i < count; ++i) {
      Node &node = nodes[i];
      node.queue = random_() % queues;
      node.isBarrier = random_() % 16 == 0;
      for (unsigned &source : node.sources) {
        source = random_() % i;
        if (!nodes[source].isBarrier && !node.isBarrier)
          node.waits.push_back(source);
      }
      if (node.isBarrier && random_() % 2)
        node.waits.push_back(random_() % i);
    }
  }
  /// What the commands would write one after the other.
  Ints expected() const {
    Ints cells(nodes.size(), 0);
    for (unsigned i = 0; i < nodes.size(); ++i)
      if (!nodes[i].isBarrier) {
        const auto &s = nodes[i].sources;
        cells[i] = static_cast<cl_int>((cl_uint(cells[s[0]]) * 31u + cl_uint(cells[s[1]])) * 31u +
                                       cl_uint(cells[s[2]]) + i + 1);
      }
    return cells;
  }

private:
  std::mt19937 random_;

public:
  std::vector<Node> nodes;
};

class CommandBufferGraphs : public WithCommandBuffer {
protected:
  void SetUp() override {
    WithCommandBuffer::SetUp();
    // Long enough that what need not wait would overtake.
    kernel = makeKernel(R"(
      kernel void k(global int *cells, uint a, uint b, uint c, uint i, uint work) {
        uint x = i;
        for (uint n = 0; n < work; ++n)
          x = x * 1664525u + 1013904223u;
        if (get_global_id(0) == 0 && x != 1)
          cells[i] = (int)(((uint)cells[a] * 31u + (uint)cells[b]) * 31u + (uint)cells[c] + i + 1u);
      })");
  }
  void recordGraph(cl_command_buffer_khr into, const Graph &graph, cl_mem cells,
                   const std::vector<cl_command_queue> &queues) {
    Points points;
    const cl_uint count = graph.nodes.size();
    const cl_sync_point_khr cleared = addFill(into, cells, 0, 0, count, {}, queues[0]);
    addBarrier(into, {}, queues[0]);
    (void)cleared;
    for (cl_uint i = 0; i < count; ++i) {
      const Graph::Node &node = graph.nodes[i];
      Points waits;
      for (unsigned other : node.waits)
        waits.push_back(points[other]);
      if (node.isBarrier) {
        points.push_back(addBarrier(into, waits, queues[node.queue]));
        continue;
      }
      setArgs(kernel, cells, cl_uint(node.sources[0]), cl_uint(node.sources[1]), cl_uint(node.sources[2]), i,
              cl_uint(i % 7 * 3000));
      points.push_back(add(into, kernel, 1, waits, queues[node.queue]));
    }
    ASSERT_EQ(CL_SUCCESS, clFinalizeCommandBufferKHR(into));
  }
  cl_kernel kernel = nullptr;
};

TEST_F(CommandBufferGraphs, SyncPointsAndBarriersOrder) {
  for (unsigned seed = 0; seed < 12; ++seed) {
    SCOPED_TRACE(seed);
    const Graph graph(seed, 120, 1);
    cl_mem cells = intBuffer(Ints(120, 0));
    cl_command_buffer_khr buffer = record({unordered});
    recordGraph(buffer, graph, cells, {unordered});
    for (cl_command_queue on : {unordered, queue, unordered}) {
      ASSERT_EQ(CL_COMPLETE, runBuffer(buffer, {on}));
      ASSERT_EQ(graph.expected(), ints(cells, 120));
    }
  }
}

TEST_F(CommandBufferGraphs, OverSeveralQueues) {
  for (unsigned seed = 100; seed < 106; ++seed) {
    SCOPED_TRACE(seed);
    const Graph graph(seed, 90, 3);
    cl_mem cells = intBuffer(Ints(90, 0));
    const std::vector<cl_command_queue> queues{queue, unordered, makeQueue(0)};
    cl_command_buffer_khr buffer = record(queues);
    recordGraph(buffer, graph, cells, queues);
    for (unsigned round = 0; round < 3; ++round) {
      ASSERT_EQ(CL_COMPLETE, runBuffer(buffer));
      ASSERT_EQ(graph.expected(), ints(cells, 90));
    }
    EXPECT_EQ(CL_SUCCESS, clReleaseCommandQueue(queues[2]));
  }
}

/// What stands before a barrier takes its time; what stands behind it sees the result.
TEST_F(CommandBufferRun, BarriersHoldBackWhatFollows) {
  cl_kernel slow = makeKernel(R"(kernel void k(global int *p, uint work) {
    uint x = 1;
    for (uint n = 0; n < work; ++n)
      x = x * 1664525u + 1013904223u;
    p[0] = x == 1u ? 1 : 7;
  })");
  for (bool hasPartial : {false, true}) {
    SCOPED_TRACE(hasPartial);
    cl_mem memory = intBuffer({0, 0, 0, 0});
    setArgs(slow, memory, cl_uint{4'000'000});
    cl_command_buffer_khr buffer = record({unordered});
    addFill(buffer, memory, 0, 0, 4);
    addBarrier(buffer);
    add(buffer, slow, 1);
    const cl_sync_point_khr quick = addFill(buffer, memory, 5, 1, 1);
    if (hasPartial)
      addBarrier(buffer, {quick}); // waits for that one alone
    addBarrier(buffer);
    EXPECT_EQ(CL_SUCCESS,
              clCommandCopyBufferKHR(buffer, nullptr, nullptr, memory, memory, 0, 8, 8, 0, nullptr, nullptr, nullptr));
    EXPECT_EQ(CL_SUCCESS, clFinalizeCommandBufferKHR(buffer));
    for (unsigned round = 0; round < 2; ++round) {
      EXPECT_EQ(CL_COMPLETE, runBuffer(buffer));
      EXPECT_EQ((Ints{7, 5, 7, 5}), ints(memory, 4));
    }
  }
}

TEST_F(CommandBufferRun, InOrderQueuesOrderTheirCommands) {
  cl_kernel kernel =
      makeKernel("kernel void k(global int *p, int v) { p[get_global_id(0)] = p[get_global_id(0)] * 3 + v; }");
  constexpr std::size_t length = 500, items = 100;
  cl_mem memory = intBuffer(Ints(items, 1));
  cl_command_buffer_khr buffer = record({queue});
  Ints expected(items, 1);
  for (cl_int i = 0; i < cl_int(length); ++i) {
    setArgs(kernel, memory, i);
    add(buffer, kernel, items);
    for (cl_int &value : expected)
      value = static_cast<cl_int>(cl_uint(value) * 3u + cl_uint(i));
  }
  EXPECT_EQ(CL_SUCCESS, clFinalizeCommandBufferKHR(buffer));
  EXPECT_EQ(CL_COMPLETE, runBuffer(buffer, {unordered})); // the order is that of recording
  EXPECT_EQ(expected, ints(memory, items));
}

TEST_F(CommandBufferRun, TakesItsTurnInItsQueue) {
  cl_kernel add3 = makeKernel("kernel void k(global int *p) { p[get_global_id(0)] += 3; }");
  cl_kernel twice = makeKernel("kernel void k(global int *p) { p[get_global_id(0)] *= 2; }");
  cl_mem memory = intBuffer(counted(32));
  setArgs(add3, memory);
  setArgs(twice, memory);
  cl_command_buffer_khr buffer = record({queue});
  add(buffer, add3, 32);
  EXPECT_EQ(CL_SUCCESS, clFinalizeCommandBufferKHR(buffer));
  for (unsigned i = 0; i < 4; ++i) {
    EXPECT_EQ(CL_SUCCESS, run(twice, 32));
    EXPECT_EQ(CL_SUCCESS, enqueueBuffer(buffer));
  }
  Ints expected = counted(32);
  for (unsigned i = 0; i < 4; ++i)
    for (cl_int &value : expected)
      value = value * 2 + 3;
  EXPECT_EQ(expected, ints(memory, 32));
}

TEST_F(CommandBufferRun, TakesItsTurnInAllOfItsQueues) {
  cl_command_queue second = makeQueue(0);
  cl_mem memory = intBuffer({1, 1});
  cl_command_buffer_khr buffer = record({queue, second});
  addFill(buffer, memory, 5, 0, 1, {}, queue);
  addFill(buffer, memory, 6, 1, 1, {}, second);
  EXPECT_EQ(CL_SUCCESS, clFinalizeCommandBufferKHR(buffer));
  cl_event gate = userEvent(), done = nullptr;
  const cl_int two = 2;
  EXPECT_EQ(CL_SUCCESS, clEnqueueFillBuffer(second, memory, &two, 4, 0, 8, 1, &gate, nullptr));
  EXPECT_EQ(CL_SUCCESS, enqueueBuffer(buffer, {}, &done));
  Ints seen(2);
  EXPECT_EQ(CL_SUCCESS, clEnqueueReadBuffer(second, memory, CL_FALSE, 0, 8, seen.data(), 0, nullptr, nullptr));
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_LT(CL_COMPLETE, statusOf(done)); // the fill before it waits
  EXPECT_EQ(nullptr, query<cl_command_queue>(clGetEventInfo, done, CL_EVENT_COMMAND_QUEUE));
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
  EXPECT_EQ(CL_SUCCESS, clFinish(second));
  EXPECT_EQ((Ints{5, 6}), seen); // and the read behind it waited
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(gate));
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(done));
  EXPECT_EQ(CL_SUCCESS, clReleaseCommandQueue(second));
}

TEST_F(CommandBufferRun, Events) {
  cl_mem memory = intBuffer({1});
  cl_command_queue profiled = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  cl_command_buffer_khr buffer = record({profiled});
  addFill(buffer, memory, 9, 0, 1);
  EXPECT_EQ(CL_SUCCESS, clFinalizeCommandBufferKHR(buffer));
  cl_event gate = userEvent(), done = nullptr;
  EXPECT_EQ(CL_SUCCESS, enqueueBuffer(buffer, {gate}, &done));
  EXPECT_EQ(profiled, query<cl_command_queue>(clGetEventInfo, done, CL_EVENT_COMMAND_QUEUE));
  EXPECT_EQ(context, query<cl_context>(clGetEventInfo, done, CL_EVENT_CONTEXT));
  EXPECT_EQ(cl_command_type(CL_COMMAND_COMMAND_BUFFER_KHR),
            query<cl_command_type>(clGetEventInfo, done, CL_EVENT_COMMAND_TYPE));
  EXPECT_LT(CL_COMPLETE, statusOf(done));
  EXPECT_EQ(Ints{1}, ints(memory, 1));
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
  EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &done));
  EXPECT_EQ(Ints{9}, ints(memory, 1));
  std::vector<cl_ulong> times;
  for (cl_profiling_info what : {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT, CL_PROFILING_COMMAND_START,
                                 CL_PROFILING_COMMAND_END, CL_PROFILING_COMMAND_COMPLETE})
    times.push_back(query<cl_ulong>(clGetEventProfilingInfo, done, what));
  EXPECT_TRUE(std::is_sorted(times.begin(), times.end()));
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(gate));
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(done));

  // A failed wait list fails it, and nothing of it runs.
  const cl_int zero = 0;
  EXPECT_EQ(CL_SUCCESS, clEnqueueWriteBuffer(queue, memory, CL_TRUE, 0, 4, &zero, 0, nullptr, nullptr));
  gate = userEvent();
  EXPECT_EQ(CL_SUCCESS, enqueueBuffer(buffer, {gate}, &done));
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, -5));
  EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &done));
  EXPECT_EQ(Ints{0}, ints(memory, 1));
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(gate));
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(done));
  EXPECT_EQ(CL_SUCCESS, clReleaseCommandQueue(profiled));
}

TEST_F(CommandBufferRun, HoldsWhatItsCommandsUse) {
  cl_int error = 1;
  cl_command_queue own = makeQueue(0);
  const char *source = "kernel void k(global int *p, local int *l) { l[0] = 4; p[get_global_id(0)] += l[0]; }";
  cl_program program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
  ASSERT_EQ(CL_SUCCESS, clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr));
  cl_kernel kernel = clCreateKernel(program, "k", &error);
  cl_mem from = clCreateBuffer(context, 0, 256, nullptr, &error), result = intBuffer(Ints(64, 0));
  setArgs(kernel, from);
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, 64, nullptr));
  cl_command_buffer_khr buffer = clCreateCommandBufferKHR(1, &own, nullptr, &error);
  addFill(buffer, from, 38, 0, 64);
  cl_mutable_command_khr command = nullptr;
  add(buffer, kernel, 64, {}, nullptr, &command);
  EXPECT_EQ(CL_SUCCESS,
            clCommandCopyBufferKHR(buffer, nullptr, nullptr, from, result, 0, 0, 256, 0, nullptr, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clFinalizeCommandBufferKHR(buffer));
  EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(from));
  EXPECT_EQ(CL_SUCCESS, clReleaseKernel(kernel));
  EXPECT_EQ(CL_SUCCESS, clReleaseProgram(program));
  EXPECT_EQ(CL_SUCCESS, clReleaseCommandQueue(own));
  EXPECT_EQ(kernel, query<cl_kernel>(clGetMutableCommandInfoKHR, command, CL_MUTABLE_DISPATCH_KERNEL_KHR));
  EXPECT_EQ("k", queryText(clGetKernelInfo, kernel, CL_KERNEL_FUNCTION_NAME));
  cl_event gate = userEvent(), done = nullptr;
  EXPECT_EQ(CL_SUCCESS, enqueueBuffer(buffer, {gate}, &done));
  EXPECT_EQ(CL_SUCCESS, clReleaseCommandBufferKHR(buffer)); // while it is pending
  EXPECT_EQ(CL_INVALID_COMMAND_BUFFER_KHR, enqueueBuffer(buffer));
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
  EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &done));
  EXPECT_EQ(Ints(64, 42), ints(result, 64));
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(gate));
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(done));
}

TEST_F(CommandBufferRun, RecordingTakesTheKernelAsItIs) {
  cl_kernel kernel = makeKernel("kernel void k(global int *p, int v) { p[v] = v; }");
  cl_mem memory = intBuffer(Ints(4, 0));
  cl_command_buffer_khr buffer = record({queue});
  for (cl_int i : {1, 3}) {
    setArgs(kernel, memory, i);
    add(buffer, kernel, 1);
  }
  setArgs(kernel, memory, cl_int{2});
  EXPECT_EQ(CL_SUCCESS, clFinalizeCommandBufferKHR(buffer));
  EXPECT_EQ(CL_COMPLETE, runBuffer(buffer));
  EXPECT_EQ((Ints{0, 1, 0, 3}), ints(memory, 4));
}

TEST_F(CommandBufferRun, ManyThreadsRecordAndEnqueue) {
  constexpr unsigned threads = 6, commands = 40, rounds = 10;
  cl_program program = build("kernel void k(global int *p, int v) { atomic_add(p + get_global_id(0), v); }");
  cl_mem memory = intBuffer(Ints(16, 0));
  cl_command_buffer_khr shared = record({unordered}, CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
  std::vector<cl_kernel> own;
  for (unsigned t = 0; t < threads; ++t) {
    own.push_back(kernelOf(program, "k"));
    setArgs(own.back(), memory, cl_int(t + 1));
  }
  auto onThreads = [&](auto body) {
    std::vector<std::thread> all;
    for (unsigned t = 0; t < threads; ++t)
      all.emplace_back(body, t);
    for (std::thread &thread : all)
      thread.join();
  };
  onThreads([&](unsigned t) {
    cl_sync_point_khr last = 0;
    for (unsigned i = 0; i < commands; ++i)
      last = add(shared, own[t], 16, last ? Points{last} : Points{});
  });
  ASSERT_EQ(CL_SUCCESS, clFinalizeCommandBufferKHR(shared));
  onThreads([&](unsigned t) {
    cl_command_queue mine = makeQueue(t % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0);
    cl_int error = 1;
    cl_command_buffer_khr alone = clCreateCommandBufferKHR(1, &mine, nullptr, &error);
    add(alone, own[t], 16);
    EXPECT_EQ(CL_SUCCESS, clFinalizeCommandBufferKHR(alone));
    for (unsigned i = 0; i < rounds; ++i) {
      EXPECT_EQ(CL_SUCCESS, enqueueBuffer(shared, {}, nullptr, {mine}));
      EXPECT_EQ(CL_SUCCESS, enqueueBuffer(alone));
    }
    EXPECT_EQ(CL_SUCCESS, clReleaseCommandBufferKHR(alone)); // pending
    EXPECT_EQ(CL_SUCCESS, clFinish(mine));
    EXPECT_EQ(CL_SUCCESS, clReleaseCommandQueue(mine));
  });
  cl_int each = 0;
  for (cl_int t = 1; t <= cl_int(threads); ++t)
    each += t * rounds * (threads * commands + 1);
  EXPECT_EQ(Ints(16, each), ints(memory, 16));
}

TEST_F(CommandBufferRun, TwoThreadsWithTheSameQueuesInOtherOrder) {
  cl_command_queue second = makeQueue(0);
  cl_mem memory = intBuffer(Ints(2, 0));
  cl_command_buffer_khr forth = record({queue, second}), back = record({second, queue});
  addFill(forth, memory, 1, 0, 1, {}, queue);
  addFill(back, memory, 1, 1, 1, {}, second);
  for (cl_command_buffer_khr buffer : {forth, back})
    EXPECT_EQ(CL_SUCCESS, clFinalizeCommandBufferKHR(buffer));
  auto repeat = [&](cl_command_buffer_khr buffer) {
    for (unsigned i = 0; i < 300; ++i)
      EXPECT_EQ(CL_SUCCESS, enqueueBuffer(buffer));
  };
  std::thread one(repeat, forth), other(repeat, back);
  one.join();
  other.join();
  EXPECT_EQ(CL_SUCCESS, clFinish(queue));
  EXPECT_EQ(CL_SUCCESS, clFinish(second));
  EXPECT_EQ(Ints(2, 1), ints(memory, 2));
  EXPECT_EQ(CL_SUCCESS, clReleaseCommandQueue(second));
}

/// In a process with four compute units, so that there are sub-devices on any machine.
class CommandBufferDevices : public WithCommandBuffer {
protected:
  void SetUp() override {
    const cl_device_partition_property singles[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    cl_uint count = 0;
    if (clCreateSubDevices(device(), singles, 0, nullptr, &count) != CL_SUCCESS || count < 2)
      GTEST_SKIP() << "no sub-devices";
    devices.resize(count);
    ASSERT_EQ(CL_SUCCESS, clCreateSubDevices(device(), singles, count, devices.data(), nullptr));
    devices.push_back(device());
    cl_int error = 1;
    context = clCreateContext(nullptr, devices.size(), devices.data(), nullptr, nullptr, &error);
    ASSERT_EQ(CL_SUCCESS, error);
    for (cl_device_id one : devices)
      queues.push_back(clCreateCommandQueueWithProperties(context, one, nullptr, &error));
    queue = makeQueue(0);
    unordered = makeQueue(CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
  }
  void TearDown() override {
    if (queues.empty())
      return;
    WithCommandBuffer::TearDown();
    for (cl_command_queue one : queues)
      EXPECT_EQ(CL_SUCCESS, clReleaseCommandQueue(one));
    for (cl_device_id one : devices)
      EXPECT_EQ(CL_SUCCESS, clReleaseDevice(one));
  }
  std::vector<cl_device_id> devices; ///< sub-devices, and the root device
  std::vector<cl_command_queue> queues;
};

TEST_F(CommandBufferDevices, CommandsOfSeveralDevices) {
  EXPECT_EQ(std::vector{device()},
            queryList<cl_device_id>(clGetDeviceInfo, devices[0], CL_DEVICE_COMMAND_BUFFER_SYNC_DEVICES_KHR));
  cl_kernel kernel =
      makeKernel("kernel void k(global int *p, int v) { p[get_global_id(0)] = p[get_global_id(0)] * 3 + v; }");
  constexpr std::size_t items = 3000;
  cl_mem memory = intBuffer(Ints(items, 1));
  cl_command_buffer_khr buffer = record(queues, CL_COMMAND_BUFFER_DEVICE_SIDE_SYNC_KHR);
  Ints expected(items, 1);
  Points last;
  for (cl_int i = 0; i < 40; ++i) {
    setArgs(kernel, memory, i);
    last = {add(buffer, kernel, items, last, queues[i % queues.size()])};
    for (cl_int &value : expected)
      value = static_cast<cl_int>(cl_uint(value) * 3u + cl_uint(i));
  }
  EXPECT_EQ(CL_SUCCESS, clFinalizeCommandBufferKHR(buffer));
  EXPECT_EQ(CL_COMPLETE, runBuffer(buffer));
  EXPECT_EQ(expected, ints(memory, items));
  std::vector<cl_command_queue> turned(queues.rbegin(), queues.rend());
  EXPECT_EQ(CL_INVALID_DEVICE, enqueueBuffer(buffer, {}, nullptr, turned));
}

TEST_F(CommandBufferDevices, Remapping) {
  cl_kernel kernel =
      makeKernel("kernel void k(global int *p, int v) { p[get_global_id(0)] = p[get_global_id(0)] * 3 + v; }");
  cl_mem memory = intBuffer(Ints(100, 1)), second = intBuffer(Ints(100, 1));
  cl_command_buffer_khr buffer = record({queue, unordered}, CL_COMMAND_BUFFER_MUTABLE_KHR);
  std::vector<cl_mutable_command_khr> handles(4), copies(4);
  Points last;
  for (cl_int i = 0; i < 4; ++i) {
    setArgs(kernel, memory, i);
    last = {add(buffer, kernel, 100, last, i % 2 ? unordered : queue, &handles[i])};
  }
  addFill(buffer, second, 8, 0, 100, {}, unordered);
  cl_command_queue onto[] = {queues[0], queues[1]}, nobody[] = {queues[0], nullptr};
  auto remapError = [&](cl_bool automatic, cl_uint count, cl_command_queue *list, cl_uint handleCount,
                        cl_mutable_command_khr *from, cl_mutable_command_khr *to) {
    return errorOf([&](cl_int *error) {
      return clRemapCommandBufferKHR(buffer, automatic, count, list, handleCount, from, to, error);
    });
  };
  EXPECT_EQ(CL_INVALID_VALUE, remapError(CL_FALSE, 0, onto, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, remapError(CL_FALSE, 2, nullptr, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, remapError(CL_FALSE, 1, onto, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, remapError(CL_FALSE, 2, onto, 1, nullptr, copies.data()));
  EXPECT_EQ(CL_INVALID_VALUE, remapError(CL_FALSE, 2, onto, 1, handles.data(), nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, remapError(CL_FALSE, 2, onto, 0, handles.data(), copies.data()));
  cl_mutable_command_khr none[] = {nullptr};
  EXPECT_EQ(CL_INVALID_VALUE, remapError(CL_FALSE, 2, onto, 1, none, copies.data()));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, remapError(CL_FALSE, 2, nobody, 0, nullptr, nullptr));

  Ints expected(100, 1);
  for (bool automatic : {false, true}) {
    cl_int error = 1;
    cl_command_buffer_khr copy = commandBuffers.emplace_back(
        clRemapCommandBufferKHR(buffer, automatic, 2, onto, 4, handles.data(), copies.data(), &error));
    ASSERT_EQ(CL_SUCCESS, error);
    EXPECT_EQ(std::vector(onto, onto + 2),
              queryList<cl_command_queue>(clGetCommandBufferInfoKHR, copy, CL_COMMAND_BUFFER_QUEUES_KHR));
    for (unsigned i = 0; i < 4; ++i) {
      EXPECT_NE(handles[i], copies[i]);
      EXPECT_EQ(copy, query<cl_command_buffer_khr>(clGetMutableCommandInfoKHR, copies[i],
                                                   CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR));
      if (!automatic) {
        EXPECT_EQ(onto[i % 2],
                  query<cl_command_queue>(clGetMutableCommandInfoKHR, copies[i], CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR));
      }
    }
    EXPECT_EQ(cl_uint(CL_COMMAND_BUFFER_STATE_RECORDING_KHR), stateOf(copy));
    setArgs(kernel, memory, cl_int{100});
    add(copy, kernel, 100, {4}, onto[1]); // sync points hold for the copy
    EXPECT_EQ(CL_SUCCESS, clFinalizeCommandBufferKHR(copy));
    EXPECT_EQ(CL_COMPLETE, runBuffer(copy));
    for (cl_int v : {0, 1, 2, 3, 100})
      for (cl_int &value : expected)
        value = static_cast<cl_int>(cl_uint(value) * 3u + cl_uint(v));
    EXPECT_EQ(expected, ints(memory, 100));
    EXPECT_EQ(Ints(100, 8), ints(second, 100));
  }
  EXPECT_EQ(CL_SUCCESS, clFinalizeCommandBufferKHR(buffer));
  cl_command_buffer_khr ready =
      commandBuffers.emplace_back(clRemapCommandBufferKHR(buffer, CL_TRUE, 2, onto, 0, nullptr, nullptr, nullptr));
  EXPECT_EQ(cl_uint(CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR), stateOf(ready));
}

} // namespace
