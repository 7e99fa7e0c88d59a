// The compiler behind compiler/Compiler.h: front end, translator, pipeline and JIT put together. Errors of LLVM become
// a Status with a log here and nowhere else.
#pragma once
#include "compiler/Backend.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

namespace lanecl::compiler {

class ProgramCodeImpl;

class CompilerImpl final : public Compiler {
public:
  /// Null when this machine has no code generator, or LLVM cannot be set up.
  static std::unique_ptr<CompilerImpl> create(const Settings &settings);

  const TargetInfo &target() const override { return backend_->target.info; }
  Outcome<SpirvModule> compile(const CompileRequest &request) override;
  Outcome<SpirvModule> import(std::span<const std::byte> il) override;
  std::vector<SpecConstant> specConstants(const SpirvModule &module) override;
  Outcome<SpirvModule> specialize(const SpirvModule &module,
                                  std::span<const std::pair<uint32_t, std::vector<std::byte>>> values) override;
  Outcome<std::unique_ptr<ProgramCode>> link(const LinkRequest &request) override;
  void *hostFunction(std::string_view name) const override;
  Outcome<std::string> show(const SpirvModule &module, Emit emit, std::string_view kernel,
                            std::string_view passes) override;

private:
  explicit CompilerImpl(std::shared_ptr<Backend> backend);
  llvm::Expected<std::unique_ptr<llvm::Module>> linkModules(std::span<const SpirvModule *const> modules,
                                                            std::span<const std::string> linkOptions,
                                                            llvm::LLVMContext &context) const;
  llvm::Expected<std::unique_ptr<ProgramCodeImpl>>
  makeProgram(const LinkRequest &request, std::span<const std::string> linkOptions, std::string &log) const;
  llvm::Expected<std::string> showCode(std::span<const SpirvModule *const> modules, Emit emit, std::string_view kernel,
                                       std::string_view passes, std::string &log) const;

  std::shared_ptr<Backend> backend_;
};

} // namespace lanecl::compiler
