#include "runtime/ExternalMemory.h"
#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <fcntl.h>
#include <linux/dma-buf.h>
#include <linux/magic.h>
#include <optional>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/vfs.h>

namespace lanecl {
namespace {

bool isDmaBuf(int fd) {
  struct statfs system;
  return fstatfs(fd, &system) == 0 && static_cast<uint32_t>(system.f_type) == DMA_BUF_MAGIC;
}

/// None for what has no size.
std::optional<std::size_t> sizeOf(int fd) {
  struct stat status;
  if (fstat(fd, &status) != 0)
    return std::nullopt;
  if (status.st_size > 0)
    return static_cast<std::size_t>(status.st_size);
  // Older kernels tell a dma_buf's size by its end only, and have no offset of it that this could change.
  if (isDmaBuf(fd))
    if (const off_t end = lseek(fd, 0, SEEK_END); end > 0)
      return static_cast<std::size_t>(end);
  return 0;
}

cl_int keepInStep(const FileDescriptor &dmaBuf, uint64_t flags) {
  if (dmaBuf.get() < 0)
    return CL_SUCCESS;
  dma_buf_sync sync{.flags = flags};
  int result;
  do
    result = ioctl(dmaBuf.get(), DMA_BUF_IOCTL_SYNC, &sync);
  while (result != 0 && (errno == EINTR || errno == EAGAIN));
  return result == 0 ? CL_SUCCESS : CL_OUT_OF_RESOURCES;
}

} // namespace

Result<std::unique_ptr<ExternalMemory>> ExternalMemory::map(Import import, std::size_t bytes, bool isWritable) {
  const auto size = sizeOf(import.fd);
  const bool isOfDmaBuf = size && isDmaBuf(import.fd);
  if (!size || (import.type == CL_EXTERNAL_MEMORY_HANDLE_DMA_BUF_KHR && !isOfDmaBuf))
    return fail(CL_INVALID_PROPERTY);
  // What lies behind the end of a file cannot be touched: the process would die of it.
  if (bytes > *size)
    return fail(CL_INVALID_BUFFER_SIZE);
  FileDescriptor own;
  if (isOfDmaBuf) {
    own = FileDescriptor(fcntl(import.fd, F_DUPFD_CLOEXEC, 0));
    if (own.get() < 0)
      return fail(CL_OUT_OF_RESOURCES);
  }
  void *data = mmap(nullptr, bytes, isWritable ? PROT_READ | PROT_WRITE : PROT_READ, MAP_SHARED, import.fd, 0);
  if (data == MAP_FAILED)
    return fail(errno == ENOMEM ? CL_OUT_OF_RESOURCES : CL_INVALID_PROPERTY);
  return std::unique_ptr<ExternalMemory>(
      new ExternalMemory(std::move(import.devices), static_cast<std::byte *>(data), bytes, std::move(own), isWritable));
}

ExternalMemory::~ExternalMemory() { munmap(data_, bytes_); }

bool ExternalMemory::isFor(const Device &device) const {
  return devices_.empty() ||
         std::ranges::any_of(devices_, [&](const Ref<Device> &own) { return own.get() == &device; });
}

cl_int ExternalMemory::acquire() const {
  return keepInStep(dmaBuf_, DMA_BUF_SYNC_START | (isWritable_ ? DMA_BUF_SYNC_RW : DMA_BUF_SYNC_READ));
}

cl_int ExternalMemory::release() const {
  return keepInStep(dmaBuf_, DMA_BUF_SYNC_END | (isWritable_ ? DMA_BUF_SYNC_RW : DMA_BUF_SYNC_READ));
}

} // namespace lanecl
