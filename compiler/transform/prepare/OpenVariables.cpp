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

bool hasVariablesAndExchanges(const llvm::Function &function) {
  bool hasVariables = false, hasExchanges = false;
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    hasVariables |= llvm::isa<llvm::AllocaInst>(instruction);
    const auto atomic = AtomicOperation::of(instruction);
    hasExchanges |= atomic && atomic->op == AtomicOp::CmpXchg;
  }
  return hasVariables && hasExchanges;
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
