// Kernels that do not end and kernels that fault: a terminated context, the time limit, wild pointers. The host lives
// on and the next command works.
#include "tests/api/ProgramFixture.h"
#include <array>
#include <atomic>
#include <chrono>
#include <cstdlib>
#include <string_view>
#include <thread>

namespace apitest {
namespace {

cl_int terminate(cl_context context) {
  static auto *function = reinterpret_cast<clTerminateContextKHR_fn>(
      clGetExtensionFunctionAddressForPlatform(api_test::platform(), "clTerminateContextKHR"));
  return function ? function(context) : CL_INVALID_OPERATION;
}

struct Notes {
  std::atomic<int> calls{0};
  std::string last;
  static void CL_CALLBACK take(const char *text, const void *, size_t, void *self) {
    auto &notes = *static_cast<Notes *>(self);
    notes.last = text;
    ++notes.calls;
  }
};

class Containment : public ProgramTest {
protected:
  explicit Containment(bool isTerminable = true) : isTerminable_(isTerminable) {}
  static constexpr const char *Source = R"(
kernel void endless(volatile global int *a) { while (a[0] == 0) a[1] += 1; }
kernel void wild(global int *a, ulong place) {
  if (get_group_id(0) == 2) *(global int *)place = 1;
  a[get_global_id(0)] = 5;
}
kernel void meet(volatile global int *a) { // all groups of a barrier, one of which never comes
  local int l[64];
  l[get_local_id(0)] = a[get_local_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  while (l[1] == 0) if (a[2]) break;
}
kernel void talk(global int *a) { for (;;) printf("x"); }
kernel void fine(global int *a) { a[get_global_id(0)] = 7; }
)";

  void SetUp() override {
    ProgramTest::SetUp();
    const cl_context_properties properties[] = {CL_CONTEXT_TERMINATE_KHR, isTerminable_, 0};
    cl_int error = 1;
    context = Context(clCreateContext(properties, 1, &device, Notes::take, &notes, &error));
    ASSERT_EQ(CL_SUCCESS, error);
    program = built(Source);
    queue = makeQueue();
    memory = buffer(1 << 16);
    clear();
  }
  void clear() {
    const cl_int zero = 0;
    clEnqueueFillBuffer(queue.get(), memory.get(), &zero, sizeof zero, 0, 1 << 16, 0, nullptr, nullptr);
    clFinish(queue.get());
  }
  cl_int start(cl_command_queue in, const char *name, cl_event *event = nullptr, std::vector<cl_event> waits = {},
               cl_ulong place = 0) {
    Kernel object = kernel(program, name);
    cl_mem handle = memory.get();
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(object.get(), 0, sizeof handle, &handle));
    if (std::string(name) == "wild")
      EXPECT_EQ(CL_SUCCESS, clSetKernelArg(object.get(), 1, sizeof place, &place));
    const size_t global = 1024, local = 64;
    return clEnqueueNDRangeKernel(in, object.get(), 1, nullptr, &global, &local, waits.size(),
                                  waits.empty() ? nullptr : waits.data(), event);
  }
  static cl_int statusOf(cl_event event) {
    cl_int status = 99;
    EXPECT_EQ(CL_SUCCESS, clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr));
    return status;
  }
  /// The kernel that is under way is stopped, and its event and the queue's end come at once.
  void terminateWhileRunning(const char *name, cl_command_queue in) {
    cl_event event = nullptr;
    ASSERT_EQ(CL_SUCCESS, start(in, name, &event));
    clFlush(in);
    for (int i = 0; i < 5000 && statusOf(event) != CL_RUNNING; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::this_thread::sleep_for(std::chrono::milliseconds(30));
    EXPECT_EQ(CL_RUNNING, statusOf(event));
    EXPECT_EQ(CL_SUCCESS, terminate(context.get()));
    EXPECT_EQ(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &event));
    EXPECT_EQ(CL_CONTEXT_TERMINATED_KHR, statusOf(event));
    clFinish(in);
    clReleaseEvent(event);
  }
  /// A disabled test in a process of its own, with these options.
  static void runChild(const std::string &name, const std::string &environment) {
    api_test::runFresh(environment, "Containment.DISABLED_" + name);
  }
  /// After a launch that failed.
  void expectFine() {
    ASSERT_EQ(CL_SUCCESS, start(queue.get(), "fine"));
    std::array<cl_int, 1024> out{};
    ASSERT_EQ(CL_SUCCESS,
              clEnqueueReadBuffer(queue.get(), memory.get(), CL_TRUE, 0, sizeof out, out.data(), 0, nullptr, nullptr));
    for (cl_int value : out)
      ASSERT_EQ(7, value);
  }
  cl_int runToEnd(const char *name, cl_ulong place = 0) {
    clear();
    cl_event event = nullptr;
    EXPECT_EQ(CL_SUCCESS, start(queue.get(), name, &event, {}, place));
    clWaitForEvents(1, &event);
    cl_int status = statusOf(event);
    clReleaseEvent(event);
    return status;
  }

