// Work-group operations. The sub-groups of a work-group run one after the other, in the order of their ids, so each
// adds its part to a running value. A barrier behind it makes the sum complete (reduce, broadcast, all, any) or, for
// scans, keeps two executions of one call apart.
#include "compiler/ir/Operations.h"
#include "compiler/ir/Queries.h"
#include "compiler/transform/groups/LowerGroupCalls.h"
#include "compiler/transform/lanes/LaneReductions.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lanecl {
namespace {

using Calls = llvm::SmallVector<llvm::CallInst *, 4>;

Calls callsOf(llvm::Function &body, llvm::function_ref<bool(Operation)> isWanted) {
  Calls calls;
  for (llvm::Instruction &instruction : llvm::instructions(body))
    if (auto operation = operationOf(instruction); operation && isWanted(*operation))
      calls.push_back(llvm::cast<llvm::CallInst>(&instruction));
  return calls;
}

/// The parts of split operations.
Calls partsIn(llvm::Function &body) {
  return callsOf(body, [](Operation operation) {
    return operation == Operation::Accumulate || operation == Operation::Carry || operation == Operation::GroupResult;
  });
}

class Splitter {
public:
  Splitter(llvm::CallInst &call, unsigned site)
      : call_(call), kind_(kindOf(call)), builder_(&call), site_(builder_.getInt32(site)) {}

  void split(bool barrierBefore) {
    if (barrierBefore)
      barrier();
    call_.replaceAllUsesWith(made(*operationOf(call_)));
    call_.eraseFromParent();
  }

private:
  llvm::Value *made(Operation operation) {
    switch (operation) {
    case Operation::WorkGroupAll:
      return vote(Operation::SubGroupAll, Kind::And);
    case Operation::WorkGroupAny:
      return vote(Operation::SubGroupAny, Kind::Or);
    case Operation::WorkGroupBroadcast:
      return broadcast();
    case Operation::WorkGroupReduce:
      return reduce(call_.getArgOperand(0), kind_);
    case Operation::WorkGroupScanInclusive:
      return scan(Operation::SubGroupScanInclusive);
    default:
      return scan(Operation::SubGroupScanExclusive);
    }
  }

  void barrier() { createOperation(builder_, Operation::WaitEvents, {}); }

  llvm::Value *accumulate(llvm::Value *part, Kind kind) {
    createOperation(builder_, Operation::Accumulate, {site_, part}, kind);
    barrier();
    return createOperation(builder_, Operation::GroupResult, {site_}, Kind::None, part->getType());
  }

  llvm::Value *reduce(llvm::Value *value, Kind kind) {
    return accumulate(createOperation(builder_, Operation::SubGroupReduce, {value}, kind), kind);
  }

  llvm::Value *vote(Operation ofSubGroup, Kind kind) {
    llvm::Value *own = createOperation(builder_, ofSubGroup, {call_.getArgOperand(0)});
    llvm::Value *part = builder_.CreateZExt(own, builder_.getInt32Ty());
    return builder_.CreateTrunc(accumulate(part, kind), builder_.getInt1Ty());
  }

  // The bits of the one work-item, zeros from all others, put together with `or`. Its linear id tells it in all forms
  // of a group, also where the other ids have been made of that one.
  llvm::Value *broadcast() {
    llvm::Value *value = call_.getArgOperand(0), *wanted = nullptr;
    for (unsigned d : {2u, 1u, 0u}) {
      llvm::Value *id = builder_.CreateZExtOrTrunc(call_.getArgOperand(1 + d), builder_.getInt64Ty());
      if (wanted)
        id = builder_.CreateAdd(builder_.CreateMul(wanted, createQuery(builder_, Query::LocalSize, d)), id);
      wanted = id;
    }
    llvm::Value *isSource = builder_.CreateICmpEQ(createQuery(builder_, Query::LocalLinearId), wanted);
    llvm::Type *type = value->getType(), *bits = builder_.getIntNTy(type->getPrimitiveSizeInBits());
    value = builder_.CreateSelect(isSource, builder_.CreateBitCast(value, bits), llvm::Constant::getNullValue(bits));
    return builder_.CreateBitCast(reduce(value, Kind::Or), type);
  }

  llvm::Value *scan(Operation ofSubGroup) {
    llvm::Value *value = call_.getArgOperand(0);
    llvm::Value *own = createOperation(builder_, ofSubGroup, {value}, kind_);
    llvm::Value *total = createOperation(builder_, Operation::SubGroupReduce, {value}, kind_);
    llvm::Value *before = createOperation(builder_, Operation::Carry, {site_, total}, kind_);
    llvm::Value *result = simd::combine(builder_, simd::reductionOf(kind_, value->getType()), before, own);
    barrier();
    return result;
  }

  llvm::CallInst &call_;
  Kind kind_;
  llvm::IRBuilder<> builder_;
  llvm::ConstantInt *site_;
};

unsigned siteOf(const llvm::CallBase &call) {
  return static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(call.getArgOperand(0))->getZExtValue());
}

} // namespace

void splitWorkGroupOps(llvm::Function &kernel, bool barrierBefore) {
  unsigned site = 0;
  for (llvm::CallInst *call : callsOf(kernel, isWorkGroupOperation))
    Splitter(*call, site++).split(barrierBefore);
}

unsigned accumulatorCount(const llvm::Function &body) {
  unsigned count = 0;
  for (llvm::CallInst *call : partsIn(const_cast<llvm::Function &>(body)))
    count = std::max(count, siteOf(*call) + 1);
  return count;
}

void lowerAccumulations(llvm::Function &body, const GroupState &state) {
  for (llvm::CallInst *call : partsIn(body)) {
    Operation operation = *operationOf(*call);
    llvm::IRBuilder<> builder(call);
    State base = operation == Operation::GroupResult ? State::Results : State::Accumulators;
    llvm::Value *place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), state(base),
                                                            uint64_t(siteOf(*call)) * AccumulatorBytes);
    llvm::Align align(AccumulatorBytes);
    if (operation == Operation::GroupResult) {
      call->replaceAllUsesWith(builder.CreateAlignedLoad(call->getType(), place, align));
      call->eraseFromParent();
      continue;
    }
    llvm::Value *part = call->getArgOperand(1);
    // The first sub-group finds what the last launch of this group's predecessor left.
    llvm::Value *isFirst = builder.CreateICmpEQ(state(State::SubGroupId), builder.getInt32(0));
    simd::Reduction how = simd::reductionOf(kindOf(*call), part->getType());
    llvm::Value *before =
        builder.CreateSelect(isFirst, how.neutral, builder.CreateAlignedLoad(part->getType(), place, align));
    builder.CreateAlignedStore(simd::combine(builder, how, before, part), place, align);
    if (operation == Operation::Carry)
      call->replaceAllUsesWith(before);
    call->eraseFromParent();
  }
}

} // namespace lanecl
