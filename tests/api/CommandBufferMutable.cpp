// Recorded kernels that change between enqueues (cl_khr_command_buffer_mutable_dispatch).
#include "tests/api/CommandBufferFixture.h"
#include <future>

using namespace api_test;

namespace {

using Ints = std::vector<cl_int>;
using Config = lanecl::cl_mutable_dispatch_config_khr;
using Arg = lanecl::cl_mutable_dispatch_arg_khr;

class CommandBufferMutable : public WithCommandBuffer {
protected:
  void SetUp() override {
    WithCommandBuffer::SetUp();
    kernel = makeKernel("kernel void k(global int *p, int v) { p[get_global_id(0)] = v + (int)get_global_size(0); }");
    memory = intBuffer(Ints(64, 0));
    other = intBuffer(Ints(64, 0));
    setArgs(kernel, memory, cl_int{100});
  }
  cl_int update(cl_command_buffer_khr buffer, const std::vector<Config> &configs) {
    const std::vector<lanecl::cl_command_buffer_update_type_khr> types(configs.size(),
                                                                       lanecl::MutableDispatchConfigType);
    std::vector<const void *> pointers;
    for (const Config &config : configs)
      pointers.push_back(&config);
    return clUpdateMutableCommandsKHR(buffer, configs.size(), types.data(), pointers.data());
  }
  template <typename T> static Arg arg(cl_uint index, const T &value) { return {index, sizeof value, &value}; }
  std::vector<size_t> sizes(cl_mutable_command_khr command, cl_uint what) {
    return queryList<size_t>(clGetMutableCommandInfoKHR, command, what);
  }
  /// A command buffer whose command is to change, and the memory object that only the command will hold.
  std::pair<cl_mem, cl_command_buffer_khr> recordWithOwnMemory() {
    cl_int error = 1;
    cl_mem own = clCreateBuffer(context, 0, 64, nullptr, &error);
    setArgs(kernel, own, cl_int{1});
    cl_command_buffer_khr buffer = recordMutable(queue);
    add(buffer, kernel, 8, {}, nullptr, &command);
    EXPECT_EQ(CL_SUCCESS, clFinalizeCommandBufferKHR(buffer));
    return {own, buffer};
  }
  cl_kernel kernel = nullptr;
  cl_mem memory = nullptr, other = nullptr;
  cl_mutable_command_khr command = nullptr;
};

TEST_F(CommandBufferMutable, Queries) {
  cl_command_buffer_khr buffer = recordMutable(queue);
  const lanecl::cl_command_properties_khr properties[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
                                                          CL_MUTABLE_DISPATCH_LOCAL_SIZE_KHR, 0};
  const size_t offset[] = {1, 2}, global[] = {4, 8}, local[] = {2, 4};
  cl_mutable_command_khr full = nullptr;
  EXPECT_EQ(CL_SUCCESS, clCommandNDRangeKernelKHR(buffer, nullptr, properties, kernel, 2, offset, global, local, 0,
                                                  nullptr, nullptr, &full));
  add(buffer, kernel, 7, {}, nullptr, &command);
  EXPECT_EQ(queue, query<cl_command_queue>(clGetMutableCommandInfoKHR, full, CL_MUTABLE_COMMAND_COMMAND_QUEUE_KHR));
  EXPECT_EQ(buffer,
            query<cl_command_buffer_khr>(clGetMutableCommandInfoKHR, full, CL_MUTABLE_COMMAND_COMMAND_BUFFER_KHR));
  EXPECT_EQ(cl_command_type(CL_COMMAND_NDRANGE_KERNEL),
            query<cl_command_type>(clGetMutableCommandInfoKHR, full, CL_MUTABLE_COMMAND_COMMAND_TYPE_KHR));
  EXPECT_EQ(kernel, query<cl_kernel>(clGetMutableCommandInfoKHR, full, CL_MUTABLE_DISPATCH_KERNEL_KHR));
  EXPECT_EQ(2u, query<cl_uint>(clGetMutableCommandInfoKHR, full, CL_MUTABLE_DISPATCH_DIMENSIONS_KHR));
  EXPECT_EQ((std::vector<size_t>{1, 2}), sizes(full, CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR));
  EXPECT_EQ((std::vector<size_t>{4, 8}), sizes(full, CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR));
  EXPECT_EQ((std::vector<size_t>{2, 4}), sizes(full, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR));
  EXPECT_EQ(std::vector(properties, properties + 3),
            queryList<lanecl::cl_command_properties_khr>(clGetMutableCommandInfoKHR, full,
                                                         CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR));
  EXPECT_TRUE(sizes(command, CL_MUTABLE_COMMAND_PROPERTIES_ARRAY_KHR).empty());
  EXPECT_EQ(std::vector<size_t>{0}, sizes(command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR));
  EXPECT_EQ(std::vector<size_t>{0}, sizes(command, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR));
  cl_uint value;
  EXPECT_EQ(CL_INVALID_VALUE, clGetMutableCommandInfoKHR(full, 0x4242, 4, &value, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clGetMutableCommandInfoKHR(full, CL_MUTABLE_DISPATCH_DIMENSIONS_KHR, 3, &value, nullptr));
  EXPECT_EQ(CL_INVALID_MUTABLE_COMMAND_KHR,
            clGetMutableCommandInfoKHR(nullptr, CL_MUTABLE_DISPATCH_DIMENSIONS_KHR, 4, &value, nullptr));
}

TEST_F(CommandBufferMutable, ArgumentsSizesAndOffsets) {
  cl_kernel where = makeKernel(R"(kernel void k(global int *p, int v) {
    p[get_global_id(0)] = v + 100 * (int)get_local_size(0) + 10000 * (int)get_global_offset(0);
  })");
  setArgs(where, memory, cl_int{1});
  cl_command_buffer_khr buffer = recordMutable(queue);
  const size_t items = 16, four = 4;
  EXPECT_EQ(CL_SUCCESS, clCommandNDRangeKernelKHR(buffer, nullptr, nullptr, where, 1, nullptr, &items, &four, 0,
                                                  nullptr, nullptr, &command));
  EXPECT_EQ(CL_SUCCESS, clFinalizeCommandBufferKHR(buffer));
  EXPECT_EQ(CL_COMPLETE, runBuffer(buffer));
  Ints expected(64, 0);
  std::fill_n(expected.begin(), 16, 401);
  EXPECT_EQ(expected, ints(memory, 64));

  const cl_int seven = 7;
  const Arg args[] = {arg(0, other), arg(1, seven)};
  const size_t offset = 5, global = 24, local = 8;
  EXPECT_EQ(CL_SUCCESS, update(buffer, {{.command = command, .num_args = 2, .arg_list = args}}));
  EXPECT_EQ(CL_COMPLETE, runBuffer(buffer));
  Ints second(64, 0);
  std::fill_n(second.begin(), 16, 407);
  EXPECT_EQ(expected, ints(memory, 64));
  EXPECT_EQ(second, ints(other, 64));
  EXPECT_EQ(CL_SUCCESS, update(buffer, {{.command = command,
                                         .work_dim = 1,
                                         .global_work_offset = &offset,
                                         .global_work_size = &global,
                                         .local_work_size = &local}}));
  EXPECT_EQ(std::vector<size_t>{5}, sizes(command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_OFFSET_KHR));
  EXPECT_EQ(std::vector<size_t>{24}, sizes(command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR));
  EXPECT_EQ(std::vector<size_t>{8}, sizes(command, CL_MUTABLE_DISPATCH_LOCAL_WORK_SIZE_KHR));
  for (unsigned round = 0; round < 2; ++round) { // it stays so
    EXPECT_EQ(CL_COMPLETE, runBuffer(buffer));
    std::fill_n(second.begin() + 5, 24, 50807);
    EXPECT_EQ(second, ints(other, 64));
  }
  // The kernel that was recorded has not changed.
  EXPECT_EQ(CL_SUCCESS, run(where, 1));
  EXPECT_EQ(101, ints(memory, 1)[0]);
}

TEST_F(CommandBufferMutable, SvmArgumentsAndExecInfo) {
  cl_kernel copy = makeKernel("kernel void k(global int *to, global int * global *from) { *to = **from; }");
  auto *memoryOf = static_cast<cl_int *>(clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0));
  auto *pointers = static_cast<cl_int **>(clSVMAlloc(context, CL_MEM_READ_WRITE, 64, 0));
  memoryOf[0] = 11;
  memoryOf[1] = 22;
  pointers[0] = memoryOf;
  pointers[1] = memoryOf + 1;
  setArgs(copy, memory);
  EXPECT_EQ(CL_SUCCESS, clSetKernelArgSVMPointer(copy, 1, pointers));
  cl_command_buffer_khr buffer = recordMutable(queue);
  add(buffer, copy, 1, {}, nullptr, &command);
  EXPECT_EQ(CL_SUCCESS, clFinalizeCommandBufferKHR(buffer));
  EXPECT_EQ(CL_COMPLETE, runBuffer(buffer));
  EXPECT_EQ(11, ints(memory, 1)[0]);
  const Arg svm{1, 0, pointers + 1};
  void *reached[] = {memoryOf};
  const lanecl::cl_mutable_dispatch_exec_info_khr info{CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof reached, reached},
      bad{0x4242, sizeof reached, reached};
  EXPECT_EQ(CL_SUCCESS, update(buffer, {{.command = command,
                                         .num_svm_args = 1,
                                         .num_exec_infos = 1,
                                         .arg_svm_list = &svm,
                                         .exec_info_list = &info}}));
  EXPECT_EQ(CL_COMPLETE, runBuffer(buffer));
  EXPECT_EQ(22, ints(memory, 1)[0]);
  EXPECT_EQ(CL_INVALID_VALUE, update(buffer, {{.command = command, .num_exec_infos = 1, .exec_info_list = &bad}}));
  clSVMFree(context, memoryOf);
  clSVMFree(context, pointers);
}

