#include "compiler/jit/HostSupport.h"
#include "compiler/jit/PrintfFormat.h"
#include <algorithm>
#include <atomic>
#include <cstring>

namespace lanecl::jit {
namespace {

std::atomic<void (*)(void *, const char *, std::size_t)> printfText{nullptr};

template <typename T>
void copyStridedOf(std::byte *dst, const std::byte *src, uint64_t count, uint64_t dstStride, uint64_t srcStride) {
  for (uint64_t i = 0; i < count; ++i)
    std::memcpy(dst + i * dstStride * sizeof(T), src + i * srcStride * sizeof(T), sizeof(T));
}

struct Sixteen {
  uint64_t words[2];
};

} // namespace

void *hostSymbol(std::string_view name) {
  struct Entry {
    std::string_view name;
    void *address;
  };
  static const Entry entries[] = {
      {"laneclPrintf", reinterpret_cast<void *>(&laneclPrintf)},
      {"laneclCopyStrided", reinterpret_cast<void *>(&laneclCopyStrided)},
      {"laneclCopyBlock", reinterpret_cast<void *>(&laneclCopyBlock)},
  };
  auto found = std::ranges::find(entries, name, &Entry::name);
  return found == std::end(entries) ? nullptr : found->address;
}

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

void laneclCopyStrided(std::byte *dst, const std::byte *src, uint64_t bytes, uint64_t count, uint64_t dstStride,
                       uint64_t srcStride) {
  switch (bytes) {
  case 1:
    return copyStridedOf<uint8_t>(dst, src, count, dstStride, srcStride);
  case 2:
    return copyStridedOf<uint16_t>(dst, src, count, dstStride, srcStride);
  case 4:
    return copyStridedOf<uint32_t>(dst, src, count, dstStride, srcStride);
  case 8:
    return copyStridedOf<uint64_t>(dst, src, count, dstStride, srcStride);
  case 16:
    return copyStridedOf<Sixteen>(dst, src, count, dstStride, srcStride);
  default:
    for (uint64_t i = 0; i < count; ++i)
      std::memcpy(dst + i * dstStride * bytes, src + i * srcStride * bytes, bytes);
  }
}

void laneclCopyBlock(std::byte *dst, const std::byte *src, uint64_t bytes, uint64_t perLine, uint64_t lines,
                     uint64_t planes, uint64_t srcLine, uint64_t srcPlane, uint64_t dstLine, uint64_t dstPlane) {
  for (uint64_t plane = 0; plane < planes; ++plane) {
    std::byte *to = dst + plane * dstPlane * bytes;
    const std::byte *from = src + plane * srcPlane * bytes;
    // Lines without gaps on both sides are one run of memory.
    if (srcLine == perLine && dstLine == perLine) {
      std::memcpy(to, from, perLine * lines * bytes);
      continue;
    }
    for (uint64_t line = 0; line < lines; ++line)
      std::memcpy(to + line * dstLine * bytes, from + line * srcLine * bytes, perLine * bytes);
  }
}
