#include "compiler/analysis/LaneclIr.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

namespace lanecl {
namespace {

constexpr llvm::StringLiteral Prefix = "lanecl.";
// SPIR-V's Scope: barriers of sub-group (3) and work-item (4) scope do not split the work-group.
constexpr uint64_t ScopeWorkGroup = 2;

std::optional<llvm::StringRef> baseName(const llvm::Function &function) {
  llvm::StringRef name = function.getName();
  if (!name.consume_front(Prefix))
    return std::nullopt;
  return name;
}

} // namespace

std::optional<Query> queryOf(const llvm::Function &function) {
  auto name = baseName(function);
  if (!name)
    return std::nullopt;
  return llvm::StringSwitch<std::optional<Query>>(*name)
      .Case("global_id", Query::GlobalId)
      .Case("local_id", Query::LocalId)
      .Case("global_linear_id", Query::GlobalLinearId)
      .Case("local_linear_id", Query::LocalLinearId)
      .Case("sub_group_local_id", Query::SubGroupLocalId)
      .Case("group_id", Query::GroupId)
      .Case("global_size", Query::GlobalSize)
      .Case("local_size", Query::LocalSize)
      .Case("enqueued_local_size", Query::EnqueuedLocalSize)
      .Case("num_groups", Query::NumGroups)
      .Case("global_offset", Query::GlobalOffset)
      .Case("work_dim", Query::WorkDim)
      .Case("sub_group_size", Query::SubGroupSize)
      .Case("max_sub_group_size", Query::MaxSubGroupSize)
      .Case("num_sub_groups", Query::NumSubGroups)
      .Case("enqueued_num_sub_groups", Query::EnqueuedNumSubGroups)
      .Case("sub_group_id", Query::SubGroupId)
      .Case("memory_begin", Query::MemoryBegin)
      .Case("memory_bytes", Query::MemoryBytes)
      .Default(std::nullopt);
}

std::optional<QueryCall> queryOf(const llvm::Value &value) {
  auto *call = llvm::dyn_cast<llvm::CallBase>(&value);
  auto *callee = call ? call->getCalledFunction() : nullptr;
  auto query = callee ? queryOf(*callee) : std::nullopt;
  if (!query)
    return std::nullopt;
  unsigned dimension = 0;
  if (call->arg_size() == 1)
    if (auto *constant = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0)))
      dimension = static_cast<unsigned>(std::min<uint64_t>(constant->getZExtValue(), 2));
  return QueryCall{*query, dimension};
}

bool isMemoryQuery(Query query) { return query == Query::MemoryBegin || query == Query::MemoryBytes; }

std::optional<GroupCall> groupCallOf(const llvm::CallBase &call) {
  auto *callee = call.getCalledFunction();
  auto name = callee ? baseName(*callee) : std::nullopt;
  if (!name)
    return std::nullopt;
  if (*name == "barrier") {
    auto *scope = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(0));
    if (scope && scope->getZExtValue() > ScopeWorkGroup)
      return std::nullopt;
    return GroupCall::Barrier;
  }
  return llvm::StringSwitch<std::optional<GroupCall>>(*name)
      .Case("wait_events", GroupCall::WaitEvents)
      .Case("region_end", GroupCall::RegionEnd)
      .Case("yield", GroupCall::Yield)
      .StartsWith("async_copy", GroupCall::AsyncCopy)
      .StartsWith("work_group.", GroupCall::WorkGroupOp)
      .StartsWith("accumulate.", GroupCall::Accumulate)
      .StartsWith("group_result.", GroupCall::GroupResult)
      .StartsWith("carry.", GroupCall::Carry)
      .Default(std::nullopt);
}

std::optional<Estimate> estimateOf(const llvm::Function &function) {
  auto name = baseName(function);
  if (!name || !name->consume_front("estimate."))
    return std::nullopt;
  return llvm::StringSwitch<std::optional<Estimate>>(name->split('.').first)
      .Case("reciprocal", Estimate::Reciprocal)
      .Case("reciprocal_root", Estimate::ReciprocalRoot)
      .Case("fast_root", Estimate::FastRoot)
      .Default(std::nullopt);
}

llvm::FunctionCallee estimateFor(const llvm::Function &function, llvm::Type *type) {
  llvm::StringRef base = function.getName().rsplit('.').first;
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  std::string suffix = vector ? ".v" + std::to_string(vector->getNumElements()) + "f32" : ".f32";
  auto *module = const_cast<llvm::Module *>(function.getParent());
  return module->getOrInsertFunction((base + suffix).str(), llvm::FunctionType::get(type, {type}, false),
                                     function.getAttributes());
}

bool isWorkGroupBarrier(const llvm::CallBase &call) {
  auto kind = groupCallOf(call);
  return kind == GroupCall::Barrier || kind == GroupCall::WaitEvents || kind == GroupCall::RegionEnd;
}

bool isOfSubGroups(const llvm::Function &function) {
  auto name = baseName(function);
  return name && (name->starts_with("sub_group") || name->contains("_sub_group"));
}

bool asksForSubGroups(const llvm::Module &module) {
  return llvm::any_of(module, [](const llvm::Function &each) { return isOfSubGroups(each) && !each.use_empty(); });
}

bool isRobust(const llvm::Function &kernel) { return kernel.hasFnAttribute(VisibleArguments); }

bool isLaneclFunction(const llvm::Function &function) { return baseName(function).has_value(); }

} // namespace lanecl