TEST_F(CommandBufferMutable, ArgumentsMayFollow) {
  cl_kernel unset = makeKernel("kernel void k(global int *p, int v) { p[get_global_id(0)] = v; }");
  cl_command_buffer_khr buffer = recordMutable(queue);
  const lanecl::cl_command_properties_khr later[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR,
                                                     CL_MUTABLE_DISPATCH_ARGUMENTS_KHR, 0};
  const size_t items = 8, three = 3;
  // By default arguments can be changed, but whether they may be missing has to be asked for.
  EXPECT_EQ(CL_INVALID_KERNEL_ARGS, clCommandNDRangeKernelKHR(buffer, nullptr, nullptr, unset, 1, nullptr, &items,
                                                              nullptr, 0, nullptr, nullptr, &command));
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE,
            clCommandNDRangeKernelKHR(buffer, nullptr, later,
                                      makeKernel("kernel void k(global int *p) { *p = 1; }", "-cl-std=CL1.2"), 1,
                                      nullptr, &items, &three, 0, nullptr, nullptr, &command));
  add(buffer, unset, 8, {}, nullptr, &command, later);
  EXPECT_EQ(CL_SUCCESS, clFinalizeCommandBufferKHR(buffer));
  EXPECT_EQ(cl_uint(CL_COMMAND_BUFFER_STATE_FINALIZED_KHR), stateOf(buffer));
  EXPECT_EQ(CL_INVALID_OPERATION, enqueueBuffer(buffer));
  const cl_int nine = 9;
  const Arg first = arg(0, memory), second = arg(1, nine);
  EXPECT_EQ(CL_SUCCESS, update(buffer, {{.command = command, .num_args = 1, .arg_list = &first}}));
  EXPECT_EQ(cl_uint(CL_COMMAND_BUFFER_STATE_FINALIZED_KHR), stateOf(buffer));
  EXPECT_EQ(CL_SUCCESS, update(buffer, {{.command = command, .num_args = 1, .arg_list = &second}}));
  EXPECT_EQ(cl_uint(CL_COMMAND_BUFFER_STATE_EXECUTABLE_KHR), stateOf(buffer));
  EXPECT_EQ(CL_COMPLETE, runBuffer(buffer));
  EXPECT_EQ(Ints(8, 9), ints(memory, 8));
}

