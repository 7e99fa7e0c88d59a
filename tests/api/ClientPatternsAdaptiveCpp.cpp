// SYCL on OpenCL as AdaptiveCpp makes it: USM only, each kernel's captures as one block of arguments, an out-of-order
// task graph of events, prefetches and questions about pointers.
#include "tests/api/ClientPatterns.h"
#include <numeric>

using namespace api_test;

namespace {

class ClientPatternsAdaptiveCpp : public ClientPatterns {
protected:
  void TearDown() override {
    EXPECT_EQ(CL_SUCCESS, clFinish(unordered));
    for (void *memory : allocations)
      EXPECT_EQ(CL_SUCCESS, api.clMemFreeINTEL(context, memory));
    ClientPatterns::TearDown();
  }
  template <typename T> T *malloc_shared(std::size_t count) {
    cl_int error = 1;
    allocations.push_back(api.clSharedMemAllocINTEL(context, device(), nullptr, count * sizeof(T), alignof(T), &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return static_cast<T *>(allocations.back());
  }
  /// Kernels may use whatever there is.
  cl_kernel indirect(cl_kernel kernel) {
    const cl_bool yes = CL_TRUE;
    for (cl_kernel_exec_info info :
         {CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL, CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
          CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL})
      EXPECT_EQ(CL_SUCCESS, clSetKernelExecInfo(kernel, info, sizeof yes, &yes));
    return kernel;
  }
  cl_event submit(cl_kernel kernel, std::size_t items, std::size_t group, const std::vector<cl_event> &after) {
    cl_event event = nullptr;
    EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(unordered, kernel, 1, nullptr, &items, group ? &group : nullptr,
                                                 after.size(), after.empty() ? nullptr : after.data(), &event));
    return keep(event);
  }
  std::vector<void *> allocations;
};

TEST_F(ClientPatternsAdaptiveCpp, AsksForWhatItNeeds) {
  EXPECT_TRUE(hasExtension("cl_intel_unified_shared_memory"));
  for (cl_device_info kind :
       {CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL, CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL,
        CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL, CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
        CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL})
    EXPECT_NE(0u, query<cl_device_unified_shared_memory_capabilities_intel>(clGetDeviceInfo, device(), kind) &
                      CL_UNIFIED_SHARED_MEMORY_ACCESS_INTEL);
  // What its hardware manager reads at start-up.
  EXPECT_EQ(cl_device_type{CL_DEVICE_TYPE_CPU}, query<cl_device_type>(clGetDeviceInfo, device(), CL_DEVICE_TYPE));
  for (cl_device_info limit : {CL_DEVICE_MAX_COMPUTE_UNITS, CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS,
                               CL_DEVICE_MEM_BASE_ADDR_ALIGN, CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT})
    EXPECT_NE(0u, query<cl_uint>(clGetDeviceInfo, device(), limit)) << limit;
  for (cl_device_info limit : {CL_DEVICE_GLOBAL_MEM_SIZE, CL_DEVICE_MAX_MEM_ALLOC_SIZE, CL_DEVICE_LOCAL_MEM_SIZE})
    EXPECT_NE(0u, query<cl_ulong>(clGetDeviceInfo, device(), limit)) << limit;
  EXPECT_FALSE(queryList<size_t>(clGetDeviceInfo, device(), CL_DEVICE_SUB_GROUP_SIZES_INTEL).empty());
}

TEST_F(ClientPatternsAdaptiveCpp, PointersTellWhatTheyAre) {
  int *shared = malloc_shared<int>(100);
  int onStack = 0;
  auto typeOf = [&](const void *pointer) {
    cl_unified_shared_memory_type_intel type = 1;
    EXPECT_EQ(CL_SUCCESS,
              api.clGetMemAllocInfoINTEL(context, pointer, CL_MEM_ALLOC_TYPE_INTEL, sizeof type, &type, nullptr));
    return type;
  };
  EXPECT_EQ(cl_uint{CL_MEM_TYPE_SHARED_INTEL}, typeOf(shared));
  EXPECT_EQ(cl_uint{CL_MEM_TYPE_SHARED_INTEL}, typeOf(shared + 99));
  EXPECT_EQ(cl_uint{CL_MEM_TYPE_UNKNOWN_INTEL}, typeOf(&onStack));
  cl_device_id owner = nullptr;
  EXPECT_EQ(CL_SUCCESS,
            api.clGetMemAllocInfoINTEL(context, shared + 5, CL_MEM_ALLOC_DEVICE_INTEL, sizeof owner, &owner, nullptr));
  EXPECT_EQ(device(), owner);
}

TEST_F(ClientPatternsAdaptiveCpp, CapturesComeAsOneArgument) {
  // A lambda's captures are one structure by value; its pointers are known to nobody but the kernel.
  struct Captures {
    cl_ulong in, out;
    float factor;
    cl_uint count;
  };
  constexpr std::size_t Items = 1000;
  const std::vector<float> values = numbers(Items);
  float *in = malloc_shared<float>(Items), *out = malloc_shared<float>(Items);
  std::ranges::copy(values, in);
  cl_kernel kernel = indirect(makeKernel(R"(
    struct Captures { ulong in, out; float factor; uint count; };
    kernel void k(struct Captures c) {
      size_t i = get_global_id(0);
      if (i < c.count)
        ((global float *)c.out)[c.count - 1 - i] = ((global const float *)c.in)[i] * c.factor;
    })"));
  const Captures captures{reinterpret_cast<cl_ulong>(in), reinterpret_cast<cl_ulong>(out), 2.5f, Items};
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof captures, &captures));
  cl_event event = submit(kernel, 1024, 128, {});
  EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &event));
  for (std::size_t i = 0; i < Items; ++i)
    EXPECT_EQ(values[i] * 2.5f, out[Items - 1 - i]);
}

