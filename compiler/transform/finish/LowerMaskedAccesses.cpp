// Masked loads and stores, gathers and scatters that the machine has no instruction for. LLVM makes of each a chain of
// a test, a branch and an access for every lane; with 64 lanes a few of them are thousands of instructions. Here loads
// read more than was asked for where that does no harm, stores are plain ones if all lanes take part, and what is left
// is done by one loop over the active lanes that all accesses of a kernel share.
#include "compiler/image/Memory.h"
#include "compiler/transform/Passes.h"
#include "compiler/transform/lanes/LaneAddresses.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lanecl {
namespace {

using llvm::FixedVectorType, llvm::Function, llvm::IntrinsicInst, llvm::Type, llvm::Value;

/// Up to so many lanes are gathered, and scattered when all take part, one after the other in line.
constexpr unsigned InLineLanes = 16;

/// What the loop does with lane k.
enum class LaneLoop {
  Copy,   ///< to[k] = from[k]
  Gather, ///< to[k] = *from[k]
  Scatter ///< *to[k] = from[k]
};

/// The lanes' addresses as one for all and 32 bits for each: through memory those become scalars, a load each, where
/// pointers would be widened, multiplied and taken out of their registers one by one.
struct Offsets {
  Value *base;    ///< scalar
  Type *unit;     ///< what the indices count
  Value *indices; ///< a vector of i32
  bool isSigned;
};

class MaskLowering {
public:
  MaskLowering(llvm::Module &module, llvm::TargetMachine &machine)
      : module_(module), machine_(machine), builder_(module.getContext()) {}
  void run(Function &function);

private:
  struct Bits {
    Value *all;  ///< i1
    Value *bits; ///< i64, one a lane
  };
  static bool isNative(const IntrinsicInst &call, const llvm::TargetTransformInfo &target);
  void storeOnlyLanes(Function &function);
  void lower(IntrinsicInst &call);
  void lowerWhole(IntrinsicInst &call);
  void findInDivergentLoops(Function &function, llvm::ArrayRef<IntrinsicInst *> calls);
  Value *gather(IntrinsicInst &call, const Bits &bits);
  std::optional<Offsets> offsetsOf(Value *addresses);
  Value *gatherByOffsets(IntrinsicInst &call, Offsets offsets);
  void scatterByOffsets(IntrinsicInst &call, const Offsets &offsets);
  Offsets withinActive(Offsets offsets, Value *mask, const Bits &bits);
  llvm::SmallVector<Value *, 16> addressesOf(const Offsets &offsets);
  Value *mayReadAll(IntrinsicInst &call, const Bits &bits);
  void split(IntrinsicInst &call, Value *test, Value *bits);
  Value *together(IntrinsicInst &call);
  Value *laneByLane(IntrinsicInst &call, Value *bits);
  const Bits &bitsOf(Value *mask);
  llvm::AllocaInst *memory(Function &function, Type *type, bool isAddress);
  llvm::CallInst *callLoop(LaneLoop loop, Type *element, Value *to, Value *from, Value *bits);
  Function *loopOf(LaneLoop loop, unsigned bits);
  void makeLoop(Function &function, LaneLoop loop, Type *element);

  llvm::Module &module_;
  llvm::TargetMachine &machine_;
  llvm::IRBuilder<> builder_;
  llvm::DenseMap<Value *, Bits> masks_; ///< of the function
  /// Of the function, in loops with divergent exits: an iteration waits for what the one before read, so that the way
  /// through memory takes longer than pointers do.
  llvm::SmallPtrSet<const IntrinsicInst *, 8> divergent_;
  llvm::DenseMap<Type *, llvm::AllocaInst *> data_, addresses_; ///< of the function
};

bool isMaskedAccess(const IntrinsicInst &call) {
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::masked_load:
  case llvm::Intrinsic::masked_store:
  case llvm::Intrinsic::masked_gather:
  case llvm::Intrinsic::masked_scatter:
    return true;
  default:
    return false;
  }
}

