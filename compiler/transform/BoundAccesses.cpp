// Robust programs ("lanecl-robust"): what a kernel does outside of its buffers and local variables does nothing. Loads
// and atomic operations give zero there, stores and atomic operations are dropped. The lanes' checks are masks. Where
// the group's id and the arguments tell that all accesses of a work-group are inside, it runs a copy without the
// checks.
#include "compiler/analysis/Uniformity.h"
#include "compiler/ir/AddressSpaces.h"
#include "compiler/transform/BodyVersions.h"
#include "compiler/transform/GroupRanges.h"
#include "compiler/transform/Passes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/PostDominators.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

namespace lanecl {
namespace {

using llvm::Instruction, llvm::Type, llvm::Value;

/// Instructions of kernels that are worth further copies.
constexpr unsigned MaxCopied = 2000;

/// Of an asynchronous copy; else 0.
unsigned copyDimensions(const Instruction &instruction) {
  auto operation = operationOf(instruction);
  return !operation || !isAsyncCopy(*operation) ? 0
         : operation == Operation::AsyncCopy    ? 1
         : operation == Operation::AsyncCopy2D  ? 2
                                                : 3;
}

/// What a pointer may reach: `bytes` from `start` on, both i64. Null: it is not bounded.
struct Extent {
  Value *start = nullptr, *bytes = nullptr;
};

/// While it lives, arithmetic may overflow for all that analyses see: programs that break that rule must not get
/// outside for it, and what overflows none the less is told by the conditions. Loops' counters keep what bounds their
/// turns.
class WithoutPromises {
public:
  explicit WithoutPromises(llvm::Function &function) {
    for (Instruction &instruction : llvm::instructions(function))
      if (llvm::isa<llvm::OverflowingBinaryOperator>(instruction) && instruction.hasPoisonGeneratingFlags() &&
          !isCounter(instruction)) {
        kept_.push_back({&instruction, instruction.clone()});
        instruction.dropPoisonGeneratingFlags();
      }
  }
  WithoutPromises(const WithoutPromises &) = delete;
  WithoutPromises &operator=(const WithoutPromises &) = delete;
  ~WithoutPromises() {
    for (auto [instruction, promises] : kept_) {
      instruction->copyIRFlags(promises);
      promises->deleteValue();
    }
  }

private:
  static bool isCounter(const Instruction &instruction) {
    return llvm::any_of(instruction.operands(), [&](const llvm::Use &use) {
      auto *phi = llvm::dyn_cast<llvm::PHINode>(use);
      return phi && llvm::is_contained(phi->incoming_values(), &instruction);
    });
  }
  llvm::SmallVector<std::pair<Instruction *, Instruction *>, 32> kept_;
};

class Bounding {
public:
  explicit Bounding(llvm::Function &kernel) : kernel_(kernel), data_(kernel.getDataLayout()), b_(kernel.getContext()) {
    unsigned visible = visibleArguments(kernel), size = visible;
    b_.SetInsertPoint(&kernel.getEntryBlock(), kernel.getEntryBlock().getFirstNonPHIOrDbgOrAlloca());
    for (unsigned i = 0; i < visible; ++i)
      if (llvm::Argument *argument = kernel.getArg(i); isSizedArgument(*argument))
        extents_[argument] = extentOfBuffer(*argument, kernel.getArg(size++));
  }

  /// `asCopies`: the kernel's loops have been rotated (prepareCopies).
  void run(bool asCopies) {
    Accesses accesses;
    for (Instruction &instruction : llvm::instructions(kernel_))
      if (llvm::isa<llvm::LoadInst, llvm::StoreInst, llvm::MemIntrinsic>(instruction) ||
          AtomicMessage::is(instruction) || copyDimensions(instruction) || BlockAccess::of(instruction))
        accesses.push_back(&instruction);
    if (asCopies)
      copyForGroups(accesses);
    for (Instruction *access : accesses)
      bound(*access);
  }

private:
  using Accesses = llvm::SmallVector<Instruction *, 32>;

  /// An access that is inside in all of a work-group's work-items if `condition` (i1, in the entry block) holds.
  struct Foreseen {
    Instruction *access;
    Value *condition;
    bool isCertain; ///< whether it is executed at all does not depend on the work-item
  };

