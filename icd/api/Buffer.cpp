// Creating buffers and sub-buffers (OpenCL API 5.2.1).
#include "icd/Entry.h"
#include "icd/Validate.h"
#include "icd/api/MemFlags.h"
#include "icd/api/MemProperties.h"
#include "runtime/MemObject.h"

namespace lanecl::api {
namespace {

/// The shared virtual memory that a pointer points into.
std::optional<Allocation> svmAt(const Context &context, const void *pointer) {
  auto found = context.allocations().find(pointer);
  return found && isSvm(found->kind) ? found : std::nullopt;
}

cl_mem createBuffer(cl_context context, const cl_mem_properties *properties, cl_mem_flags flags, size_t size,
                    void *host_ptr, cl_int *errcode_ret) {
  return create(errcode_ret, on(context), [&](Context &object) -> Result<Ref<MemObject>> {
    auto wanted = MemProperties::read(object, properties, true);
    if (!wanted)
      return fail(wanted.error());
    if (auto ok = wanted->checkExternal(flags, host_ptr); !ok)
      return fail(ok.error());
    auto svm = svmAt(object, host_ptr);
    bool wantsPointer = flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR);
    if (auto ok = check({
            {mem_flags::isInvalid(flags) || mem_flags::lacksContents(flags, wanted->external.has_value()),
             CL_INVALID_VALUE},
            // CL_INVALID_BUFFER_SIZE if size is 0 or if size is greater than CL_DEVICE_MAX_MEM_ALLOC_SIZE for all
            // devices in context.
            {size == 0 || size > object.devices().front()->maxAllocationBytes(), CL_INVALID_BUFFER_SIZE},
            // CL_INVALID_BUFFER_SIZE if CL_MEM_USE_HOST_PTR or CL_MEM_COPY_HOST_PTR is set in flags, and host_ptr is a
            // pointer returned by clSVMAlloc, and size is greater than the size passed to clSVMAlloc.
            {wantsPointer && svm && size > svm->bytesFrom(host_ptr), CL_INVALID_BUFFER_SIZE},
            {mem_flags::isPointerMismatch(flags, host_ptr), CL_INVALID_HOST_PTR},
        });
        !ok)
      return fail(ok.error());
    auto external = wanted->map(flags, size);
    if (!external)
      return fail(external.error());
    auto made = MemObject::createBuffer(object, {.flags = flags,
                                                 .size = size,
                                                 .hostPointer = host_ptr,
                                                 .properties = wanted->list,
                                                 .svmPointer = svm.has_value(),
                                                 .fixedAddress = wanted->fixedAddress,
                                                 .external = std::move(*external)});
    if (made)
      wanted->takeDescriptor();
    return made;
  });
}

} // namespace

cl_mem CL_API_CALL clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *host_ptr,
                                  cl_int *errcode_ret) {
  return createBuffer(context, nullptr, flags, size, host_ptr, errcode_ret);
}

cl_mem CL_API_CALL clCreateBufferWithProperties(cl_context context, const cl_mem_properties *properties,
                                                cl_mem_flags flags, size_t size, void *host_ptr, cl_int *errcode_ret) {
  return createBuffer(context, properties, flags, size, host_ptr, errcode_ret);
}

cl_mem CL_API_CALL clCreateSubBuffer(cl_mem buffer, cl_mem_flags flags, cl_buffer_create_type buffer_create_type,
                                     const void *buffer_create_info, cl_int *errcode_ret) {
  return create(errcode_ret, on(buffer), [&](MemObject &parent) -> Result<Ref<MemObject>> {
    // CL_INVALID_MEM_OBJECT if buffer is not a valid buffer object or is a sub-buffer object.
    if (!parent.isBuffer() || parent.parent())
      return fail(CL_INVALID_MEM_OBJECT);
    if (auto ok = mem_flags::checkShared(parent.flags(), flags); !ok)
      return fail(ok.error());
    // CL_INVALID_VALUE if the value specified in buffer_create_type is not valid; if value(s) specified in
    // buffer_create_info (for a given buffer_create_type) is not valid or if buffer_create_info is NULL.
    if (buffer_create_type != CL_BUFFER_CREATE_TYPE_REGION || !buffer_create_info)
      return fail(CL_INVALID_VALUE);
    auto region = *static_cast<const cl_buffer_region *>(buffer_create_info);
    if (auto ok = check({
            // CL_INVALID_BUFFER_SIZE if size is 0.
            {region.size == 0, CL_INVALID_BUFFER_SIZE},
            // CL_INVALID_VALUE if the region specified by the cl_buffer_region structure is out of bounds in buffer.
            {isOutside(region.origin, region.size, parent.size()), CL_INVALID_VALUE},
            // CL_MISALIGNED_SUB_BUFFER_OFFSET if there are no devices in context associated with buffer for which the
            // origin field [...] is aligned to the CL_DEVICE_MEM_BASE_ADDR_ALIGN value.
            {region.origin % Device::bufferAlignment != 0, CL_MISALIGNED_SUB_BUFFER_OFFSET},
        });
        !ok)
      return fail(ok.error());
    return MemObject::createSubBuffer(parent, mem_flags::inherited(parent.flags(), flags), region.origin, region.size);
  });
}

} // namespace lanecl::api
