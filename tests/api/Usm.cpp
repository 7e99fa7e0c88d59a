// Unified shared memory (cl_intel_unified_shared_memory 1.1): its rules, its queries, and what kernels see of it.
#include "tests/api/MemoryFixture.h"
#include <algorithm>
#include <cstring>

using namespace api_test;

namespace {

/// The extension's functions, by name as every client gets them.
#define USM_FUNCTIONS(X)                                                                                               \
  X(clHostMemAllocINTEL)                                                                                               \
  X(clDeviceMemAllocINTEL)                                                                                             \
  X(clSharedMemAllocINTEL)                                                                                             \
  X(clMemFreeINTEL)                                                                                                    \
  X(clMemBlockingFreeINTEL)                                                                                            \
  X(clGetMemAllocInfoINTEL)                                                                                            \
  X(clSetKernelArgMemPointerINTEL)                                                                                     \
  X(clEnqueueMemFillINTEL)                                                                                             \
  X(clEnqueueMemcpyINTEL)                                                                                              \
  X(clEnqueueMemsetINTEL)                                                                                              \
  X(clEnqueueMigrateMemINTEL)                                                                                          \
  X(clEnqueueMemAdviseINTEL)

struct Functions {
#define X(name)                                                                                                        \
  name##_fn name = reinterpret_cast<name##_fn>(clGetExtensionFunctionAddressForPlatform(platform(), #name));
  USM_FUNCTIONS(X)
#undef X
};

using Properties = std::vector<cl_mem_properties_intel>;

class Usm : public WithMemory {
protected:
  void TearDown() override {
    EXPECT_EQ(CL_SUCCESS, clFinish(queue));
    EXPECT_EQ(CL_SUCCESS, clFinish(unordered));
    for (void *memory : allocations)
      EXPECT_EQ(CL_SUCCESS, usm.clMemFreeINTEL(context, memory));
    WithMemory::TearDown();
  }
  void *host(size_t size, cl_int *error, const Properties &properties = {0}, cl_uint alignment = 0) {
    return usm.clHostMemAllocINTEL(context, properties.data(), size, alignment, error);
  }
  void *onDevice(cl_device_id device, size_t size, cl_int *error, const Properties &properties = {0},
                 cl_uint alignment = 0) {
    return usm.clDeviceMemAllocINTEL(context, device, properties.data(), size, alignment, error);
  }
  void *shared(cl_device_id device, size_t size, cl_int *error, const Properties &properties = {0},
               cl_uint alignment = 0) {
    return usm.clSharedMemAllocINTEL(context, device, properties.data(), size, alignment, error);
  }
  /// Shared; freed at the end of the test.
  template <typename T> T *make(std::size_t count) {
    cl_int error = 1;
    allocations.push_back(shared(device(), count * sizeof(T), &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return static_cast<T *>(allocations.back());
  }
  template <typename T> T info(const void *pointer, cl_mem_info_intel name) {
    T value{};
    size_t size = 0;
    EXPECT_EQ(CL_SUCCESS, usm.clGetMemAllocInfoINTEL(context, pointer, name, sizeof value, &value, &size));
    EXPECT_EQ(sizeof value, size);
    return value;
  }
  const Functions usm;
  std::vector<void *> allocations;
};

TEST_F(Usm, EveryFunctionIsFound) {
#define X(name) EXPECT_NE(nullptr, usm.name) << #name;
  USM_FUNCTIONS(X)
#undef X
}

TEST_F(Usm, EveryKindOfAccess) {
  for (cl_device_info name :
       {CL_DEVICE_HOST_MEM_CAPABILITIES_INTEL, CL_DEVICE_DEVICE_MEM_CAPABILITIES_INTEL,
        CL_DEVICE_SINGLE_DEVICE_SHARED_MEM_CAPABILITIES_INTEL, CL_DEVICE_CROSS_DEVICE_SHARED_MEM_CAPABILITIES_INTEL,
        CL_DEVICE_SHARED_SYSTEM_MEM_CAPABILITIES_INTEL})
    EXPECT_EQ(0xFu, query<cl_device_unified_shared_memory_capabilities_intel>(clGetDeviceInfo, device(), name));
}

TEST_F(Usm, AllocationRules) {
  const Properties combined = {CL_MEM_ALLOC_FLAGS_INTEL, CL_MEM_ALLOC_WRITE_COMBINED_INTEL, 0};
  const Properties onHost = {CL_MEM_ALLOC_FLAGS_INTEL, CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL, 0};
  const Properties both = {CL_MEM_ALLOC_FLAGS_INTEL,
                           CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL | CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL, 0};
  const Properties unknown = {0x7777, 1, 0}, badFlags = {CL_MEM_ALLOC_FLAGS_INTEL, 0x80, 0};
  const Properties twice = {CL_MEM_ALLOC_FLAGS_INTEL, 0, CL_MEM_ALLOC_FLAGS_INTEL, 0, 0};
  using Make = std::function<void *(size_t, cl_int *, const Properties &, cl_uint)>;
  const Make kinds[] = {
      [&](auto &&...rest) { return host(rest...); },
      [&](auto &&...rest) { return onDevice(device(), rest...); },
      [&](auto &&...rest) { return shared(device(), rest...); },
      [&](auto &&...rest) { return shared(nullptr, rest...); },
  };
  for (std::size_t kind = 0; kind < std::size(kinds); ++kind) {
    auto error = [&](size_t size, const Properties &properties, cl_uint alignment = 0) {
      return errorOf([&](cl_int *error) {
        void *memory = kinds[kind](size, error, properties, alignment);
        EXPECT_EQ(0u, reinterpret_cast<uintptr_t>(memory) % (alignment ? alignment : 128));
        if (memory)
          allocations.push_back(memory);
        return memory;
      });
    };
    EXPECT_EQ(CL_SUCCESS, error(100, {0}));
    EXPECT_EQ(CL_SUCCESS, error(100, combined, 128));
    EXPECT_EQ(CL_INVALID_VALUE, error(100, {0}, 3));
    EXPECT_EQ(CL_INVALID_VALUE, error(100, {0}, 256));
    EXPECT_EQ(CL_INVALID_PROPERTY, error(100, unknown));
    EXPECT_EQ(CL_INVALID_PROPERTY, error(100, badFlags));
    EXPECT_EQ(CL_INVALID_PROPERTY, error(100, twice));
    EXPECT_EQ(CL_INVALID_PROPERTY, error(100, both));
    EXPECT_EQ(kind < 2 ? CL_INVALID_PROPERTY : CL_SUCCESS, error(100, onHost));
    EXPECT_EQ(CL_INVALID_BUFFER_SIZE, error(0, {0}));
    EXPECT_EQ(CL_INVALID_BUFFER_SIZE, error(maxAllocation() + 1, {0}));
  }
  EXPECT_EQ(CL_INVALID_DEVICE, errorOf([&](cl_int *error) { return onDevice(nullptr, 100, error); }));
  EXPECT_EQ(CL_INVALID_DEVICE,
            errorOf([&](cl_int *error) { return shared(reinterpret_cast<cl_device_id>(context), 100, error); }));
  EXPECT_EQ(CL_INVALID_CONTEXT,
            errorOf([&](cl_int *error) { return usm.clHostMemAllocINTEL(nullptr, nullptr, 100, 0, error); }));
}

TEST_F(Usm, InfoOnAnyPointer) {
  const Properties combined = {CL_MEM_ALLOC_FLAGS_INTEL, CL_MEM_ALLOC_WRITE_COMBINED_INTEL, 0};
  cl_int error = 1;
  struct Expected {
    void *memory;
    cl_unified_shared_memory_type_intel type;
    cl_device_id device;
    cl_mem_alloc_flags_intel flags;
  };
  for (const Expected &expected : {Expected{host(1000, &error), CL_MEM_TYPE_HOST_INTEL, nullptr, 0},
                                   Expected{onDevice(device(), 1000, &error, combined), CL_MEM_TYPE_DEVICE_INTEL,
                                            device(), CL_MEM_ALLOC_WRITE_COMBINED_INTEL},
                                   Expected{shared(device(), 1000, &error), CL_MEM_TYPE_SHARED_INTEL, device(), 0},
                                   Expected{shared(nullptr, 1000, &error), CL_MEM_TYPE_SHARED_INTEL, nullptr, 0}}) {
    allocations.push_back(expected.memory);
    for (std::size_t offset : {0, 1, 999}) {
      const char *pointer = static_cast<char *>(expected.memory) + offset;
      EXPECT_EQ(expected.type, info<cl_unified_shared_memory_type_intel>(pointer, CL_MEM_ALLOC_TYPE_INTEL));
      EXPECT_EQ(expected.memory, info<void *>(pointer, CL_MEM_ALLOC_BASE_PTR_INTEL));
      EXPECT_EQ(1000u, info<size_t>(pointer, CL_MEM_ALLOC_SIZE_INTEL));
      EXPECT_EQ(expected.device, info<cl_device_id>(pointer, CL_MEM_ALLOC_DEVICE_INTEL));
      EXPECT_EQ(expected.flags, info<cl_mem_alloc_flags_intel>(pointer, CL_MEM_ALLOC_FLAGS_INTEL));
    }
  }
  // What these functions did not allocate.
  int mine = 0;
  void *svm = clSVMAlloc(context, 0, 100, 0);
  const char *behind = static_cast<char *>(allocations.back()) + 1000;
  for (const void *pointer : {static_cast<const void *>(&mine), static_cast<const void *>(svm),
                              static_cast<const void *>(nullptr), static_cast<const void *>(behind)}) {
    EXPECT_EQ(cl_uint(CL_MEM_TYPE_UNKNOWN_INTEL),
              info<cl_unified_shared_memory_type_intel>(pointer, CL_MEM_ALLOC_TYPE_INTEL));
    EXPECT_EQ(nullptr, info<void *>(pointer, CL_MEM_ALLOC_BASE_PTR_INTEL));
    EXPECT_EQ(0u, info<size_t>(pointer, CL_MEM_ALLOC_SIZE_INTEL));
    EXPECT_EQ(nullptr, info<cl_device_id>(pointer, CL_MEM_ALLOC_DEVICE_INTEL));
    EXPECT_EQ(0u, info<cl_mem_alloc_flags_intel>(pointer, CL_MEM_ALLOC_FLAGS_INTEL));
  }
  EXPECT_EQ(CL_INVALID_VALUE, usm.clMemFreeINTEL(context, svm));
  clSVMFree(context, svm);
  EXPECT_EQ(CL_INVALID_VALUE, usm.clGetMemAllocInfoINTEL(context, &mine, 0x7777, 8, &mine, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, usm.clGetMemAllocInfoINTEL(context, &mine, CL_MEM_ALLOC_SIZE_INTEL, 4, &mine, nullptr));
  EXPECT_EQ(CL_INVALID_CONTEXT,
            usm.clGetMemAllocInfoINTEL(nullptr, &mine, CL_MEM_ALLOC_SIZE_INTEL, 0, nullptr, nullptr));
}

TEST_F(Usm, FreeingRules) {
  for (auto release : {usm.clMemFreeINTEL, usm.clMemBlockingFreeINTEL}) {
    cl_int error = 1;
    char *memory = static_cast<char *>(host(100, &error));
    int mine = 0;
    EXPECT_EQ(CL_SUCCESS, release(context, nullptr));
    EXPECT_EQ(CL_INVALID_VALUE, release(context, &mine));
    EXPECT_EQ(CL_INVALID_VALUE, release(context, memory + 1));
    EXPECT_EQ(CL_INVALID_CONTEXT, release(nullptr, memory));
    EXPECT_EQ(CL_SUCCESS, release(context, memory));
    EXPECT_EQ(CL_INVALID_VALUE, release(context, memory));
  }
}

// All that is in the context's queues is done before the memory goes.
TEST_F(Usm, BlockingFreeWaits) {
  cl_kernel kernel = makeKernel("kernel void k(global int *a, global int *out) {"
                                "  int sum = 0; for (int i = 0; i < 1000000; ++i) sum = sum * 3 + a[i & 15];"
                                "  a[0] = sum; out[0] = 42; }");
  int *out = make<int>(1);
  for (cl_command_queue in : {queue, unordered}) {
    cl_int error = 1;
    void *memory = onDevice(device(), 64, &error);
    *out = 0;
    EXPECT_EQ(CL_SUCCESS, usm.clSetKernelArgMemPointerINTEL(kernel, 0, memory));
    EXPECT_EQ(CL_SUCCESS, usm.clSetKernelArgMemPointerINTEL(kernel, 1, out));
    EXPECT_EQ(CL_SUCCESS, run(kernel, 1, in));
    EXPECT_EQ(CL_SUCCESS, usm.clMemBlockingFreeINTEL(context, memory));
    EXPECT_EQ(42, *out);
  }
}

TEST_F(Usm, CommandsAsStd) {
  constexpr std::size_t size = 3000;
  unsigned char *memory = make<unsigned char>(size);
  std::vector<unsigned char> mine(size), back(size);
  for (std::size_t i = 0; i < size; ++i)
    mine[i] = static_cast<unsigned char>(i * 7);
  EXPECT_EQ(CL_SUCCESS, usm.clEnqueueMemcpyINTEL(queue, CL_FALSE, memory, mine.data(), size, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, usm.clEnqueueMemFillINTEL(queue, memory + 16, "abcd", 4, 400, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, usm.clEnqueueMemsetINTEL(queue, memory + 1001, 0x1FF, 99, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, usm.clEnqueueMemcpyINTEL(queue, CL_TRUE, back.data(), memory, size, 0, nullptr, nullptr));
  for (std::size_t i = 0; i < 400; ++i)
    mine[16 + i] = "abcd"[i % 4];
  std::fill_n(mine.begin() + 1001, 99, 0xFF);
  EXPECT_EQ(mine, back);
}

TEST_F(Usm, CommandRules) {
  char *memory = make<char>(512);
  auto copy = [&](void *to, const void *from, size_t size) {
    return usm.clEnqueueMemcpyINTEL(queue, CL_TRUE, to, from, size, 0, nullptr, nullptr);
  };
  EXPECT_EQ(CL_INVALID_VALUE, copy(nullptr, memory, 8));
  EXPECT_EQ(CL_INVALID_VALUE, copy(memory, nullptr, 8));
  EXPECT_EQ(CL_MEM_COPY_OVERLAP, copy(memory, memory + 4, 8));
  auto fill = [&](void *to, const void *pattern, size_t patternSize, size_t size) {
    return usm.clEnqueueMemFillINTEL(queue, to, pattern, patternSize, size, 0, nullptr, nullptr);
  };
  EXPECT_EQ(CL_INVALID_VALUE, fill(nullptr, "abcd", 4, 8));
  EXPECT_EQ(CL_INVALID_VALUE, fill(memory, nullptr, 4, 8));
  EXPECT_EQ(CL_INVALID_VALUE, fill(memory, "abcd", 3, 9));
  EXPECT_EQ(CL_INVALID_VALUE, fill(memory, memory + 256, 256, 256));
  EXPECT_EQ(CL_INVALID_VALUE, fill(memory + 2, "abcd", 4, 8));
  EXPECT_EQ(CL_INVALID_VALUE, fill(memory, "abcd", 4, 6));
  EXPECT_EQ(CL_SUCCESS, usm.clEnqueueMigrateMemINTEL(queue, memory, 512, 0, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, usm.clEnqueueMigrateMemINTEL(queue, memory, 512, 8, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, usm.clEnqueueMemAdviseINTEL(queue, memory, 512, 0, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, usm.clEnqueueMemAdviseINTEL(queue, memory, 512, 0x4208, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, usm.clEnqueueMemAdviseINTEL(nullptr, memory, 512, 0, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, usm.clEnqueueMemAdviseINTEL(queue, memory, 512, 0, 1, nullptr, nullptr));
}

TEST_F(Usm, CommandsHaveTheirTypes) {
  char *memory = make<char>(64);
  cl_event event = nullptr;
  EXPECT_EQ(CL_SUCCESS, usm.clEnqueueMemcpyINTEL(queue, CL_FALSE, memory, memory + 32, 8, 0, nullptr, &event));
  EXPECT_EQ(cl_command_type(CL_COMMAND_MEMCPY_INTEL), typeOf(event));
  EXPECT_EQ(CL_SUCCESS, usm.clEnqueueMemFillINTEL(queue, memory, "a", 1, 8, 0, nullptr, &event));
  EXPECT_EQ(cl_command_type(CL_COMMAND_MEMFILL_INTEL), typeOf(event));
  EXPECT_EQ(CL_SUCCESS, usm.clEnqueueMigrateMemINTEL(queue, memory, 8, CL_MIGRATE_MEM_OBJECT_HOST, 0, nullptr, &event));
  EXPECT_EQ(cl_command_type(CL_COMMAND_MIGRATEMEM_INTEL), typeOf(event));
  EXPECT_EQ(CL_SUCCESS, usm.clEnqueueMemAdviseINTEL(queue, memory, 8, 0, 0, nullptr, &event));
  EXPECT_EQ(cl_command_type(CL_COMMAND_MEMADVISE_INTEL), typeOf(event));
}

TEST_F(Usm, KernelsTakeAnyPointer) {
  cl_kernel kernel = makeKernel("kernel void k(global int *a, constant int *b, global int *unused, local int *l) {"
                                "  a[get_global_id(0)] += b[0]; }");
  int *memory = make<int>(20);
  std::fill_n(memory, 20, 1);
  int mine = 5;
  EXPECT_EQ(CL_INVALID_KERNEL, usm.clSetKernelArgMemPointerINTEL(nullptr, 0, memory));
  EXPECT_EQ(CL_INVALID_ARG_INDEX, usm.clSetKernelArgMemPointerINTEL(kernel, 4, memory));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, usm.clSetKernelArgMemPointerINTEL(kernel, 3, memory));
  EXPECT_EQ(CL_SUCCESS, usm.clSetKernelArgMemPointerINTEL(kernel, 0, memory + 10));
  EXPECT_EQ(CL_SUCCESS, usm.clSetKernelArgMemPointerINTEL(kernel, 1, &mine));
  EXPECT_EQ(CL_SUCCESS, usm.clSetKernelArgMemPointerINTEL(kernel, 2, reinterpret_cast<void *>(3)));
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 3, 4, nullptr));
  EXPECT_EQ(CL_SUCCESS, run(kernel, 10));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue));
  for (int i = 0; i < 20; ++i)
    EXPECT_EQ(i < 10 ? 1 : 6, memory[i]);
}

TEST_F(Usm, ExecInfoRules) {
  cl_kernel kernel = makeKernel("kernel void k(global int *a) {}");
  cl_bool yes = CL_TRUE;
  void *list[3] = {};
  for (cl_kernel_exec_info name :
       {CL_KERNEL_EXEC_INFO_INDIRECT_HOST_ACCESS_INTEL, CL_KERNEL_EXEC_INFO_INDIRECT_DEVICE_ACCESS_INTEL,
        CL_KERNEL_EXEC_INFO_INDIRECT_SHARED_ACCESS_INTEL}) {
    EXPECT_EQ(CL_SUCCESS, clSetKernelExecInfo(kernel, name, sizeof yes, &yes));
    EXPECT_EQ(CL_INVALID_VALUE, clSetKernelExecInfo(kernel, name, sizeof yes, nullptr));
    EXPECT_EQ(CL_INVALID_VALUE, clSetKernelExecInfo(kernel, name, 1, &yes));
  }
  EXPECT_EQ(CL_SUCCESS, clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, sizeof list, list));
  EXPECT_EQ(CL_SUCCESS, clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, 0, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_USM_PTRS_INTEL, 12, list));
}

// Many threads allocate, ask and free while kernels are launched.
TEST_F(Usm, ManyThreadsAllocate) {
  cl_kernel kernel =
      makeKernel("kernel void k(global int *a) { a[get_global_id(0)] += 1; }", "-cl-std=CL3.0 -cl-lanecl-robust");
  int *memory = make<int>(64);
  std::fill_n(memory, 64, 0);
  EXPECT_EQ(CL_SUCCESS, usm.clSetKernelArgMemPointerINTEL(kernel, 0, memory));
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t)
    threads.emplace_back([this, t] {
      std::vector<std::pair<char *, std::size_t>> own;
      for (unsigned i = 0; i < 2000; ++i) {
        cl_int error = 1;
        std::size_t size = 1 + (i * 37 + t) % 500;
        own.emplace_back(static_cast<char *>(shared(device(), size, &error)), size);
        auto [base, bytes] = own[i % own.size()];
        EXPECT_EQ(base, info<void *>(base + bytes - 1, CL_MEM_ALLOC_BASE_PTR_INTEL));
        EXPECT_EQ(bytes, info<size_t>(base, CL_MEM_ALLOC_SIZE_INTEL));
        if (i % 3 == 0) {
          EXPECT_EQ(CL_SUCCESS, usm.clMemFreeINTEL(context, own.front().first));
          own.erase(own.begin());
        }
      }
      for (auto [base, bytes] : own)
        EXPECT_EQ(CL_SUCCESS, usm.clMemBlockingFreeINTEL(context, base));
    });
  for (int i = 0; i < 500; ++i)
    EXPECT_EQ(CL_SUCCESS, run(kernel, 64));
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(CL_SUCCESS, clFinish(queue));
  EXPECT_EQ(64, std::count(memory, memory + 64, 500));
}

} // namespace
