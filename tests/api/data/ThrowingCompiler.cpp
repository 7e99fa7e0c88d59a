// A compiler library that fails in a way that the real one does not: LANECL_COMPILER names it in tests.
#include "compiler/Compiler.h"
#include <new>
#include <stdexcept>

namespace {

using namespace lanecl::compiler;

class Throwing final : public Compiler {
public:
  const TargetInfo &target() const override { return target_; }
  Outcome<SpirvModule> compile(const CompileRequest &request) override {
    if (request.source.find("memory") != std::string_view::npos)
      throw std::bad_alloc();
    throw std::runtime_error("on purpose");
  }
  Outcome<SpirvModule> import(std::span<const std::byte>) override { throw std::runtime_error("on purpose"); }
  std::vector<SpecConstant> specConstants(const SpirvModule &) override { return {}; }
  Outcome<SpirvModule> specialize(const SpirvModule &,
                                  std::span<const std::pair<uint32_t, std::vector<std::byte>>>) override {
    throw std::runtime_error("on purpose");
  }
  Outcome<std::unique_ptr<ProgramCode>> link(const LinkRequest &) override { throw std::runtime_error("on purpose"); }
  void *hostFunction(std::string_view) const override { return nullptr; }
  Outcome<std::string> show(const SpirvModule &, Emit, std::string_view, std::string_view) override {
    throw std::runtime_error("on purpose");
  }

private:
  TargetInfo target_;
};

} // namespace

Compiler *laneclCreateCompiler(uint32_t, const Settings &) {
  static Throwing compiler;
  return &compiler;
}
