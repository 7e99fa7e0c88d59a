// fuzz-api [--seconds S] [--threads T] [--seed N]: threads that make random calls, valid and invalid ones, on objects
// of their own and on a context, a queue, a program and buffers that all share. Now and then each runs a kernel whose
// results it knows. A death, a hang or a wrong result is a failure; error codes are not.
#include "bench/Host.h"
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <thread>
#include <unistd.h>
#include <vector>

namespace {

constexpr const char *Source = "kernel void fill(global int *a, int n) { a[get_global_id(0)] = n + get_global_id(0); }"
                               "kernel void add(global int *a, local int *l, int n) {"
                               "  l[get_local_id(0)] = n; barrier(CLK_LOCAL_MEM_FENCE); atomic_add(a, l[0]); }";
constexpr size_t Elements = 256;

/// What all threads share; released when they are done.
struct Shared : lanecl::bench::Host {
  cl_command_queue anyOrder = nullptr;
  cl_program program = nullptr;
  std::array<cl_mem, 4> buffers{};

  Shared() {
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
    anyOrder = clCreateCommandQueueWithProperties(context, device, properties, nullptr);
    const char *source = Source;
    program = clCreateProgramWithSource(context, 1, &source, nullptr, nullptr);
    clBuildProgram(program, 0, nullptr, nullptr, nullptr, nullptr);
    for (cl_mem &buffer : buffers)
      buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, Elements * sizeof(cl_int), nullptr, nullptr);
  }
  ~Shared() {
    for (cl_mem buffer : buffers)
      clReleaseMemObject(buffer);
    clReleaseProgram(program);
    clReleaseCommandQueue(anyOrder);
  }
};

class Caller {
public:
  Caller(const Shared &shared, unsigned seed) : shared_(shared), random_(seed) {}
  ~Caller() {
    clFinish(shared_.anyOrder);
    for (cl_event event : events_)
      clReleaseEvent(event);
    for (cl_kernel kernel : kernels_)
      clReleaseKernel(kernel);
    for (cl_mem buffer : buffers_)
      clReleaseMemObject(buffer);
  }
  Caller(const Caller &) = delete;
  Caller &operator=(const Caller &) = delete;

  void call() {
    static constexpr void (Caller::*Calls[])() = {
        &Caller::makeBuffer, &Caller::makeSubBuffer, &Caller::dropBuffer, &Caller::makeKernel,
        &Caller::dropKernel, &Caller::setArgument,   &Caller::launch,     &Caller::copy,
        &Caller::transfer,   &Caller::fill,          &Caller::map,        &Caller::userEvent,
        &Caller::ask,        &Caller::waitFor,       &Caller::build,      &Caller::makeQueue};
    (this->*Calls[below(std::size(Calls))])();
  }

  /// False when the results are wrong.
  bool knows() {
    cl_int error = CL_SUCCESS, number = static_cast<cl_int>(below(1000));
    cl_kernel kernel = clCreateKernel(shared_.program, "fill", &error);
    cl_mem memory = clCreateBuffer(shared_.context, CL_MEM_READ_WRITE, Elements * sizeof(cl_int), nullptr, &error);
    std::array<cl_int, Elements> out{};
    clSetKernelArg(kernel, 0, sizeof memory, &memory);
    clSetKernelArg(kernel, 1, sizeof number, &number);
    bool good =
        clEnqueueNDRangeKernel(shared_.queue, kernel, 1, nullptr, &Elements, nullptr, 0, nullptr, nullptr) == 0 &&
        clEnqueueReadBuffer(shared_.queue, memory, CL_TRUE, 0, sizeof out, out.data(), 0, nullptr, nullptr) == 0;
    for (size_t i = 0; i < Elements; ++i)
      good &= out[i] == number + static_cast<cl_int>(i);
    clReleaseMemObject(memory);
    clReleaseKernel(kernel);
    return good;
  }

private:
  uint64_t below(uint64_t limit) { return random_() % limit; }
  bool seldom() { return below(16) == 0; }
  /// One of the list, or of the shared ones, and now and then something else.
  template <typename H> H oneOf(const std::vector<H> &own, H common) {
    if (seldom()) {
      // Of other kinds; the loader reads handles before the driver sees them.
      const void *wrong[] = {nullptr, shared_.context, shared_.queue, shared_.program};
      return static_cast<H>(const_cast<void *>(wrong[below(std::size(wrong))]));
    }
    return own.empty() || below(3) == 0 ? common : own[below(own.size())];
  }
  size_t size() {
    const size_t sizes[] = {0, 1, 3, 4, 64, Elements * 4, Elements * 4 + 1, SIZE_MAX, SIZE_MAX / 2};
    return seldom() ? sizes[below(std::size(sizes))] : below(Elements * 4);
  }
  cl_mem buffer() { return oneOf(buffers_, shared_.buffers[below(shared_.buffers.size())]); }
  cl_command_queue queue() { return below(2) ? shared_.queue : shared_.anyOrder; }
  /// For a command's wait list: some of the own events.
  std::vector<cl_event> waitList() {
    std::vector<cl_event> list;
    for (cl_event event : events_)
      if (below(4) == 0)
        list.push_back(event);
    if (below(64) == 0)
      list.push_back(nullptr);
    return list;
  }
  void keep(cl_event event) {
    if (event)
      events_.push_back(event);
    if (events_.size() > 8) {
      clReleaseEvent(events_.front());
      events_.erase(events_.begin());
    }
  }
  template <typename Enqueue> void enqueue(Enqueue call) {
    auto list = waitList();
    cl_event event = nullptr;
    call(static_cast<cl_uint>(list.size()), list.empty() ? nullptr : list.data(), below(2) ? &event : nullptr);
    keep(event);
  }

