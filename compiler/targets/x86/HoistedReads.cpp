#include "compiler/targets/MachineSubPass.h"
#include "compiler/targets/x86/CodeGenerator.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/TargetPassConfig.h"

namespace lanecl::targets::x86 {
namespace {

class HoistedReads : public MachineSubPass<SubPass::HoistedReads> {
public:
  using MachineSubPass::MachineSubPass;

private:
  bool change(llvm::MachineFunction &function) override {
    bool changed = false;
    for (llvm::MachineBasicBlock &block : function)
      if (block.succ_size() == 2)
        changed |= compare(**block.succ_begin(), **std::next(block.succ_begin()));
    return changed;
  }

  /// The instructions that both begin with: what one reads is read.
  static bool compare(llvm::MachineBasicBlock &one, llvm::MachineBasicBlock &two) {
    if (one.pred_size() != 1 || two.pred_size() != 1)
      return false; // branch folding leaves them alone
    bool changed = false;
    auto a = llvm::skipDebugInstructionsForward(one.begin(), one.end());
    auto b = llvm::skipDebugInstructionsForward(two.begin(), two.end());
    while (a != one.end() && b != two.end() && a->isIdenticalTo(*b)) {
      changed |= readInBoth(*a, *b);
      a = llvm::next_nodbg(a, one.end());
      b = llvm::next_nodbg(b, two.end());
    }
    return changed;
  }

  static bool readInBoth(llvm::MachineInstr &a, llvm::MachineInstr &b) {
    bool changed = false;
    for (auto [inA, inB] : llvm::zip_equal(a.operands(), b.operands()))
      if (inA.isReg() && inA.isUse() && inA.isUndef() != inB.isUndef()) {
        inA.setIsUndef(false);
        inB.setIsUndef(false);
        changed = true;
      }
    return changed;
  }
};

} // namespace

void keepHoistedReads(llvm::TargetPassConfig &configuration, SubPassObserver *observer) {
  // The last pass before branch folding.
  configuration.insertPass(&llvm::MachineLateInstrsCleanupID, new HoistedReads(observer));
}

} // namespace lanecl::targets::x86
