// Functions of the host that the driver calls, and the signals of the host that the driver's threads leave to it.
#include "tests/api/QueueFixture.h"
#include <algorithm>
#include <array>
#include <csignal>
#include <ctime>
#include <pthread.h>
#include <stdexcept>
#include <utility>

using namespace api_test;

namespace {

constexpr const char *IdSource = "kernel void k(global uint *out) { out[get_global_id(0)] = get_global_id(0); }";

/// What a function of the host's is called as.
enum class Role : unsigned { Event, NativeKernel, Build, Link, Memory, Svm };
constexpr unsigned Roles = 6;

/// Called in each role, on a thread of the driver's where it has the choice.
struct Host {
  std::array<std::atomic<int>, Roles> calls{};
  std::function<void()> body;
  struct Entry {
    Host *host;
    Role role;
    void call() const {
      ++host->calls[static_cast<unsigned>(role)];
      host->body();
    }
  };
  std::array<Entry, Roles> entries;
  explicit Host(std::function<void()> made) : body(std::move(made)) {
    for (unsigned i = 0; i < Roles; ++i)
      entries[i] = {this, static_cast<Role>(i)};
  }
  Entry *as(Role role) { return &entries[static_cast<unsigned>(role)]; }
  bool calledInAll() const {
    return std::ranges::all_of(calls, [](const std::atomic<int> &count) { return count > 0; });
  }
};

class HostFunctions : public WithQueue {
protected:
  cl_program program() {
    const char *source = IdSource;
    cl_int error = 1;
    cl_program made = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
    EXPECT_EQ(CL_SUCCESS, error);
    return made;
  }

  /// Every kind of thread that the driver has works once: builds, queues, kernels on all cores.
  void useAllThreads() {
    std::atomic<bool> isBuilt{false};
    cl_program built = program();
    ASSERT_EQ(CL_SUCCESS,
              clBuildProgram(
                  built, 0, nullptr, nullptr,
                  [](cl_program, void *data) { *static_cast<std::atomic<bool> *>(data) = true; }, &isBuilt));
    ASSERT_TRUE(eventually([&] { return isBuilt.load(); }));
    cl_int error = 1;
    cl_kernel kernel = clCreateKernel(built, "k", &error);
    ASSERT_EQ(CL_SUCCESS, error);
    const std::size_t items = 1 << 20, local = 64;
    cl_mem out = makeBuffer(items * sizeof(cl_uint));
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(kernel, 0, sizeof out, &out));
    cl_event last = nullptr;
    for (int i = 0; i < 8; ++i)
      EXPECT_EQ(CL_SUCCESS, clEnqueueNDRangeKernel(queue, kernel, 1, nullptr, &items, &local, 0, nullptr,
                                                   i == 7 ? &last : nullptr));
    // Nobody flushes: a thread of the driver's comes for it.
    EXPECT_TRUE(eventually([&] { return statusOf(last) == CL_COMPLETE; }));
    EXPECT_EQ(CL_SUCCESS, clReleaseEvent(last));
    EXPECT_EQ(CL_SUCCESS, clReleaseKernel(kernel));
    EXPECT_EQ(CL_SUCCESS, clReleaseProgram(built));
  }

  void callAsEvent(Host &host) {
    cl_event gate = userEvent(), command = nullptr;
    EXPECT_EQ(CL_SUCCESS, clEnqueueMarkerWithWaitList(queue, 1, &gate, &command));
    EXPECT_EQ(CL_SUCCESS,
              clSetEventCallback(
                  command, CL_COMPLETE, [](cl_event, cl_int, void *data) { static_cast<Host::Entry *>(data)->call(); },
                  host.as(Role::Event)));
    EXPECT_EQ(CL_SUCCESS, clFlush(queue));
    EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
    EXPECT_EQ(CL_SUCCESS, clReleaseEvent(command));
    EXPECT_EQ(CL_SUCCESS, clReleaseEvent(gate));
  }

