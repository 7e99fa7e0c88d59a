#include "runtime/PrintfSink.h"
#include <cstdio>
#include <utility>

namespace lanecl {
namespace {

/// Text beyond this is written while the command still runs.
constexpr std::size_t EarlyBytes = std::size_t{1} << 20;

} // namespace

void PrintfSink::append(const char *text, std::size_t length) {
  bool early;
  {
    std::lock_guard lock(mutex_);
    text_.append(text, length);
    early = text_.size() > EarlyBytes;
  }
  if (early)
    flush();
}

void PrintfSink::flush() {
  std::lock_guard lock(mutex_);
  if (text_.empty())
    return;
  std::fwrite(text_.data(), 1, text_.size(), stdout);
  std::fflush(stdout);
  text_.clear();
}

void PrintfSink::callback(void *sink, const char *text, std::size_t length) {
  static_cast<PrintfSink *>(sink)->append(text, length);
}

} // namespace lanecl
