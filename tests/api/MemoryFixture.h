// What the tests of memory that is known by its address share: queues and small programs.
#pragma once
#include "tests/api/QueueFixture.h"
#include <string>
#include <vector>

namespace api_test {

class WithMemory : public WithQueue {
protected:
  void TearDown() override {
    for (cl_kernel kernel : kernels)
      EXPECT_EQ(CL_SUCCESS, clReleaseKernel(kernel));
    for (cl_program program : programs)
      EXPECT_EQ(CL_SUCCESS, clReleaseProgram(program));
    WithQueue::TearDown();
  }
  cl_program build(const std::string &source, const std::string &options = "-cl-std=CL3.0") {
    const char *text = source.c_str();
    cl_int error = 1;
    programs.push_back(clCreateProgramWithSource(context, 1, &text, nullptr, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    EXPECT_EQ(CL_SUCCESS, clBuildProgram(programs.back(), 0, nullptr, options.c_str(), nullptr, nullptr)) << source;
    return programs.back();
  }
  cl_kernel kernelOf(cl_program program, const char *name) {
    cl_int error = 1;
    kernels.push_back(clCreateKernel(program, name, &error));
    EXPECT_EQ(CL_SUCCESS, error) << name;
    return kernels.back();
  }
  /// The kernel `k` of a program of its own. Both released at the end of the test.
  cl_kernel makeKernel(const std::string &source, const std::string &options = "-cl-std=CL3.0") {
    return kernelOf(build(source, options), "k");
  }
  cl_int run(cl_kernel kernel, std::size_t items, cl_command_queue in = nullptr) {
    return clEnqueueNDRangeKernel(in ? in : queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr);
  }
  static std::size_t maxAllocation() {
    return query<cl_ulong>(clGetDeviceInfo, device(), CL_DEVICE_MAX_MEM_ALLOC_SIZE);
  }
  static cl_command_type typeOf(cl_event event) {
    cl_command_type type = query<cl_command_type>(clGetEventInfo, event, CL_EVENT_COMMAND_TYPE);
    EXPECT_EQ(CL_SUCCESS, clReleaseEvent(event));
    return type;
  }

  std::vector<cl_program> programs;
  std::vector<cl_kernel> kernels;
};

} // namespace api_test
