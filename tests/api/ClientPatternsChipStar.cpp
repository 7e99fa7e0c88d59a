// HIP on OpenCL as chipStar makes it: allocations that kernels reach through other allocations, addresses of program
// variables by a kernel that tells them, streams as queues, HIP's events as markers, host functions by call-backs.
#include "tests/api/ClientPatterns.h"

using namespace api_test;

namespace {

class ClientPatternsChipStar : public ClientPatterns {
protected:
  /// A HIP event: a marker, and what follows waits for it.
  cl_event record(cl_command_queue stream) {
    cl_event event = nullptr;
    EXPECT_EQ(CL_SUCCESS, clEnqueueMarkerWithWaitList(stream, 0, nullptr, &event));
    return keep(event);
  }
  static void waitIn(cl_command_queue stream, cl_event event) {
    EXPECT_EQ(CL_SUCCESS, clEnqueueBarrierWithWaitList(stream, 1, &event, nullptr));
  }
};

TEST_F(ClientPatternsChipStar, AsksForWhatItNeeds) {
  EXPECT_TRUE(hasFeature("__opencl_c_generic_address_space"));
  EXPECT_TRUE(hasFeature("__opencl_c_program_scope_global_variables"));
  EXPECT_NE(0u, query<cl_device_svm_capabilities>(clGetDeviceInfo, device(), CL_DEVICE_SVM_CAPABILITIES) &
                    CL_DEVICE_SVM_COARSE_GRAIN_BUFFER);
  EXPECT_NE(std::string::npos, queryText(clGetDeviceInfo, device(), CL_DEVICE_IL_VERSION).find("SPIR-V_1."));
  EXPECT_TRUE(hasExtension("cl_intel_unified_shared_memory"));
  EXPECT_TRUE(hasExtension("cl_ext_buffer_device_address"));
}

constexpr const char *ListSource = R"(
  struct Node { global struct Node *next; float value; };
  kernel void k(global struct Node *first, global float *sums) {
    float sum = 0;
    for (global struct Node *node = first; node; node = node->next)
      sum += node->value * (get_global_id(0) + 1);
    sums[get_global_id(0)] = sum;
  })";
struct Node {
  Node *next;
  float value;
};

TEST_F(ClientPatternsChipStar, KernelsFollowPointersBetweenSvmAllocations) {
  // hipMalloc's memory is coarse-grained: filled by copies; the launch names every allocation there is.
  constexpr std::size_t Nodes = 50, Items = 16;
  const std::vector<float> values = numbers(Nodes);
  std::vector<void *> all;
  for (std::size_t i = 0; i < Nodes; ++i)
    all.push_back(clSVMAlloc(context, CL_MEM_READ_WRITE, sizeof(Node), 0));
  for (std::size_t i = 0; i < Nodes; ++i) {
    const Node node{i + 1 < Nodes ? static_cast<Node *>(all[i + 1]) : nullptr, values[i]};
    EXPECT_EQ(CL_SUCCESS, clEnqueueSVMMemcpy(profiled, CL_TRUE, all[i], &node, sizeof node, 0, nullptr, nullptr));
  }
  void *sums = clSVMAlloc(context, CL_MEM_READ_WRITE, Items * sizeof(float), 0);
  const float pattern = -1;
  EXPECT_EQ(CL_SUCCESS,
            clEnqueueSVMMemFill(profiled, sums, &pattern, sizeof pattern, Items * sizeof(float), 0, nullptr, nullptr));
  cl_kernel kernel = makeKernel(ListSource);
  EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 0, all[0]));
  EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 1, sums));
  EXPECT_EQ(CL_SUCCESS,
            clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, all.size() * sizeof(void *), all.data()));
  EXPECT_EQ(CL_SUCCESS, run(kernel, Items, profiled));
  std::vector<float> read(Items);
  EXPECT_EQ(CL_SUCCESS,
            clEnqueueSVMMemcpy(profiled, CL_TRUE, read.data(), sums, Items * sizeof(float), 0, nullptr, nullptr));
  for (std::size_t item = 0; item < Items; ++item) {
    float expected = 0;
    for (float value : values)
      expected += value * static_cast<float>(item + 1);
    EXPECT_EQ(expected, read[item]);
  }
  for (void *memory : all)
    clSVMFree(context, memory);
  clSVMFree(context, sums);
}

