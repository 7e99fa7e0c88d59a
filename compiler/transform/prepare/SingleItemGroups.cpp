#include "compiler/ir/Operations.h"
#include "compiler/transform/Passes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

namespace lanecl {
namespace {

// OpenCL C 6.15.1: with groups of one work-item, the group's number is the work-item's without the offset.
llvm::Value *answer(llvm::CallInst &call, QueryCall query) {
  llvm::IRBuilder<> builder(&call);
  auto ask = [&](Query which) { return createQuery(builder, which, query.dimension); };
  switch (query.query) {
  case Query::LocalId:
  case Query::LocalLinearId:
    return llvm::ConstantInt::get(call.getType(), 0);
  case Query::LocalSize:
  case Query::EnqueuedLocalSize:
    return llvm::ConstantInt::get(call.getType(), 1);
  case Query::NumGroups:
    return ask(Query::GlobalSize);
  case Query::GroupId: {
    llvm::Value *id = ask(Query::GlobalId), *offset = ask(Query::GlobalOffset);
    return builder.CreateSub(id, offset, "", /*HasNUW=*/true); // the offset may be any number of 64 bits
  }
  default:
    return nullptr;
  }
}

} // namespace

void makeSingleItemGroups(llvm::Module &module) {
  for (llvm::Function &function : module)
    for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
      auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction);
      if (!call)
        continue;
      if (isA(*call, Operation::Barrier) && isGroupCall(*call)) {
        call->eraseFromParent();
      } else if (auto query = queryOf(*call)) {
        if (llvm::Value *value = answer(*call, *query)) {
          call->replaceAllUsesWith(value);
          call->eraseFromParent();
        }
      }
    }
}

} // namespace lanecl
