// Shared virtual memory (OpenCL API 5.6): its rules, and what host and kernels see of it.
#include "tests/api/MemoryFixture.h"
#include <cstring>
#include <numeric>

using namespace api_test;

namespace {

class Svm : public WithMemory {
protected:
  void TearDown() override {
    EXPECT_EQ(CL_SUCCESS, clFinish(queue));
    EXPECT_EQ(CL_SUCCESS, clFinish(unordered));
    for (void *memory : allocations)
      clSVMFree(context, memory);
    WithMemory::TearDown();
  }
  /// Freed at the end of the test.
  template <typename T> T *make(std::size_t count, cl_svm_mem_flags flags = CL_MEM_READ_WRITE) {
    allocations.push_back(clSVMAlloc(context, flags, count * sizeof(T), 0));
    EXPECT_NE(nullptr, allocations.back());
    return static_cast<T *>(allocations.back());
  }
  cl_int free(const std::vector<void *> &list,
              void(CL_CALLBACK *function)(cl_command_queue, cl_uint, void **, void *) = nullptr, void *data = nullptr,
              cl_event *event = nullptr) {
    return clEnqueueSVMFree(queue, list.size(), const_cast<void **>(list.data()), function, data, 0, nullptr, event);
  }
  std::vector<void *> allocations;
  static constexpr cl_svm_mem_flags fine = CL_MEM_SVM_FINE_GRAIN_BUFFER;
};

TEST_F(Svm, IsThereInAllKinds) {
  EXPECT_EQ(cl_device_svm_capabilities(0xF),
            query<cl_device_svm_capabilities>(clGetDeviceInfo, device(), CL_DEVICE_SVM_CAPABILITIES));
}

TEST_F(Svm, AllocationRules) {
  const cl_svm_mem_flags good[] = {0, CL_MEM_READ_WRITE, CL_MEM_READ_ONLY, CL_MEM_WRITE_ONLY | fine,
                                   fine | CL_MEM_SVM_ATOMICS};
  for (cl_svm_mem_flags flags : good)
    for (cl_uint alignment : {0u, 1u, 4u, 128u}) {
      void *memory = clSVMAlloc(context, flags, 100, alignment);
      ASSERT_NE(nullptr, memory) << flags;
      EXPECT_EQ(0u, reinterpret_cast<uintptr_t>(memory) % (alignment ? alignment : 128));
      clSVMFree(context, memory);
    }
  const cl_svm_mem_flags bad[] = {CL_MEM_SVM_ATOMICS, CL_MEM_READ_WRITE | CL_MEM_READ_ONLY,
                                  CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, CL_MEM_USE_HOST_PTR, cl_svm_mem_flags{1} << 40};
  for (cl_svm_mem_flags flags : bad)
    EXPECT_EQ(nullptr, clSVMAlloc(context, flags, 100, 0)) << flags;
  EXPECT_EQ(nullptr, clSVMAlloc(context, 0, 0, 0));
  EXPECT_EQ(nullptr, clSVMAlloc(context, 0, maxAllocation() + 1, 0));
  EXPECT_EQ(nullptr, clSVMAlloc(context, 0, 100, 3));
  EXPECT_EQ(nullptr, clSVMAlloc(context, 0, 100, 256));
  clSVMFree(context, nullptr);
  int mine = 0;
  clSVMFree(context, &mine); // not ours: no action
}

TEST_F(Svm, FreedMemoryCanBeHadAgain) {
  const std::size_t most = maxAllocation();
  for (int i = 0; i < 8; ++i) { // together more than there is
    void *memory = clSVMAlloc(context, 0, most, 0);
    ASSERT_NE(nullptr, memory);
    clSVMFree(context, memory);
  }
}

TEST_F(Svm, CopyAndFillAsStd) {
  for (std::size_t size : {std::size_t{1}, std::size_t{4096}, std::size_t{5} << 20}) {
    char *memory = make<char>(size);
    std::vector<char> host(size), back(size);
    for (std::size_t i = 0; i < size; ++i)
      host[i] = static_cast<char>(i * 7 + i / 251);
    EXPECT_EQ(CL_SUCCESS, clEnqueueSVMMemcpy(queue, CL_FALSE, memory, host.data(), size, 0, nullptr, nullptr));
    EXPECT_EQ(CL_SUCCESS, clEnqueueSVMMemcpy(queue, CL_TRUE, back.data(), memory, size, 0, nullptr, nullptr));
    EXPECT_EQ(host, back);
  }
  char *memory = make<char>(1024);
  for (std::size_t bytes = 1; bytes <= 128; bytes *= 2) {
    std::vector<char> pattern(bytes), expected(1024, 'x');
    std::iota(pattern.begin(), pattern.end(), static_cast<char>(bytes));
    std::memset(memory, 'x', 1024);
    for (std::size_t i = 128; i < 128 + 640; ++i)
      expected[i] = pattern[(i - 128) % bytes];
    EXPECT_EQ(CL_SUCCESS, clEnqueueSVMMemFill(queue, memory + 128, pattern.data(), bytes, 640, 0, nullptr, nullptr));
    EXPECT_EQ(CL_SUCCESS, clFinish(queue));
    EXPECT_EQ(0, std::memcmp(expected.data(), memory, 1024)) << bytes;
  }
}

TEST_F(Svm, CommandRules) {
  char *memory = make<char>(1024);
  auto copy = [&](void *to, const void *from, std::size_t size) {
    return clEnqueueSVMMemcpy(queue, CL_TRUE, to, from, size, 0, nullptr, nullptr);
  };
  EXPECT_EQ(CL_INVALID_VALUE, copy(nullptr, memory, 1));
  EXPECT_EQ(CL_INVALID_VALUE, copy(memory, nullptr, 1));
  EXPECT_EQ(CL_MEM_COPY_OVERLAP, copy(memory, memory + 9, 10));
  EXPECT_EQ(CL_MEM_COPY_OVERLAP, copy(memory + 9, memory, 10));
  EXPECT_EQ(CL_SUCCESS, copy(memory + 10, memory, 10));
  auto fill = [&](void *to, const void *pattern, std::size_t patternSize, std::size_t size) {
    return clEnqueueSVMMemFill(queue, to, pattern, patternSize, size, 0, nullptr, nullptr);
  };
  EXPECT_EQ(CL_INVALID_VALUE, fill(nullptr, "abcd", 4, 8));
  EXPECT_EQ(CL_INVALID_VALUE, fill(memory, nullptr, 4, 8));
  EXPECT_EQ(CL_INVALID_VALUE, fill(memory, "abcd", 0, 8));
  EXPECT_EQ(CL_INVALID_VALUE, fill(memory, "abcd", 3, 9));
  EXPECT_EQ(CL_INVALID_VALUE, fill(memory, memory + 256, 256, 256));
  EXPECT_EQ(CL_INVALID_VALUE, fill(memory + 2, "abcd", 4, 8));
  EXPECT_EQ(CL_INVALID_VALUE, fill(memory, "abcd", 4, 10));
  auto map = [&](cl_map_flags flags, void *pointer, std::size_t size) {
    return clEnqueueSVMMap(queue, CL_TRUE, flags, pointer, size, 0, nullptr, nullptr);
  };
  EXPECT_EQ(CL_SUCCESS, map(CL_MAP_READ | CL_MAP_WRITE, memory, 1024));
  EXPECT_EQ(CL_INVALID_VALUE, map(CL_MAP_READ, nullptr, 8));
  EXPECT_EQ(CL_INVALID_VALUE, map(CL_MAP_READ, memory, 0));
  EXPECT_EQ(CL_INVALID_VALUE, map(8, memory, 8));
  EXPECT_EQ(CL_INVALID_VALUE, map(CL_MAP_READ | CL_MAP_WRITE_INVALIDATE_REGION, memory, 8));
  EXPECT_EQ(CL_SUCCESS, clEnqueueSVMUnmap(queue, memory, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueSVMUnmap(queue, nullptr, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, clEnqueueSVMUnmap(nullptr, memory, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, clEnqueueSVMUnmap(queue, memory, 1, nullptr, nullptr));
}

TEST_F(Svm, MigrationRules) {
  char *memory = make<char>(1024);
  const void *list[] = {memory, memory + 1000};
  auto migrate = [&](cl_uint count, const void **pointers, const size_t *sizes, cl_mem_migration_flags flags = 0) {
    return clEnqueueSVMMigrateMem(queue, count, pointers, sizes, flags, 0, nullptr, nullptr);
  };
  const size_t whole[] = {0, 24}, beyond[] = {1024, 25};
  EXPECT_EQ(CL_SUCCESS, migrate(2, list, nullptr));
  EXPECT_EQ(CL_SUCCESS, migrate(2, list, whole, CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED));
  EXPECT_EQ(CL_INVALID_VALUE, migrate(2, list, beyond));
  EXPECT_EQ(CL_INVALID_VALUE, migrate(0, list, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, migrate(2, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, migrate(2, list, nullptr, 8));
  int mine = 0;
  const void *foreign[] = {&mine};
  const size_t four = 4;
  EXPECT_EQ(CL_INVALID_VALUE, migrate(1, foreign, &four));
}

TEST_F(Svm, CommandsHaveTheirTypes) {
  char *memory = make<char>(64);
  const void *list[] = {memory};
  cl_event event = nullptr;
  EXPECT_EQ(CL_SUCCESS, clEnqueueSVMMemcpy(queue, CL_FALSE, memory, memory + 32, 8, 0, nullptr, &event));
  EXPECT_EQ(cl_command_type(CL_COMMAND_SVM_MEMCPY), typeOf(event));
  EXPECT_EQ(CL_SUCCESS, clEnqueueSVMMemFill(queue, memory, "a", 1, 8, 0, nullptr, &event));
  EXPECT_EQ(cl_command_type(CL_COMMAND_SVM_MEMFILL), typeOf(event));
  EXPECT_EQ(CL_SUCCESS, clEnqueueSVMMap(queue, CL_FALSE, CL_MAP_READ, memory, 8, 0, nullptr, &event));
  EXPECT_EQ(cl_command_type(CL_COMMAND_SVM_MAP), typeOf(event));
  EXPECT_EQ(CL_SUCCESS, clEnqueueSVMUnmap(queue, memory, 0, nullptr, &event));
  EXPECT_EQ(cl_command_type(CL_COMMAND_SVM_UNMAP), typeOf(event));
  EXPECT_EQ(CL_SUCCESS, clEnqueueSVMMigrateMem(queue, 1, list, nullptr, 0, 0, nullptr, &event));
  EXPECT_EQ(cl_command_type(CL_COMMAND_SVM_MIGRATE_MEM), typeOf(event));
  EXPECT_EQ(CL_SUCCESS, free({}, nullptr, nullptr, &event));
  EXPECT_EQ(cl_command_type(CL_COMMAND_SVM_FREE), typeOf(event));
}

TEST_F(Svm, FreeingInTheQueuesOrder) {
  std::vector<void *> list;
  for (int i = 0; i < 5; ++i)
    list.push_back(clSVMAlloc(context, 0, 64, 0));
  struct Seen {
    cl_command_queue queue = nullptr;
    std::vector<void *> list;
  } seen;
  EXPECT_EQ(CL_SUCCESS, free(
                            list,
                            [](cl_command_queue queue, cl_uint count, void **pointers, void *data) {
                              static_cast<Seen *>(data)->queue = queue;
                              static_cast<Seen *>(data)->list.assign(pointers, pointers + count);
                            },
                            &seen));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue));
  EXPECT_EQ(queue, seen.queue);
  EXPECT_EQ(list, seen.list);
  EXPECT_EQ(CL_SUCCESS, free(list)); // the call-back did not
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueSVMFree(queue, 1, nullptr, nullptr, nullptr, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueSVMFree(queue, 0, list.data(), nullptr, nullptr, 0, nullptr, nullptr));
}

TEST_F(Svm, KernelsTakeAddresses) {
  cl_kernel kernel = makeKernel("kernel void k(global int *a, constant int *b, local int *c, int d) {"
                                "  a[get_global_id(0)] += b[0]; }");
  int *memory = make<int>(100);
  std::fill_n(memory, 100, 5);
  int other = 7; // the system's memory
  EXPECT_EQ(CL_INVALID_KERNEL, clSetKernelArgSVMPointer(nullptr, 0, memory));
  EXPECT_EQ(CL_INVALID_ARG_INDEX, clSetKernelArgSVMPointer(kernel, 4, memory));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, clSetKernelArgSVMPointer(kernel, 2, memory));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, clSetKernelArgSVMPointer(kernel, 3, memory));
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 2, 4, nullptr));
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 3, 4, &other));
  EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 0, memory + 10));
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS, run(kernel, 10));
  EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 1, &other));
  EXPECT_EQ(CL_SUCCESS, run(kernel, 10));
  // A buffer in its place, and the address again.
  cl_mem buffer = makeBuffer(64);
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
  EXPECT_EQ(CL_SUCCESS, run(kernel, 10));
  EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 0, memory + 15));
  EXPECT_EQ(CL_SUCCESS, run(kernel, 10));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue));
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(5 + (i >= 10 && i < 20 ? 7 : 0) + (i >= 15 && i < 25 ? 7 : 0), memory[i]) << i;
}

