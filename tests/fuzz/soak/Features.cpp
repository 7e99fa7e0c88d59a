#include "tests/fuzz/soak/Features.h"
#include "runtime/CommandBufferNames.h"
#include <CL/cl_ext.h>
#include <algorithm>
#include <array>
#include <chrono>
#include <condition_variable>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace lanecl::fuzz {
namespace {

void (*onError)(cl_int error) = nullptr;

void check(cl_int error, const char *what) {
  if (error != CL_SUCCESS && onError)
    onError(error);
  bench::check(error, what);
}

/// What was to be made is there.
template <typename H> H made(H handle) {
  check(handle ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY, "an object");
  return handle;
}

constexpr size_t Items = 512;
using Numbers = std::array<cl_int, Items>;

// --- Handles that end with their scope ---

template <auto release> struct Releaser {
  template <typename H> void operator()(H *handle) const { release(handle); }
};
template <typename H, auto release> using Held = std::unique_ptr<std::remove_pointer_t<H>, Releaser<release>>;
using Context = Held<cl_context, clReleaseContext>;
using Queue = Held<cl_command_queue, clReleaseCommandQueue>;
using Buffer = Held<cl_mem, clReleaseMemObject>;
using Program = Held<cl_program, clReleaseProgram>;
using Kernel = Held<cl_kernel, clReleaseKernel>;
using Event = Held<cl_event, clReleaseEvent>;
using Sampler = Held<cl_sampler, clReleaseSampler>;
using Device = Held<cl_device_id, clReleaseDevice>;

Buffer makeBuffer(cl_context context, size_t bytes = sizeof(Numbers)) {
  return Buffer(made(clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, nullptr, nullptr)));
}

Program fromSource(cl_context context, const std::string &source) {
  const char *text = source.c_str();
  return Program(made(clCreateProgramWithSource(context, 1, &text, nullptr, nullptr)));
}

void build(const Program &program) {
  check(clBuildProgram(program.get(), 0, nullptr, "-cl-std=CL3.0", nullptr, nullptr), "clBuildProgram");
}

/// a[i] = i * factor + add
std::string simple(uint64_t factor) {
  return "kernel void k(global int *a, int add) { int i = get_global_id(0); a[i] = i * " +
         std::to_string(factor % 100000) + " + add; }";
}
bool isSimple(const Numbers &a, uint64_t factor, cl_int add) {
  for (size_t i = 0; i < a.size(); ++i)
    if (a[i] != cl_int(i) * cl_int(factor % 100000) + add)
      return false;
  return true;
}

void setSimple(const Kernel &kernel, cl_mem memory, cl_int add) {
  check(clSetKernelArg(kernel.get(), 0, sizeof memory, &memory), "clSetKernelArg");
  check(clSetKernelArg(kernel.get(), 1, sizeof add, &add), "clSetKernelArg");
}

/// Of the last launch without an event of the caller's.
Event &lastLaunch() {
  static Event &event = *new Event;
  return event;
}

void launch(cl_command_queue queue, const Kernel &kernel, std::vector<cl_event> after = {}, cl_event *event = nullptr,
            cl_uint dimensions = 1) {
  const size_t items[] = {dimensions == 1 ? Items : 32, 16};
  cl_event own = nullptr;
  check(clEnqueueNDRangeKernel(queue, kernel.get(), dimensions, nullptr, items, nullptr, cl_uint(after.size()),
                               after.empty() ? nullptr : after.data(), event ? event : &own),
        "clEnqueueNDRangeKernel");
  lastLaunch().reset(own);
}

/// Behind the end of the last launch: commands behind one that fails run all the same, and what they find is what was
/// there before.
void checkLaunch() {
  cl_int status = CL_COMPLETE;
  if (lastLaunch())
    clGetEventInfo(lastLaunch().get(), CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, nullptr);
  lastLaunch().reset();
  check(std::min(status, CL_SUCCESS), "a launch");
}

Numbers read(cl_command_queue queue, cl_mem memory, std::vector<cl_event> after = {}) {
  Numbers numbers{};
  check(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, sizeof numbers, numbers.data(), cl_uint(after.size()),
                            after.empty() ? nullptr : after.data(), nullptr),
        "clEnqueueReadBuffer");
  checkLaunch();
  return numbers;
}

