// Julia on OpenCL as OpenCL.jl makes it: the memory's kind by what the device can, arrays as structures by value, a
// group's size from the kernel, tasks on threads with a queue each, profiling of every launch.
#include "tests/api/ClientPatterns.h"
#include <numeric>

using namespace api_test;

namespace {

/// What a CLDeviceArray is to a kernel.
struct DeviceArray {
  cl_ulong pointer;
  cl_ulong maxSize;
  cl_ulong size[2];
  cl_ulong length;
};

constexpr const char *Source = R"(
  typedef struct { ulong pointer, max_size, size[2], length; } Array;
  kernel void k(Array to, Array a, Array b, float scale) {
    size_t i = get_global_id(0);
    if (i >= to.length)
      return;
    size_t row = i % to.size[0], column = i / to.size[0];
    global const float *x = (global const float *)a.pointer, *y = (global const float *)b.pointer;
    float sum = 0;
    for (size_t n = 0; n < a.size[1]; ++n)
      sum += x[n * a.size[0] + row] * y[column * b.size[0] + n];
    ((global float *)to.pointer)[i] = sum * scale;
  })";

class ClientPatternsJulia : public ClientPatterns {
protected:
  /// Column by column; whole numbers, so that every order of the sum is exact.
  static std::vector<float> product(const std::vector<float> &a, const std::vector<float> &b, std::size_t rows,
                                    std::size_t inner, std::size_t columns, float scale) {
    std::vector<float> to(rows * columns);
    for (std::size_t c = 0; c < columns; ++c)
      for (std::size_t r = 0; r < rows; ++r) {
        float sum = 0;
        for (std::size_t n = 0; n < inner; ++n)
          sum += a[n * rows + r] * b[c * inner + n];
        to[c * rows + r] = sum * scale;
      }
    return to;
  }
  static DeviceArray arrayOf(const void *memory, std::size_t rows, std::size_t columns) {
    return {reinterpret_cast<cl_ulong>(memory), rows * columns * 4, {rows, columns}, rows * columns};
  }
  /// The launch's groups, as the device would have them for that kernel.
  static std::size_t groupOf(cl_kernel kernel, std::size_t items) {
    size_t most = 0, multiple = 0;
    EXPECT_EQ(CL_SUCCESS,
              clGetKernelWorkGroupInfo(kernel, device(), CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, nullptr));
    EXPECT_EQ(CL_SUCCESS, clGetKernelWorkGroupInfo(kernel, device(), CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE,
                                                   sizeof multiple, &multiple, nullptr));
    return std::min(most, (items + multiple - 1) / multiple * multiple);
  }
};

TEST_F(ClientPatternsJulia, AsksForWhatItNeeds) {
  EXPECT_TRUE(hasExtension("cl_intel_unified_shared_memory"));
  EXPECT_TRUE(hasExtension("cl_ext_buffer_device_address"));
  EXPECT_TRUE(hasExtension("cl_khr_il_program"));
  EXPECT_TRUE(hasExtension("cl_khr_spirv_queries"));
  EXPECT_FALSE(queryList<cl_name_version>(clGetDeviceInfo, device(), CL_DEVICE_ILS_WITH_VERSION).empty());
  EXPECT_NE(0u, query<cl_device_svm_capabilities>(clGetDeviceInfo, device(), CL_DEVICE_SVM_CAPABILITIES));
  EXPECT_EQ(3u, queryList<size_t>(clGetDeviceInfo, device(), CL_DEVICE_MAX_WORK_ITEM_SIZES).size());
  EXPECT_NE(0u, query<size_t>(clGetDeviceInfo, device(), CL_DEVICE_MAX_WORK_GROUP_SIZE));
}

