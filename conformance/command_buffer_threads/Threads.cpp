// Command buffers on many threads: all of their functions but clFinalizeCommandBufferKHR and clUpdateMutableCommandsKHR
// of one command buffer may be called from any threads at once (OpenCL API, Appendix A). Results are compared with the
// same arithmetic on the host.
#include "Common.h"
#include <memory>
#include <random>

namespace {

using namespace commandbuffers;
using conformance::Program;

const char *const source = R"(
kernel void affine(global uint *p, uint a, uint b) { p[get_global_id(0)] = p[get_global_id(0)] * a + b; }
kernel void add(global uint *p, uint value) { atomic_add(p + get_global_id(0), value); }
kernel void node(global uint *p, uint a, uint b, uint to, uint work) {
  uint x = to;
  for (uint n = 0; n < work; ++n)
    x = x * 1664525u + 1013904223u;
  if (x != 1u)
    p[to] = p[a] * 31u + p[b] + to + 1u;
})";

constexpr std::size_t Items = 100;

std::vector<std::unique_ptr<Kernel>> kernelsOf(Session &session, const Program &program, const char *name,
                                               std::size_t items = Items) {
  std::vector<std::unique_ptr<Kernel>> all;
  for (unsigned i = 0; i < Threads; ++i)
    all.push_back(std::make_unique<Kernel>(session, program, name, items));
  return all;
}

std::vector<std::unique_ptr<Queue>> queuesOf(Session &session) {
  std::vector<std::unique_ptr<Queue>> all;
  for (unsigned i = 0; i < Threads; ++i)
    all.push_back(std::make_unique<Queue>(session, i % 2 == 0));
  return all;
}

/// A chain of kernels x -> x * a + b on each thread; `rounds` times over.
void chains(Session &session, bool releasesEarly) {
  const Functions call(session);
  const Program program(session, source);
  const auto kernels = kernelsOf(session, program, "affine");
  const auto queues = queuesOf(session);
  constexpr cl_uint length = 50, rounds = 20;
  Crew crew(session);
  crew.run([&](unsigned number) {
    Kernel &kernel = *kernels[number];
    cl_command_queue queue = queues[number]->handle;
    cl_uint expected = 0;
    for (cl_uint round = 0; round < rounds; ++round) {
      cl_int error = CL_SUCCESS;
      cl_command_buffer_khr buffer = call.create(1, &queue, nullptr, &error);
      if (!crew.check(error, "clCreateCommandBufferKHR"))
        return;
      cl_sync_point_khr last = 0;
      for (cl_uint i = 0; i < length; ++i) {
        kernel.set(1, 2 * i + 1);
        kernel.set(2, number + i + round);
        crew.check(call.kernel(buffer, nullptr, nullptr, kernel.handle, 1, nullptr, &kernel.items, nullptr, i ? 1 : 0,
                               i ? &last : nullptr, &last, nullptr),
                   "clCommandNDRangeKernelKHR");
        expected = expected * (2 * i + 1) + number + i + round;
      }
      crew.check(call.finalize(buffer), "clFinalizeCommandBufferKHR");
      crew.check(call.enqueue(0, nullptr, buffer, 0, nullptr, nullptr), "clEnqueueCommandBufferKHR");
      if (!releasesEarly)
        crew.check(clFinish(queue), "clFinish");
      crew.check(call.release(buffer), "clReleaseCommandBufferKHR");
      if (releasesEarly && number % 2)
        crew.check(clEnqueueBarrierWithWaitList(queue, 0, nullptr, nullptr), "clEnqueueBarrierWithWaitList");
    }
    crew.check(clFinish(queue), "clFinish");
    crew.expect(kernel.read(queue) == std::vector<cl_uint>(Items, expected), "wrong result of a thread's own chain");
  });
}

} // namespace

CONFORMANCE_TEST(each_its_own) { chains(session, false); }
CONFORMANCE_TEST(released_while_pending) { chains(session, true); }

