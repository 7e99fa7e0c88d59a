// What programs and hosts must not come to: names of the host's, builds without end, a process that cannot go on.
#include "tests/Sanitized.h"
#include "tests/api/ExitWaits.h"
#include "tests/api/ProgramFixture.h"
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace apitest {
namespace {

class Security : public ProgramTest {
protected:
  /// A disabled test ends well, in a process of its own; and it was run.
  static void endsWell(const std::string &name, const std::string &environment = "") {
    api_test::runFresh(environment, "Security.DISABLED_" + name);
  }
  /// k(global float *, int 5) for one work-item, which is compiled then.
  void launch(const Program &program) {
    Queue queue = makeQueue();
    Kernel object = kernel(program, "k");
    Buffer memory = buffer(64);
    cl_mem handle = memory.get();
    const cl_int five = 5;
    size_t one = 1;
    clSetKernelArg(object.get(), 0, sizeof handle, &handle);
    clSetKernelArg(object.get(), 1, sizeof five, &five);
    EXPECT_EQ(clEnqueueNDRangeKernel(queue.get(), object.get(), 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clFinish(queue.get()), CL_SUCCESS);
  }
  static constexpr const char *Endless = "kernel void k(volatile global int *a) { while (a[0] == 0) a[1] += 1; }";
};

// A variable or a function that no part of the program defines is the host's by no name.
TEST_F(Security, NamesOfTheHostAreUndefined) {
  const std::pair<const char *, const char *> programs[] = {
      {"environ", "extern global char *global environ; kernel void k(global char *a) { a[0] = environ[0]; }"},
      {"environ", "extern constant char environ[]; kernel void k(global char *a) { a[0] = environ[9]; }"},
      {"stdout", "extern global ulong stdout; kernel void k(global ulong *a) { stdout = a[0]; }"},
      {"system", "extern global uchar system[64]; kernel void k(global ulong *a) { a[0] = (ulong)system; }"},
      {"exit", "void exit(int); kernel void k(global int *a) { if (a[0] == 0) exit(3); }"},
      {"puts", "int puts(constant char *); kernel void k(global ulong *a) { a[0] = puts(\"x\"); }"},
      {"laneclPrintf", "int laneclPrintf(global void *s, constant char *f, global void *a, uint n);"
                       "kernel void k(global int *a) { a[0] = laneclPrintf(a, \"x\", a, 3); }"}};
  for (auto [name, source] : programs) {
    Program program = fromSource(source);
    EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, nullptr, nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE) << source;
    EXPECT_NE(log(program).find(name), std::string::npos) << log(program);
  }
}

// "The behavior of calling ... blocking OpenCL API calls ... from a callback is undefined": here an error, not a hang.
TEST_F(Security, FinishWhereItsOwnCommandBeginsIsAnError) {
  struct Told {
    cl_command_queue queue;
    std::atomic<int> finish{1}, wait{1};
  };
  Program program = built("kernel void k(global int *out) { out[get_global_id(0)] = 7; }");
  Queue queue = makeQueue();
  Kernel object = kernel(program, "k");
  Buffer out = buffer(64);
  cl_mem handle = out.get();
  ASSERT_EQ(clSetKernelArg(object.get(), 0, sizeof handle, &handle), CL_SUCCESS);
  Told told{queue.get()};
  cl_int error = 0;
  cl_event gate = clCreateUserEvent(context.get(), &error), event = nullptr;
  size_t count = 16;
  ASSERT_EQ(clEnqueueNDRangeKernel(queue.get(), object.get(), 1, nullptr, &count, nullptr, 1, &gate, &event),
            CL_SUCCESS);
  auto begins = [](cl_event event, cl_int, void *data) {
    auto &told = *static_cast<Told *>(data);
    told.wait = clWaitForEvents(1, &event);
    told.finish = clFinish(told.queue);
  };
  ASSERT_EQ(clSetEventCallback(event, CL_RUNNING, begins, &told), CL_SUCCESS);
  ASSERT_EQ(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
  EXPECT_EQ(clFinish(queue.get()), CL_SUCCESS);
  EXPECT_EQ(told.wait, CL_INVALID_OPERATION);
  EXPECT_EQ(told.finish, CL_INVALID_OPERATION);
  clReleaseEvent(event);
  clReleaseEvent(gate);
}

// Builds that could go on as long as there is memory, or wait for ever, with this in the log.
TEST_F(Security, DISABLED_BuildsOfWhatGrows) {
  const std::string pipe = testing::TempDir() + "lanecl-security-" + std::to_string(getpid());
  ASSERT_EQ(0, mkfifo(pipe.c_str(), 0600));
  const std::string loop = "for (int j = 0; j < n; j++) a[j] += a[i * n + j]; }",
                    begin = "kernel void k(global float *a, int n) { int i = get_global_id(0); ";
  const std::pair<std::string, std::string> programs[] = {
      {begin + "__builtin_assume(n > 4);\n#pragma unroll 2147483647\n" + loop, ""},
      {begin + "__attribute__((opencl_unroll_hint(100000000)))" + loop, ""},
      {"constant float t[1 << 30] = {1, 2, 3}; kernel void k(global float *a) { a[0] = t[get_global_id(0) & 7]; }",
       "LANECL_CONSTANT_MEMORY"},
      {"#include \"" + pipe + "\"\nkernel void k() {}", pipe},
      {"#include \"/dev/zero\"\nkernel void k() {}", "/dev/zero"},
      {"constant char x[] = {\n#embed \"/dev/zero\" limit(100000000)\n}; kernel void k() {}", "/dev/zero"}};
  for (const auto &[source, message] : programs) {
    Program program = fromSource(source);
    EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, nullptr, nullptr, nullptr),
              message.empty() ? CL_SUCCESS : CL_BUILD_PROGRAM_FAILURE)
        << source << log(program);
    EXPECT_NE(log(program).find(message), std::string::npos) << source << log(program);
    if (message.empty())
      launch(program);
  }
  unlink(pipe.c_str());
}
TEST_F(Security, CompilingIsBounded) {
  endsWell("BuildsOfWhatGrows", lanecl::test::isSanitized ? "" : "LANECL_COMPILE_MEMORY=1G");
}

// Macros that double: more tokens than there is time for.
TEST_F(Security, DISABLED_BuildsForEver) {
  std::string source = "#define M0 1 +\n";
  for (int i = 1; i < 60; ++i)
    source += "#define M" + std::to_string(i) + " M" + std::to_string(i - 1) + " M" + std::to_string(i - 1) + "\n";
  Program program = fromSource(source + "kernel void k(global int *a) { a[0] = M59 0; }");
  ASSERT_EQ(clBuildProgram(program.get(), 0, nullptr, nullptr, nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
  const char *option = std::getenv("EXPECTED_LIMIT");
  EXPECT_NE(log(program).find(option ? option : "?"), std::string::npos) << log(program);
  EXPECT_EQ(outputOf(built("kernel void k(global int *a) { a[0] = 3; }"), "k", 1), std::vector<cl_int>{3});
}
// Ten to the ninth statements of a few macros.
TEST_F(Security, DISABLED_BuildsWithoutACheckpoint) {
  Program program = fromSource("#define E(x) x x x x x x x x x x\n"
                               "kernel void k(global int *a) { E(E(E(E(E(E(E(E(E(a[0]++;))))))))) }");
  ASSERT_EQ(clBuildProgram(program.get(), 0, nullptr, nullptr, nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(log(program).find("LANECL_COMPILE_MEMORY"), std::string::npos) << log(program);
}
// What they had is lost: no further one is let near the end of all memory.
TEST_F(Security, DISABLED_BuildsThatLoseMuch) {
  Program program = fromSource("constant char c[1 << 27] = {[0 ... (1 << 27) - 1] = 1};"
                               "kernel void k(global int *a) { a[0] = c[a[1]]; }");
  ASSERT_EQ(clBuildProgram(program.get(), 0, nullptr, nullptr, nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(log(program).find("LANECL_COMPILE_MEMORY"), std::string::npos) << log(program);
  Program next = fromSource("kernel void k(global int *a) { a[0] = 3; }");
  ASSERT_EQ(clBuildProgram(next.get(), 0, nullptr, nullptr, nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
  EXPECT_NE(log(next).find("keep more memory than two may take"), std::string::npos) << log(next);
}
TEST_F(Security, BuildsEndWhereTheirLimitsAre) {
  // What a build had that was ended early is lost, and reported by the sanitizer that looks for leaks.
  const std::string mayLose = "ASAN_OPTIONS=\"$ASAN_OPTIONS:detect_leaks=0\" ";
  endsWell("BuildsWithoutACheckpoint", mayLose + "LANECL_COMPILE_SECONDS=100 LANECL_COMPILE_MEMORY=500M");
  endsWell("BuildsThatLoseMuch", mayLose + "LANECL_COMPILE_MEMORY=100M");
  endsWell("BuildsForEver", mayLose + "LANECL_COMPILE_SECONDS=2 EXPECTED_LIMIT=LANECL_COMPILE_SECONDS");
  endsWell("BuildsForEver", mayLose + "LANECL_COMPILE_MEMORY=200M EXPECTED_LIMIT=LANECL_COMPILE_MEMORY");
}

TEST_F(Security, DISABLED_ExitsInABuildsCallback) {
  Program program = fromSource("kernel void k() {}");
  clBuildProgram(program.get(), 0, nullptr, nullptr, [](cl_program, void *) { exitAfterWaits(0); }, nullptr);
  pause();
}
TEST_F(Security, ABuildsCallbackMayExit) { endsWell("ExitsInABuildsCallback"); }

TEST_F(Security, DISABLED_ExitsWithAnEndlessKernel) {
  Program program = built(Endless);
  Queue queue = makeQueue();
  Kernel object = kernel(program, "k");
  Buffer out = buffer(64);
  cl_mem handle = out.get();
  const int zero = 0;
  clEnqueueFillBuffer(queue.get(), handle, &zero, sizeof zero, 0, 64, 0, nullptr, nullptr);
  clSetKernelArg(object.get(), 0, sizeof handle, &handle);
  size_t one = 1;
  clEnqueueNDRangeKernel(queue.get(), object.get(), 1, nullptr, &one, nullptr, 0, nullptr, nullptr);
  clFlush(queue.get());
  usleep(300000);
  exitAfterWaits(1);
}
TEST_F(Security, AnEndlessKernelIsWaitedForOnce) { endsWell("ExitsWithAnEndlessKernel"); }

// A child must not find the locks of a compiler that its parent's other threads were in.
TEST_F(Security, ForksWhileOthersBuild) {
  std::atomic<bool> stop = false;
  std::vector<std::thread> threads;
  for (int i = 0; i < 3; ++i)
    threads.emplace_back([&, i] {
      for (int round = 0; !stop; ++round)
        outputOf(built("kernel void k(global int *out) { out[get_global_id(0)] = sin((float)NUMBER) + NUMBER; }",
                       ("-DNUMBER=" + std::to_string(round * 3 + i)).c_str()),
                 "k", 4);
    });
  for (int child = 0; child < 12; ++child) {
    pid_t id = fork();
    if (id == 0) {
      alarm(20);
      bool good = outputOf(built("kernel void k(global int *out) { out[get_global_id(0)] = 5; }"), "k", 2) ==
                  std::vector<cl_int>{5, 5};
      _exit(good ? 0 : 1);
    }
    int status = -1;
    EXPECT_EQ(id, waitpid(id, &status, 0));
    EXPECT_EQ(status, 0) << "child " << child;
  }
  stop = true;
  for (std::thread &thread : threads)
    thread.join();
}

// Nor the one that guards the loading of the compiler itself: forks are spread over it.
TEST_F(Security, DISABLED_ForksWhileTheCompilerLoads) {
  const char *source = "kernel void k(global int *out) { out[get_global_id(0)] = 5; }";
  std::thread first([&] { built(source); });
  std::vector<pid_t> children;
  for (int child = 0; child < 12; ++child) {
    usleep(2000);
    children.push_back(fork());
    if (children.back() == 0) {
      alarm(60);
      _exit(outputOf(built(source), "k", 2) == std::vector<cl_int>{5, 5} ? 0 : 1);
    }
  }
  for (pid_t id : children) {
    int status = -1;
    EXPECT_EQ(id, waitpid(id, &status, 0));
    EXPECT_EQ(status, 0);
  }
  first.join();
}
TEST_F(Security, ForksWhileTheCompilerLoads) { endsWell("ForksWhileTheCompilerLoads"); }

// A process that has too little memory for the compiler's libraries does not load them, or nothing would build any more
// once it has.
TEST_F(Security, DISABLED_LaterBuildsFindMemory) {
  std::ifstream status("/proc/self/status");
  std::string word;
  rlim_t kilobytes = 0;
  while (status >> word)
    if (word == "VmData:")
      status >> kilobytes;
  ASSERT_GT(kilobytes, 0u);
  rlimit limit{};
  ASSERT_EQ(0, getrlimit(RLIMIT_DATA, &limit));
  const rlimit low{(kilobytes << 10) + (rlim_t{40} << 20), limit.rlim_max};
  ASSERT_EQ(0, setrlimit(RLIMIT_DATA, &low));
  Program first = fromSource("kernel void k(global int *a) { a[0] = 1; }");
  EXPECT_EQ(CL_COMPILER_NOT_AVAILABLE, clBuildProgram(first.get(), 0, nullptr, "", nullptr, nullptr));
  ASSERT_EQ(0, setrlimit(RLIMIT_DATA, &limit));
  Program later = fromSource("kernel void k(global int *a) { a[0] = 2; }");
  EXPECT_EQ(CL_SUCCESS, clBuildProgram(later.get(), 0, nullptr, "", nullptr, nullptr));
}
TEST_F(Security, ProcessesWithoutMemoryMayBuildLater) {
  if (!lanecl::test::isSanitized)
    endsWell("LaterBuildsFindMemory", "LANECL_CACHE_DIR=off");
}

} // namespace
} // namespace apitest
