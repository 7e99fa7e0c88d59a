#include "compiler/transform/finish/SplitBlocks.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/CodeGen/StackProtector.h"
#include "llvm/IR/Instructions.h"

namespace lanecl {
namespace {

using llvm::BasicBlock, llvm::Instruction;

/// What a value costs that goes from one block to the next. LLVM keeps masks in vectors, where the machine has no
/// registers for them, and makes them anew.
unsigned costOfPassing(const llvm::Value &value) {
  constexpr unsigned Mask = 16;
  return value.getType()->isVectorTy() && value.getType()->getScalarType()->isIntegerTy(1) ? Mask : 1;
}

/// Before each instruction of `code`, a whole block's: what the values cost that are computed before and used from
/// there on, but for those that other blocks use as well.
llvm::SmallVector<unsigned> costsOfSplits(llvm::ArrayRef<Instruction *> code) {
  llvm::DenseMap<const llvm::Value *, unsigned> places, lastUses;
  for (auto [place, instruction] : llvm::enumerate(code)) {
    places[instruction] = static_cast<unsigned>(place);
    for (const llvm::Value *operand : instruction->operand_values())
      if (places.contains(operand) && !llvm::isa<llvm::PHINode>(instruction))
        lastUses[operand] = static_cast<unsigned>(place);
  }
  llvm::SmallVector<int> changes(code.size() + 2);
  for (auto [value, last] : lastUses) {
    if (llvm::cast<Instruction>(value)->isUsedOutsideOfBlock(code.front()->getParent()))
      continue;
    changes[places[value] + 1] += static_cast<int>(costOfPassing(*value));
    changes[last + 1] -= static_cast<int>(costOfPassing(*value));
  }
  llvm::SmallVector<unsigned> costs;
  int cost = 0;
  for (std::size_t at = 0; at < code.size(); ++at)
    costs.push_back(static_cast<unsigned>(cost += changes[at]));
  return costs;
}

/// Variables of the function's frame would be made as it runs in any block but the first. Before a terminator nothing
/// is gained, and a call may have to be followed by it.
bool mayBegin(const Instruction &instruction, const Instruction *lastVariable) {
  return !llvm::isa<llvm::PHINode>(instruction) && !instruction.isTerminator() &&
         (!lastVariable || lastVariable->comesBefore(&instruction));
}

void split(BasicBlock &block, unsigned most, llvm::SmallVectorImpl<BasicBlock *> &made) {
  llvm::SmallVector<Instruction *> code;
  const Instruction *lastVariable = nullptr;
  for (Instruction &instruction : block) {
    code.push_back(&instruction);
    if (llvm::isa<llvm::AllocaInst>(instruction))
      lastVariable = &instruction;
  }
  if (code.size() <= most)
    return;
  const llvm::SmallVector<unsigned> costs = costsOfSplits(code);
  llvm::SmallVector<Instruction *> points;
  for (std::size_t begin = 0; begin + most < code.size();) {
    std::size_t best = 0; // of the last quarter
    for (std::size_t at = begin + most; at > begin + most - most / 4; --at)
      if (mayBegin(*code[at], lastVariable) && (!best || costs[at] < costs[best]))
        best = at;
    if (best)
      points.push_back(code[best]);
    begin = best ? best : begin + most;
  }
  for (Instruction *point : llvm::reverse(points))
    made.push_back(block.splitBasicBlock(point));
}

class SplitBlocks : public llvm::FunctionPass {
public:
  SplitBlocks(unsigned most, SubPassObserver *observer) : FunctionPass(ID), most_(most), observer_(observer) {}
  /// What LLVM knows of the stack before it chooses instructions is not found out again.
  void getAnalysisUsage(llvm::AnalysisUsage &usage) const override { usage.addPreserved<llvm::StackProtector>(); }
  llvm::StringRef getPassName() const override { return factsOf(SubPass::SplitBlocks).name; }
  bool runOnFunction(llvm::Function &function) override {
    return runSubPass(observer_, SubPass::SplitBlocks, function,
                      [&] { return !splitLongBlocks(function, most_).empty(); });
  }

private:
  inline static char ID = 0;
  const unsigned most_;
  SubPassObserver *const observer_;
};

} // namespace

llvm::SmallVector<BasicBlock *> splitLongBlocks(llvm::Function &function, unsigned most) {
  llvm::SmallVector<BasicBlock *> made;
  for (auto block = function.begin(), end = function.end(); block != end;)
    split(*block++, most, made); // the new ones stand before the next one
  return made;
}

void splitLongBlocks(llvm::TargetPassConfig &configuration, unsigned most, SubPassObserver *observer) {
  // Of what comes between the last pass that joins blocks and the choice of instructions, all levels have this one.
  configuration.insertPass(&llvm::StackProtector::ID, new SplitBlocks(most, observer));
}

} // namespace lanecl