  Notes notes;
  Program program;
  Queue queue;
  Buffer memory;

private:
  const bool isTerminable_;
};

TEST_F(Containment, TerminationStopsARunningKernel) {
  if (lanecl::test::keepsSignals)
    GTEST_SKIP() << "the sanitizer keeps the signal";
  terminateWhileRunning("endless", queue.get());
  EXPECT_EQ(1, notes.calls.load());
  EXPECT_EQ(CL_CONTEXT_TERMINATED_KHR, terminate(context.get())) << "a second time";
}

TEST_F(Containment, TerminationStopsKernelsWithBarriers) {
  if (lanecl::test::keepsSignals)
    GTEST_SKIP() << "the sanitizer keeps the signal";
  terminateWhileRunning("meet", queue.get());
}

TEST_F(Containment, TerminationWaitsForCallBacksOnly) {
  testing::internal::CaptureStdout();
  terminateWhileRunning("talk", queue.get());
  testing::internal::GetCapturedStdout();
}

TEST_F(Containment, TerminationEndsAHostThreadThatRunsTheKernelItself) {
  if (lanecl::test::keepsSignals)
    GTEST_SKIP() << "the sanitizer keeps the signal";
  std::thread terminator([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    EXPECT_EQ(CL_SUCCESS, terminate(context.get()));
  });
  EXPECT_EQ(CL_SUCCESS, start(queue.get(), "endless"));
  clFinish(queue.get());
  terminator.join();
}

// What waits, for a user event that nobody sets, too.
TEST_F(Containment, TerminationEndsWhatIsQueued) {
  const cl_queue_properties list[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  Queue unordered(clCreateCommandQueueWithProperties(context.get(), device, list, nullptr));
  cl_event never = clCreateUserEvent(context.get(), nullptr);
  std::array<cl_event, 6> events{};
  static std::atomic<int> told;
  told = 0;
  for (size_t i = 0; i < events.size(); ++i) {
    cl_command_queue in = i % 2 ? queue.get() : unordered.get();
    ASSERT_EQ(CL_SUCCESS, start(in, "fine", &events[i], {i < 2 ? never : events[i - 2]}));
    clSetEventCallback(
        events[i], CL_COMPLETE, [](cl_event, cl_int status, void *) { told += status == CL_CONTEXT_TERMINATED_KHR; },
        nullptr);
  }
  EXPECT_EQ(CL_SUCCESS, terminate(context.get()));
  for (cl_event event : events) {
    clWaitForEvents(1, &event);
    EXPECT_EQ(CL_CONTEXT_TERMINATED_KHR, statusOf(event));
  }
  clFinish(queue.get());
  clFinish(unordered.get());
  for (int i = 0; i < 5000 && told.load() < int(events.size()); ++i) // call-backs may come a moment later
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_EQ(int(events.size()), told.load());
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(never, CL_COMPLETE)) << "the status of user events can be set";
  for (cl_event event : events)
    EXPECT_EQ(CL_SUCCESS, clReleaseEvent(event));
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(never));
}

TEST_F(Containment, OnlyContextsThatSaySoAreTerminated) {
  Context other = makeContext();
  EXPECT_EQ(CL_INVALID_OPERATION, terminate(other.get()));
  EXPECT_EQ(CL_INVALID_CONTEXT, terminate(nullptr));
  cl_bitfield capability = 0;
  EXPECT_EQ(CL_SUCCESS,
            clGetDeviceInfo(device, CL_DEVICE_TERMINATE_CAPABILITY_KHR, sizeof capability, &capability, nullptr));
  EXPECT_EQ(1u, capability);
  const cl_context_properties wrong[] = {CL_CONTEXT_TERMINATE_KHR, 2, 0};
  cl_int error = 0;
  EXPECT_EQ(nullptr, clCreateContext(wrong, 1, &device, nullptr, nullptr, &error));
  EXPECT_EQ(CL_INVALID_PROPERTY, error);
}

