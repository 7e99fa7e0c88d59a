// Runs kernels through the ICD loader and compares them with the same text compiled as C++.
//
// DUAL(name, text) makes of one piece of C both `name::source` (OpenCL C) and functions in `namespace name` (C++, one
// work-item at a time), so that the reference is what the host's compiler makes of the very same lines. The words of
// OpenCL C that C++ lacks are macros here; include this header after all others.
#pragma once
#include <CL/cl.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace harness {

struct Range {
  std::array<std::size_t, 3> size{1, 1, 1}, local{0, 0, 0}, offset{0, 0, 0};
  cl_uint dimensions = 1;
  static Range of(std::size_t x, std::size_t local = 0, std::size_t offset = 0) {
    return {{x, 1, 1}, {local, 1, 1}, {offset, 0, 0}, 1};
  }
};

/// The first device of the first platform that the loader finds, its context and an in-order queue; one for all tests.
class Device {
public:
  static Device &get() {
    static Device device;
    return device;
  }
  cl_device_id id = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;

private:
  Device() {
    cl_platform_id platform = nullptr;
    cl_int error = clGetPlatformIDs(1, &platform, nullptr);
    if (error == CL_SUCCESS)
      error = clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &id, nullptr);
    if (error == CL_SUCCESS)
      context = clCreateContext(nullptr, 1, &id, nullptr, nullptr, &error);
    if (error == CL_SUCCESS)
      queue = clCreateCommandQueueWithProperties(context, id, nullptr, &error);
    if (error != CL_SUCCESS) {
      std::fprintf(stderr, "no usable OpenCL platform: error %d\n", error);
      std::exit(1);
    }
  }
};

/// With LANECL_TEST_THROUGH_IL set: the source as the SPIR-V that `lanecl cc` writes, so that every test shows whether
/// clCreateProgramWithIL takes it back.
bool goesThroughIl();
/// Empty when the source does not compile.
std::vector<uint32_t> throughIl(const std::string &source, const char *options);

struct Program {
  explicit Program(const std::string &source, const char *options = "-cl-std=CL3.0") {
    Device &device = Device::get();
    const char *text = source.c_str();
    cl_int error = CL_SUCCESS;
    const std::vector<uint32_t> il = goesThroughIl() ? throughIl(source, options) : std::vector<uint32_t>();
    program = il.empty() ? clCreateProgramWithSource(device.context, 1, &text, nullptr, &error)
                         : clCreateProgramWithIL(device.context, il.data(), il.size() * sizeof(uint32_t), &error);
    EXPECT_EQ(error, CL_SUCCESS);
    build(il.empty() ? options : "");
    EXPECT_FALSE(goesThroughIl() && il.empty() && status == CL_SUCCESS) << "it has no IL\n" << source;
  }
  /// Of SPIR-V.
  explicit Program(const std::vector<uint32_t> &il) {
    program = clCreateProgramWithIL(Device::get().context, il.data(), il.size() * sizeof(uint32_t), &status);
    if (status == CL_SUCCESS)
      build("");
  }
  /// What has been built or linked already; released with this.
  explicit Program(cl_program built) : program(built) {}
  Program(const Program &) = delete;
  Program &operator=(const Program &) = delete;
  ~Program() {
    if (program)
      clReleaseProgram(program);
  }
  cl_program program = nullptr;
  cl_int status = CL_SUCCESS;
  std::string log;

private:
  void build(const char *options) {
    Device &device = Device::get();
    status = clBuildProgram(program, 1, &device.id, options, nullptr, nullptr);
    std::size_t length = 0;
    clGetProgramBuildInfo(program, device.id, CL_PROGRAM_BUILD_LOG, 0, nullptr, &length);
    log.resize(length);
    clGetProgramBuildInfo(program, device.id, CL_PROGRAM_BUILD_LOG, length, log.data(), nullptr);
  }
};

/// A __local argument of so many bytes.
struct Local {
  std::size_t bytes;
};

/// A buffer argument: the vector goes in and comes back.
template <typename T> struct Buffer {
  std::vector<T> &values;
};
template <typename T> Buffer<T> inOut(std::vector<T> &values) { return {values}; }

