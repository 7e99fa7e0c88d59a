// What the benchmarks and fuzzers through the OpenCL API share: the clock, errors that end the program, and the first
// device of the first platform with a context and a queue.
#pragma once
#include <CL/cl.h>
#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace lanecl::bench {

/// Seconds.
inline double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

inline void check(cl_int error, const char *what) {
  if (error == CL_SUCCESS)
    return;
  std::fprintf(stderr, "%s: error %d\n", what, error);
  std::exit(1);
}

struct Host {
  cl_platform_id platform = nullptr;
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr; ///< in order
  Host() {
    cl_int error = CL_SUCCESS;
    check(clGetPlatformIDs(1, &platform, nullptr), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs");
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &error);
    check(error, "clCreateContext");
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, &error);
    check(error, "clCreateCommandQueueWithProperties");
  }
  ~Host() {
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
  }
  Host(const Host &) = delete;
  Host &operator=(const Host &) = delete;
};

} // namespace lanecl::bench
