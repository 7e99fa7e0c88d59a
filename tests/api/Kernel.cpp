// Kernel objects: creation, arguments and queries (OpenCL API 5.9).
#include "tests/api/ProgramFixture.h"
#include <array>
#include <atomic>
#include <chrono>
#include <future>
#include <thread>

namespace apitest {
namespace {

constexpr const char *source = R"(
typedef struct { int a; double b; } Pair;
kernel void many(global const float *in, global volatile int *restrict out, constant int *table, local float *scratch,
                 int number, float4 four, Pair pair, uchar3 small, const unsigned int word) {
  local int shared[16];
  shared[get_local_id(0) % 16] = number;
  barrier(CLK_LOCAL_MEM_FENCE);
  scratch[get_local_id(0)] = in[0] + four.x;
  out[get_global_id(0)] = shared[0] + table[0] + pair.a + small.y + (int)word;
}
kernel __attribute__((reqd_work_group_size(4, 2, 1))) void sized(global int *out) { *out = 1; }
kernel void fill(global int *out, int value) { out[get_global_id(0)] = out ? value : 0; }
)";

class Kernels : public ProgramTest {
protected:
  void SetUp() override {
    ProgramTest::SetUp();
    program = built(source, "-cl-kernel-arg-info");
  }
  cl_int set(const Kernel &object, cl_uint index, size_t size, const void *value) {
    return clSetKernelArg(object.get(), index, size, value);
  }
  template <typename T> T kernelInfo(const Kernel &object, cl_kernel_info name) {
    T value{};
    EXPECT_EQ(clGetKernelInfo(object.get(), name, sizeof value, &value, nullptr), CL_SUCCESS);
    return value;
  }
  template <typename T> T groupInfo(const Kernel &object, cl_kernel_work_group_info name) {
    T value{};
    EXPECT_EQ(clGetKernelWorkGroupInfo(object.get(), device, name, sizeof value, &value, nullptr), CL_SUCCESS);
    return value;
  }
  template <typename T> T argInfo(const Kernel &object, cl_uint index, cl_kernel_arg_info name) {
    T value{};
    EXPECT_EQ(clGetKernelArgInfo(object.get(), index, name, sizeof value, &value, nullptr), CL_SUCCESS);
    return value;
  }
  std::string argText(const Kernel &object, cl_uint index, cl_kernel_arg_info name) {
    return text([&](size_t size, void *value, size_t *ret) {
      return clGetKernelArgInfo(object.get(), index, name, size, value, ret);
    });
  }
  Program program;
};

TEST_F(Kernels, CreationErrors) {
  cl_int error = 0;
  EXPECT_EQ(clCreateKernel(nullptr, "fill", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_PROGRAM);
  EXPECT_EQ(clCreateKernel(program.get(), nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_VALUE);
  EXPECT_EQ(clCreateKernel(program.get(), "absent", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_KERNEL_NAME);
  EXPECT_EQ(clCreateKernel(program.get(), "", &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_KERNEL_NAME);
}

TEST_F(Kernels, AllOfAProgram) {
  cl_uint count = 0;
  ASSERT_EQ(clCreateKernelsInProgram(program.get(), 0, nullptr, &count), CL_SUCCESS);
  ASSERT_EQ(count, 3U);
  std::array<cl_kernel, 4> kernels{};
  EXPECT_EQ(clCreateKernelsInProgram(program.get(), 2, kernels.data(), nullptr), CL_INVALID_VALUE);
  ASSERT_EQ(clCreateKernelsInProgram(program.get(), 4, kernels.data(), &count), CL_SUCCESS);
  EXPECT_EQ(kernels[3], nullptr);
  for (cl_uint i = 0; i < count; ++i)
    EXPECT_EQ(clReleaseKernel(kernels[i]), CL_SUCCESS);
}

TEST_F(Kernels, InfoAndReferences) {
  Kernel many = kernel(program, "many");
  EXPECT_EQ(kernelInfo<cl_uint>(many, CL_KERNEL_NUM_ARGS), 9U);
  EXPECT_EQ(kernelInfo<cl_context>(many, CL_KERNEL_CONTEXT), context.get());
  EXPECT_EQ(kernelInfo<cl_program>(many, CL_KERNEL_PROGRAM), program.get());
  EXPECT_EQ(clRetainKernel(many.get()), CL_SUCCESS);
  EXPECT_EQ(kernelInfo<cl_uint>(many, CL_KERNEL_REFERENCE_COUNT), 2U);
  EXPECT_EQ(clReleaseKernel(many.get()), CL_SUCCESS);
  char name[16] = "";
  EXPECT_EQ(clGetKernelInfo(many.get(), CL_KERNEL_FUNCTION_NAME, sizeof name, name, nullptr), CL_SUCCESS);
  EXPECT_STREQ(name, "many");
  EXPECT_EQ(clGetKernelInfo(many.get(), CL_KERNEL_FUNCTION_NAME, 4, name, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetKernelInfo(many.get(), 0xFFFF, sizeof name, name, nullptr), CL_INVALID_VALUE);
  cl_kernel dead = many.release();
  EXPECT_EQ(clReleaseKernel(dead), CL_SUCCESS);
  EXPECT_EQ(clReleaseKernel(dead), CL_INVALID_KERNEL);
  EXPECT_EQ(clSetKernelArg(dead, 0, 8, nullptr), CL_INVALID_KERNEL);
  auto wrong = reinterpret_cast<cl_kernel>(context.get());
  EXPECT_EQ(clReleaseKernel(wrong), CL_INVALID_KERNEL);
  EXPECT_EQ(clSetKernelArg(wrong, 0, 8, nullptr), CL_INVALID_KERNEL);
  EXPECT_EQ(clGetKernelInfo(wrong, CL_KERNEL_NUM_ARGS, sizeof name, name, nullptr), CL_INVALID_KERNEL);
}

TEST_F(Kernels, Attributes) {
  Kernel sized = kernel(program, "sized");
  std::string attributes = text([&](size_t size, void *value, size_t *ret) {
    return clGetKernelInfo(sized.get(), CL_KERNEL_ATTRIBUTES, size, value, ret);
  });
  EXPECT_EQ(attributes, "reqd_work_group_size(4,2,1)");
}

TEST_F(Kernels, ValueArguments) {
  Kernel fill = kernel(program, "fill");
  cl_int value = 4;
  EXPECT_EQ(set(fill, 1, sizeof value, &value), CL_SUCCESS);
  EXPECT_EQ(set(fill, 1, 8, &value), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(set(fill, 1, 0, &value), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(set(fill, 1, sizeof value, nullptr), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(set(fill, 2, sizeof value, &value), CL_INVALID_ARG_INDEX);
  EXPECT_EQ(clSetKernelArg(nullptr, 0, sizeof value, &value), CL_INVALID_KERNEL);
}

TEST_F(Kernels, SizesOfValueArguments) {
  Kernel many = kernel(program, "many");
  const char bytes[64] = "";
  const std::pair<cl_uint, size_t> sizes[] = {{4, 4}, {5, 16}, {6, 16}, {7, 4}, {8, 4}};
  for (auto [index, size] : sizes) {
    EXPECT_EQ(set(many, index, size, bytes), CL_SUCCESS) << index;
    EXPECT_EQ(set(many, index, size - 1, bytes), CL_INVALID_ARG_SIZE) << index;
    EXPECT_EQ(set(many, index, size + 1, bytes), CL_INVALID_ARG_SIZE) << index;
  }
}

TEST_F(Kernels, BufferArguments) {
  Kernel fill = kernel(program, "fill");
  Buffer memory = buffer(64);
  Context otherContext = makeContext();
  Buffer foreign = buffer(64, otherContext.get());
  cl_mem handle = memory.get(), other = foreign.get(), none = nullptr;
  auto wrong = reinterpret_cast<cl_mem>(context.get());
  int onStack = 0;
  auto garbage = reinterpret_cast<cl_mem>(&onStack);
  EXPECT_EQ(set(fill, 0, sizeof handle, &handle), CL_SUCCESS);
  EXPECT_EQ(set(fill, 0, sizeof handle, &none), CL_SUCCESS);
  EXPECT_EQ(set(fill, 0, sizeof handle, nullptr), CL_SUCCESS);
  EXPECT_EQ(set(fill, 0, 4, &handle), CL_INVALID_ARG_SIZE);
  EXPECT_EQ(set(fill, 0, sizeof handle, &wrong), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(set(fill, 0, sizeof handle, &garbage), CL_INVALID_MEM_OBJECT);
  EXPECT_EQ(set(fill, 0, sizeof handle, &other), CL_INVALID_CONTEXT);
}

TEST_F(Kernels, LocalArguments) {
  Kernel many = kernel(program, "many");
  int data = 0;
  EXPECT_EQ(set(many, 3, 256, nullptr), CL_SUCCESS);
  EXPECT_EQ(set(many, 3, sizeof data, &data), CL_INVALID_ARG_VALUE);
  EXPECT_EQ(groupInfo<cl_ulong>(many, CL_KERNEL_LOCAL_MEM_SIZE), 256U + 64U);
  EXPECT_EQ(set(many, 3, 512, nullptr), CL_SUCCESS);
  EXPECT_EQ(groupInfo<cl_ulong>(many, CL_KERNEL_LOCAL_MEM_SIZE), 512U + 64U);
  EXPECT_EQ(set(many, 3, 0, nullptr), CL_SUCCESS);
  EXPECT_EQ(groupInfo<cl_ulong>(many, CL_KERNEL_LOCAL_MEM_SIZE), 64U);
}

TEST_F(Kernels, KernelDoesNotOwnItsArguments) {
  Kernel fill = kernel(program, "fill");
  Queue queue = makeQueue();
  Buffer memory = buffer(64);
  cl_mem handle = memory.get();
  cl_int value = 1;
  size_t one = 1;
  ASSERT_EQ(set(fill, 0, sizeof handle, &handle), CL_SUCCESS);
  auto enqueue = [&] {
    return clEnqueueNDRangeKernel(queue.get(), fill.get(), 1, nullptr, &one, nullptr, 0, nullptr, nullptr);
  };
  EXPECT_EQ(enqueue(), CL_INVALID_KERNEL_ARGS); // argument 1 is not set
  ASSERT_EQ(set(fill, 1, sizeof value, &value), CL_SUCCESS);
  EXPECT_EQ(enqueue(), CL_SUCCESS);
  ASSERT_EQ(clFinish(queue.get()), CL_SUCCESS);
  cl_uint references = 0;
  ASSERT_EQ(clGetMemObjectInfo(handle, CL_MEM_REFERENCE_COUNT, sizeof references, &references, nullptr), CL_SUCCESS);
  EXPECT_EQ(references, 1U);
  memory.reset();
  EXPECT_EQ(enqueue(), CL_INVALID_KERNEL_ARGS);
}

/// Sets a buffer as an argument while another thread lets go of it; now and then it dies on this thread, and its
/// destructor call-back asks for the kernel on a third.
struct SettingThread {
  explicit SettingThread(cl_kernel kernel) : kernel(kernel) {}
  const cl_kernel kernel;
  std::atomic<cl_mem> offered = nullptr, taken = nullptr;
  std::atomic<int> ends = 0, answers = 0; ///< on this thread
  std::vector<std::future<cl_int>> asked;
  std::thread::id id;

  void run() {
    id = std::this_thread::get_id();
    for (cl_mem memory = nullptr; (memory = offered.load()) != nullptr;) {
      taken = memory;
      clSetKernelArg(kernel, 1, sizeof memory, &memory);
    }
  }
  static void CL_CALLBACK gone(cl_mem, void *data) {
    auto &self = *static_cast<SettingThread *>(data);
    if (std::this_thread::get_id() != self.id)
      return;
    self.asked.push_back(std::async(
        std::launch::async, [kernel = self.kernel] { return clSetKernelArg(kernel, 1, sizeof(cl_mem), nullptr); }));
    self.answers += self.asked.back().wait_for(std::chrono::seconds(5)) == std::future_status::ready;
    ++self.ends;
  }
};

TEST_F(Kernels, AreNotLockedWhileAnArgumentGoes) {
  Kernel many = kernel(program, "many");
  SettingThread setting(many.get());
  std::thread thread;
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(3);
  for (int i = 0; setting.ends < 3 && std::chrono::steady_clock::now() < end; ++i) {
    Buffer memory = buffer(64);
    clSetMemObjectDestructorCallback(memory.get(), SettingThread::gone, &setting);
    setting.offered = memory.get();
    if (!thread.joinable())
      thread = std::thread([&] { setting.run(); });
    while (setting.taken != memory.get())
      std::this_thread::yield();
    for (std::atomic<int> wait = 0; wait < i % 97; ++wait) {
    }
  }
  setting.offered = nullptr;
  thread.join();
  EXPECT_EQ(setting.ends, setting.answers) << "it is locked";
  if (setting.ends == 0)
    GTEST_SKIP() << "no argument went while another was set, in three seconds";
}

TEST_F(Kernels, EnqueuedArgumentsStayAsTheyWere) {
  Kernel fill = kernel(program, "fill");
  Queue queue = makeQueue();
  Buffer memory = buffer(3 * sizeof(cl_int));
  cl_mem handle = memory.get();
  ASSERT_EQ(set(fill, 0, sizeof handle, &handle), CL_SUCCESS);
  cl_int error = 0;
  cl_event gate = clCreateUserEvent(context.get(), &error);
  for (cl_int i = 0; i < 3; ++i) {
    size_t offset = i, one = 1;
    ASSERT_EQ(set(fill, 1, sizeof i, &i), CL_SUCCESS);
    ASSERT_EQ(clEnqueueNDRangeKernel(queue.get(), fill.get(), 1, &offset, &one, nullptr, 1, &gate, nullptr),
              CL_SUCCESS);
  }
  fill.reset();
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  std::array<cl_int, 3> values{};
  ASSERT_EQ(clEnqueueReadBuffer(queue.get(), handle, CL_TRUE, 0, sizeof values, values.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(values, (std::array<cl_int, 3>{0, 1, 2}));
  clReleaseEvent(gate);
}

TEST_F(Kernels, FunctionsGetPointersToPrivateMemory) {
  Program steps = built("typedef struct { int v[2]; } Pair;\n"
                        "__attribute__((noinline)) int step(Pair *p) { p->v[0] += p->v[1]; return p->v[0]; }\n"
                        "kernel void fill(global int *out) {\n"
                        "  int i = get_global_id(0);\n"
                        "  Pair p = {{i, 3}};\n"
                        "  step(&p);\n"
                        "  out[i] = step(&p);\n"
                        "}\n");
  std::vector<cl_int> values = outputOf(steps, "fill", 100);
  for (cl_int i = 0; i < 100; ++i)
    EXPECT_EQ(values[i], i + 6);
}

TEST_F(Kernels, CloneHasArgumentsOfItsOwn) {
  Kernel fill = kernel(program, "fill");
  Queue queue = makeQueue();
  Buffer memory = buffer(2 * sizeof(cl_int));
  cl_mem handle = memory.get();
  cl_int three = 3, four = 4, error = -1;
  ASSERT_EQ(set(fill, 0, sizeof handle, &handle), CL_SUCCESS);
  ASSERT_EQ(set(fill, 1, sizeof three, &three), CL_SUCCESS);
  Kernel clone(clCloneKernel(fill.get(), &error));
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(kernelInfo<cl_uint>(clone, CL_KERNEL_REFERENCE_COUNT), 1U);
  ASSERT_EQ(set(fill, 1, sizeof four, &four), CL_SUCCESS);
  for (size_t i = 0, one = 1; i < 2; ++i)
    ASSERT_EQ(
        clEnqueueNDRangeKernel(queue.get(), i ? fill.get() : clone.get(), 1, &i, &one, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
  std::array<cl_int, 2> values{};
  ASSERT_EQ(clEnqueueReadBuffer(queue.get(), handle, CL_TRUE, 0, sizeof values, values.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(values, (std::array<cl_int, 2>{3, 4}));
  EXPECT_EQ(clCloneKernel(nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_KERNEL);
}

TEST_F(Kernels, ArgumentInfo) {
  Kernel many = kernel(program, "many");
  struct Expected {
    const char *name, *type;
    cl_kernel_arg_address_qualifier address;
    cl_kernel_arg_type_qualifier qualifiers;
  };
  const Expected expected[] = {
      {"in", "float*", CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_TYPE_CONST},
      {"out", "int*", CL_KERNEL_ARG_ADDRESS_GLOBAL, CL_KERNEL_ARG_TYPE_VOLATILE | CL_KERNEL_ARG_TYPE_RESTRICT},
      {"table", "int*", CL_KERNEL_ARG_ADDRESS_CONSTANT, CL_KERNEL_ARG_TYPE_CONST},
      {"scratch", "float*", CL_KERNEL_ARG_ADDRESS_LOCAL, CL_KERNEL_ARG_TYPE_NONE},
      {"number", "int", CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_TYPE_NONE},
      {"four", "float4", CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_TYPE_NONE},
      {"pair", "Pair", CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_TYPE_NONE},
      {"small", "uchar3", CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_TYPE_NONE},
      {"word", "uint", CL_KERNEL_ARG_ADDRESS_PRIVATE, CL_KERNEL_ARG_TYPE_NONE},
  };
  for (cl_uint i = 0; i < std::size(expected); ++i) {
    EXPECT_EQ(argText(many, i, CL_KERNEL_ARG_NAME), expected[i].name);
    EXPECT_EQ(argText(many, i, CL_KERNEL_ARG_TYPE_NAME), expected[i].type);
    EXPECT_EQ(argInfo<cl_kernel_arg_address_qualifier>(many, i, CL_KERNEL_ARG_ADDRESS_QUALIFIER), expected[i].address)
        << i;
    EXPECT_EQ(argInfo<cl_kernel_arg_type_qualifier>(many, i, CL_KERNEL_ARG_TYPE_QUALIFIER), expected[i].qualifiers)
        << i;
    EXPECT_EQ(argInfo<cl_kernel_arg_access_qualifier>(many, i, CL_KERNEL_ARG_ACCESS_QUALIFIER),
              cl_uint{CL_KERNEL_ARG_ACCESS_NONE});
  }
  char out[16];
  EXPECT_EQ(clGetKernelArgInfo(many.get(), 9, CL_KERNEL_ARG_NAME, sizeof out, out, nullptr), CL_INVALID_ARG_INDEX);
  EXPECT_EQ(clGetKernelArgInfo(many.get(), 0, 0xFFFF, sizeof out, out, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(clGetKernelArgInfo(many.get(), 0, CL_KERNEL_ARG_NAME, 1, out, nullptr), CL_INVALID_VALUE);
}

TEST_F(Kernels, WorkGroupInfo) {
  Kernel sized = kernel(program, "sized"), fill = kernel(program, "fill");
  using Size3 = std::array<size_t, 3>;
  EXPECT_EQ(groupInfo<Size3>(sized, CL_KERNEL_COMPILE_WORK_GROUP_SIZE), (Size3{4, 2, 1}));
  EXPECT_EQ(groupInfo<Size3>(fill, CL_KERNEL_COMPILE_WORK_GROUP_SIZE), Size3{});
  size_t deviceLimit = 0;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof deviceLimit, &deviceLimit, nullptr),
            CL_SUCCESS);
  EXPECT_LE(groupInfo<size_t>(fill, CL_KERNEL_WORK_GROUP_SIZE), deviceLimit);
  EXPECT_GE(groupInfo<size_t>(fill, CL_KERNEL_WORK_GROUP_SIZE), 1U);
  EXPECT_GE(groupInfo<size_t>(fill, CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE), 1U);
  EXPECT_EQ(groupInfo<cl_ulong>(fill, CL_KERNEL_LOCAL_MEM_SIZE), 0U);
  Size3 global{};
  EXPECT_EQ(clGetKernelWorkGroupInfo(fill.get(), device, CL_KERNEL_GLOBAL_WORK_SIZE, sizeof global, &global, nullptr),
            CL_INVALID_VALUE);
  EXPECT_EQ(clGetKernelWorkGroupInfo(fill.get(), nullptr, CL_KERNEL_WORK_GROUP_SIZE, sizeof global, &global, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clGetKernelWorkGroupInfo(fill.get(), reinterpret_cast<cl_device_id>(context.get()),
                                     CL_KERNEL_WORK_GROUP_SIZE, sizeof global, &global, nullptr),
            CL_INVALID_DEVICE);
}

TEST_F(Kernels, SubGroupInfo) {
  Kernel fill = kernel(program, "fill");
  cl_uint limit = 0;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_MAX_NUM_SUB_GROUPS, sizeof limit, &limit, nullptr), CL_SUCCESS);
  size_t local[2] = {48, 3}, count = 0, width = 0;
  auto query = [&](cl_kernel_sub_group_info name, size_t inputSize, const void *input, size_t &value) {
    return clGetKernelSubGroupInfo(fill.get(), device, name, inputSize, input, sizeof value, &value, nullptr);
  };
  if (limit == 0) {
    EXPECT_EQ(query(CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, nullptr, count), CL_INVALID_OPERATION);
    return;
  }
  ASSERT_EQ(query(CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE, sizeof local, local, width), CL_SUCCESS);
  ASSERT_EQ(query(CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, sizeof local, local, count), CL_SUCCESS);
  EXPECT_EQ(count, (48 * 3 + width - 1) / width);
  size_t two = 2, size = 0;
  ASSERT_EQ(query(CL_KERNEL_LOCAL_SIZE_FOR_SUB_GROUP_COUNT, sizeof two, &two, size), CL_SUCCESS);
  EXPECT_EQ(size, 2 * width);
  EXPECT_EQ(query(CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, sizeof local, nullptr, count), CL_INVALID_VALUE);
  EXPECT_EQ(query(CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE, 5, local, count), CL_INVALID_VALUE);
}

// cl_khr_subgroups: the query under its name, with the two that it knows.
TEST_F(Kernels, SubGroupInfoOfTheExtension) {
  cl_platform_id platform = nullptr;
  ASSERT_EQ(clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr), CL_SUCCESS);
  auto ask = reinterpret_cast<decltype(&clGetKernelSubGroupInfo)>(
      clGetExtensionFunctionAddressForPlatform(platform, "clGetKernelSubGroupInfoKHR"));
  ASSERT_NE(ask, nullptr);
  cl_bool progress = CL_FALSE;
  ASSERT_EQ(
      clGetDeviceInfo(device, CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, sizeof progress, &progress, nullptr),
      CL_SUCCESS);
  EXPECT_EQ(progress, cl_bool(CL_TRUE));
  Kernel fill = kernel(program, "fill");
  size_t local[2] = {48, 3}, width = 0, count = 0;
  ASSERT_EQ(ask(fill.get(), device, CL_KERNEL_MAX_SUB_GROUP_SIZE_FOR_NDRANGE_KHR, sizeof local, local, sizeof width,
                &width, nullptr),
            CL_SUCCESS);
  ASSERT_EQ(ask(fill.get(), device, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE_KHR, sizeof local, local, sizeof count,
                &count, nullptr),
            CL_SUCCESS);
  ASSERT_GT(width, 0U);
  EXPECT_EQ(count, (48 * 3 + width - 1) / width);
  EXPECT_EQ(ask(nullptr, device, CL_KERNEL_SUB_GROUP_COUNT_FOR_NDRANGE_KHR, sizeof local, local, sizeof count, &count,
                nullptr),
            CL_INVALID_KERNEL);
}

TEST_F(Kernels, ArgumentInfoIsNotThereForForeignIl) {
  cl_int error = -1;
  Program il = fromIl(assemble("constants.spvasm"), error);
  ASSERT_EQ(error, CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(il.get(), 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS) << log(il);
  Kernel fill = kernel(il, "fill");
  char name[16];
  EXPECT_EQ(clGetKernelArgInfo(fill.get(), 0, CL_KERNEL_ARG_TYPE_NAME, sizeof name, name, nullptr),
            CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
  // "For kernels not created from OpenCL C source the string returned from this query will be empty."
  EXPECT_EQ(text([&](size_t size, void *value, size_t *ret) {
              return clGetKernelInfo(fill.get(), CL_KERNEL_ATTRIBUTES, size, value, ret);
            }),
            "");
}

} // namespace
} // namespace apitest