  void copyForGroups(Accesses &accesses);
  std::optional<Foreseen> foresee(Instruction &access, GroupRanges &ranges);
  bool dependsOnItem(Instruction &access);
  llvm::BasicBlock *copy(llvm::ArrayRef<llvm::BasicBlock *> originals, Accesses &accesses);

  void bound(Instruction &access) {
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&access)) {
      if (Value *inside = insideOf(load->getPointerOperand(), load->getType(), access))
        onlyIf(inside, access);
    } else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&access)) {
      if (Value *inside = insideOf(store->getPointerOperand(), store->getValueOperand()->getType(), access))
        onlyIf(inside, access);
    } else if (auto *memory = llvm::dyn_cast<llvm::MemIntrinsic>(&access)) {
      boundMemory(*memory);
    } else if (auto block = BlockAccess::of(access)) {
      boundBlock(*block, access);
    } else if (unsigned dimensions = copyDimensions(access)) {
      boundCopy(llvm::cast<llvm::CallInst>(access), dimensions);
    } else {
      boundMessage(*AtomicMessage::of(access));
    }
  }

  void boundMessage(const AtomicMessage &message) {
    Value *inside = insideOf(message.pointer(), message.call->getType(), *message.call);
    if (!inside)
      return;
    message.call->setArgOperand(3, b_.CreateAnd(message.mask(), inside));
    if (message.call->use_empty())
      return;
    b_.SetInsertPoint(message.call->getNextNode());
    auto *zero = llvm::Constant::getNullValue(message.call->getType());
    auto *result = llvm::cast<Instruction>(b_.CreateSelect(inside, message.call, zero));
    message.call->replaceUsesWithIf(result, [&](llvm::Use &use) { return use.getUser() != result; });
  }

  /// Each lane's element is an access of its own (cl_intel_subgroups, "Sub Group Read and Write Functions").
  void boundBlock(const BlockAccess &block, Instruction &access) {
    b_.SetInsertPoint(&access);
    Value *lanes = createQuery(b_, Query::MaxSubGroupSize), *lane = createQuery(b_, Query::SubGroupLocalId);
    Value *index = b_.CreateAdd(b_.CreateMul(block.component(), lanes), lane);
    Value *place = b_.CreateGEP(block.element(), block.pointer(), b_.CreateZExt(index, b_.getInt64Ty()));
    if (Value *inside = insideOf(place, block.element(), access))
      onlyIf(inside, access);
  }

  void boundMemory(llvm::MemIntrinsic &memory) {
    b_.SetInsertPoint(&memory);
    Value *bytes = b_.CreateZExtOrTrunc(memory.getLength(), b_.getInt64Ty());
    auto *transfer = llvm::dyn_cast<llvm::MemTransferInst>(&memory);
    Value *from = transfer ? insideOf(transfer->getSource(), bytes, memory) : nullptr;
    if (Value *to = insideOf(memory.getDest(), bytes, memory))
      onlyIf(to, memory);
    if (!from)
      return;
    // What comes from outside is zero, as of loads.
    Instruction *then = nullptr, *otherwise = nullptr;
    llvm::SplitBlockAndInsertIfThenElse(from, &memory, &then, &otherwise);
    memory.moveBefore(then->getIterator());
    b_.SetInsertPoint(otherwise);
    b_.CreateMemSet(memory.getDest(), b_.getInt8(0), bytes, memory.getDestAlign(), memory.isVolatile());
  }

  Value *times(Value *a, Value *c) {
    return b_.CreateIntrinsic(llvm::Intrinsic::umul_fix_sat, {b_.getInt64Ty()}, {a, c, b_.getInt32(0)});
  }
  Value *plus(Value *a, Value *c) { return b_.CreateBinaryIntrinsic(llvm::Intrinsic::uadd_sat, a, c); }

  /// A copy that would leave either side's memory copies nothing: its last count becomes 0. Sums stop at 2^64 - 1.
  void boundCopy(llvm::CallInst &copy, unsigned dimensions) {
    b_.SetInsertPoint(&copy);
    auto operand = [&](unsigned i) { return copy.getArgOperand(i); };
    auto before = [&](Value *count) { return b_.CreateSub(count, b_.getInt64(1)); };
    auto inside = [&](Value *pointer, Value *elements, Value *bytesPerElement) {
      Value *result = insideOf(pointer, times(elements, bytesPerElement), copy);
      return result ? result : b_.getTrue();
    };
    unsigned last = 3;
    Value *ok = nullptr;
    if (dimensions == 1) {
      auto extent = [&](Value *stride) { return plus(times(before(operand(3)), stride), b_.getInt64(1)); };
      Value *to = inside(operand(0), extent(operand(4)), operand(2));
      ok = b_.CreateAnd(to, inside(operand(1), extent(operand(5)), operand(2)));
    } else {
      bool planes = dimensions == 3;
      last = planes ? 7 : 6;
      auto extent = [&](Value *offset, unsigned line, unsigned plane) {
        Value *end = plus(plus(offset, times(before(operand(6)), operand(line))), operand(5));
        return planes ? plus(end, times(before(operand(7)), operand(plane))) : end;
      };
      Value *to = inside(operand(0), extent(operand(1), planes ? 10 : 8, 11), operand(4));
      ok = b_.CreateAnd(to, inside(operand(2), extent(operand(3), planes ? 8 : 7, 9), operand(4)));
    }
    copy.setArgOperand(last, b_.CreateSelect(ok, operand(last), b_.getInt64(0)));
  }

  Value *insideOf(Value *pointer, Type *type, Instruction &at) {
    return insideOf(pointer, b_.getInt64(data_.getTypeStoreSize(type)), at);
  }

  /// i1: all `bytes` from `pointer` on lie within what it may reach; null when that is not bounded, or certain.
  Value *insideOf(Value *pointer, Value *bytes, Instruction &at) {
    Extent extent = extentOf(pointer);
    b_.SetInsertPoint(&at);
    if (!extent.start || isCertain(pointer, bytes))
      return nullptr;
    if (Value *inside = insideByIndex(*pointer, *bytes, extent))
      return inside;
    Value *offset = b_.CreateSub(b_.CreatePtrToInt(pointer, b_.getInt64Ty()), extent.start);
    // offset <= extent - bytes, of unsigned numbers, and nothing fits into less than its size.
    Value *room = b_.CreateSub(extent.bytes, bytes);
    return b_.CreateAnd(b_.CreateICmpULE(offset, room), b_.CreateICmpUGE(extent.bytes, bytes));
  }

  /// The same of an element whose index is a number of 32 bits: the lanes compare those.
  Value *insideByIndex(Value &pointer, Value &bytes, const Extent &extent) {
    auto *step = llvm::dyn_cast<llvm::GetElementPtrInst>(withoutCasts(&pointer));
    auto *size = llvm::dyn_cast<llvm::ConstantInt>(&bytes);
    if (!step || step->getNumIndices() != 1 || !size ||
        !llvm::isa<llvm::Argument, llvm::GlobalVariable>(withoutCasts(step->getPointerOperand())))
      return nullptr;
    auto *index = llvm::dyn_cast<llvm::CastInst>(*step->idx_begin());
    uint64_t element = data_.getTypeAllocSize(step->getSourceElementType()), accessed = size->getZExtValue();
    if (!index || !llvm::isa<llvm::SExtInst, llvm::ZExtInst>(index) || accessed > element ||
        !index->getSrcTy()->isIntegerTy(32))
      return nullptr;
    llvm::SmallSetVector<Instruction *, 16> parts;
    if (!isApart(index, parts))
      return nullptr;
    for (Instruction *part : parts) // what is compared is what is extended, even if it overflows
      part->dropPoisonGeneratingFlags();
    bool isSigned = llvm::isa<llvm::SExtInst>(index);
    llvm::IRBuilder<> entry(b_.getContext()); // what it takes is known before the kernel begins
    auto *start = llvm::dyn_cast<Instruction>(extent.start);
    entry.SetInsertPoint(start ? start->getNextNode() : &*b_.GetInsertPoint());
    constexpr uint64_t Signed = uint64_t(1) << 31, Unsigned = UINT32_MAX;
    Value *fits = entry.CreateBinaryIntrinsic(llvm::Intrinsic::usub_sat, extent.bytes, entry.getInt64(accessed));
    Value *count = entry.CreateAdd(entry.CreateUDiv(fits, entry.getInt64(element)), entry.getInt64(1));
    count = entry.CreateSelect(entry.CreateICmpUGE(extent.bytes, entry.getInt64(accessed)), count, entry.getInt64(0));
    Value *always = isSigned ? entry.CreateICmpEQ(extent.bytes, entry.getInt64(~uint64_t(0)))
                             : entry.CreateICmpUGT(count, entry.getInt64(Unsigned));
    Value *limit =
        entry.CreateBinaryIntrinsic(llvm::Intrinsic::umin, count, entry.getInt64(isSigned ? Signed : Unsigned));
    // Where everything is inside, all indices become the first.
    auto *i32 = entry.getInt32Ty();
    Value *kept = entry.CreateSelect(always, entry.getInt32(0), llvm::Constant::getAllOnesValue(i32));
    return b_.CreateICmpULT(b_.CreateAnd(index->getOperand(0), kept), entry.CreateTrunc(limit, i32));
  }

  /// No index that neighbouring work-items have neighbours of (those must keep their flags, which say so), but one that
  /// they found in memory, or one for all. `parts`: how it is computed.
  static bool isApart(Value *index, llvm::SmallSetVector<Instruction *, 16> &parts) {
    auto *instruction = llvm::dyn_cast<Instruction>(index);
    if (!instruction || llvm::isa<llvm::LoadInst>(instruction) || parts.contains(instruction))
      return true;
    if (parts.size() == 16 ||
        !llvm::isa<llvm::BinaryOperator, llvm::CastInst, llvm::SelectInst, llvm::PHINode, llvm::ICmpInst>(instruction))
      return false;
    parts.insert(instruction);
    return llvm::all_of(instruction->operands(), [&](llvm::Use &use) { return isApart(use, parts); });
  }

  static Value *withoutCasts(Value *pointer) {
    while (auto *cast = llvm::dyn_cast<llvm::AddrSpaceCastOperator>(pointer))
      pointer = cast->getPointerOperand();
    return pointer;
  }

  /// A constant place in a variable.
  bool isCertain(const Value *pointer, const Value *bytes) const {
    llvm::APInt offset(64, 0);
    const Value *base = pointer->stripAndAccumulateConstantOffsets(data_, offset, true);
    auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(base);
    auto *count = llvm::dyn_cast<llvm::ConstantInt>(bytes);
    if (!variable || !count || offset.isNegative())
      return false;
    return offset.getZExtValue() + count->getZExtValue() <= data_.getTypeAllocSize(variable->getValueType());
  }

  /// What is of unknown size may reach to both sides.
  Extent extentOfBuffer(llvm::Argument &buffer, Value *bytes) {
    Value *isAll = b_.CreateICmpEQ(bytes, b_.getInt64(~uint64_t(0)));
    return {b_.CreateSelect(isAll, b_.getInt64(0), b_.CreatePtrToInt(&buffer, b_.getInt64Ty())), bytes};
  }

  /// Of a pointer, or a number that was one.
  Extent extentOf(Value *pointer) {
    auto found = extents_.find(pointer);
    if (found != extents_.end())
      return found->second;
    if (auto *variable = llvm::dyn_cast<llvm::GlobalVariable>(pointer))
      return {llvm::ConstantExpr::getPtrToInt(variable, b_.getInt64Ty()),
              b_.getInt64(data_.getTypeAllocSize(variable->getValueType()))};
    if (llvm::isa<llvm::ConstantPointerNull, llvm::UndefValue>(pointer)) // nothing is there
      return {b_.getInt64(0), b_.getInt64(0)};
    Extent extent;
    auto *operation = llvm::dyn_cast<llvm::Operator>(pointer);
    switch (operation ? operation->getOpcode() : 0) {
    case Instruction::GetElementPtr:
    case Instruction::AddrSpaceCast:
    case Instruction::BitCast:
    case Instruction::Freeze:
    case Instruction::IntToPtr:
    case Instruction::PtrToInt:
      extent = extentOf(operation->getOperand(0));
      break;
    case Instruction::Add:
    case Instruction::Sub:
    case Instruction::And:
    case Instruction::Or:
    case Instruction::Xor:
      extent = extentOfSum(*operation);
      break;
    default: // below, or a pointer from nowhere
      break;
    }
    if (auto *choice = llvm::dyn_cast<llvm::SelectInst>(pointer))
      return extentOfChoice(*choice);
    else if (auto *phi = llvm::dyn_cast<llvm::PHINode>(pointer))
      return extentOfPhi(*phi);
    return extents_[pointer] = extent;
  }

  /// A pointer as a number, and something; nothing is known of what two pointers make.
  Extent extentOfSum(const llvm::Operator &sum) {
    Extent a = extentOf(sum.getOperand(0)), c = extentOf(sum.getOperand(1));
    return a.start && c.start ? Extent() : a.start ? a : sum.getOpcode() == Instruction::Sub ? Extent() : c;
  }

  /// Of what is not bounded: everything.
  Extent orAll(const Extent &extent) {
    return extent.start ? extent : Extent{b_.getInt64(0), b_.getInt64(~uint64_t(0))};
  }

  Extent extentOfChoice(llvm::SelectInst &choice) {
    Extent a = extentOf(choice.getTrueValue()), c = extentOf(choice.getFalseValue());
    if (!a.start && !c.start)
      return extents_[&choice] = {};
    a = orAll(a), c = orAll(c);
    b_.SetInsertPoint(&choice);
    return extents_[&choice] = {b_.CreateSelect(choice.getCondition(), a.start, c.start),
                                b_.CreateSelect(choice.getCondition(), a.bytes, c.bytes)};
  }

  Extent extentOfPhi(llvm::PHINode &phi) {
    // Most go round one buffer.
    if (const Value *object = llvm::getUnderlyingObjectAggressive(&phi);
        object != &phi && !llvm::isa<llvm::PHINode>(object))
      if (auto *base = const_cast<Value *>(object); llvm::isa<llvm::Argument, llvm::GlobalVariable>(base))
        return extents_[&phi] = extentOf(base);
    b_.SetInsertPoint(&phi);
    auto *start = b_.CreatePHI(b_.getInt64Ty(), phi.getNumIncomingValues());
    auto *bytes = b_.CreatePHI(b_.getInt64Ty(), phi.getNumIncomingValues());
    Extent extent = extents_[&phi] = {start, bytes};
    for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i) {
      Extent incoming = orAll(extentOf(phi.getIncomingValue(i)));
      start->addIncoming(incoming.start, phi.getIncomingBlock(i));
      bytes->addIncoming(incoming.bytes, phi.getIncomingBlock(i));
    }
    return extent;
  }

  /// The access only if it is inside; a load gives zero if not.
  void onlyIf(Value *inside, Instruction &access) {
    auto *zero = access.getType()->isVoidTy() ? nullptr : llvm::Constant::getNullValue(access.getType());
    Instruction *then = llvm::SplitBlockAndInsertIfThen(inside, &access, false);
    llvm::BasicBlock *before = then->getParent()->getSinglePredecessor(), *after = access.getParent();
    access.moveBefore(then->getIterator());
    if (!zero)
      return;
    b_.SetInsertPoint(after, after->begin());
    auto *result = b_.CreatePHI(access.getType(), 2);
    access.replaceAllUsesWith(result);
    result->addIncoming(&access, access.getParent());
    result->addIncoming(zero, before);
  }

  llvm::Function &kernel_;
  const llvm::DataLayout &data_;
  llvm::IRBuilder<> b_;
  llvm::DenseMap<const Value *, Extent> extents_;
  simd::LaneAnalyses analyses_;
};

