// Kernels that apply one math function to arrays, compiled for a chosen instruction set and number of lanes through the
// compiler's own interface, so that one process compares them all.
#pragma once
#include "compiler/Compiler.h"
#include <memory>
#include <string>
#include <vector>

namespace lanecl::test {

/// width 0: as many lanes as the compiler chooses; 1: scalar code.
struct Configuration {
  std::string isa;
  uint32_t width;
  std::string name() const { return isa + (width == 1 ? " scalar" : " lanes"); }
};

/// Those that this machine can run: lanes of each instruction set, then scalar code of each.
std::vector<Configuration> configurations();

/// The kernels of one source for one configuration. Not thread safe.
class Lanes {
public:
  Lanes(const Configuration &configuration, const std::string &source);
  ~Lanes();
  /// What went wrong so far; empty: nothing.
  const std::string &error() const { return error_; }
  /// Runs kernel `name` over `count` work-items, a multiple of 64; all arguments are buffers.
  void run(const std::string &name, std::initializer_list<const void *> buffers, size_t count);

private:
  std::unique_ptr<compiler::Compiler> compiler_;
  std::unique_ptr<compiler::ProgramCode> program_;
  std::string error_;
};

} // namespace lanecl::test
