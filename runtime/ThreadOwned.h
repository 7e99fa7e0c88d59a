// A thread's own object, which ends with the thread. Not a thread_local with a destructor: the C library ends a process
// that has no memory to note that.
#pragma once
#include <new>
#include <pthread.h>

namespace lanecl {

template <typename T> class ThreadOwned {
public:
  /// Made at its first use; null without memory.
  static T *get() noexcept {
    if (!own) [[unlikely]]
      own = make();
    return own;
  }

private:
  static T *make() noexcept {
    static const Key key;
    T *made = new (std::nothrow) T;
    if (made && key.isThere && pthread_setspecific(key.id, made) != 0) {
      delete made;
      return nullptr;
    }
    return made; // where the process has no key left, it stays
  }
  static void end(void *made) {
    own = nullptr;
    delete static_cast<T *>(made);
  }
  struct Key {
    pthread_key_t id{};
    bool isThere = pthread_key_create(&id, end) == 0;
  };
  static inline thread_local T *own __attribute__((tls_model("initial-exec"))) = nullptr;
};

} // namespace lanecl
