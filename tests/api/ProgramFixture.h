// What the tests of programs, kernels and binaries share: a context, and objects that release themselves.
#pragma once
#include "tests/api/Api.h"
#include <memory>
#include <string>
#include <vector>

namespace apitest {

template <typename H, auto release> struct Releaser {
  using pointer = H;
  void operator()(H handle) const { release(handle); }
};
using Context = std::unique_ptr<cl_context, Releaser<cl_context, clReleaseContext>>;
using Queue = std::unique_ptr<cl_command_queue, Releaser<cl_command_queue, clReleaseCommandQueue>>;
using Program = std::unique_ptr<cl_program, Releaser<cl_program, clReleaseProgram>>;
using Kernel = std::unique_ptr<cl_kernel, Releaser<cl_kernel, clReleaseKernel>>;
using Buffer = std::unique_ptr<cl_mem, Releaser<cl_mem, clReleaseMemObject>>;

class ProgramTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_NE(device, nullptr);
    context = makeContext();
  }

  Context makeContext() {
    cl_int error = -1;
    Context made(clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error));
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  Queue makeQueue() {
    cl_int error = -1;
    Queue made(clCreateCommandQueueWithProperties(context.get(), device, nullptr, &error));
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  Program fromSource(const std::string &source) { return fromSource(source, context.get()); }
  Program fromSource(const std::string &source, cl_context in) {
    const char *text = source.c_str();
    cl_int error = -1;
    Program made(clCreateProgramWithSource(in, 1, &text, nullptr, &error));
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }
  Program built(const std::string &source, const char *options = nullptr) {
    Program program = fromSource(source);
    EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, options, nullptr, nullptr), CL_SUCCESS) << log(program);
    return program;
  }
  Program compiled(const std::string &source, const char *options = nullptr) {
    Program program = fromSource(source);
    EXPECT_EQ(clCompileProgram(program.get(), 0, nullptr, options, 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS)
        << log(program);
    return program;
  }
  Program linked(const std::vector<cl_program> &inputs, const char *options = nullptr) {
    cl_int error = -1;
    Program program(
        clLinkProgram(context.get(), 0, nullptr, options, inputs.size(), inputs.data(), nullptr, nullptr, &error));
    EXPECT_EQ(error, CL_SUCCESS) << log(program);
    return program;
  }
  Program fromBinary(const std::vector<unsigned char> &binary, cl_int &error, cl_int *status = nullptr) {
    const unsigned char *data = binary.data();
    size_t length = binary.size();
    return Program(clCreateProgramWithBinary(context.get(), 1, &device, &length, &data, status, &error));
  }
  Program fromIl(const std::string &il, cl_int &error) {
    return Program(clCreateProgramWithIL(context.get(), il.data(), il.size(), &error));
  }
  Kernel kernel(const Program &program, const char *name) {
    cl_int error = -1;
    Kernel made(clCreateKernel(program.get(), name, &error));
    EXPECT_EQ(error, CL_SUCCESS) << name;
    return made;
  }
  Buffer buffer(size_t bytes) { return buffer(bytes, context.get()); }
  Buffer buffer(size_t bytes, cl_context in) {
    cl_int error = -1;
    Buffer made(clCreateBuffer(in, CL_MEM_READ_WRITE, bytes, nullptr, &error));
    EXPECT_EQ(error, CL_SUCCESS);
    return made;
  }

  template <typename T> T info(const Program &program, cl_program_info name) {
    T value{};
    EXPECT_EQ(clGetProgramInfo(program.get(), name, sizeof value, &value, nullptr), CL_SUCCESS);
    return value;
  }
  template <typename T> T buildInfo(const Program &program, cl_program_build_info name) {
    T value{};
    EXPECT_EQ(clGetProgramBuildInfo(program.get(), device, name, sizeof value, &value, nullptr), CL_SUCCESS);
    return value;
  }
  /// Text answers, without the terminating NUL, which must be there.
  template <typename Query> static std::string text(Query query) {
    size_t bytes = 0;
    EXPECT_EQ(query(0, nullptr, &bytes), CL_SUCCESS);
    if (bytes == 0)
      return {};
    std::string value(bytes, '?');
    EXPECT_EQ(query(bytes, value.data(), nullptr), CL_SUCCESS);
    EXPECT_EQ(value.back(), '\0');
    value.pop_back();
    return value;
  }
  std::string infoText(const Program &program, cl_program_info name) {
    return text(
        [&](size_t size, void *value, size_t *ret) { return clGetProgramInfo(program.get(), name, size, value, ret); });
  }
  std::string buildText(const Program &program, cl_program_build_info name) {
    return text([&](size_t size, void *value, size_t *ret) {
      return clGetProgramBuildInfo(program.get(), device, name, size, value, ret);
    });
  }
  std::string log(const Program &program) {
    return program ? buildText(program, CL_PROGRAM_BUILD_LOG) : std::string("no program");
  }
  std::vector<unsigned char> binaryOf(const Program &program) {
    std::vector<unsigned char> binary(info<size_t>(program, CL_PROGRAM_BINARY_SIZES));
    unsigned char *data = binary.data();
    EXPECT_EQ(clGetProgramInfo(program.get(), CL_PROGRAM_BINARIES, sizeof data, &data, nullptr), CL_SUCCESS);
    return binary;
  }
  /// Runs `kernel(global int *out)` with one work-item per element.
  std::vector<cl_int> outputOf(const Program &program, const char *name, size_t count) {
    return outputOf(kernel(program, name), count);
  }
  /// The same, with the other arguments set; in groups of `local`, 0 for the driver's choice.
  std::vector<cl_int> outputOf(const Kernel &object, size_t count, size_t local = 0) {
    Queue queue = makeQueue();
    Buffer out = buffer(count * sizeof(cl_int));
    cl_mem handle = out.get();
    std::vector<cl_int> values(count, -1);
    EXPECT_EQ(clSetKernelArg(object.get(), 0, sizeof handle, &handle), CL_SUCCESS);
    EXPECT_EQ(clEnqueueNDRangeKernel(queue.get(), object.get(), 1, nullptr, &count, local ? &local : nullptr, 0,
                                     nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clEnqueueReadBuffer(queue.get(), handle, CL_TRUE, 0, count * sizeof(cl_int), values.data(), 0, nullptr,
                                  nullptr),
              CL_SUCCESS);
    return values;
  }

  cl_platform_id platform = api_test::platform();
  cl_device_id device = api_test::device();
  Context context;
};

/// A SPIR-V module of tests/api/data, assembled by spirv-as.
std::string assemble(const std::string &name);

} // namespace apitest
