// What the host is told of an exception: std::bad_alloc is CL_OUT_OF_HOST_MEMORY, anything else CL_OUT_OF_RESOURCES
// (OpenCL API, "Errors": failure to allocate resources required by the implementation on the host / device).
#pragma once
#include <CL/cl.h>
#include <new>

namespace lanecl {

/// Of the exception that is being handled: inside a catch clause only.
inline cl_int codeOfException() noexcept {
  try {
    throw;
  } catch (const std::bad_alloc &) {
    return CL_OUT_OF_HOST_MEMORY;
  } catch (...) {
    return CL_OUT_OF_RESOURCES;
  }
}

} // namespace lanecl