TEST_F(Containment, DISABLED_Late) {
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(CL_OUT_OF_RESOURCES, runToEnd(round ? "meet" : "endless"));
    EXPECT_NE(std::string::npos, notes.last.find(round ? "kernel meet" : "kernel endless")) << notes.last;
    EXPECT_NE(std::string::npos, notes.last.find("LANECL_TIME_LIMIT")) << notes.last;
    expectFine();
  }
}
TEST_F(Containment, TheTimeLimitEndsKernels) {
  if (lanecl::test::keepsSignals)
    GTEST_SKIP() << "the sanitizer keeps the signal";
  runChild("Late", "LANECL_TIME_LIMIT=1");
}

TEST_F(Containment, DISABLED_Faults) {
  const char *where = getenv("LANECL_CHECK") ? "line 4: " : "work-group 2, 0, 0";
  for (cl_ulong place : {cl_ulong(0), cl_ulong(64), cl_ulong(1) << 46, cl_ulong(1) << 63}) {
    EXPECT_EQ(CL_OUT_OF_RESOURCES, runToEnd("wild", place)) << place;
    EXPECT_NE(std::string::npos, notes.last.find("kernel wild")) << notes.last;
    EXPECT_NE(std::string::npos, notes.last.find(where)) << notes.last;
    expectFine();
  }
}
TEST_F(Containment, WildPointersEndTheirCommandAlone) {
  runChild("Faults", "LANECL_CATCH_FAULTS=1");
  runChild("Faults", "LANECL_CHECK=1");
  runChild("Faults", "LANECL_CATCH_FAULTS=1 LANECL_WIDTH=1");
  runChild("Faults", "LANECL_CATCH_FAULTS=1 LANECL_THREADS=1");
}

// Of the store that faults, not of what stands before and behind it; of a function's, the function's own.
TEST_F(Containment, DISABLED_FaultPlace) {
  const Program program = built("void put(global int *p) {\n"
                                "  *p = 7;\n"
                                "}\n"
                                "kernel void wild(global int *a, ulong place) {\n"
                                "  int i = get_global_id(0);\n"
                                "  a[i] = 1;\n"
                                "  if (i >= 531 && i < 534)\n"
                                "    put((global int *)(place + i * 4));\n"
                                "  a[i] = 2;\n"
                                "}\n"
                                "kernel void walk(global int *a, ulong place) {\n"
                                "  global int *at = get_global_id(0) < 600 ? a : (global int *)place;\n"
                                "  for (int i = 1; i < 10; ++i)\n"
                                "    at = i < 5 || at == a ? at :\n"
                                "      at + *at;\n"
                                "  a[0] = at == a;\n"
                                "}\n");
  struct {
    const char *kernel, *place, *item;
  } expected[] = {{"wild", "kernel wild, line 2: ", "work-item 531, 0, 0"},
                  {"walk", "kernel walk, line 15: ", "work-item 600, 0, 0"}};
  const cl_ulong place = 0;
  const size_t global = 1024, local = 64;
  for (const auto &[name, where, item] : expected) {
    Kernel object = kernel(program, name);
    cl_mem handle = memory.get();
    ASSERT_EQ(CL_SUCCESS, clSetKernelArg(object.get(), 0, sizeof handle, &handle));
    ASSERT_EQ(CL_SUCCESS, clSetKernelArg(object.get(), 1, sizeof place, &place));
    cl_event event = nullptr;
    ASSERT_EQ(CL_SUCCESS,
              clEnqueueNDRangeKernel(queue.get(), object.get(), 1, nullptr, &global, &local, 0, nullptr, &event));
    clWaitForEvents(1, &event);
    EXPECT_EQ(CL_OUT_OF_RESOURCES, statusOf(event));
    clReleaseEvent(event);
    EXPECT_NE(std::string::npos, notes.last.find(where)) << notes.last;
    EXPECT_NE(std::string::npos, notes.last.find(item)) << notes.last;
  }
}
// Which work-items the groups of such a kernel have is the runtime's choice.
TEST_F(Containment, DISABLED_FaultOfAnyGroup) {
  const Program program = built("kernel void wild(global int *a, ulong place) { a[get_global_id(0) + place] = 1; }");
  Kernel object = kernel(program, "wild");
  cl_mem handle = memory.get();
  const cl_ulong place = cl_ulong(1) << 40;
  const size_t offset = 5000, global = 1024;
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(object.get(), 0, sizeof handle, &handle));
  ASSERT_EQ(CL_SUCCESS, clSetKernelArg(object.get(), 1, sizeof place, &place));
  ASSERT_EQ(CL_SUCCESS,
            clEnqueueNDRangeKernel(queue.get(), object.get(), 1, &offset, &global, nullptr, 0, nullptr, nullptr));
  clFinish(queue.get());
  const std::string before = "work-items from ";
  const size_t at = notes.last.find(before);
  ASSERT_NE(std::string::npos, at) << notes.last;
  const size_t first = std::stoul(notes.last.substr(at + before.size()));
  EXPECT_TRUE(first >= offset && first < offset + global) << notes.last;
}
TEST_F(Containment, GroupsOfTheRuntimeAreTold) { runChild("FaultOfAnyGroup", "LANECL_CATCH_FAULTS=1"); }

