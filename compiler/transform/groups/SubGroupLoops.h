// The loops over the sub-groups of one work-group: its rows in all planes and, along a row, the full sub-groups, then
// the partial one, or its work-items.
#pragma once
#include "compiler/transform/groups/SubGroupCalls.h"

namespace lanecl {

class SubGroupLoops {
public:
  SubGroupLoops(EntryFrame &frame, const KernelBodies &bodies, SubGroupCalls &calls)
      : frame_(frame), bodies_(bodies), calls_(calls), b_(frame.builder) {}

  /// Once in each work-group, when the frame knows its size: how its rows are split.
  void measure();
  /// All sub-groups in region `number`. `next`: as in SubGroupCalls::call.
  void run(llvm::Value *number, llvm::Value *next);

private:
  bool asksForRows() const;
  llvm::Value *rowsTogether();
  void runRow(SubGroupCalls::Place place, llvm::Value *rows, llvm::Value *next);
  void runFull(const SubGroupCalls::Place &place, llvm::Value *rows, llvm::Value *next);
  void runPartial(SubGroupCalls::Place place, llvm::Value *rows, llvm::Value *next);
  void runRowByRow(const RegionBody &body, const SubGroupCalls::Place &place, llvm::Value *rows, llvm::Value *next);

  EntryFrame &frame_;
  const KernelBodies &bodies_;
  SubGroupCalls &calls_;
  llvm::IRBuilder<> &b_;
  llvm::Value *rowItems_ = nullptr;  ///< work-items of one row of the work-group
  llvm::Value *rowLength_ = nullptr; ///< sub-groups of one row of the work-group
  llvm::Value *rowCount_ = nullptr;  ///< rows of the work-group, in all planes
  llvm::Value *fullEnd_ = nullptr;   ///< work-items of a row in full sub-groups
};

} // namespace lanecl