bool isStore(const IntrinsicInst &call) { return call.getType()->isVoidTy(); }
bool isIndirect(const IntrinsicInst &call) {
  auto id = call.getIntrinsicID();
  return id == llvm::Intrinsic::masked_gather || id == llvm::Intrinsic::masked_scatter;
}
Value *addressOf(const IntrinsicInst &call) { return call.getArgOperand(isStore(call) ? 1 : 0); }
Value *maskOf(const IntrinsicInst &call) { return call.getArgOperand(isStore(call) ? 2 : 1); }
Value *dataOf(const IntrinsicInst &call) { return call.getArgOperand(isStore(call) ? 0 : 2); }
llvm::Align alignOf(const IntrinsicInst &call) { return call.getParamAlign(isStore(call) ? 1 : 0).valueOrOne(); }
FixedVectorType *typeOf(const IntrinsicInst &call) { return llvm::cast<FixedVectorType>(dataOf(call)->getType()); }

bool MaskLowering::isNative(const IntrinsicInst &call, const llvm::TargetTransformInfo &target) {
  FixedVectorType *type = typeOf(call);
  llvm::Align align = alignOf(call);
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::masked_load:
    return target.isLegalMaskedLoad(type, align, addressOf(call)->getType()->getPointerAddressSpace());
  case llvm::Intrinsic::masked_store:
    return target.isLegalMaskedStore(type, align, addressOf(call)->getType()->getPointerAddressSpace());
  case llvm::Intrinsic::masked_gather:
    return target.isLegalMaskedGather(type, align) && !target.forceScalarizeMaskedGather(type, align);
  default:
    return target.isLegalMaskedScatter(type, align) && !target.forceScalarizeMaskedScatter(type, align);
  }
}

/// The lane that alone takes part; none where that is not known.
std::optional<unsigned> onlyLane(Value &mask) {
  auto *known = llvm::dyn_cast<llvm::Constant>(&mask);
  std::optional<unsigned> only;
  for (unsigned lane = 0; known && lane < llvm::cast<FixedVectorType>(mask.getType())->getNumElements(); ++lane) {
    llvm::Constant *takesPart = known->getAggregateElement(lane);
    if (!takesPart || (!takesPart->isZeroValue() && (only || !takesPart->isOneValue())))
      return std::nullopt;
    if (takesPart->isOneValue())
      only = lane;
  }
  return only;
}

/// Stores of one known lane are its own. LLVM's code generator for AVX-512 takes the numbers that were made narrower
/// for them as they had been, and writes all of their bytes.
void MaskLowering::storeOnlyLanes(Function &function) {
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
    auto *call = llvm::dyn_cast<IntrinsicInst>(&instruction);
    if (!call || call->getIntrinsicID() != llvm::Intrinsic::masked_store)
      continue;
    auto lane = onlyLane(*maskOf(*call));
    Type *element = typeOf(*call)->getElementType();
    const uint64_t bytes = module_.getDataLayout().getTypeStoreSize(element);
    if (!lane || module_.getDataLayout().getTypeSizeInBits(element) != bytes * 8)
      continue;
    builder_.SetInsertPoint(call);
    Value *address = builder_.CreateConstGEP1_64(element, addressOf(*call), *lane);
    auto *store = builder_.CreateAlignedStore(builder_.CreateExtractElement(dataOf(*call), *lane), address,
                                              llvm::commonAlignment(alignOf(*call), *lane * bytes));
    store->setAAMetadata(call->getAAMetadata());
    call->eraseFromParent();
  }
}

void MaskLowering::run(Function &function) {
  storeOnlyLanes(function);
  auto target = machine_.getTargetTransformInfo(function);
  llvm::SmallVector<IntrinsicInst *> found;
  for (llvm::Instruction &instruction : llvm::instructions(function)) {
    auto *call = llvm::dyn_cast<IntrinsicInst>(&instruction);
    if (!call || !isMaskedAccess(*call) || isNative(*call, target))
      continue;
    auto *known = llvm::dyn_cast<llvm::Constant>(maskOf(*call));
    if (known && !(known->isAllOnesValue() && isIndirect(*call)))
      continue; // LLVM makes no tests
    FixedVectorType *type = typeOf(*call);
    unsigned bits = type->getScalarSizeInBits();
    bool isPlain = bits >= 8 && bits <= 64 && llvm::isPowerOf2_32(bits);
    if (isPlain && type->getNumElements() <= 64 && llvm::isPowerOf2_32(type->getNumElements()))
      found.push_back(call);
  }
  masks_.clear();
  data_.clear();
  addresses_.clear();
  findInDivergentLoops(function, found);
  for (IntrinsicInst *call : found)
    lower(*call);
}

