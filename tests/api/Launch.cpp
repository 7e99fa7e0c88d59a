// Running kernels: the rules about sizes, ids in every shape of NDRange, local memory, printf (OpenCL API 5.10).
#include "tests/api/QueueFixture.h"
#include <array>
#include <cstring>
#include <sys/wait.h>

using namespace api_test;

namespace {

using Sizes = std::array<size_t, 3>;

class LaunchTest : public WithQueue {
protected:
  void TearDown() override {
    for (cl_kernel each : kernels)
      EXPECT_EQ(CL_SUCCESS, clReleaseKernel(each));
    for (cl_program each : programs)
      EXPECT_EQ(CL_SUCCESS, clReleaseProgram(each));
    WithQueue::TearDown();
  }
  cl_program build(const char *source, const char *options = "") {
    cl_int error = 1;
    programs.push_back(clCreateProgramWithSource(context, 1, &source, nullptr, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    EXPECT_EQ(CL_SUCCESS, clBuildProgram(programs.back(), 0, nullptr, options, nullptr, nullptr)) << log();
    return programs.back();
  }
  std::string log() {
    char text[4096] = {};
    clGetProgramBuildInfo(programs.back(), device(), CL_PROGRAM_BUILD_LOG, sizeof text - 1, text, nullptr);
    return text;
  }
  cl_kernel kernelOf(cl_program program, const char *name) {
    cl_int error = 1;
    kernels.push_back(clCreateKernel(program, name, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return kernels.back();
  }
  template <typename T> static void set(cl_kernel kernel, cl_uint index, T value) {
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, index, sizeof value, &value));
  }
  cl_int launch(cl_kernel kernel, cl_uint dims, const Sizes &global, const size_t *local = nullptr,
                const size_t *offset = nullptr) {
    return clEnqueueNDRangeKernel(queue, kernel, dims, offset, global.data(), local, 0, nullptr, nullptr);
  }
  template <typename T> std::vector<T> contents(cl_mem buffer, std::size_t count) {
    std::vector<T> values(count);
    EXPECT_EQ(CL_SUCCESS,
              clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, count * sizeof(T), values.data(), 0, nullptr, nullptr));
    return values;
  }
  std::vector<cl_program> programs;
  std::vector<cl_kernel> kernels;
};

const char *const simple = R"(
  kernel void put(global int *out, int value) { out[get_global_id(0)] = value + (int)get_global_id(0); }
  kernel void none() {}
  kernel void turn(global int *out, local int *tile) {
    size_t i = get_local_id(0), n = get_local_size(0);
    tile[i] = (int)get_global_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tile[n - 1 - i];
  }
  kernel __attribute__((reqd_work_group_size(8, 2, 1))) void demanding(global int *out) {
    out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = (int)(get_local_size(0) * 10 + get_local_size(1));
  })";

TEST_F(LaunchTest, ArgumentsOfTheCall) {
  cl_program program = build(simple);
  cl_kernel none = kernelOf(program, "none"), put = kernelOf(program, "put");
  const size_t one = 1, most = SIZE_MAX, two = 2;
  EXPECT_EQ(CL_SUCCESS, launch(none, 1, {1}));
  EXPECT_EQ(CL_INVALID_KERNEL, launch(reinterpret_cast<cl_kernel>(queue), 1, {1}));
  EXPECT_EQ(CL_INVALID_WORK_DIMENSION, launch(none, 0, {1}));
  EXPECT_EQ(CL_INVALID_WORK_DIMENSION, launch(none, 4, {1}));
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS, launch(put, 1, {1}));
  EXPECT_EQ(CL_INVALID_GLOBAL_OFFSET, launch(none, 1, {2}, nullptr, &most));
  EXPECT_EQ(CL_SUCCESS, launch(none, 1, {1}, nullptr, &two));
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST,
            clEnqueueNDRangeKernel(queue, none, 1, nullptr, &one, nullptr, 1, nullptr, nullptr));
  EXPECT_EQ(CL_OUT_OF_RESOURCES, launch(none, 3, {SIZE_MAX / 2, SIZE_MAX / 2, 4}));
  cl_device_id on = device();
  cl_context other = clCreateContext(nullptr, 1, &on, nullptr, nullptr, nullptr);
  cl_command_queue foreign = clCreateCommandQueue(other, on, 0, nullptr);
  EXPECT_EQ(CL_INVALID_CONTEXT, clEnqueueNDRangeKernel(foreign, none, 1, nullptr, &one, nullptr, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_CONTEXT, clEnqueueTask(foreign, none, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clReleaseCommandQueue(foreign));
  EXPECT_EQ(CL_SUCCESS, clReleaseContext(other));
}

TEST_F(LaunchTest, LocalSizes) {
  cl_kernel none = kernelOf(build(simple), "none");
  size_t max = query<size_t>(clGetDeviceInfo, device(), CL_DEVICE_MAX_WORK_GROUP_SIZE);
  const Sizes zero{0, 1, 1}, big{max + 1, 1, 1}, square{max, 2, 1}, odd{3, 1, 1}, fits{max, 1, 1};
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, launch(none, 1, {8}, zero.data()));
  EXPECT_EQ(CL_INVALID_WORK_ITEM_SIZE, launch(none, 1, {2 * (max + 1)}, big.data()));
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, launch(none, 2, {max, 2}, square.data()));
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, launch(none, 1, {8}, odd.data())) << "OpenCL C 1.2: groups are uniform";
  EXPECT_EQ(CL_SUCCESS, launch(none, 1, {9}, odd.data()));
  EXPECT_EQ(CL_SUCCESS, launch(none, 1, {max}, fits.data()));
  cl_kernel newer = kernelOf(build(simple, "-cl-std=CL3.0"), "none");
  EXPECT_EQ(CL_SUCCESS, launch(newer, 1, {8}, odd.data()));
  cl_kernel uniform = kernelOf(build(simple, "-cl-std=CL3.0 -cl-uniform-work-group-size"), "none");
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, launch(uniform, 1, {8}, odd.data()));
}

