// What a recorded kernel costs beside an enqueued one, through the OpenCL API: 1,000 small kernels by as many
// clEnqueueNDRangeKernel calls, and by one clEnqueueCommandBufferKHR, turn and turn about, each to completion
// (clFinish). Names: QUEUE/ITEMS, where QUEUE is in_order, or out_of_order, whose kernels are independent; ITEMS
// work-items of each kernel. Time: that of the command buffer. Counters, microseconds: `enqueued` and `recorded`;
// `share`: recorded over enqueued; `updated`: a change of one argument of every kernel, where there is
// cl_khr_command_buffer_mutable_dispatch 0.9.5. Needs a platform behind the ICD loader (OCL_ICD_VENDORS) with
// cl_khr_command_buffer of any version: the functions that are called have not changed.
#define CL_TARGET_OPENCL_VERSION 300
#include "bench/Host.h"
#include "runtime/CommandBufferNames.h"
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <algorithm>
#include <benchmark/benchmark.h>
#include <string>
#include <vector>

namespace lanecl::bench { // whose names of the extension are meant
namespace {

constexpr unsigned Kernels = 1000;

struct Device : Host {
  cl_program program = nullptr;
  Device() {
    cl_int error = CL_SUCCESS;
    const char *source = "kernel void add(global int *p, int v) { p[get_global_id(0)] += v; }";
    program = clCreateProgramWithSource(context, 1, &source, nullptr, &error);
    check(error, "clCreateProgramWithSource");
    check(clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr), "clBuildProgram");
  }
  static Device &get() {
    static Device &device = *new Device; // the driver may be gone before static objects are
    return device;
  }
  bool has(const char *extension, cl_version version) const {
    size_t bytes = 0;
    clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION, 0, nullptr, &bytes);
    std::vector<cl_name_version> all(bytes / sizeof(cl_name_version));
    clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS_WITH_VERSION, bytes, all.data(), nullptr);
    for (const cl_name_version &one : all)
      if (one.name == std::string(extension) && (!version || one.version == version))
        return true;
    return false;
  }
};

template <typename F> F function(const char *name) {
  return reinterpret_cast<F>(clGetExtensionFunctionAddressForPlatform(Device::get().platform, name));
}

