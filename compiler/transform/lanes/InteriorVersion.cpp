#include "compiler/transform/lanes/InteriorVersion.h"
#include "compiler/analysis/Uniformity.h"
#include "compiler/ir/Operations.h"
#include "compiler/ir/VersionChoices.h"
#include "compiler/transform/lanes/InteriorClaims.h"
#include "compiler/transform/prepare/CountIterations.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

namespace lanecl {
namespace {

using llvm::BasicBlock, llvm::Instruction, llvm::Value;

constexpr unsigned MaxCopiedInterior = 2000; ///< instructions of a kernel

/// Short vectors become scalars, loops as GroupRanges knows them.
constexpr llvm::StringLiteral Scalars = "scalarizer<variable-insert-extract>,early-cse,"
                                        "instcombine<no-verify-fixpoint>,";
constexpr llvm::StringLiteral Loops = "loop-simplify,lcssa,loop(loop-rotate)";

/// What its lanes agree on is the same in every version that a sub-group runs. Others talk of their size and places.
bool isVote(const llvm::CallBase &call) { return operationOf(call) == Operation::SubGroupAll; }

/// It is run by a work-group or a sub-group as a whole.
bool isOfMany(const Instruction &instruction) {
  auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
  return call && !isVote(*call) &&
         (call->cannotDuplicate() || isGroupCall(*call) ||
          (call->getCalledFunction() && isOfSubGroups(*call->getCalledFunction())));
}

/// What many run must not be copied, for versions are of a whole body; but where all of a work-group have the same
/// version they run it together.
bool isCopied(llvm::Function &kernel, bool ofGroups) {
  auto instructions = llvm::instructions(kernel);
  return kernel.getInstructionCount() <= MaxCopiedInterior &&
         (ofGroups ? llvm::any_of(instructions, isGroupCall) : llvm::none_of(instructions, isOfMany)) &&
         llvm::none_of(instructions, [](const Instruction &each) { return each.getType()->isTokenTy(); });
}

bool hasStores(llvm::Function &kernel) {
  return llvm::any_of(llvm::instructions(kernel), llvm::IsaPred<llvm::StoreInst>);
}

/// A branch inside of a loop that is not its end.
bool hasGuardInLoop(llvm::Function &kernel) {
  llvm::DominatorTree dominators(kernel);
  llvm::LoopInfo loops(dominators);
  return llvm::any_of(kernel, [&](const BasicBlock &block) {
    llvm::Loop *loop = loops.getLoopFor(&block);
    return loop && block.getTerminator()->getNumSuccessors() > 1 && !loop->isLoopExiting(&block) &&
           !loop->isLoopLatch(&block);
  });
}

/// Is there anything to claim, by its form? To spare what has nothing.
bool mayClaim(llvm::Function &kernel, bool ofGuards) {
  return hasGuardInLoop(kernel) || llvm::any_of(llvm::instructions(kernel), [&](Instruction &instruction) {
           if (ofGuards && llvm::isa<llvm::ICmpInst>(instruction))
             return true;
           bool isNumber =
               instruction.getType()->isIntOrIntVectorTy() && instruction.getType()->getScalarSizeInBits() > 1;
           if (auto *phi = llvm::dyn_cast<llvm::PHINode>(&instruction))
             return isNumber && llvm::none_of(phi->incoming_values(), [&](const llvm::Use &use) {
                      auto *value = llvm::dyn_cast<Instruction>(use);
                      return value && llvm::is_contained(value->operands(), phi);
                    });
           return isNumber && (llvm::isa<llvm::MinMaxIntrinsic, llvm::SaturatingInst, llvm::SelectInst>(instruction) ||
                               instruction.isIntDivRem() || instruction.getOpcode() == Instruction::And);
         });
}

/// What both versions of a body need stands in front of it: `entry` keeps its variables only.
BasicBlock *splitBody(BasicBlock &entry) {
  for (Instruction &instruction : llvm::make_early_inc_range(entry))
    if (llvm::isa<llvm::AllocaInst>(instruction))
      instruction.moveBefore(entry, entry.begin());
  return entry.splitBasicBlock(entry.getFirstNonPHIOrDbgOrAlloca(), "interior");
}

/// The body of `other`, a copy of `function`, behind that of `function`; where it begins.
BasicBlock *takeBody(llvm::Function &function, llvm::Function &other) {
  BasicBlock *entry = &other.getEntryBlock(), *start = entry->getSingleSuccessor();
  for (auto [from, to] : llvm::zip(other.args(), function.args()))
    from.replaceAllUsesWith(&to);
  for (auto [from, to] : llvm::zip(*entry, function.getEntryBlock()))
    if (llvm::isa<llvm::AllocaInst>(from))
      from.replaceAllUsesWith(&to);
  for (BasicBlock &block : other)
    block.setName(block.getName() + ".checked");
  function.splice(function.end(), &other, std::next(other.begin()), other.end());
  other.eraseFromParent();
  return start;
}

/// Each version begins with a region of its own: no sub-group asks which it runs, in its loops.
void separate(BasicBlock &first, BasicBlock &second) {
  for (BasicBlock *block : {&first, &second}) {
    llvm::IRBuilder<> builder(block, block->getFirstNonPHIIt());
    createGroupBarrier(builder);
  }
}

} // namespace

llvm::Function *makeInteriorVersion(llvm::Function &kernel, unsigned lanes) {
  const bool ofGroups = lanes == 0, ofGuards = !ofGroups && hasStores(kernel);
  if (lanes == 1 || !mayClaim(kernel, ofGuards) || !isCopied(kernel, ofGroups))
    return nullptr;
  bool hasVectors = llvm::any_of(llvm::instructions(kernel), [](const Instruction &instruction) {
    return instruction.getType()->isIntOrIntVectorTy() && instruction.getType()->isVectorTy();
  });
  llvm::ValueToValueMapTy ofMade, ofOther;
  llvm::Function *made = llvm::CloneFunction(&kernel, ofMade);
  simd::LaneAnalyses().run(*made, ((hasVectors ? Scalars : llvm::StringLiteral("")) + Loops).str());
  BasicBlock &entry = made->getEntryBlock(), *interior = splitBody(entry);
  if (auto *lines = made->getSubprogram()) // both are to be one function
    ofOther.MD()[lines].reset(lines);
  llvm::Function *other = llvm::CloneFunction(made, ofOther);
  Value *holds = nullptr;
  {
    InteriorClaims claims(*made, entry, lanes);
    claims.make(*interior);
    if (claims.indices() || (ofGuards && claims.guards()))
      holds = claims.condition();
  }
  if (!holds) {
    other->eraseFromParent();
    made->eraseFromParent();
    return nullptr;
  }
  simd::LaneAnalyses analyses;
  CountIterations().run(*made, analyses.manager());
  for (BasicBlock &block : *made) // edges that were claimed not to be taken, over which joins take their values
    llvm::ConstantFoldTerminator(&block);
  BasicBlock *checked = takeBody(*made, *other);
  Instruction *old = entry.getTerminator();
  auto *choice = llvm::BranchInst::Create(interior, checked, holds, old->getIterator());
  if (ofGroups)
    separate(*interior, *checked);
  else
    declareVersions(*choice);
  choice->setMetadata(llvm::LLVMContext::MD_prof, llvm::MDBuilder(choice->getContext()).createLikelyBranchWeights());
  old->eraseFromParent();
  llvm::removeUnreachableBlocks(*made);
  return made;
}

} // namespace lanecl