// What OpenCL C 3.1 made core needs neither a pragma nor a question.
TEST_F(LaunchTest, LanguageOf31) {
  cl_kernel kernel = kernelOf(build(R"(kernel void core(global uint *out, local uint *unused) {
    out[0] = __OPENCL_C_VERSION__;
    out[1] = bit_reverse(3u) + bitfield_insert(0u, 5u, 8, 4);
    out[2] = dot_4x8packed_uu_uint(0x01020304u, 0x01010101u);
    out[3] = sub_group_shuffle_down(7u, 0u) + sub_group_rotate(5u, 1);
  })",
                                    "-cl-std=CL3.1"),
                              "core");
  cl_mem out = makeBuffer(4 * sizeof(cl_uint));
  set(kernel, 0, out);
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 1, 0, nullptr));
  const Sizes one{1, 1, 1};
  EXPECT_EQ(CL_SUCCESS, launch(kernel, 1, one, one.data()));
  EXPECT_EQ((std::vector<cl_uint>{310, 0xC0000500u, 10, 12}), contents<cl_uint>(out, 4));
}

using Suggest = cl_int(CL_API_CALL *)(cl_command_queue, cl_kernel, cl_uint, const size_t *, const size_t *, size_t *);

class SuggestedSize : public LaunchTest {
protected:
  Suggest suggest = reinterpret_cast<Suggest>(
      clGetExtensionFunctionAddressForPlatform(platform(), "clGetKernelSuggestedLocalWorkSizeKHR"));
};

