// To be preloaded (glibc): allocations that fail when the program says so. All threads count together.
#include <atomic>
#include <cerrno>
#include <cstddef>

extern "C" {
void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *memory, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);
}

namespace {

std::atomic<long> made{0}, firstFailing{0}, lastFailing{-1};

bool fails() {
  long number = made.fetch_add(1, std::memory_order_relaxed);
  if (number < firstFailing.load(std::memory_order_relaxed) || number > lastFailing.load(std::memory_order_relaxed))
    return false;
  errno = ENOMEM;
  return true;
}

} // namespace

extern "C" {

/// Lets `count` allocations fail, from the one that is `after` allocations away on.
void laneclFailAllocations(long after, long count) {
  lastFailing = -1; // none while the two do not fit
  firstFailing = made + after;
  lastFailing = firstFailing + count - 1;
}
long laneclAllocations() { return made; }

void *malloc(size_t bytes) { return fails() ? nullptr : __libc_malloc(bytes); }
void *calloc(size_t count, size_t bytes) { return fails() ? nullptr : __libc_calloc(count, bytes); }
void *realloc(void *memory, size_t bytes) { return fails() ? nullptr : __libc_realloc(memory, bytes); }
void *memalign(size_t alignment, size_t bytes) { return fails() ? nullptr : __libc_memalign(alignment, bytes); }
void *aligned_alloc(size_t alignment, size_t bytes) { return fails() ? nullptr : __libc_memalign(alignment, bytes); }
int posix_memalign(void **memory, size_t alignment, size_t bytes) {
  void *made = fails() ? nullptr : __libc_memalign(alignment, bytes);
  if (!made)
    return ENOMEM;
  *memory = made;
  return 0;
}
}
