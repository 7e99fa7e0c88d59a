// Robust programs ("lanecl-robust"): what a kernel does outside of its buffers and local variables does nothing. Loads
// and atomic operations give zero there, stores and atomic operations are dropped. The lanes' checks are masks. Where
// the group's id and the arguments tell that all accesses of a work-group are inside, it runs a copy without the
// checks. What the program promises of its values and of the alignment of its pointers is not relied on.
#include "compiler/ir/AtomicOperation.h"
#include "compiler/ir/Operations.h"
#include "compiler/transform/Passes.h"
#include "compiler/transform/robust/BoundPrintf.h"
#include "compiler/transform/robust/InsideTests.h"
#include "compiler/transform/robust/UncheckedCopies.h"
#include "llvm/Analysis/SimplifyQuery.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lanecl {
namespace {

using llvm::Instruction, llvm::Value;

/// Instructions of kernels that are worth further copies.
constexpr unsigned MaxCopiedKernel = 2000;

/// Of an asynchronous copy; else 0.
unsigned copyDimensions(const Instruction &instruction) {
  auto operation = operationOf(instruction);
  return !operation || !isAsyncCopy(*operation) ? 0
         : operation == Operation::AsyncCopy    ? 1
         : operation == Operation::AsyncCopy2D  ? 2
                                                : 3;
}

class Bounding {
public:
  explicit Bounding(llvm::Function &kernel)
      : kernel_(kernel), b_(kernel.getContext()), extents_(kernel, b_, AccessExtents::Use::Read),
        written_(kernel, b_, AccessExtents::Use::Write), tests_(extents_, kernel.getDataLayout(), b_),
        writes_(written_, kernel.getDataLayout(), b_) {}

  /// `asCopies`: UncheckedCopies has prepared the kernel.
  void run(bool asCopies) {
    UncheckedCopies::Accesses accesses;
    for (Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(kernel_))) {
      dropFlags(instruction);
      dropPromises(instruction);
      if (llvm::isa<llvm::AssumeInst>(instruction)) {
        if (&*b_.GetInsertPoint() == &instruction)
          b_.SetInsertPoint(instruction.getNextNode());
        instruction.eraseFromParent();
      } else if (llvm::isa<llvm::LoadInst, llvm::StoreInst, llvm::MemIntrinsic>(instruction) ||
                 AtomicOperation::is(instruction) || copyDimensions(instruction) || BlockAccess::of(instruction) ||
                 readsTexts(instruction))
        accesses.push_back(&instruction);
    }
    for (Instruction *instruction : flagged_)
      restoreFlags(*instruction);
    Instruction *computed = &*b_.GetInsertPoint();
    for (Instruction *access : accesses)
      if (auto atomic = AtomicOperation::of(*access))
        alignAtomic(*atomic);
    b_.SetInsertPoint(computed);
    if (asCopies) {
      UncheckedCopies copies(kernel_, extents_, promised_, b_);
      copies.dropCertain(accesses);
      copies.make(accesses);
    }
    for (Instruction *access : accesses)
      bound(*access);
  }

private:
  /// That arithmetic does not overflow: where it does, a check and the address that it is of may be other numbers, and
  /// loops go on that were counted. (A wrong number of a fast one is one none the less.)
  void dropFlags(Instruction &instruction) {
    if (llvm::isa<llvm::FPMathOperator>(instruction) || !instruction.hasPoisonGeneratingFlags())
      return;
    if (llvm::isa<llvm::OverflowingBinaryOperator, llvm::TruncInst>(instruction))
      promised_.insert(&instruction);
    if (llvm::isa<llvm::PossiblyDisjointInst, llvm::ZExtInst, llvm::TruncInst>(instruction))
      flagged_.push_back(&instruction);
    instruction.dropPoisonGeneratingFlags();
  }

  /// Of what is so, whatever the program promised.
  void restoreFlags(Instruction &instruction) {
    llvm::SimplifyQuery query(kernel_.getDataLayout(), &instruction);
    Value *of = instruction.getOperand(0);
    if (auto *either = llvm::dyn_cast<llvm::PossiblyDisjointInst>(&instruction))
      either->setIsDisjoint(llvm::haveNoCommonBitsSet(of, instruction.getOperand(1), query));
    else if (llvm::isa<llvm::ZExtInst>(instruction))
      instruction.setNonNeg(llvm::isKnownNonNegative(of, query));
    else {
      unsigned dropped = of->getType()->getScalarSizeInBits() - instruction.getType()->getScalarSizeInBits();
      auto &truncation = llvm::cast<llvm::TruncInst>(instruction);
      truncation.setHasNoSignedWrap(llvm::ComputeNumSignBits(of, kernel_.getDataLayout(), nullptr, &instruction) >
                                    dropped);
      truncation.setHasNoUnsignedWrap(llvm::computeKnownBits(of, query).countMinLeadingZeros() >= dropped);
    }
  }