// What the kernel sees when it is run without a local size; primes leave no choice where groups are uniform.
TEST_F(SuggestedSize, IsWhatALaunchTakes) {
  ASSERT_NE(suggest, nullptr);
  const char *source = R"(kernel void see(global ulong *out) {
    if (get_global_linear_id() == 0)
      for (int i = 0; i < 3; ++i) out[i] = get_enqueued_local_size(i);
  })";
  for (const char *options : {"-cl-std=CL3.0", "-cl-std=CL3.0 -cl-uniform-work-group-size"}) {
    cl_kernel see = kernelOf(build(source, options), "see");
    cl_mem out = makeBuffer(3 * sizeof(cl_ulong));
    set(see, 0, out);
    for (cl_uint dims : {1u, 2u, 3u})
      for (const Sizes &global :
           {Sizes{1, 1, 1}, Sizes{64, 64, 64}, Sizes{1000, 3, 7}, Sizes{997, 5, 11}, Sizes{3, 400, 2}}) {
        Sizes local{1, 1, 1};
        ASSERT_EQ(CL_SUCCESS, suggest(queue, see, dims, nullptr, global.data(), local.data()));
        ASSERT_EQ(CL_SUCCESS, launch(see, dims, global));
        EXPECT_EQ(std::vector<cl_ulong>(local.begin(), local.end()), contents<cl_ulong>(out, 3));
        EXPECT_EQ(CL_SUCCESS, launch(see, dims, global, local.data()));
      }
  }
}

TEST_F(SuggestedSize, Errors) {
  cl_program program = build(simple);
  cl_kernel none = kernelOf(program, "none"), unset = kernelOf(program, "put"),
            demanding = kernelOf(program, "demanding");
  const Sizes global{16, 4, 1}, zero{16, 0, 1}, far{~size_t{0}, 1, 1}, odd{15, 4, 1};
  Sizes local{};
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, suggest(nullptr, none, 1, nullptr, global.data(), local.data()));
  EXPECT_EQ(CL_INVALID_KERNEL, suggest(queue, nullptr, 1, nullptr, global.data(), local.data()));
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS, suggest(queue, unset, 1, nullptr, global.data(), local.data()));
  EXPECT_EQ(CL_INVALID_WORK_DIMENSION, suggest(queue, none, 0, nullptr, global.data(), local.data()));
  EXPECT_EQ(CL_INVALID_WORK_DIMENSION, suggest(queue, none, 4, nullptr, global.data(), local.data()));
  EXPECT_EQ(CL_INVALID_GLOBAL_OFFSET, suggest(queue, none, 1, global.data(), far.data(), local.data()));
  EXPECT_EQ(CL_INVALID_GLOBAL_WORK_SIZE, suggest(queue, none, 1, nullptr, nullptr, local.data()));
  EXPECT_EQ(CL_INVALID_GLOBAL_WORK_SIZE, suggest(queue, none, 2, nullptr, zero.data(), local.data()));
  EXPECT_EQ(CL_INVALID_VALUE, suggest(queue, none, 1, nullptr, global.data(), nullptr));
  cl_mem out = makeBuffer(16 * 4 * 4);
  set(demanding, 0, out);
  EXPECT_EQ(CL_SUCCESS, suggest(queue, demanding, 2, nullptr, global.data(), local.data()));
  EXPECT_EQ((Sizes{8, 2, 0}), local);
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, suggest(queue, demanding, 2, nullptr, odd.data(), local.data()));
}

TEST_F(LaunchTest, RequiredWorkGroupSize) {
  cl_kernel demanding = kernelOf(build(simple), "demanding");
  cl_mem out = makeBuffer(16 * 4 * 4);
  set(demanding, 0, out);
  const Sizes right{8, 2, 1}, wrong{4, 2, 1};
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, launch(demanding, 2, {16, 4}, wrong.data()));
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, clEnqueueTask(queue, demanding, 0, nullptr, nullptr));
  for (const size_t *local : {right.data(), static_cast<const size_t *>(nullptr)}) {
    EXPECT_EQ(CL_SUCCESS, launch(demanding, 2, {16, 4}, local));
    EXPECT_EQ(std::vector<int>(64, 82), contents<int>(out, 64));
  }
}

// CL_INVALID_WORK_GROUP_SIZE if the required work-group size does not divide the global size (in OpenCL C 1.2), also
// where the kernel cannot tell how it is grouped.
TEST_F(LaunchTest, RequiredWorkGroupSizeDividesTheRange) {
  const char *source = R"(
    kernel __attribute__((reqd_work_group_size(64, 1, 1))) void put(global int *out) { out[get_global_id(0)] = 1; }
  )";
  cl_kernel put = kernelOf(build(source, "-cl-std=CL1.2"), "put");
  set(put, 0, makeBuffer(128 * 4));
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, launch(put, 1, {100}));
  EXPECT_EQ(CL_SUCCESS, launch(put, 1, {128}));
}

