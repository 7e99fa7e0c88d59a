// Built-in variables: each load of one is a query of LaneCL IR.
#include "compiler/spirv/Handlers.h"

namespace lanecl::spirv {

namespace {

struct QueryRow {
  BuiltIn which;
  llvm::StringRef query;
  bool dimensions; ///< a vector of three, one query a component
};

constexpr QueryRow queryRows[] = {
    {BuiltIn::NumWorkgroups, "num_groups", true},
    {BuiltIn::WorkgroupSize, "local_size", true},
    {BuiltIn::WorkgroupId, "group_id", true},
    {BuiltIn::LocalInvocationId, "local_id", true},
    {BuiltIn::GlobalInvocationId, "global_id", true},
    {BuiltIn::GlobalSize, "global_size", true},
    {BuiltIn::EnqueuedWorkgroupSize, "enqueued_local_size", true},
    {BuiltIn::GlobalOffset, "global_offset", true},
    {BuiltIn::LocalInvocationIndex, "local_linear_id", false},
    {BuiltIn::GlobalLinearId, "global_linear_id", false},
    {BuiltIn::WorkDim, "work_dim", false},
    {BuiltIn::SubgroupSize, "sub_group_size", false},
    {BuiltIn::SubgroupMaxSize, "max_sub_group_size", false},
    {BuiltIn::NumSubgroups, "num_sub_groups", false},
    {BuiltIn::NumEnqueuedSubgroups, "enqueued_num_sub_groups", false},
    {BuiltIn::SubgroupId, "sub_group_id", false},
    {BuiltIn::SubgroupLocalInvocationId, "sub_group_local_id", false},
};

/// The queries with 64-bit results; the others have 32.
bool isWide(BuiltIn which) { return which == BuiltIn::LocalInvocationIndex || which == BuiltIn::GlobalLinearId; }

llvm::Value *laneMask(Translation &t, BuiltIn which) {
  llvm::Type *wide = t.builder.getIntNTy(128);
  auto query = [&](llvm::StringRef name) {
    return t.builder.CreateZExt(t.callQuery("lanecl." + name, t.builder.getInt32Ty(), {}), wide);
  };
  auto *one = llvm::ConstantInt::get(wide, 1);
  llvm::Value *self = t.builder.CreateShl(one, query("sub_group_local_id"));
  llvm::Value *less = t.builder.CreateSub(self, one), *upTo = t.builder.CreateOr(less, self);
  auto inside = [&](llvm::Value *mask) {
    // cl_khr_subgroup_ballot: no bit at or above the maximum sub-group size, which is at most 64.
    llvm::Value *all = t.builder.CreateSub(t.builder.CreateShl(one, query("max_sub_group_size")), one);
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
    if (!require(row.dimensions ? vector && vector->getNumElements() == 3 && vector->getElementType()->isIntegerTy()
                                : type->isIntegerTy(),
                 instruction, "the built-in variable has a wrong type"))
      return nullptr;
    llvm::SmallString<40> name("lanecl.");
    name += row.query;
    if (!row.dimensions)
      return builder.CreateZExtOrTrunc(callQuery(name, isWide(which) ? builder.getInt64Ty() : builder.getInt32Ty(), {}),
                                       type);
    llvm::Value *result = llvm::PoisonValue::get(type);
    for (uint64_t i = 0; i < 3; ++i) {
      llvm::Value *component = callQuery(name, builder.getInt64Ty(), {int32(i)});
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
