// A linked program: LaneCL IR as bitcode, from which each kernel's variants are compiled at first use. Every
// compilation has an LLVMContext of its own, so different variants are compiled at the same time.
#pragma once
#include "compiler/Backend.h"
#include "compiler/Pipeline.h"
#include "compiler/image/VariantTable.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"
#include <map>
#include <mutex>

namespace lanecl::compiler {

struct ProgramVariables {
  /// One in global memory, as the module names it.
  struct Named {
    std::string symbol;
    uint64_t bytes;
  };
  uint64_t bytes = 0; ///< of those that kernels change
  bool any = false;   ///< there are some, or constants whose address matters
  std::map<std::string, Named, std::less<>> named;
};
/// What all kernels of a program must find at one place - its program-scope variables (address space 1) and constants
/// whose address somebody keeps or compares - gets external linkage and a name that cannot meet another's; all other
/// constants become internal.
ProgramVariables nameGlobals(llvm::Module &module);

class ProgramCodeImpl final : public ProgramCode {
public:
  /// `module`: linked and complete, only kernels external, program-scope variables named by nameGlobals.
  static llvm::Expected<std::unique_ptr<ProgramCodeImpl>> create(std::shared_ptr<Backend> backend, llvm::Module &module,
                                                                 std::string_view options, std::string &log);

  std::span<const KernelInfo> kernels() const override { return facts_.kernels; }
  const Variant *variant(std::size_t kernel, VariantKey key, std::string &log, Tier tier) override;
  bool isWorthImages(std::size_t kernel, const std::vector<uint32_t> &images, uint64_t items) override;
  SpecialCode specialCode(std::size_t kernel, const VariantKey &key, Special special, bool isUsual) override;
  GlobalVariable variable(std::string_view name) override;
  uint64_t globalVariableBytes() const override { return variables_.bytes; }
  bool hasFunction(std::string_view name) const override { return facts_.hasFunction(name); }
  bool hasInitializers() const override { return facts_.hasInitializers; }
  const ProgramFacts *facts() const override { return makesImages_ ? &facts_ : nullptr; }
  std::vector<std::byte> image(std::size_t kernel, const VariantKey &key, Tier &tier, std::string &log,
                               const std::atomic<bool> *isUnwanted) override;

  /// The pipeline's output for one kernel as text: passes printed, or assembly.
  llvm::Expected<std::string> show(std::string_view kernel, Emit emit, std::string_view passes) const;

private:
  explicit ProgramCodeImpl(std::shared_ptr<Backend> backend) : backend_(std::move(backend)) {}

  /// Object file and what goes with it, as the cache keeps them.
  struct Code {
    Variant variant;
    std::unique_ptr<llvm::MemoryBuffer> object;
  };

  std::unique_ptr<Variant> compile(std::size_t kernel, const VariantKey &key, std::string &log);
  std::string symbolOf(std::size_t kernel, const VariantKey &key) const;
  llvm::Expected<void *> load(std::unique_ptr<llvm::MemoryBuffer> object, llvm::StringRef symbol);
  llvm::Expected<Code> obtain(std::size_t kernel, const VariantKey &key, const std::string &symbol, std::string &log);
  llvm::Expected<PipelineResult> runOnce(const PipelineRequest &request, llvm::TargetMachine &machine,
                                         llvm::LLVMContext &context) const;
  Tier least(Tier asked) const;
  /// One run of the pipeline under the guard; `crashed` where it did not come to its end.
  llvm::Expected<PipelineResult> attempt(const PipelineRequest &request, bool &crashed,
                                         const std::atomic<bool> *isUnwanted) const;
  llvm::Expected<Code> build(std::size_t kernel, const VariantKey &key, Tier tier, const std::string &symbol,
                             std::string &log, const std::atomic<bool> *isUnwanted = nullptr) const;
  PipelineRequest request(const KernelInfo &info, const std::string &symbol, const VariantKey &key, Tier tier) const;
  std::string cacheKey(std::size_t kernel, const VariantKey &key) const;
  llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> compileGlobals() const;
  llvm::Error keepGlobals();
  bool addGlobals();
  void fit(const llvm::Function &function, KernelInfo &info, std::string &log) const;

  std::shared_ptr<Backend> backend_;
  ProgramFacts facts_;
  bool makesImages_ = false;
  bool isInexact_ = false; ///< LLVM may compute otherwise than the program says
  llvm::SmallVector<char, 0> bitcode_;
  std::string hash_; ///< of the bitcode and everything else that code depends on
  ProgramVariables variables_;
  std::unique_ptr<jit::Library> library_; ///< of what variant() gives
  std::once_flag globalsOnce_;
  bool hasGlobals_ = false; ///< library_ has the variables

  image::VariantTable variants_;
};

} // namespace lanecl::compiler