TEST_F(LaunchTest, AnEmptyRangeIsACommand) {
  cl_kernel put = kernelOf(build(simple), "put");
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS, launch(put, 1, {0}));
  set(put, 0, makeBuffer(4));
  set(put, 1, 1);
  cl_event event = nullptr;
  const Sizes empty{4, 0, 4};
  EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue, put, 3, nullptr, empty.data(), nullptr, 0, nullptr, &event));
  EXPECT_EQ(CL_SUCCESS, clWaitForEvents(1, &event));
  EXPECT_EQ(cl_command_type(CL_COMMAND_NDRANGE_KERNEL),
            query<cl_command_type>(clGetEventInfo, event, CL_EVENT_COMMAND_TYPE));
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(event));
  EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue, put, 1, nullptr, nullptr, nullptr, 0, nullptr, nullptr));
}

TEST_F(LaunchTest, ArgumentsAreTakenAlong) {
  cl_kernel put = kernelOf(build(simple), "put");
  cl_mem out = makeBuffer(64);
  cl_event gate = userEvent();
  set(put, 0, out);
  set(put, 1, 100);
  const size_t sixteen = 16;
  EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue, put, 1, nullptr, &sixteen, nullptr, 1, &gate, nullptr));
  set(put, 1, 200);
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
  EXPECT_EQ(115, contents<int>(out, 16)[15]);
  EXPECT_EQ(CL_SUCCESS, clEnqueueTask(queue, put, 0, nullptr, nullptr));
  std::vector<int> after = contents<int>(out, 16);
  EXPECT_EQ(200, after[0]);
  EXPECT_EQ(115, after[15]);
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(gate));
}

TEST_F(LaunchTest, LocalArguments) {
  cl_kernel turn = kernelOf(build(simple), "turn");
  cl_mem out = makeBuffer(4096 * 4);
  set(turn, 0, out);
  cl_ulong most = query<cl_ulong>(clGetDeviceInfo, device(), CL_DEVICE_LOCAL_MEM_SIZE);
  for (size_t local : {1, 7, 16, 100, 1024, 4096}) {
    ASSERT_EQ(CL_SUCCESS, clSetKernelArg(turn, 1, local * 4, nullptr));
    std::size_t count = 4096 / local * local;
    EXPECT_EQ(CL_SUCCESS, launch(turn, 1, {count}, &local));
    std::vector<int> values = contents<int>(out, count);
    for (std::size_t i = 0; i < count; ++i)
      ASSERT_EQ(static_cast<int>(i / local * local + (local - 1 - i % local)), values[i]) << local << " " << i;
  }
  const size_t one = 1;
  EXPECT_EQ(CL_SUCCESS, clSetKernelArg(turn, 1, most, nullptr));
  EXPECT_EQ(CL_SUCCESS, launch(turn, 1, {1}, &one));
  if (clSetKernelArg(turn, 1, most + 1, nullptr) == CL_SUCCESS) {
    EXPECT_EQ(CL_OUT_OF_RESOURCES, launch(turn, 1, {1}, &one));
  }
}

/// Every query of every work-item, against the formulas of the specification.
struct Seen {
  cl_uint global[3], local[3], group[3], localSize[3], groups[3];
};
const char *const see = R"(
  typedef struct { uint globalId[3], localId[3], group[3], localSize[3], groups[3]; } Seen;
  kernel void see(global Seen *out) {
    size_t at = (get_global_id(2) - get_global_offset(2)) * get_global_size(1);
    at = (at + get_global_id(1) - get_global_offset(1)) * get_global_size(0) + get_global_id(0) - get_global_offset(0);
    for (int i = 0; i < 3; ++i) {
      out[at].globalId[i] = get_global_id(i);
      out[at].localId[i] = get_local_id(i);
      out[at].group[i] = get_group_id(i);
      out[at].localSize[i] = get_local_size(i);
      out[at].groups[i] = get_num_groups(i);
    }
  }
  kernel void mark(global uint *out) {
    size_t at = (get_global_id(2) - get_global_offset(2)) * get_global_size(1);
    at = (at + get_global_id(1) - get_global_offset(1)) * get_global_size(0) + get_global_id(0) - get_global_offset(0);
    out[at] += (uint)(get_global_id(0) + 1000 * get_global_id(1) + 1000000 * get_global_id(2)) + 1;
  })";