// What the host set as an address goes when it sets a buffer of no memory.
TEST_F(Svm, NullBufferReplacesAnAddress) {
  cl_kernel kernel = makeKernel("kernel void k(global int *a, global int *out) { *out = a == 0; }");
  int *memory = make<int>(2);
  cl_mem none = nullptr;
  EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 0, memory));
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof none, &none));
  EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 1, memory + 1));
  EXPECT_EQ(CL_SUCCESS, run(kernel, 1));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue));
  EXPECT_EQ(1, memory[1]);
}

TEST_F(Svm, PointersInMemoryLeadOn) {
  struct Node {
    Node *next;
    cl_int value;
  };
  cl_kernel kernel = makeKernel("typedef struct Node { global struct Node *next; int value; } Node;"
                                "kernel void k(global Node *at, global int *sum) {"
                                "  for (; at; at = at->next) *sum += at->value; }");
  Node *first = make<Node>(3), *second = make<Node>(1), own{nullptr, 1000};
  first[0] = {&first[2], 1}, first[2] = {second, 10}, *second = {&own, 100};
  cl_int *sum = make<cl_int>(1);
  *sum = 0;
  void *list[] = {first, second};
  EXPECT_EQ(CL_SUCCESS, clSetKernelExecInfo(kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof list, list));
  EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 0, first));
  EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 1, sum));
  EXPECT_EQ(CL_SUCCESS, run(kernel, 1));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue));
  EXPECT_EQ(1111, *sum);
}