/// Whether the loop ends is made of the lanes' bits.
bool isLeftDivergently(const llvm::Loop &loop) {
  constexpr unsigned Enough = 8; // steps
  llvm::SmallVector<llvm::BasicBlock *, 4> exiting;
  loop.getExitingBlocks(exiting);
  llvm::SmallSetVector<const Value *, Enough> made;
  for (const llvm::BasicBlock *block : exiting)
    if (auto *branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator()); branch && branch->isConditional())
      made.insert(branch->getCondition());
  for (unsigned i = 0; i < made.size() && i < Enough; ++i) {
    auto *instruction = llvm::dyn_cast<llvm::Instruction>(made[i]);
    if (!instruction || !loop.contains(instruction) || llvm::isa<llvm::PHINode, llvm::LoadInst>(instruction))
      continue;
    if (llvm::any_of(instruction->operands(), [](const llvm::Use &use) { return use->getType()->isVectorTy(); }))
      return true;
    made.insert(instruction->op_begin(), instruction->op_end());
  }
  return false;
}

/// Before blocks are split.
void MaskLowering::findInDivergentLoops(Function &function, llvm::ArrayRef<IntrinsicInst *> calls) {
  divergent_.clear();
  if (llvm::none_of(calls, [](const IntrinsicInst *call) { return isIndirect(*call); }))
    return;
  const llvm::DominatorTree tree(function);
  const llvm::LoopInfo loops(tree);
  for (IntrinsicInst *call : calls) {
    const llvm::Loop *loop = loops.getLoopFor(call->getParent());
    if (loop && isLeftDivergently(*loop))
      divergent_.insert(call);
  }
}

/// Computed where the mask is, for all accesses under it.
const MaskLowering::Bits &MaskLowering::bitsOf(Value *mask) {
  auto [entry, isNew] = masks_.try_emplace(mask, Bits{});
  if (!isNew)
    return entry->second;
  llvm::IRBuilderBase::InsertPointGuard keep(builder_);
  if (auto *made = llvm::dyn_cast<llvm::Instruction>(mask))
    builder_.SetInsertPoint(*made->getInsertionPointAfterDef());
  else
    builder_.SetInsertPointPastAllocas(builder_.GetInsertBlock()->getParent());
  unsigned lanes = llvm::cast<FixedVectorType>(mask->getType())->getNumElements();
  Value *bits = builder_.CreateBitCast(builder_.CreateFreeze(mask), builder_.getIntNTy(lanes));
  Value *all = builder_.CreateICmpEQ(bits, llvm::Constant::getAllOnesValue(bits->getType()));
  return entry->second = {all, builder_.CreateZExt(bits, builder_.getInt64Ty())};
}

/// Of all lanes: LLVM's, but for what goes by offsets.
void MaskLowering::lowerWhole(IntrinsicInst &call) {
  auto offsets = typeOf(call)->getNumElements() <= InLineLanes ? offsetsOf(addressOf(call)) : std::nullopt;
  if (!offsets)
    return;
  if (isStore(call))
    scatterByOffsets(call, *offsets);
  else
    call.replaceAllUsesWith(gatherByOffsets(call, *offsets));
  call.eraseFromParent();
}

void MaskLowering::lower(IntrinsicInst &call) {
  builder_.SetInsertPoint(&call);
  if (llvm::isa<llvm::Constant>(maskOf(call)))
    return lowerWhole(call);
  Bits bits = bitsOf(maskOf(call));
  if (isIndirect(call) && typeOf(call)->getNumElements() > InLineLanes) {
    if (Value *result = laneByLane(call, bits.bits))
      call.replaceAllUsesWith(result);
  } else if (call.getIntrinsicID() == llvm::Intrinsic::masked_gather) {
    call.replaceAllUsesWith(gather(call, bits));
  } else {
    Value *test = isStore(call) ? bits.all : mayReadAll(call, bits);
    split(call, test, bits.bits);
  }
  call.eraseFromParent();
}