struct Shape {
  cl_uint dims;
  Sizes global, local, offset; ///< local 0: NULL
};
const Shape shapes[] = {
    {1, {1, 1, 1}, {1, 1, 1}, {}},
    {1, {1000, 1, 1}, {10, 1, 1}, {}},
    {1, {1024, 1, 1}, {64, 1, 1}, {5, 0, 0}},
    {1, {997, 1, 1}, {64, 1, 1}, {}},
    {1, {997, 1, 1}, {0}, {}},
    {1, {30, 1, 1}, {100, 1, 1}, {}},
    {2, {33, 17, 1}, {8, 4, 1}, {7, 9}},
    {2, {64, 64, 1}, {16, 16, 1}, {}},
    {2, {3, 500, 1}, {0}, {}},
    {2, {500, 3, 1}, {0}, {1, 2}},
    {3, {20, 10, 5}, {16, 4, 2}, {1, 2, 3}},
    {3, {16, 16, 16}, {4, 4, 4}, {}},
    {3, {5, 7, 11}, {0}, {}},
    {3, {1, 1, 300}, {1, 1, 8}, {}},
    {1, {8192, 1, 1}, {8192, 1, 1}, {}},
};

TEST_F(LaunchTest, IdsInEveryShape) {
  cl_kernel kernel = kernelOf(build(see, "-cl-std=CL3.0"), "see");
  for (const Shape &shape : shapes) {
    SCOPED_TRACE(&shape - shapes);
    std::size_t count = shape.global[0] * shape.global[1] * shape.global[2];
    cl_mem out = makeBuffer(count * sizeof(Seen));
    set(kernel, 0, out);
    ASSERT_EQ(CL_SUCCESS, launch(kernel, shape.dims, shape.global, shape.local[0] ? shape.local.data() : nullptr,
                                 shape.offset.data()));
    std::vector<Seen> seen = contents<Seen>(out, count);
    Sizes local = shape.local;
    if (!local[0]) // chosen: as the first work-item says
      local = {seen[0].localSize[0], seen[0].localSize[1], seen[0].localSize[2]};
    for (std::size_t i = 0; i < count; ++i) {
      Sizes at{i % shape.global[0], i / shape.global[0] % shape.global[1], i / shape.global[0] / shape.global[1]};
      for (int d = 0; d < 3; ++d) {
        ASSERT_EQ(at[d] + shape.offset[d], seen[i].global[d]);
        ASSERT_EQ(at[d] / local[d], seen[i].group[d]);
        ASSERT_EQ(at[d] % local[d], seen[i].local[d]);
        ASSERT_EQ((shape.global[d] + local[d] - 1) / local[d], seen[i].groups[d]);
        ASSERT_EQ(std::min(local[d], shape.global[d] - at[d] / local[d] * local[d]), seen[i].localSize[d]);
      }
    }
  }
}

TEST_F(LaunchTest, EveryWorkItemRunsOnceWhateverTheGroups) {
  // This kernel cannot tell its groups: the runtime is free to make its own.
  cl_kernel kernel = kernelOf(build(see, "-cl-std=CL3.0"), "mark");
  for (const Shape &shape : shapes) {
    SCOPED_TRACE(&shape - shapes);
    std::size_t count = shape.global[0] * shape.global[1] * shape.global[2];
    std::vector<cl_uint> zeros(count);
    cl_mem out = makeBuffer(count * 4, CL_MEM_COPY_HOST_PTR, zeros.data());
    set(kernel, 0, out);
    ASSERT_EQ(CL_SUCCESS, launch(kernel, shape.dims, shape.global, shape.local[0] ? shape.local.data() : nullptr,
                                 shape.offset.data()));
    std::vector<cl_uint> values = contents<cl_uint>(out, count);
    for (std::size_t i = 0; i < count; ++i) {
      Sizes at{i % shape.global[0], i / shape.global[0] % shape.global[1], i / shape.global[0] / shape.global[1]};
      ASSERT_EQ(at[0] + shape.offset[0] + 1000 * (at[1] + shape.offset[1]) + 1000000 * (at[2] + shape.offset[2]) + 1,
                values[i])
          << i;
    }
  }
}