Type *typeOf(const Instruction &access) {
  if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&access))
    return store->getValueOperand()->getType();
  return access.getType();
}

Value *pointerOf(Instruction &access) {
  if (auto message = AtomicMessage::of(access))
    return message->pointer();
  return llvm::getLoadStorePointerOperand(&access);
}

/// Ids of the work-item, what it finds in memory.
bool isOfItem(const Value *value, llvm::SmallPtrSetImpl<const Value *> &seen) {
  auto *instruction = llvm::dyn_cast<Instruction>(value);
  if (!instruction || !seen.insert(value).second)
    return false;
  if (auto query = queryOf(*instruction))
    return query->query <= Query::SubGroupLocalId;
  return instruction->mayReadOrWriteMemory() ||
         llvm::any_of(instruction->operands(), [&](const llvm::Use &use) { return isOfItem(use, seen); });
}

bool Bounding::dependsOnItem(Instruction &access) {
  auto &dominators = analyses_.get<llvm::DominatorTreeAnalysis>(kernel_);
  auto &after = analyses_.get<llvm::PostDominatorTreeAnalysis>(kernel_);
  llvm::SmallPtrSet<const Value *, 32> seen;
  for (auto *node = dominators.getNode(access.getParent())->getIDom(); node; node = node->getIDom()) {
    Instruction *terminator = node->getBlock()->getTerminator();
    if (terminator->getNumSuccessors() > 1 && !after.dominates(access.getParent(), node->getBlock()) &&
        isOfItem(terminator->getOperand(0), seen))
      return true;
  }
  return false;
}