TEST_F(Containment, TheCheckingModeTellsLineAndWorkItem) {
  for (const char *how : {"", " LANECL_WIDTH=1", " LANECL_WIDTH=16", " LANECL_ISA=sse4", " LANECL_ISA=portable"})
    runChild("FaultPlace", std::string("LANECL_CHECK=1") + how);
}

// The host's own faults stay the host's.
TEST_F(Containment, DISABLED_OwnFault) {
  EXPECT_EQ(CL_OUT_OF_RESOURCES, runToEnd("wild", 64));
  EXPECT_EXIT(*reinterpret_cast<volatile int *>(64) = 1, testing::KilledBySignal(SIGSEGV), "");
}
TEST_F(Containment, TheHostsFaultsAreItsOwn) {
  if (!api_test::isSanitized) // whose handlers report such a fault and end the process in another way
    runChild("OwnFault", "LANECL_CATCH_FAULTS=1");
}

// A trap that a work-item comes to: of the source, of a function, with barriers behind it, and where the source says
// that nobody comes behind it.
constexpr const char *Traps = R"(
int checked(int i, int first) {
  if (i >= first)
    __builtin_trap();
  return i;
}
kernel void plain(global int *a, int first) {
  int i = get_global_id(0);
  if (i >= first)
    __builtin_trap();
  a[i] = 7;
}
kernel void function(global int *a, int first) {
  int i = get_global_id(0);
  a[i] = checked(i, first) - i + 7;
}
kernel void ends(global int *a, int first) {
  int i = get_global_id(0);
  if (i >= first) {
    __builtin_trap();
    __builtin_unreachable();
  }
  a[i] = 7;
}
kernel void meets(global int *a, int first) {
  local int l[64];
  int i = get_global_id(0), j = get_local_id(0);
  l[j] = 7;
  if (i >= first)
    __builtin_trap();
  barrier(CLK_LOCAL_MEM_FENCE);
  a[i] = l[63 - j];
}
kernel void loops(global int *a, int first) {
  int i = get_global_id(0);
  for (int j = 0; j <= i; ++j)
    if (j >= first)
      __builtin_debugtrap();
  a[i] = 7;
}
void __devicelib_assert_fail(constant char *expression, constant char *file, int line, constant char *function,
                             size_t, size_t, size_t, size_t, size_t, size_t);
kernel void asserts(global int *a, int first) {
  int i = get_global_id(0);
  if (i >= first)
    __devicelib_assert_fail("i < first", "file.cpp", 42, "asserts", i, 0, 0, get_local_id(0), 0, 0);
  a[i] = 7;
}
)";
struct TrapOf {
  const char *kernel;
  int line; ///< 0: none
};
constexpr TrapOf TrapKernels[] = {{"plain", 10}, {"function", 4}, {"ends", 20},
                                  {"meets", 30}, {"loops", 38},   {"asserts", 0}};

class Trapping : public Containment {
protected:
  /// In a context that nobody can terminate: those catch faults, too.
  Trapping() : Containment(false) {}
  void SetUp() override {
    Containment::SetUp();
    const char *options = std::getenv("TRAP_OPTIONS");
    program = built(Traps, options ? options : "");
  }
  /// The launch's status; `values` are then what is in the buffer.
  cl_int launch(const char *name, cl_int first) {
    clear();
    Kernel object = kernel(program, name);
    cl_mem handle = memory.get();
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(object.get(), 0, sizeof handle, &handle));
    EXPECT_EQ(CL_SUCCESS, clSetKernelArg(object.get(), 1, sizeof first, &first));
    const size_t global = 1024, local = 64;
    cl_event event = nullptr;
    EXPECT_EQ(CL_SUCCESS,
              clEnqueueNDRangeKernel(queue.get(), object.get(), 1, nullptr, &global, &local, 0, nullptr, &event));
    clWaitForEvents(1, &event);
    const cl_int status = statusOf(event);
    clReleaseEvent(event);
    EXPECT_EQ(CL_SUCCESS, clEnqueueReadBuffer(queue.get(), memory.get(), CL_TRUE, 0, sizeof values, values.data(), 0,
                                              nullptr, nullptr));
    return status;
  }
  std::array<cl_int, 1024> values{};
};