CONFORMANCE_TEST(recording_into_one) {
  const Functions call(session);
  const Program program(session, source);
  const auto kernels = kernelsOf(session, program, "add");
  const Queue queue(session, false);
  cl_int error = CL_SUCCESS;
  cl_command_buffer_khr buffer = call.create(1, &queue.handle, nullptr, &error);
  session.require(error, "clCreateCommandBufferKHR");
  constexpr cl_uint count = 200;
  Crew crew(session);
  // Out of order: each thread's commands are a chain of their own, whose copies at its end see all of it.
  std::vector<cl_mem> copies;
  for (unsigned i = 0; i < Threads; ++i)
    copies.push_back(clCreateBuffer(session.context, 0, Items * sizeof(cl_uint), nullptr, &error));
  crew.run([&](unsigned number) {
    Kernel &kernel = *kernels[number];
    cl_sync_point_khr last = 0;
    for (cl_uint i = 0; i < count; ++i) {
      kernel.set(1, number + i);
      crew.check(call.kernel(buffer, nullptr, nullptr, kernel.handle, 1, nullptr, &kernel.items, nullptr, i ? 1 : 0,
                             i ? &last : nullptr, &last, nullptr),
                 "clCommandNDRangeKernelKHR");
    }
    crew.check(call.copy(buffer, nullptr, nullptr, kernel.memory, copies[number], 0, 0, Items * sizeof(cl_uint), 1,
                         &last, nullptr, nullptr),
               "clCommandCopyBufferKHR");
  });
  session.require(call.finalize(buffer), "clFinalizeCommandBufferKHR");
  for (cl_uint round = 1; round <= 3; ++round) {
    session.require(call.enqueue(0, nullptr, buffer, 0, nullptr, nullptr), "clEnqueueCommandBufferKHR");
    session.require(clFinish(queue.handle), "clFinish");
    for (cl_uint number = 0; number < Threads; ++number) {
      std::vector<cl_uint> values(Items);
      clEnqueueReadBuffer(queue.handle, copies[number], CL_TRUE, 0, Items * sizeof(cl_uint), values.data(), 0, nullptr,
                          nullptr);
      const cl_uint expected = round * (count * number + count * (count - 1) / 2);
      session.expect(values == std::vector<cl_uint>(Items, expected), "wrong sum of a thread's commands");
    }
  }
  for (cl_mem copy : copies)
    clReleaseMemObject(copy);
  session.require(call.release(buffer), "clReleaseCommandBufferKHR");
}

CONFORMANCE_TEST(enqueueing_one) {
  const Functions call(session);
  const Program program(session, source);
  Kernel kernel(session, program, "add", Items);
  const auto queues = queuesOf(session);
  cl_device_command_buffer_capabilities_khr capabilities = 0;
  clGetDeviceInfo(session.device, CL_DEVICE_COMMAND_BUFFER_CAPABILITIES_KHR, sizeof capabilities, &capabilities,
                  nullptr);
  if (!(capabilities & CL_COMMAND_BUFFER_CAPABILITY_SIMULTANEOUS_USE_KHR))
    session.skip("no simultaneous use");
  const cl_command_buffer_properties_khr properties[] = {CL_COMMAND_BUFFER_FLAGS_KHR,
                                                         CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR, 0};
  cl_int error = CL_SUCCESS;
  cl_command_buffer_khr buffer = call.create(1, &queues[0]->handle, properties, &error);
  session.require(error, "clCreateCommandBufferKHR");
  for (cl_uint value : {1u, 10u, 100u}) {
    kernel.set(1, value);
    session.require(call.kernel(buffer, nullptr, nullptr, kernel.handle, 1, nullptr, &kernel.items, nullptr, 0, nullptr,
                                nullptr, nullptr),
                    "clCommandNDRangeKernelKHR");
  }
  session.require(call.finalize(buffer), "clFinalizeCommandBufferKHR");
  constexpr cl_uint rounds = 200;
  Crew crew(session);
  crew.run([&](unsigned number) {
    cl_command_queue queue = queues[number]->handle;
    for (cl_uint i = 0; i < rounds; ++i) {
      crew.check(call.retain(buffer), "clRetainCommandBufferKHR");
      crew.check(call.enqueue(1, &queue, buffer, 0, nullptr, nullptr), "clEnqueueCommandBufferKHR");
      crew.check(call.release(buffer), "clReleaseCommandBufferKHR");
    }
    crew.check(clFinish(queue), "clFinish");
  });
  session.expect(kernel.read(session.queue) == std::vector<cl_uint>(Items, Threads * rounds * 111u), "wrong sum");
  session.require(call.release(buffer), "clReleaseCommandBufferKHR");
}

