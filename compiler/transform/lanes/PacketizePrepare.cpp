#include "compiler/analysis/Uniformity.h"
#include "compiler/transform/Passes.h"
#include "compiler/transform/lanes/HoistCommon.h"
#include "compiler/transform/lanes/Packetize.h"
#include "compiler/transform/lanes/SelectedStores.h"
#include "compiler/transform/lanes/SingleLane.h"
#include "compiler/transform/lanes/UniformCounts.h"
#include "compiler/transform/lanes/UnrollStreams.h"
#include "compiler/transform/lanes/WidenSums.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lanecl {

using llvm::Instruction, llvm::Value;

namespace {

/// Short vectors become scalars, one register of W lanes each. Loads are joined and hoisted while they are still plain
/// loads; loops are turned to test at their end, so that an iteration has one "any lane?" test.
constexpr llvm::StringLiteral Simplify =
    "sroa,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg<no-speculate-blocks>,"
    "scalarizer<load-store;variable-insert-extract>,sroa,early-cse<memssa>,instcombine<no-verify-fixpoint>";
constexpr llvm::StringLiteral SimplifyLoops =
    "loop-simplify,lcssa,loop-mssa(loop-rotate,licm<no-allowspeculation>),"
    "gvn<no-pre;no-load-pre>,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,adce";
/// What packetize cannot do without.
constexpr llvm::StringLiteral SimplifyQuickly = "sroa,early-cse,simplifycfg<no-speculate-blocks>,scalarizer<load-store;"
                                                "variable-insert-extract>,sroa,early-cse,adce";
constexpr llvm::StringLiteral Normalise = "mergereturn,loop-simplify,lcssa";

/// Elements up to which a memset or memcpy of private memory becomes stores and loads one by one.
constexpr uint64_t UnrolledElements = 64;

bool isPrivateVariable(const Value *pointer) { return llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer)); }

/// The type of the elements of the private variable that is copied or set; null: no number.
llvm::Type *elementType(const Value *pointer) {
  auto *variable = llvm::cast<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer));
  llvm::Type *type = variable->getAllocatedType();
  while (type->isArrayTy() || type->isStructTy() || type->isVectorTy()) {
    if (type->isStructTy() && type->getStructNumElements() == 0)
      return nullptr;
    type = type->isVectorTy()   ? llvm::cast<llvm::FixedVectorType>(type)->getElementType()
           : type->isStructTy() ? type->getStructElementType(0)
                                : type->getArrayElementType();
  }
  return type->isIntegerTy() || type->isFloatingPointTy() ? type : nullptr;
}

/// memset and memcpy of private variables as accesses of their element type: such variables can be interleaved.
bool expandMemoryIntrinsic(llvm::MemIntrinsic &call) {
  auto *length = llvm::dyn_cast<llvm::ConstantInt>(call.getLength());
  auto *transfer = llvm::dyn_cast<llvm::MemTransferInst>(&call);
  bool toPrivate = isPrivateVariable(call.getDest());
  bool fromPrivate = transfer && isPrivateVariable(transfer->getSource());
  if (!length || call.isVolatile() || (!toPrivate && !fromPrivate))
    return false;
  llvm::Type *type = elementType(toPrivate ? call.getDest() : transfer->getSource());
  const auto &data = call.getDataLayout();
  uint64_t bytes = type ? data.getTypeStoreSize(type).getFixedValue() : 0;
  if (bytes == 0 || data.getTypeSizeInBits(type) != bytes * 8 || length->getZExtValue() % bytes != 0 ||
      length->getZExtValue() / bytes > UnrolledElements)
    return false;
  llvm::IRBuilder<> builder(&call);
  auto *set = llvm::dyn_cast<llvm::MemSetInst>(&call);
  auto *byte = set ? llvm::dyn_cast<llvm::ConstantInt>(set->getValue()) : nullptr;
  if (set && !byte)
    return false;
  auto at = [&](Value *pointer, uint64_t offset) {
    return builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), pointer, offset);
  };
  llvm::SmallVector<Value *> values; // all loads before all stores: memmove may overlap
  for (uint64_t offset = 0; offset < length->getZExtValue(); offset += bytes) {
    if (transfer) {
      auto align = llvm::commonAlignment(transfer->getSourceAlign().valueOrOne(), offset);
      values.push_back(builder.CreateAlignedLoad(type, at(transfer->getSource(), offset), align));
    } else {
      auto bits = llvm::APInt::getSplat(static_cast<unsigned>(bytes * 8), byte->getValue());
      values.push_back(llvm::ConstantExpr::getBitCast(builder.getInt(bits), type));
    }
  }
  for (uint64_t i = 0; i < values.size(); ++i)
    builder.CreateAlignedStore(values[i], at(call.getDest(), i * bytes),
                               llvm::commonAlignment(call.getDestAlign().valueOrOne(), i * bytes));
  call.eraseFromParent();
  return true;
}

