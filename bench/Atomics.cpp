// Atomic operations of kernels, through the OpenCL API, beside std::atomic (global memory) and plain C++ (local memory,
// an array for each thread) on as many threads in the same run. Names: MEMORY/OPERATION/TYPE/PATTERN with PATTERN among
// one (all work-items at one address), pairs, spread (side by side) and random. Counters: `Gop/s`, and `share`: the
// time of plain C++ over ours (1: as fast). Needs a platform behind the ICD loader (OCL_ICD_VENDORS).
#define CL_TARGET_OPENCL_VERSION 300
#include "bench/Host.h"
#include <CL/cl.h>
#include <algorithm>
#include <atomic>
#include <benchmark/benchmark.h>
#include <string>
#include <thread>
#include <vector>

using lanecl::bench::check, lanecl::bench::Host, lanecl::bench::now;

namespace {

constexpr unsigned Cells = 1024, Items = 1 << 20, Rounds = 16, GroupSize = 256;

/// Lives to the end: the driver may be gone before static objects are.
const Host &host() {
  static const Host &only = *new Host;
  return only;
}

const char *const source = R"(
  #pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
  #pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
  uint cellOf(uint i) {
    return PATTERN == 0 ? 0 : PATTERN == 1 ? i / 2 % CELLS : PATTERN == 2 ? i % CELLS : (i * 2654435761u) >> 22;
  }
  kernel void onGlobal(volatile global A *cells) {
    uint i = get_global_id(0);
    APPLY(cells + cellOf(i), (T)i);
  }
  kernel void onLocal(volatile global T *out) {
    local A cells[CELLS];
    uint l = get_local_id(0);
    for (uint i = l; i < CELLS; i += get_local_size(0)) ((local T *)cells)[i] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint round = 0; round < ROUNDS; ++round) APPLY(cells + cellOf(get_global_id(0) + round * 77), (T)round);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) out[get_group_id(0)] = ((local T *)cells)[get_group_id(0) % CELLS];
  })";

unsigned cellOf(unsigned pattern, unsigned i) {
  return pattern == 0 ? 0 : pattern == 1 ? i / 2 % Cells : pattern == 2 ? i % Cells : (i * 2654435761U) >> 22;
}

/// One operation: in OpenCL C, on std::atomic, and plain.
template <typename T> struct Operation {
  const char *name, *type, *atomicType;
  std::string apply;
  void (*shared)(std::atomic<T> &, T);
  void (*plain)(T &, T);
};

template <typename T> void shareMax(std::atomic<T> &cell, T value) {
  T old = cell.load(std::memory_order_relaxed);
  while (old < value && !cell.compare_exchange_weak(old, value, std::memory_order_relaxed)) {
  }
}

template <typename Work> double onAllThreads(Work work) {
  const unsigned count = std::max(1U, std::thread::hardware_concurrency());
  const double start = now();
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < count; ++i)
    threads.emplace_back([=] { work(Items / count * i, Items / count * (i + 1)); });
  for (std::thread &thread : threads)
    thread.join();
  return now() - start;
}

template <typename T> double plainTime(const Operation<T> &operation, unsigned pattern, bool isLocal) {
  if (!isLocal) {
    static std::vector<std::atomic<T>> cells(Cells);
    return onAllThreads([=](unsigned first, unsigned last) {
      for (unsigned i = first; i < last; ++i)
        operation.shared(cells[cellOf(pattern, i)], static_cast<T>(i));
    });
  }
  return onAllThreads([=](unsigned first, unsigned last) {
    std::vector<T> cells(Cells);
    for (unsigned group = first; group < last; group += GroupSize)
      for (unsigned round = 0; round < Rounds; ++round)
        for (unsigned i = group; i < group + GroupSize; ++i)
          operation.plain(cells[cellOf(pattern, i + round * 77)], static_cast<T>(round));
    benchmark::DoNotOptimize(cells.data());
  });
}

