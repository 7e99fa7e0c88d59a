// Runs kernels on the platform that the ICD loader finds first, for tests that look at built-ins as a program sees
// them.
#pragma once
#include <memory>
#include <string>
#include <vector>

namespace lanecl::test {

/// A built program with one in-order queue. What goes wrong is kept in error(), and later calls do nothing.
class Platform {
public:
  Platform(const std::string &source, const std::string &options);
  ~Platform();
  const std::string &error() const;
  struct Array {
    void *data;
    size_t bytes;
    bool output;
  };
  /// Enqueues `kernel` over `items` work-items with one buffer an argument, and waits.
  void run(const std::string &kernel, const std::vector<Array> &arguments, size_t items);

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace lanecl::test
