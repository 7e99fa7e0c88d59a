// A small program that is built and run, for fuzzers of what surrounds it.
#pragma once
#include "bench/Host.h"
#include <array>

namespace lanecl::fuzz {

constexpr int Wrong = 2; ///< no code of OpenCL's

/// Builds and runs a kernel of its own: CL_SUCCESS with the right results, an error, or Wrong.
inline int buildAndRun(const bench::Host &host, int number) {
  char source[400];
  std::snprintf(source, sizeof source,
                "kernel void k(global int *a) { local int l[16]; int i = get_local_id(0); l[i] = i * %d;"
                " barrier(CLK_LOCAL_MEM_FENCE); a[get_global_id(0)] = l[15 - i] + (int)sqrt((float)(i * i)); }",
                number);
  const char *text = source;
  constexpr size_t Items = 64, Group = 16;
  std::array<cl_int, Items> out{};
  cl_int error = CL_SUCCESS;
  cl_program program = clCreateProgramWithSource(host.context, 1, &text, nullptr, &error);
  if (program)
    error = clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr);
  if (error == CL_BUILD_PROGRAM_FAILURE) {
    char log[1000] = "";
    clGetProgramBuildInfo(program, host.device, CL_PROGRAM_BUILD_LOG, sizeof log, log, nullptr);
    std::fprintf(stderr, "%s", log);
  }
  cl_kernel kernel = error == CL_SUCCESS ? clCreateKernel(program, "k", &error) : nullptr;
  cl_mem memory = kernel ? clCreateBuffer(host.context, CL_MEM_READ_WRITE, sizeof out, nullptr, &error) : nullptr;
  if (memory)
    error = clSetKernelArg(kernel, 0, sizeof memory, &memory);
  cl_event event = nullptr;
  if (memory && error == CL_SUCCESS)
    error = clEnqueueNDRangeKernel(host.queue, kernel, 1, nullptr, &Items, &Group, 0, nullptr, &event);
  if (event && error == CL_SUCCESS)
    error = clEnqueueReadBuffer(host.queue, memory, CL_TRUE, 0, sizeof out, out.data(), 0, nullptr, nullptr);
  // What is read is nothing when the launch said that it failed.
  cl_int status = CL_COMPLETE;
  if (event && error == CL_SUCCESS)
    error = clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
  if (status < 0)
    error = status;
  if (event && error == CL_SUCCESS)
    for (size_t i = 0; i < Items && error == CL_SUCCESS; ++i) {
      int local = static_cast<int>(i % Group);
      if (out[i] != (15 - local) * number + local)
        error = Wrong;
    }
  if (event)
    clReleaseEvent(event);
  if (memory)
    clReleaseMemObject(memory);
  if (kernel)
    clReleaseKernel(kernel);
  if (program)
    clReleaseProgram(program);
  return error;
}

} // namespace lanecl::fuzz
