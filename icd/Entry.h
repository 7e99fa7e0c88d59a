// The one wrapper of every entry point: handles in, checked objects to the body; the body's Result out as cl_int or
// errcode_ret. Nothing is thrown past it (runtime/Exceptions.h). Functions that create objects or enqueue commands are
// refused where the context is terminated: `create` does so, and of those that return cl_int `entryUnlessTerminated`.
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
#include "runtime/Exceptions.h"
#include "runtime/Ref.h"
#include "runtime/Result.h"
#include <tuple>
#include <type_traits>
#include <utility>

namespace lanecl::api {

/// The handles that an entry point works on, in the order in which they are checked; all must be valid.
template <typename... H> std::tuple<H...> on(H... handles) { return {handles...}; }

/// CL_CONTEXT_TERMINATED_KHR where the object's context is, or it is itself such a context: "Once a context has been
/// terminated, all OpenCL API calls that create objects or enqueue commands will return CL_CONTEXT_TERMINATED_KHR",
/// and so will "all other APIs that use a context as an argument" but queries, retain and release
/// (clTerminateContextKHR).
template <typename T> Result<> checkNotTerminated(const T &object) {
  bool isTerminated;
  if constexpr (std::is_same_v<T, Context>)
    isTerminated = object.isTerminated();
  else
    isTerminated = object.context().isTerminated();
  return isTerminated ? Result<>(fail(CL_CONTEXT_TERMINATED_KHR)) : Result<>();
}

namespace detail {

/// Calls body() and turns everything thrown into an error code.
template <typename Body> auto guarded(Body &&body) noexcept -> decltype(body()) {
  try {
    return body();
  } catch (...) {
    return fail(codeOfException());
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

/// The body behind checkNotTerminated() of all its objects.
template <typename Body> auto unlessTerminated(Body &body) {
  return [&body](auto &...objects) -> decltype(body(objects...)) {
    Result<> ok;
    ((ok = ok ? checkNotTerminated(objects) : ok), ...);
    if (!ok)
      return fail(ok.error());
    return body(objects...);
  };
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

/// The same for functions that create objects or enqueue commands, and for what else checkNotTerminated() is about.
template <typename... H, typename Body>
cl_int entryUnlessTerminated(const std::tuple<H...> &handles, Body &&body) noexcept {
  return entry(handles, detail::unlessTerminated(body));
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

/// The same with handles; refuses what checkNotTerminated() does.
template <typename... H, typename Body>
auto create(cl_int *errcode_ret, const std::tuple<H...> &handles, Body &&body) noexcept {
  return create(errcode_ret, [&] {
    return detail::withObjects(handles, detail::unlessTerminated(body), std::index_sequence_for<H...>());
  });
}

} // namespace lanecl::api
