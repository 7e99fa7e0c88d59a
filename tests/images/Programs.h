// Kernels on images, compiled and run without the API.
#pragma once
#include "compiler/CompilerImpl.h"
#include "tests/images/Reference.h"
#include <memory>
#include <variant>

namespace lanecl::test {

/// A program, built with everything that images need.
class ImageProgram {
public:
  explicit ImageProgram(const std::string &source);
  bool ok() const { return program_ != nullptr; }
  compiler::ProgramCode &code() const { return *program_; }
  const std::string &log() const { return log_; }
  const compiler::KernelInfo &kernel(const std::string &name) const;

  /// Runs a kernel over as many work-items. `arguments` in order: an ImageDescriptor, a sampler's bits, an address.
  using Argument = std::variant<ImageDescriptor, uint32_t, const void *>;
  /// `special`: with code for the formats and samplers of the arguments.
  void run(const std::string &kernel, const std::vector<Argument> &arguments, std::array<uint64_t, 2> items,
           bool special) const;

private:
  std::unique_ptr<compiler::CompilerImpl> compiler_;
  std::unique_ptr<compiler::ProgramCode> program_;
  std::string log_;
};

} // namespace lanecl::test
