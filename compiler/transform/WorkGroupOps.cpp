// Work-group operations. The sub-groups of a work-group run one after the other, in the order of their ids, so each
// adds its part to a running value. A barrier behind it makes the sum complete (reduce, broadcast, all, any) or, for
// scans, keeps two executions of one call apart.
#include "compiler/analysis/LaneclIr.h"
#include "compiler/transform/LaneReductions.h"
#include "compiler/transform/LowerGroupCalls.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lanecl {
namespace {

llvm::SmallVector<llvm::CallInst *, 4> callsOf(llvm::Function &body, std::initializer_list<GroupCall> kinds) {
  llvm::SmallVector<llvm::CallInst *, 4> calls;
  for (llvm::Instruction &instruction : llvm::instructions(body))
    if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
      if (auto kind = groupCallOf(*call); kind && llvm::is_contained(kinds, *kind))
        calls.push_back(call);
  return calls;
}

llvm::CallInst *callGroup(llvm::IRBuilder<> &builder, const llvm::Twine &name, llvm::Type *result,
                          llvm::ArrayRef<llvm::Value *> arguments) {
  llvm::SmallVector<llvm::Type *, 4> types;
  for (llvm::Value *argument : arguments)
    types.push_back(argument->getType());
  llvm::Module &module = *builder.GetInsertBlock()->getModule();
  auto callee = module.getOrInsertFunction(name.str(), llvm::FunctionType::get(result, types, false));
  auto *function = llvm::cast<llvm::Function>(callee.getCallee());
  function->addFnAttr(llvm::Attribute::Convergent);
  function->addFnAttr(llvm::Attribute::NoUnwind);
  return builder.CreateCall(callee, arguments);
}

std::string suffixOf(llvm::Type *type) {
  if (type->isIntegerTy())
    return "i" + std::to_string(type->getIntegerBitWidth());
  return "f" + std::to_string(type->getPrimitiveSizeInBits().getFixedValue());
}

class Splitter {
public:
  Splitter(llvm::CallInst &call, unsigned site) : call_(call), builder_(&call), site_(builder_.getInt32(site)) {}

  void split(bool barrierBefore) {
    if (barrierBefore)
      barrier();
    llvm::SmallVector<llvm::StringRef, 5> words;
    call_.getCalledFunction()->getName().split(words, '.');
    llvm::StringRef operation = words[2], kind = words.size() > 3 ? words[3] : "";
    llvm::Value *result = nullptr;
    if (operation == "all" || operation == "any")
      result = vote(operation);
    else if (operation == "broadcast")
      result = broadcast();
    else if (operation == "reduce")
      result = reduce(call_.getArgOperand(0), kind);
    else
      result = scan(operation, kind);
    call_.replaceAllUsesWith(result);
    call_.eraseFromParent();
  }

private:
  void barrier() {
    auto *call = callGroup(builder_, "lanecl.wait_events", builder_.getVoidTy(), {});
    call->getCalledFunction()->addFnAttr(llvm::Attribute::NoDuplicate);
  }

  llvm::Value *accumulate(llvm::Value *part, llvm::StringRef kind) {
    std::string suffix = suffixOf(part->getType());
    callGroup(builder_, "lanecl.accumulate." + kind + "." + suffix, builder_.getVoidTy(), {site_, part});
    barrier();
    return callGroup(builder_, "lanecl.group_result." + suffix, part->getType(), {site_});
  }

  llvm::Value *subGroup(const llvm::Twine &operation, llvm::Value *value) {
    return callGroup(builder_, "lanecl.sub_group." + operation, value->getType(), {value});
  }

  llvm::Value *reduce(llvm::Value *value, llvm::StringRef kind) {
    return accumulate(subGroup("reduce." + kind + "." + suffixOf(value->getType()), value), kind);
  }

  llvm::Value *vote(llvm::StringRef operation) {
    llvm::Value *part = builder_.CreateZExt(subGroup(operation, call_.getArgOperand(0)), builder_.getInt32Ty());
    return builder_.CreateTrunc(accumulate(part, operation == "all" ? "and" : "or"), builder_.getInt1Ty());
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
    return builder_.CreateBitCast(reduce(value, "or"), type);
  }

  llvm::Value *scan(llvm::StringRef operation, llvm::StringRef kind) {
    llvm::Value *value = call_.getArgOperand(0);
    std::string suffix = (kind + "." + suffixOf(value->getType())).str();
    llvm::Value *own = subGroup(operation + "." + suffix, value);
    llvm::Value *total = subGroup("reduce." + suffix, value);
    llvm::Value *before = callGroup(builder_, "lanecl.carry." + suffix, value->getType(), {site_, total});
    llvm::Value *result = simd::combine(builder_, simd::reductionOf(kind, value->getType()), before, own);
    barrier();
    return result;
  }

  llvm::CallInst &call_;
  llvm::IRBuilder<> builder_;
  llvm::ConstantInt *site_;
};

unsigned siteOf(const llvm::CallBase &call) {
  return static_cast<unsigned>(llvm::cast<llvm::ConstantInt>(call.getArgOperand(0))->getZExtValue());
}

} // namespace

void splitWorkGroupOps(llvm::Function &kernel, bool barrierBefore) {
  unsigned site = 0;
  for (llvm::CallInst *call : callsOf(kernel, {GroupCall::WorkGroupOp}))
    Splitter(*call, site++).split(barrierBefore);
}

unsigned accumulatorCount(const llvm::Function &body) {
  unsigned count = 0;
  for (llvm::CallInst *call :
       callsOf(const_cast<llvm::Function &>(body), {GroupCall::Accumulate, GroupCall::Carry, GroupCall::GroupResult}))
    count = std::max(count, siteOf(*call) + 1);
  return count;
}

void lowerAccumulations(llvm::Function &body, const GroupState &state) {
  for (llvm::CallInst *call : callsOf(body, {GroupCall::Accumulate, GroupCall::Carry, GroupCall::GroupResult})) {
    GroupCall group = *groupCallOf(*call);
    llvm::IRBuilder<> builder(call);
    State base = group == GroupCall::GroupResult ? State::Results : State::Accumulators;
    llvm::Value *place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), state(base),
                                                            uint64_t(siteOf(*call)) * AccumulatorBytes);
    llvm::Align align(AccumulatorBytes);
    if (group == GroupCall::GroupResult) {
      call->replaceAllUsesWith(builder.CreateAlignedLoad(call->getType(), place, align));
      call->eraseFromParent();
      continue;
    }
    llvm::Value *part = call->getArgOperand(1);
    llvm::SmallVector<llvm::StringRef, 4> words;
    call->getCalledFunction()->getName().split(words, '.');
    // The first sub-group finds what the last launch of this group's predecessor left.
    llvm::Value *isFirst = builder.CreateICmpEQ(state(State::SubGroupId), builder.getInt32(0));
    simd::Reduction how = simd::reductionOf(words[2], part->getType());
    llvm::Value *before =
        builder.CreateSelect(isFirst, how.neutral, builder.CreateAlignedLoad(part->getType(), place, align));
    builder.CreateAlignedStore(simd::combine(builder, how, before, part), place, align);
    if (group == GroupCall::Carry)
      call->replaceAllUsesWith(before);
    call->eraseFromParent();
  }
}

} // namespace lanecl
