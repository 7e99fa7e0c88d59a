// What the tests of semaphores share: the functions, by name as every client gets them, and small helpers.
#pragma once
#include "runtime/NewerNames.h"
#include "tests/api/QueueFixture.h"
#include <vector>

namespace api_test {

#define SEMAPHORE_FUNCTIONS(X)                                                                                         \
  X(clCreateSemaphoreWithPropertiesKHR)                                                                                \
  X(clEnqueueWaitSemaphoresKHR)                                                                                        \
  X(clEnqueueSignalSemaphoresKHR)                                                                                      \
  X(clGetSemaphoreInfoKHR)                                                                                             \
  X(clRetainSemaphoreKHR)                                                                                              \
  X(clReleaseSemaphoreKHR)                                                                                             \
  X(clGetSemaphoreHandleForTypeKHR)                                                                                    \
  X(clReImportSemaphoreSyncFdKHR)

struct SemaphoreFunctions {
#define X(name)                                                                                                        \
  name##_fn name = reinterpret_cast<name##_fn>(clGetExtensionFunctionAddressForPlatform(platform(), #name));
  SEMAPHORE_FUNCTIONS(X)
#undef X
};

inline constexpr cl_semaphore_properties_khr Binary = CL_SEMAPHORE_TYPE_BINARY_KHR;

class WithSemaphores : public WithQueue {
protected:
  using Properties = std::vector<cl_semaphore_properties_khr>;
  using Semaphores = std::vector<cl_semaphore_khr>;
  using Events = std::vector<cl_event>;

  void TearDown() override {
    EXPECT_EQ(CL_SUCCESS, clFinish(queue));
    EXPECT_EQ(CL_SUCCESS, clFinish(unordered));
    for (cl_event event : events)
      EXPECT_EQ(CL_SUCCESS, clReleaseEvent(event));
    for (cl_semaphore_khr semaphore : semaphores)
      EXPECT_EQ(CL_SUCCESS, api.clReleaseSemaphoreKHR(semaphore));
    WithQueue::TearDown();
  }
  cl_int errorOfCreating(const Properties &properties, cl_context in = nullptr) {
    cl_int error = 1;
    cl_semaphore_khr made = api.clCreateSemaphoreWithPropertiesKHR(in ? in : context, properties.data(), &error);
    EXPECT_EQ(error == CL_SUCCESS, made != nullptr);
    if (made) {
      EXPECT_EQ(CL_SUCCESS, api.clReleaseSemaphoreKHR(made));
    }
    return error;
  }
  /// Released at the end of the test, unless the test takes it from the list.
  cl_semaphore_khr make(const Properties &more = {}) {
    Properties properties{CL_SEMAPHORE_TYPE_KHR, CL_SEMAPHORE_TYPE_BINARY_KHR};
    properties.insert(properties.end(), more.begin(), more.end());
    properties.push_back(0);
    cl_int error = 1;
    semaphores.push_back(api.clCreateSemaphoreWithPropertiesKHR(context, properties.data(), &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return semaphores.back();
  }
  cl_event keep(cl_event event) {
    events.push_back(event);
    return event;
  }
  cl_event gate() { return keep(userEvent()); }
  /// The command's event; released at the end of the test.
  cl_event signal(cl_command_queue in, const Semaphores &list, const Events &after = {}) {
    cl_event event = nullptr;
    EXPECT_EQ(CL_SUCCESS, api.clEnqueueSignalSemaphoresKHR(in, list.size(), list.data(), nullptr, after.size(),
                                                           after.empty() ? nullptr : after.data(), &event));
    return keep(event);
  }
  cl_event wait(cl_command_queue in, const Semaphores &list, const Events &after = {}) {
    cl_event event = nullptr;
    EXPECT_EQ(CL_SUCCESS, api.clEnqueueWaitSemaphoresKHR(in, list.size(), list.data(), nullptr, after.size(),
                                                         after.empty() ? nullptr : after.data(), &event));
    return keep(event);
  }
  static cl_int await(cl_event event) { return clWaitForEvents(1, &event); }
  /// It does not end by itself, as far as a moment can tell.
  static bool isPending(cl_event event) {
    (void)statusOf(event);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    return statusOf(event) > CL_COMPLETE;
  }
  cl_semaphore_payload_khr payload(cl_semaphore_khr semaphore) {
    return query<cl_semaphore_payload_khr>(api.clGetSemaphoreInfoKHR, semaphore, CL_SEMAPHORE_PAYLOAD_KHR);
  }

  const SemaphoreFunctions api;
  Semaphores semaphores;
  Events events;
};

} // namespace api_test