TEST_F(ClientPatternsChipStar, VariablesOfTheProgramAreCopiedToByTheirAddress) {
  // __device__ variables: a kernel tells address and size, hipMemcpyToSymbol copies there.
  cl_program program = build("global int table[8] = {1, 2, 3, 4, 5, 6, 7, 8};"
                             "kernel void info(global ulong *out) { out[0] = (ulong)table; out[1] = sizeof(table); }"
                             "kernel void use(global int *out) { size_t i = get_global_id(0); out[i] = table[i] * 2; "
                             "  table[i] += 1; }");
  auto *told = static_cast<cl_ulong *>(clSVMAlloc(context, CL_MEM_SVM_FINE_GRAIN_BUFFER, 2 * sizeof(cl_ulong), 0));
  auto *out = static_cast<cl_int *>(clSVMAlloc(context, CL_MEM_SVM_FINE_GRAIN_BUFFER, 8 * sizeof(cl_int), 0));
  cl_kernel info = kernelOf(program, "info"), use = kernelOf(program, "use");
  EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(info, 0, told));
  EXPECT_EQ(CL_SUCCESS, run(info, 1));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue));
  ASSERT_EQ(32u, told[1]);
  auto *table = reinterpret_cast<void *>(told[0]);
  const std::vector<cl_int> values{10, 20, 30, 40, 50, 60, 70, 80};
  EXPECT_EQ(CL_SUCCESS, clEnqueueSVMMemcpy(queue, CL_FALSE, table, values.data(), 32, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(use, 0, out));
  EXPECT_EQ(CL_SUCCESS, run(use, 8));
  std::vector<cl_int> read(8);
  EXPECT_EQ(CL_SUCCESS, clEnqueueSVMMemcpy(queue, CL_TRUE, read.data(), table, 32, 0, nullptr, nullptr));
  for (int i = 0; i < 8; ++i) {
    EXPECT_EQ(values[i] * 2, out[i]);
    EXPECT_EQ(values[i] + 1, read[i]);
  }
  clSVMFree(context, told);
  clSVMFree(context, out);
}

TEST_F(ClientPatternsChipStar, StreamsMeetThroughEvents) {
  // A pipeline over three streams, each a queue; every stage on the stream of its own. hipEventElapsedTime at the end.
  constexpr std::size_t Items = 1000;
  constexpr int Rounds = 30;
  std::vector<cl_command_queue> streams;
  for (int i = 0; i < 3; ++i)
    streams.push_back(makeQueue(CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE));
  cl_int error = 1;
  auto *data =
      static_cast<cl_int *>(api.clDeviceMemAllocINTEL(context, device(), nullptr, Items * sizeof(cl_int), 0, &error));
  ASSERT_EQ(CL_SUCCESS, error);
  const cl_int zero = 0;
  EXPECT_EQ(CL_SUCCESS, api.clEnqueueMemFillINTEL(streams[0], data, &zero, sizeof zero, Items * sizeof(cl_int), 0,
                                                  nullptr, nullptr));
  cl_kernel kernel = makeKernel("kernel void k(global int *p, int f, int s) { size_t i = get_global_id(0); "
                                "p[i] = p[i] * f + s + (int)i % 5; }");
  const cl_bool yes = CL_TRUE;
  for (cl_kernel_exec_info info :
       {CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL, CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
        CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL})
    EXPECT_EQ(CL_SUCCESS, clSetKernelExecInfo(kernel, info, sizeof yes, &yes));
  cl_event start = record(streams[0]), last = start;
  std::vector<cl_int> expected(Items);
  for (cl_int round = 0; round < Rounds; ++round) {
    cl_command_queue stream = streams[round % 3];
    const cl_int factor = round % 3 + 1;
    waitIn(stream, last);
    EXPECT_EQ(CL_SUCCESS, api.clSetKernelArgMemPointerINTEL(kernel, 0, data));
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, sizeof factor, &factor));
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 2, sizeof round, &round));
    EXPECT_EQ(CL_SUCCESS, run(kernel, Items, stream));
    last = record(stream);
    for (std::size_t i = 0; i < Items; ++i)
      expected[i] = static_cast<cl_int>(static_cast<cl_uint>(expected[i]) * static_cast<cl_uint>(factor) +
                                        static_cast<cl_uint>(round) + static_cast<cl_uint>(i % 5));
  }
  std::vector<cl_int> read(Items);
  EXPECT_EQ(CL_SUCCESS, api.clEnqueueMemcpyINTEL(streams[0], CL_TRUE, read.data(), data, Items * sizeof(cl_int), 1,
                                                 &last, nullptr));
  EXPECT_EQ(expected, read);
  EXPECT_GT(endOf(last), endOf(start));
  EXPECT_EQ(CL_SUCCESS, api.clMemBlockingFreeINTEL(context, data));
  for (cl_command_queue stream : streams) {
    EXPECT_EQ(CL_SUCCESS, clFinish(stream));
    EXPECT_EQ(CL_SUCCESS, clReleaseCommandQueue(stream));
  }
}

