#include "compiler/transform/lanes/WidenSums.h"
#include "compiler/analysis/ItemSteps.h"
#include "compiler/analysis/LoopStrides.h"
#include "compiler/transform/robust/ExactSums.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/InstIterator.h"

namespace lanecl::simd {
namespace {

using llvm::Instruction, llvm::Loop, llvm::Value;

struct Term {
  Value *value;
  bool isSubtracted;
};
using Terms = llvm::SmallVector<Term, 8>;

/// What an exact sum is made of.
void collect(Value &value, bool isSubtracted, Terms &terms, unsigned depth = 0) {
  auto *sum = llvm::dyn_cast<Instruction>(&value);
  const unsigned opcode = sum ? sum->getOpcode() : 0;
  const bool isSum = opcode == Instruction::Add || opcode == Instruction::Sub || opcode == Instruction::Or;
  if (!isSum || depth > MaxSum || !isExactSum(*sum)) {
    terms.push_back({&value, isSubtracted});
    return;
  }
  collect(*sum->getOperand(0), isSubtracted, terms, depth + 1);
  collect(*sum->getOperand(1), isSubtracted != (opcode == Instruction::Sub), terms, depth + 1);
}

class SumWidener {
public:
  SumWidener(llvm::Function &function, LaneAnalyses &analyses)
      : function_(function), loops_(analyses.get<llvm::LoopAnalysis>(function)),
        evolution_(analyses.get<llvm::ScalarEvolutionAnalysis>(function)) {}

  bool run() {
    llvm::SmallVector<llvm::CastInst *, 16> indices;
    for (Instruction &instruction : llvm::instructions(function_))
      if (auto *cast = llvm::dyn_cast<llvm::CastInst>(&instruction);
          cast && cast->getType()->isIntegerTy(64) && loops_.getLoopFor(cast->getParent()) &&
          (llvm::isa<llvm::SExtInst>(cast) || (llvm::isa<llvm::ZExtInst>(cast) && cast->hasNonNeg())))
        indices.push_back(cast);
    bool changed = false;
    for (llvm::CastInst *index : indices)
      changed |= widen(*index, *loops_.getLoopFor(index->getParent()));
    return changed;
  }

private:
  /// What a loop makes of the sum that is an index: 64 bits of parts that are the same in all iterations first, at
  /// least two, and of those behind them whose value in an iteration is known before the loop begins.
  bool widen(llvm::CastInst &index, const Loop &loop) {
    Terms terms, same, counted;
    collect(*index.getOperand(0), false, terms);
    for (const Term &term : terms) {
      const llvm::SCEV *value = evolution_.getSCEV(term.value);
      auto *progression = llvm::dyn_cast<llvm::SCEVAddRecExpr>(value);
      if (evolution_.isLoopInvariant(value, &loop))
        same.push_back(term);
      else if (progression && progression->getLoop() == &loop && progression->isAffine())
        counted.push_back(term);
      else
        return false;
    }
    if (same.size() < 2 || counted.empty() || !isWorthIt(index, loop))
      return false;
    llvm::IRBuilder<> builder(&index);
    Value *sum = builder.getInt64(0);
    for (const Terms &part : {same, counted})
      for (auto [value, isSubtracted] : part) {
        Value *wide = builder.CreateSExt(value, index.getType());
        sum = isSubtracted ? builder.CreateSub(sum, wide) : builder.CreateAdd(sum, wide);
      }
    index.replaceAllUsesWith(sum);
    return true;
  }

  /// Of neighbouring iterations or lanes; gathers are better off with 32 bits.
  bool isWorthIt(llvm::CastInst &index, const Loop &loop) {
    return llvm::any_of(index.users(), [&](llvm::User *user) {
      auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(user);
      if (!address)
        return false;
      auto *stride = strideIn(loop, address, evolution_);
      if (stride && isNearStep(*stride, evolution_))
        return true;
      if (!steps_)
        steps_.emplace(function_, 0);
      return steps_->of(address).has_value();
    });
  }

  llvm::Function &function_;
  llvm::LoopInfo &loops_;
  llvm::ScalarEvolution &evolution_;
  std::optional<ItemSteps> steps_;
};

} // namespace

void widenSums(llvm::Function &function, LaneAnalyses &analyses) {
  if (!analyses.get<llvm::LoopAnalysis>(function).empty() && SumWidener(function, analyses).run())
    analyses.invalidate(function);
}

} // namespace lanecl::simd
