// Allocating and freeing shared virtual memory (OpenCL API 5.6).
#include "icd/Entry.h"
#include "icd/Validate.h"
#include "runtime/Context.h"
#include <bit>

namespace lanecl::api {
namespace {

constexpr cl_svm_mem_flags accessFlags = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;

} // namespace

// "Otherwise, like malloc, it returns a NULL pointer value": which of the errors it was, nobody learns.
void *CL_API_CALL clSVMAlloc(cl_context context, cl_svm_mem_flags flags, size_t size, cl_uint alignment) {
  return create(nullptr, on(context), [&](Context &object) -> Result<void *> {
    if (auto ok = check({
            // flags does not contain CL_MEM_SVM_FINE_GRAIN_BUFFER but does contain CL_MEM_SVM_ATOMICS.
            {(flags & CL_MEM_SVM_ATOMICS) && !(flags & CL_MEM_SVM_FINE_GRAIN_BUFFER), CL_INVALID_VALUE},
            // The values specified in flags are not valid, i.e. do not match those defined in the SVM Memory Flags
            // table.
            {hasUnknownBits<cl_svm_mem_flags>(flags, accessFlags | CL_MEM_SVM_FINE_GRAIN_BUFFER | CL_MEM_SVM_ATOMICS),
             CL_INVALID_VALUE},
            {hasSeveralOf(flags, accessFlags), CL_INVALID_VALUE},
            // size is 0 or > CL_DEVICE_MAX_MEM_ALLOC_SIZE value for any device in context.
            {size == 0 || size > object.devices().front()->maxAllocationBytes(), CL_INVALID_BUFFER_SIZE},
            // alignment is not a power of two or the OpenCL implementation cannot support the specified alignment: "a
            // power of two up to the largest data type supported"; 0 is that type's.
            {alignment != 0 && (!std::has_single_bit(alignment) || alignment > sizeof(cl_long16)), CL_INVALID_VALUE},
        });
        !ok)
      return fail(ok.error());
    // All memory has the largest type's alignment.
    void *memory = object.allocations().allocate(*object.devices().front(),
                                                 {.bytes = size, .kind = AllocationKind::Svm, .flags = flags});
    return memory ? Result<void *>(memory) : fail(CL_OUT_OF_RESOURCES);
  });
}

void CL_API_CALL clSVMFree(cl_context context, void *svm_pointer) {
  (void)entry(on(context), [&](Context &object) -> Result<> {
    // "If a NULL pointer is passed in svm_pointer, no action occurs"; nor with any other that clSVMAlloc did not
    // return.
    object.allocations().remove(svm_pointer, isSvm);
    return {};
  });
}

} // namespace lanecl::api
