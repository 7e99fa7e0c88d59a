// Unified shared memory (cl_intel_unified_shared_memory): allocating, freeing and asking. Host, device and shared
// allocations are the same memory; the kind is only what the host called it.
#include "icd/Entry.h"
#include "icd/InfoWriter.h"
#include "icd/Validate.h"
#include "runtime/Context.h"
#include "runtime/QueueList.h"
#include <bit>

namespace lanecl::api {
namespace {

constexpr cl_mem_alloc_flags_intel placementFlags =
    CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL | CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL;

/// The flags in a list of properties. `permitted`: those that this kind of allocation may have.
Result<cl_mem_alloc_flags_intel> readFlags(const cl_mem_properties_intel *properties,
                                           cl_mem_alloc_flags_intel permitted) {
  cl_mem_alloc_flags_intel flags = 0;
  bool seen = false;
  for (; properties && *properties; properties += 2) {
    flags = properties[1];
    if (auto ok = check({
            // CL_INVALID_PROPERTY if a memory property name in properties is not a supported property name, or if the
            // same property name is specified more than once.
            {*properties != CL_MEM_ALLOC_FLAGS_INTEL || seen, CL_INVALID_PROPERTY},
            // CL_INVALID_PROPERTY if the value specified for a supported property name is not valid;
            // CL_MEM_ALLOC_INITIAL_PLACEMENT_DEVICE_INTEL and CL_MEM_ALLOC_INITIAL_PLACEMENT_HOST_INTEL are only for
            // shared allocations, and mutually exclusive.
            {hasUnknownBits(flags, permitted) || hasSeveralOf(flags, placementFlags), CL_INVALID_PROPERTY},
        });
        !ok)
      return fail(ok.error());
    seen = true;
  }
  return flags;
}

struct UsmRequest {
  AllocationKind kind;
  cl_device_id device;
  const cl_mem_properties_intel *properties;
  std::size_t size;
  cl_uint alignment;
};

Result<void *> allocate(Context &context, const UsmRequest &request) {
  Ref<Device> device;
  if (request.device || request.kind == AllocationKind::Device) {
    // CL_INVALID_DEVICE if device is not a valid device or is not associated with context.
    auto object = objectOf(request.device);
    if (!object || !context.has(object->get()))
      return fail(CL_INVALID_DEVICE);
    device = std::move(*object);
  }
  // CL_INVALID_VALUE if alignment is not zero or a power of two, or is greater than the size of the largest data type
  // supported.
  if (request.alignment && (!std::has_single_bit(request.alignment) || request.alignment > sizeof(cl_long16)))
    return fail(CL_INVALID_VALUE);
  const bool isShared = request.kind == AllocationKind::Shared;
  auto flags = readFlags(request.properties, CL_MEM_ALLOC_WRITE_COMBINED_INTEL | (isShared ? placementFlags : 0));
  if (!flags)
    return fail(flags.error());
  Device &memoryOf = *context.devices().front();
  // CL_INVALID_BUFFER_SIZE if size is zero or greater than CL_DEVICE_MAX_MEM_ALLOC_SIZE.
  if (request.size == 0 || request.size > memoryOf.maxAllocationBytes())
    return fail(CL_INVALID_BUFFER_SIZE);
  // All memory has the largest type's alignment.
  void *memory = context.allocations().allocate(
      memoryOf, {.bytes = request.size, .kind = request.kind, .flags = *flags, .device = device.get()});
  return memory ? Result<void *>(memory) : fail(CL_OUT_OF_RESOURCES);
}

cl_unified_shared_memory_type_intel typeOf(AllocationKind kind) {
  switch (kind) {
  case AllocationKind::Host:
    return CL_MEM_TYPE_HOST_INTEL;
  case AllocationKind::Device:
    return CL_MEM_TYPE_DEVICE_INTEL;
  case AllocationKind::Shared:
    return CL_MEM_TYPE_SHARED_INTEL;
  case AllocationKind::Svm:
  case AllocationKind::Buffer:
    break;
  }
  return CL_MEM_TYPE_UNKNOWN_INTEL;
}

/// clMemFreeINTEL and clMemBlockingFreeINTEL.
cl_int freeMemory(cl_context context, void *ptr, bool waits) {
  return entry(on(context), [&](Context &object) -> Result<> {
    if (!ptr) // "If ptr is NULL then no action occurs."
      return {};
    // CL_INVALID_VALUE if ptr is not a value returned by clHostMemAllocINTEL, clDeviceMemAllocINTEL or
    // clSharedMemAllocINTEL.
    auto found = object.allocations().find(ptr);
    if (!found || found->base != ptr || !isUsm(found->kind))
      return fail(CL_INVALID_VALUE);
    // What commands reach through pointers in memory nobody knows: all of them may use it.
    if (waits)
      queues::finishAll(object);
    return check({{!object.allocations().remove(ptr, isUsm), CL_INVALID_VALUE}});
  });
}

} // namespace

void *CL_API_CALL clHostMemAllocINTEL(cl_context context, const cl_mem_properties_intel *properties, size_t size,
                                      cl_uint alignment, cl_int *errcode_ret) {
  return create(errcode_ret, on(context), [&](Context &object) {
    return allocate(object, {AllocationKind::Host, nullptr, properties, size, alignment});
  });
}

void *CL_API_CALL clDeviceMemAllocINTEL(cl_context context, cl_device_id device,
                                        const cl_mem_properties_intel *properties, size_t size, cl_uint alignment,
                                        cl_int *errcode_ret) {
  return create(errcode_ret, on(context), [&](Context &object) {
    return allocate(object, {AllocationKind::Device, device, properties, size, alignment});
  });
}

// "If device is NULL, the allocation is not associated with any device."
void *CL_API_CALL clSharedMemAllocINTEL(cl_context context, cl_device_id device,
                                        const cl_mem_properties_intel *properties, size_t size, cl_uint alignment,
                                        cl_int *errcode_ret) {
  return create(errcode_ret, on(context), [&](Context &object) {
    return allocate(object, {AllocationKind::Shared, device, properties, size, alignment});
  });
}

cl_int CL_API_CALL clMemFreeINTEL(cl_context context, void *ptr) { return freeMemory(context, ptr, false); }
cl_int CL_API_CALL clMemBlockingFreeINTEL(cl_context context, void *ptr) { return freeMemory(context, ptr, true); }

cl_int CL_API_CALL clGetMemAllocInfoINTEL(cl_context context, const void *ptr, cl_mem_info_intel param_name,
                                          size_t param_value_size, void *param_value, size_t *param_value_size_ret) {
  return entry(on(context), [&](Context &object) -> Result<> {
    // Of pointers into nothing that these functions allocated, every answer is none.
    Allocation allocation{.kind = AllocationKind::Svm};
    if (auto found = object.allocations().find(ptr); found && isUsm(found->kind))
      allocation = *found;
    InfoWriter info(param_value_size, param_value, param_value_size_ret);
    switch (param_name) {
    case CL_MEM_ALLOC_TYPE_INTEL:
      return info.write<cl_unified_shared_memory_type_intel>(typeOf(allocation.kind));
    case CL_MEM_ALLOC_BASE_PTR_INTEL:
      return info.write<void *>(allocation.base);
    case CL_MEM_ALLOC_SIZE_INTEL:
      return info.write<size_t>(allocation.bytes);
    case CL_MEM_ALLOC_DEVICE_INTEL:
      return info.write<cl_device_id>(handleOf(allocation.device));
    case CL_MEM_ALLOC_FLAGS_INTEL:
      return info.write<cl_mem_alloc_flags_intel>(allocation.flags);
    default:
      // CL_INVALID_VALUE if param_name is not a valid Unified Shared Memory allocation query.
      return fail(CL_INVALID_VALUE);
    }
  });
}

} // namespace lanecl::api
