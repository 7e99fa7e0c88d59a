#include "runtime/OwnThreads.h"
#include "compiler/image/HostSignals.h"
#include <cstdio>
#include <memory>
#include <new>
#include <pthread.h>
#include <utility>

namespace lanecl {
namespace {

/// Of one of LaneCL's threads. Static, as a thread's first use of other storage takes memory, and there may be none.
struct Own {
  bool isOurs;
  image::HostSignalBits hosts; ///< what it blocks for the host's sake
  unsigned inHost;             ///< the host's functions that it is in
};
thread_local Own own __attribute__((tls_model("initial-exec"))) = {};

struct Beginning {
  std::function<void()> work;
  image::HostSignalBits hosts = 0;
};

void *begin(void *argument) {
  const std::unique_ptr<Beginning> beginning(static_cast<Beginning *>(argument));
  own = {true, beginning->hosts, 0};
  beginning->work();
  return nullptr;
}

} // namespace

bool startThread(std::function<void()> work, std::size_t stackBytes) noexcept {
  std::unique_ptr<Beginning> beginning(new (std::nothrow) Beginning{std::move(work)});
  pthread_attr_t attributes;
  if (!beginning || pthread_attr_init(&attributes))
    return false;
  if (stackBytes)
    pthread_attr_setstacksize(&attributes, stackBytes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  bool began;
  {
    const image::HostSignalsBlocked blocked; // the thread has the mask from its start
    beginning->hosts = own.isOurs ? own.hosts : blocked.changed();
    pthread_t thread;
    began = pthread_create(&thread, &attributes, begin, beginning.get()) == 0;
  }
  pthread_attr_destroy(&attributes);
  if (began)
    (void)beginning.release(); // the thread's
  return began;
}

void becomeOwnThread() noexcept {
  if (!own.isOurs)
    own = {true, image::blockHostSignals(), 0};
}

InHostFunction::InHostFunction() noexcept {
  if (own.isOurs && own.inHost++ == 0)
    image::unblockHostSignals(own.hosts);
}

InHostFunction::~InHostFunction() {
  if (own.isOurs && --own.inHost == 0)
    image::blockHostSignals();
}

void reportHostException() noexcept {
  try {
    throw;
  } catch (const std::exception &exception) {
    std::fprintf(stderr, "lanecl: a call-back threw (%s); it is to catch what it throws\n", exception.what());
  } catch (...) {
    std::fprintf(stderr, "lanecl: a call-back threw; it is to catch what it throws\n");
  }
}

} // namespace lanecl