TEST_F(ClientPatternsAdaptiveCpp, TheTaskGraphKeepsItsEdges) {
  // Random tasks over a few arrays; each waits for the last writer of what it reads and the last users of what it
  // writes. The same in plain C++, one after the other.
  constexpr std::size_t Arrays = 6, Items = 256;
  std::vector<cl_uint *> data;
  std::vector<std::vector<cl_uint>> expected(Arrays, std::vector<cl_uint>(Items));
  std::vector<std::vector<cl_event>> users(Arrays);
  for (std::size_t a = 0; a < Arrays; ++a) {
    data.push_back(malloc_shared<cl_uint>(Items));
    std::iota(expected[a].begin(), expected[a].end(), static_cast<cl_uint>(a * 1000));
    cl_event copied = nullptr;
    EXPECT_EQ(CL_SUCCESS, api.clEnqueueMemcpyINTEL(unordered, CL_FALSE, data[a], expected[a].data(), Items * 4, 0,
                                                   nullptr, &copied));
    EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &copied));
    EXPECT_EQ(CL_SUCCESS, clReleaseEvent(copied));
  }
  cl_kernel kernel = indirect(makeKernel("kernel void k(global uint *to, global const uint *from, uint f) { "
                                         "size_t i = get_global_id(0); to[i] = to[i] * f + from[255 - i]; }"));
  for (int task = 0; task < 300; ++task) {
    const std::size_t to = random() % Arrays, from = (to + 1 + random() % (Arrays - 1)) % Arrays;
    const cl_uint factor = random() % 7 + 1;
    std::vector<cl_event> after = users[to];
    after.insert(after.end(), users[from].begin(), users[from].end());
    cl_event event = nullptr;
    if (task % 10 == 9) {
      EXPECT_EQ(CL_SUCCESS, api.clEnqueueMemFillINTEL(unordered, data[to], &factor, sizeof factor, Items * 4,
                                                      after.size(), after.empty() ? nullptr : after.data(), &event));
      keep(event);
      std::ranges::fill(expected[to], factor);
    } else {
      EXPECT_EQ(CL_SUCCESS, api.clSetKernelArgMemPointerINTEL(kernel, 0, data[to]));
      EXPECT_EQ(CL_SUCCESS, api.clSetKernelArgMemPointerINTEL(kernel, 1, data[from]));
      EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 2, sizeof factor, &factor));
      event = submit(kernel, Items, 0, after);
      for (std::size_t i = 0; i < Items; ++i)
        expected[to][i] = expected[to][i] * factor + expected[from][255 - i];
    }
    users[to] = {event};
    users[from].push_back(event);
  }
  EXPECT_EQ(CL_SUCCESS, clFinish(unordered));
  for (std::size_t a = 0; a < Arrays; ++a)
    EXPECT_EQ(expected[a], std::vector<cl_uint>(data[a], data[a] + Items)) << a;
}

TEST_F(ClientPatternsAdaptiveCpp, ReductionsThroughLocalMemoryAndAtomics) {
  constexpr std::size_t Items = 64 * 100;
  cl_uint *in = malloc_shared<cl_uint>(Items), *sum = malloc_shared<cl_uint>(1);
  for (std::size_t i = 0; i < Items; ++i)
    in[i] = random() % 100;
  *sum = 5;
  EXPECT_EQ(CL_SUCCESS, api.clEnqueueMigrateMemINTEL(unordered, in, Items * 4, 0, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clEnqueueBarrierWithWaitList(unordered, 0, nullptr, nullptr));
  cl_kernel kernel = indirect(makeKernel(R"(
    kernel void k(global const uint *in, global atomic_uint *sum, local uint *scratch) {
      size_t l = get_local_id(0);
      scratch[l] = in[get_global_id(0)];
      for (size_t step = get_local_size(0) / 2; step; step /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < step)
          scratch[l] += scratch[l + step];
      }
      if (l == 0)
        atomic_fetch_add_explicit(sum, scratch[0], memory_order_relaxed, memory_scope_device);
    })"));
  EXPECT_EQ(CL_SUCCESS, api.clSetKernelArgMemPointerINTEL(kernel, 0, in));
  EXPECT_EQ(CL_SUCCESS, api.clSetKernelArgMemPointerINTEL(kernel, 1, sum));
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 2, 64 * 4, nullptr));
  cl_event event = submit(kernel, Items, 64, {});
  EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &event));
  EXPECT_EQ(std::accumulate(in, in + Items, 5u), *sum);
}

} // namespace