  /// Of values that come from memory, which any program may have written; of vectors' places there, for instructions
  /// trap that are told more than is true. (Scalars may lie anywhere.)
  void dropPromises(Instruction &access) {
    const llvm::DataLayout &data = kernel_.getDataLayout();
    if (auto *memory = llvm::dyn_cast<llvm::MemIntrinsic>(&access)) {
      memory->setDestAlignment(std::min(memory->getDestAlign().valueOrOne(), alignmentOf(memory->getRawDest(), data)));
      if (auto *transfer = llvm::dyn_cast<llvm::MemTransferInst>(memory))
        transfer->setSourceAlignment(
            std::min(transfer->getSourceAlign().valueOrOne(), alignmentOf(transfer->getRawSource(), data)));
    } else if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&access)) {
      for (unsigned promise : {llvm::LLVMContext::MD_range, llvm::LLVMContext::MD_nonnull, llvm::LLVMContext::MD_align,
                               llvm::LLVMContext::MD_dereferenceable, llvm::LLVMContext::MD_noundef})
        load->setMetadata(promise, nullptr);
      if (load->getType()->isVectorTy())
        load->setAlignment(std::min(load->getAlign(), alignmentOf(load->getPointerOperand(), data)));
    } else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&access)) {
      if (store->getValueOperand()->getType()->isVectorTy())
        store->setAlignment(std::min(store->getAlign(), alignmentOf(store->getPointerOperand(), data)));
    }
  }

  void bound(Instruction &access) {
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&access)) {
      if (Value *inside = tests_.insideOf(load->getPointerOperand(), load->getType(), access))
        onlyIf(inside, access);
    } else if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&access)) {
      if (Value *inside = writes_.insideOf(store->getPointerOperand(), store->getValueOperand()->getType(), access))
        onlyIf(inside, access);
    } else if (auto *memory = llvm::dyn_cast<llvm::MemIntrinsic>(&access)) {
      boundMemory(*memory);
    } else if (readsTexts(access)) {
      boundPrintf(llvm::cast<llvm::CallInst>(access), tests_, b_);
    } else if (auto block = BlockAccess::of(access)) {
      boundBlock(*block, access);
    } else if (unsigned dimensions = copyDimensions(access)) {
      boundCopy(llvm::cast<llvm::CallInst>(access), dimensions);
    } else {
      boundAtomic(*AtomicOperation::of(access));
    }
  }

  void boundAtomic(const AtomicOperation &atomic) {
    if (Value *inside = writes_.insideOf(atomic.pointer(), atomic.call->getType(), *atomic.call))
      onlyIf(inside, atomic);
  }

  /// One that lies across lines of the cache may be a fault of its own.
  void alignAtomic(const AtomicOperation &atomic) {
    const llvm::DataLayout &data = kernel_.getDataLayout();
    uint64_t bytes = data.getTypeStoreSize(atomic.call->getType());
    if (alignmentOf(atomic.pointer(), data).value() >= bytes)
      return;
    b_.SetInsertPoint(atomic.call);
    Value *address = b_.CreatePtrToInt(atomic.pointer(), b_.getInt64Ty());
    onlyIf(b_.CreateICmpEQ(b_.CreateAnd(address, b_.getInt64(bytes - 1)), b_.getInt64(0)), atomic);
  }

  /// The atomic operation only if that holds; its result is zero if not.
  void onlyIf(Value *condition, const AtomicOperation &atomic) {
    b_.SetInsertPoint(atomic.call);
    atomic.call->setArgOperand(3, b_.CreateAnd(atomic.mask(), condition));
    if (atomic.call->use_empty())
      return;
    b_.SetInsertPoint(atomic.call->getNextNode());
    auto *zero = llvm::Constant::getNullValue(atomic.call->getType());
    auto *result = llvm::cast<Instruction>(b_.CreateSelect(condition, atomic.call, zero));
    atomic.call->replaceUsesWithIf(result, [&](llvm::Use &use) { return use.getUser() != result; });
  }

  /// Each lane's element is an access of its own (cl_intel_subgroups, "Sub Group Read and Write Functions").
  void boundBlock(const BlockAccess &block, Instruction &access) {
    b_.SetInsertPoint(&access);
    Value *lanes = createQuery(b_, Query::MaxSubGroupSize), *lane = createQuery(b_, Query::SubGroupLocalId);
    Value *index = b_.CreateAdd(b_.CreateMul(block.component(), lanes), lane);
    Value *place = b_.CreateGEP(block.element(), block.pointer(), b_.CreateZExt(index, b_.getInt64Ty()));
    if (Value *inside = (block.isRead ? tests_ : writes_).insideOf(place, block.element(), access))
      onlyIf(inside, access);
  }

  void boundMemory(llvm::MemIntrinsic &memory) {
    b_.SetInsertPoint(&memory);
    Value *bytes = b_.CreateZExtOrTrunc(memory.getLength(), b_.getInt64Ty());
    auto *transfer = llvm::dyn_cast<llvm::MemTransferInst>(&memory);
    Value *from = transfer ? tests_.insideOf(transfer->getSource(), bytes, memory) : nullptr;
    if (Value *to = writes_.insideOf(memory.getDest(), bytes, memory))
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
    auto inside = [&](InsideTests &tests, Value *pointer, Value *elements, Value *bytesPerElement) {
      Value *result = tests.insideOf(pointer, times(elements, bytesPerElement), copy);
      return result ? result : b_.getTrue();
    };
    unsigned last = 3;
    Value *ok = nullptr;
    if (dimensions == 1) {
      auto extent = [&](Value *stride) { return plus(times(before(operand(3)), stride), b_.getInt64(1)); };
      Value *to = inside(writes_, operand(0), extent(operand(4)), operand(2));
      ok = b_.CreateAnd(to, inside(tests_, operand(1), extent(operand(5)), operand(2)));
    } else {
      bool planes = dimensions == 3;
      last = planes ? 7 : 6;
      auto extent = [&](Value *offset, unsigned line, unsigned plane) {
        Value *end = plus(plus(offset, times(before(operand(6)), operand(line))), operand(5));
        return planes ? plus(end, times(before(operand(7)), operand(plane))) : end;
      };
      Value *to = inside(writes_, operand(0), extent(operand(1), planes ? 10 : 8, 11), operand(4));
      ok = b_.CreateAnd(to, inside(tests_, operand(2), extent(operand(3), planes ? 8 : 7, 9), operand(4)));
    }
    copy.setArgOperand(last, b_.CreateSelect(ok, operand(last), b_.getInt64(0)));
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
  llvm::IRBuilder<> b_;
  AccessExtents extents_, written_;
  InsideTests tests_, writes_;
  UncheckedCopies::Promised promised_;
  llvm::SmallVector<Instruction *, 32> flagged_; ///< that may be known to be as they said
};

