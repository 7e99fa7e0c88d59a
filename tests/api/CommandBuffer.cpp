// Command buffers as objects (OpenCL API, "Command-Buffers"): creating, asking, releasing, and every rule of recording
// and enqueueing.
#include "tests/api/CommandBufferFixture.h"
#include <algorithm>
#include <functional>

using namespace api_test;

namespace {

class CommandBuffer : public WithCommandBuffer {
protected:
  void SetUp() override {
    WithCommandBuffer::SetUp();
    kernel = makeKernel("kernel void k(global int *p, int v) { p[get_global_id(0)] += v; }");
    memory = intBuffer(std::vector<cl_int>(64, 1));
    other = intBuffer(std::vector<cl_int>(64, 2));
    setArgs(kernel, memory, cl_int{3});
  }
  /// The arguments that all recording functions share.
  struct Common {
    cl_command_buffer_khr buffer;
    cl_command_queue queue = nullptr;
    const lanecl::cl_command_properties_khr *properties = nullptr;
    cl_uint count = 0;
    const cl_sync_point_khr *list = nullptr;
    cl_mutable_command_khr *handle = nullptr;
  };
  struct Recorder {
    const char *name;
    std::function<cl_int(const Common &)> call;
  };
  cl_mem makeImage() {
    const cl_image_format format{CL_R, CL_SIGNED_INT32};
    cl_image_desc desc{};
    desc.image_type = CL_MEM_OBJECT_IMAGE2D;
    desc.image_width = 4;
    desc.image_height = 4;
    cl_int error = 1;
    buffers.push_back(clCreateImage(context, CL_MEM_READ_WRITE, &format, &desc, nullptr, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return buffers.back();
  }
  /// All recording functions, with valid arguments beside the common ones.
  std::vector<Recorder> recorders() {
    static const size_t origin[] = {0, 0, 0}, region[] = {4, 4, 1}, items = 64;
    static const cl_int pattern[4] = {};
    static cl_int host[16];
    image = makeImage();
    otherImage = makeImage();
    return {
        {"barrier",
         [this](const Common &c) {
           return clCommandBarrierWithWaitListKHR(c.buffer, c.queue, c.properties, c.count, c.list, nullptr, c.handle);
         }},
        {"copy",
         [this](const Common &c) {
           return clCommandCopyBufferKHR(c.buffer, c.queue, c.properties, memory, other, 0, 0, 64, c.count, c.list,
                                         nullptr, c.handle);
         }},
        {"rectangle",
         [this](const Common &c) {
           return clCommandCopyBufferRectKHR(c.buffer, c.queue, c.properties, memory, other, origin, origin, region, 0,
                                             0, 0, 0, c.count, c.list, nullptr, c.handle);
         }},
        {"buffer to image",
         [this](const Common &c) {
           return clCommandCopyBufferToImageKHR(c.buffer, c.queue, c.properties, memory, image, 0, origin, region,
                                                c.count, c.list, nullptr, c.handle);
         }},
        {"image",
         [this](const Common &c) {
           return clCommandCopyImageKHR(c.buffer, c.queue, c.properties, image, otherImage, origin, origin, region,
                                        c.count, c.list, nullptr, c.handle);
         }},
        {"image to buffer",
         [this](const Common &c) {
           return clCommandCopyImageToBufferKHR(c.buffer, c.queue, c.properties, image, memory, origin, region, 0,
                                                c.count, c.list, nullptr, c.handle);
         }},
        {"fill",
         [this](const Common &c) {
           return clCommandFillBufferKHR(c.buffer, c.queue, c.properties, memory, pattern, 4, 0, 64, c.count, c.list,
                                         nullptr, c.handle);
         }},
        {"fill image",
         [this](const Common &c) {
           return clCommandFillImageKHR(c.buffer, c.queue, c.properties, image, pattern, origin, region, c.count,
                                        c.list, nullptr, c.handle);
         }},
        {"memcpy",
         [this](const Common &c) {
           return clCommandSVMMemcpyKHR(c.buffer, c.queue, c.properties, host, host + 8, 32, c.count, c.list, nullptr,
                                        c.handle);
         }},
        {"memfill",
         [this](const Common &c) {
           return clCommandSVMMemFillKHR(c.buffer, c.queue, c.properties, host, pattern, 4, 64, c.count, c.list,
                                         nullptr, c.handle);
         }},
        {"kernel",
         [this](const Common &c) {
           return clCommandNDRangeKernelKHR(c.buffer, c.queue, c.properties, kernel, 1, nullptr, &items, nullptr,
                                            c.count, c.list, nullptr, c.handle);
         }},
    };
  }
  cl_int createError(cl_uint count, const cl_command_queue *queues,
                     const std::vector<cl_command_buffer_properties_khr> &properties = {}) {
    return errorOf([&](cl_int *error) {
      cl_command_buffer_khr made =
          clCreateCommandBufferKHR(count, queues, properties.empty() ? nullptr : properties.data(), error);
      if (made)
        commandBuffers.push_back(made);
      return made;
    });
  }

  cl_kernel kernel = nullptr;
  cl_mem memory = nullptr, other = nullptr, image = nullptr, otherImage = nullptr;
};

TEST_F(CommandBuffer, IsReported) {
  const std::string extensions = queryText(clGetDeviceInfo, device(), CL_DEVICE_EXTENSIONS);
  auto versions = queryList<cl_name_version>(clGetDeviceInfo, device(), CL_DEVICE_EXTENSIONS_WITH_VERSION);
  const std::pair<const char *, cl_version> expected[] = {
      {"cl_khr_command_buffer", CL_MAKE_VERSION(0, 9, 8)},
      {"cl_khr_command_buffer_mutable_dispatch", CL_MAKE_VERSION(0, 9, 5)},
      {"cl_khr_command_buffer_multi_device", CL_MAKE_VERSION(0, 9, 2)}};
  for (auto [name, version] : expected) {
    EXPECT_NE(std::string::npos, (" " + extensions + " ").find(" " + std::string(name) + " "));
    auto found = std::ranges::find_if(versions, [&](const cl_name_version &v) { return v.name == std::string(name); });
    ASSERT_NE(versions.end(), found) << name;
    EXPECT_EQ(version, found->version);
  }
  EXPECT_EQ(cl_bitfield(CL_COMMAND_BUFFER_CAPABILITY_KERNEL_PRINTF_KHR |
                        CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR |
                        CL_COMMAND_BUFFER_CAPABILITY_MULTIPLE_QUEUE_KHR),
            query<cl_bitfield>(clGetDeviceInfo, device(), CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR));
  EXPECT_EQ(0u, query<cl_bitfield>(clGetDeviceInfo, device(), CL_DEVICE_COMMAND_BUFFER_REQUIRED_QUEUE_PROPERTIES_KHR));
  EXPECT_EQ(query<cl_bitfield>(clGetDeviceInfo, device(), CL_DEVICE_QUEUE_ON_HOST_PROPERTIES),
            query<cl_bitfield>(clGetDeviceInfo, device(), CL_DEVICE_COMMAND_BUFFER_SUPPORTED_QUEUE_PROPERTIES_KHR));
  EXPECT_EQ(1u, query<cl_uint>(clGetDeviceInfo, device(), CL_DEVICE_COMMAND_BUFFER_NUM_SYNC_DEVICES_KHR));
  EXPECT_EQ(std::vector{device()},
            queryList<cl_device_id>(clGetDeviceInfo, device(), CL_DEVICE_COMMAND_BUFFER_SYNC_DEVICES_KHR));
  EXPECT_EQ(0x1Fu, query<cl_bitfield>(clGetDeviceInfo, device(), CL_DEVICE_MUTABLE_DISPATCH_CAPABILITIES_KHR));
  EXPECT_EQ(7u, query<cl_bitfield>(clGetPlatformInfo, platform(), CL_PLATFORM_COMMAND_BUFFER_CAPABILITIES_KHR));
}

TEST_F(CommandBuffer, CreationRules) {
  cl_command_queue bad = nullptr;
  EXPECT_EQ(CL_INVALID_VALUE, createError(0, &queue));
  EXPECT_EQ(CL_INVALID_VALUE, createError(1, nullptr));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, createError(1, &bad));
  bad = reinterpret_cast<cl_command_queue>(memory);
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, createError(1, &bad));

