// Descriptors that pose as dma_bufs where the system makes none: fstatfs says so of them, and the requests that keep
// them in step are noted instead of done. The test program's own functions come before libc's, for the driver, too.
#pragma once
#include <cstdint>
#include <vector>

namespace api_test {

/// From here on memory of `fd`'s file poses as a dma_buf, by whatever descriptor; until the object dies. One at a time.
class PosedDmaBuf {
public:
  explicit PosedDmaBuf(int fd);
  ~PosedDmaBuf();
  PosedDmaBuf(const PosedDmaBuf &) = delete;
  PosedDmaBuf &operator=(const PosedDmaBuf &) = delete;
  /// The flags of DMA_BUF_IOCTL_SYNC since the last call.
  std::vector<uint64_t> takeSyncs();
  /// The next requests end with these values of errno.
  void failNext(std::vector<int> errors);
};

} // namespace api_test
