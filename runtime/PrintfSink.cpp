#include "runtime/PrintfSink.h"
#include "runtime/Containment.h"
#include "runtime/Context.h"
#include <cstdio>

namespace lanecl {
namespace {

/// Text beyond this is written while the command still runs.
constexpr std::size_t EarlyBytes = std::size_t{1} << 20;
/// Reports of one launch that the host is told; of the others only how many.
constexpr std::size_t MostReports = 16;

} // namespace

PrintfSink::~PrintfSink() {
  if (!text_.empty()) // nobody writes any more
    flush();
  tell();
}

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

void PrintfSink::tell() const {
  for (const std::string &report : reports_)
    context_.report(report.c_str());
  if (reportCount_ > reports_.size())
    context_.report(("and " + std::to_string(reportCount_ - reports_.size()) + " more of this launch").c_str());
}

void PrintfSink::printfText(void *sink, const char *text, std::size_t length) {
  NotInKernel scope;
  static_cast<PrintfSink *>(sink)->append(text, length);
}

void PrintfSink::report(void *sink, const char *text, std::size_t length) {
  NotInKernel scope;
  auto *self = static_cast<PrintfSink *>(sink);
  std::lock_guard lock(self->mutex_);
  if (self->reportCount_++ < MostReports)
    self->reports_.emplace_back(text, length);
}

void PrintfSink::assertFailed(void *sink, const char *text, std::size_t length) {
  NotInKernel scope;
  static_cast<PrintfSink *>(sink)->flush();
  std::fwrite(text, 1, length, stderr);
  std::fflush(stderr);
}

} // namespace lanecl
