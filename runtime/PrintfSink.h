// Where the text of printf in kernels goes (OpenCL C 6.15.14): collected while the command runs, written to stdout
// before the command is complete, so that it is there at the latest when the queue is finished.
#pragma once
#include <cstddef>
#include <mutex>
#include <string>

namespace lanecl {

/// One launch's output. Thread safe; the text of one call is never torn apart.
class PrintfSink {
public:
  PrintfSink() = default;
  PrintfSink(const PrintfSink &) = delete;
  PrintfSink &operator=(const PrintfSink &) = delete;
  /// Writes what is left.
  ~PrintfSink() { flush(); }

  void append(const char *text, std::size_t length);
  /// To stdout, flushed.
  void flush();

  /// HostCallbacks::printfText: `sink` is a PrintfSink.
  static void callback(void *sink, const char *text, std::size_t length);

private:
  std::mutex mutex_;
  std::string text_;
};

} // namespace lanecl
