// Programs that update memory by compare-exchange often have the number and its bits in one variable, a union: until it
// is two values nobody sees that the loop waits for no other work-item.
#include "compiler/ir/AtomicOperation.h"
#include "compiler/transform/Passes.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Transforms/Scalar/SROA.h"
#include <utility>

namespace lanecl {
namespace {

bool hasVariablesAndExchanges(llvm::Function &function) {
  auto isVariable = [](const llvm::Instruction &made) { return llvm::isa<llvm::AllocaInst>(made); };
  auto isExchange = [](llvm::Instruction &made) {
    const auto atomic = AtomicOperation::of(made);
    return atomic && atomic->op == AtomicOp::CmpXchg;
  };
  return llvm::any_of(llvm::instructions(function), isVariable) &&
         llvm::any_of(llvm::instructions(function), isExchange);
}

} // namespace

void openVariables(llvm::Module &program) {
  llvm::FunctionAnalysisManager analyses;
  bool isReady = false;
  for (llvm::Function &function : program) {
    if (function.isDeclaration() || !hasVariablesAndExchanges(function))
      continue;
    if (!std::exchange(isReady, true))
      llvm::PassBuilder().registerFunctionAnalyses(analyses);
    analyses.invalidate(function, llvm::SROAPass(llvm::SROAOptions::PreserveCFG).run(function, analyses));
  }
}

} // namespace lanecl
