// Memory that another API or process shares by a file descriptor (cl_khr_external_memory): a dma_buf, or what else
// mmap(2) can share (a memfd, say). It is the same memory here and there; acquiring and releasing it only keeps what
// devices see of a dma_buf in step with the processor's caches. Immutable; thread safe.
#pragma once
#include "runtime/Device.h"
#include "runtime/FileDescriptor.h"
#include "runtime/Ref.h"
#include "runtime/Result.h"
#include <CL/cl_ext.h>
#include <cstddef>
#include <memory>
#include <vector>

namespace lanecl {

class ExternalMemory {
public:
  struct Import {
    cl_external_memory_handle_type_khr type;
    int fd;                           ///< stays the host's
    std::vector<Ref<Device>> devices; ///< that may acquire it; empty: all of the context
  };
  /// Maps the first `bytes` (not 0). CL_INVALID_PROPERTY when the descriptor is not of that type or cannot be mapped
  /// that way, CL_INVALID_BUFFER_SIZE when there is less of it, CL_OUT_OF_RESOURCES.
  static Result<std::unique_ptr<ExternalMemory>> map(Import import, std::size_t bytes, bool isWritable);
  ExternalMemory(const ExternalMemory &) = delete;
  ExternalMemory &operator=(const ExternalMemory &) = delete;
  ~ExternalMemory();

  std::byte *data() const { return data_; }
  /// The device's queues may acquire and release it.
  bool isFor(const Device &device) const;
  /// What the other side wrote is there to see; what was written here is there for the other side. CL_SUCCESS, or
  /// CL_OUT_OF_RESOURCES when the system refuses.
  cl_int acquire() const;
  cl_int release() const;

private:
  ExternalMemory(std::vector<Ref<Device>> devices, std::byte *data, std::size_t bytes, FileDescriptor dmaBuf,
                 bool isWritable)
      : devices_(std::move(devices)), data_(data), bytes_(bytes), dmaBuf_(std::move(dmaBuf)), isWritable_(isWritable) {}

  const std::vector<Ref<Device>> devices_;
  std::byte *const data_;
  const std::size_t bytes_;
  const FileDescriptor dmaBuf_; ///< none: the memory needs no keeping in step
  const bool isWritable_;
};

} // namespace lanecl