/// Loops as GroupRanges knows them, variables at the start of the entry block. What rotation copies out of a loop are
/// accesses, too: before they are looked for.
void prepareCopies(llvm::Function &kernel) {
  simd::LaneAnalyses().run(kernel, "loop-simplify,lcssa,loop(loop-rotate)");
  for (Instruction &instruction : llvm::instructions(kernel)) // barriers end: what is behind them is told of, too
    if (isGroupCall(instruction))
      llvm::cast<llvm::CallInst>(instruction).addFnAttr(llvm::Attribute::WillReturn);
  llvm::BasicBlock &entry = kernel.getEntryBlock();
  for (Instruction &instruction : llvm::make_early_inc_range(entry))
    if (llvm::isa<llvm::AllocaInst>(instruction))
      instruction.moveBefore(entry, entry.begin());
}

std::optional<Bounding::Foreseen> Bounding::foresee(Instruction &access, GroupRanges &ranges) {
  Value *pointer = pointerOf(access);
  Value *size = pointer ? b_.getInt64(data_.getTypeStoreSize(typeOf(access))) : nullptr;
  if (!pointer || isCertain(pointer, size))
    return std::nullopt;
  auto &evolution = analyses_.get<llvm::ScalarEvolutionAnalysis>(kernel_);
  const llvm::SCEV *place = evolution.getSCEV(withoutCasts(pointer));
  auto *base = llvm::dyn_cast<llvm::SCEVUnknown>(evolution.getPointerBase(place));
  if (!base || !llvm::isa<llvm::Argument, llvm::GlobalVariable>(base->getValue()))
    return std::nullopt;
  Extent extent = extentOf(base->getValue());
  if (!extent.start)
    return std::nullopt;
  auto offset = ranges.of(evolution.removePointerBase(place));
  if (!offset)
    return std::nullopt;
  // What overflows an int on the way comes back below zero, though SCEV need not believe it.
  offset->needs.push_back(b_.CreateICmpSLT(offset->high, b_.getInt64(uint64_t(1) << 31)));
  Value *room = b_.CreateSub(extent.bytes, size);
  Value *inside = b_.CreateAnd(b_.CreateICmpSGE(offset->low, b_.getInt64(0)), b_.CreateICmpSLE(offset->high, room));
  for (Value *need : offset->needs)
    inside = b_.CreateAnd(inside, need);
  inside = b_.CreateOr(inside, b_.CreateICmpEQ(extent.bytes, b_.getInt64(~uint64_t(0)))); // all memory
  return Foreseen{&access, inside, !dependsOnItem(access)};
}

