// The one wrapper of every entry point: handles in, checked objects to the body; the body's Result out as cl_int or
// errcode_ret. Nothing is thrown past it: std::bad_alloc is CL_OUT_OF_HOST_MEMORY, anything else CL_OUT_OF_RESOURCES
// (OpenCL API, "Errors": failure to allocate resources required by the implementation on the host / device).
//
//   cl_int clRetainContext(cl_context context) {
//     return entry(on(context), [](Context &object) -> Result<> { object.retainForHost(); return {}; });
//   }
//   cl_mem clCreateBuffer(cl_context context, ..., cl_int *errcode_ret) {
//     return create(errcode_ret, on(context), [&](Context &object) -> Result<Ref<MemObject>> { ... });
//   }
#pragma once
#include "icd/EntryPoints.h"
#include "icd/Handle.h"
#include "runtime/Ref.h"
#include "runtime/Result.h"
#include <new>
#include <tuple>
#include <utility>

namespace lanecl::api {

/// The handles that an entry point works on, in the order in which they are checked; all must be valid.
template <typename... H> std::tuple<H...> on(H... handles) { return {handles...}; }

namespace detail {

/// Calls body() and turns everything thrown into an error code.
template <typename Body> auto guarded(Body &&body) noexcept -> decltype(body()) {
  try {
    return body();
  } catch (const std::bad_alloc &) {
    return fail(CL_OUT_OF_HOST_MEMORY);
  } catch (...) {
    return fail(CL_OUT_OF_RESOURCES);
  }
}

template <typename... H, typename Body, std::size_t... I>
auto withObjects(const std::tuple<H...> &handles, Body &&body, std::index_sequence<I...>)
    -> decltype(body(std::declval<ObjectOf<H> &>()...)) {
  std::tuple<Result<Ref<ObjectOf<H>>>...> objects{objectOf(std::get<I>(handles))...};
  cl_int error = CL_SUCCESS;
  ((error == CL_SUCCESS && !std::get<I>(objects) ? void(error = std::get<I>(objects).error()) : void()), ...);
  if (error != CL_SUCCESS)
    return fail(error);
  return body(**std::get<I>(objects)...);
}

template <typename T> bool isTerminated(const T &object) {
  if constexpr (requires { object.isTerminated(); })
    return object.isTerminated();
  else if constexpr (requires { object.context().isTerminated(); })
    return object.context().isTerminated();
  else
    return false;
}

template <typename T> auto toHost(Ref<T> &&object) { return handleOf(object.detach()); }
template <typename T> T *toHost(T *value) { return value; }

} // namespace detail

/// body() -> Result<>; for functions that return cl_int.
template <typename Body> cl_int entry(Body &&body) noexcept {
  auto result = detail::guarded(std::forward<Body>(body));
  return result ? CL_SUCCESS : result.error();
}

/// body(objects...) -> Result<>, after all handles proved valid. The call holds the objects: another thread that
/// releases one meanwhile does not destroy it under the body.
template <typename... H, typename Body> cl_int entry(const std::tuple<H...> &handles, Body &&body) noexcept {
  return entry([&] { return detail::withObjects(handles, body, std::index_sequence_for<H...>()); });
}

/// body() -> Result<Ref<T>> (the host gets the reference, as a handle) or Result<pointer> (handed on as it is); for
/// functions that return a pointer and write errcode_ret, which may be NULL.
template <typename Body> auto create(cl_int *errcode_ret, Body &&body) noexcept {
  auto result = detail::guarded(std::forward<Body>(body));
  if (errcode_ret)
    *errcode_ret = result ? CL_SUCCESS : result.error();
  using Handle = decltype(detail::toHost(std::move(*result)));
  return result ? detail::toHost(std::move(*result)) : Handle{};
}

template <typename... H, typename Body>
auto create(cl_int *errcode_ret, const std::tuple<H...> &handles, Body &&body) noexcept {
  auto checked = [&](ObjectOf<H> &...objects) -> decltype(body(objects...)) {
    // "Once a context has been terminated, all OpenCL API calls that create objects or enqueue commands will return
    // CL_CONTEXT_TERMINATED_KHR" (clTerminateContextKHR).
    if ((detail::isTerminated(objects) || ...))
      return fail(CL_CONTEXT_TERMINATED_KHR);
    return body(objects...);
  };
  return create(errcode_ret, [&] { return detail::withObjects(handles, checked, std::index_sequence_for<H...>()); });
}

} // namespace lanecl::api
