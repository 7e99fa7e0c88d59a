// Where the text of kernels goes. printf's (OpenCL C 6.15.14) is collected while the command runs and written to stdout
// before the command is complete, so that it is there at the latest when the queue is finished. Reports of the checking
// mode (LANECL_CHECK) go to the context's pfn_notify then.
#pragma once
#include <cstddef>
#include <mutex>
#include <string>
#include <vector>

namespace lanecl {

class Context;

/// One launch's output. Thread safe; the text of one call is never torn apart.
class PrintfSink {
public:
  explicit PrintfSink(const Context &context) : context_(context) {}
  PrintfSink(const PrintfSink &) = delete;
  PrintfSink &operator=(const PrintfSink &) = delete;
  /// Writes what is left.
  ~PrintfSink();

  /// HostCallbacks: `sink` is a PrintfSink.
  static void printfText(void *sink, const char *text, std::size_t length);
  static void report(void *sink, const char *text, std::size_t length);
  /// To stderr at once, behind what was printed before.
  static void assertFailed(void *sink, const char *text, std::size_t length);

private:
  void append(const char *text, std::size_t length);
  /// To stdout, flushed.
  void flush();
  void tell() const;

  const Context &context_;
  std::mutex mutex_;
  std::string text_;
  std::vector<std::string> reports_; ///< the first ones
  std::size_t reportCount_ = 0;      ///< all
};

} // namespace lanecl