/// `accesses` become those in the copy. The result is where it starts.
llvm::BasicBlock *Bounding::copy(llvm::ArrayRef<llvm::BasicBlock *> originals, Accesses &accesses) {
  llvm::ValueToValueMapTy copies;
  llvm::SmallVector<llvm::BasicBlock *, 16> made;
  for (llvm::BasicBlock *block : originals) {
    made.push_back(llvm::CloneBasicBlock(block, copies, ".checked", &kernel_));
    copies[block] = made.back();
  }
  llvm::remapInstructionsInBlocks(made, copies);
  for (Instruction *&access : accesses)
    access = llvm::cast<Instruction>(&*copies[access]);
  return made.front();
}

/// The kernel behind a choice: what is foreseen to be inside is not checked; or only what all work-items are sure to
/// execute, for others stand behind conditions that keep work-items from going outside; or everything is.
void Bounding::copyForGroups(Accesses &accesses) {
  llvm::BasicBlock *entry = &kernel_.getEntryBlock();
  Instruction *start = &*b_.GetInsertPoint();
  Value *all = b_.getTrue(), *certain = b_.getTrue();
  llvm::DenseSet<const Instruction *> inside, surelyInside;
  {
    WithoutPromises meanwhile(kernel_);
    GroupRanges ranges(b_, analyses_.get<llvm::ScalarEvolutionAnalysis>(kernel_));
    for (Instruction *access : accesses)
      if (auto foreseen = foresee(*access, ranges)) {
        all = b_.CreateAnd(all, foreseen->condition);
        inside.insert(access);
        if (foreseen->isCertain) {
          certain = b_.CreateAnd(certain, foreseen->condition);
          surelyInside.insert(access);
        }
      }
  }
  if (inside.empty())
    return;
  llvm::BasicBlock *fast = entry->splitBasicBlock(start, "unchecked");
  llvm::SmallVector<llvm::BasicBlock *, 16> blocks;
  for (llvm::BasicBlock &block : llvm::drop_begin(kernel_))
    blocks.push_back(&block);
  Accesses original = accesses, rest;
  llvm::BasicBlock *other = copy(blocks, accesses);
  if (!surelyInside.empty() && surelyInside.size() < inside.size()) {
    Accesses copied = original;
    llvm::BasicBlock *half = copy(blocks, copied);
    for (auto [access, copy] : llvm::zip(original, copied))
      if (!surelyInside.contains(access))
        rest.push_back(copy);
    auto *choice = llvm::BasicBlock::Create(kernel_.getContext(), "choice", &kernel_, fast);
    declareVersions(*llvm::BranchInst::Create(half, other, certain, choice));
    other = choice;
  }
  for (Instruction *access : original)
    if (!inside.contains(access))
      rest.push_back(access);
  accesses.append(rest);
  entry->getTerminator()->eraseFromParent();
  declareVersions(*llvm::BranchInst::Create(fast, other, all, entry));
}

} // namespace

