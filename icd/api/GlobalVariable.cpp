// Program-scope variables and functions by name: entry points of Intel's runtimes that no registry describes. SYCL
// runtimes look them up for what host and kernels share.
#include "runtime/commands/GlobalVariable.h"
#include "icd/api/EnqueueCommon.h"
#include "runtime/Program.h"

namespace lanecl::api {
namespace {

struct Variable {
  std::shared_ptr<compiler::ProgramCode> code;
  compiler::ProgramCode::GlobalVariable place;
};

Result<Variable> variableOf(const Program &program, const Device &device, const char *name) {
  if (!name)
    return fail(CL_INVALID_VALUE);
  // CL_INVALID_PROGRAM_EXECUTABLE if there is no successfully built executable for device.
  auto build = program.buildOf(device);
  if (!build->code)
    return fail(CL_INVALID_PROGRAM_EXECUTABLE);
  // CL_INVALID_ARG_VALUE if the program has no variable of that name: what SYCL runtimes tell from other errors.
  auto place = build->code->variable(name);
  if (!place.address)
    return fail(CL_INVALID_ARG_VALUE);
  return Variable{build->code, place};
}

/// clEnqueueReadGlobalVariableINTEL and clEnqueueWriteGlobalVariableINTEL: the same rules, the other way round.
Result<> transfer(CommandQueue &queue, CommandQueue::Submission how, bool reads, cl_program handle, const char *name,
                  cl_bool blocking, std::size_t size, std::size_t offset, void *ptr) {
  auto program = objectOf(handle);
  if (!program)
    return fail(program.error());
  // CL_INVALID_CONTEXT if the contexts of command_queue and program are not the same.
  if (&(*program)->context() != &queue.context())
    return fail(CL_INVALID_CONTEXT);
  auto variable = variableOf(**program, queue.device(), name);
  if (!variable)
    return fail(variable.error());
  // CL_INVALID_VALUE if the region is out of bounds, or ptr is NULL.
  if (!ptr || isOutside(offset, size, variable->place.bytes))
    return fail(CL_INVALID_VALUE);
  how.blocking = blocking;
  std::byte *inside = variable->place.address + offset, *host = static_cast<std::byte *>(ptr);
  return commands::copyVariable(queue, std::move(variable->code), reads ? host : inside, reads ? inside : host, size,
                                how);
}

} // namespace

cl_int CL_API_CALL clGetDeviceGlobalVariablePointerINTEL(cl_device_id device, cl_program program, const char *name,
                                                         size_t *size_ret, void **pointer_ret) {
  return entry(on(device, program), [&](Device &target, Program &object) -> Result<> {
    // CL_INVALID_VALUE if there is no place for the answer.
    if (!pointer_ret)
      return fail(CL_INVALID_VALUE);
    auto variable = variableOf(object, target, name);
    if (!variable)
      return fail(variable.error());
    *pointer_ret = variable->place.address;
    if (size_ret)
      *size_ret = variable->place.bytes;
    return {};
  });
}

cl_int CL_API_CALL clGetDeviceFunctionPointerINTEL(cl_device_id device, cl_program program, const char *name,
                                                   cl_ulong *pointer_ret) {
  return entry(on(device, program), [&](Device &target, Program &object) -> Result<> {
    // CL_INVALID_VALUE if there is no name, or no place for the answer.
    if (!name || !pointer_ret)
      return fail(CL_INVALID_VALUE);
    auto build = object.buildOf(target);
    if (!build->code)
      return fail(CL_INVALID_PROGRAM_EXECUTABLE);
    // CL_INVALID_ARG_VALUE if the program has no function of that name: what SYCL runtimes tell from other errors.
    if (!build->code->hasFunction(name))
      return fail(CL_INVALID_ARG_VALUE);
    *pointer_ret = functionPointer(name);
    return {};
  });
}

cl_int CL_API_CALL clEnqueueReadGlobalVariableINTEL(cl_command_queue command_queue, cl_program program,
                                                    const char *name, cl_bool blocking, size_t size, size_t offset,
                                                    void *ptr, cl_uint num_events_in_wait_list,
                                                    const cl_event *event_wait_list, cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event}, [&](CommandQueue &queue, auto how) {
    return transfer(queue, how, true, program, name, blocking, size, offset, ptr);
  });
}

cl_int CL_API_CALL clEnqueueWriteGlobalVariableINTEL(cl_command_queue command_queue, cl_program program,
                                                     const char *name, cl_bool blocking, size_t size, size_t offset,
                                                     const void *ptr, cl_uint num_events_in_wait_list,
                                                     const cl_event *event_wait_list, cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event}, [&](CommandQueue &queue, auto how) {
    return transfer(queue, how, false, program, name, blocking, size, offset, const_cast<void *>(ptr));
  });
}

} // namespace lanecl::api