/// The first number in a variable of that type.
llvm::Type *numberIn(llvm::Type *type) {
  while (type->getNumContainedTypes() != 0)
    type = type->getContainedType(0);
  return type;
}

/// Element by element, as the kernel reaches it: lanes' copies of what is set as bytes are not interleaved.
void clear(llvm::AllocaInst &variable, Instruction &before) {
  const llvm::DataLayout &layout = variable.getDataLayout();
  llvm::Type *number = numberIn(variable.getAllocatedType());
  const uint64_t bytes = variable.getAllocationSize(layout)->getFixedValue(),
                 each = number->isSized() ? layout.getTypeAllocSize(number).getFixedValue() : 0;
  llvm::IRBuilder<> builder(&before);
  if (each == 0 || bytes % each != 0 || bytes == each) {
    builder.CreateMemSet(&variable, builder.getInt8(0), bytes, variable.getAlign());
    return;
  }
  auto [place, index] = llvm::SplitBlockAndInsertSimpleForLoop(builder.getInt64(bytes / each), before.getIterator());
  builder.SetInsertPoint(place);
  builder.CreateStore(llvm::Constant::getNullValue(number), builder.CreateInBoundsGEP(number, &variable, index));
}

/// What nobody has written is zeros: not what another function, of the host's perhaps, left on the stack.
void clearVariables(llvm::Function &kernel) {
  llvm::SmallVector<llvm::AllocaInst *, 8> variables;
  Instruction *behind = nullptr;
  for (Instruction &instruction : kernel.getEntryBlock())
    if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
      variables.push_back(variable);
      behind = variable->getNextNode();
    }
  for (llvm::AllocaInst *variable : variables)
    clear(*variable, *behind);
}

} // namespace

void boundAccesses(llvm::Function &kernel) {
  bool asCopies = kernel.getInstructionCount() <= MaxCopiedKernel;
  if (asCopies)
    UncheckedCopies::prepare(kernel);
  Bounding(kernel).run(asCopies);
  clearVariables(kernel);
  if (auto *list = kernel.getParent()->getGlobalVariable("llvm.compiler.used", true)) // of isolateKernel
    list->eraseFromParent();
}

} // namespace lanecl
