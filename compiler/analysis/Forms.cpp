#include "compiler/analysis/Forms.h"
#include "compiler/analysis/WaitingLoops.h"
#include "compiler/ir/Operations.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/raw_ostream.h"

namespace lanecl {
namespace {

using llvm::Function;

llvm::SmallSetVector<Function *, 8> withCallees(llvm::ArrayRef<Function *> bodies) {
  llvm::SmallSetVector<Function *, 8> result;
  for (Function *body : bodies)
    if (body)
      result.insert(body);
  for (unsigned i = 0; i < result.size(); ++i) // grows on the way
    for (const llvm::Instruction &instruction : llvm::instructions(result[i]))
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction))
        if (Function *callee = call->getCalledFunction(); callee && !callee->isDeclaration())
          result.insert(callee);
  return result;
}

llvm::Error broken(const llvm::Value &place, const Function &function, const llvm::Twine &rule) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (auto *block = llvm::dyn_cast<llvm::BasicBlock>(&place))
    block->printAsOperand(stream, false);
  else
    stream << place;
  return llvm::createStringError("internal error: in function '" + function.getName() + "': " + text + ": " + rule);
}

llvm::Error verifyNumbers(const Function &function) {
  llvm::SmallDenseSet<uint64_t, 8> seen;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    if (!isA(instruction, Operation::RegionEnd) && !isA(instruction, Operation::Yield))
      continue;
    auto *number = llvm::cast<llvm::ConstantInt>(llvm::cast<llvm::CallBase>(instruction).getArgOperand(0));
    if (!seen.insert(number->getZExtValue()).second)
      return broken(instruction, function, "a boundary of regions has a number of its own");
  }
  return llvm::Error::success();
}

/// An entry that is `unreachable` stands for a kernel that nobody may run.
llvm::Error verifyEnds(const Function &function) {
  const llvm::BasicBlock *end = nullptr;
  for (const llvm::BasicBlock &block : function) {
    if (llvm::isa<llvm::UnreachableInst>(block.getTerminator()) && !block.isEntryBlock())
      return broken(block, function, "no way leads to 'unreachable'");
    if (!llvm::isa<llvm::ReturnInst>(block.getTerminator()))
      continue;
    if (end)
      return broken(block, function, "there is one return");
    end = &block;
  }
  return llvm::Error::success();
}

llvm::Error verifyLoops(Function &function) {
  if (!isReducible(function))
    return broken(function.getEntryBlock(), function, "every loop has one entry");
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  for (const llvm::Loop *loop : loops.getLoopsInPreorder()) {
    if (!loop->isLoopSimplifyForm())
      return broken(*loop->getHeader(), function, "a loop has a preheader, one latch and exits of its own");
    if (!loop->isLCSSAForm(dominators))
      return broken(*loop->getHeader(), function, "what a loop computes is used outside through phis at its exits");
  }
  return llvm::Error::success();
}

} // namespace

llvm::Error verifyForm(Form form, llvm::ArrayRef<Function *> bodies) {
  if (form == Form::AsWritten)
    return llvm::Error::success();
  for (Function *function : withCallees(bodies)) {
    if (llvm::Error error = verifyNumbers(*function))
      return error;
    if (form != Form::ForLanes)
      continue;
    if (llvm::Error error = verifyEnds(*function))
      return error;
    if (llvm::Error error = verifyLoops(*function))
      return error;
  }
  return llvm::Error::success();
}

} // namespace lanecl
