#include "compiler/jit/HostSupport.h"
#include "compiler/jit/PrintfFormat.h"
#include "compiler/targets/portable/Portable.h"
#include <algorithm>
#include <atomic>
#include <cstdlib>

namespace lanecl::jit {
namespace {

using Deliver = void (*)(void *sink, const char *text, std::size_t length);
std::atomic<Deliver> printfText{nullptr}, report{nullptr}, assertFailed{nullptr};
std::atomic<void (*)(void *sink)> trap{nullptr};

int32_t deliverTo(Deliver deliver, void *sink, const char *format, const std::byte *arguments, uint32_t count) {
  try {
    auto text = formatPrintf(format, arguments, count);
    if (!text || !deliver)
      return -1;
    deliver(sink, text->data(), text->size());
    return 0;
  } catch (...) { // no memory: the call fails, the kernel goes on
    return -1;
  }
}

std::atomic<const targets::CopyLoops *> loops{&targets::portable::copyLoops()};

} // namespace

void *hostSymbol(std::string_view name) {
  struct Entry {
    std::string_view name;
    void *address;
  };
  const targets::CopyLoops &copies = *loops.load(std::memory_order_relaxed);
  const Entry entries[] = {
      {"laneclPrintf", reinterpret_cast<void *>(&laneclPrintf)},
      {"laneclReport", reinterpret_cast<void *>(&laneclReport)},
      {"laneclAssertFail", reinterpret_cast<void *>(&laneclAssertFail)},
      {"laneclAssertTold", reinterpret_cast<void *>(&laneclAssertTold)},
      {"laneclTrap", reinterpret_cast<void *>(&laneclTrap)},
      {"laneclCopyLines", reinterpret_cast<void *>(copies.lines)},
      {"laneclCopyPlanes", reinterpret_cast<void *>(copies.planes)},
  };
  auto found = std::ranges::find(entries, name, &Entry::name);
  return found == std::end(entries) ? nullptr : found->address;
}

void setCopyLoops(const targets::CopyLoops &asked) { loops = &asked; }

void setHostCallbacks(const HostCallbacks &callbacks) {
  printfText = callbacks.printfText;
  report = callbacks.report;
  assertFailed = callbacks.assertFailed;
  trap = callbacks.trap;
}

} // namespace lanecl::jit

using namespace lanecl::jit;

int32_t laneclPrintf(void *sink, const char *format, const std::byte *arguments, uint32_t count) {
  return deliverTo(printfText, sink, format, arguments, count);
}

int32_t laneclReport(void *sink, const char *format, const std::byte *arguments, uint32_t count) {
  return deliverTo(report, sink, format, arguments, count);
}

int32_t laneclAssertFail(void *sink, const char *format, const std::byte *arguments, uint32_t count) {
  (void)laneclAssertTold(sink, format, arguments, count);
  std::abort();
}

int32_t laneclAssertTold(void *sink, const char *format, const std::byte *arguments, uint32_t count) {
  const int32_t result = deliverTo(assertFailed, sink, format, arguments, count);
  laneclTrap(sink);
  return result;
}

void laneclTrap(void *sink) {
  if (auto *function = trap.load())
    function(sink);
}