/// 1,000 kernels, each with memory of its own, enqueued and recorded.
class Work {
public:
  Work(bool isInOrder, std::size_t items) : items_(items) {
    const Device &device = Device::get();
    const cl_queue_properties properties[] = {
        CL_QUEUE_PROPERTIES, isInOrder ? 0u : cl_queue_properties{CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE}, 0};
    cl_int error = CL_SUCCESS;
    queue_ = clCreateCommandQueueWithProperties(device.context, device.device, properties, &error);
    check(error, "clCreateCommandQueueWithProperties");
    isMutable_ = device.has("cl_khr_command_buffer_mutable_dispatch", CL_MAKE_VERSION(0, 9, 5));
    const cl_command_buffer_properties_khr flags[] = {CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_MUTABLE_KHR, 0};
    buffer_ = function<clCreateCommandBufferKHR_fn>("clCreateCommandBufferKHR")(1, &queue_,
                                                                                isMutable_ ? flags : nullptr, &error);
    check(error, "clCreateCommandBufferKHR");
    const auto record = function<clCommandNDRangeKernelKHR_fn>("clCommandNDRangeKernelKHR");
    for (unsigned i = 0; i < Kernels; ++i) {
      kernels_.push_back(clCreateKernel(device.program, "add", &error));
      memory_.push_back(clCreateBuffer(device.context, 0, items * sizeof(cl_int), nullptr, &error));
      const cl_int value = 1;
      clSetKernelArg(kernels_[i], 0, sizeof(cl_mem), &memory_[i]);
      clSetKernelArg(kernels_[i], 1, sizeof value, &value);
      commands_.push_back(nullptr);
      check(record(buffer_, nullptr, nullptr, kernels_[i], 1, nullptr, &items_, nullptr, 0, nullptr, nullptr,
                   isMutable_ ? &commands_[i] : nullptr),
            "clCommandNDRangeKernelKHR");
    }
    check(function<clFinalizeCommandBufferKHR_fn>("clFinalizeCommandBufferKHR")(buffer_), "clFinalizeCommandBufferKHR");
  }
  Work(const Work &) = delete;
  Work &operator=(const Work &) = delete;
  ~Work() {
    function<clReleaseCommandBufferKHR_fn>("clReleaseCommandBufferKHR")(buffer_);
    for (cl_kernel kernel : kernels_)
      clReleaseKernel(kernel);
    for (cl_mem memory : memory_)
      clReleaseMemObject(memory);
    clReleaseCommandQueue(queue_);
  }
  double enqueued() {
    const double start = now();
    for (cl_kernel kernel : kernels_)
      clEnqueueNDRangeKernel(queue_, kernel, 1, nullptr, &items_, nullptr, 0, nullptr, nullptr);
    check(clFinish(queue_), "clFinish");
    return now() - start;
  }
  double recorded() {
    static const auto enqueue = function<clEnqueueCommandBufferKHR_fn>("clEnqueueCommandBufferKHR");
    const double start = now();
    check(enqueue(0, nullptr, buffer_, 0, nullptr, nullptr), "clEnqueueCommandBufferKHR");
    check(clFinish(queue_), "clFinish");
    return now() - start;
  }
  bool isMutable() const { return isMutable_; }
  double updated() {
    static const auto update = function<clUpdateMutableCommandsKHR_fn>("clUpdateMutableCommandsKHR");
    const cl_int value = 1;
    const cl_mutable_dispatch_arg_khr argument{1, sizeof value, &value};
    std::vector<cl_mutable_dispatch_config_khr> configs(Kernels);
    std::vector<const void *> pointers;
    const std::vector<cl_command_buffer_update_type_khr> types(Kernels, MutableDispatchConfigType);
    for (unsigned i = 0; i < Kernels; ++i) {
      configs[i].command = commands_[i];
      configs[i].num_args = 1;
      configs[i].arg_list = &argument;
      pointers.push_back(&configs[i]);
    }
    const double start = now();
    check(update(buffer_, Kernels, types.data(), pointers.data()), "clUpdateMutableCommandsKHR");
    return now() - start;
  }

private:
  const std::size_t items_;
  cl_command_queue queue_ = nullptr;
  cl_command_buffer_khr buffer_ = nullptr;
  bool isMutable_ = false;
  std::vector<cl_kernel> kernels_;
  std::vector<cl_mem> memory_;
  std::vector<cl_mutable_command_khr> commands_;
};

void measure(benchmark::State &state, bool isInOrder, std::size_t items) {
  if (!Device::get().has("cl_khr_command_buffer", 0)) {
    state.SkipWithError("no cl_khr_command_buffer");
    return;
  }
  Work work(isInOrder, items);
  for (unsigned i = 0; i < 3; ++i) { // caches, costs, threads
    work.enqueued();
    work.recorded();
  }
  // The least of all rounds: other programs of the machine only add.
  double enqueued = 1e9, recorded = 1e9, updated = 1e9;
  for (auto _ : state) {
    enqueued = std::min(enqueued, work.enqueued());
    const double seconds = work.recorded();
    recorded = std::min(recorded, seconds);
    state.SetIterationTime(seconds);
    if (work.isMutable())
      updated = std::min(updated, work.updated());
  }
  state.counters["enqueued"] = enqueued * 1e6;
  state.counters["recorded"] = recorded * 1e6;
  state.counters["share"] = recorded / enqueued;
  if (work.isMutable())
    state.counters["updated"] = updated * 1e6;
}

} // namespace
} // namespace lanecl::bench

int main(int count, char **values) {
  for (bool isInOrder : {true, false})
    for (std::size_t items : {1, 64, 1024})
      benchmark::RegisterBenchmark(((isInOrder ? "in_order/" : "out_of_order/") + std::to_string(items)).c_str(),
                                   [=](benchmark::State &state) { lanecl::bench::measure(state, isInOrder, items); })
          ->UseManualTime()
          ->MinTime(0.3)
          ->Unit(benchmark::kMicrosecond);
  benchmark::Initialize(&count, values);
  benchmark::RunSpecifiedBenchmarks();
}
