// Compiles one kernel in LaneCL IR with the real pipeline and runs it over an NDRange as the runtime would.
#pragma once
#include "compiler/Compiler.h"
#include "compiler/Pipeline.h"
#include "compiler/jit/Jit.h"
#include <array>
#include <cstring>
#include <string>
#include <vector>

namespace lanecl::test {

struct Range {
  std::array<uint64_t, 3> global = {1, 1, 1}, local = {1, 1, 1}, offset = {0, 0, 0};
};

/// The argument block, filled in order at natural alignment.
class ArgumentBlock {
public:
  template <typename T> ArgumentBlock &add(const T &value) {
    std::size_t offset = (bytes_.size() + alignof(T) - 1) / alignof(T) * alignof(T);
    bytes_.resize(offset + sizeof(T));
    std::memcpy(bytes_.data() + offset, &value, sizeof(T));
    return *this;
  }
  const void *data() const { return bytes_.data(); }

private:
  std::vector<std::byte> bytes_;
};

class CompiledKernel {
public:
  /// `budget`: compile time is spent as on a kernel too large for it, but the lanes stay; 0: no bound.
  /// `width` 0: by the pipeline; failures are test failures and leave entry() null.
  CompiledKernel(const std::string &ir, const std::string &kernel, const compiler::VariantKey &key = {},
                 unsigned width = 1, const std::string &isa = "", uint32_t budget = 0) {
    build(ir, kernel, key, width, isa, budget);
  }
  KernelEntry entry() const { return variant_.entry; }
  const compiler::Variant &variant() const { return variant_; }
  const std::string &report() const { return report_; }
  /// Runs all groups; checks that the kernel keeps to the memory that it asked for.
  void run(const ArgumentBlock &arguments, const Range &range, std::size_t localBytes = 0, void *sink = nullptr) const;

private:
  void build(const std::string &ir, const std::string &kernel, const compiler::VariantKey &key, unsigned width,
             const std::string &isa, uint32_t budget);
  std::unique_ptr<jit::Jit> jit_;
  std::unique_ptr<jit::Library> library_;
  compiler::Variant variant_;
  std::string report_;
};

} // namespace lanecl::test
