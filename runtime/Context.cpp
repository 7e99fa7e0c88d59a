#include "runtime/Context.h"
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

void Context::notify(const char *message) const {
  if (notify_)
    notify_(message, nullptr, 0, userData_);
}

void Context::report(const char *message) const {
  if (notify_)
    notify(message);
  else
    std::fprintf(stderr, "lanecl: %s\n", message);
}

} // namespace lanecl
