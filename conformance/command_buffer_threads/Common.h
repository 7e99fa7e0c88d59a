// What the sub-tests share: the extension's functions, threads whose failures the sub-test collects, and small objects.
#pragma once
#include "conformance/harness/Kernel.h"
#include "runtime/CommandBufferNames.h"
#include <functional>
#include <mutex>
#include <thread>

namespace commandbuffers {

using conformance::Session;

/// The functions of the extension, in the form of versions 0.9.5 to 0.9.8. Skips the sub-test where there are none.
struct Functions {
  explicit Functions(Session &session);
  lanecl::clCreateCommandBufferKHR_fn create;
  lanecl::clFinalizeCommandBufferKHR_fn finalize;
  lanecl::clRetainCommandBufferKHR_fn retain;
  lanecl::clReleaseCommandBufferKHR_fn release;
  lanecl::clEnqueueCommandBufferKHR_fn enqueue;
  lanecl::clCommandBarrierWithWaitListKHR_fn barrier;
  lanecl::clCommandCopyBufferKHR_fn copy;
  lanecl::clCommandFillBufferKHR_fn fill;
  lanecl::clCommandNDRangeKernelKHR_fn kernel;
  lanecl::clUpdateMutableCommandsKHR_fn update; ///< of cl_khr_command_buffer_mutable_dispatch; null without it
};

inline constexpr unsigned Threads = 8;

/// What the threads of a sub-test use; each call's error is noted once for all threads.
class Crew {
public:
  explicit Crew(Session &session) : session_(session) {}
  /// body(number) on each of Threads threads; returns when all are done, and notes what failed.
  void run(const std::function<void(unsigned)> &body);
  /// Of any thread. False, and noted, when `error` is not CL_SUCCESS.
  bool check(cl_int error, const char *call);
  void expect(bool holds, const std::string &what);

private:
  Session &session_;
  std::mutex mutex_;
  std::set<std::string> failures_;
};

/// A thread's own kernel, with an output of its own.
struct Kernel {
  Kernel(Session &session, const conformance::Program &program, const char *name, std::size_t items);
  ~Kernel();
  Kernel(const Kernel &) = delete;
  Kernel &operator=(const Kernel &) = delete;
  template <typename T> cl_int set(cl_uint index, const T &value) {
    return clSetKernelArg(handle, index, sizeof value, &value);
  }
  /// Argument 0 is `memory`.
  std::vector<cl_uint> read(cl_command_queue queue) const;

  cl_kernel handle = nullptr;
  cl_mem memory = nullptr; ///< `items` numbers, 0 at first
  const std::size_t items;
};

/// A queue for one thread.
struct Queue {
  Queue(Session &session, bool isInOrder);
  ~Queue();
  Queue(const Queue &) = delete;
  Queue &operator=(const Queue &) = delete;
  cl_command_queue handle = nullptr;
};

} // namespace commandbuffers
