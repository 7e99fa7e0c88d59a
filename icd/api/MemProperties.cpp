#include "icd/api/MemProperties.h"
#include "icd/api/MemFlags.h"

namespace lanecl::api {

/// One property; `at` is at its value, and left behind it.
Result<> MemProperties::readOne(const Context &context, cl_mem_properties name, const cl_mem_properties *&at,
                                bool isBuffer) {
  switch (name) {
  case CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT:
    fixedAddress = *at == CL_TRUE;
    // CL_INVALID_PROPERTY if the value specified for a supported property name is not valid.
    return check({{!isBuffer || *at++ > CL_TRUE, CL_INVALID_PROPERTY}});
  case CL_EXTERNAL_MEMORY_HANDLE_OPAQUE_FD_KHR:
  case CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR:
    // CL_INVALID_PROPERTY if properties includes more than one external memory handle.
    if (external)
      return fail(CL_INVALID_PROPERTY);
    external = {static_cast<cl_external_memory_handle_type_khr>(name), static_cast<int>(*at++), {}};
    return {};
  case CL_MEM_DEVICE_HANDLE_LIST_KHR: {
    // CL_INVALID_DEVICE if a device identified by the property CL_MEM_DEVICE_HANDLE_LIST_KHR is not a valid device or
    // is not associated with context.
    auto devices = readDevices(context, at);
    if (!devices)
      return fail(devices.error());
    devices_ = std::move(*devices);
    hasDevices_ = true;
    return check({{devices_.empty(), CL_INVALID_PROPERTY}});
  }
  default:
    // CL_INVALID_PROPERTY if a property name in properties is not a supported property name.
    return fail(CL_INVALID_PROPERTY);
  }
}

Result<MemProperties> MemProperties::read(const Context &context, const cl_mem_properties *properties, bool isBuffer) {
  MemProperties read;
  if (!properties)
    return read;
  std::set<cl_mem_properties> seen;
  const cl_mem_properties *at = properties;
  while (const cl_mem_properties name = *at) {
    // CL_INVALID_PROPERTY if the same property name is specified more than once.
    if (!seen.insert(name).second)
      return fail(CL_INVALID_PROPERTY);
    if (auto ok = read.readOne(context, name, ++at, isBuffer); !ok)
      return fail(ok.error());
  }
  // CL_INVALID_PROPERTY if properties does not include a supported external memory handle and
  // CL_MEM_DEVICE_HANDLE_LIST_KHR is specified as part of properties.
  if (read.hasDevices_ && !read.external)
    return fail(CL_INVALID_PROPERTY);
  if (read.external)
    read.external->devices = std::move(read.devices_);
  read.list.assign(properties, at + 1);
  return read;
}

Result<> MemProperties::checkExternal(cl_mem_flags flags, const void *hostPointer) const {
  return check({
      // CL_INVALID_VALUE if properties includes a supported external memory handle and flags includes
      // CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR, or CL_MEM_COPY_HOST_PTR.
      {external && (flags & mem_flags::Pointer), CL_INVALID_VALUE},
      // CL_INVALID_HOST_PTR if properties includes a supported external memory handle and host_ptr is not NULL.
      {external && hostPointer, CL_INVALID_HOST_PTR},
  });
}

Result<std::unique_ptr<ExternalMemory>> MemProperties::map(cl_mem_flags flags, std::size_t bytes) const {
  if (!external)
    return nullptr;
  // Where nobody writes, a descriptor that may only be read will do.
  constexpr cl_mem_flags hostReads = CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
  const bool isRead = (flags & CL_MEM_IMMUTABLE_EXT) || ((flags & CL_MEM_READ_ONLY) && (flags & hostReads));
  return ExternalMemory::map(*external, bytes, !isRead);
}

} // namespace lanecl::api
