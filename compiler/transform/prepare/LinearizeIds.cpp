#include "compiler/ir/Operations.h"
#include "compiler/transform/Passes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"

namespace lanecl {
namespace {

/// Queries made of others, at the begin of the kernel.
class LinearIds {
public:
  explicit LinearIds(llvm::Function &kernel) : module_(*kernel.getParent()), builder_(kernel.getContext()) {
    builder_.SetInsertPoint(&kernel.getEntryBlock(), kernel.getEntryBlock().getFirstInsertionPt());
  }

  llvm::Value *get(QueryCall query) {
    switch (query.query) {
    case Query::LocalId:
      return localId(query.dimension);
    case Query::GlobalId:
      return globalId(query.dimension);
    case Query::GlobalLinearId:
      return globalLinearId();
    default:
      return nullptr;
    }
  }

private:
  llvm::Value *ask(Query query, unsigned dimension = 0) { return createQuery(builder_, query, dimension); }

  // A group's work-items are few: 32 bits do.
  llvm::Value *narrow(llvm::Value *value) { return builder_.CreateTrunc(value, builder_.getInt32Ty()); }

  llvm::Value *localId(unsigned dimension) {
    llvm::Value *rest = narrow(ask(Query::LocalLinearId));
    for (unsigned d = 0; d < dimension; ++d)
      rest = builder_.CreateUDiv(rest, narrow(ask(Query::LocalSize, d)));
    if (dimension < 2)
      rest = builder_.CreateURem(rest, narrow(ask(Query::LocalSize, dimension)));
    return builder_.CreateZExt(rest, builder_.getInt64Ty());
  }

  llvm::Value *idInRange(unsigned dimension) {
    llvm::Value *start = builder_.CreateMul(ask(Query::GroupId, dimension), ask(Query::EnqueuedLocalSize, dimension));
    return builder_.CreateAdd(start, localId(dimension));
  }

  llvm::Value *globalId(unsigned dimension) {
    return builder_.CreateAdd(idInRange(dimension), ask(Query::GlobalOffset, dimension));
  }

  llvm::Value *globalLinearId() {
    llvm::Value *linear = idInRange(2);
    for (unsigned d : {1u, 0u})
      linear = builder_.CreateAdd(builder_.CreateMul(linear, ask(Query::GlobalSize, d)), idInRange(d));
    return linear;
  }

  llvm::Module &module_;
  llvm::IRBuilder<> builder_;
};

} // namespace

void linearizeIds(llvm::Function &kernel) {
  LinearIds ids(kernel);
  llvm::SmallVector<llvm::CallInst *, 16> calls;
  for (llvm::Instruction &instruction : llvm::instructions(kernel))
    if (queryOf(instruction))
      calls.push_back(llvm::cast<llvm::CallInst>(&instruction));
  // The first of them may be where the new ones are put: none goes before all are made.
  llvm::SmallVector<llvm::Value *, 16> values;
  for (llvm::CallInst *call : calls)
    values.push_back(ids.get(*queryOf(*call)));
  for (auto [call, value] : llvm::zip(calls, values))
    if (value) {
      call->replaceAllUsesWith(value);
      call->eraseFromParent();
    }
}

} // namespace lanecl
