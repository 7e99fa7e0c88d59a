// clCreateSubDevices and what it makes (OpenCL API 4.3).
#include "tests/api/ProgramFixture.h"
#include <functional>
#include <numeric>
#include <sched.h>

namespace apitest {
namespace {

using Property = cl_device_partition_property;
using Properties = std::vector<Property>;
using Device = std::unique_ptr<cl_device_id, Releaser<cl_device_id, clReleaseDevice>>;

template <typename T> T infoOf(cl_device_id device, cl_device_info what) {
  T value{};
  EXPECT_EQ(clGetDeviceInfo(device, what, sizeof value, &value, nullptr), CL_SUCCESS) << std::hex << what;
  return value;
}
template <typename T> std::vector<T> listOf(cl_device_id device, cl_device_info what) {
  size_t bytes = 0;
  EXPECT_EQ(clGetDeviceInfo(device, what, 0, nullptr, &bytes), CL_SUCCESS) << std::hex << what;
  std::vector<T> list(bytes / sizeof(T));
  EXPECT_EQ(clGetDeviceInfo(device, what, bytes, list.data(), nullptr), CL_SUCCESS) << std::hex << what;
  return list;
}
cl_uint unitsOf(cl_device_id device) { return infoOf<cl_uint>(device, CL_DEVICE_MAX_COMPUTE_UNITS); }

class SubDevices : public ProgramTest {
protected:
  void SetUp() override {
    ProgramTest::SetUp();
    units = unitsOf(device);
    if (units < 2)
      GTEST_SKIP() << "one compute unit has no parts";
  }
  static cl_int errorOf(cl_device_id of, const Properties &properties, cl_uint room = 0, cl_device_id *out = nullptr) {
    return clCreateSubDevices(of, properties.data(), room, out, nullptr);
  }
  static std::vector<Device> partsOf(cl_device_id of, const Properties &properties) {
    cl_uint count = 0;
    EXPECT_EQ(clCreateSubDevices(of, properties.data(), 0, nullptr, &count), CL_SUCCESS);
    std::vector<cl_device_id> handles(count);
    EXPECT_EQ(clCreateSubDevices(of, properties.data(), count, handles.data(), nullptr), CL_SUCCESS);
    std::vector<Device> parts;
    for (cl_device_id handle : handles)
      parts.emplace_back(handle);
    return parts;
  }
  static std::vector<Device> single(cl_device_id of) { return partsOf(of, {CL_DEVICE_PARTITION_EQUALLY, 1, 0}); }

