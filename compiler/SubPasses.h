// Passes inside of passes: their names (SubPasses.def), and who looks on while they run.
#pragma once
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/PassManager.h"

namespace llvm {
class MachineFunction;
}

namespace lanecl {

enum class SubPass : uint8_t {
#define LANECL_SUB_PASS(enumerator, ...) enumerator,
#include "compiler/SubPasses.def"
};

struct SubPassFacts {
  SubPass pass;
  llvm::StringLiteral name, row; ///< of the pipeline's table
};
inline constexpr SubPassFacts SubPasses[] = {
#define LANECL_SUB_PASS(enumerator, name, row) {SubPass::enumerator, name, row},
#include "compiler/SubPasses.def"
};
constexpr const SubPassFacts &factsOf(SubPass pass) { return SubPasses[static_cast<unsigned>(pass)]; }

/// Looks on while passes run, on their thread; changes nothing. A null pointer stands for nobody.
class SubPassObserver {
public:
  virtual void begin(SubPass pass) = 0;
  virtual void end(SubPass pass, const llvm::Function &function) = 0;
  virtual void end(SubPass pass, const llvm::MachineFunction &function) = 0;

protected:
  ~SubPassObserver() = default;
};

/// What `work` says, which is the sub-pass and changes `function`, of LLVM IR or of machine code.
template <typename Code, typename Work>
auto runSubPass(SubPassObserver *observer, SubPass pass, Code &function, Work work) {
  if (observer)
    observer->begin(pass);
  if constexpr (std::is_void_v<decltype(work())>) {
    work();
    if (observer)
      observer->end(pass, function);
  } else {
    auto result = work();
    if (observer)
      observer->end(pass, function);
    return result;
  }
}

/// A pass for LLVM's managers: SubPassManager tells the observer of it.
template <typename Pass, SubPass Which> struct SubPassMixin : llvm::PassInfoMixin<Pass> {
  static constexpr SubPass Sub = Which;
  static llvm::StringRef name() { return factsOf(Which).name; }

private:
  SubPassMixin() = default;
  friend Pass;
};

/// LLVM's manager of passes on functions, which tells who looks on of those of our own (SubPassMixin).
class SubPassManager {
public:
  explicit SubPassManager(SubPassObserver *observer) : observer_(observer) {}

  template <typename Pass> void addPass(Pass pass) {
    if constexpr (requires { Pass::Sub; })
      passes_.addPass(Observed<Pass>(std::move(pass), observer_));
    else
      passes_.addPass(std::move(pass));
  }
  llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
    return passes_.run(function, analyses);
  }

private:
  template <typename Pass> struct Observed : llvm::PassInfoMixin<Observed<Pass>> {
    Pass pass;
    SubPassObserver *observer;

    Observed(Pass pass, SubPassObserver *observer) : pass(std::move(pass)), observer(observer) {}
    static llvm::StringRef name() { return Pass::name(); }
    llvm::PreservedAnalyses run(llvm::Function &function, llvm::FunctionAnalysisManager &analyses) {
      return runSubPass(observer, Pass::Sub, function, [&] { return pass.run(function, analyses); });
    }
  };

  llvm::FunctionPassManager passes_;
  SubPassObserver *observer_;
};

} // namespace lanecl
