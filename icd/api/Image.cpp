// Images (OpenCL API 5.3): not supported by the device (CL_DEVICE_IMAGE_SUPPORT is CL_FALSE).
#include "icd/Entry.h"
#include "icd/Validate.h"
#include "runtime/MemObject.h"

namespace lanecl::api {
namespace {

/// CL_INVALID_OPERATION if there are no devices in context that support images.
cl_mem noImages(cl_context context, cl_int *errcode_ret) {
  return create(errcode_ret, on(context),
                [](Context &) -> Result<Ref<MemObject>> { return fail(CL_INVALID_OPERATION); });
}

} // namespace

cl_mem CL_API_CALL clCreateImage(cl_context context, cl_mem_flags, const cl_image_format *, const cl_image_desc *,
                                 void *, cl_int *errcode_ret) {
  return noImages(context, errcode_ret);
}

cl_mem CL_API_CALL clCreateImageWithProperties(cl_context context, const cl_mem_properties *, cl_mem_flags,
                                               const cl_image_format *, const cl_image_desc *, void *,
                                               cl_int *errcode_ret) {
  return noImages(context, errcode_ret);
}

cl_mem CL_API_CALL clCreateImage2D(cl_context context, cl_mem_flags, const cl_image_format *, size_t, size_t, size_t,
                                   void *, cl_int *errcode_ret) {
  return noImages(context, errcode_ret);
}

cl_mem CL_API_CALL clCreateImage3D(cl_context context, cl_mem_flags, const cl_image_format *, size_t, size_t, size_t,
                                   size_t, size_t, void *, cl_int *errcode_ret) {
  return noImages(context, errcode_ret);
}

cl_int CL_API_CALL clGetSupportedImageFormats(cl_context context, cl_mem_flags flags, cl_mem_object_type image_type,
                                              cl_uint num_entries, cl_image_format *image_formats,
                                              cl_uint *num_image_formats) {
  return entry(on(context), [&](Context &) -> Result<> {
    constexpr cl_mem_flags access =
        CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY | CL_MEM_KERNEL_READ_AND_WRITE;
    constexpr cl_mem_flags known = access | CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR |
                                   CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
    bool isImage = image_type >= CL_MEM_OBJECT_IMAGE2D && image_type <= CL_MEM_OBJECT_IMAGE1D_BUFFER;
    if (auto ok = check({
            // CL_INVALID_VALUE if flags or image_type are not valid, or if num_entries is 0 and image_formats is not
            // NULL.
            {hasUnknownBits(flags, known) || !isImage, CL_INVALID_VALUE},
            {num_entries == 0 && image_formats, CL_INVALID_VALUE},
        });
        !ok)
      return ok;
    if (num_image_formats)
      *num_image_formats = 0;
    return {};
  });
}

cl_int CL_API_CALL clGetImageInfo(cl_mem image, cl_image_info, size_t, void *, size_t *) {
  return entry(on(image), [](MemObject &) -> Result<> {
    // CL_INVALID_MEM_OBJECT if image is a not a valid image object: there is none.
    return fail(CL_INVALID_MEM_OBJECT);
  });
}

} // namespace lanecl::api
