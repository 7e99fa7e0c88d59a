// The properties of buffers and images (clCreateBufferWithProperties, clCreateImageWithProperties).
#pragma once
#include "icd/Validate.h"
#include "icd/api/DeviceList.h"
#include "runtime/ExternalMemory.h"
#include "runtime/MemObject.h"
#include "runtime/NewerNames.h"
#include <algorithm>
#include <optional>
#include <set>
#include <unistd.h>
#include <vector>

namespace lanecl::api {

/// What a list of properties asks for.
struct MemProperties {
  std::vector<cl_mem_properties> list; ///< with the closing 0, or empty when there was no list
  bool fixedAddress = false;           ///< CL_MEM_DEVICE_PRIVATE_ADDRESS_EXT
  std::optional<ExternalMemory::Import> external;

  /// isBuffer: images cannot have fixed addresses. CL_INVALID_PROPERTY, CL_INVALID_DEVICE.
  static Result<MemProperties> read(const Context &context, const cl_mem_properties *properties, bool isBuffer);
  /// The rules about flags and host pointer of an object of external memory.
  Result<> checkExternal(cl_mem_flags flags, const void *hostPointer) const;
  /// The memory, for an object of that size and those flags; null when it is not external. ExternalMemory::map's
  /// errors.
  Result<std::unique_ptr<ExternalMemory>> map(cl_mem_flags flags, std::size_t bytes) const;
  /// "importing memory from a file descriptor transfers ownership of the file descriptor from the application to the
  /// OpenCL implementation": once the object is made.
  void takeDescriptor() const {
    if (external)
      ::close(external->fd);
  }

private:
  Result<> readOne(const Context &context, cl_mem_properties name, const cl_mem_properties *&at, bool isBuffer);
  std::vector<Ref<Device>> devices_;
  bool hasDevices_ = false;
};

} // namespace lanecl::api
