#include "compiler/jit/HostSupport.h"
#include "compiler/jit/AsyncCopy.h"
#include "compiler/jit/PrintfFormat.h"
#include <algorithm>
#include <atomic>

namespace lanecl::jit {
namespace {

using Deliver = void (*)(void *sink, const char *text, std::size_t length);
std::atomic<Deliver> printfText{nullptr}, report{nullptr};

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

std::atomic<const CopyLoops *> loops{&copyLoops("")};

} // namespace

void *hostSymbol(std::string_view name) {
  struct Entry {
    std::string_view name;
    void *address;
  };
  const CopyLoops &copies = *loops.load(std::memory_order_relaxed);
  const Entry entries[] = {
      {"laneclPrintf", reinterpret_cast<void *>(&laneclPrintf)},
      {"laneclReport", reinterpret_cast<void *>(&laneclReport)},
      {"laneclCopyLines", reinterpret_cast<void *>(copies.lines)},
      {"laneclCopyPlanes", reinterpret_cast<void *>(copies.planes)},
  };
  auto found = std::ranges::find(entries, name, &Entry::name);
  return found == std::end(entries) ? nullptr : found->address;
}

void setHostIsa(std::string_view isa) { loops = &copyLoops(isa); }

void setHostCallbacks(const HostCallbacks &callbacks) {
  printfText = callbacks.printfText;
  report = callbacks.report;
}

} // namespace lanecl::jit

using namespace lanecl::jit;

int32_t laneclPrintf(void *sink, const char *format, const std::byte *arguments, uint32_t count) {
  return deliverTo(printfText, sink, format, arguments, count);
}

int32_t laneclReport(void *sink, const char *format, const std::byte *arguments, uint32_t count) {
  return deliverTo(report, sink, format, arguments, count);
}
