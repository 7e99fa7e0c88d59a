// Samplers (OpenCL API 5.7): there are no images to sample, so there is no sampler either.
#include "icd/Entry.h"
#include "runtime/Context.h"

namespace lanecl::api {
namespace {

/// CL_INVALID_OPERATION if images are not supported by any device associated with context.
cl_sampler noSamplers(cl_context context, cl_int *errcode_ret) {
  return create(errcode_ret, on(context), [](Context &) -> Result<cl_sampler> { return fail(CL_INVALID_OPERATION); });
}

} // namespace

cl_sampler CL_API_CALL clCreateSampler(cl_context context, cl_bool, cl_addressing_mode, cl_filter_mode,
                                       cl_int *errcode_ret) {
  return noSamplers(context, errcode_ret);
}

cl_sampler CL_API_CALL clCreateSamplerWithProperties(cl_context context, const cl_sampler_properties *,
                                                     cl_int *errcode_ret) {
  return noSamplers(context, errcode_ret);
}

// CL_INVALID_SAMPLER if sampler is not a valid sampler object: no pointer is.
cl_int CL_API_CALL clRetainSampler(cl_sampler) { return CL_INVALID_SAMPLER; }
cl_int CL_API_CALL clReleaseSampler(cl_sampler) { return CL_INVALID_SAMPLER; }
cl_int CL_API_CALL clGetSamplerInfo(cl_sampler, cl_sampler_info, size_t, void *, size_t *) {
  return CL_INVALID_SAMPLER;
}

} // namespace lanecl::api