TEST_F(LaunchTest, AChosenLocalSizeDividesWhereItMust) {
  cl_kernel kernel = kernelOf(build(see, "-cl-std=CL1.2"), "see");
  for (size_t size : {1, 2, 31, 64, 997, 1000, 4096, 8191, 10007}) {
    cl_mem out = makeBuffer(size * sizeof(Seen));
    set(kernel, 0, out);
    ASSERT_EQ(CL_SUCCESS, launch(kernel, 1, {size, 1, 1}));
    std::vector<Seen> seen = contents<Seen>(out, size);
    EXPECT_EQ(0u, size % seen[0].localSize[0]) << size;
    EXPECT_EQ(seen[0].localSize[0], seen[size - 1].localSize[0]) << size;
  }
}

TEST_F(LaunchTest, IdsBeyondFourGiga) {
  const char *source = R"(
    kernel void wide(global ulong *out) { out[get_global_id(0) - get_global_offset(0)] = get_global_id(0); })";
  cl_kernel kernel = kernelOf(build(source), "wide");
  cl_mem out = makeBuffer(100 * 8);
  set(kernel, 0, out);
  for (size_t offset : {size_t{0x7FFFFFF0}, size_t{0xFFFFFFF0}, size_t{1} << 40}) {
    ASSERT_EQ(CL_SUCCESS, launch(kernel, 1, {100}, nullptr, &offset));
    std::vector<cl_ulong> values = contents<cl_ulong>(out, 100);
    for (std::size_t i = 0; i < 100; ++i)
      ASSERT_EQ(offset + i, values[i]);
  }
}

TEST_F(LaunchTest, ManyGroupsOnAllCores) {
  const char *source = R"(
    kernel void work(global uint *out, uint rounds) {
      uint x = get_global_id(0);
      for (uint i = 0; i < rounds; ++i) x = x * 1664525u + 1013904223u;
      out[get_global_id(0)] = x;
    })";
  cl_kernel kernel = kernelOf(build(source), "work");
  const std::size_t count = 1 << 16;
  cl_mem out = makeBuffer(count * 4);
  set(kernel, 0, out);
  const size_t one = 1;
  for (cl_uint rounds : {1u, 200u, 0u, 50u}) {
    set(kernel, 1, rounds);
    ASSERT_EQ(CL_SUCCESS, launch(kernel, 1, {count}, rounds == 50 ? &one : nullptr));
    std::vector<cl_uint> values = contents<cl_uint>(out, count);
    for (std::size_t i = 0; i < count; ++i) {
      cl_uint x = static_cast<cl_uint>(i);
      for (cl_uint k = 0; k < rounds; ++k)
        x = x * 1664525u + 1013904223u;
      ASSERT_EQ(x, values[i]);
    }
  }
}