TEST_F(Svm, ExecInfoRules) {
  cl_kernel kernel = makeKernel("kernel void k(global int *a) {}");
  void *list[2] = {};
  cl_bool yes = CL_TRUE;
  auto set = [&](cl_kernel_exec_info name, size_t size, const void *value) {
    return clSetKernelExecInfo(kernel, name, size, value);
  };
  EXPECT_EQ(CL_SUCCESS, set(CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof list, list));
  EXPECT_EQ(CL_SUCCESS, set(CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, nullptr));
  EXPECT_EQ(CL_SUCCESS, set(CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof yes, &yes));
  EXPECT_EQ(CL_INVALID_VALUE, set(CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof list, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, set(CL_KERNEL_EXEC_INFO_SVM_PTRS, 3, list));
  EXPECT_EQ(CL_INVALID_VALUE, set(CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, 1, &yes));
  EXPECT_EQ(CL_INVALID_VALUE, set(CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof yes, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, set(0x7777, sizeof yes, &yes));
  EXPECT_EQ(CL_INVALID_KERNEL, clSetKernelExecInfo(nullptr, CL_KERNEL_EXEC_INFO_SVM_PTRS, 0, nullptr));
}

TEST_F(Svm, BuffersOverIt) {
  int *memory = make<int>(256);
  cl_mem buffer = makeBuffer(1024, CL_MEM_USE_HOST_PTR, memory), part = makeSubBuffer(buffer, 128, 64);
  for (cl_mem object : {buffer, part})
    EXPECT_EQ(cl_bool(CL_TRUE), query<cl_bool>(clGetMemObjectInfo, object, CL_MEM_USES_SVM_POINTER));
  cl_mem copy = makeBuffer(1024, CL_MEM_COPY_HOST_PTR, memory);
  EXPECT_EQ(cl_bool(CL_FALSE), query<cl_bool>(clGetMemObjectInfo, copy, CL_MEM_USES_SVM_POINTER));
  int mine[4] = {};
  cl_mem host = makeBuffer(sizeof mine, CL_MEM_USE_HOST_PTR, mine);
  EXPECT_EQ(cl_bool(CL_FALSE), query<cl_bool>(clGetMemObjectInfo, host, CL_MEM_USES_SVM_POINTER));
  for (cl_mem_flags flags : {CL_MEM_USE_HOST_PTR, CL_MEM_COPY_HOST_PTR}) {
    EXPECT_EQ(CL_INVALID_BUFFER_SIZE,
              errorOf([&](cl_int *error) { return clCreateBuffer(context, flags, 1025, memory, error); }));
    EXPECT_EQ(CL_INVALID_BUFFER_SIZE,
              errorOf([&](cl_int *error) { return clCreateBuffer(context, flags, 1021, memory + 1, error); }));
  }
  int seven = 7;
  EXPECT_EQ(CL_SUCCESS, clEnqueueFillBuffer(queue, part, &seven, 4, 0, 64, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue));
  EXPECT_EQ(7, memory[32]);
}

// Host and kernel take turns through atomics while the kernel runs, and the host never calls anything to start it.
TEST_F(Svm, CommandsRunWithoutTheHostsFlush) {
  cl_kernel kernel = makeKernel(
      "kernel void k(global atomic_int *turn) {"
      "  for (int i = 0; i < 100; ++i) {"
      "    while (atomic_load_explicit(turn, memory_order_acquire, memory_scope_all_svm_devices) != 2 * i + 1);"
      "    atomic_store_explicit(turn, 2 * i + 2, memory_order_release, memory_scope_all_svm_devices); } }");
  auto *turn = make<std::atomic<int>>(1, fine | CL_MEM_SVM_ATOMICS);
  EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 0, turn));
  for (cl_command_queue in : {queue, unordered}) {
    *turn = 0;
    EXPECT_EQ(CL_SUCCESS, run(kernel, 1, in));
    for (int i = 0; i < 100; ++i) {
      turn->store(2 * i + 1);
      ASSERT_TRUE(eventually([&] {
        for (int spin = 0; spin < 10000; ++spin)
          if (turn->load() == 2 * i + 2)
            return true;
        return false;
      }));
    }
    EXPECT_EQ(CL_SUCCESS, clFinish(in));
  }
}

