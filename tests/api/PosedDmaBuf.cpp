#include "tests/api/PosedDmaBuf.h"
#include <cerrno>
#include <cstdarg>
#include <dlfcn.h>
#include <linux/dma-buf.h>
#include <linux/magic.h>
#include <mutex>
#include <optional>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <utility>

namespace {

struct Posed {
  std::mutex mutex;
  std::optional<std::pair<dev_t, ino_t>> file;
  std::vector<uint64_t> syncs;
  std::vector<int> errors;

  static Posed &get() {
    static Posed posed;
    return posed;
  }
  static std::pair<dev_t, ino_t> fileOf(int fd) {
    struct stat status{};
    fstat(fd, &status);
    return {status.st_dev, status.st_ino};
  }
  bool is(int fd) {
    std::lock_guard lock(mutex);
    return file && *file == fileOf(fd);
  }
  int sync(const dma_buf_sync &request) {
    std::lock_guard lock(mutex);
    if (!errors.empty()) {
      errno = errors.front();
      errors.erase(errors.begin());
      return -1;
    }
    syncs.push_back(request.flags);
    return 0;
  }
};

template <typename F> F *real(const char *name) { return reinterpret_cast<F *>(dlsym(RTLD_NEXT, name)); }

} // namespace

extern "C" {

__attribute__((visibility("default"))) int fstatfs(int fd, struct statfs *system) noexcept {
  static auto *function = real<int(int, struct statfs *)>("fstatfs");
  const int result = function(fd, system);
  if (result == 0 && Posed::get().is(fd))
    system->f_type = DMA_BUF_MAGIC;
  return result;
}

__attribute__((visibility("default"))) int ioctl(int fd, unsigned long request, ...) noexcept {
  static auto *function = real<int(int, unsigned long, void *)>("ioctl");
  va_list list;
  va_start(list, request);
  void *argument = va_arg(list, void *);
  va_end(list);
  if (request == DMA_BUF_IOCTL_SYNC && Posed::get().is(fd))
    return Posed::get().sync(*static_cast<const dma_buf_sync *>(argument));
  return function(fd, request, argument);
}
}

namespace api_test {

PosedDmaBuf::PosedDmaBuf(int fd) {
  std::lock_guard lock(Posed::get().mutex);
  Posed::get().file = Posed::fileOf(fd);
}

PosedDmaBuf::~PosedDmaBuf() {
  std::lock_guard lock(Posed::get().mutex);
  Posed::get().file.reset();
}

std::vector<uint64_t> PosedDmaBuf::takeSyncs() {
  std::lock_guard lock(Posed::get().mutex);
  return std::exchange(Posed::get().syncs, {});
}

void PosedDmaBuf::failNext(std::vector<int> errors) {
  std::lock_guard lock(Posed::get().mutex);
  Posed::get().errors = std::move(errors);
}

} // namespace api_test
