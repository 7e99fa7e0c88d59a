// Built-in variables: each load of one is a query of LaneCL IR.
#include "compiler/ir/Queries.h"
#include "compiler/spirv/Handlers.h"

namespace lanecl::spirv {

namespace {

struct QueryRow {
  BuiltIn which;
  Query query; ///< one a component of a vector of three where it has a dimension
};

constexpr QueryRow queryRows[] = {
    {BuiltIn::NumWorkgroups, Query::NumGroups},
    {BuiltIn::WorkgroupSize, Query::LocalSize},
    {BuiltIn::WorkgroupId, Query::GroupId},
    {BuiltIn::LocalInvocationId, Query::LocalId},
    {BuiltIn::GlobalInvocationId, Query::GlobalId},
    {BuiltIn::GlobalSize, Query::GlobalSize},
    {BuiltIn::EnqueuedWorkgroupSize, Query::EnqueuedLocalSize},
    {BuiltIn::GlobalOffset, Query::GlobalOffset},
    {BuiltIn::LocalInvocationIndex, Query::LocalLinearId},
    {BuiltIn::GlobalLinearId, Query::GlobalLinearId},
    {BuiltIn::WorkDim, Query::WorkDim},
    {BuiltIn::SubgroupSize, Query::SubGroupSize},
    {BuiltIn::SubgroupMaxSize, Query::MaxSubGroupSize},
    {BuiltIn::NumSubgroups, Query::NumSubGroups},
    {BuiltIn::NumEnqueuedSubgroups, Query::EnqueuedNumSubGroups},
    {BuiltIn::SubgroupId, Query::SubGroupId},
    {BuiltIn::SubgroupLocalInvocationId, Query::SubGroupLocalId},
};

llvm::Value *laneMask(Translation &t, BuiltIn which) {
  llvm::Type *wide = t.builder.getIntNTy(128);
  auto query = [&](Query asked) { return t.builder.CreateZExt(createQuery(t.builder, asked), wide); };
  auto *one = llvm::ConstantInt::get(wide, 1);
  llvm::Value *self = t.builder.CreateShl(one, query(Query::SubGroupLocalId));
  llvm::Value *less = t.builder.CreateSub(self, one), *upTo = t.builder.CreateOr(less, self);
  auto inside = [&](llvm::Value *mask) {
    // cl_khr_subgroup_ballot: no bit at or above the maximum sub-group size, which is at most 64.
    llvm::Value *all = t.builder.CreateSub(t.builder.CreateShl(one, query(Query::MaxSubGroupSize)), one);
    return t.builder.CreateAnd(t.builder.CreateNot(mask), all);
  };
  switch (which) {
  case BuiltIn::SubgroupEqMask:
    return self;
  case BuiltIn::SubgroupLtMask:
    return less;
  case BuiltIn::SubgroupLeMask:
    return upTo;
  case BuiltIn::SubgroupGeMask:
    return inside(less);
  case BuiltIn::SubgroupGtMask:
    return inside(upTo);
  default:
    return nullptr;
  }
}

} // namespace

llvm::Value *Translation::builtInAtEntry(const Instruction &instruction, BuiltIn which, llvm::Type *type) {
  llvm::Value *&known = state.builtInValues[{uint32_t(which), type}];
  if (!known) {
    // What depends on nothing may stand at the function's begin, where every block can use it.
    llvm::IRBuilderBase::InsertPointGuard guard(builder);
    llvm::BasicBlock &entry = builder.GetInsertBlock()->getParent()->getEntryBlock();
    builder.SetInsertPoint(&entry, entry.getFirstInsertionPt());
    known = builtInValue(instruction, which, type);
  }
  return known;
}

llvm::Value *Translation::builtInValue(const Instruction &instruction, BuiltIn which, llvm::Type *type) {
  for (const QueryRow &row : queryRows) {
    if (row.which != which)
      continue;
    auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
    bool dimensions = factsOf(row.query).hasDimension;
    if (!require(dimensions ? vector && vector->getNumElements() == 3 && vector->getElementType()->isIntegerTy()
                            : type->isIntegerTy(),
                 instruction, "the built-in variable has a wrong type"))
      return nullptr;
    if (!dimensions)
      return builder.CreateZExtOrTrunc(createQuery(builder, row.query), type);
    llvm::Value *result = llvm::PoisonValue::get(type);
    for (unsigned i = 0; i < 3; ++i) {
      llvm::Value *component = createQuery(builder, row.query, i);
      result = builder.CreateInsertElement(result, builder.CreateZExtOrTrunc(component, vector->getElementType()), i);
    }
    return result;
  }
  llvm::Value *mask = laneMask(*this, which);
  auto *words = llvm::FixedVectorType::get(builder.getInt32Ty(), 4);
  if (require(mask && type == words, instruction, "kernels have no such built-in variable, or not of this type"))
    return builder.CreateBitCast(mask, words);
  return nullptr;
}

} // namespace lanecl::spirv