// Copies, too, and with other commands in front.
TEST_F(Svm, CopiesRunWithoutTheHostsFlush) {
  auto *memory = make<std::atomic<char>>(2, fine);
  memory[0] = 'a', memory[1] = 'b';
  EXPECT_EQ(CL_SUCCESS, clEnqueueMarkerWithWaitList(queue, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clEnqueueSVMMemcpy(queue, CL_FALSE, memory, memory + 1, 1, 0, nullptr, nullptr));
  EXPECT_TRUE(eventually([&] { return memory[0] == 'b'; }));
}

TEST_F(Svm, RobustProgramsKnowTheSize) {
  cl_kernel kernel = makeKernel("kernel void k(global int *a, global int *b) {"
                                "  int i = get_global_id(0); a[i] = i + 1; b[i] = a[i + 40]; }",
                                "-cl-std=CL3.0 -cl-lanecl-robust");
  int *memory = make<int>(1000), *out = make<int>(100);
  for (int from : {0, 960}) { // and the next allocation's memory behind it
    std::fill_n(memory, 1000, 3);
    EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 0, memory + from));
    EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 1, out));
    EXPECT_EQ(CL_SUCCESS, run(kernel, 80));
    EXPECT_EQ(CL_SUCCESS, clFinish(queue));
    for (int i = 0; i < 40; ++i) {
      EXPECT_EQ(i + 1, memory[from + i]);
      if (from == 960) {
        EXPECT_EQ(0, out[i]) << i;
      }
    }
  }
  std::vector<int> own(200, 9); // of the system: of no known size, and within it
  EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(kernel, 0, own.data()));
  EXPECT_EQ(CL_SUCCESS, run(kernel, 80));
  EXPECT_EQ(CL_SUCCESS, clFinish(queue));
  for (int i = 0; i < 80; ++i)
    EXPECT_EQ(i + 1, own[i]);
}

} // namespace
