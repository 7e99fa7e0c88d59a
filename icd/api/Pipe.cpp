// Pipes (OpenCL API 5.4): not supported by the device (CL_DEVICE_PIPE_SUPPORT is CL_FALSE).
#include "icd/Entry.h"
#include "runtime/MemObject.h"

namespace lanecl::api {

cl_mem CL_API_CALL clCreatePipe(cl_context context, cl_mem_flags, cl_uint, cl_uint, const cl_pipe_properties *,
                                cl_int *errcode_ret) {
  return create(errcode_ret, on(context), [](Context &) -> Result<Ref<MemObject>> {
    // CL_INVALID_OPERATION if no devices in context support pipes.
    return fail(CL_INVALID_OPERATION);
  });
}

cl_int CL_API_CALL clGetPipeInfo(cl_mem pipe, cl_pipe_info, size_t, void *, size_t *) {
  return entry(on(pipe), [](MemObject &) -> Result<> {
    // CL_INVALID_MEM_OBJECT if pipe is a not a valid pipe object: there is none.
    return fail(CL_INVALID_MEM_OBJECT);
  });
}

} // namespace lanecl::api
