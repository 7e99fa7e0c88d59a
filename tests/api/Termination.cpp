// What a terminated context refuses and what it still answers (clTerminateContextKHR). The functions are those of the
// driver's own table, each called with live objects: a new one is asked, too.
#include "tests/api/ProgramFixture.h" // first: it names the deprecated functions that are meant

#include "icd/EntryPoints.h"
#include <functional>
#include <string_view>
#include <type_traits>

namespace apitest {
namespace {

template <typename F> F functionOf(const char *name) {
  auto found = reinterpret_cast<F>(clGetExtensionFunctionAddressForPlatform(api_test::platform(), name));
  EXPECT_NE(nullptr, found) << name;
  return found;
}

/// What the functions are called with: an object of the context for each handle, lists of one queue, 1 for numbers and
/// NULL for the rest. Termination goes before all other rules.
struct Arguments {
  cl_context context;
  cl_command_queue queue;
  cl_mem memory;
  cl_program program;
  cl_kernel kernel;
  cl_command_buffer_khr commands;
  cl_int error = 1;

  template <typename T> T get() {
    if constexpr (std::is_same_v<T, cl_context>)
      return context;
    else if constexpr (std::is_same_v<T, cl_command_queue>)
      return queue;
    else if constexpr (std::is_same_v<T, const cl_command_queue *>)
      return &queue;
    else if constexpr (std::is_same_v<T, cl_mem>)
      return memory;
    else if constexpr (std::is_same_v<T, cl_program>)
      return program;
    else if constexpr (std::is_same_v<T, cl_kernel>)
      return kernel;
    else if constexpr (std::is_same_v<T, cl_command_buffer_khr>)
      return commands;
    else if constexpr (std::is_same_v<T, cl_int *>) // errcode_ret
      return &error;
    else if constexpr (std::is_integral_v<T>)
      return T{1};
    else
      return T{};
  }
  template <typename T>
  static constexpr bool isObject =
      std::is_same_v<T, cl_context> || std::is_same_v<T, cl_command_queue> ||
      std::is_same_v<T, const cl_command_queue *> || std::is_same_v<T, cl_mem> || std::is_same_v<T, cl_program> ||
      std::is_same_v<T, cl_kernel> || std::is_same_v<T, cl_command_buffer_khr>;
};

/// The error; CL_CONTEXT_TERMINATED_KHR of a function without, when it returns NULL.
template <typename R, typename... Args> cl_int call(R(CL_API_CALL *function)(Args...), Arguments &arguments) {
  if constexpr (std::is_same_v<R, cl_int>) {
    return function(arguments.get<Args>()...);
  } else if constexpr (std::is_pointer_v<R>) {
    arguments.error = 1;
    auto made = function(arguments.get<Args>()...);
    EXPECT_EQ(nullptr, made);
    constexpr bool hasError = (std::is_same_v<Args, cl_int *> || ...);
    return hasError || made ? arguments.error : CL_CONTEXT_TERMINATED_KHR;
  }
  return 1;
}

bool startsWithOneOf(std::string_view name, std::initializer_list<std::string_view> prefixes) {
  for (std::string_view prefix : prefixes)
    if (name.starts_with(prefix))
      return true;
  return false;
}

/// "Only queries, retain and release operations can be performed on the context. All other APIs that use a context as
/// an argument will return CL_CONTEXT_TERMINATED_KHR"; of the others those "that create objects or enqueue commands".
/// Freeing memory is a release.
template <typename R, typename... Args> bool isRefused(std::string_view name, R(CL_API_CALL *)(Args...)) {
  if ((std::is_same_v<Args, cl_context> || ...))
    return !startsWithOneOf(name, {"clGet", "clRetain", "clRelease", "clSVMFree", "clMemFree", "clMemBlockingFree"});
  return (Arguments::isObject<Args> || ...) &&
         startsWithOneOf(name, {"clCreate", "clClone", "clRemap", "clEnqueue", "clCommand"});
}

struct Refused {
  const char *name;
  std::function<cl_int(Arguments &)> call;
};

template <typename F> void addRefused(std::vector<Refused> &all, const char *name, F type) {
  if (isRefused(name, type))
    all.push_back({name, [name](Arguments &arguments) { return call(functionOf<F>(name), arguments); }});
}

std::vector<Refused> allRefused() {
  std::vector<Refused> all;
#define LANECL_ENTRY(function, file) addRefused(all, #function, decltype(&lanecl::api::function){});
#define LANECL_NAMED_ENTRY(function, file) LANECL_ENTRY(function, file)
#include "icd/EntryPoints.def"
  return all;
}

class Termination : public ProgramTest {
protected:
  void SetUp() override {
    ProgramTest::SetUp();
    const cl_context_properties properties[] = {CL_CONTEXT_TERMINATE_KHR, CL_TRUE, 0};
    cl_int error = 1;
    context = Context(clCreateContext(properties, 1, &device, nullptr, nullptr, &error));
    ASSERT_EQ(CL_SUCCESS, error);
    const cl_queue_properties profiled[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    queue = Queue(clCreateCommandQueueWithProperties(context.get(), device, profiled, &error));
    ASSERT_EQ(CL_SUCCESS, error);
  }
  void terminate() {
    EXPECT_EQ(CL_SUCCESS, functionOf<clTerminateContextKHR_fn>("clTerminateContextKHR")(context.get()));
  }
  Queue queue;
};

TEST_F(Termination, RefusesWhatCreatesAndEnqueues) {
  Program program = built("kernel void k() {}");
  Kernel object = kernel(program, "k");
  Buffer memory = buffer(64);
  cl_command_queue handle = queue.get();
  cl_int error = 1;
  cl_command_buffer_khr commands =
      functionOf<lanecl::clCreateCommandBufferKHR_fn>("clCreateCommandBufferKHR")(1, &handle, nullptr, &error);
  ASSERT_EQ(CL_SUCCESS, error);
  terminate();
  Arguments arguments{context.get(), handle, memory.get(), program.get(), object.get(), commands};
  const std::vector<Refused> all = allRefused();
  EXPECT_GT(all.size(), 80u);
  for (const Refused &each : all)
    EXPECT_EQ(CL_CONTEXT_TERMINATED_KHR, each.call(arguments)) << each.name;
  EXPECT_EQ(CL_SUCCESS, functionOf<lanecl::clReleaseCommandBufferKHR_fn>("clReleaseCommandBufferKHR")(commands));
}

TEST_F(Termination, LeavesQueriesRetainAndRelease) {
  terminate();
  cl_uint count = 0;
  EXPECT_EQ(CL_SUCCESS, clGetContextInfo(context.get(), CL_CONTEXT_NUM_DEVICES, sizeof count, &count, nullptr));
  EXPECT_EQ(1u, count);
  EXPECT_EQ(CL_SUCCESS,
            clGetSupportedImageFormats(context.get(), CL_MEM_READ_ONLY, CL_MEM_OBJECT_IMAGE2D, 0, nullptr, &count));
  EXPECT_EQ(CL_SUCCESS, clRetainContext(context.get()));
  EXPECT_EQ(CL_SUCCESS, clReleaseContext(context.get()));
  EXPECT_EQ(CL_SUCCESS, clRetainCommandQueue(queue.get()));
  EXPECT_EQ(CL_SUCCESS, clReleaseCommandQueue(queue.get()));
}

// "Registering a destructor callback [...] can be performed on the memory objects", and it is called.
TEST_F(Termination, LeavesDestructorCallbacksOfMemory) {
  Buffer memory = buffer(64);
  terminate();
  bool isGone = false;
  EXPECT_EQ(CL_SUCCESS, clSetMemObjectDestructorCallback(
                            memory.get(), [](cl_mem, void *gone) { *static_cast<bool *>(gone) = true; }, &isGone));
  memory = nullptr;
  EXPECT_TRUE(isGone);
}

// "clGetEventProfilingInfo returns CL_PROFILING_INFO_NOT_AVAILABLE", of commands that were complete before, too.
TEST_F(Termination, TakesProfilingAway) {
  cl_event event = nullptr;
  ASSERT_EQ(CL_SUCCESS, clEnqueueMarkerWithWaitList(queue.get(), 0, nullptr, &event));
  ASSERT_EQ(CL_SUCCESS, clFinish(queue.get()));
  cl_ulong time = 0;
  EXPECT_EQ(CL_SUCCESS, clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof time, &time, nullptr));
  terminate();
  EXPECT_EQ(CL_PROFILING_INFO_NOT_AVAILABLE,
            clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof time, &time, nullptr));
  EXPECT_EQ(CL_COMPLETE, [&] {
    cl_int status = 1;
    clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
    return status;
  }());
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(event));
}

} // namespace
} // namespace apitest