  cl_device_id one = device();
  cl_context foreign = clCreateContext(nullptr, 1, &one, nullptr, nullptr, nullptr);
  cl_command_queue both[] = {queue, clCreateCommandQueueWithProperties(foreign, one, nullptr, nullptr)};
  EXPECT_EQ(CL_INVALID_CONTEXT, createError(2, both));
  clReleaseCommandQueue(both[1]);
  clReleaseContext(foreign);

  constexpr cl_command_buffer_properties_khr flags = CL_COMMAND_BUFFER_FLAGS_KHR,
                                             asserts = CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR;
  EXPECT_EQ(CL_SUCCESS, createError(1, &queue, {0}));
  EXPECT_EQ(CL_SUCCESS, createError(1, &queue, {flags, 7, asserts, 1, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, createError(1, &queue, {flags, 8, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, createError(1, &queue, {asserts, 2, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, createError(1, &queue, {0x4242, 0, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, createError(1, &queue, {flags, 2, flags, 2, 0}));
  EXPECT_EQ(CL_INVALID_VALUE, createError(1, &queue, {asserts, 0, asserts, 0, 0}));
  EXPECT_NE(nullptr, commandBuffers.emplace_back(clCreateCommandBufferKHR(1, &queue, nullptr, nullptr)));
}

TEST_F(CommandBuffer, Queries) {
  const std::vector<cl_command_buffer_properties_khr> properties{CL_COMMAND_BUFFER_FLAGS_KHR,
                                                                 CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, 0};
  cl_command_buffer_khr buffer = record({queue, unordered, queue}, CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR);
  EXPECT_EQ(3u, query<cl_uint>(clGetCommandBufferInfoKHR, buffer, CL_COMMAND_BUFFER_NUM_QUEUES_KHR));
  EXPECT_EQ((std::vector{queue, unordered, queue}),
            queryList<cl_command_queue>(clGetCommandBufferInfoKHR, buffer, CL_COMMAND_BUFFER_QUEUES_KHR));
  EXPECT_EQ(properties, queryList<cl_command_buffer_properties_khr>(clGetCommandBufferInfoKHR, buffer,
                                                                    CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR));
  EXPECT_EQ(context, query<cl_context>(clGetCommandBufferInfoKHR, buffer, CL_COMMAND_BUFFER_CONTEXT_KHR));
  EXPECT_EQ(cl_uint(CL_COMMAND_BUFFER_STATE_RECORDING_KHR), stateOf(buffer));
  EXPECT_EQ(CL_SUCCESS, clFinalizeCommandBufferKHR(buffer));
  EXPECT_EQ(cl_uint(CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR), stateOf(buffer));

  EXPECT_EQ(1u, query<cl_uint>(clGetCommandBufferInfoKHR, buffer, CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR));
  EXPECT_EQ(CL_SUCCESS, clRetainCommandBufferKHR(buffer));
  EXPECT_EQ(2u, query<cl_uint>(clGetCommandBufferInfoKHR, buffer, CL_COMMAND_BUFFER_REFERENCE_COUNT_KHR));
  EXPECT_EQ(CL_SUCCESS, clReleaseCommandBufferKHR(buffer));

  cl_uint value;
  EXPECT_EQ(CL_INVALID_VALUE, clGetCommandBufferInfoKHR(buffer, 0x4242, 4, &value, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clGetCommandBufferInfoKHR(buffer, CL_COMMAND_BUFFER_STATE_KHR, 3, &value, nullptr));
  EXPECT_TRUE(queryList<cl_command_buffer_properties_khr>(clGetCommandBufferInfoKHR, record({queue}),
                                                          CL_COMMAND_BUFFER_PROPERTIES_ARRAY_KHR)
                  .empty());
}

TEST_F(CommandBuffer, DeadHandles) {
  cl_command_buffer_khr dead = clCreateCommandBufferKHR(1, &queue, nullptr, nullptr);
  cl_mutable_command_khr command = nullptr;
  add(dead, kernel, 64, {}, nullptr, &command);
  EXPECT_EQ(CL_SUCCESS, clReleaseCommandBufferKHR(dead));
  cl_uint value;
  EXPECT_EQ(CL_INVALID_MUTABLE_COMMAND_KHR,
            clGetMutableCommandInfoKHR(command, CL_MUTABLE_DISPATCH_DIMENSIONS_KHR, 4, &value, nullptr));
  auto notOne = reinterpret_cast<cl_command_buffer_khr>(memory);
  for (cl_command_buffer_khr bad : {dead, notOne, cl_command_buffer_khr(nullptr)}) {
    EXPECT_EQ(CL_INVALID_COMMAND_BUFFER_KHR, clRetainCommandBufferKHR(bad));
    EXPECT_EQ(CL_INVALID_COMMAND_BUFFER_KHR, clReleaseCommandBufferKHR(bad));
    EXPECT_EQ(CL_INVALID_COMMAND_BUFFER_KHR, clFinalizeCommandBufferKHR(bad));
    EXPECT_EQ(CL_INVALID_COMMAND_BUFFER_KHR, enqueueBuffer(bad));
    EXPECT_EQ(CL_INVALID_COMMAND_BUFFER_KHR,
              clGetCommandBufferInfoKHR(bad, CL_COMMAND_BUFFER_STATE_KHR, 4, &value, nullptr));
    EXPECT_EQ(CL_INVALID_COMMAND_BUFFER_KHR, clUpdateMutableCommandsKHR(bad, 0, nullptr, nullptr));
    EXPECT_EQ(CL_INVALID_COMMAND_BUFFER_KHR, errorOf([&](cl_int *error) {
                return clRemapCommandBufferKHR(bad, CL_FALSE, 1, &queue, 0, nullptr, nullptr, error);
              }));
    for (const Recorder &recorder : recorders())
      EXPECT_EQ(CL_INVALID_COMMAND_BUFFER_KHR, recorder.call({.buffer = bad})) << recorder.name;
  }
}

TEST_F(CommandBuffer, RulesOfAllThatRecords) {
  cl_device_id one = device();
  cl_context foreign = clCreateContext(nullptr, 1, &one, nullptr, nullptr, nullptr);
  cl_command_queue foreignQueue = clCreateCommandQueueWithProperties(foreign, one, nullptr, nullptr);
  const lanecl::cl_command_properties_khr none[] = {0}, unknown[] = {0x4242, 0, 0};
  for (const Recorder &recorder : recorders()) {
    SCOPED_TRACE(recorder.name);
    const bool isKernel = recorder.name == std::string("kernel");
    cl_command_buffer_khr buffer = record({queue}), wide = record({queue, unordered});
    EXPECT_EQ(CL_SUCCESS, recorder.call({.buffer = buffer}));
    EXPECT_EQ(CL_SUCCESS, recorder.call({.buffer = buffer, .queue = queue, .properties = none}));
    EXPECT_EQ(CL_SUCCESS, recorder.call({.buffer = wide, .queue = unordered}));

    EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, recorder.call({.buffer = wide}));
    EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, recorder.call({.buffer = buffer, .queue = unordered}));
    auto notOne = reinterpret_cast<cl_command_queue>(memory);
    EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, recorder.call({.buffer = buffer, .queue = notOne}));
    EXPECT_EQ(CL_INVALID_CONTEXT, recorder.call({.buffer = buffer, .queue = foreignQueue}));

    cl_sync_point_khr point = addBarrier(buffer), later = point + 1, zero = 0;
    EXPECT_EQ(CL_SUCCESS, recorder.call({.buffer = buffer, .count = 1, .list = &point}));
    for (cl_sync_point_khr *bad : {&later, &zero}) {
      later = point + 100;
      EXPECT_EQ(CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, recorder.call({.buffer = buffer, .count = 1, .list = bad}));
    }
    EXPECT_EQ(CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, recorder.call({.buffer = buffer, .count = 1, .list = nullptr}));
    EXPECT_EQ(CL_INVALID_SYNC_POINT_WAIT_LIST_KHR, recorder.call({.buffer = buffer, .count = 0, .list = &point}));

    EXPECT_EQ(CL_INVALID_VALUE, recorder.call({.buffer = buffer, .properties = unknown}));
    cl_mutable_command_khr handle = nullptr;
    EXPECT_EQ(isKernel ? CL_SUCCESS : CL_INVALID_VALUE, recorder.call({.buffer = buffer, .handle = &handle}));
    EXPECT_EQ(isKernel, handle != nullptr);

    EXPECT_EQ(CL_SUCCESS, clFinalizeCommandBufferKHR(buffer));
    EXPECT_EQ(CL_INVALID_OPERATION, recorder.call({.buffer = buffer}));
  }
  clReleaseCommandQueue(foreignQueue);
  clReleaseContext(foreign);
}

/// Every way to do a command wrong is refused alike by its enqueueing and its recording function.
class CommandBufferRules : public CommandBuffer {
protected:
  void SetUp() override {
    CommandBuffer::SetUp();
    cl_device_id one = device();
    foreign = clCreateContext(nullptr, 1, &one, nullptr, nullptr, nullptr);
    strange = clCreateBuffer(foreign, 0, 256, nullptr, nullptr);
    into = record({queue});
  }
  void TearDown() override {
    EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(strange));
    EXPECT_EQ(CL_SUCCESS, clReleaseContext(foreign));
    CommandBuffer::TearDown();
  }
  cl_context foreign = nullptr;
  cl_mem strange = nullptr; ///< of the other context
  cl_command_buffer_khr into = nullptr;
  const size_t zero[3] = {0, 0, 0}, square[3] = {4, 4, 1}, large[3] = {5, 4, 1}, flat[3] = {4, 0, 1};
  const cl_int pattern[32] = {};
};

TEST_F(CommandBufferRules, CopiesAndFillsAsEnqueued) {
  cl_mem skewed = makeSubBuffer(memory, 0, 64), picture = makeImage();
  struct Buffers {
    cl_mem source, target;
    size_t from, to, bytes;
  };
  const Buffers copies[] = {{memory, other, 0, 0, 257}, {memory, other, 200, 0, 100}, {memory, other, 0, 200, 100},
                            {memory, memory, 0, 4, 8},  {memory, skewed, 0, 0, 8},    {strange, other, 0, 0, 8},
                            {memory, strange, 0, 0, 8}, {memory, nullptr, 0, 0, 8},   {nullptr, other, 0, 0, 8},
                            {memory, picture, 0, 0, 8}};
  for (const Buffers &c : copies) {
    const cl_int expected = clEnqueueCopyBuffer(queue, c.source, c.target, c.from, c.to, c.bytes, 0, nullptr, nullptr);
    EXPECT_NE(CL_SUCCESS, expected);
    EXPECT_EQ(expected, clCommandCopyBufferKHR(into, nullptr, nullptr, c.source, c.target, c.from, c.to, c.bytes, 0,
                                               nullptr, nullptr, nullptr));
  }
  struct Fill {
    cl_mem target;
    const void *pattern;
    size_t patternBytes, offset, bytes;
  };
  const Fill fills[] = {{memory, nullptr, 4, 0, 8},  {memory, pattern, 3, 0, 9}, {memory, pattern, 0, 0, 8},
                        {memory, pattern, 4, 2, 8},  {memory, pattern, 4, 0, 6}, {memory, pattern, 4, 0, 260},
                        {strange, pattern, 4, 0, 8}, {nullptr, pattern, 4, 0, 8}};
  for (const Fill &f : fills) {
    const cl_int expected =
        clEnqueueFillBuffer(queue, f.target, f.pattern, f.patternBytes, f.offset, f.bytes, 0, nullptr, nullptr);
    EXPECT_NE(CL_SUCCESS, expected);
    EXPECT_EQ(expected, clCommandFillBufferKHR(into, nullptr, nullptr, f.target, f.pattern, f.patternBytes, f.offset,
                                               f.bytes, 0, nullptr, nullptr, nullptr));
  }
}

TEST_F(CommandBufferRules, RectanglesAsEnqueued) {
  struct Rectangle {
    cl_mem source, target;
    const size_t *origin, *region;
    size_t rowPitch;
  };
  const Rectangle rectangles[] = {{memory, other, nullptr, square, 0}, {memory, other, zero, nullptr, 0},
                                  {memory, other, zero, flat, 0},      {memory, other, zero, square, 3},
                                  {memory, other, zero, square, 100},  {memory, memory, zero, square, 0},
                                  {strange, other, zero, square, 0}};
  for (const Rectangle &r : rectangles) {
    const cl_int expected = clEnqueueCopyBufferRect(queue, r.source, r.target, r.origin, r.origin, r.region, r.rowPitch,
                                                    0, r.rowPitch, 0, 0, nullptr, nullptr);
    EXPECT_NE(CL_SUCCESS, expected);
    EXPECT_EQ(expected,
              clCommandCopyBufferRectKHR(into, nullptr, nullptr, r.source, r.target, r.origin, r.origin, r.region,
                                         r.rowPitch, 0, r.rowPitch, 0, 0, nullptr, nullptr, nullptr));
  }
}

TEST_F(CommandBufferRules, ImagesAndSharedMemoryAsEnqueued) {
  cl_mem pictures[] = {makeImage(), makeImage()};
  for (const size_t *region : {large, flat, static_cast<const size_t *>(nullptr)}) {
    cl_int expected = clEnqueueCopyImage(queue, pictures[0], pictures[1], zero, zero, region, 0, nullptr, nullptr);
    EXPECT_EQ(CL_INVALID_VALUE, expected);
    EXPECT_EQ(expected, clCommandCopyImageKHR(into, nullptr, nullptr, pictures[0], pictures[1], zero, zero, region, 0,
                                              nullptr, nullptr, nullptr));
    EXPECT_EQ(expected, clCommandCopyImageToBufferKHR(into, nullptr, nullptr, pictures[0], memory, zero, region, 0, 0,
                                                      nullptr, nullptr, nullptr));
    EXPECT_EQ(expected, clCommandCopyBufferToImageKHR(into, nullptr, nullptr, memory, pictures[0], 0, zero, region, 0,
                                                      nullptr, nullptr, nullptr));
    EXPECT_EQ(expected, clCommandFillImageKHR(into, nullptr, nullptr, pictures[0], pattern, zero, region, 0, nullptr,
                                              nullptr, nullptr));
  }
  EXPECT_EQ(CL_INVALID_VALUE, clCommandFillImageKHR(into, nullptr, nullptr, pictures[0], nullptr, zero, square, 0,
                                                    nullptr, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, clCommandCopyImageKHR(into, nullptr, nullptr, memory, pictures[1], zero, zero,
                                                         square, 0, nullptr, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clCommandCopyImageToBufferKHR(into, nullptr, nullptr, pictures[0], memory, zero, square,
                                                            200, 0, nullptr, nullptr, nullptr));
  cl_int host[8] = {};
  EXPECT_EQ(CL_INVALID_VALUE,
            clCommandSVMMemcpyKHR(into, nullptr, nullptr, nullptr, host, 8, 0, nullptr, nullptr, nullptr));
  EXPECT_EQ(CL_MEM_COPY_OVERLAP,
            clCommandSVMMemcpyKHR(into, nullptr, nullptr, host, host + 1, 8, 0, nullptr, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE,
            clCommandSVMMemFillKHR(into, nullptr, nullptr, host, pattern, 3, 9, 0, nullptr, nullptr, nullptr));
}

TEST_F(CommandBuffer, RulesOfKernels) {
  cl_command_buffer_khr into = record({queue});
  const size_t items = 64, seven = 7, huge = ~size_t{0}, one = 1;
  auto recordError = [&](cl_kernel k, cl_uint dimensions, const size_t *offset, const size_t *global,
                         const size_t *local, const lanecl::cl_command_properties_khr *properties = nullptr) {
    return clCommandNDRangeKernelKHR(into, nullptr, properties, k, dimensions, offset, global, local, 0, nullptr,
                                     nullptr, nullptr);
  };
  EXPECT_EQ(CL_INVALID_KERNEL, recordError(nullptr, 1, nullptr, &items, nullptr));
  EXPECT_EQ(CL_INVALID_WORK_DIMENSION, recordError(kernel, 0, nullptr, &items, nullptr));
  EXPECT_EQ(CL_INVALID_WORK_DIMENSION, recordError(kernel, 4, nullptr, &items, nullptr));
  EXPECT_EQ(CL_INVALID_GLOBAL_OFFSET, recordError(kernel, 1, &one, &huge, nullptr));
  cl_kernel strict =
      makeKernel("kernel void k(global int *p) { p[get_global_id(0)] = get_num_groups(0); }", "-cl-std=CL1.2");
  setArgs(strict, memory);
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, recordError(strict, 1, nullptr, &items, &seven));
  EXPECT_EQ(CL_INVALID_WORK_ITEM_SIZE, recordError(strict, 1, nullptr, &items, &huge));
  cl_kernel unset = makeKernel("kernel void k(global int *p, int v) { p[0] = v; }");
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS, recordError(unset, 1, nullptr, &items, nullptr));
  const lanecl::cl_command_properties_khr later[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
                                                     CL_MUTABLE_DISPATCH_ARGUMENTS_KHR, 0};
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS, recordError(unset, 1, nullptr, &items, nullptr, later)); // immutable: never set

  const lanecl::cl_command_properties_khr twice[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, 1,
                                                     CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, 1, 0},
                                          bits[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, 32, 0},
                                          asserts[] = {CL_MUTABLE_DISPATCH_ASSERTS_KHR, 1, 0},
                                          wrong[] = {CL_MUTABLE_DISPATCH_ASSERTS_KHR, 2, 0};
  EXPECT_EQ(CL_INVALID_VALUE, recordError(kernel, 1, nullptr, &items, nullptr, twice));
  EXPECT_EQ(CL_INVALID_VALUE, recordError(kernel, 1, nullptr, &items, nullptr, bits));
  EXPECT_EQ(CL_INVALID_VALUE, recordError(kernel, 1, nullptr, &items, &one, wrong));
  EXPECT_EQ(CL_INVALID_VALUE, recordError(kernel, 1, nullptr, &items, nullptr, asserts));
  EXPECT_EQ(CL_SUCCESS, recordError(kernel, 1, nullptr, &items, &one, asserts));
  const cl_command_buffer_properties_khr asserting[] = {CL_COMMAND_BUFFER_MUTABLE_DISPATCH_ASSERTS_KHR, 1, 0};
  into = commandBuffers.emplace_back(clCreateCommandBufferKHR(1, &queue, asserting, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, recordError(kernel, 1, nullptr, &items, nullptr));
  EXPECT_EQ(CL_SUCCESS, recordError(kernel, 1, nullptr, &items, &one));

  cl_device_id only = device();
  cl_context foreign = clCreateContext(nullptr, 1, &only, nullptr, nullptr, nullptr);
  cl_command_queue foreignQueue = clCreateCommandQueueWithProperties(foreign, only, nullptr, nullptr);
  into = record({foreignQueue});
  EXPECT_EQ(CL_INVALID_CONTEXT, recordError(kernel, 1, nullptr, &items, nullptr));
  clReleaseCommandQueue(foreignQueue);
  clReleaseContext(foreign);
}

TEST_F(CommandBuffer, FinalizingAndEnqueueingRules) {
  cl_command_buffer_khr buffer = record({queue});
  add(buffer, kernel, 64);
  EXPECT_EQ(CL_INVALID_OPERATION, enqueueBuffer(buffer));
  EXPECT_EQ(CL_SUCCESS, clFinalizeCommandBufferKHR(buffer));
  EXPECT_EQ(CL_INVALID_OPERATION, clFinalizeCommandBufferKHR(buffer));

  cl_command_queue two[] = {queue, unordered}, bad[] = {nullptr};
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueCommandBufferKHR(1, nullptr, buffer, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueCommandBufferKHR(0, two, buffer, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clEnqueueCommandBufferKHR(2, two, buffer, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_COMMAND_QUEUE, clEnqueueCommandBufferKHR(1, bad, buffer, 0, nullptr, nullptr));

  cl_device_id one = device();
  cl_context foreign = clCreateContext(nullptr, 1, &one, nullptr, nullptr, nullptr);
  cl_command_queue foreignQueue[] = {clCreateCommandQueueWithProperties(foreign, one, nullptr, nullptr)};
  cl_event foreignEvent[] = {clCreateUserEvent(foreign, nullptr)}, noEvent[] = {nullptr};
  EXPECT_EQ(CL_INVALID_CONTEXT, clEnqueueCommandBufferKHR(1, foreignQueue, buffer, 0, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_CONTEXT, clEnqueueCommandBufferKHR(0, nullptr, buffer, 1, foreignEvent, nullptr));
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, clEnqueueCommandBufferKHR(0, nullptr, buffer, 1, nullptr, nullptr));
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, clEnqueueCommandBufferKHR(0, nullptr, buffer, 0, foreignEvent, nullptr));
  EXPECT_EQ(CL_INVALID_EVENT_WAIT_LIST, clEnqueueCommandBufferKHR(0, nullptr, buffer, 1, noEvent, nullptr));
  clReleaseEvent(foreignEvent[0]);
  clReleaseCommandQueue(foreignQueue[0]);
  clReleaseContext(foreign);
  EXPECT_EQ(std::vector<cl_int>(64, 1), ints(memory, 64)); // nothing of it has run
  EXPECT_EQ(CL_COMPLETE, runBuffer(buffer, {unordered}));
  EXPECT_EQ(std::vector<cl_int>(64, 4), ints(memory, 64));
}

} // namespace
