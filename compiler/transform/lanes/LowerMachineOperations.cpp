#include "compiler/targets/Machine.h"
#include "compiler/transform/Passes.h"
#include "llvm/IR/Module.h"

namespace lanecl {
namespace {

/// In a register's first lane.
llvm::Value *inFirstLane(llvm::CallInst &call, const targets::Machine &machine,
                         const targets::MachineOperation &operation) {
  llvm::IRBuilder<> builder(&call);
  llvm::SmallVector<llvm::Value *, 2> operands;
  for (unsigned i = operation.isTable; i < call.arg_size(); ++i)
    operands.push_back(builder.CreateVectorSplat(operation.lanes, call.getArgOperand(i)));
  llvm::Value *table = nullptr;
  if (operation.isTable)
    table = builder.CreateLoad(llvm::FixedVectorType::get(call.getType(), 16), call.getArgOperand(0));
  return builder.CreateExtractElement(machine.emitOperation(builder, operation, table, operands), uint64_t(0));
}

} // namespace

void lowerMachineOperations(llvm::Module &module, const targets::Machine &machine) {
  for (llvm::Function &callee : module) {
    auto dot = dotOperation(callee);
    auto operation = dot ? std::nullopt : machine.operation(callee);
    if (!dot && !operation)
      continue;
    for (llvm::User *user : llvm::make_early_inc_range(callee.users())) {
      auto *call = llvm::cast<llvm::CallInst>(user);
      llvm::IRBuilder<> builder(call);
      call->replaceAllUsesWith(dot ? machine.emitDot(builder, *dot, call->getArgOperand(0), call->getArgOperand(1))
                                   : inFirstLane(*call, machine, *operation));
      call->eraseFromParent();
    }
  }
}

} // namespace lanecl