/// Runs simple(factor) of a built program.
bool runs(const bench::Host &host, const Program &program, uint64_t factor) {
  Kernel kernel(made(clCreateKernel(program.get(), "k", nullptr)));
  Buffer memory = makeBuffer(host.context);
  setSimple(kernel, memory.get(), 7);
  launch(host.queue, kernel);
  return isSimple(read(host.queue, memory.get()), factor, 7);
}

/// Built once, for what is not about building.
const Program &standing(const bench::Host &host) {
  static const Program &program = *new Program([&] {
    Program made = fromSource(host.context, simple(3));
    build(made);
    return made;
  }());
  return program;
}
Kernel standingKernel(const bench::Host &host) {
  return Kernel(made(clCreateKernel(standing(host).get(), "k", nullptr)));
}

template <typename F> F extension(const bench::Host &host, const char *name) {
  auto *function = reinterpret_cast<F>(clGetExtensionFunctionAddressForPlatform(host.platform, name));
  check(function ? CL_SUCCESS : CL_INVALID_VALUE, name);
  return function;
}

// --- Programs ---

bool source(const Round &round) {
  Program program = fromSource(round.host.context, simple(round.number));
  build(program);
  return runs(round.host, program, round.number);
}

/// What a build that is to fail with `expected` came to.
bool isRefused(cl_int status, cl_int expected) {
  if (status != CL_SUCCESS && status != expected)
    check(status, "clBuildProgram");
  return status == expected;
}