  cl_event callAsCommands(Host &host) {
    Host::Entry *entry = host.as(Role::NativeKernel);
    cl_event native = nullptr;
    EXPECT_EQ(CL_SUCCESS, clEnqueueNativeKernel(
                              unordered, [](void *data) { (*static_cast<Host::Entry **>(data))->call(); }, &entry,
                              sizeof entry, 0, nullptr, nullptr, 0, nullptr, &native));
    void *memory = clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0);
    EXPECT_EQ(CL_SUCCESS, clEnqueueSVMFree(
                              unordered, 1, &memory,
                              [](cl_command_queue in, cl_uint, void *pointers[], void *data) {
                                cl_context owner = query<cl_context>(clGetCommandQueueInfo, in, CL_QUEUE_CONTEXT);
                                clSVMFree(owner, pointers[0]);
                                static_cast<Host::Entry *>(data)->call();
                              },
                              host.as(Role::Svm), 0, nullptr, nullptr));
    EXPECT_EQ(CL_SUCCESS, clFlush(unordered));
    return native;
  }

  void callAsBuilds(Host &host) {
    auto notify = [](cl_program, void *data) { static_cast<Host::Entry *>(data)->call(); };
    cl_program built = program(), compiled = program();
    EXPECT_EQ(CL_SUCCESS, clBuildProgram(built, 0, nullptr, nullptr, notify, host.as(Role::Build)));
    EXPECT_EQ(CL_SUCCESS, clCompileProgram(compiled, 0, nullptr, nullptr, 0, nullptr, nullptr, nullptr, nullptr));
    cl_int error = 1;
    cl_program linked = clLinkProgram(context, 0, nullptr, nullptr, 1, &compiled, notify, host.as(Role::Link), &error);
    EXPECT_EQ(CL_SUCCESS, error);
    EXPECT_TRUE(eventually([&] { return host.calls[2] > 0 && host.calls[3] > 0; }));
    for (cl_program each : {built, compiled, linked})
      EXPECT_EQ(CL_SUCCESS, clReleaseProgram(each));
  }

  void callAsDestructor(Host &host) {
    cl_int error = 1;
    cl_mem memory = clCreateBuffer(context, CL_MEM_READ_WRITE, 64, nullptr, &error);
    EXPECT_EQ(CL_SUCCESS, error);
    EXPECT_EQ(CL_SUCCESS,
              clSetMemObjectDestructorCallback(
                  memory, [](cl_mem, void *data) { static_cast<Host::Entry *>(data)->call(); }, host.as(Role::Memory)));
    const cl_uint zero = 0;
    EXPECT_EQ(CL_SUCCESS, clEnqueueFillBuffer(queue, memory, &zero, sizeof zero, 0, 64, 0, nullptr, nullptr));
    EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(memory));
    EXPECT_EQ(CL_SUCCESS, clFlush(queue)); // the command held it
  }

  /// Gives the native kernel's status.
  cl_int callInAllRoles(Host &host) {
    callAsEvent(host);
    cl_event native = callAsCommands(host);
    callAsBuilds(host);
    callAsDestructor(host);
    EXPECT_TRUE(eventually([&] { return host.calledInAll() && statusOf(native) <= CL_COMPLETE; }));
    const cl_int status = statusOf(native);
    EXPECT_EQ(CL_SUCCESS, clReleaseEvent(native));
    return status;
  }
};

bool isBlocked(int signal) {
  sigset_t mask;
  pthread_sigmask(SIG_BLOCK, nullptr, &mask);
  return sigismember(&mask, signal);
}

TEST_F(HostFunctions, SignalsWaitForTheHost) {
  useAllThreads();
  sigset_t signals, before;
  sigemptyset(&signals);
  for (int signal : {SIGTERM, SIGUSR1})
    sigaddset(&signals, signal);
  pthread_sigmask(SIG_BLOCK, &signals, &before);
  for (int signal : {SIGTERM, SIGUSR1}) {
    kill(getpid(), signal); // the process ends here where another thread takes it
    const timespec patience{5, 0};
    EXPECT_EQ(signal, sigtimedwait(&signals, nullptr, &patience));
  }
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

// A program that the function starts inherits the mask.
TEST_F(HostFunctions, RunWithTheHostsSignals) {
  useAllThreads();
  std::atomic<int> blocked{0};
  Host host([&] { blocked += isBlocked(SIGTERM) || isBlocked(SIGINT) || isBlocked(SIGCHLD); });
  EXPECT_EQ(CL_COMPLETE, callInAllRoles(host));
  EXPECT_EQ(0, blocked);
  EXPECT_FALSE(isBlocked(SIGTERM));
}

TEST_F(HostFunctions, MayThrow) {
  testing::internal::CaptureStderr();
  Host host([] { throw std::runtime_error("thrown by the host"); });
  EXPECT_GT(0, callInAllRoles(host));
  useAllThreads();
  EXPECT_EQ(CL_SUCCESS, clFinish(queue));
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_NE(std::string::npos, said.find("a call-back threw (thrown by the host)")) << said;
}

} // namespace
