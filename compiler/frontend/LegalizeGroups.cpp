// Group functions that the SPIR-V back end does not know: cl_khr_work_group_uniform_arithmetic, and the narrow types'
// functions of cl_intel_subgroups_char and _short, which have names of their own.
#include "compiler/frontend/BuiltinCalls.h"
#include "compiler/frontend/SpirvNumbers.h"

namespace lanecl::frontend {
namespace {

// SPIR-V 3.32 Group Operation
struct GroupForm {
  std::string_view name;
  uint32_t operation;
};
constexpr GroupForm groupForms[] = {{"reduce_", 0}, {"scan_inclusive_", 1}, {"scan_exclusive_", 2}};

struct Operation {
  std::string_view name;
  std::string_view ofFloats, ofSigned, ofUnsigned; ///< SPIR-V instructions; empty: there is none
  bool logical = false;                            ///< takes and gives bool, in OpenCL C int
};
constexpr Operation operations[] = {
    {"add", "GroupFAdd", "GroupIAdd", "GroupIAdd"},          {"min", "GroupFMin", "GroupSMin", "GroupUMin"},
    {"max", "GroupFMax", "GroupSMax", "GroupUMax"},          {"mul", "GroupFMulKHR", "GroupIMulKHR", "GroupIMulKHR"},
    {"and", "", "GroupBitwiseAndKHR", "GroupBitwiseAndKHR"}, {"or", "", "GroupBitwiseOrKHR", "GroupBitwiseOrKHR"},
    {"xor", "", "GroupBitwiseXorKHR", "GroupBitwiseXorKHR"}, {"logical_and", "", "GroupLogicalAndKHR", "", true},
    {"logical_or", "", "GroupLogicalOrKHR", "", true},       {"logical_xor", "", "GroupLogicalXorKHR", "", true},
};

std::string_view opcodeOf(const Operation &operation, Element element) {
  return element == Element::Float    ? operation.ofFloats
         : element == Element::Signed ? operation.ofSigned
                                      : operation.ofUnsigned;
}

llvm::Value *combine(const BuiltinCall &at, std::string_view name, uint32_t scope) {
  auto *form = llvm::find_if(groupForms, [&](const GroupForm &row) { return name.starts_with(row.name); });
  if (form == std::end(groupForms))
    return nullptr;
  name.remove_prefix(form->name.size());
  auto *operation = llvm::find_if(operations, [&](const Operation &row) { return row.name == name; });
  if (operation == std::end(operations) || opcodeOf(*operation, at.type(0).element).empty())
    return nullptr;
  llvm::IRBuilder<> &builder = at.builder;
  llvm::Value *value = at.arg(0);
  if (operation->logical)
    value = builder.CreateICmpNE(value, llvm::Constant::getNullValue(value->getType()));
  llvm::CallInst *call = callSpirv(at, opcodeOf(*operation, at.type(0).element), value->getType(),
                                   {builder.getInt32(scope), builder.getInt32(form->operation), value});
  call->setConvergent();
  return operation->logical ? builder.CreateZExt(call, at.call.getType()) : call;
}

llvm::Value *lowerWorkGroup(const BuiltinCall &at) {
  return combine(at, at.name.base.substr(std::string_view("work_group_").size()), scopeWorkgroup);
}

llvm::Value *lowerIntelSubGroup(const BuiltinCall &at) {
  return combine(at, at.name.base.substr(std::string_view("intel_sub_group_").size()), scopeSubgroup);
}

llvm::Value *lowerIntelBroadcast(const BuiltinCall &at) {
  llvm::CallInst *call =
      callSpirv(at, "GroupBroadcast", at.call.getType(), {at.builder.getInt32(scopeSubgroup), at.arg(0), at.arg(1)});
  call->setConvergent();
  return call;
}

// cl_intel_subgroup_buffer_prefetch: a hint, and the hardware's prefetcher knows better.
llvm::Value *dropHint(const BuiltinCall &at) { return &at.call; }

// 6.15.16, 6.15.19: predicates are zero or not, which the back end does not ask of constants.
llvm::Value *testPredicate(const BuiltinCall &at) {
  llvm::Value *value = at.arg(0);
  llvm::Value *isSet = at.builder.CreateICmpNE(value, llvm::Constant::getNullValue(value->getType()));
  at.call.setArgOperand(0, at.builder.CreateZExt(isSet, value->getType()));
  return nullptr;
}

constexpr BuiltinRow groupTable[] = {
    {"work_group_any", testPredicate},
    {"work_group_all", testPredicate},
    {"sub_group_any", testPredicate},
    {"sub_group_all", testPredicate},
    {"sub_group_ballot", testPredicate},
    {"sub_group_non_uniform_any", testPredicate},
    {"sub_group_non_uniform_all", testPredicate},
    {"sub_group_non_uniform_reduce_logical_*", testPredicate},
    {"sub_group_non_uniform_scan_inclusive_logical_*", testPredicate},
    {"sub_group_non_uniform_scan_exclusive_logical_*", testPredicate},
    {"sub_group_clustered_reduce_logical_*", testPredicate},
    {"work_group_reduce_*", lowerWorkGroup},
    {"work_group_scan_*", lowerWorkGroup},
    {"intel_sub_group_reduce_*", lowerIntelSubGroup},
    {"intel_sub_group_scan_*", lowerIntelSubGroup},
    {"intel_sub_group_broadcast", lowerIntelBroadcast},
    {"intel_sub_group_block_prefetch_*", dropHint},
};

} // namespace

std::span<const BuiltinRow> groupRows() { return groupTable; }

} // namespace lanecl::frontend