TEST_F(CommandBufferMutable, AllOrNothing) {
  cl_command_buffer_khr buffer = recordMutable(queue);
  cl_mutable_command_khr second = nullptr;
  add(buffer, kernel, 8, {}, nullptr, &command);
  add(buffer, kernel, 8, {}, nullptr, &second);
  EXPECT_EQ(CL_SUCCESS, clFinalizeCommandBufferKHR(buffer));
  const cl_int one = 1, two = 2;
  const Arg good = arg(1, one), better = arg(1, two), bad = arg(7, one), swap = arg(0, other);
  const size_t items = 4;
  EXPECT_EQ(CL_INVALID_ARG_INDEX,
            update(buffer, {{.command = command, .num_args = 1, .arg_list = &good, .global_work_size = &items},
                            {.command = second, .num_args = 1, .arg_list = &bad}}));
  EXPECT_EQ(std::vector<size_t>{8}, sizes(command, CL_MUTABLE_DISPATCH_GLOBAL_WORK_SIZE_KHR));
  EXPECT_EQ(CL_COMPLETE, runBuffer(buffer));
  EXPECT_EQ(Ints(8, 108), ints(memory, 8));
  // Nor does anything of it come with the next change.
  const size_t six = 6;
  EXPECT_EQ(CL_SUCCESS, update(buffer, {{.command = command, .global_work_size = &six},
                                        {.command = second, .global_work_size = &items}}));
  EXPECT_EQ(CL_COMPLETE, runBuffer(buffer));
  EXPECT_EQ((Ints{104, 104, 104, 104, 106, 106, 108, 108}), ints(memory, 8));
  const size_t eight = 8;
  EXPECT_EQ(CL_SUCCESS, update(buffer, {{.command = command, .global_work_size = &eight},
                                        {.command = second, .global_work_size = &eight}}));
  // Of the same command, later changes count.
  EXPECT_EQ(CL_SUCCESS, update(buffer, {{.command = second, .num_args = 1, .arg_list = &good},
                                        {.command = second, .num_args = 1, .arg_list = &swap},
                                        {.command = second, .num_args = 1, .arg_list = &better}}));
  EXPECT_EQ(CL_COMPLETE, runBuffer(buffer));
  EXPECT_EQ(Ints(8, 108), ints(memory, 8));
  EXPECT_EQ(Ints(8, 10), ints(other, 8));
}