std::optional<Offsets> MaskLowering::offsetsOf(Value *addresses) {
  // Not two of them: LLVM 22 takes the store of eight bytes for a number, and the second index for a part of the first
  // where both are known not to be negative.
  constexpr unsigned FewestOffsets = 4;
  auto *address = llvm::dyn_cast<llvm::GetElementPtrInst>(addresses);
  if (!address || llvm::cast<FixedVectorType>(address->getType())->getNumElements() < FewestOffsets ||
      address->getNumIndices() != 1 || !address->getOperand(1)->getType()->isVectorTy())
    return std::nullopt;
  Value *base = address->getPointerOperand(), *index = address->getOperand(1);
  if (base->getType()->isVectorTy())
    base = llvm::getSplatValue(base);
  if (!base)
    return std::nullopt;
  auto *sum = llvm::dyn_cast<llvm::BinaryOperator>(index);
  Value *same = sum && sum->getOpcode() == llvm::Instruction::Add ? llvm::getSplatValue(sum->getOperand(1)) : nullptr;
  Value *part = same ? sum->getOperand(0) : index, *indices = nullptr;
  auto *extension = llvm::dyn_cast<llvm::CastInst>(part);
  const bool isUnsigned = llvm::isa<llvm::ZExtInst>(part);
  if ((isUnsigned || llvm::isa<llvm::SExtInst>(part)) && extension->getSrcTy()->getScalarType()->isIntegerTy(32))
    indices = extension->getOperand(0);
  else if (part->getType()->getScalarType()->isIntegerTy(64) &&
           llvm::ComputeNumSignBits(part, module_.getDataLayout()) > 32) // of several places that were made one
    indices = builder_.CreateTrunc(part, part->getType()->getWithNewBitWidth(32));
  if (!indices)
    return std::nullopt;
  Type *unit = address->getSourceElementType();
  const bool isSigned = !isUnsigned || indices != extension->getOperand(0);
  return Offsets{same ? builder_.CreateGEP(unit, base, same) : base, unit, indices, isSigned};
}

/// Lanes that take no part have the index of the first that does; where there is none, all read zeros.
Offsets MaskLowering::withinActive(Offsets offsets, Value *mask, const Bits &bits) {
  auto *type = llvm::cast<FixedVectorType>(offsets.indices->getType());
  auto *place = memory(*builder_.GetInsertBlock()->getParent(), type, false);
  builder_.CreateStore(offsets.indices, place);
  Value *any = builder_.CreateIsNotNull(bits.bits);
  Value *first = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, bits.bits, builder_.getFalse());
  first = builder_.CreateAnd(first, type->getNumElements() - 1);
  Value *index = builder_.CreateLoad(type->getElementType(), builder_.CreateGEP(type->getElementType(), place, first));
  index = builder_.CreateSelect(any, index, builder_.getInt32(0));
  offsets.indices =
      builder_.CreateSelect(mask, offsets.indices, builder_.CreateVectorSplat(type->getElementCount(), index));
  offsets.base = builder_.CreateSelect(any, offsets.base, simd::harmlessMemory(module_, offsets.base->getType()));
  return offsets;
}

llvm::SmallVector<Value *, 16> MaskLowering::addressesOf(const Offsets &offsets) {
  auto *type = llvm::cast<FixedVectorType>(offsets.indices->getType());
  auto *place = memory(*builder_.GetInsertBlock()->getParent(), type, false);
  builder_.CreateStore(offsets.indices, place);
  llvm::SmallVector<Value *, 16> result;
  for (unsigned lane = 0; lane < type->getNumElements(); ++lane) {
    Value *from = builder_.CreateConstGEP1_32(type->getElementType(), place, lane);
    Value *index = builder_.CreateIntCast(builder_.CreateLoad(type->getElementType(), from), builder_.getInt64Ty(),
                                          offsets.isSigned);
    result.push_back(builder_.CreateGEP(offsets.unit, offsets.base, index));
  }
  return result;
}

Value *MaskLowering::gatherByOffsets(IntrinsicInst &call, Offsets offsets) {
  FixedVectorType *type = typeOf(call);
  Value *result = llvm::PoisonValue::get(type);
  for (auto [lane, address] : llvm::enumerate(addressesOf(offsets))) {
    auto *load = builder_.CreateAlignedLoad(type->getElementType(), address,
                                            std::min(alignOf(call), llvm::Align(simd::HarmlessBytes)));
    load->copyMetadata(call);
    result = builder_.CreateInsertElement(result, load, lane);
  }
  return result;
}

void MaskLowering::scatterByOffsets(IntrinsicInst &call, const Offsets &offsets) {
  for (auto [lane, address] : llvm::enumerate(addressesOf(offsets)))
    builder_.CreateAlignedStore(builder_.CreateExtractElement(dataOf(call), lane), address, alignOf(call))
        ->copyMetadata(call);
}

