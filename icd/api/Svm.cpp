// Shared virtual memory (OpenCL API 5.6): not supported by the device (CL_DEVICE_SVM_CAPABILITIES is 0).
#include "icd/Entry.h"

namespace lanecl::api {

// clSVMAlloc will fail if context is not a valid context, or no devices in context support SVM: always.
void *CL_API_CALL clSVMAlloc(cl_context, cl_svm_mem_flags, size_t, cl_uint) { return nullptr; }

// If no devices in context support SVM, no action occurs.
void CL_API_CALL clSVMFree(cl_context, void *) {}

} // namespace lanecl::api
