// What is the same in all lanes. LLVM's UniformityInfo does the work; it asks a TargetTransformInfo which values differ
// by nature, and ours answers for LaneCL IR. For analysis and preparation only: optimisation for speed uses the real
// target's. Not thread safe within one LLVMContext.
#pragma once
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/Uniformity.h"
#include "llvm/Analysis/UniformityAnalysis.h"
#include "llvm/IR/PassManager.h"
#include "llvm/Passes/PassBuilder.h"
#include <memory>

namespace lanecl::simd {

/// What the uniformity of a function rests on, besides its instructions.
class LaneFacts {
public:
  /// Arguments that differ from lane to lane (of functions that are called with such).
  llvm::SmallPtrSet<const llvm::Value *, 8> varyingArguments;
  /// Phis that tell through which of a loop's exits a lane came, of loops with divergent exits: LLVM's analysis sees
  /// only those whose values are computed in the loop.
  llvm::SmallPtrSet<const llvm::Value *, 8> exitPhis;

  llvm::InstructionUniformity of(const llvm::Value &value) const;
  /// The function, or one that it calls, asks for a lane's id or has effects that each lane must have by itself.
  bool dependsOnLane(const llvm::Function &function) const;

private:
  llvm::InstructionUniformity ofCall(const llvm::CallBase &call) const;
  mutable llvm::DenseMap<const llvm::Function *, bool> dependsOnLane_;
};

/// Analysis managers whose target knows about lanes.
class LaneAnalyses {
public:
  LaneAnalyses();
  /// Runs a textual pass pipeline over one function.
  void run(llvm::Function &function, llvm::StringRef pipeline);
  template <typename Analysis> Analysis::Result &get(llvm::Function &function) {
    return functions.getResult<Analysis>(function);
  }
  /// UniformityInfo, which is only complete when asked for here.
  llvm::UniformityInfo &uniformity(llvm::Function &function);
  void invalidate(llvm::Function &function);
  llvm::FunctionAnalysisManager &manager() { return functions; }

  LaneFacts facts;

private:
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager components;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder;
};

} // namespace lanecl::simd
