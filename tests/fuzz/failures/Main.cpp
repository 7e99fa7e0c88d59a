// fuzz-allocations [--points N] [--seed S] [--only N]: lets the Nth allocation of a build and a launch fail, alone or
// with some or all behind it, each time in a process of its own, and then builds and launches once more. Every point
// when --points is 0. What may be: right results, or an error of the API. What may not: a wrong result, a death, a
// hang. LD_PRELOAD must have failing-malloc.
#include <CL/cl.h>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <map>
#include <random>
#include <string>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

constexpr unsigned HangSeconds = 120;
constexpr int Wrong = 2;

using Fail = void(long after, long count);
using Count = long();

/// Of the preloaded library.
struct Allocations {
  Fail *fail = reinterpret_cast<Fail *>(dlsym(RTLD_DEFAULT, "laneclFailAllocations"));
  Count *count = reinterpret_cast<Count *>(dlsym(RTLD_DEFAULT, "laneclAllocations"));
};

struct Device {
  cl_device_id id = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  Device() {
    cl_platform_id platform = nullptr;
    clGetPlatformIDs(1, &platform, nullptr);
    clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &id, nullptr);
    context = clCreateContext(nullptr, 1, &id, nullptr, nullptr, nullptr);
    queue = clCreateCommandQueueWithProperties(context, id, nullptr, nullptr);
  }
};

/// Builds and runs a kernel of its own: CL_SUCCESS with the right results, an error, or Wrong.
int buildAndRun(const Device &device, int number) {
  char source[400];
  std::snprintf(source, sizeof source,
                "kernel void k(global int *a) { local int l[16]; int i = get_local_id(0); l[i] = i * %d;"
                " barrier(CLK_LOCAL_MEM_FENCE); a[get_global_id(0)] = l[15 - i] + (int)sqrt((float)(i * i)); }",
                number);
  const char *text = source;
  constexpr size_t Items = 64, Group = 16;
  std::array<cl_int, Items> out{};
  cl_int error = CL_SUCCESS;
  cl_program program = clCreateProgramWithSource(device.context, 1, &text, nullptr, &error);
  if (program)
    error = clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr);
  cl_kernel kernel = error == CL_SUCCESS ? clCreateKernel(program, "k", &error) : nullptr;
  cl_mem memory = kernel ? clCreateBuffer(device.context, CL_MEM_READ_WRITE, sizeof out, nullptr, &error) : nullptr;
  if (memory)
    error = clSetKernelArg(kernel, 0, sizeof memory, &memory);
  if (memory && error == CL_SUCCESS)
    error = clEnqueueNDRangeKernel(device.queue, kernel, 1, nullptr, &Items, &Group, 0, nullptr, nullptr);
  if (memory && error == CL_SUCCESS)
    error = clEnqueueReadBuffer(device.queue, memory, CL_TRUE, 0, sizeof out, out.data(), 0, nullptr, nullptr);
  if (memory && error == CL_SUCCESS)
    for (size_t i = 0; i < Items; ++i) {
      int local = static_cast<int>(i % Group);
      if (out[i] != (15 - local) * number + local)
        error = Wrong;
    }
  if (memory)
    clReleaseMemObject(memory);
  if (kernel)
    clReleaseKernel(kernel);
  if (program)
    clReleaseProgram(program);
  return error;
}

/// A child's answer: what the failing round and the one behind it came to.
int runChild(const Allocations &allocations, long after, long count) {
  alarm(HangSeconds);
  rlimit none{0, 0};
  setrlimit(RLIMIT_CORE, &none);
  std::freopen("/dev/null", "w", stderr);
  Device device;
  if (buildAndRun(device, 1) != CL_SUCCESS)
    return 9;
  allocations.fail(after, count);
  int failing = buildAndRun(device, 2);
  allocations.fail(0, 0);
  int next = buildAndRun(device, 3);
  if (failing == Wrong || next == Wrong)
    return 8;
  return next == CL_SUCCESS ? (failing == CL_SUCCESS ? 0 : 1) : 2;
}

long allocationsOfARound(const Allocations &allocations) {
  int ends[2];
  if (pipe(ends) != 0)
    return 0;
  if (fork() == 0) {
    Device device;
    buildAndRun(device, 1);
    long before = allocations.count();
    buildAndRun(device, 2);
    long made = allocations.count() - before;
    _exit(write(ends[1], &made, sizeof made) == sizeof made ? 0 : 1);
  }
  long made = 0;
  if (read(ends[0], &made, sizeof made) != sizeof made)
    made = 0;
  wait(nullptr);
  return made;
}

std::string nameOf(int status) {
  if (WIFSIGNALED(status))
    return WTERMSIG(status) == SIGALRM ? "HANG" : std::string("DEATH by ") + sigabbrev_np(WTERMSIG(status));
  switch (WEXITSTATUS(status)) {
  case 0:
    return "unharmed";
  case 1:
    return "an error, then right";
  case 2:
    return "errors, also later";
  case 8:
    return "WRONG RESULT";
  default:
    return "DEATH with status " + std::to_string(WEXITSTATUS(status));
  }
}

} // namespace

int main(int argc, char **argv) {
  const Allocations allocations;
  if (!allocations.fail || !allocations.count) {
    std::fprintf(stderr, "LD_PRELOAD must have libfailing-malloc.so\n");
    return 1;
  }
  long points = 0, seed = 1, only = -1;
  for (int i = 1; i + 1 < argc; i += 2)
    (std::strcmp(argv[i], "--points") == 0 ? points
     : std::strcmp(argv[i], "--seed") == 0 ? seed
                                           : only) = std::atol(argv[i + 1]);
  const long all = allocationsOfARound(allocations);
  std::printf("%ld allocations\n", all);
  std::mt19937_64 random(static_cast<unsigned long>(seed));
  std::map<std::string, long> outcomes;
  const long rounds = only >= 0 ? 1 : points ? points : all;
  for (long round = 0; round < rounds; ++round) {
    const long after = only >= 0 ? only
                       : points  ? static_cast<long>(random() % static_cast<unsigned long>(all))
                                 : round;
    const long counts[] = {1, 1 + static_cast<long>(random() % 50), 1'000'000'000};
    const long count = counts[random() % 3];
    std::fflush(stdout);
    pid_t child = fork();
    if (child == 0)
      _exit(runChild(allocations, after, count));
    int status = 0;
    waitpid(child, &status, 0);
    const std::string name = nameOf(status);
    ++outcomes[name];
    if (name[1] >= 'A' && name[1] <= 'Z')
      std::printf("%s: allocation %ld and %ld more\n", name.c_str(), after, count - 1);
  }
  bool good = all > 0;
  for (const auto &[name, times] : outcomes) {
    std::printf("%ld times %s\n", times, name.c_str());
    good &= !(name[1] >= 'A' && name[1] <= 'Z');
  }
  return good ? 0 : 1;
}
