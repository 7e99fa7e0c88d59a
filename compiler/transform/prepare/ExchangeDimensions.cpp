#include "compiler/ir/Operations.h"
#include "compiler/ir/Queries.h"
#include "compiler/transform/Passes.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"

namespace lanecl {
namespace {

/// The linear id, which counts along the kernel's own dimension 0 first, of what answers for each dimension.
llvm::Value *globalLinearId(llvm::IRBuilder<> &builder, unsigned dimension) {
  auto ask = [&](Query query, unsigned d) {
    return createQuery(builder, query, d == 0 ? dimension : d == dimension ? 0 : d);
  };
  llvm::Value *linear = builder.getInt64(0);
  for (unsigned d : {2u, 1u, 0u}) {
    llvm::Value *id = builder.CreateSub(ask(Query::GlobalId, d), ask(Query::GlobalOffset, d), "", true, true);
    linear =
        builder.CreateAdd(builder.CreateMul(linear, ask(Query::GlobalSize, d), "", true, true), id, "", true, true);
  }
  return linear;
}

void replaceGlobalLinearIds(llvm::Module &module, unsigned dimension) {
  for (llvm::Function &function : llvm::make_early_inc_range(module)) {
    if (queryOf(function) != Query::GlobalLinearId)
      continue;
    for (llvm::User *user : llvm::make_early_inc_range(function.users())) {
      auto *call = llvm::cast<llvm::CallInst>(user);
      llvm::IRBuilder<> builder(call);
      call->replaceAllUsesWith(globalLinearId(builder, dimension));
      call->eraseFromParent();
    }
  }
}

} // namespace

void exchangeDimensions(llvm::Module &module, unsigned dimension) {
  for (llvm::Function &function : module) {
    if (operationOf(function) == Operation::WorkGroupBroadcast) // of the work-item with these local ids
      for (llvm::User *user : function.users()) {
        auto *call = llvm::cast<llvm::CallInst>(user);
        llvm::Value *first = call->getArgOperand(1);
        call->setArgOperand(1, call->getArgOperand(1 + dimension));
        call->setArgOperand(1 + dimension, first);
      }
    auto query = queryOf(function);
    if (!query || !factsOf(*query).hasDimension || isMemoryQuery(*query))
      continue;
    for (llvm::User *user : function.users()) {
      auto *call = llvm::cast<llvm::CallInst>(user);
      llvm::Use &asked = call->getArgOperandUse(0);
      unsigned was = queryOf(*call)->dimension;
      if (was == 0 || was == dimension)
        asked.set(llvm::ConstantInt::get(asked->getType(), was == 0 ? dimension : 0));
    }
  }
  replaceGlobalLinearIds(module, dimension); // asks for dimensions as they are now
}

} // namespace lanecl
