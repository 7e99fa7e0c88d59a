// What the tests of clients' ways share: the functions of extensions by name, numbers, and events that are released.
#pragma once
#include "runtime/NewerNames.h"
#include "tests/api/MemoryFixture.h"
#include <random>
#include <set>
#include <sstream>

namespace api_test {

#define CLIENT_FUNCTIONS(X)                                                                                            \
  X(clHostMemAllocINTEL)                                                                                               \
  X(clDeviceMemAllocINTEL)                                                                                             \
  X(clSharedMemAllocINTEL)                                                                                             \
  X(clMemFreeINTEL)                                                                                                    \
  X(clMemBlockingFreeINTEL)                                                                                            \
  X(clGetMemAllocInfoINTEL)                                                                                            \
  X(clSetKernelArgMemPointerINTEL)                                                                                     \
  X(clEnqueueMemFillINTEL)                                                                                             \
  X(clEnqueueMemcpyINTEL)                                                                                              \
  X(clEnqueueMigrateMemINTEL)                                                                                          \
  X(clSetKernelArgDevicePointerEXT)                                                                                    \
  X(clGetKernelSuggestedLocalWorkSizeKHR)

struct ClientFunctions {
#define X(name)                                                                                                        \
  name##_fn name = reinterpret_cast<name##_fn>(clGetExtensionFunctionAddressForPlatform(platform(), #name));
  CLIENT_FUNCTIONS(X)
#undef X
};

class ClientPatterns : public WithMemory {
protected:
  void SetUp() override {
    WithMemory::SetUp();
    profiled = makeQueue(CL_QUEUE_PROFILING_ENABLE);
  }
  void TearDown() override {
    for (cl_event event : events)
      EXPECT_EQ(CL_SUCCESS, clReleaseEvent(event));
    EXPECT_EQ(CL_SUCCESS, clFinish(profiled));
    EXPECT_EQ(CL_SUCCESS, clReleaseCommandQueue(profiled));
    WithMemory::TearDown();
  }
  static bool hasExtension(const std::string &name) {
    std::istringstream words(queryText(clGetDeviceInfo, device(), CL_DEVICE_EXTENSIONS));
    return std::set<std::string>(std::istream_iterator<std::string>(words), {}).contains(name);
  }
  static bool hasFeature(const std::string &name) {
    for (const cl_name_version &each :
         queryList<cl_name_version>(clGetDeviceInfo, device(), CL_DEVICE_OPENCL_C_FEATURES))
      if (name == each.name)
        return true;
    return false;
  }
  std::vector<float> numbers(std::size_t count) {
    std::vector<float> values(count);
    for (float &value : values)
      value = static_cast<float>(random() % 1000);
    return values;
  }
  cl_event keep(cl_event event) {
    events.push_back(event);
    return event;
  }
  static cl_ulong endOf(cl_event event) {
    cl_ulong time = 0;
    EXPECT_EQ(CL_SUCCESS, clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof time, &time, nullptr));
    return time;
  }

  const ClientFunctions api;
  cl_command_queue profiled = nullptr; ///< in order
  std::vector<cl_event> events;
  std::mt19937 random{7};
};

} // namespace api_test
