// Errors of the runtime: a value or the OpenCL error code that the entry point returns (OpenCL API, "Errors").
#pragma once
#include <CL/cl.h>
#include <expected>

namespace lanecl {

/// Either a value or a cl_int that is not CL_SUCCESS. No exception carries an OpenCL error.
template <typename T = void> using Result = std::expected<T, cl_int>;

/// `return fail(CL_INVALID_VALUE);` from any function that returns a Result.
[[nodiscard]] inline std::unexpected<cl_int> fail(cl_int code) { return std::unexpected<cl_int>(code); }

} // namespace lanecl