TEST_F(CommandBufferMutable, UpdateRules) {
  cl_command_buffer_khr buffer = recordMutable(queue), foreign = recordMutable(queue), fixed = record({queue});
  cl_mutable_command_khr strange = nullptr;
  const size_t items = 16, four = 4, five = 5, zero = 0;
  EXPECT_EQ(CL_SUCCESS, clCommandNDRangeKernelKHR(buffer, nullptr, nullptr, kernel, 1, nullptr, &items, &four, 0,
                                                  nullptr, nullptr, &command));
  add(foreign, kernel, 8, {}, nullptr, &strange);
  EXPECT_EQ(CL_INVALID_OPERATION, update(buffer, {{.command = command}})); // not finalized
  for (cl_command_buffer_khr each : {buffer, foreign, fixed})
    EXPECT_EQ(CL_SUCCESS, clFinalizeCommandBufferKHR(each));
  EXPECT_EQ(CL_INVALID_OPERATION, clUpdateMutableCommandsKHR(fixed, 0, nullptr, nullptr));
  EXPECT_EQ(CL_SUCCESS, clUpdateMutableCommandsKHR(buffer, 0, nullptr, nullptr));

  const Config config{.command = command};
  const lanecl::cl_command_buffer_update_type_khr type = lanecl::MutableDispatchConfigType, wrong = 77;
  const void *list[] = {&config}, *none[] = {nullptr};
  EXPECT_EQ(CL_SUCCESS, clUpdateMutableCommandsKHR(buffer, 1, &type, list));
  EXPECT_EQ(CL_INVALID_VALUE, clUpdateMutableCommandsKHR(buffer, 1, nullptr, list));
  EXPECT_EQ(CL_INVALID_VALUE, clUpdateMutableCommandsKHR(buffer, 1, &type, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clUpdateMutableCommandsKHR(buffer, 0, &type, nullptr));
  EXPECT_EQ(CL_INVALID_VALUE, clUpdateMutableCommandsKHR(buffer, 0, nullptr, list));
  EXPECT_EQ(CL_INVALID_VALUE, clUpdateMutableCommandsKHR(buffer, 1, &wrong, list));
  EXPECT_EQ(CL_INVALID_VALUE, clUpdateMutableCommandsKHR(buffer, 1, &type, none));

  const cl_int value = 1;
  const Arg good = arg(1, value), large{1, 8, &value}, noMemory{0, sizeof(cl_mem), "not a handle...."};
  EXPECT_EQ(CL_INVALID_MUTABLE_COMMAND_KHR, update(buffer, {{.command = nullptr}}));
  EXPECT_EQ(CL_INVALID_MUTABLE_COMMAND_KHR, update(buffer, {{.command = strange}}));
  EXPECT_EQ(CL_INVALID_OPERATION, update(buffer, {{.command = command, .work_dim = 2}}));
  EXPECT_EQ(CL_INVALID_OPERATION, update(buffer, {{.command = command, .local_work_size = &five}})); // not uniform
  EXPECT_EQ(CL_INVALID_OPERATION, update(buffer, {{.command = command, .global_work_size = &five}}));
  EXPECT_EQ(CL_INVALID_WORK_GROUP_SIZE, update(buffer, {{.command = command, .local_work_size = &zero}}));
  EXPECT_EQ(CL_INVALID_VALUE, update(buffer, {{.command = command, .num_args = 1}}));
  EXPECT_EQ(CL_INVALID_VALUE, update(buffer, {{.command = command, .arg_list = &good}}));
  EXPECT_EQ(CL_INVALID_VALUE, update(buffer, {{.command = command, .num_svm_args = 1}}));
  EXPECT_EQ(CL_INVALID_VALUE, update(buffer, {{.command = command, .arg_svm_list = &good}}));
  EXPECT_EQ(CL_INVALID_VALUE, update(buffer, {{.command = command, .num_exec_infos = 1}}));
  EXPECT_EQ(CL_INVALID_ARG_SIZE, update(buffer, {{.command = command, .num_args = 1, .arg_list = &large}}));
  EXPECT_EQ(CL_INVALID_MEM_OBJECT, update(buffer, {{.command = command, .num_args = 1, .arg_list = &noMemory}}));
  EXPECT_EQ(CL_INVALID_ARG_VALUE, update(buffer, {{.command = command, .num_svm_args = 1, .arg_svm_list = &good}}));
}

TEST_F(CommandBufferMutable, OnlyWhatWasAskedForMayChange) {
  const size_t items = 8, four = 4;
  const cl_int value = 1;
  const Arg argument = arg(1, value);
  const cl_bool yes = CL_TRUE;
  const lanecl::cl_mutable_dispatch_exec_info_khr info{CL_KERNEL_EXEC_INFO_SVM_FINE_GRAIN_SYSTEM, sizeof yes, &yes};
  for (unsigned bit = 0; bit < 5; ++bit) {
    SCOPED_TRACE(bit);
    const lanecl::cl_command_properties_khr properties[] = {CL_MUTABLE_DISPATCH_UPDATABLE_FIELDS_KHR, 1u << bit, 0};
    cl_command_buffer_khr buffer = recordMutable(queue);
    add(buffer, kernel, 8, {}, nullptr, &command, properties);
    EXPECT_EQ(CL_SUCCESS, clFinalizeCommandBufferKHR(buffer));
    const Config all[] = {{.command = command, .global_work_offset = &items},
                          {.command = command, .global_work_size = &items},
                          {.command = command, .local_work_size = &four},
                          {.command = command, .num_args = 1, .arg_list = &argument},
                          {.command = command, .num_exec_infos = 1, .exec_info_list = &info}};
    for (unsigned i = 0; i < 5; ++i)
      EXPECT_EQ(i == bit ? CL_SUCCESS : CL_INVALID_OPERATION, update(buffer, {all[i]})) << i;
  }
}

TEST_F(CommandBufferMutable, WhatIsEnqueuedDoesNotChange) {
  const cl_command_buffer_flags_khr flags = CL_COMMAND_BUFFER_MUTABLE_KHR | CL_COMMAND_BUFFER_SIMULTANEOUS_USE_KHR;
  cl_kernel adding = makeKernel("kernel void k(global int *p, int v) { p[get_global_id(0)] += v; }");
  setArgs(adding, memory, cl_int{1});
  cl_command_buffer_khr buffer = record({queue}, flags);
  add(buffer, adding, 4, {}, nullptr, &command);
  EXPECT_EQ(CL_SUCCESS, clFinalizeCommandBufferKHR(buffer));
  cl_event gate = userEvent();
  EXPECT_EQ(CL_SUCCESS, enqueueBuffer(buffer, {gate}));
  cl_int expected = 1;
  for (cl_int v : {10, 100, 1000}) {
    const Arg argument = arg(1, v);
    EXPECT_EQ(CL_SUCCESS, update(buffer, {{.command = command, .num_args = 1, .arg_list = &argument}}));
    EXPECT_EQ(CL_SUCCESS, enqueueBuffer(buffer));
    expected += v;
  }
  EXPECT_EQ(CL_SUCCESS, clSetUserEventStatus(gate, CL_COMPLETE));
  EXPECT_EQ(Ints(4, expected), ints(memory, 4));
  EXPECT_EQ(CL_SUCCESS, clReleaseEvent(gate));
}

TEST_F(CommandBufferMutable, ReplacedArgumentsMayGo) {
  auto [first, buffer] = recordWithOwnMemory();
  bool isGone = false;
  clSetMemObjectDestructorCallback(first, [](cl_mem, void *gone) { *static_cast<bool *>(gone) = true; }, &isGone);
  const Arg replaced = arg(0, memory);
  EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(first));
  EXPECT_FALSE(isGone);
  EXPECT_EQ(CL_SUCCESS, update(buffer, {{.command = command, .num_args = 1, .arg_list = &replaced}}));
  EXPECT_TRUE(isGone);
  EXPECT_EQ(CL_COMPLETE, runBuffer(buffer));
  EXPECT_EQ(Ints(8, 9), ints(memory, 8));
}