TEST_F(Trapping, NobodyTraps) {
  for (const auto &[name, line] : TrapKernels) {
    EXPECT_EQ(CL_COMPLETE, launch(name, 1024)) << name;
    for (cl_int value : values)
      ASSERT_EQ(7, value) << name;
  }
}

TEST_F(Trapping, DISABLED_Caught) {
  for (const auto &[name, line] : TrapKernels)
    for (cl_int first : {1023, 700, 0}) {
      EXPECT_EQ(CL_OUT_OF_RESOURCES, launch(name, first)) << name << first;
      EXPECT_NE(std::string::npos, notes.last.find(std::string("kernel ") + name)) << notes.last;
      EXPECT_NE(std::string::npos, notes.last.find("a trap instruction")) << notes.last;
      if (first != 1023)
        continue;
      if (!std::getenv("LANECL_CHECK"))
        EXPECT_TRUE(notes.last.ends_with("(work-group 15, 0, 0)") ||
                    notes.last.ends_with("work-items from 768, 0, 0)")) // the runtime's groups
            << notes.last;
      else if (line) {
        EXPECT_NE(std::string::npos, notes.last.find("line " + std::to_string(line) + ": ")) << name << notes.last;
        EXPECT_NE(std::string::npos, notes.last.find("(work-item 1023, 0, 0")) << notes.last;
      }
      EXPECT_EQ(CL_COMPLETE, launch(name, 1024)) << name;
    }
}
TEST_F(Trapping, IsTheCommandsError) {
  for (const char *how : {"", " LANECL_WIDTH=1", " LANECL_WIDTH=16", " LANECL_ISA=sse4", " LANECL_ISA=portable",
                          " LANECL_TIERS=first", " TRAP_OPTIONS=-cl-opt-disable", " TRAP_OPTIONS=-cl-lanecl-robust",
                          " TRAP_OPTIONS=-cl-lanecl-robust LANECL_WIDTH=1"})
    for (const char *option : {"LANECL_CATCH_FAULTS=1", "LANECL_CHECK=1"})
      api_test::runFresh(option + std::string(how), "Trapping.DISABLED_Caught");
}

// Run by the test below: where nobody catches it, a trap is the end of the process, as with other platforms of CPUs.
TEST_F(Trapping, DISABLED_Plain) { launch("plain", 1023); }
TEST_F(Trapping, DISABLED_Ends) { launch("ends", 1023); }
TEST_F(Trapping, DISABLED_Function) { launch("function", 1023); }
TEST_F(Trapping, EndsTheProcessElsewhere) {
  const std::string ends = "ulimit -c 0; trap 'test $? = 132; exit $?' EXIT; "; // by SIGILL
  for (const char *how : {"LANECL_WIDTH=1", "LANECL_WIDTH=8"})
    for (const char *name : {"Plain", "Ends", "Function"})
      api_test::runFresh(ends + how, std::string("Trapping.DISABLED_") + name);
}

// Nor does it, or a failed assertion, in robust programs: their work-item ends.
TEST_F(Trapping, RobustProgramsDoNotEndTheProcess) {
  for (const char *options : {"-cl-lanecl-robust", "-cl-lanecl-robust -cl-opt-disable"}) {
    program = built(Traps, options);
    for (const auto &[name, line] : TrapKernels)
      for (cl_int first : {1023, 700, 0}) {
        testing::internal::CaptureStderr();
        EXPECT_EQ(CL_COMPLETE, launch(name, first)) << name;
        const std::string said = testing::internal::GetCapturedStderr();
        EXPECT_EQ(line == 0, said.find("Assertion `i < first` failed.") != std::string::npos) << name << said;
        if (std::string_view(name) != "meets") // a work-item that ended meets nobody
          for (cl_int i = 0; i < 1024; ++i)
            ASSERT_EQ(i < first ? 7 : 0, values[i]) << name << first;
      }
  }
}

} // namespace
} // namespace apitest