TEST_F(LaunchTest, ThreadsLaunchTheSameKernelAtTheSameTime) {
  cl_program program = build(simple);
  std::atomic<int> failures{0};
  std::vector<std::thread> hosts;
  for (int t = 0; t < 6; ++t)
    hosts.emplace_back([&, t] {
      cl_int error = 0;
      cl_kernel mine = clCreateKernel(program, "put", &error);
      cl_command_queue own = clCreateCommandQueue(context, device(), 0, &error);
      cl_mem out = clCreateBuffer(context, CL_MEM_READ_WRITE, 4000, nullptr, &error);
      clSetKernelArg(mine, 0, sizeof out, &out);
      for (int i = 0; i < 50; ++i) {
        int base = t * 1000 + i, values[1000];
        size_t count = 1000;
        clSetKernelArg(mine, 1, sizeof base, &base);
        failures += clEnqueueNDRangeKernel(own, mine, 1, nullptr, &count, nullptr, 0, nullptr, nullptr) != CL_SUCCESS;
        clEnqueueReadBuffer(own, out, CL_TRUE, 0, sizeof values, values, 0, nullptr, nullptr);
        for (int k = 0; k < 1000; ++k)
          failures += values[k] != base + k;
      }
      clReleaseMemObject(out);
      clReleaseCommandQueue(own);
      clReleaseKernel(mine);
    });
  for (std::thread &host : hosts)
    host.join();
  EXPECT_EQ(0, failures);
}

// Run in a process of its own: what it prints is its result.
TEST_F(LaunchTest, DISABLED_PrintsFromAKernel) {
  const char *source = R"(kernel void say(int n) { printf("item %d of %d\n", (int)get_global_id(0), n); })";
  cl_kernel kernel = kernelOf(build(source), "say");
  set(kernel, 0, 40);
  ASSERT_EQ(CL_SUCCESS, launch(kernel, 1, {40}));
  ASSERT_EQ(CL_SUCCESS, clFinish(queue));
  ASSERT_EQ(6, write(1, "after\n", 6)); // past stdio: shows that the text was flushed
}

TEST_F(LaunchTest, PrintfIsWrittenBeforeFinishReturns) {
  std::string text = runFresh("", "LaunchTest.DISABLED_PrintsFromAKernel");
  std::size_t after = text.find("after\n");
  ASSERT_NE(std::string::npos, after) << text;
  for (int i = 0; i < 40; ++i) {
    std::string line = "item " + std::to_string(i) + " of 40\n";
    EXPECT_LT(text.find(line), after) << line;
  }
}

// Run in a process of its own: ends while a kernel runs.
TEST_F(LaunchTest, DISABLED_ExitsWithWorkUnderWay) {
  const char *source = R"(
    kernel void work(global float *a, int rounds) {
      float x = a[get_global_id(0)];
      for (int i = 0; i < rounds; ++i) x = x * 1.0001f + 0.5f;
      a[get_global_id(0)] = x;
    })";
  cl_kernel kernel = kernelOf(build(source), "work");
  set(kernel, 0, makeBuffer(4 << 18));
  set(kernel, 1, 2000);
  for (int i = 0; i < 3; ++i)
    ASSERT_EQ(CL_SUCCESS, launch(kernel, 1, {1 << 18}));
  ASSERT_EQ(CL_SUCCESS, clFlush(queue));
  std::exit(0);
}

TEST_F(LaunchTest, AProcessMayEndWithWorkUnderWay) { runFresh("", "LaunchTest.DISABLED_ExitsWithWorkUnderWay"); }

// Run in a process of its own: forks while workers exist.
TEST_F(LaunchTest, DISABLED_Forks) {
  auto run = [&] {
    const char *source = R"(kernel void twice(global int *a) { a[get_global_id(0)] = 2 * (int)get_global_id(0); })";
    cl_kernel kernel = kernelOf(build(source), "twice");
    const std::size_t count = 4 << 20;
    cl_mem out = makeBuffer(count * 4);
    set(kernel, 0, out);
    EXPECT_EQ(CL_SUCCESS, launch(kernel, 1, {count}));
    EXPECT_EQ(CL_SUCCESS, clFlush(queue));
    EXPECT_EQ(static_cast<int>(2 * count - 2), contents<int>(out, count).back());
  };
  run();
  for (int i = 0; i < 3; ++i) {
    pid_t child = fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      alarm(60); // a child that hangs fails
      run();
      _exit(HasFailure() ? 1 : 0);
    }
    run();
    int status = -1;
    EXPECT_EQ(child, waitpid(child, &status, 0));
    EXPECT_EQ(0, status);
  }
}

TEST_F(LaunchTest, AChildAfterForkRunsKernels) { runFresh("", "LaunchTest.DISABLED_Forks"); }

} // namespace