bool refused(const Round &round) {
  Program program = fromSource(round.host.context, "kernel void k( { int n = " + std::to_string(round.number) + ";");
  if (!isRefused(clBuildProgram(program.get(), 0, nullptr, "", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE))
    return false;
  std::array<char, 1000> log{};
  clGetProgramBuildInfo(program.get(), round.host.device, CL_PROGRAM_BUILD_LOG, log.size(), log.data(), nullptr);
  return isRefused(clBuildProgram(program.get(), 0, nullptr, "-no-such-option", nullptr, nullptr),
                   CL_INVALID_BUILD_OPTIONS);
}

std::vector<unsigned char> binaryOf(const Program &program) {
  size_t bytes = 0;
  check(clGetProgramInfo(program.get(), CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, nullptr), "sizes");
  std::vector<unsigned char> binary(bytes);
  unsigned char *place = binary.data();
  check(clGetProgramInfo(program.get(), CL_PROGRAM_BINARIES, sizeof place, &place, nullptr), "binaries");
  return binary;
}

Program fromBinary(const bench::Host &host, const std::vector<unsigned char> &binary) {
  const unsigned char *place = binary.data();
  const size_t bytes = binary.size();
  return Program(clCreateProgramWithBinary(host.context, 1, &host.device, &bytes, &place, nullptr, nullptr));
}

bool binary(const Round &round) {
  Program first = fromSource(round.host.context, simple(round.number + 1)), broken;
  build(first);
  std::vector<unsigned char> bytes = binaryOf(first);
  Program again = fromBinary(round.host, bytes);
  build(again);
  bytes[round.number % bytes.size()] ^= 1;
  return !fromBinary(round.host, bytes) && runs(round.host, again, round.number + 1);
}

/// SPIR-V of the program's module: in its binary behind the texts (runtime/BinaryFormat.h says where).
std::vector<unsigned char> ilOf(const Program &program) {
  constexpr std::array<unsigned char, 4> Magic = {0x03, 0x02, 0x23, 0x07};
  const std::vector<unsigned char> bytes = binaryOf(program);
  const auto begin = std::search(bytes.begin(), bytes.end(), Magic.begin(), Magic.end());
  uint64_t words = 0;
  if (begin - bytes.begin() >= 8 && begin != bytes.end())
    std::memcpy(&words, &*begin - 8, 8);
  return words * 4 <= uint64_t(bytes.end() - begin) ? std::vector<unsigned char>(begin, begin + ptrdiff_t(words * 4))
                                                    : std::vector<unsigned char>();
}

bool il(const Round &round) {
  Program first = fromSource(round.host.context, simple(round.number + 2));
  check(clCompileProgram(first.get(), 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr), "clCompileProgram");
  const std::vector<unsigned char> words = ilOf(first);
  Program second(made(clCreateProgramWithIL(round.host.context, words.data(), words.size(), nullptr)));
  if (!second)
    return false;
  build(second);
  const std::vector<unsigned char> damaged(words.begin(), words.end() - 40);
  Program third(clCreateProgramWithIL(round.host.context, damaged.data(), damaged.size(), nullptr));
  return runs(round.host, second, round.number + 2);
}

bool linked(const Round &round) {
  Program first = fromSource(round.host.context, "int other(int i); kernel void k(global int *a, int add) {"
                                                 "int i = get_global_id(0); a[i] = other(i) + add; }");
  Program second =
      fromSource(round.host.context, "int other(int i) { return i * " + std::to_string(round.number % 100000) + "; }");
  cl_program parts[] = {first.get(), second.get()};
  for (cl_program part : parts)
    check(clCompileProgram(part, 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr), "clCompileProgram");
  Program whole(made(clLinkProgram(round.host.context, 0, nullptr, "", 2, parts, nullptr, nullptr, nullptr)));
  return whole && runs(round.host, whole, round.number);
}

struct Signal {
  std::mutex mutex;
  std::condition_variable changed;
  int count = 0;
  void tell() {
    std::lock_guard lock(mutex);
    ++count;
    changed.notify_all();
  }
  bool wait(int until) {
    std::unique_lock lock(mutex);
    return changed.wait_for(lock, std::chrono::seconds(60), [&] { return count >= until; });
  }
};

bool background(const Round &round) {
  static Signal signal; // a command that is left by an error may be behind it
  signal.count = 0;
  Program program = fromSource(round.host.context, simple(round.number + 3));
  check(
      clBuildProgram(
          program.get(), 0, nullptr, "", [](cl_program, void *data) { static_cast<Signal *>(data)->tell(); }, &signal),
      "clBuildProgram");
  return signal.wait(1) && runs(round.host, program, round.number + 3);
}

// --- Memory ---

bool buffers(const Round &round) {
  static Signal signal; // a command that is left by an error may be behind it
  signal.count = 0;
  const cl_command_queue queue = round.host.queue;
  Buffer whole = makeBuffer(round.host.context, 4 * sizeof(Numbers));
  const cl_buffer_region region{sizeof(Numbers), sizeof(Numbers)};
  Buffer part(made(clCreateSubBuffer(whole.get(), CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, nullptr)));
  clSetMemObjectDestructorCallback(
      whole.get(), [](cl_mem, void *data) { static_cast<Signal *>(data)->tell(); }, &signal);
  Kernel kernel = standingKernel(round.host);
  setSimple(kernel, part.get(), cl_int(round.number % 1000));
  launch(queue, kernel);
  check(
      clEnqueueCopyBuffer(queue, part.get(), whole.get(), 0, 2 * sizeof(Numbers), sizeof(Numbers), 0, nullptr, nullptr),
      "copy");
  const cl_int zero = 0;
  check(clEnqueueFillBuffer(queue, part.get(), &zero, 4, 0, sizeof(Numbers), 0, nullptr, nullptr), "fill");
  const size_t origin[3] = {}, size[3] = {64, 4, 1};
  check(
      clEnqueueCopyBufferRect(queue, whole.get(), part.get(), origin, origin, size, 128, 0, 64, 0, 0, nullptr, nullptr),
      "rect");
  cl_int error = CL_SUCCESS;
  void *mapped = clEnqueueMapBuffer(queue, whole.get(), CL_TRUE, CL_MAP_READ, 2 * sizeof(Numbers), sizeof(Numbers), 0,
                                    nullptr, nullptr, &error);
  check(error, "map");
  Numbers numbers;
  std::memcpy(numbers.data(), mapped, sizeof numbers);
  check(clEnqueueUnmapMemObject(queue, whole.get(), mapped, 0, nullptr, nullptr), "unmap");
  check(clFinish(queue), "clFinish");
  checkLaunch();
  part.reset();
  whole.reset();
  return signal.wait(1) && isSimple(numbers, 3, cl_int(round.number % 1000));
}

bool images(const Round &round) {
  static const Program &program = *new Program([&] {
    Program made =
        fromSource(round.host.context, "kernel void k(read_only image2d_t in, sampler_t s, write_only image2d_t out) {"
                                       "int2 at = (int2)(get_global_id(0), get_global_id(1));"
                                       "write_imagef(out, at, read_imagef(in, s, at) * 2.0f); }");
    build(made);
    return made;
  }());
  const cl_image_format format{CL_RGBA,
                               (round.number & 1) ? cl_channel_type(CL_FLOAT) : cl_channel_type(CL_HALF_FLOAT)};
  cl_image_desc desc{};
  desc.image_type = CL_MEM_OBJECT_IMAGE2D;
  desc.image_width = 32;
  desc.image_height = 16;
  Buffer in(made(clCreateImage(round.host.context, CL_MEM_READ_ONLY, &format, &desc, nullptr, nullptr)));
  Buffer out(made(clCreateImage(round.host.context, CL_MEM_READ_WRITE, &format, &desc, nullptr, nullptr)));
  const cl_sampler_properties properties[] = {CL_SAMPLER_NORMALIZED_COORDS, CL_FALSE, 0};
  Sampler sampler(made(clCreateSamplerWithProperties(round.host.context, properties, nullptr)));
  const std::array<float, 4> colour = {1, 2, 3, 4};
  const size_t origin[3] = {}, size[3] = {32, 16, 1};
  check(clEnqueueFillImage(round.host.queue, in.get(), colour.data(), origin, size, 0, nullptr, nullptr), "fill");
  Kernel kernel(made(clCreateKernel(program.get(), "k", nullptr)));
  const cl_mem places[] = {in.get(), out.get()};
  const cl_sampler given = sampler.get();
  clSetKernelArg(kernel.get(), 0, sizeof(cl_mem), &places[0]);
  clSetKernelArg(kernel.get(), 1, sizeof given, &given);
  clSetKernelArg(kernel.get(), 2, sizeof(cl_mem), &places[1]);
  launch(round.host.queue, kernel, {}, nullptr, 2);
  size_t pitch = 0;
  cl_int error = CL_SUCCESS;
  void *mapped = clEnqueueMapImage(round.host.queue, out.get(), CL_TRUE, CL_MAP_READ, origin, size, &pitch, nullptr, 0,
                                   nullptr, nullptr, &error);
  check(error, "map");
  uint32_t first = 0;
  std::memcpy(&first, mapped, sizeof first);
  check(clEnqueueUnmapMemObject(round.host.queue, out.get(), mapped, 0, nullptr, nullptr), "unmap");
  check(clFinish(round.host.queue), "clFinish");
  checkLaunch();
  return (round.number & 1) ? first == 0x40000000 : first == 0x44004000; // 2.0f; 2.0h and 4.0h
}

bool svm(const Round &round) {
  const cl_command_queue queue = round.host.queue;
  auto *numbers = static_cast<cl_int *>(made(clSVMAlloc(round.host.context, CL_MEM_READ_WRITE, sizeof(Numbers), 0)));
  auto *other = made(clSVMAlloc(round.host.context, CL_MEM_READ_WRITE, sizeof(Numbers), 0));
  Kernel kernel = standingKernel(round.host);
  const cl_int add = 5;
  check(clSetKernelArgSVMPointer(kernel.get(), 0, numbers), "clSetKernelArgSVMPointer");
  check(clSetKernelArg(kernel.get(), 1, sizeof add, &add), "clSetKernelArg");
  launch(queue, kernel);
  check(clEnqueueSVMMemcpy(queue, CL_FALSE, other, numbers, sizeof(Numbers), 0, nullptr, nullptr),
        "clEnqueueSVMMemcpy");
  check(clEnqueueSVMMap(queue, CL_TRUE, CL_MAP_READ, other, sizeof(Numbers), 0, nullptr, nullptr), "clEnqueueSVMMap");
  Numbers copy;
  std::memcpy(copy.data(), other, sizeof copy);
  check(clEnqueueSVMUnmap(queue, other, 0, nullptr, nullptr), "clEnqueueSVMUnmap");
  void *both[] = {numbers, other};
  check(clEnqueueSVMFree(queue, 2, both, nullptr, nullptr, 0, nullptr, nullptr), "clEnqueueSVMFree");
  check(clFinish(queue), "clFinish");
  checkLaunch();
  return isSimple(copy, 3, add);
}

bool usm(const Round &round) {
  static auto allocate = extension<clHostMemAllocINTEL_fn>(round.host, "clHostMemAllocINTEL");
  static auto release = extension<clMemFreeINTEL_fn>(round.host, "clMemFreeINTEL");
  static auto set = extension<clSetKernelArgMemPointerINTEL_fn>(round.host, "clSetKernelArgMemPointerINTEL");
  void *memory = made(allocate(round.host.context, nullptr, sizeof(Numbers), 0, nullptr));
  Kernel kernel = standingKernel(round.host);
  const cl_int add = 1;
  check(set(kernel.get(), 0, memory), "clSetKernelArgMemPointerINTEL");
  check(clSetKernelArg(kernel.get(), 1, sizeof add, &add), "clSetKernelArg");
  launch(round.host.queue, kernel);
  check(clFinish(round.host.queue), "clFinish");
  checkLaunch();
  Numbers copy;
  std::memcpy(copy.data(), memory, sizeof copy);
  check(release(round.host.context, memory), "clMemFreeINTEL");
  return isSimple(copy, 3, add);
}

// --- Queues and events ---

bool events(const Round &round) {
  static Signal signal; // a command that is left by an error may be behind it
  signal.count = 0;
  const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES,
                                            CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE, 0};
  Queue queue(made(clCreateCommandQueueWithProperties(round.host.context, round.host.device, properties, nullptr)));
  Event gate(made(clCreateUserEvent(round.host.context, nullptr)));
  Buffer memory = makeBuffer(round.host.context);
  Kernel kernel = standingKernel(round.host);
  setSimple(kernel, memory.get(), 2);
  cl_event made[2] = {};
  launch(queue.get(), kernel, {gate.get()}, &made[0]);
  const Event done(made[0]);
  for (cl_int state : {CL_COMPLETE, CL_RUNNING, CL_SUBMITTED})
    check(clSetEventCallback(
              done.get(), state, [](cl_event, cl_int, void *data) { static_cast<Signal *>(data)->tell(); }, &signal),
          "clSetEventCallback");
  check(clEnqueueMarkerWithWaitList(queue.get(), 1, &made[0], &made[1]), "marker");
  const Event marker(made[1]);
  check(clSetUserEventStatus(gate.get(), CL_COMPLETE), "clSetUserEventStatus");
  const Numbers numbers = read(queue.get(), memory.get(), {marker.get()});
  cl_ulong begin = 0, end = 0;
  clGetEventProfilingInfo(done.get(), CL_PROFILING_COMMAND_START, sizeof begin, &begin, nullptr);
  clGetEventProfilingInfo(done.get(), CL_PROFILING_COMMAND_END, sizeof end, &end, nullptr);
  return signal.wait(3) && begin <= end && isSimple(numbers, 3, 2);
}