// The destructor call-back of a memory object that an update drops may ask for the command buffer.
TEST_F(CommandBufferMutable, IsNotLockedWhileReplacedArgumentsGo) {
  auto [first, buffer] = recordWithOwnMemory();
  std::future<cl_command_buffer_state_khr> answer;
  std::function<void()> ask = [&] {
    answer = std::async(std::launch::async, [&] { return stateOf(buffer); });
    EXPECT_EQ(std::future_status::ready, answer.wait_for(std::chrono::seconds(5))) << "it is locked";
  };
  clSetMemObjectDestructorCallback(
      first, [](cl_mem, void *data) { (*static_cast<std::function<void()> *>(data))(); }, &ask);
  EXPECT_EQ(CL_SUCCESS, clReleaseMemObject(first));
  const Arg replaced = arg(0, memory);
  EXPECT_EQ(CL_SUCCESS, update(buffer, {{.command = command, .num_args = 1, .arg_list = &replaced}}));
}

/// Robust programs know how large the buffer is that an update brings. In a process of its own: the option is read
/// once.
TEST_F(CommandBufferMutable, DISABLED_RobustSizes) {
  cl_kernel wild = makeKernel("kernel void k(global int *p, int v) { p[get_global_id(0)] = v; }");
  cl_mem whole = intBuffer(Ints(128, 5)), small = makeSubBuffer(whole, 0, 4 * 4),
         large = makeSubBuffer(whole, 128, 16 * 4);
  setArgs(wild, small, cl_int{1});
  cl_command_buffer_khr buffer = recordMutable(queue);
  add(buffer, wild, 24, {}, nullptr, &command);
  EXPECT_EQ(CL_SUCCESS, clFinalizeCommandBufferKHR(buffer));
  EXPECT_EQ(CL_COMPLETE, runBuffer(buffer));
  Ints expected(128, 5);
  std::fill_n(expected.begin(), 4, 1);
  EXPECT_EQ(expected, ints(whole, 128));
  const Arg grown = arg(0, large);
  EXPECT_EQ(CL_SUCCESS, update(buffer, {{.command = command, .num_args = 1, .arg_list = &grown}}));
  EXPECT_EQ(CL_COMPLETE, runBuffer(buffer));
  std::fill_n(expected.begin() + 32, 16, 1);
  EXPECT_EQ(expected, ints(whole, 128));
}
TEST(CommandBufferRobust, UpdatesBringTheirSizes) {
  const std::string output = runFresh("LANECL_ROBUST=1", "CommandBufferMutable.DISABLED_RobustSizes");
  EXPECT_NE(std::string::npos, output.find("[  PASSED  ] 1 test")) << output;
}
TEST(CommandBufferThreads, OnFour) {
  // Side by side, and on sub-devices, whatever the machine has.
  runFresh("LANECL_THREADS=4",
           "CommandBufferGraphs.*:CommandBufferDevices.*:CommandBufferRun.Many*:CommandBufferRun.Barriers*");
}

} // namespace
