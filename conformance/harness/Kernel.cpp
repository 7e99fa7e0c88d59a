#include "Kernel.h"
#include <algorithm>
#include <spirv-tools/libspirv.hpp>

namespace conformance {

Program::Program(Session &session, const std::string &source, const std::string &options) {
  const char *text = source.c_str();
  handle = clCreateProgramWithSource(session.context, 1, &text, nullptr, &status);
  session.require(status, "clCreateProgramWithSource");
  build(session.device, options.c_str());
}

Program::Program(Session &session, const std::vector<uint32_t> &words) {
  // Platforms of OpenCL 1.2 have the call by cl_khr_il_program only.
  using Create = cl_program(CL_API_CALL *)(cl_context, const void *, std::size_t, cl_int *);
  auto create =
      reinterpret_cast<Create>(clGetExtensionFunctionAddressForPlatform(session.platform, "clCreateProgramWithILKHR"));
  if (!create)
    create = clCreateProgramWithIL;
  handle = create(session.context, words.data(), words.size() * sizeof(uint32_t), &status);
  if (status == CL_SUCCESS)
    build(session.device, "");
}

void Program::build(cl_device_id device, const char *options) {
  status = clBuildProgram(handle, 1, &device, options, nullptr, nullptr);
  std::size_t size = 0;
  clGetProgramBuildInfo(handle, device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size);
  log.resize(size);
  clGetProgramBuildInfo(handle, device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
}

Program::~Program() {
  if (handle)
    clReleaseProgram(handle);
}

std::vector<uint32_t> assemble(Session &session, const std::string &text) {
  spvtools::SpirvTools tools(SPV_ENV_UNIVERSAL_1_0);
  std::string log;
  tools.SetMessageConsumer([&](spv_message_level_t, const char *, const spv_position_t &at, const char *message) {
    log += "line " + std::to_string(at.line) + ": " + message + "\n";
  });
  std::vector<uint32_t> words;
  if (!tools.Assemble(text, &words))
    session.fail("the test's own module cannot be assembled: " + log);
  return words;
}

Launch::Launch(Session &session, const Program &program, const std::string &kernel) : session_(session) {
  session.require(program.status, "clBuildProgram (" + program.log + ")");
  cl_int error = CL_SUCCESS;
  kernel_ = clCreateKernel(program.handle, kernel.c_str(), &error);
  session.require(error, "clCreateKernel " + kernel);
}

Launch::~Launch() {
  for (const Buffer &buffer : buffers_)
    clReleaseMemObject(buffer.memory);
  if (kernel_)
    clReleaseKernel(kernel_);
}

Launch &Launch::argument(std::size_t bytes, const void *value) {
  session_.require(clSetKernelArg(kernel_, arguments_, bytes, value), "clSetKernelArg " + std::to_string(arguments_));
  ++arguments_;
  return *this;
}

Launch &Launch::buffer(void *data, std::size_t bytes) {
  cl_int error = CL_SUCCESS;
  cl_mem memory = clCreateBuffer(session_.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, data, &error);
  session_.require(error, "clCreateBuffer");
  buffers_.push_back({memory, data, bytes});
  return argument(sizeof memory, &memory);
}

bool Launch::run(const Range &range) {
  const std::size_t *local = range.local[0] ? range.local.data() : nullptr;
  const cl_int error = clEnqueueNDRangeKernel(session_.queue, kernel_, range.dimensions, nullptr, range.global.data(),
                                              local, 0, nullptr, nullptr);
  bool uniform = true;
  for (unsigned i = 0; local && i < range.dimensions; ++i)
    uniform &= range.global[i] % local[i] == 0;
  if (error == CL_INVALID_WORK_GROUP_SIZE && !uniform && !session_.takesPartialGroups()) {
    session_.note("the device takes no groups that are not uniform");
    return false;
  }
  session_.require(error, "clEnqueueNDRangeKernel");
  for (const Buffer &buffer : buffers_)
    session_.require(
        clEnqueueReadBuffer(session_.queue, buffer.memory, CL_TRUE, 0, buffer.bytes, buffer.data, 0, nullptr, nullptr),
        "clEnqueueReadBuffer");
  return true;
}

void compareBytes(Session &session, const std::vector<unsigned char> &got, const std::vector<unsigned char> &expected,
                  const std::string &what) {
  const auto [at, wanted] = std::ranges::mismatch(got, expected);
  if (at == got.end() && wanted == expected.end())
    return;
  const auto text = [](auto place, const auto &all) {
    return place == all.end() ? std::string("nothing") : std::to_string(unsigned(*place));
  };
  session.fail(what + ": byte " + std::to_string(at - got.begin()) + " is " + text(at, got) + ", expected " +
               text(wanted, expected));
}

} // namespace conformance
