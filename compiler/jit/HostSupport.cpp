#include "compiler/jit/HostSupport.h"
#include "compiler/jit/AsyncCopy.h"
#include "compiler/jit/PrintfFormat.h"
#include <algorithm>
#include <atomic>

namespace lanecl::jit {
namespace {

std::atomic<void (*)(void *, const char *, std::size_t)> printfText{nullptr};

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
      {"laneclCopyLines", reinterpret_cast<void *>(copies.lines)},
      {"laneclCopyPlanes", reinterpret_cast<void *>(copies.planes)},
  };
  auto found = std::ranges::find(entries, name, &Entry::name);
  return found == std::end(entries) ? nullptr : found->address;
}

void setHostIsa(std::string_view isa) { loops = &copyLoops(isa); }

void setHostCallbacks(const HostCallbacks &callbacks) { printfText = callbacks.printfText; }

} // namespace lanecl::jit

using namespace lanecl::jit;

int32_t laneclPrintf(void *sink, const char *format, const std::byte *arguments, uint32_t count) {
  try {
    auto text = formatPrintf(format, arguments, count);
    auto deliver = printfText.load();
    if (!text || !deliver)
      return -1;
    deliver(sink, text->data(), text->size());
    return 0;
  } catch (...) { // no memory: the call fails, the kernel goes on
    return -1;
  }
}
