// What the values of a body are to the lanes of a sub-group, while claims of the interior are made of them.
#pragma once
#include "compiler/analysis/Uniformity.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolution.h"
#include "llvm/IR/Dominators.h"

namespace lanecl {

class InteriorValues {
public:
  explicit InteriorValues(llvm::Function &function)
      : function_(function), uniformity_(analyses_.uniformity(function)),
        evolution_(analyses_.get<llvm::ScalarEvolutionAnalysis>(function)) {}

  llvm::ScalarEvolution &evolution() { return evolution_; }
  llvm::LoopInfo &loops() { return analyses_.get<llvm::LoopAnalysis>(function_); }
  llvm::DominatorTree &dominators() { return analyses_.get<llvm::DominatorTreeAnalysis>(function_); }

  /// After what was claimed so far.
  bool isDivergent(const llvm::Value &value) const {
    return (uniformity_.isDivergent(&value) || divergent_.contains(&value)) && !same_.contains(&value);
  }
  /// It depends on where in the range the work-item is, not only where in its group.
  bool isOfPlace(const llvm::Value &value);
  /// An id, or a linear one that the program makes of several: more than one row's positions are numbered in turn.
  static bool isPlainId(const llvm::Value &value, unsigned depth = 0);
  /// Neighbours have neighbouring indices: a sum, no part of which wraps round, of ids and of what is the same.
  bool isStraight(const llvm::Value &index, unsigned depth = 0) const;
  bool isInProgression(llvm::Value &value);
  /// What differs between lanes is in a number once with each sign: how far a window's element is from its middle.
  bool cancels(const llvm::SCEV &number, const llvm::BasicBlock &where) const;
  /// True: a number is not poison, for what it is made of promises nothing any more. (What is claimed of it is proven
  /// of its range, wrapped round or not.) False: it may be poison for another reason; parts of it may have lost
  /// promises.
  bool withoutPoison(llvm::Value &value, unsigned depth = 0);

  /// Its users have the value instead; it stays itself until the code is simplified, for ranges may be made of it.
  void claim(llvm::Instruction &instruction, llvm::Value *value);
  /// Each lane's own, as `instruction` is, for which `made` is to be claimed.
  void keepDivergent(const llvm::Instruction &instruction, const llvm::Value &made) {
    if (isDivergent(instruction))
      divergent_.insert(&made);
  }
  void setSame(const llvm::Value &value) { same_.insert(&value); }
  /// What is made of what was claimed to be the same.
  void findSame(llvm::Instruction &instruction);

private:
  llvm::Function &function_;
  simd::LaneAnalyses analyses_;
  llvm::UniformityInfo &uniformity_;
  llvm::ScalarEvolution &evolution_;
  llvm::DenseSet<const llvm::Value *> same_;      ///< in all lanes, after what was claimed
  llvm::DenseSet<const llvm::Value *> divergent_; ///< made for a claim, each lane's own
  llvm::DenseMap<const llvm::Value *, bool> ofPlace_;
};

} // namespace lanecl
