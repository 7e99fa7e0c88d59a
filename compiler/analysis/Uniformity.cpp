#include "compiler/analysis/Uniformity.h"
#include "compiler/analysis/LaneclIr.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/IR/InstIterator.h"

namespace lanecl::simd {

using llvm::InstructionUniformity;

namespace {

constexpr llvm::StringLiteral UniformPrefix = "lanecl.uniform.";
constexpr llvm::StringLiteral SubGroupPrefix = "lanecl.sub_group.";

bool differsByLane(QueryCall call) {
  switch (call.query) {
  case Query::GlobalId:
  case Query::LocalId:
    return call.dimension == 0; // a sub-group lies along dimension 0
  case Query::GlobalLinearId:
  case Query::LocalLinearId:
  case Query::SubGroupLocalId:
    return true;
  default:
    return false;
  }
}

InstructionUniformity ofSubGroupOperation(llvm::StringRef operation) {
  return llvm::StringSwitch<InstructionUniformity>(operation.split('.').first)
      .Cases({"all", "any", "all_equal", "broadcast", "broadcast_first", "reduce", "ballot"},
             InstructionUniformity::AlwaysUniform)
      .Default(InstructionUniformity::NeverUniform);
}

/// Only the hooks that UniformityInfo and the passes of preparePacketize ask; everything else is conservative.
struct LaneTargetInfo final : llvm::TargetTransformInfoImplCRTPBase<LaneTargetInfo> {
  LaneTargetInfo(const llvm::DataLayout &layout, const LaneFacts &facts)
      : llvm::TargetTransformInfoImplCRTPBase<LaneTargetInfo>(layout), facts(facts) {}
  bool hasBranchDivergence(const llvm::Function *) const override { return true; }
  InstructionUniformity getInstructionUniformity(const llvm::Value *value) const override { return facts.of(*value); }
  const LaneFacts &facts;
};

} // namespace

bool isUniformByContract(const llvm::Value &value) {
  auto *call = llvm::dyn_cast<llvm::CallInst>(&value);
  return call && call->getCalledFunction() && call->getCalledFunction()->getName().starts_with(UniformPrefix);
}

std::optional<llvm::StringRef> subGroupOperation(const llvm::Function &callee) {
  llvm::StringRef name = callee.getName();
  if (!name.consume_front(SubGroupPrefix))
    return std::nullopt;
  return name;
}

InstructionUniformity LaneFacts::of(const llvm::Value &value) const {
  if (llvm::isa<llvm::Argument>(value))
    return varyingArguments.contains(&value) ? InstructionUniformity::NeverUniform : InstructionUniformity::Default;
  // Each lane has variables of its own, and performs its own atomic operation.
  if (llvm::isa<llvm::AllocaInst, llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(value))
    return InstructionUniformity::NeverUniform;
  if (auto *call = llvm::dyn_cast<llvm::CallBase>(&value))
    return ofCall(*call);
  return InstructionUniformity::Default;
}

InstructionUniformity LaneFacts::ofCall(const llvm::CallBase &call) const {
  auto *callee = call.getCalledFunction();
  if (!callee)
    return InstructionUniformity::NeverUniform;
  if (callee->isIntrinsic())
    return InstructionUniformity::Default;
  if (auto query = queryOf(call))
    return differsByLane(*query) ? InstructionUniformity::NeverUniform : InstructionUniformity::AlwaysUniform;
  if (isUniformByContract(call) || groupCallOf(call))
    return InstructionUniformity::AlwaysUniform;
  if (auto operation = subGroupOperation(*callee))
    return ofSubGroupOperation(*operation);
  return dependsOnLane(*callee) ? InstructionUniformity::NeverUniform : InstructionUniformity::Default;
}

bool LaneFacts::dependsOnLane(const llvm::Function &function) const {
  if (auto query = queryOf(function))
    return differsByLane({*query, 0});
  // Declarations are math and similar functions, or of the host (printf): told by their memory effects.
  if (!function.onlyReadsMemory())
    return true;
  if (function.isDeclaration())
    return false;
  auto [entry, isNew] = dependsOnLane_.try_emplace(&function, false);
  if (!isNew)
    return entry->second;
  bool depends = false;
  for (const llvm::Instruction &instruction : llvm::instructions(function))
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction); call && !llvm::isa<llvm::IntrinsicInst>(call))
      depends |= !call->getCalledFunction() || dependsOnLane(*call->getCalledFunction());
  return dependsOnLane_[&function] = depends;
}

LaneAnalyses::LaneAnalyses() {
  functions.registerPass([this] {
    return llvm::TargetIRAnalysis([this](const llvm::Function &function) {
      return llvm::TargetTransformInfo(std::make_unique<LaneTargetInfo>(function.getDataLayout(), facts));
    });
  });
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(components);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, components, modules);
}

void LaneAnalyses::run(llvm::Function &function, llvm::StringRef pipeline) {
  llvm::FunctionPassManager passes;
  llvm::cantFail(builder.parsePassPipeline(passes, pipeline));
  passes.run(function, functions);
  invalidate(function);
}

} // namespace lanecl::simd