/// Other lanes than the active ones read what an active one does, or zeros.
Value *MaskLowering::gather(IntrinsicInst &call, const Bits &bits) {
  Value *addresses = addressOf(call), *mask = maskOf(call), *otherwise = dataOf(call);
  if (auto offsets = divergent_.contains(&call) ? std::nullopt : offsetsOf(addresses)) {
    Value *result = gatherByOffsets(call, withinActive(*offsets, mask, bits));
    return llvm::isa<llvm::UndefValue>(otherwise) ? result : builder_.CreateSelect(mask, result, otherwise);
  }
  FixedVectorType *type = typeOf(call);
  Value *zeros = simd::harmlessMemory(module_, addresses->getType()->getScalarType());
  auto *harmless = llvm::ConstantVector::getSplat(type->getElementCount(), llvm::cast<llvm::Constant>(zeros));
  Value *result = builder_.CreateMaskedGather(type, builder_.CreateSelect(mask, addresses, harmless),
                                              std::min(alignOf(call), llvm::Align(simd::HarmlessBytes)));
  return llvm::isa<llvm::UndefValue>(otherwise) ? result : builder_.CreateSelect(mask, result, otherwise);
}

/// Those that are not active share a page with one that is.
Value *MaskLowering::mayReadAll(IntrinsicInst &call, const Bits &bits) {
  uint64_t bytes = module_.getDataLayout().getTypeStoreSize(typeOf(call)).getFixedValue();
  Value *address = builder_.CreatePtrToInt(addressOf(call), builder_.getInt64Ty());
  Value *inPage = builder_.CreateAnd(address, builder_.getInt64(PageBytes - 1));
  Value *isWithin = builder_.CreateICmpULE(inPage, builder_.getInt64(PageBytes - bytes));
  Value *any = builder_.CreateIsNotNull(bits.bits);
  return builder_.CreateOr(bits.all, builder_.CreateAnd(any, isWithin));
}

/// Plain accesses if the test says so, else the loop.
void MaskLowering::split(IntrinsicInst &call, Value *test, Value *bits) {
  auto *likely = llvm::MDBuilder(module_.getContext()).createLikelyBranchWeights();
  llvm::Instruction *whole = nullptr, *partial = nullptr;
  llvm::SplitBlockAndInsertIfThenElse(test, &call, &whole, &partial, likely);
  builder_.SetInsertPoint(whole);
  Value *all = together(call);
  builder_.SetInsertPoint(partial);
  Value *some = laneByLane(call, bits);
  if (isStore(call))
    return;
  builder_.SetInsertPoint(&call);
  auto *result = builder_.CreatePHI(call.getType(), 2);
  result->addIncoming(all, whole->getParent());
  result->addIncoming(some, partial->getParent());
  call.replaceAllUsesWith(result);
}

Value *MaskLowering::together(IntrinsicInst &call) {
  llvm::Instruction *made = nullptr;
  if (isIndirect(call)) {
    if (auto offsets = offsetsOf(addressOf(call))) {
      scatterByOffsets(call, *offsets);
      return nullptr;
    }
    // with a constant mask LLVM makes no tests
    made = call.clone();
    made->setOperand(2, llvm::Constant::getAllOnesValue(maskOf(call)->getType()));
    return builder_.Insert(made);
  }
  if (isStore(call))
    made = builder_.CreateAlignedStore(dataOf(call), addressOf(call), alignOf(call));
  else
    made = builder_.CreateAlignedLoad(call.getType(), addressOf(call), alignOf(call));
  made->copyMetadata(call);
  if (isStore(call) || llvm::isa<llvm::UndefValue>(dataOf(call)))
    return made;
  return builder_.CreateSelect(maskOf(call), made, dataOf(call));
}

/// By the loop; what a load gives.
Value *MaskLowering::laneByLane(IntrinsicInst &call, Value *bits) {
  Function &function = *call.getFunction();
  FixedVectorType *type = typeOf(call);
  Value *address = addressOf(call);
  auto *data = memory(function, type, false);
  if (!llvm::isa<llvm::UndefValue>(dataOf(call)))
    builder_.CreateStore(dataOf(call), data);
  if (isIndirect(call)) {
    auto *addresses = memory(function, address->getType(), true);
    builder_.CreateStore(address, addresses);
    address = addresses;
  }
  Type *element = type->getElementType();
  if (isStore(call)) {
    callLoop(isIndirect(call) ? LaneLoop::Scatter : LaneLoop::Copy, element, address, data, bits);
    return nullptr;
  }
  callLoop(isIndirect(call) ? LaneLoop::Gather : LaneLoop::Copy, element, data, address, bits);
  return builder_.CreateLoad(type, data);
}

