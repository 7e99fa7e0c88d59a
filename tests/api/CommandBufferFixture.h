// What the tests of command buffers share: the entry points, found by name, and small helpers around them.
#pragma once
#include "runtime/CommandBufferNames.h"
#include "tests/api/MemoryFixture.h"
#include <initializer_list>
#include <vector>

namespace api_test {

/// The entry points under their own names.
struct CommandBufferApi {
  template <typename F> static void find(F &function, const char *name) {
    function = reinterpret_cast<F>(clGetExtensionFunctionAddressForPlatform(platform(), name));
    EXPECT_NE(nullptr, function) << name;
  }
#define LANECL_FOUND(function)                                                                                         \
  lanecl::function##_fn function = [] {                                                                                \
    lanecl::function##_fn found;                                                                                       \
    find(found, #function);                                                                                            \
    return found;                                                                                                      \
  }();
  LANECL_FOUND(clCreateCommandBufferKHR)
  LANECL_FOUND(clFinalizeCommandBufferKHR)
  LANECL_FOUND(clRetainCommandBufferKHR)
  LANECL_FOUND(clReleaseCommandBufferKHR)
  LANECL_FOUND(clEnqueueCommandBufferKHR)
  LANECL_FOUND(clCommandBarrierWithWaitListKHR)
  LANECL_FOUND(clCommandCopyBufferKHR)
  LANECL_FOUND(clCommandCopyBufferRectKHR)
  LANECL_FOUND(clCommandCopyBufferToImageKHR)
  LANECL_FOUND(clCommandCopyImageKHR)
  LANECL_FOUND(clCommandCopyImageToBufferKHR)
  LANECL_FOUND(clCommandFillBufferKHR)
  LANECL_FOUND(clCommandFillImageKHR)
  LANECL_FOUND(clCommandNDRangeKernelKHR)
  LANECL_FOUND(clCommandSVMMemcpyKHR)
  LANECL_FOUND(clCommandSVMMemFillKHR)
  LANECL_FOUND(clGetCommandBufferInfoKHR)
  LANECL_FOUND(clRemapCommandBufferKHR)
  LANECL_FOUND(clUpdateMutableCommandsKHR)
  LANECL_FOUND(clGetMutableCommandInfoKHR)
#undef LANECL_FOUND
};

using Points = std::vector<cl_sync_point_khr>;

class WithCommandBuffer : public WithMemory, protected CommandBufferApi {
protected:
  void TearDown() override {
    EXPECT_EQ(CL_SUCCESS, clFinish(queue));
    EXPECT_EQ(CL_SUCCESS, clFinish(unordered));
    for (cl_command_buffer_khr buffer : commandBuffers)
      EXPECT_EQ(CL_SUCCESS, clReleaseCommandBufferKHR(buffer));
    WithMemory::TearDown();
  }
  /// Released at the end of the test.
  cl_command_buffer_khr record(const std::vector<cl_command_queue> &queues, cl_command_buffer_flags_khr flags = 0) {
    const cl_command_buffer_properties_khr properties[] = {CL_COMMAND_BUFFER_FLAGS_KHR, flags, 0};
    cl_int error = 1;
    commandBuffers.push_back(
        clCreateCommandBufferKHR(queues.size(), queues.data(), flags ? properties : nullptr, &error));
    EXPECT_EQ(CL_SUCCESS, error);
    return commandBuffers.back();
  }
  cl_command_buffer_khr recordMutable(cl_command_queue on) { return record({on}, CL_COMMAND_BUFFER_MUTABLE_KHR); }
  /// Adds a kernel over `items`; its synchronization point.
  cl_sync_point_khr add(cl_command_buffer_khr to, cl_kernel kernel, std::size_t items, const Points &after = {},
                        cl_command_queue on = nullptr, cl_mutable_command_khr *handle = nullptr,
                        const lanecl::cl_command_properties_khr *properties = nullptr) {
    cl_sync_point_khr point = 0;
    EXPECT_EQ(CL_SUCCESS,
              clCommandNDRangeKernelKHR(to, on, properties, kernel, 1, nullptr, &items, nullptr, after.size(),
                                        after.empty() ? nullptr : after.data(), &point, handle));
    return point;
  }
  cl_sync_point_khr addFill(cl_command_buffer_khr to, cl_mem buffer, cl_int value, std::size_t first, std::size_t count,
                            const Points &after = {}, cl_command_queue on = nullptr) {
    cl_sync_point_khr point = 0;
    EXPECT_EQ(CL_SUCCESS, clCommandFillBufferKHR(to, on, nullptr, buffer, &value, sizeof value, first * sizeof value,
                                                 count * sizeof value, after.size(),
                                                 after.empty() ? nullptr : after.data(), &point, nullptr));
    return point;
  }
  cl_sync_point_khr addBarrier(cl_command_buffer_khr to, const Points &after = {}, cl_command_queue on = nullptr) {
    cl_sync_point_khr point = 0;
    EXPECT_EQ(CL_SUCCESS, clCommandBarrierWithWaitListKHR(to, on, nullptr, after.size(),
                                                          after.empty() ? nullptr : after.data(), &point, nullptr));
    return point;
  }
  cl_int enqueueBuffer(cl_command_buffer_khr buffer, const std::vector<cl_event> &waits = {}, cl_event *event = nullptr,
                       std::vector<cl_command_queue> with = {}) {
    return clEnqueueCommandBufferKHR(with.size(), with.empty() ? nullptr : with.data(), buffer, waits.size(),
                                     waits.empty() ? nullptr : waits.data(), event);
  }
  /// Enqueues it and waits until it is done; the event's status.
  cl_int runBuffer(cl_command_buffer_khr buffer, const std::vector<cl_command_queue> &with = {}) {
    cl_event event = nullptr;
    if (cl_int error = enqueueBuffer(buffer, {}, &event, with); error != CL_SUCCESS)
      return error;
    clWaitForEvents(1, &event);
    const cl_int status = statusOf(event);
    EXPECT_EQ(CL_SUCCESS, clReleaseEvent(event));
    return status;
  }
  std::vector<cl_int> ints(cl_mem buffer, std::size_t count) {
    std::vector<cl_int> values(count, -1);
    EXPECT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, count * sizeof(cl_int), values.data(), 0,
                                              nullptr, nullptr));
    return values;
  }
  cl_mem intBuffer(const std::vector<cl_int> &values) {
    return makeBuffer(values.size() * sizeof(cl_int), CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR,
                      const_cast<cl_int *>(values.data()));
  }
  template <typename... T> static void setArgs(cl_kernel kernel, T... values) {
    cl_uint index = 0;
    auto set = [&](const auto &value) { EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, index++, sizeof value, &value)); };
    (set(values), ...);
  }
  cl_command_buffer_state_khr stateOf(cl_command_buffer_khr buffer) {
    return query<cl_command_buffer_state_khr>(clGetCommandBufferInfoKHR, buffer, CL_COMMAND_BUFFER_STATE_KHR);
  }

  std::vector<cl_command_buffer_khr> commandBuffers;
};

} // namespace api_test
