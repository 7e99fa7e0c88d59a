#include "Platform.h"
#include <CL/cl.h>

namespace lanecl::test {

struct Platform::State {
  cl_device_id device = nullptr;
  cl_context context = nullptr;
  cl_command_queue queue = nullptr;
  cl_program program = nullptr;
  std::string error;

  bool good(cl_int code, const char *what) {
    if (code != CL_SUCCESS && error.empty())
      error = std::string(what) + ": " + std::to_string(code);
    return error.empty();
  }

  void build(const std::string &source, const std::string &options) {
    cl_platform_id platform = nullptr;
    cl_int code = clGetPlatformIDs(1, &platform, nullptr);
    if (!good(code, "clGetPlatformIDs") ||
        !good(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, nullptr), "clGetDeviceIDs"))
      return;
    context = clCreateContext(nullptr, 1, &device, nullptr, nullptr, &code);
    if (!good(code, "clCreateContext"))
      return;
    queue = clCreateCommandQueueWithProperties(context, device, nullptr, &code);
    const char *text = source.c_str();
    if (good(code, "clCreateCommandQueueWithProperties"))
      program = clCreateProgramWithSource(context, 1, &text, nullptr, &code);
    if (good(code, "clCreateProgramWithSource") &&
        !good(clBuildProgram(program, 1, &device, options.c_str(), nullptr, nullptr), "clBuildProgram")) {
      char log[4096] = "";
      clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, nullptr);
      error += "\n";
      error += log;
    }
  }

  ~State() {
    if (program)
      clReleaseProgram(program);
    if (queue)
      clReleaseCommandQueue(queue);
    if (context)
      clReleaseContext(context);
  }
};

Platform::Platform(const std::string &source, const std::string &options) : state(std::make_unique<State>()) {
  state->build(source, options);
}

Platform::~Platform() = default;

const std::string &Platform::error() const { return state->error; }

void Platform::run(const std::string &name, const std::vector<Array> &arguments, size_t items) {
  if (!state->error.empty())
    return;
  cl_int code = CL_SUCCESS;
  cl_kernel kernel = clCreateKernel(state->program, name.c_str(), &code);
  if (!state->good(code, name.c_str()))
    return;
  std::vector<cl_mem> buffers;
  for (const Array &argument : arguments) {
    buffers.push_back(clCreateBuffer(state->context, CL_MEM_COPY_HOST_PTR, argument.bytes, argument.data, &code));
    state->good(code, "clCreateBuffer");
    state->good(clSetKernelArg(kernel, cl_uint(buffers.size() - 1), sizeof(cl_mem), &buffers.back()), "clSetKernelArg");
  }
  state->good(clEnqueueNDRangeKernel(state->queue, kernel, 1, nullptr, &items, nullptr, 0, nullptr, nullptr),
              name.c_str());
  for (size_t i = 0; i < arguments.size(); ++i)
    if (arguments[i].output)
      state->good(clEnqueueReadBuffer(state->queue, buffers[i], CL_TRUE, 0, arguments[i].bytes, arguments[i].data, 0,
                                      nullptr, nullptr),
                  "clEnqueueReadBuffer");
  state->good(clFinish(state->queue), "clFinish");
  for (cl_mem buffer : buffers)
    if (buffer)
      clReleaseMemObject(buffer);
  clReleaseKernel(kernel);
}

} // namespace lanecl::test
