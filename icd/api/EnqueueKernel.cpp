// Running kernels and the host's functions (OpenCL API 5.10).
#include "icd/api/CheckedCommands.h"
#include "icd/api/EnqueueCommon.h"
#include "runtime/Kernel.h"
#include "runtime/commands/Launch.h"
#include <algorithm>
#include <cstdint>

namespace lanecl::api {
Result<Ref<Kernel>> kernelFor(const Context &context, cl_kernel handle) {
  // CL_INVALID_KERNEL if kernel is not a valid kernel.
  auto kernel = objectOf(handle);
  if (!kernel)
    return fail(kernel.error());
  // CL_INVALID_CONTEXT if the context associated with command_queue and kernel are not the same.
  if (&(*kernel)->context() != &context)
    return fail(CL_INVALID_CONTEXT);
  return kernel;
}

namespace {

/// clEnqueueNativeKernel's memory objects and the places that their addresses go to.
Result<> readPlaces(const CommandQueue &queue, commands::NativeCall &call, std::span<const cl_mem> objects,
                    const void **places, const void *args) {
  for (std::size_t i = 0; i < objects.size(); ++i) {
    Ref<MemObject> memory;
    // "mem_list is a list of valid buffer objects [...] or NULL."
    if (objects[i]) {
      // CL_INVALID_MEM_OBJECT if one or more memory objects specified in mem_list are not valid or are not buffer
      // objects.
      auto object = bufferFor(queue.context(), objects[i]);
      if (!object)
        return fail(object.error());
      memory = std::move(*object);
    }
    // "args_mem_loc is a pointer to appropriate locations that args points to": inside of it, or nowhere of ours.
    auto start = reinterpret_cast<uintptr_t>(args), place = reinterpret_cast<uintptr_t>(places[i]);
    if (place < start || isOutside(place - start, sizeof(void *), call.arguments.size()))
      return fail(CL_INVALID_VALUE);
    call.places.push_back({place - start, std::move(memory)});
  }
  return {};
}

} // namespace

cl_int CL_API_CALL clEnqueueNDRangeKernel(cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
                                          const size_t *global_work_offset, const size_t *global_work_size,
                                          const size_t *local_work_size, cl_uint num_events_in_wait_list,
                                          const cl_event *event_wait_list, cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                 [&](CommandQueue &queue, const auto &how) -> Result<> {
                   auto object = kernelFor(queue.context(), kernel);
                   if (!object)
                     return fail(object.error());
                   auto range = commands::readNDRange(work_dim, global_work_offset, global_work_size, local_work_size);
                   if (!range)
                     return fail(range.error());
                   return commands::launch(queue, **object, CL_COMMAND_NDRANGE_KERNEL, *range, how);
                 });
}

cl_int CL_API_CALL clGetKernelSuggestedLocalWorkSize(cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
                                                     const size_t *global_work_offset, const size_t *global_work_size,
                                                     size_t *suggested_local_work_size) {
  return entry(on(command_queue), [&](CommandQueue &queue) -> Result<> {
    auto object = kernelFor(queue.context(), kernel);
    if (!object)
      return fail(object.error());
    auto range = commands::readNDRange(work_dim, global_work_offset, global_work_size, nullptr);
    if (!range)
      return fail(range.error());
    // CL_INVALID_VALUE if suggested_local_work_size is NULL.
    if (!suggested_local_work_size)
      return fail(CL_INVALID_VALUE);
    auto local = commands::suggestedLocalSize(queue, **object, *range);
    if (!local)
      return fail(local.error());
    std::copy_n(local->begin(), work_dim, suggested_local_work_size);
    return {};
  });
}

cl_int CL_API_CALL clEnqueueTask(cl_command_queue command_queue, cl_kernel kernel, cl_uint num_events_in_wait_list,
                                 const cl_event *event_wait_list, cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                 [&](CommandQueue &queue, const auto &how) -> Result<> {
                   auto object = kernelFor(queue.context(), kernel);
                   if (!object)
                     return fail(object.error());
                   // "clEnqueueTask is equivalent to calling clEnqueueNDRangeKernel with work_dim set to 1,
                   // global_work_offset set to NULL, global_work_size[0] set to 1, and local_work_size[0] set to 1."
                   commands::NDRange one{.local = commands::Size3{1, 1, 1}};
                   return commands::launch(queue, **object, CL_COMMAND_TASK, one, how);
                 });
}

cl_int CL_API_CALL clEnqueueNativeKernel(cl_command_queue command_queue, void(CL_CALLBACK *user_func)(void *),
                                         void *args, size_t cb_args, cl_uint num_mem_objects, const cl_mem *mem_list,
                                         const void **args_mem_loc, cl_uint num_events_in_wait_list,
                                         const cl_event *event_wait_list, cl_event *event) {
  return enqueue(command_queue, {num_events_in_wait_list, event_wait_list, event},
                 [&](CommandQueue &queue, const auto &how) -> Result<> {
                   if (auto ok = check({
                           // CL_INVALID_VALUE if user_func is NULL.
                           {user_func == nullptr, CL_INVALID_VALUE},
                           // CL_INVALID_VALUE if args is a NULL value and cb_args > 0, or if args is a NULL value and
                           // num_mem_objects > 0.
                           {!args && (cb_args > 0 || num_mem_objects > 0), CL_INVALID_VALUE},
                           // CL_INVALID_VALUE if args is not NULL and cb_args is 0.
                           {args && cb_args == 0, CL_INVALID_VALUE},
                           // CL_INVALID_VALUE if num_mem_objects > 0 and mem_list or args_mem_loc are NULL.
                           {num_mem_objects > 0 && (!mem_list || !args_mem_loc), CL_INVALID_VALUE},
                           // CL_INVALID_VALUE if num_mem_objects = 0 and mem_list or args_mem_loc are not NULL.
                           {num_mem_objects == 0 && (mem_list || args_mem_loc), CL_INVALID_VALUE},
                       });
                       !ok)
                     return ok;
                   auto *bytes = static_cast<const std::byte *>(args);
                   commands::NativeCall call{
                       .function = user_func, .arguments = {}, .hasArguments = args != nullptr, .places = {}};
                   if (args)
                     call.arguments.assign(bytes, bytes + cb_args);
                   if (auto ok = readPlaces(queue, call, std::span(mem_list, num_mem_objects), args_mem_loc, args); !ok)
                     return ok;
                   return commands::callNative(queue, std::move(call), how);
                 });
}

} // namespace lanecl::api
