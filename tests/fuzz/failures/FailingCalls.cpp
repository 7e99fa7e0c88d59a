// To be preloaded (glibc): allocations, or calls of the system on files, that fail when the program says so. All
// threads count together, each kind by itself.
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstddef>
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

extern "C" {
void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *memory, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);
}

namespace {

struct Calls {
  std::atomic<long> made{0}, firstFailing{0}, lastFailing{-1};
  std::atomic<int> error{0};
  /// The error that this call has to have; -1: none.
  int failing() {
    const long number = made.fetch_add(1, std::memory_order_relaxed);
    if (number < firstFailing.load(std::memory_order_relaxed) || number > lastFailing.load(std::memory_order_relaxed))
      return -1;
    return error.load(std::memory_order_relaxed);
  }
};
Calls allocations, files;

bool allocationFails() {
  const int error = allocations.failing();
  if (error >= 0)
    errno = error;
  return error >= 0;
}

/// What the call would have been without us.
template <typename F> F *real(const char *name) { return reinterpret_cast<F *>(dlsym(RTLD_NEXT, name)); }

/// `call` unless it is to fail, with `failed` then.
template <typename Result, typename Call> Result orFail(Result failed, Call call) {
  const int error = files.failing();
  if (error <= 0)
    return call();
  errno = error;
  return failed;
}

/// Error 0: half of it is done.
template <typename Call> ssize_t transfer(size_t bytes, Call call) {
  const int error = files.failing();
  if (error < 0)
    return call(bytes);
  if (error == 0)
    return call((bytes + 1) / 2);
  errno = error;
  return -1;
}

mode_t modeOf(int flags, va_list rest) { return flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; }

} // namespace

extern "C" {

/// Lets `count` calls fail with `error`, from the one that is `after` calls away on. Of allocations or of files.
void laneclFail(int ofFiles, long after, long count, int error) {
  Calls &calls = ofFiles ? files : allocations;
  calls.lastFailing = -1; // none while they do not fit
  calls.error = error;
  calls.firstFailing = calls.made + after;
  calls.lastFailing = calls.firstFailing + count - 1;
}
long laneclCalls(int ofFiles) { return ofFiles ? files.made : allocations.made; }

void *malloc(size_t bytes) { return allocationFails() ? nullptr : __libc_malloc(bytes); }
void *calloc(size_t count, size_t bytes) { return allocationFails() ? nullptr : __libc_calloc(count, bytes); }
void *realloc(void *memory, size_t bytes) { return allocationFails() ? nullptr : __libc_realloc(memory, bytes); }
void *memalign(size_t alignment, size_t bytes) {
  return allocationFails() ? nullptr : __libc_memalign(alignment, bytes);
}
void *aligned_alloc(size_t alignment, size_t bytes) {
  return allocationFails() ? nullptr : __libc_memalign(alignment, bytes);
}
int posix_memalign(void **memory, size_t alignment, size_t bytes) {
  void *made = allocationFails() ? nullptr : __libc_memalign(alignment, bytes);
  if (!made)
    return ENOMEM;
  *memory = made;
  return 0;
}

int open(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = modeOf(flags, rest);
  va_end(rest);
  static auto *const call = real<int(const char *, int, ...)>("open");
  return orFail(-1, [&] { return call(path, flags, mode); });
}
int openat(int folder, const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = modeOf(flags, rest);
  va_end(rest);
  static auto *const call = real<int(int, const char *, int, ...)>("openat");
  return orFail(-1, [&] { return call(folder, path, flags, mode); });
}
int open64(const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = modeOf(flags, rest);
  va_end(rest);
  return open(path, flags, mode);
}
int openat64(int folder, const char *path, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = modeOf(flags, rest);
  va_end(rest);
  return openat(folder, path, flags, mode);
}
ssize_t read(int file, void *to, size_t bytes) {
  static auto *const call = real<ssize_t(int, void *, size_t)>("read");
  return transfer(bytes, [&](size_t part) { return call(file, to, part); });
}
ssize_t pread64(int file, void *to, size_t bytes, off64_t at) {
  static auto *const call = real<ssize_t(int, void *, size_t, off64_t)>("pread64");
  return transfer(bytes, [&](size_t part) { return call(file, to, part, at); });
}
ssize_t pread(int file, void *to, size_t bytes, off_t at) { return pread64(file, to, bytes, at); }
ssize_t write(int file, const void *from, size_t bytes) {
  static auto *const call = real<ssize_t(int, const void *, size_t)>("write");
  return transfer(bytes, [&](size_t part) { return call(file, from, part); });
}
/// Closed it is in any case.
int close(int file) {
  static auto *const call = real<int(int)>("close");
  const int result = call(file);
  return orFail(-1, [&] { return result; });
}
int renameat(int from, const char *old, int to, const char *name) {
  static auto *const call = real<int(int, const char *, int, const char *)>("renameat");
  return orFail(-1, [&] { return call(from, old, to, name); });
}
int linkat(int from, const char *old, int to, const char *name, int flags) {
  static auto *const call = real<int(int, const char *, int, const char *, int)>("linkat");
  return orFail(-1, [&] { return call(from, old, to, name, flags); });
}
int unlinkat(int folder, const char *path, int flags) {
  static auto *const call = real<int(int, const char *, int)>("unlinkat");
  return orFail(-1, [&] { return call(folder, path, flags); });
}
int mkdir(const char *path, mode_t mode) {
  static auto *const call = real<int(const char *, mode_t)>("mkdir");
  return orFail(-1, [&] { return call(path, mode); });
}
int lstat(const char *path, struct stat *file) {
  static auto *const call = real<int(const char *, struct stat *)>("lstat");
  return orFail(-1, [&] { return call(path, file); });
}
int stat(const char *path, struct stat *file) {
  static auto *const call = real<int(const char *, struct stat *)>("stat");
  return orFail(-1, [&] { return call(path, file); });
}
int fstat(int number, struct stat *file) {
  static auto *const call = real<int(int, struct stat *)>("fstat");
  return orFail(-1, [&] { return call(number, file); });
}
int fstatat(int folder, const char *path, struct stat *file, int flags) {
  static auto *const call = real<int(int, const char *, struct stat *, int)>("fstatat");
  return orFail(-1, [&] { return call(folder, path, file, flags); });
}
int futimens(int file, const struct timespec *times) {
  static auto *const call = real<int(int, const struct timespec *)>("futimens");
  return orFail(-1, [&] { return call(file, times); });
}
DIR *fdopendir(int file) {
  static auto *const call = real<DIR *(int)>("fdopendir");
  return orFail(static_cast<DIR *>(nullptr), [&] { return call(file); });
}
struct dirent *readdir(DIR *list) {
  static auto *const call = real<struct dirent *(DIR *)>("readdir");
  return orFail(static_cast<struct dirent *>(nullptr), [&] { return call(list); });
}
ssize_t getrandom(void *to, size_t bytes, unsigned flags) {
  static auto *const call = real<ssize_t(void *, size_t, unsigned)>("getrandom");
  return orFail(ssize_t{-1}, [&] { return call(to, bytes, flags); });
}
}