/// Commands behind an event that fails do not run, and are gone all the same.
bool failing(const Round &round) {
  const cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
  Queue queue(made(clCreateCommandQueueWithProperties(round.host.context, round.host.device, properties, nullptr)));
  Event gate(made(clCreateUserEvent(round.host.context, nullptr)));
  Kernel kernel = standingKernel(round.host);
  Buffer memory = makeBuffer(round.host.context);
  setSimple(kernel, memory.get(), 2);
  cl_event last = nullptr;
  launch(queue.get(), kernel, {gate.get()}, &last);
  const Event end(last);
  check(clSetUserEventStatus(gate.get(), -5), "clSetUserEventStatus");
  return clWaitForEvents(1, &last) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST;
}

bool native(const Round &round) {
  int seen = 0;
  struct Arguments {
    int *seen;
  } arguments{&seen};
  check(clEnqueueNativeKernel(
            round.host.queue, [](void *data) { ++*static_cast<Arguments *>(data)->seen; }, &arguments, sizeof arguments,
            0, nullptr, nullptr, 0, nullptr, nullptr),
        "clEnqueueNativeKernel");
  check(clFinish(round.host.queue), "clFinish");
  checkLaunch();
  return seen == 1;
}

bool commandBuffer(const Round &round) {
  static auto create = extension<lanecl::clCreateCommandBufferKHR_fn>(round.host, "clCreateCommandBufferKHR");
  static auto add = extension<lanecl::clCommandNDRangeKernelKHR_fn>(round.host, "clCommandNDRangeKernelKHR");
  static auto fill = extension<lanecl::clCommandFillBufferKHR_fn>(round.host, "clCommandFillBufferKHR");
  static auto finalize = extension<lanecl::clFinalizeCommandBufferKHR_fn>(round.host, "clFinalizeCommandBufferKHR");
  static auto enqueue = extension<lanecl::clEnqueueCommandBufferKHR_fn>(round.host, "clEnqueueCommandBufferKHR");
  static auto release = extension<lanecl::clReleaseCommandBufferKHR_fn>(round.host, "clReleaseCommandBufferKHR");
  cl_command_queue queue = round.host.queue;
  cl_command_buffer_khr commands = made(create(1, &queue, nullptr, nullptr));
  Buffer memory = makeBuffer(round.host.context), other = makeBuffer(round.host.context);
  Kernel kernel = standingKernel(round.host);
  setSimple(kernel, memory.get(), 4);
  const size_t items = Items;
  const cl_int zero = 0;
  check(add(commands, nullptr, nullptr, kernel.get(), 1, nullptr, &items, nullptr, 0, nullptr, nullptr, nullptr),
        "NDRange");
  check(fill(commands, nullptr, nullptr, other.get(), &zero, 4, 0, sizeof(Numbers), 0, nullptr, nullptr, nullptr),
        "fill");
  check(finalize(commands), "clFinalizeCommandBufferKHR");
  for (int times = 0; times < 3; ++times)
    check(enqueue(0, nullptr, commands, 0, nullptr, nullptr), "clEnqueueCommandBufferKHR");
  const bool good = isSimple(read(queue, memory.get()), 3, 4);
  check(release(commands), "clReleaseCommandBufferKHR");
  return good;
}

