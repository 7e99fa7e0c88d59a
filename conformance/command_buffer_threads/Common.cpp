#include "Common.h"

namespace commandbuffers {
namespace {

cl_version versionOf(const Session &session, const char *extension) {
  std::size_t bytes = 0;
  clGetDeviceInfo(session.device, CL_DEVICE_EXTENSIONS_WITH_VERSION, 0, nullptr, &bytes);
  std::vector<cl_name_version> all(bytes / sizeof(cl_name_version));
  clGetDeviceInfo(session.device, CL_DEVICE_EXTENSIONS_WITH_VERSION, bytes, all.data(), nullptr);
  for (const cl_name_version &one : all)
    if (std::string(one.name) == extension)
      return one.version;
  return 0;
}

template <typename F> void find(Session &session, F &function, const char *name) {
  function = reinterpret_cast<F>(clGetExtensionFunctionAddressForPlatform(session.platform, name));
  session.expect(function != nullptr, std::string("no function ") + name);
}

} // namespace

Functions::Functions(Session &session) {
  session.need("cl_khr_command_buffer");
  const cl_version version = versionOf(session, "cl_khr_command_buffer");
  if (version < CL_MAKE_VERSION(0, 9, 5) || version > CL_MAKE_VERSION(0, 9, 8))
    session.skip("cl_khr_command_buffer of a version with other functions");
  find(session, create, "clCreateCommandBufferKHR");
  find(session, finalize, "clFinalizeCommandBufferKHR");
  find(session, retain, "clRetainCommandBufferKHR");
  find(session, release, "clReleaseCommandBufferKHR");
  find(session, enqueue, "clEnqueueCommandBufferKHR");
  find(session, barrier, "clCommandBarrierWithWaitListKHR");
  find(session, copy, "clCommandCopyBufferKHR");
  find(session, fill, "clCommandFillBufferKHR");
  find(session, kernel, "clCommandNDRangeKernelKHR");
  update = nullptr;
  if (versionOf(session, "cl_khr_command_buffer_mutable_dispatch") >= CL_MAKE_VERSION(0, 9, 4))
    find(session, update, "clUpdateMutableCommandsKHR");
  if (session.failed())
    session.require(CL_INVALID_OPERATION, "clGetExtensionFunctionAddressForPlatform");
}

void Crew::run(const std::function<void(unsigned)> &body) {
  std::vector<std::thread> threads;
  for (unsigned number = 0; number < Threads; ++number)
    threads.emplace_back(body, number);
  for (std::thread &thread : threads)
    thread.join();
  for (const std::string &failure : failures_)
    session_.fail(failure);
}

bool Crew::check(cl_int error, const char *call) {
  if (error != CL_SUCCESS)
    expect(false, std::string(call) + ": error " + std::to_string(error));
  return error == CL_SUCCESS;
}

void Crew::expect(bool holds, const std::string &what) {
  if (holds)
    return;
  std::lock_guard lock(mutex_);
  failures_.insert(what);
}

Kernel::Kernel(Session &session, const conformance::Program &program, const char *name, std::size_t items)
    : items(items) {
  cl_int error = CL_SUCCESS;
  handle = clCreateKernel(program.handle, name, &error);
  session.require(error, "clCreateKernel");
  std::vector<cl_uint> zeros(items, 0);
  memory = clCreateBuffer(session.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, items * sizeof(cl_uint),
                          zeros.data(), &error);
  session.require(error, "clCreateBuffer");
  session.require(set(0, memory), "clSetKernelArg");
}

Kernel::~Kernel() {
  clReleaseKernel(handle);
  clReleaseMemObject(memory);
}

std::vector<cl_uint> Kernel::read(cl_command_queue queue) const {
  std::vector<cl_uint> values(items, ~0u);
  clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, items * sizeof(cl_uint), values.data(), 0, nullptr, nullptr);
  return values;
}

Queue::Queue(Session &session, bool isInOrder) {
  const cl_queue_properties properties[] = {
      CL_QUEUE_PROPERTIES, isInOrder ? 0u : cl_queue_properties{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}, 0};
  cl_int error = CL_SUCCESS;
  handle = clCreateCommandQueueWithProperties(session.context, session.device, properties, &error);
  session.require(error, "clCreateCommandQueueWithProperties");
}

Queue::~Queue() {
  clFinish(handle);
  clReleaseCommandQueue(handle);
}

} // namespace commandbuffers