bool isSizedArgument(const llvm::Argument &argument) {
  auto *type = llvm::dyn_cast<llvm::PointerType>(argument.getType());
  return type && type->getAddressSpace() != space::Private && !argument.hasByValAttr();
}

unsigned visibleArguments(const llvm::Function &kernel) {
  uint64_t count = kernel.arg_size();
  if (llvm::Attribute attribute = kernel.getFnAttribute(attribute::VisibleArguments); attribute.isValid())
    attribute.getValueAsString().getAsInteger(10, count);
  return static_cast<unsigned>(count);
}

void addBufferSizes(llvm::Function &kernel) {
  auto *i64 = Type::getInt64Ty(kernel.getContext());
  llvm::SmallVector<Type *> parameters(kernel.getFunctionType()->params());
  for (const llvm::Argument &argument : kernel.args())
    if (isSizedArgument(argument))
      parameters.push_back(i64);
  auto *made = llvm::Function::Create(llvm::FunctionType::get(kernel.getReturnType(), parameters, false),
                                      kernel.getLinkage(), "", kernel.getParent());
  made->copyAttributesFrom(&kernel);
  made->copyMetadata(&kernel, 0);
  made->addFnAttr(attribute::VisibleArguments, std::to_string(kernel.arg_size()));
  made->splice(made->begin(), &kernel);
  for (auto [from, to] : llvm::zip(kernel.args(), made->args())) {
    to.takeName(&from);
    from.replaceAllUsesWith(&to);
  }
  made->takeName(&kernel);
  kernel.replaceAllUsesWith(made);
  kernel.eraseFromParent();
}

void boundAccesses(llvm::Function &kernel) {
  bool asCopies = kernel.getInstructionCount() <= MaxCopied;
  if (asCopies)
    prepareCopies(kernel);
  Bounding(kernel).run(asCopies);
}

} // namespace lanecl