bool subDevices(const Round &round) {
  cl_uint count = 0, units = 0;
  clGetDeviceInfo(round.host.device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof units, &units, nullptr);
  if (units < 2)
    return true;
  const cl_device_partition_property properties[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
  check(clCreateSubDevices(round.host.device, properties, 0, nullptr, &count), "clCreateSubDevices");
  std::vector<cl_device_id> ids(count);
  check(clCreateSubDevices(round.host.device, properties, count, ids.data(), nullptr), "clCreateSubDevices");
  std::vector<Device> devices(ids.begin(), ids.end());
  Context context(made(clCreateContext(nullptr, 1, &ids[0], nullptr, nullptr, nullptr)));
  Queue queue(made(clCreateCommandQueueWithProperties(context.get(), ids[0], nullptr, nullptr)));
  Program program = fromSource(context.get(), simple(3));
  build(program);
  Kernel kernel(made(clCreateKernel(program.get(), "k", nullptr)));
  Buffer memory = makeBuffer(context.get());
  setSimple(kernel, memory.get(), 9);
  launch(queue.get(), kernel);
  return isSimple(read(queue.get(), memory.get()), 3, 9);
}

bool printing(const Round &round) {
  Program program =
      fromSource(round.host.context, "kernel void k(global int *a, int add) { int i = get_global_id(0);"
                                     "if (i == 5) printf(\"%d %s\\n\", add, \"said\"); a[i] = i * 6 + add; }");
  build(program);
  return runs(round.host, program, 6);
}

// --- Processes ---

/// A child has the platform to itself; the parent's goes on.
bool forked(const Round &round) {
  constexpr int Wrong = 3, Error = 1; // as bench::check() ends a process
  const pid_t child = fork();
  if (child == 0) {
    onError = nullptr;
    bool good = false;
    {
      const bench::Host host;
      good = source({host, round.number + 4});
    }
    _exit(good ? 0 : Wrong);
  }
  int status = -1;
  if (waitpid(child, &status, 0) != child || !WIFEXITED(status))
    return false;
  check(WEXITSTATUS(status) == Error ? CL_OUT_OF_HOST_MEMORY : CL_SUCCESS, "a child");
  return WEXITSTATUS(status) == 0;
}

constexpr Feature All[] = {{"source", source},
                           {"refused source", refused},
                           {"binary", binary},
                           {"IL", il},
                           {"linked", linked},
                           {"build in the background", background},
                           {"buffers", buffers},
                           {"images", images},
                           {"SVM", svm},
                           {"USM", usm},
                           {"events", events},
                           {"failing events", failing},
                           {"native kernel", native},
                           {"command buffer", commandBuffer},
                           {"sub-devices", subDevices},
                           {"printf", printing},
                           {"fork", forked}};

} // namespace

std::span<const Feature> features() { return All; }

void setErrorHandler(void (*handler)(cl_int error)) { onError = handler; }

void fillStores(const bench::Host &host) {
  constexpr size_t Megabytes = 40; // runtime/CodeStore keeps 32
  for (size_t i = 0; i < Megabytes; ++i) {
    // The log is kept beside the module.
    Program program = fromSource(host.context, "#warning " + std::to_string(i) + std::string(1 << 20, 'x') + "\n");
    check(clCompileProgram(program.get(), 0, nullptr, "", 0, nullptr, nullptr, nullptr, nullptr), "clCompileProgram");
  }
}

} // namespace lanecl::fuzz