  void makeBuffer() {
    cl_mem made = clCreateBuffer(shared_.context, seldom() ? random_() : CL_MEM_READ_WRITE, size(), nullptr, nullptr);
    if (made)
      buffers_.push_back(made);
  }
  void makeSubBuffer() {
    cl_buffer_region region{below(3) * 128, size()};
    cl_mem made = clCreateSubBuffer(buffer(), CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr);
    if (made)
      buffers_.push_back(made);
  }
  void dropBuffer() {
    if (buffers_.size() < 8)
      return;
    clReleaseMemObject(buffers_.front());
    buffers_.erase(buffers_.begin());
  }
  void makeKernel() {
    if (cl_kernel made = clCreateKernel(shared_.program, below(3) ? "fill" : "add", nullptr))
      kernels_.push_back(made);
  }
  void dropKernel() {
    if (kernels_.size() < 4)
      return;
    clReleaseKernel(kernels_.front());
    kernels_.erase(kernels_.begin());
  }
  void setArgument() {
    cl_mem memory = buffer();
    cl_int number = static_cast<cl_int>(random_());
    cl_kernel kernel = oneOf<cl_kernel>(kernels_, nullptr);
    if (below(2))
      clSetKernelArg(kernel, static_cast<cl_uint>(below(3)), sizeof memory, &memory);
    else if (below(2))
      clSetKernelArg(kernel, static_cast<cl_uint>(below(4)), sizeof number, &number);
    else
      clSetKernelArg(kernel, 1, 4 * (8 + below(Elements)), nullptr); // `add` writes 8
  }
  // Groups of 8 and at most 64 items: what the buffers hold at least is written by `fill` of 16 items.
  void launch() {
    cl_kernel kernel = oneOf<cl_kernel>(kernels_, nullptr);
    if (!kernel || std::find(kernels_.begin(), kernels_.end(), kernel) == kernels_.end())
      return;
    cl_mem memory =
        shared_.buffers[below(shared_.buffers.size())]; // kernels are not robust: their buffers must be large
    clSetKernelArg(kernel, 0, sizeof memory, &memory);
    const size_t items = seldom() ? 0 : 8 * (1 + below(8)), group = seldom() ? 7 : 8;
    enqueue([&](cl_uint count, const cl_event *list, cl_event *event) {
      clEnqueueNDRangeKernel(queue(), kernel, seldom() ? 4 : 1, nullptr, &items, &group, count, list, event);
    });
  }
  void copy() {
    enqueue([&](cl_uint count, const cl_event *list, cl_event *event) {
      clEnqueueCopyBuffer(queue(), buffer(), buffer(), size(), size(), size(), count, list, event);
    });
  }
  void transfer() {
    thread_local std::array<char, Elements * 8> host{};
    const size_t bytes = std::min(size(), host.size());
    enqueue([&](cl_uint count, const cl_event *list, cl_event *event) {
      if (below(2))
        clEnqueueReadBuffer(shared_.queue, buffer(), CL_TRUE, size(), bytes, host.data(), count, list, event);
      else
        clEnqueueWriteBuffer(shared_.queue, buffer(), CL_TRUE, size(), bytes, host.data(), count, list, event);
    });
  }
  void fill() {
    const std::array<char, 256> pattern{};
    enqueue([&](cl_uint count, const cl_event *list, cl_event *event) {
      clEnqueueFillBuffer(queue(), buffer(), pattern.data(), size_t{1} << below(9), size() & ~size_t{3},
                          size() & ~size_t{3}, count, list, event);
    });
  }
  void map() {
    cl_mem memory = buffer();
    cl_int error = CL_SUCCESS;
    void *mapped = clEnqueueMapBuffer(shared_.queue, memory, CL_TRUE, seldom() ? random_() : CL_MAP_READ, size(),
                                      size(), 0, nullptr, nullptr, &error);
    if (error == CL_SUCCESS)
      clEnqueueUnmapMemObject(shared_.queue, memory, mapped, 0, nullptr, nullptr);
  }
  void userEvent() {
    cl_event gate = clCreateUserEvent(shared_.context, nullptr), marker = nullptr;
    clEnqueueMarkerWithWaitList(shared_.anyOrder, 1, &gate, &marker);
    clSetUserEventStatus(gate, seldom() ? -1 : CL_COMPLETE);
    clSetUserEventStatus(gate, CL_COMPLETE);
    clReleaseEvent(gate);
    keep(marker);
  }
  void ask() {
    std::array<char, 512> answer{};
    const size_t bytes = below(answer.size());
    size_t needed = 0;
    const auto name = static_cast<cl_uint>(0x1000 + below(0x300));
    switch (below(6)) {
    case 0:
      clGetMemObjectInfo(buffer(), name, bytes, answer.data(), &needed);
      break;
    case 1:
      clGetKernelInfo(oneOf<cl_kernel>(kernels_, nullptr), name, bytes, answer.data(), &needed);
      break;
    case 2:
      clGetEventInfo(oneOf<cl_event>(events_, nullptr), name, bytes, answer.data(), &needed);
      break;
    case 3:
      clGetProgramBuildInfo(shared_.program, shared_.device, name, bytes, answer.data(), &needed);
      break;
    case 4:
      clGetDeviceInfo(shared_.device, name, bytes, answer.data(), &needed);
      break;
    default:
      clGetKernelWorkGroupInfo(oneOf<cl_kernel>(kernels_, nullptr), shared_.device, name, bytes, answer.data(),
                               &needed);
    }
  }
  void waitFor() {
    if (auto list = waitList(); !list.empty())
      clWaitForEvents(static_cast<cl_uint>(list.size()), list.data());
    if (below(8) == 0)
      clFinish(queue());
  }
  void build() {
    if (below(64))
      return;
    const char *source = below(4) ? Source : "kernel void broken( {";
    cl_program made = clCreateProgramWithSource(shared_.context, 1, &source, nullptr, nullptr);
    clBuildProgram(made, 0, nullptr, seldom() ? "-no-such-option" : "-cl-mad-enable", nullptr, nullptr);
    clReleaseProgram(made);
  }
  void makeQueue() {
    const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, seldom() ? below(64) : below(4), 0};
    if (cl_command_queue made =
            clCreateCommandQueueWithProperties(shared_.context, shared_.device, properties, nullptr)) {
      clEnqueueMarkerWithWaitList(made, 0, nullptr, nullptr);
      clReleaseCommandQueue(made);
    }
  }

  const Shared &shared_;
  std::mt19937_64 random_;
  std::vector<cl_mem> buffers_;
  std::vector<cl_kernel> kernels_;
  std::vector<cl_event> events_;
};

} // namespace

int main(int argc, char **argv) {
  unsigned seconds = 10, threads = 4, seed = 1;
  for (int i = 1; i + 1 < argc; i += 2)
    (std::strcmp(argv[i], "--seconds") == 0   ? seconds
     : std::strcmp(argv[i], "--threads") == 0 ? threads
                                              : seed) = static_cast<unsigned>(std::strtoul(argv[i + 1], nullptr, 0));
  alarm(seconds + 120); // a hang is a death
  std::atomic<uint64_t> calls = 0, wrong = 0;
  {
    const Shared shared;
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
    std::vector<std::thread> running;
    for (unsigned number = 0; number < threads; ++number)
      running.emplace_back([&, number] {
        Caller caller(shared, seed * 1000 + number);
        while (std::chrono::steady_clock::now() < end) {
          for (int i = 0; i < 100; ++i)
            caller.call();
          calls += 100;
          wrong += !caller.knows();
        }
      });
    for (std::thread &thread : running)
      thread.join();
  }
  std::printf("%llu calls of %u threads, seed %u: %llu wrong results\n", static_cast<unsigned long long>(calls),
              threads, seed, static_cast<unsigned long long>(wrong));
  return wrong ? 1 : 0;
}
