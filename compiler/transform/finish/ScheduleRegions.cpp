#include "compiler/transform/finish/ScheduleRegions.h"
#include "compiler/targets/MachineSubPass.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/LiveIntervals.h"
#include "llvm/CodeGen/MachineInstrBuilder.h"
#include "llvm/CodeGen/Passes.h"
#include "llvm/CodeGen/SlotIndexes.h"
#include "llvm/CodeGen/TargetInstrInfo.h"
#include "llvm/CodeGen/TargetSubtargetInfo.h"
#include "llvm/MC/MCContext.h"

namespace lanecl {
namespace {

using llvm::MachineBasicBlock, llvm::MachineFunction, llvm::MachineInstr;

/// Before registers are chosen, places of instructions have numbers, which are kept true.
template <SubPass Which> class RegionPass : public targets::MachineSubPass<Which> {
public:
  using targets::MachineSubPass<Which>::MachineSubPass;

protected:
  void getAnalysisUsage(llvm::AnalysisUsage &usage) const override {
    usage.setPreservesAll();
    llvm::MachineFunctionPass::getAnalysisUsage(usage);
  }
  llvm::SlotIndexes *places() {
    auto *wrapper = this->template getAnalysisIfAvailable<llvm::SlotIndexesWrapperPass>();
    return wrapper ? &wrapper->getSI() : nullptr;
  }
};

class EndRegions : public RegionPass<SubPass::EndRegions> {
public:
  EndRegions(unsigned most, SubPassObserver *observer) : RegionPass(observer), most_(most) {}

private:
  bool change(MachineFunction &function) override {
    bool changed = false;
    for (MachineBasicBlock &block : function) {
      unsigned length = 0;
      for (MachineInstr &instruction : llvm::make_early_inc_range(block)) {
        if (instruction.isPHI() || instruction.isTerminator() || ++length <= most_)
          continue;
        endBefore(instruction);
        length = 0;
        changed = true;
      }
    }
    return changed;
  }

  void endBefore(MachineInstr &instruction) {
    MachineBasicBlock &block = *instruction.getParent();
    MachineFunction &function = *block.getParent();
    auto label = BuildMI(block, instruction, llvm::DebugLoc(),
                         function.getSubtarget().getInstrInfo()->get(llvm::TargetOpcode::ANNOTATION_LABEL))
                     .addSym(function.getContext().createTempSymbol());
    if (llvm::SlotIndexes *places = this->places())
      places->insertMachineInstrInMaps(*label);
  }

  const unsigned most_;
};

class JoinRegions : public RegionPass<SubPass::JoinRegions> {
public:
  using RegionPass::RegionPass;

private:
  bool change(MachineFunction &function) override {
    bool changed = false;
    for (MachineBasicBlock &block : function)
      for (MachineInstr &instruction : llvm::make_early_inc_range(block)) {
        if (instruction.getOpcode() != llvm::TargetOpcode::ANNOTATION_LABEL)
          continue;
        if (llvm::SlotIndexes *places = this->places())
          places->removeMachineInstrFromMaps(instruction);
        instruction.eraseFromParent();
        changed = true;
      }
    return changed;
  }
};

} // namespace

void limitRegions(llvm::TargetPassConfig &configuration, unsigned most, SubPassObserver *observer) {
  for (llvm::AnalysisID before : {&llvm::RenameIndependentSubregsID, &llvm::ExpandPostRAPseudosID})
    configuration.insertPass(before, new EndRegions(most, observer));
  for (llvm::AnalysisID scheduler : {&llvm::MachineSchedulerID, &llvm::PostRASchedulerID})
    configuration.insertPass(scheduler, new JoinRegions(observer));
}

} // namespace lanecl
