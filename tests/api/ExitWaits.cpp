#include "tests/api/ExitWaits.h"
#include "compiler/image/Sanitized.h"
#include <cerrno>
#include <cstdlib>
#include <dlfcn.h>
#include <pthread.h>
#include <unistd.h>

namespace {

thread_local bool isExiting = false;
unsigned ranOut = 0; ///< of the exiting thread

struct Expectation {
  bool isSet = false;
  unsigned waits = 0;
  /// Behind all exit handlers of the driver, which comes later.
  ~Expectation() {
    if (isSet && ranOut != waits)
      _exit(EXIT_FAILURE);
  }
} expectation;

} // namespace

#if !LANECL_MEMORY_SANITIZED
extern "C"
    __attribute__((visibility("default"))) int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                                                      clockid_t clock, const timespec *until) {
  static auto *function =
      reinterpret_cast<decltype(&pthread_cond_clockwait)>(dlsym(RTLD_NEXT, "pthread_cond_clockwait"));
  const int result = function(condition, mutex, clock, until);
  if (isExiting && result == ETIMEDOUT)
    ++ranOut;
  return result;
}
#endif

namespace apitest {

void exitAfterWaits(unsigned expected) {
  expectation.isSet = !LANECL_MEMORY_SANITIZED;
  expectation.waits = expected;
  isExiting = true;
  std::exit(EXIT_SUCCESS);
}

} // namespace apitest
