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