TEST_F(ClientPatternsChipStar, HostFunctionsRunBetweenCommands) {
  // hipStreamAddCallback: a marker's call-back runs the function and sets the user event that the stream waits for.
  struct State {
    cl_event done;
    std::atomic<int> order{0}, seen{-1};
  } state{userEvent(), 0, -1};
  std::function<void()> before = [&] { state.order = 1; }, after = [&] { state.seen = state.order.load(); };
  EXPECT_EQ(CL_SUCCESS, enqueueCall(profiled, before));
  cl_event marker = record(profiled);
  EXPECT_EQ(CL_SUCCESS, clEnqueueBarrierWithWaitList(profiled, 1, &state.done, nullptr));
  EXPECT_EQ(CL_SUCCESS, enqueueCall(profiled, after));
  EXPECT_EQ(CL_SUCCESS, clSetEventCallback(
                            marker, CL_COMPLETE,
                            [](cl_event, cl_int, void *data) {
                              auto *held = static_cast<State *>(data);
                              held->order = held->order == 1 ? 2 : -2;
                              EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(held->done, CL_COMPLETE));
                            },
                            &state));
  EXPECT_EQ(CL_SUCCESS, clFinish(profiled));
  EXPECT_EQ(2, state.seen);
  keep(state.done);
}

TEST_F(ClientPatternsChipStar, BuffersOfFixedAddressServeAsAllocations) {
  // Where there is neither SVM nor USM: buffers, whose addresses are stored in one another.
  constexpr std::size_t Items = 64;
  const cl_mem_properties properties[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, 0};
  cl_int error = 1;
  std::vector<cl_mem_device_address_ext> addresses;
  for (int i = 0; i < 3; ++i) {
    buffers.push_back(clCreateBufferWithProperties(context, properties, CL_MEM_READ_WRITE, Items * 8, nullptr, &error));
    ASSERT_EQ(CL_SUCCESS, error);
    addresses.push_back(
        query<cl_mem_device_address_ext>(clGetMemObjectInfo, buffers.back(), CL_MEM_DEVICE_ADDRESS_EXT));
  }
  const std::vector<float> values = numbers(Items);
  EXPECT_EQ(CL_SUCCESS,
            clEnqueueWriteBuffer(queue, buffers[0], CL_TRUE, 0, Items * 4, values.data(), 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clEnqueueWriteBuffer(queue, buffers[1], CL_TRUE, 0, 16, addresses.data(), 0, nullptr, nullptr));
  cl_kernel kernel = makeKernel("kernel void k(global ulong *table, global float *out) { size_t i = get_global_id(0); "
                                "out[i] = ((global float *)table[0])[i] + 0.5f; }");
  EXPECT_EQ(CL_SUCCESS, api.clSetKernelArgDevicePointerEXT(kernel, 0, addresses[1]));
  EXPECT_EQ(CL_SUCCESS, api.clSetKernelArgDevicePointerEXT(kernel, 1, addresses[2] + 16));
  EXPECT_EQ(CL_SUCCESS, clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT,
                                            addresses.size() * sizeof addresses[0], addresses.data()));
  EXPECT_EQ(CL_SUCCESS, run(kernel, Items));
  std::vector<float> read(Items);
  EXPECT_EQ(CL_SUCCESS,
            clEnqueueReadBuffer(queue, buffers[2], CL_TRUE, 16, Items * 4, read.data(), 0, nullptr, nullptr));
  for (std::size_t i = 0; i < Items; ++i)
    EXPECT_EQ(values[i] + 0.5f, read[i]);
}

} // namespace
