#include "compiler/transform/groups/GroupState.h"
#include "compiler/KernelAbi.h"
#include "compiler/ir/AddressSpaces.h"
#include "compiler/ir/Operations.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Support/MathExtras.h"

namespace lanecl {

std::array<llvm::Type *, StateCount> stateTypes(llvm::LLVMContext &context, bool wideIds) {
  std::array<llvm::Type *, StateCount> types;
  llvm::Type *i32 = llvm::Type::getInt32Ty(context), *id = wideIds ? llvm::Type::getInt64Ty(context) : i32;
  for (unsigned i = 0; i < StateCount; ++i) {
    bool isId = i >= unsigned(State::GroupId) && i < unsigned(State::WorkDim);
    types[i] = i >= unsigned(State::Worker) ? llvm::PointerType::get(context, space::Private) : isId ? id : i32;
  }
  return types;
}

llvm::Type *GroupState::idType() const { return (*this)(State::GroupId)->getType(); }

// All state values are non-negative, which `nneg` and the wrap flags tell the optimiser: a truncation to int and the
// extension to an address then cancel.
llvm::Value *GroupState::widen(llvm::IRBuilder<> &builder, llvm::Value *value, llvm::Type *type) const {
  return value->getType() == type ? value : builder.CreateZExt(value, type, "", /*IsNonNeg=*/true);
}

llvm::Value *GroupState::globalId(llvm::IRBuilder<> &builder, unsigned dimension) const {
  llvm::Value *local = widen(builder, (*this)(State::LocalId, dimension), idType());
  // A global offset may be anything of 64 bits (OpenCL API 5.8, clEnqueueNDRangeKernel).
  return builder.CreateAdd((*this)(State::GroupBase, dimension), local, "global_id", true, !idType()->isIntegerTy(64));
}

// OpenCL C 6.15.1: the linear ids do not count the global offset.
llvm::Value *GroupState::globalLinearId(llvm::IRBuilder<> &builder) const {
  llvm::Value *linear = nullptr;
  for (unsigned d = 3; d-- > 0;) {
    llvm::Value *id =
        builder.CreateSub(globalId(builder, d), (*this)(State::GlobalOffset, d), "", true, !idType()->isIntegerTy(64));
    llvm::Value *row = linear ? builder.CreateMul(linear, (*this)(State::GlobalSize, d), "", true, true) : nullptr;
    linear = row ? builder.CreateAdd(row, id, "global_linear_id", true, true) : id;
  }
  return linear;
}

llvm::Value *GroupState::localLinearId(llvm::IRBuilder<> &builder) const {
  llvm::Value *linear = (*this)(State::LocalId, 2);
  for (unsigned d = 2; d-- > 0;) {
    linear = builder.CreateMul(linear, (*this)(State::LocalSize, d), "", true, true);
    linear = builder.CreateAdd(linear, (*this)(State::LocalId, d), "local_linear_id", true, true);
  }
  return linear;
}

llvm::Value *GroupState::numSubGroups(llvm::IRBuilder<> &builder, State sizes) const {
  // Rows are whole sub-groups where kernels ask (VariantKey::linear).
  llvm::Value *items = builder.CreateMul((*this)(sizes), (*this)(sizes, 1), "", true, true);
  items = builder.CreateMul(items, (*this)(sizes, 2), "", true, true);
  items = builder.CreateAdd(items, builder.getInt32(width_ - 1), "", true, true);
  return builder.CreateLShr(items, llvm::Log2_32(width_), "num_sub_groups");
}

llvm::Value *GroupState::memory(llvm::IRBuilder<> &builder, bool begin, unsigned area) const {
  static constexpr std::size_t begins[MemoryAreas] = {offsetof(WorkerInfo, localMemory), offsetof(WorkerInfo, context),
                                                      offsetof(WorkerInfo, scratch)};
  static constexpr std::size_t sizes[MemoryAreas] = {
      offsetof(WorkerInfo, localBytes), offsetof(WorkerInfo, contextBytes), offsetof(WorkerInfo, scratchBytes)};
  llvm::Value *place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), (*this)(State::Worker),
                                                          begin ? begins[area] : sizes[area]);
  return builder.CreateLoad(builder.getInt64Ty(), place, begin ? "memory_begin" : "memory_bytes");
}

llvm::Value *GroupState::lower(llvm::IRBuilder<> &builder, unsigned query, unsigned d) const {
  switch (static_cast<Query>(query)) {
  case Query::GlobalId:
    return globalId(builder, d);
  case Query::LocalId:
    return (*this)(State::LocalId, d);
  case Query::GlobalLinearId:
    return globalLinearId(builder);
  case Query::LocalLinearId:
    return localLinearId(builder);
  case Query::SubGroupLocalId:
    return builder.getInt32(0);
  case Query::GroupId:
    return (*this)(State::GroupId, d);
  case Query::GlobalSize:
    return (*this)(State::GlobalSize, d);
  case Query::LocalSize:
    return (*this)(State::LocalSize, d);
  case Query::EnqueuedLocalSize:
    return (*this)(State::EnqueuedSize, d);
  case Query::NumGroups:
    return (*this)(State::NumGroups, d);
  case Query::GlobalOffset:
    return (*this)(State::GlobalOffset, d);
  case Query::WorkDim:
    return (*this)(State::WorkDim);
  // A partial sub-group is the last of its row: it has what is left of it.
  case Query::SubGroupSize:
    return masked_ ? builder.CreateSub((*this)(State::LocalSize), (*this)(State::LocalId), "sub_group_size", true, true)
                   : static_cast<llvm::Value *>(builder.getInt32(width_));
  case Query::MaxSubGroupSize:
    return builder.getInt32(width_);
  case Query::NumSubGroups:
    return numSubGroups(builder, State::LocalSize);
  case Query::EnqueuedNumSubGroups:
    return numSubGroups(builder, State::EnqueuedSize);
  case Query::SubGroupId:
    return (*this)(State::SubGroupId);
  case Query::MemoryBegin:
    return memory(builder, true, d);
  case Query::MemoryBytes:
    return memory(builder, false, d);
  }
  llvm_unreachable("a query without a value");
}

void GroupState::lowerQueries() const {
  llvm::DenseMap<std::pair<unsigned, unsigned>, llvm::Value *> known;
  llvm::SmallVector<llvm::Instruction *, 16> calls;
  for (llvm::Instruction &instruction : llvm::instructions(body_))
    if (queryOf(instruction))
      calls.push_back(&instruction);
  llvm::IRBuilder<> builder(body_.getEntryBlock().getTerminator());
  for (llvm::Instruction *call : calls) {
    QueryCall query = *queryOf(*call);
    llvm::Value *&value = known[{unsigned(query.query), query.dimension}];
    if (!value)
      value = lower(builder, unsigned(query.query), query.dimension);
    call->replaceAllUsesWith(widen(builder, value, call->getType()));
    call->eraseFromParent();
  }
}

llvm::SmallVector<const llvm::Value *, 8> GroupState::varying() const {
  llvm::SmallVector<const llvm::Value *, 8> values;
  for (unsigned d = 0; d < 3; ++d)
    values.push_back((*this)(State::LocalId, d));
  // The scratch is one for all sub-groups, what it holds is each one's own.
  for (State state : {State::SubGroupId, State::Context, State::Scratch})
    values.push_back((*this)(state));
  return values;
}

} // namespace lanecl