class Launch {
public:
  Launch(const Program &program, const char *name) {
    cl_int error = program.status;
    if (error == CL_SUCCESS)
      kernel_ = clCreateKernel(program.program, name, &error);
    check(error, program.log.c_str());
  }
  Launch(const Launch &) = delete;
  Launch &operator=(const Launch &) = delete;
  ~Launch() {
    for (auto &entry : buffers_)
      clReleaseMemObject(entry);
    if (kernel_)
      clReleaseKernel(kernel_);
  }
  template <typename T> void arg(const T &value) { set(sizeof(T), &value); }
  void arg(Local local) { set(local.bytes, nullptr); }
  template <typename T> void arg(Buffer<T> buffer) {
    cl_int error = CL_SUCCESS;
    const std::size_t bytes = buffer.values.size() * sizeof(T);
    cl_mem memory = clCreateBuffer(Device::get().context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes,
                                   buffer.values.data(), &error);
    check(error, "clCreateBuffer");
    buffers_.push_back(memory);
    readBacks_.push_back([memory, bytes, to = buffer.values.data()] {
      return clEnqueueReadBuffer(Device::get().queue, memory, CL_TRUE, 0, bytes, to, 0, nullptr, nullptr);
    });
    set(sizeof(cl_mem), &memory);
  }
  void run(const Range &range) {
    if (failed_)
      return;
    const std::size_t *local = range.local[0] ? range.local.data() : nullptr;
    check(clEnqueueNDRangeKernel(Device::get().queue, kernel_, range.dimensions, range.offset.data(), range.size.data(),
                                 local, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    for (auto &readBack : readBacks_)
      check(readBack(), "clEnqueueReadBuffer");
  }
  bool failed() const { return failed_; }

private:
  void set(std::size_t bytes, const void *value) {
    if (!failed_)
      check(clSetKernelArg(kernel_, count_++, bytes, value), "clSetKernelArg");
  }
  void check(cl_int error, const char *what) {
    if (error == CL_SUCCESS)
      return;
    failed_ = true;
    ADD_FAILURE() << what << ": error " << error;
  }
  cl_kernel kernel_ = nullptr;
  cl_uint count_ = 0;
  bool failed_ = false;
  std::vector<cl_mem> buffers_;
  std::vector<std::function<cl_int()>> readBacks_;
};

/// Runs kernel `name` of `source` over the range; vectors passed as inOut() come back changed.
template <typename... Args>
bool run(const std::string &source, const char *name, const Range &range, const Args &...args) {
  Program program(source);
  Launch launch(program, name);
  (launch.arg(args), ...);
  launch.run(range);
  return !launch.failed();
}

// The work-item that the C++ side of a DUAL is at.
struct WorkItem {
  std::array<std::size_t, 3> id{}, local{}, group{}, globalSize{}, localSize{}, offset{};
};
inline thread_local WorkItem workItem;

/// Calls `body` for every work-item of the range in order; the local size must be given.
template <typename Body> void forEachWorkItem(const Range &range, Body body) {
  WorkItem &item = workItem;
  item.globalSize = range.size;
  item.offset = range.offset;
  std::array<std::size_t, 3> at{};
  for (at[2] = 0; at[2] < range.size[2]; ++at[2])
    for (at[1] = 0; at[1] < range.size[1]; ++at[1])
      for (at[0] = 0; at[0] < range.size[0]; ++at[0]) {
        for (int d = 0; d < 3; ++d) {
          const std::size_t local = std::max<std::size_t>(range.local[d], 1);
          item.id[d] = at[d] + range.offset[d];
          item.group[d] = at[d] / local;
          item.local[d] = at[d] % local;
          item.localSize[d] = std::min(local, range.size[d] - item.group[d] * local);
        }
        body();
      }
}

/// Values that stress: a fixed linear congruence, all bits used.
template <typename T> std::vector<T> noise(std::size_t count, uint64_t seed = 1) {
  std::vector<T> values(count);
  uint64_t state = seed * 0x9E3779B97F4A7C15ULL + 1;
  for (T &value : values) {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    const uint64_t bits = state >> 17;
    if constexpr (std::is_floating_point_v<T>)
      value = static_cast<T>(static_cast<double>(bits % 20001) / 100 - 100);
    else
      value = static_cast<T>(bits);
  }
  return values;
}

} // namespace harness

inline std::size_t get_global_id(unsigned d) { return harness::workItem.id[d]; }
inline std::size_t get_local_id(unsigned d) { return harness::workItem.local[d]; }
inline std::size_t get_group_id(unsigned d) { return harness::workItem.group[d]; }
inline std::size_t get_global_size(unsigned d) { return harness::workItem.globalSize[d]; }
inline std::size_t get_local_size(unsigned d) { return harness::workItem.localSize[d]; }
inline std::size_t get_global_offset(unsigned d) { return harness::workItem.offset[d]; }

using uchar = unsigned char;
using ushort = unsigned short;
using uint = unsigned int;
using ulong = unsigned long;

#define kernel [[maybe_unused]] static
#define global
#define constant static const
#define noinline_function [[maybe_unused]] static

/// The text as OpenCL C (`name::source`) and as C++ (`name::...`). `noinline_function` starts a helper function that
/// the OpenCL compiler must not inline.
#define DUAL(name, ...)                                                                                                \
  namespace name {                                                                                                     \
  __VA_ARGS__                                                                                                          \
  static const char *const source = "#define noinline_function __attribute__((noinline))\n" #__VA_ARGS__;              \
  }
