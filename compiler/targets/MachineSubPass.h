// A pass of LLVM's code generator that is ours.
#pragma once
#include "compiler/SubPasses.h"
#include "llvm/CodeGen/MachineFunctionPass.h"

namespace lanecl::targets {

/// Known by its name (SubPasses.def) to LLVM and to who looks on.
template <SubPass Which> class MachineSubPass : public llvm::MachineFunctionPass {
public:
  explicit MachineSubPass(SubPassObserver *observer) : MachineFunctionPass(ID), observer_(observer) {}
  llvm::StringRef getPassName() const final { return factsOf(Which).name; }
  bool runOnMachineFunction(llvm::MachineFunction &function) final {
    return runSubPass(observer_, Which, function, [&] { return change(function); });
  }

private:
  /// Whether there was anything to do.
  virtual bool change(llvm::MachineFunction &function) = 0;

  inline static char ID = 0;
  SubPassObserver *const observer_;
};

} // namespace lanecl::targets