template <typename T> void run(benchmark::State &state, const Operation<T> &operation, unsigned pattern, bool isLocal) {
  const Host &device = host();
  cl_int error = CL_SUCCESS;
  cl_program program =
      clCreateProgramWithSource(device.context, 1, const_cast<const char **>(&source), nullptr, &error);
  check(error, "clCreateProgramWithSource");
  std::string options = "-cl-std=CL3.0 -DT=" + std::string(operation.type) + " -DA=" + operation.atomicType +
                        " -DPATTERN=" + std::to_string(pattern) + " -DCELLS=" + std::to_string(Cells) +
                        " -DROUNDS=" + std::to_string(Rounds) + " -DAPPLY(p,v)=" + operation.apply;
  if (clBuildProgram(program, 1, &device.device, options.c_str(), nullptr, nullptr) != CL_SUCCESS)
    return state.SkipWithError("not supported by the platform");
  cl_kernel kernel = clCreateKernel(program, isLocal ? "onLocal" : "onGlobal", &error);
  check(error, "clCreateKernel");
  cl_mem memory = clCreateBuffer(device.context, CL_MEM_READ_WRITE, Items / GroupSize * sizeof(T), nullptr, &error);
  check(error, "clCreateBuffer");
  check(clSetKernelArg(kernel, 0, sizeof memory, &memory), "clSetKernelArg");
  const T zero = 0;
  check(clEnqueueFillBuffer(device.queue, memory, &zero, sizeof zero, 0, Items / GroupSize * sizeof(T), 0, nullptr,
                            nullptr),
        "clEnqueueFillBuffer");
  auto launch = [&] {
    const double start = now();
    const std::size_t global = Items, local = GroupSize;
    check(clEnqueueNDRangeKernel(device.queue, kernel, 1, nullptr, &global, &local, 0, nullptr, nullptr),
          "clEnqueueNDRangeKernel");
    check(clFinish(device.queue), "clFinish");
    return now() - start;
  };
  launch();
  double ours = 1e9, plain = 1e9;
  for (auto _ : state) { // by turns, so that both see the same machine
    const double time = launch();
    ours = std::min(ours, time);
    plain = std::min(plain, plainTime(operation, pattern, isLocal));
    state.SetIterationTime(time);
  }
  state.counters["Gop/s"] = 1e-9 * Items * (isLocal ? Rounds : 1) / ours;
  state.counters["share"] = plain / ours;
  clReleaseMemObject(memory);
  clReleaseKernel(kernel);
  clReleaseProgram(program);
}

template <typename T> void add(const Operation<T> &operation) {
  static constexpr const char *patterns[] = {"one", "pairs", "spread", "random"};
  for (bool isLocal : {false, true})
    for (unsigned pattern = 0; pattern < 4; ++pattern) {
      std::string name =
          std::string(isLocal ? "local/" : "global/") + operation.name + "/" + operation.type + "/" + patterns[pattern];
      benchmark::RegisterBenchmark(name.c_str(),
                                   [=](benchmark::State &state) { run(state, operation, pattern, isLocal); })
          ->UseManualTime()
          ->Iterations(8);
    }
}

template <typename T> void addIntegers(const char *type, const char *prefix) {
  auto apply = [&](const char *name) { return std::string(prefix) + name + "(p,v)"; };
  add<T>({"add", type, type, apply("add"), [](std::atomic<T> &c, T v) { c.fetch_add(v, std::memory_order_relaxed); },
          [](T &c, T v) { c += v; }});
  add<T>({"max", type, type, apply("max"), shareMax<T>, [](T &c, T v) { c = std::max(c, v); }});
  add<T>({"or", type, type, apply("or"), [](std::atomic<T> &c, T v) { c.fetch_or(v, std::memory_order_relaxed); },
          [](T &c, T v) { c |= v; }});
  add<T>({"xchg", type, type, apply("xchg"), [](std::atomic<T> &c, T v) { c.exchange(v, std::memory_order_relaxed); },
          [](T &c, T v) { c = v; }});
}

template <typename T> void addFloats(const char *type, const char *atomicType) {
  add<T>({"add", type, atomicType, "atomic_fetch_add_explicit(p,v,memory_order_relaxed)",
          [](std::atomic<T> &c, T v) { c.fetch_add(v, std::memory_order_relaxed); }, [](T &c, T v) { c += v; }});
  add<T>({"max", type, atomicType, "atomic_fetch_max_explicit(p,v,memory_order_relaxed)", shareMax<T>,
          [](T &c, T v) { c = std::max(c, v); }});
}

} // namespace

int main(int argc, char **argv) {
  addIntegers<int>("int", "atomic_");
  addIntegers<long>("long", "atom_");
  addFloats<float>("float", "atomic_float");
  addFloats<double>("double", "atomic_double");
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
