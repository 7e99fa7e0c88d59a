#include "runtime/Context.h"
#include "runtime/Containment.h"
#include "runtime/OwnThreads.h"
#include "runtime/QueueList.h"
#include <algorithm>
#include <cstdio>
#include <utility>

namespace lanecl {

Context::Context(std::vector<Ref<Device>> devices, std::vector<cl_context_properties> properties, Notify notify,
                 void *userData)
    : devices_(std::move(devices)), properties_(std::move(properties)), notify_(notify), userData_(userData) {}

Context::~Context() { destructorCallbacks_.run(reinterpret_cast<cl_context>(this)); }

bool Context::has(const Device *device) const {
  return std::ranges::any_of(devices_, [&](const Ref<Device> &own) { return own.get() == device; });
}

bool Context::mayTerminate() const {
  for (std::size_t i = 0; i + 1 < properties_.size(); i += 2)
    if (properties_[i] == CL_CONTEXT_TERMINATE_KHR)
      return properties_[i + 1] == CL_TRUE;
  return false;
}

bool Context::terminate() {
  if (terminated_.exchange(true))
    return false;
  ContainedLaunch::stopAll(*this);
  queues::abandonAll(*this);
  // "A callback function registered when the context was created will be called" (clTerminateContextKHR).
  notify("the context was terminated");
  return true;
}

void Context::notify(const char *message) const {
  if (notify_)
    callHost(notify_, message, nullptr, 0, userData_);
}

void Context::report(const char *message) const {
  if (notify_)
    notify(message);
  else
    std::fprintf(stderr, "lanecl: %s\n", message);
}

} // namespace lanecl
