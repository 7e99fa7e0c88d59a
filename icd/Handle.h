// Handles of the API and the runtime's objects: which class a cl_* handle stands for, the checked way in, the way out.
// A NULL, foreign, dead or wrong handle gives the CL_INVALID_* code of its kind; it is never read.
#pragma once
#include "runtime/Object.h"
#include "runtime/Ref.h"
#include "runtime/Result.h"
#include <CL/cl_ext.h>
#include <span>
#include <vector>

namespace lanecl {

class Platform;
class Device;
class Context;
class CommandQueue;
class MemObject;
class Sampler;
class Program;
class Kernel;
class Event;
class Semaphore;
class CommandBuffer;
class MutableCommand;

namespace api {

/// One row per kind of handle: the class behind it and the error for a bad one.
template <typename H> struct HandleTraits;
#define LANECL_HANDLE(handle, object, which, code)                                                                     \
  template <> struct HandleTraits<handle> {                                                                            \
    using Object = object;                                                                                             \
    static constexpr Kind kind = Kind::which;                                                                          \
    static constexpr cl_int invalid = code;                                                                            \
  };                                                                                                                   \
  handle handleTypeOf(const object *);
LANECL_HANDLE(cl_platform_id, Platform, Platform, CL_INVALID_PLATFORM)
LANECL_HANDLE(cl_device_id, Device, Device, CL_INVALID_DEVICE)
LANECL_HANDLE(cl_context, Context, Context, CL_INVALID_CONTEXT)
LANECL_HANDLE(cl_command_queue, CommandQueue, Queue, CL_INVALID_COMMAND_QUEUE)
LANECL_HANDLE(cl_mem, MemObject, MemObject, CL_INVALID_MEM_OBJECT)
LANECL_HANDLE(cl_sampler, Sampler, Sampler, CL_INVALID_SAMPLER)
LANECL_HANDLE(cl_program, Program, Program, CL_INVALID_PROGRAM)
LANECL_HANDLE(cl_kernel, Kernel, Kernel, CL_INVALID_KERNEL)
LANECL_HANDLE(cl_event, Event, Event, CL_INVALID_EVENT)
LANECL_HANDLE(cl_semaphore_khr, Semaphore, Semaphore, CL_INVALID_SEMAPHORE_KHR)
LANECL_HANDLE(cl_command_buffer_khr, CommandBuffer, CommandBuffer, CL_INVALID_COMMAND_BUFFER_KHR)
LANECL_HANDLE(cl_mutable_command_khr, MutableCommand, MutableCommand, CL_INVALID_MUTABLE_COMMAND_KHR)
#undef LANECL_HANDLE

template <typename H> using ObjectOf = HandleTraits<H>::Object;
template <typename T> using HandleOf = decltype(handleTypeOf(static_cast<const T *>(nullptr)));

/// The object behind a handle, held. `invalid`: its error code in this place (a wait list's events, for example).
template <typename H> Result<Ref<ObjectOf<H>>> objectOf(H handle, cl_int invalid = HandleTraits<H>::invalid) {
  Ref<ObjectOf<H>> object = ObjectOf<H>::hold(handle);
  if (!object)
    return fail(invalid);
  return object;
}

/// A whole list, held; the first bad handle decides.
template <typename H> class Objects {
public:
  using Object = ObjectOf<H>;
  static Result<Objects> read(std::span<const H> list, cl_int invalid = HandleTraits<H>::invalid) {
    Objects objects;
    objects.held_.reserve(list.size());
    objects.pointers_.reserve(list.size());
    for (H handle : list) {
      auto object = objectOf(handle, invalid);
      if (!object)
        return fail(object.error());
      objects.pointers_.push_back(object->get());
      objects.held_.push_back(std::move(*object));
    }
    return objects;
  }
  std::span<Object *const> get() const { return pointers_; }
  std::span<const Ref<Object>> held() const { return held_; }

private:
  std::vector<Ref<Object>> held_;
  std::vector<Object *> pointers_;
};

/// The handle of an object; NULL for none. Gives no reference away.
template <typename T> HandleOf<T> handleOf(const T *object) {
  return reinterpret_cast<HandleOf<T>>(const_cast<T *>(object));
}

} // namespace api
} // namespace lanecl