/// Shared by all accesses: each uses it from a store to a load with nothing of the kind between them.
llvm::AllocaInst *MaskLowering::memory(Function &function, Type *type, bool isAddress) {
  auto *&result = (isAddress ? addresses_ : data_)[type];
  if (!result) {
    llvm::BasicBlock &entry = function.getEntryBlock();
    result = llvm::IRBuilder<>(&entry, entry.begin()).CreateAlloca(type, nullptr, "lanes");
  }
  return result;
}

llvm::CallInst *MaskLowering::callLoop(LaneLoop loop, Type *element, Value *to, Value *from, Value *bits) {
  Function *callee = loopOf(loop, element->getScalarSizeInBits());
  auto plain = [&](Value *pointer) { return builder_.CreateAddrSpaceCast(pointer, builder_.getPtrTy()); };
  auto *call = builder_.CreateCall(callee, {plain(to), plain(from), bits});
  call->setCallingConv(callee->getCallingConv());
  return call;
}

Function *MaskLowering::loopOf(LaneLoop loop, unsigned bits) {
  constexpr const char *Names[] = {"copy", "gather", "scatter"};
  std::string name = "lanecl.masked." + std::string(Names[static_cast<int>(loop)]) + ".i" + std::to_string(bits);
  if (Function *made = module_.getFunction(name))
    return made;
  Type *pointer = builder_.getPtrTy();
  auto *type = llvm::FunctionType::get(builder_.getVoidTy(), {pointer, pointer, builder_.getInt64Ty()}, false);
  Function *made = Function::Create(type, llvm::GlobalValue::InternalLinkage, name, module_);
  // It touches no vector register, so that none has to be saved for it.
  made->setCallingConv(llvm::CallingConv::PreserveAll);
  made->addFnAttr(llvm::Attribute::NoUnwind);
  made->addFnAttr(llvm::Attribute::NoInline);
  llvm::IRBuilderBase::InsertPointGuard keep(builder_);
  makeLoop(*made, loop, builder_.getIntNTy(bits));
  return made;
}

void MaskLowering::makeLoop(Function &function, LaneLoop loop, Type *element) {
  auto &context = function.getContext();
  auto *entry = llvm::BasicBlock::Create(context, "", &function),
       *body = llvm::BasicBlock::Create(context, "", &function),
       *end = llvm::BasicBlock::Create(context, "", &function);
  Value *to = function.getArg(0), *from = function.getArg(1), *all = function.getArg(2);
  builder_.SetInsertPoint(entry);
  builder_.CreateCondBr(builder_.CreateIsNull(all), end, body);
  builder_.SetInsertPoint(body);
  auto *bits = builder_.CreatePHI(builder_.getInt64Ty(), 2);
  Value *lane = builder_.CreateBinaryIntrinsic(llvm::Intrinsic::cttz, bits, builder_.getTrue());
  auto place = [&](Value *base, bool isAddress) -> Value * {
    Type *pointer = builder_.getPtrTy();
    Value *at = builder_.CreateGEP(isAddress ? pointer : element, base, lane);
    return isAddress ? builder_.CreateLoad(pointer, at) : at;
  };
  Value *source = place(from, loop == LaneLoop::Gather), *target = place(to, loop == LaneLoop::Scatter);
  builder_.CreateAlignedStore(builder_.CreateAlignedLoad(element, source, llvm::Align()), target, llvm::Align());
  Value *left = builder_.CreateAnd(bits, builder_.CreateSub(bits, builder_.getInt64(1)));
  bits->addIncoming(all, entry);
  bits->addIncoming(left, body);
  builder_.CreateCondBr(builder_.CreateIsNull(left), end, body);
  builder_.SetInsertPoint(end);
  builder_.CreateRetVoid();
}

} // namespace

void lowerMaskedAccesses(llvm::Module &module, llvm::TargetMachine &machine) {
  MaskLowering lowering(module, machine);
  for (Function &function : llvm::make_early_inc_range(module))
    if (!function.isDeclaration())
      lowering.run(function);
}

} // namespace lanecl