CONFORMANCE_TEST(random_graphs) {
  const Functions call(session);
  const Program program(session, source);
  constexpr cl_uint count = 150;
  const auto kernels = kernelsOf(session, program, "node", count);
  Crew crew(session);
  std::vector<std::unique_ptr<Queue>> queues;
  for (unsigned i = 0; i < Threads; ++i)
    queues.push_back(std::make_unique<Queue>(session, false));
  crew.run([&](unsigned number) {
    Kernel &kernel = *kernels[number];
    cl_command_queue queue = queues[number]->handle;
    std::mt19937 random(number);
    cl_int error = CL_SUCCESS;
    cl_command_buffer_khr buffer = call.create(1, &queue, nullptr, &error);
    if (!crew.check(error, "clCreateCommandBufferKHR"))
      return;
    const cl_uint zero = 0;
    cl_sync_point_khr cleared = 0;
    crew.check(
        call.fill(buffer, nullptr, nullptr, kernel.memory, &zero, 4, 0, count * 4, 0, nullptr, &cleared, nullptr),
        "clCommandFillBufferKHR");
    std::vector<cl_sync_point_khr> points;
    std::vector<cl_uint> expected(count, 0);
    const std::size_t one = 1;
    for (cl_uint i = 0; i < count; ++i) {
      const cl_uint a = i ? random() % i : 0, b = i ? random() % i : 0;
      const cl_sync_point_khr waits[] = {i ? points[a] : cleared, i ? points[b] : cleared};
      kernel.set(1, a);
      kernel.set(2, b);
      kernel.set(3, i);
      kernel.set(4, cl_uint(i % 5 * 2000));
      points.push_back(0);
      crew.check(call.kernel(buffer, nullptr, nullptr, kernel.handle, 1, nullptr, &one, nullptr, 2, waits,
                             &points.back(), nullptr),
                 "clCommandNDRangeKernelKHR");
      if (random() % 20 == 0)
        crew.check(call.barrier(buffer, nullptr, nullptr, 0, nullptr, nullptr, nullptr),
                   "clCommandBarrierWithWaitListKHR");
      expected[i] = expected[a] * 31u + expected[b] + i + 1u;
    }
    crew.check(call.finalize(buffer), "clFinalizeCommandBufferKHR");
    for (unsigned round = 0; round < 5; ++round) {
      crew.check(call.enqueue(0, nullptr, buffer, 0, nullptr, nullptr), "clEnqueueCommandBufferKHR");
      crew.check(clFinish(queue), "clFinish");
      crew.expect(kernel.read(queue) == expected, "wrong result of a graph");
    }
    crew.check(call.release(buffer), "clReleaseCommandBufferKHR");
  });
}

CONFORMANCE_TEST(updating) {
  const Functions call(session);
  if (!call.update)
    session.skip("no cl_khr_command_buffer_mutable_dispatch with that function");
  const Program program(session, source);
  const auto kernels = kernelsOf(session, program, "affine");
  const Queue queue(session, true); // all threads' buffers in one queue
  Crew crew(session);
  crew.run([&](unsigned number) {
    Kernel &kernel = *kernels[number];
    const cl_command_buffer_properties_khr properties[] = {CL_COMMAND_BUFFER_FLAGS_KHR, CL_COMMAND_BUFFER_MUTABLE_KHR,
                                                           0};
    cl_int error = CL_SUCCESS;
    cl_command_buffer_khr buffer = call.create(1, &queue.handle, properties, &error);
    if (!crew.check(error, "clCreateCommandBufferKHR"))
      return;
    kernel.set(1, 3u);
    kernel.set(2, 0u);
    cl_mutable_command_khr command = nullptr;
    crew.check(call.kernel(buffer, nullptr, nullptr, kernel.handle, 1, nullptr, &kernel.items, nullptr, 0, nullptr,
                           nullptr, &command),
               "clCommandNDRangeKernelKHR");
    crew.check(call.finalize(buffer), "clFinalizeCommandBufferKHR");
    cl_uint expected = 0;
    for (cl_uint i = 0; i < 200; ++i) {
      const cl_uint value = number * 1000 + i;
      const lanecl::cl_mutable_dispatch_arg_khr argument{2, sizeof value, &value};
      const lanecl::cl_mutable_dispatch_config_khr config{.command = command, .num_args = 1, .arg_list = &argument};
      const void *configs[] = {&config};
      const lanecl::cl_command_buffer_update_type_khr type = lanecl::MutableDispatchConfigType;
      crew.check(call.update(buffer, 1, &type, configs), "clUpdateMutableCommandsKHR");
      // In order, so that there is no simultaneous use; what is enqueued already keeps its arguments.
      crew.check(call.enqueue(0, nullptr, buffer, 0, nullptr, nullptr), "clEnqueueCommandBufferKHR");
      expected = expected * 3 + value;
    }
    crew.check(clFinish(queue.handle), "clFinish");
    crew.expect(kernel.read(queue.handle) == std::vector<cl_uint>(Items, expected), "wrong result after updates");
    crew.check(call.release(buffer), "clReleaseCommandBufferKHR");
  });
}
