// What the example programs share: a device, a built program, the command line, the clock.
#pragma once
#include <CL/opencl.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <unistd.h>

/// "what: done of all", over and over on one line of a terminal, the last time only elsewhere.
inline void showProgress(const char *what, unsigned done, unsigned all) {
  const bool isTerminal = isatty(STDOUT_FILENO) != 0;
  if (isTerminal)
    std::printf("\r%s: %u of %u", what, done, all);
  else if (done == all)
    std::printf("%s: %u", what, all);
  if (done == all)
    std::printf("\n");
  std::fflush(stdout);
}

struct Host {
  Host() {
    std::vector<cl::Platform> platforms;
    cl::Platform::get(&platforms);
    if (platforms.empty())
      throw std::runtime_error("no OpenCL platform found; try: lanecl run -- PROGRAM");
    std::vector<cl::Device> devices;
    platforms.front().getDevices(CL_DEVICE_TYPE_ALL, &devices);
    device = devices.at(0);
    context = cl::Context(device);
    queue = cl::CommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE);
    std::printf("device: %s, %u compute units, %s\n", device.getInfo<CL_DEVICE_NAME>().c_str(),
                device.getInfo<CL_DEVICE_MAX_COMPUTE_UNITS>(), device.getInfo<CL_DEVICE_VERSION>().c_str());
  }

  cl::Program build(const std::string &source, const char *options = "-cl-std=CL3.0") const {
    cl::Program program(context, source);
    try {
      program.build(options);
    } catch (const cl::Error &) {
      throw std::runtime_error("build failed:\n" + program.getBuildInfo<CL_PROGRAM_BUILD_LOG>(device));
    }
    return program;
  }

  cl::Device device;
  cl::Context context;
  cl::CommandQueue queue;
};

/// Seconds that the device spent on a command.
inline double secondsOf(const cl::Event &event) {
  return 1e-9 * static_cast<double>(event.getProfilingInfo<CL_PROFILING_COMMAND_END>() -
                                    event.getProfilingInfo<CL_PROFILING_COMMAND_START>());
}

/// The value after `--name`, or the default.
inline std::string option(int argc, char **argv, const char *name, const char *fallback) {
  for (int i = 1; i + 1 < argc; ++i)
    if (std::strcmp(argv[i], name) == 0)
      return argv[i + 1];
  return fallback;
}

/// Runs the program's body; an error becomes a message and exit status 1.
template <typename Body> int guarded(Body body) {
  try {
    return body();
  } catch (const cl::Error &error) {
    std::fprintf(stderr, "error: %s returned %d\n", error.what(), error.err());
  } catch (const std::exception &error) {
    std::fprintf(stderr, "error: %s\n", error.what());
  }
  return 1;
}
