#include "compiler/analysis/Uniformity.h"
#include "compiler/ir/AtomicOperation.h"
#include "compiler/ir/Operations.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/TargetTransformInfoImpl.h"
#include "llvm/IR/InstIterator.h"

namespace lanecl::simd {

using llvm::InstructionUniformity;

namespace {

InstructionUniformity uniformityOf(const OperationFacts &facts) {
  return facts.inLanes == InLanes::Uniform     ? InstructionUniformity::AlwaysUniform
         : facts.inLanes == InLanes::Divergent ? InstructionUniformity::NeverUniform
                                               : InstructionUniformity::Default;
}

/// Only the hooks that UniformityInfo and the passes of preparePacketize ask; everything else is conservative.
struct LaneTargetInfo final : llvm::TargetTransformInfoImplCRTPBase<LaneTargetInfo> {
  LaneTargetInfo(const llvm::DataLayout &layout, const LaneFacts &facts)
      : llvm::TargetTransformInfoImplCRTPBase<LaneTargetInfo>(layout), facts(facts) {}
  bool hasBranchDivergence(const llvm::Function *) const override { return true; }
  InstructionUniformity getInstructionUniformity(const llvm::Value *value) const override { return facts.of(*value); }
  // Constants of addresses are taken out of their indices: what has the rest in common lies together (Packs.h).
  bool isLegalAddressingMode(llvm::Type *, llvm::GlobalValue *, int64_t, bool, int64_t, unsigned,
                             llvm::Instruction * = nullptr, int64_t = 0) const override {
    return true;
  }
  const LaneFacts &facts;
};

} // namespace

InstructionUniformity LaneFacts::of(const llvm::Value &value) const {
  if (llvm::isa<llvm::PHINode>(value))
    return exitPhis.contains(&value) ? InstructionUniformity::NeverUniform : InstructionUniformity::Default;
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
    return differsInLanes(*query) ? InstructionUniformity::NeverUniform : InstructionUniformity::AlwaysUniform;
  if (auto operation = operationOf(call))
    return uniformityOf(factsOf(*operation));
  if (auto atomic = AtomicOperation::of(call); atomic && atomic->isOfSingleLane())
    return InstructionUniformity::Default;
  return dependsOnLane(*callee) ? InstructionUniformity::NeverUniform : InstructionUniformity::Default;
}

bool LaneFacts::dependsOnLane(const llvm::Function &function) const {
  if (auto query = queryOf(function))
    return differsInLanes({*query, 0});
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

namespace {

using Edges = llvm::SmallSetVector<llvm::Loop::Edge, 8>;

/// The exits that can be reached from `from` in this iteration; the header's entry stands for the next one.
Edges exitsFrom(llvm::BasicBlock &start, const llvm::Loop &loop, llvm::BasicBlock &branch) {
  Edges exits;
  llvm::SmallPtrSet<llvm::BasicBlock *, 16> seen;
  llvm::SmallVector<llvm::Loop::Edge, 16> work{{&branch, &start}};
  while (!work.empty()) {
    auto [from, to] = work.pop_back_val();
    if (to == loop.getHeader())
      exits.insert({nullptr, to});
    else if (!loop.contains(to))
      exits.insert({from, to});
    else if (seen.insert(to).second)
      for (llvm::BasicBlock *next : llvm::successors(to))
        work.emplace_back(to, next);
  }
  return exits;
}

bool areSame(const Edges &a, const Edges &b) {
  return a.size() == b.size() && llvm::all_of(a, [&](const llvm::Loop::Edge &edge) { return b.contains(edge); });
}

/// A divergent branch decides through which exit, or in which iteration, a lane leaves.
bool isLeftDivergently(const llvm::Loop &loop, const llvm::UniformityInfo &uniformity) {
  return llvm::any_of(loop.blocks(), [&](llvm::BasicBlock *block) {
    auto *end = block->getTerminator();
    if (end->getNumSuccessors() < 2 || !uniformity.isDivergent(end))
      return false;
    Edges first = exitsFrom(**llvm::succ_begin(block), loop, *block);
    return llvm::any_of(llvm::successors(block),
                        [&](llvm::BasicBlock *next) { return !areSame(first, exitsFrom(*next, loop, *block)); });
  });
}

/// Whether the phi has different values for exits of the loop.
bool tellsExits(const llvm::PHINode &phi, const llvm::Loop &loop) {
  const llvm::Value *value = nullptr;
  for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
    if (!loop.contains(phi.getIncomingBlock(i)))
      continue;
    if (value && value != phi.getIncomingValue(i))
      return true;
    value = phi.getIncomingValue(i);
  }
  return false;
}

/// Adds the phis that are known to differ now; says whether there are new ones.
bool addExitPhis(llvm::LoopInfo &loops, const llvm::UniformityInfo &uniformity, LaneFacts &facts) {
  bool found = false;
  for (llvm::Loop *loop : loops.getLoopsInPreorder()) {
    llvm::SmallVector<llvm::BasicBlock *, 4> exits;
    loop->getUniqueExitBlocks(exits);
    llvm::SmallVector<const llvm::PHINode *, 4> phis;
    for (llvm::BasicBlock *exit : exits)
      for (const llvm::PHINode &phi : exit->phis())
        if (!uniformity.isDivergent(&phi) && tellsExits(phi, *loop))
          phis.push_back(&phi);
    if (phis.empty() || !isLeftDivergently(*loop, uniformity))
      continue;
    for (const llvm::PHINode *phi : phis)
      found |= facts.exitPhis.insert(phi).second;
  }
  return found;
}

} // namespace

llvm::UniformityInfo &LaneAnalyses::uniformity(llvm::Function &function) {
  for (;;) {
    auto &known = get<llvm::UniformityInfoAnalysis>(function);
    if (!addExitPhis(get<llvm::LoopAnalysis>(function), known, facts))
      return known;
    llvm::PreservedAnalyses others = llvm::PreservedAnalyses::all();
    others.abandon<llvm::UniformityInfoAnalysis>();
    functions.invalidate(function, others);
  }
}

void LaneAnalyses::invalidate(llvm::Function &function) {
  facts.exitPhis.clear(); // they may be gone
  functions.invalidate(function, llvm::PreservedAnalyses::none());
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