TEST_F(ClientPatternsJulia, EveryKindOfMemoryMultipliesMatrices) {
  constexpr std::size_t Rows = 37, Inner = 21, Columns = 29;
  const std::vector<float> a = numbers(Rows * Inner), b = numbers(Inner * Columns);
  const std::vector<float> expected = product(a, b, Rows, Inner, Columns, 0.25f);
  cl_program program = build(Source);
  const cl_bool yes = CL_TRUE;
  enum Backend { Usm, Svm, Address };
  for (Backend backend : {Usm, Svm, Address}) {
    const std::size_t sizes[] = {expected.size() * 4, a.size() * 4, b.size() * 4};
    void *memory[3] = {};
    std::vector<cl_mem> fixed;
    cl_int error = CL_SUCCESS;
    for (int i = 0; i < 3; ++i)
      if (backend == Usm) {
        memory[i] = api.clDeviceMemAllocINTEL(context, device(), nullptr, sizes[i], 0, &error);
      } else if (backend == Svm) {
        memory[i] = clSVMAlloc(context, CL_MEM_READ_WRITE, sizes[i], 0);
      } else {
        const cl_mem_properties properties[] = {CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT, CL_TRUE, 0};
        fixed.push_back(clCreateBufferWithProperties(context, properties, 0, sizes[i], nullptr, &error));
        memory[i] = reinterpret_cast<void *>(
            query<cl_mem_device_address_ext>(clGetMemObjectInfo, fixed.back(), CL_MEM_DEVICE_ADDRESS_EXT));
      }
    ASSERT_EQ(CL_SUCCESS, error);
    auto copy = [&](void *to, const void *from, std::size_t bytes, int index, bool reads) {
      if (backend == Usm)
        return api.clEnqueueMemcpyINTEL(profiled, CL_TRUE, to, from, bytes, 0, nullptr, nullptr);
      if (backend == Svm)
        return clEnqueueSVMMemcpy(profiled, CL_TRUE, to, from, bytes, 0, nullptr, nullptr);
      return reads ? clEnqueueReadBuffer(profiled, fixed[index], CL_TRUE, 0, bytes, to, 0, nullptr, nullptr)
                   : clEnqueueWriteBuffer(profiled, fixed[index], CL_TRUE, 0, bytes, from, 0, nullptr, nullptr);
    };
    EXPECT_EQ(CL_SUCCESS, copy(memory[1], a.data(), sizes[1], 1, false));
    EXPECT_EQ(CL_SUCCESS, copy(memory[2], b.data(), sizes[2], 2, false));
    cl_kernel kernel = kernelOf(program, "k");
    const DeviceArray arrays[] = {arrayOf(memory[0], Rows, Columns), arrayOf(memory[1], Rows, Inner),
                                  arrayOf(memory[2], Inner, Columns)};
    for (cl_uint i = 0; i < 3; ++i)
      EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, i, sizeof arrays[i], &arrays[i]));
    const float scale = 0.25f;
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 3, sizeof scale, &scale));
    if (backend == Usm)
      for (cl_kernel_exec_info info :
           {CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL, CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
            CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL})
        EXPECT_EQ(CL_SUCCESS, clSetKernelExecInfo(kernel, info, sizeof yes, &yes));
    else
      EXPECT_EQ(CL_SUCCESS,
                clSetKernelExecInfo(kernel,
                                    backend == Svm ? CL_KERNEL_EXEC_INFO_SVM_PTRS : CL_KERNEL_EXEC_INFO_DEVICE_PTRS_EXT,
                                    sizeof memory, memory));
    const size_t group = groupOf(kernel, expected.size());
    const size_t items = (expected.size() + group - 1) / group * group;
    cl_event event = nullptr;
    EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(profiled, kernel, 1, nullptr, &items, &group, 0, nullptr, &event));
    std::vector<float> read(expected.size());
    EXPECT_EQ(CL_SUCCESS, copy(read.data(), memory[0], sizes[0], 0, true));
    EXPECT_EQ(expected, read) << backend;
    cl_ulong start = 0;
    EXPECT_EQ(CL_SUCCESS, clGetEventProfilingInfo(keep(event), CL_PROFILING_COMMAND_START, 8, &start, nullptr));
    EXPECT_GE(endOf(event), start);
    for (void *each : memory)
      if (backend == Usm) {
        EXPECT_EQ(CL_SUCCESS, api.clMemBlockingFreeINTEL(context, each));
      } else if (backend == Svm) {
        clSVMFree(context, each);
      }
    for (cl_mem each : fixed)
      EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(each));
  }
}

TEST_F(ClientPatternsJulia, TheSuggestedGroupIsOneThatRuns) {
  cl_kernel kernel = makeKernel("kernel void k(global int *p) { p[get_global_id(0)] = (int)get_local_size(0); }");
  cl_mem out = makeBuffer(1000 * 4);
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof out, &out));
  const size_t items = 1000;
  size_t group = 0;
  EXPECT_EQ(CL_SUCCESS, api.clGetKernelSuggestedLocalWorkSizeKHR(queue, kernel, 1, nullptr, &items, &group));
  EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &group, 0, nullptr, nullptr));
  cl_int read = 0;
  EXPECT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue, out, CL_TRUE, 0, 4, &read, 0, nullptr, nullptr));
  EXPECT_EQ(group, static_cast<size_t>(read));
}

TEST_F(ClientPatternsJulia, TasksHaveQueuesOfTheirOwn) {
  // Each of Julia's tasks has its queue; arrays are freed by the garbage collector's finalizers while others work.
  constexpr int Threads = 4, Rounds = 40;
  constexpr std::size_t Items = 500;
  cl_program program =
      build("kernel void k(global float *p, float f) { size_t i = get_global_id(0); p[i] = p[i] * f + i; }");
  std::atomic<int> wrong{0};
  auto task = [&](unsigned seed) {
    std::mt19937 own(seed);
    cl_int error = 1;
    cl_command_queue stream = clCreateCommandQueueWithProperties(context, device(), nullptr, &error);
    cl_kernel kernel = clCreateKernel(program, "k", &error);
    const cl_bool yes = CL_TRUE;
    wrong += clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL, sizeof yes, &yes) != 0;
    for (int round = 0; round < Rounds; ++round) {
      auto *memory =
          static_cast<float *>(api.clDeviceMemAllocINTEL(context, device(), nullptr, Items * sizeof(float), 0, &error));
      std::vector<float> values(Items), read(Items);
      std::iota(values.begin(), values.end(), static_cast<float>(own() % 50));
      const float factor = static_cast<float>(own() % 5);
      wrong += api.clEnqueueMemcpyINTEL(stream, CL_FALSE, memory, values.data(), Items * 4, 0, nullptr, nullptr) != 0;
      wrong += api.clSetKernelArgMemPointerINTEL(kernel, 0, memory) != 0;
      wrong += clSetKernelArg(kernel, 1, sizeof factor, &factor) != 0;
      const size_t items = Items;
      wrong += clEnqueueNDRangeKernel(stream, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr) != 0;
      wrong += api.clEnqueueMemcpyINTEL(stream, CL_TRUE, read.data(), memory, Items * 4, 0, nullptr, nullptr) != 0;
      for (std::size_t i = 0; i < Items; ++i)
        wrong += read[i] != values[i] * factor + static_cast<float>(i);
      wrong += api.clMemBlockingFreeINTEL(context, memory) != 0;
    }
    clReleaseKernel(kernel);
    clReleaseCommandQueue(stream);
  };
  std::vector<std::thread> threads;
  for (int i = 0; i < Threads; ++i)
    threads.emplace_back(task, i);
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(0, wrong);
}

} // namespace