  cl_uint units = 0;
};

TEST_F(SubDevices, RootDeviceSaysHowItCanBeParted) {
  EXPECT_EQ(infoOf<cl_device_id>(device, CL_DEVICE_PARENT_DEVICE), nullptr);
  EXPECT_EQ(infoOf<cl_uint>(device, CL_DEVICE_PARTITION_MAX_SUB_DEVICES), units);
  EXPECT_EQ(listOf<Property>(device, CL_DEVICE_PARTITION_TYPE), Properties{0});
  auto kinds = listOf<Property>(device, CL_DEVICE_PARTITION_PROPERTIES);
  auto domains = infoOf<cl_device_affinity_domain>(device, CL_DEVICE_PARTITION_AFFINITY_DOMAIN);
  Properties expected{CL_DEVICE_PARTITION_EQUALLY, CL_DEVICE_PARTITION_BY_COUNTS};
  if (domains)
    expected.push_back(CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN);
  EXPECT_EQ(kinds, expected);
  EXPECT_EQ(domains != 0, (domains & CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE) != 0);
}

TEST_F(SubDevices, Equally) {
  for (cl_uint each = 1; each < units; ++each) {
    Properties properties{CL_DEVICE_PARTITION_EQUALLY, each, 0};
    auto parts = partsOf(device, properties);
    EXPECT_EQ(parts.size(), units / each);
    for (const Device &part : parts) {
      EXPECT_EQ(unitsOf(part.get()), each);
      EXPECT_EQ(infoOf<cl_device_id>(part.get(), CL_DEVICE_PARENT_DEVICE), device);
      EXPECT_EQ(infoOf<cl_device_type>(part.get(), CL_DEVICE_TYPE), infoOf<cl_device_type>(device, CL_DEVICE_TYPE));
      EXPECT_EQ(listOf<Property>(part.get(), CL_DEVICE_PARTITION_TYPE), properties);
      EXPECT_EQ(infoOf<cl_uint>(part.get(), CL_DEVICE_PARTITION_MAX_SUB_DEVICES), each < 2 ? 0 : each);
    }
  }
}

TEST_F(SubDevices, ByCounts) {
  Properties properties{CL_DEVICE_PARTITION_BY_COUNTS, units - 1, 1, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0};
  auto parts = partsOf(device, properties);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_EQ(unitsOf(parts[0].get()), units - 1);
  EXPECT_EQ(unitsOf(parts[1].get()), 1u);
  EXPECT_EQ(listOf<Property>(parts[0].get(), CL_DEVICE_PARTITION_TYPE), properties);
  EXPECT_EQ(partsOf(device, {CL_DEVICE_PARTITION_BY_COUNTS, 1, 0, 0}).size(), 1u);
}

TEST_F(SubDevices, ByAffinityDomain) {
  auto domains = infoOf<cl_device_affinity_domain>(device, CL_DEVICE_PARTITION_AFFINITY_DOMAIN);
  for (cl_device_affinity_domain domain = CL_DEVICE_AFFINITY_DOMAIN_NUMA;
       domain <= CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE; domain *= 2) {
    Properties properties{CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, static_cast<Property>(domain), 0};
    if (!(domains & domain)) {
      EXPECT_EQ(errorOf(device, properties), CL_INVALID_VALUE) << domain;
      continue;
    }
    auto parts = partsOf(device, properties);
    EXPECT_GE(parts.size(), 2u);
    cl_uint sum = 0;
    for (const Device &part : parts) {
      sum += unitsOf(part.get());
      auto type = listOf<Property>(part.get(), CL_DEVICE_PARTITION_TYPE);
      ASSERT_EQ(type.size(), 3u);
      EXPECT_EQ(type[0], CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN);
      // The next partitionable domain is named as what it was.
      EXPECT_NE(type[1] & static_cast<Property>(domains), 0);
      EXPECT_NE(type[1], CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE);
    }
    EXPECT_LE(sum, units);
  }
}

TEST_F(SubDevices, Errors) {
  cl_device_id out[2] = {};
  const Property many = units + 1;
  const std::pair<cl_int, Properties> cases[] = {
      {CL_INVALID_VALUE, {0}},
      {CL_INVALID_VALUE, {0x7777, 1, 0}},
      {CL_INVALID_VALUE, {CL_DEVICE_PARTITION_EQUALLY, 0, 0}},
      {CL_INVALID_VALUE, {CL_DEVICE_PARTITION_EQUALLY, -1, 0}},
      {CL_INVALID_VALUE, {CL_DEVICE_PARTITION_EQUALLY, 1, CL_DEVICE_PARTITION_BY_COUNTS, 0}},
      {CL_INVALID_VALUE, {CL_DEVICE_PARTITION_BY_COUNTS, CL_DEVICE_PARTITION_BY_COUNTS_LIST_END, 0}},
      {CL_INVALID_VALUE, {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, 0, 0}},
      {CL_INVALID_VALUE, {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, 3, 0}},
      {CL_INVALID_VALUE, {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, 1 << 20, 0}},
      {CL_DEVICE_PARTITION_FAILED, {CL_DEVICE_PARTITION_EQUALLY, units, 0}}, // one part is no partition
      {CL_INVALID_DEVICE_PARTITION_COUNT, {CL_DEVICE_PARTITION_EQUALLY, many, 0}},
      {CL_INVALID_DEVICE_PARTITION_COUNT, {CL_DEVICE_PARTITION_BY_COUNTS, many, 0, 0}},
      {CL_INVALID_DEVICE_PARTITION_COUNT, {CL_DEVICE_PARTITION_BY_COUNTS, units, 1, 0, 0}},
      {CL_INVALID_DEVICE_PARTITION_COUNT, {CL_DEVICE_PARTITION_BY_COUNTS, -1, 0, 0}},
  };
  for (const auto &[error, properties] : cases)
    EXPECT_EQ(errorOf(device, properties), error) << properties[0] << ' ' << properties[1 % properties.size()];
  EXPECT_EQ(clCreateSubDevices(device, nullptr, 0, nullptr, nullptr), CL_INVALID_VALUE);
  EXPECT_EQ(errorOf(nullptr, {CL_DEVICE_PARTITION_EQUALLY, 1, 0}), CL_INVALID_DEVICE);
  // Room for fewer than there are: nothing is written.
  EXPECT_EQ(errorOf(device, {CL_DEVICE_PARTITION_EQUALLY, 1, 0}, 1, out), CL_INVALID_VALUE);
  EXPECT_EQ(out[0], nullptr);

  auto parts = single(device);
  EXPECT_EQ(errorOf(parts[0].get(), {CL_DEVICE_PARTITION_EQUALLY, 1, 0}), CL_DEVICE_PARTITION_FAILED);
  EXPECT_EQ(listOf<Property>(parts[0].get(), CL_DEVICE_PARTITION_PROPERTIES), Properties{0});
  EXPECT_EQ(infoOf<cl_device_affinity_domain>(parts[0].get(), CL_DEVICE_PARTITION_AFFINITY_DOMAIN), 0u);
}

TEST_F(SubDevices, AreCounted) {
  auto parts = single(device);
  cl_device_id part = parts[0].release();
  EXPECT_EQ(infoOf<cl_uint>(part, CL_DEVICE_REFERENCE_COUNT), 1u);
  EXPECT_EQ(clRetainDevice(part), CL_SUCCESS);
  EXPECT_EQ(infoOf<cl_uint>(part, CL_DEVICE_REFERENCE_COUNT), 2u);
  EXPECT_EQ(clReleaseDevice(part), CL_SUCCESS);
  cl_int error = 0;
  Context holder(clCreateContext(nullptr, 1, &part, nullptr, nullptr, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(clReleaseDevice(part), CL_SUCCESS);
  // The context still leads to it.
  EXPECT_EQ(unitsOf(part), 1u);
  EXPECT_EQ(clReleaseDevice(part), CL_INVALID_DEVICE);
  holder.reset();
  EXPECT_EQ(clRetainDevice(part), CL_INVALID_DEVICE);
}

TEST_F(SubDevices, BelongToTheContextsThatNameThem) {
  auto parts = single(device);
  cl_int error = 0;
  cl_device_id part = parts[0].get();
  EXPECT_EQ(clCreateCommandQueueWithProperties(context.get(), part, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_DEVICE);
  Context own(clCreateContext(nullptr, 1, &part, nullptr, nullptr, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(clCreateCommandQueueWithProperties(own.get(), device, nullptr, &error), nullptr);
  EXPECT_EQ(error, CL_INVALID_DEVICE);
}

// "If a program binary has not been built for a sub-device, the program binary associated with the parent device will
// be used."
TEST_F(SubDevices, UseWhatWasBuiltForTheirParents) {
  auto parts = single(device);
  cl_device_id all[] = {parts[0].get(), device, parts[1].get()};
  cl_int error = 0;
  Context shared(clCreateContext(nullptr, 3, all, nullptr, nullptr, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  Program program = fromSource("kernel void k(global int *a) { *a = VALUE; }", shared.get());
  auto status = [&](cl_device_id of) {
    cl_build_status value = -7;
    EXPECT_EQ(clGetProgramBuildInfo(program.get(), of, CL_PROGRAM_BUILD_STATUS, sizeof value, &value, nullptr),
              CL_SUCCESS);
    return value;
  };
  EXPECT_EQ(status(all[0]), CL_BUILD_NONE);
  ASSERT_EQ(clBuildProgram(program.get(), 1, &device, "-DVALUE=5", nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(program.get(), 1, &all[2], "-DVALUE=6", nullptr, nullptr), CL_SUCCESS);
  Kernel object = kernel(program, "k");
  Buffer out = buffer(sizeof(cl_int), shared.get());
  cl_mem memory = out.get();
  EXPECT_EQ(clSetKernelArg(object.get(), 0, sizeof memory, &memory), CL_SUCCESS);
  const int expected[] = {5, 5, 6};
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(status(all[i]), CL_BUILD_SUCCESS);
    Queue queue(clCreateCommandQueueWithProperties(shared.get(), all[i], nullptr, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    const size_t one = 1;
    cl_int value = 0;
    EXPECT_EQ(clEnqueueNDRangeKernel(queue.get(), object.get(), 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(clEnqueueReadBuffer(queue.get(), memory, CL_TRUE, 0, sizeof value, &value, 0, nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(value, expected[i]) << i;
  }
}

// A build of its own that failed, or that lacks the kernel, is not made up for by the parent's.
TEST_F(SubDevices, DoNotUseTheirParentsBehindAUselessBuild) {
  auto parts = single(device);
  cl_device_id all[] = {device, parts[0].get(), parts[1].get()};
  cl_int error = 0;
  Context shared(clCreateContext(nullptr, 3, all, nullptr, nullptr, &error));
  Program program = fromSource("#ifdef NEITHER\nbroken\n#endif\n#ifndef OTHER\nkernel void k() {}\n#endif\n"
                               "kernel void other() {}",
                               shared.get());
  ASSERT_EQ(clBuildProgram(program.get(), 1, &all[0], "", nullptr, nullptr), CL_SUCCESS);
  ASSERT_EQ(clBuildProgram(program.get(), 1, &all[1], "-DNEITHER", nullptr, nullptr), CL_BUILD_PROGRAM_FAILURE);
  ASSERT_EQ(clBuildProgram(program.get(), 1, &all[2], "-DOTHER", nullptr, nullptr), CL_SUCCESS);
  Kernel object = kernel(program, "k");
  Kernel copy(clCloneKernel(object.get(), &error));
  ASSERT_EQ(error, CL_SUCCESS);
  for (int i = 0; i < 3; ++i) {
    Queue queue(clCreateCommandQueueWithProperties(shared.get(), all[i], nullptr, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    const size_t one = 1;
    for (cl_kernel each : {object.get(), copy.get()})
      EXPECT_EQ(clEnqueueNDRangeKernel(queue.get(), each, 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
                i == 0 ? CL_SUCCESS : CL_INVALID_PROGRAM_EXECUTABLE)
          << i;
  }
}

// clCreateProgramWithBinary: what was made for a device serves its sub-devices.
TEST_F(SubDevices, RunBinariesOfTheirParents) {
  const auto binary = binaryOf(built("kernel void k(global int *a) { *a = 7; }"));
  auto parts = single(device);
  cl_device_id both[] = {device, parts[0].get()};
  cl_int error = 0, value = 0;
  Context shared(clCreateContext(nullptr, 2, both, nullptr, nullptr, &error));
  const unsigned char *data = binary.data();
  const size_t bytes = binary.size(), one = 1;
  Program program(clCreateProgramWithBinary(shared.get(), 1, &device, &bytes, &data, nullptr, &error));
  ASSERT_EQ(clBuildProgram(program.get(), 1, &device, "", nullptr, nullptr), CL_SUCCESS);
  Kernel object = kernel(program, "k");
  Buffer out = buffer(sizeof value, shared.get());
  cl_mem memory = out.get();
  EXPECT_EQ(clSetKernelArg(object.get(), 0, sizeof memory, &memory), CL_SUCCESS);
  Queue queue(clCreateCommandQueueWithProperties(shared.get(), both[1], nullptr, &error));
  EXPECT_EQ(clEnqueueNDRangeKernel(queue.get(), object.get(), 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(clEnqueueReadBuffer(queue.get(), memory, CL_TRUE, 0, sizeof value, &value, 0, nullptr, nullptr),
            CL_SUCCESS);
  EXPECT_EQ(value, 7);
}

// "CL_INVALID_BINARY if [...] devices listed in device_list do not have a valid program binary loaded": the others may
// have what they will.
TEST_F(SubDevices, AreBuiltWithoutRegardToOthersBinaries) {
  const char *source = "kernel void k(global int *a) { *a = 7; }";
  const auto executable = binaryOf(built(source)), object = binaryOf(compiled(source));
  auto parts = single(device);
  cl_device_id both[] = {device, parts[0].get()};
  cl_int error = 0;
  Context shared(clCreateContext(nullptr, 2, both, nullptr, nullptr, &error));
  const unsigned char *binaries[] = {executable.data(), object.data()};
  const size_t bytes[] = {executable.size(), object.size()};
  Program program(clCreateProgramWithBinary(shared.get(), 2, both, bytes, binaries, nullptr, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  EXPECT_EQ(clBuildProgram(program.get(), 1, &both[1], "", nullptr, nullptr), CL_INVALID_BINARY);
  EXPECT_EQ(clBuildProgram(program.get(), 2, both, "", nullptr, nullptr), CL_INVALID_BINARY);
  EXPECT_EQ(clBuildProgram(program.get(), 0, nullptr, "", nullptr, nullptr), CL_INVALID_BINARY);
  EXPECT_EQ(clBuildProgram(program.get(), 1, &both[0], "", nullptr, nullptr), CL_SUCCESS);
  EXPECT_TRUE(kernel(program, "k"));
}

std::vector<int> affinity() {
  cpu_set_t set;
  EXPECT_EQ(sched_getaffinity(0, sizeof set, &set), 0);
  std::vector<int> cpus;
  for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
    if (CPU_ISSET(cpu, &set))
      cpus.push_back(cpu);
  return cpus;
}

// Kernels on all parts at once, from one host thread each; where a command runs, the host's own function tells.
TEST_F(SubDevices, RunOnTheirOwnCpus) {
  const std::vector<int> before = affinity();
  auto parts = single(device);
  std::vector<cl_device_id> handles;
  for (const Device &part : parts)
    handles.push_back(part.get());
  cl_int error = 0;
  Context shared(clCreateContext(nullptr, handles.size(), handles.data(), nullptr, nullptr, &error));
  ASSERT_EQ(error, CL_SUCCESS);
  Program program = fromSource("kernel void k(global uint *a, uint n) { uint i = get_global_id(0), x = i;"
                               "  for (uint j = 0; j < n; ++j) x = x * 1664525 + 1013904223; a[i] = x; }",
                               shared.get());
  ASSERT_EQ(clBuildProgram(program.get(), 0, nullptr, nullptr, nullptr, nullptr), CL_SUCCESS);
  constexpr size_t Count = 10000;
  constexpr cl_uint Rounds = 300;
  std::vector<Queue> queues;
  std::vector<Buffer> buffers;
  std::vector<Kernel> kernels;
  std::vector<std::vector<int>> places(handles.size());
  for (size_t i = 0; i < handles.size(); ++i) {
    const cl_queue_properties out[] = {CL_QUEUE_PROPERTIES, i % 2 ? CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE : 0u, 0};
    queues.emplace_back(clCreateCommandQueueWithProperties(shared.get(), handles[i], out, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    buffers.push_back(buffer(Count * sizeof(cl_uint), shared.get()));
    kernels.push_back(kernel(program, "k"));
    cl_mem memory = buffers[i].get();
    EXPECT_EQ(clSetKernelArg(kernels[i].get(), 0, sizeof memory, &memory), CL_SUCCESS);
    EXPECT_EQ(clSetKernelArg(kernels[i].get(), 1, sizeof Rounds, &Rounds), CL_SUCCESS);
    EXPECT_EQ(
        clEnqueueNDRangeKernel(queues[i].get(), kernels[i].get(), 1, nullptr, &Count, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    std::vector<int> *place = &places[i];
    auto where = [](void *argument) { **static_cast<std::vector<int> **>(argument) = affinity(); };
    EXPECT_EQ(
        clEnqueueNativeKernel(queues[i].get(), where, &place, sizeof place, 0, nullptr, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(clFlush(queues[i].get()), CL_SUCCESS);
  }
  for (size_t i = 0; i < handles.size(); ++i) {
    EXPECT_EQ(clFinish(queues[i].get()), CL_SUCCESS);
    EXPECT_EQ(places[i], std::vector<int>{before[i % before.size()]}) << i;
    std::vector<cl_uint> result(Count);
    EXPECT_EQ(clEnqueueReadBuffer(queues[i].get(), buffers[i].get(), CL_TRUE, 0, Count * sizeof(cl_uint), result.data(),
                                  0, nullptr, nullptr),
              CL_SUCCESS);
    for (cl_uint at = 0; at < Count; ++at) {
      cl_uint x = at;
      for (cl_uint j = 0; j < Rounds; ++j)
        x = x * 1664525 + 1013904223;
      ASSERT_EQ(result[at], x) << at;
    }
  }
  EXPECT_EQ(affinity(), before); // this thread ran some of it, and is where it was
}

// Run by the test below in a process the halves of whose CPUs are said to be nodes of their own.
TEST_F(SubDevices, DISABLED_OfTwoNodes) {
  const std::vector<int> cpus = affinity();
  const auto nodes =
      partsOf(device, {CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_NEXT_PARTITIONABLE, 0});
  ASSERT_EQ(nodes.size(), 2u);
  cl_int error = 0;
  for (size_t i = 0; i < nodes.size(); ++i) {
    const cl_device_id node = nodes[i].get();
    EXPECT_EQ(unitsOf(node), units / 2);
    EXPECT_EQ(listOf<Property>(node, CL_DEVICE_PARTITION_TYPE),
              (Properties{CL_DEVICE_PARTITION_BY_AFFINITY_DOMAIN, CL_DEVICE_AFFINITY_DOMAIN_NUMA, 0}));
    Context shared(clCreateContext(nullptr, 1, &node, nullptr, nullptr, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    Queue queue(clCreateCommandQueueWithProperties(shared.get(), node, nullptr, &error));
    ASSERT_EQ(error, CL_SUCCESS);
    std::vector<int> place, *argument = &place;
    auto where = [](void *state) { **static_cast<std::vector<int> **>(state) = affinity(); };
    EXPECT_EQ(
        clEnqueueNativeKernel(queue.get(), where, &argument, sizeof argument, 0, nullptr, nullptr, 0, nullptr, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(clFinish(queue.get()), CL_SUCCESS);
    const auto first = cpus.begin() + static_cast<std::ptrdiff_t>(i * cpus.size() / 2);
    EXPECT_EQ(place, std::vector<int>(first, first + static_cast<std::ptrdiff_t>(cpus.size() / 2)));
  }
}

TEST_F(SubDevices, OfMachinesWithSeveralNodes) {
  const std::vector<int> cpus = affinity();
  if (cpus.size() < 2 || cpus[0] != 0 || cpus[1] != 1)
    GTEST_SKIP() << "wants the CPUs 0 and 1";
  const std::string output = api_test::runFresh(
      "LANECL_THREADS= HWLOC_SYNTHETIC='numa:2 l3:1 core:1 pu:1' taskset -c 0,1", "SubDevices.DISABLED_OfTwoNodes");
  EXPECT_NE(output.find("[       OK ] SubDevices.DISABLED_OfTwoNodes"), std::string::npos) << output;
}

// Run by the test below.
TEST_F(ProgramTest, DISABLED_HasOneComputeUnit) { EXPECT_EQ(unitsOf(device), 1u); }

TEST_F(SubDevices, NotWhereALauncherLeavesOneCpu) {
  for (const char *launcher : {"SLURM_JOB_ID=7 SLURM_CPUS_PER_TASK=1", "__DASK_PARENT_PID=7 OMP_NUM_THREADS=1",
                               "OMPI_COMM_WORLD_LOCAL_SIZE=1000"}) {
    const std::string output =
        api_test::runFresh(std::string("LANECL_THREADS= ") + launcher, "ProgramTest.DISABLED_HasOneComputeUnit");
    EXPECT_NE(output.find("[       OK ] ProgramTest.DISABLED_HasOneComputeUnit"), std::string::npos) << output;
  }
  const std::string output =
      api_test::runFresh("LANECL_THREADS=1 OMP_NUM_THREADS=2 SLURM_JOB_ID=7 SLURM_CPUS_PER_TASK=2",
                         "ProgramTest.DISABLED_HasOneComputeUnit");
  EXPECT_NE(output.find("[       OK ] ProgramTest.DISABLED_HasOneComputeUnit"), std::string::npos) << output;
}

} // namespace
} // namespace apitest
