// A linked program: LaneCL IR as bitcode, from which each kernel's variants are compiled at first use. Every
// compilation has an LLVMContext of its own, so different variants are compiled at the same time.
#pragma once
#include "compiler/Backend.h"
#include "compiler/Pipeline.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"
#include <condition_variable>
#include <map>

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

  std::span<const KernelInfo> kernels() const override { return kernels_; }
  const Variant *variant(std::size_t kernel, VariantKey key, std::string &log) override;
  bool isWorthImages(std::size_t kernel, const std::vector<uint32_t> &images, uint64_t items) override;
  GlobalVariable variable(std::string_view name) override;
  uint64_t globalVariableBytes() const override { return variables_.bytes; }
  bool hasInitializers() const override { return hasInitializers_; }

  /// The pipeline's output for one kernel as text: passes printed, or assembly.
  llvm::Expected<std::string> show(std::string_view kernel, Emit emit, std::string_view passes) const;

private:
  explicit ProgramCodeImpl(std::shared_ptr<Backend> backend) : backend_(std::move(backend)) {}

  struct Slot {
    /// Where the compile threw, the next to ask tries again.
    enum class State : uint8_t { Open, UnderWay, Done } state = State::Open;
    std::unique_ptr<Variant> variant;
    std::string log;
  };
  /// Object file and what goes with it, as the cache keeps them.
  struct Code {
    Variant variant;
    std::unique_ptr<llvm::MemoryBuffer> object;
  };

  void compile(std::size_t kernel, VariantKey key, Slot &slot);
  llvm::Expected<void *> load(std::unique_ptr<llvm::MemoryBuffer> object, llvm::StringRef symbol);
  llvm::Expected<Code> obtain(std::size_t kernel, VariantKey key, const std::string &symbol, std::string &log);
  llvm::Expected<PipelineResult> runOnce(const PipelineRequest &request, llvm::TargetMachine &machine,
                                         llvm::LLVMContext &context) const;
  llvm::Expected<Code> build(std::size_t kernel, VariantKey key, const std::string &symbol, std::string &log) const;
  PipelineRequest request(const KernelInfo &info, const std::string &symbol, VariantKey key) const;
  std::string cacheKey(std::size_t kernel, VariantKey key) const;
  llvm::Error addGlobals();
  void fit(const llvm::Function &function, KernelInfo &info, std::string &log) const;

  std::shared_ptr<Backend> backend_;
  std::vector<KernelInfo> kernels_;
  llvm::SmallVector<char, 0> bitcode_;
  std::string hash_; ///< of the bitcode and everything else that code depends on
  ProgramVariables variables_;
  bool hasInitializers_ = false;
  std::unique_ptr<jit::Library> library_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::map<std::pair<std::size_t, VariantKey>, Slot> slots_;
  /// By kernel, then by VariantKey::images: work-items that ran; Special and more: with code of their own.
  std::map<std::size_t, std::map<std::vector<uint32_t>, uint64_t>> imageItems_;
};

} // namespace lanecl::compiler