void expandMemoryIntrinsics(llvm::Function &function) {
  for (Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function)))
    if (auto *call = llvm::dyn_cast<llvm::MemIntrinsic>(&instruction))
      expandMemoryIntrinsic(*call);
}

/// Removes the edge from `from` to `dead`; the terminator must have another one or becomes dead, too.
void removeEdge(llvm::BasicBlock &from, llvm::BasicBlock &dead) {
  auto *terminator = from.getTerminator();
  if (auto *choice = llvm::dyn_cast<llvm::SwitchInst>(terminator)) {
    for (auto it = choice->case_begin(); it != choice->case_end();) {
      if (it->getCaseSuccessor() == &dead) {
        dead.removePredecessor(&from);
        it = choice->removeCase(it);
      } else {
        ++it;
      }
    }
    if (choice->getDefaultDest() != &dead)
      return;
    dead.removePredecessor(&from);
    if (choice->getNumCases() == 0) {
      new llvm::UnreachableInst(from.getContext(), terminator->getIterator());
      terminator->eraseFromParent();
      return;
    }
    auto last = std::prev(choice->case_end()); // it stands for everything else, which does not happen
    choice->setDefaultDest(last->getCaseSuccessor());
    choice->removeCase(last);
    return;
  }
  auto *branch = llvm::dyn_cast<llvm::BranchInst>(terminator);
  if (!branch)
    return;
  llvm::BasicBlock *other = nullptr;
  for (llvm::BasicBlock *next : llvm::successors(&from))
    if (next == &dead)
      dead.removePredecessor(&from);
    else
      other = next;
  if (other)
    llvm::BranchInst::Create(other, terminator->getIterator());
  else
    new llvm::UnreachableInst(from.getContext(), terminator->getIterator());
  terminator->eraseFromParent();
}

/// A block that ends in `unreachable` is not executed. It must not count as an end of the function, or nothing behind
/// the branch to it would post-dominate that branch.
void removeDeadEnds(llvm::Function &function) {
  for (bool changed = true; changed;) {
    changed = false;
    for (llvm::BasicBlock &block : function) {
      if (!llvm::isa<llvm::UnreachableInst>(block.getTerminator()))
        continue;
      llvm::SmallSetVector<llvm::BasicBlock *, 4> before(llvm::pred_begin(&block), llvm::pred_end(&block));
      for (llvm::BasicBlock *from : before)
        removeEdge(*from, block);
      changed |= !before.empty();
    }
  }
  llvm::EliminateUnreachableBlocks(function);
}

void prepare(llvm::Function &function, const PacketizeOptions &options, llvm::SmallPtrSetImpl<llvm::Function *> &done) {
  if (function.isDeclaration() || !done.insert(&function).second)
    return;
  simd::LaneAnalyses analyses;
  bool quick = options.quick, isKernel = done.size() == 1; // of others it is not known which arguments differ
  auto as = [&](SubPass pass, auto work) { return runSubPass(options.observer, pass, function, work); };
  auto normalise = [&] { as(SubPass::NormaliseLoops, [&] { analyses.run(function, Normalise); }); };
  as(SubPass::ExpandCopies, [&] { expandMemoryIntrinsics(function); });
  as(SubPass::SplitVectors, [&] { analyses.run(function, quick ? SimplifyQuickly : Simplify); });
  if (!quick) {
    as(SubPass::WidenSums, [&] { widenSums(function, analyses); });
    as(SubPass::RotateLoops, [&] { analyses.run(function, SimplifyLoops); });
  }
  if (as(SubPass::MakeReducible, [&] { return makeReducible(function); }))
    analyses.invalidate(function);
  // What decides about a barrier is not taken for uniform: a barrier that no work-item comes to binds none (OpenCL C
  // 6.15.8), nor does a return that none takes.
  as(SubPass::RemoveDeadEnds, [&] { removeDeadEnds(function); });
  analyses.invalidate(function);
  normalise();
  if (isKernel && !quick && as(SubPass::FollowSingleLane, [&] { return simd::followSingleLane(function, analyses); }))
    normalise();
  if (isKernel && !quick)
    as(SubPass::SelectStores, [&] { simd::selectStores(function, analyses); });
  if (!quick)
    as(SubPass::HoistCommon, [&] { simd::hoistCommon(function, analyses); });
  if (!quick)
    as(SubPass::CountUniformly, [&] { simd::countUniformly(function, analyses); });
  if (isKernel && !quick &&
      as(SubPass::UnrollStreams, [&] { return simd::unrollStreams(function, analyses, options.width); }))
    normalise();
  for (Instruction &instruction : llvm::instructions(function))
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction); call && call->getCalledFunction())
      prepare(*call->getCalledFunction(), options, done);
}

} // namespace

void preparePacketize(llvm::Function &body, const PacketizeOptions &options) {
  llvm::SmallPtrSet<llvm::Function *, 8> done;
  prepare(body, options, done);
}

} // namespace lanecl
