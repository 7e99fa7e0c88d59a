// Gathers and scatters by 32-bit indices reach twice as many lanes by an instruction as those by 64-bit ones. The
// machine's indices are signed, and LLVM finds only those that were signed to begin with: an unsigned one, and the sum
// of two, are less than 2^32 and become signed by an offset that the address gives back. What all lanes share goes to
// the scalar address, behind which LLVM looks for one index.
#include "compiler/transform/Passes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/Analysis/VectorUtils.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"
#include "llvm/Transforms/Utils/Local.h"

namespace lanecl {
namespace {

using namespace llvm;

/// What the lanes of a vector of addresses share, and numbers in which they differ, each times so many bytes.
struct Parts {
  Value *base = nullptr; ///< one address
  APInt constant;
  SmallVector<std::pair<Value *, APInt>, 4> shared, lanes;
};

std::optional<Parts> partsOf(Value &addresses, const DataLayout &layout) {
  const unsigned bits = layout.getIndexTypeSizeInBits(addresses.getType()->getScalarType());
  Parts parts;
  parts.constant = APInt(bits, 0);
  Value *at = &addresses;
  while (at->getType()->isVectorTy()) {
    if (Value *all = getSplatValue(at)) {
      at = all;
      break;
    }
    auto *step = dyn_cast<GetElementPtrInst>(at);
    SmallMapVector<Value *, APInt, 4> offsets;
    if (!step || !cast<GEPOperator>(step)->collectOffset(layout, bits, offsets, parts.constant))
      return std::nullopt;
    for (auto &[index, scale] : offsets) {
      Value *all = index->getType()->isVectorTy() ? getSplatValue(index) : index;
      (all ? parts.shared : parts.lanes).emplace_back(all ? all : index, scale);
    }
    at = step->getPointerOperand();
  }
  parts.base = at;
  return parts;
}

/// A number of 32 bits, of as many as an address has.
CastInst *extended(Value *index) {
  auto *cast = dyn_cast<CastInst>(index);
  return cast && isa<ZExtInst, SExtInst>(cast) && cast->getSrcTy()->getScalarSizeInBits() == 32 &&
                 cast->getDestTy()->getScalarSizeInBits() == 64
             ? cast
             : nullptr;
}

bool isNarrow(const Parts &parts) {
  const uint64_t scale = parts.lanes.empty() ? 0 : parts.lanes.front().second.getZExtValue();
  if (!isPowerOf2_64(scale) || scale > 8) // what an address multiplies by
    return false;
  if (parts.lanes.size() == 1)
    return extended(parts.lanes.front().first);
  auto isOfTwo = [&](auto &part) {
    auto *number = dyn_cast<ZExtInst>(part.first);
    return number && number->hasNonNeg() && extended(number) && part.second == scale;
  };
  return parts.lanes.size() == 2 && all_of(parts.lanes, isOfTwo);
}

class Narrower {
public:
  explicit Narrower(Function &function) : layout_(function.getDataLayout()) {}

  bool narrow(Use &addresses) {
    auto parts = partsOf(*addresses, layout_);
    if (!parts || !isNarrow(*parts))
      return false;
    auto *first = extended(parts->lanes.front().first);
    const bool isOne = parts->lanes.size() == 1;
    auto *old = cast<Instruction>(addresses.get());
    // As LLVM wants it.
    if (isOne && isa<SExtInst>(first) && !old->getOperand(0)->getType()->isVectorTy())
      return false;
    IRBuilder<> builder(cast<Instruction>(addresses.getUser()));
    Value *index = first;
    if (!isOne)
      index = madeSigned(*builder.CreateAdd(first->getOperand(0), extended(parts->lanes.back().first)->getOperand(0)),
                         *first->getType(), builder);
    else if (isa<ZExtInst>(first))
      index = signedOnce(*first);
    const APInt &scale = parts->lanes.front().second;
    if (!isOne || (isa<ZExtInst>(first) && !first->hasNonNeg()))
      parts->constant += scale << 31;
    addresses.set(build(*parts, *index, builder));
    RecursivelyDeleteTriviallyDeadInstructions(old);
    return true;
  }

private:
  /// `number`, of any 32 bits, less 2^31.
  static Value *madeSigned(Value &number, Type &type, IRBuilder<> &builder) {
    return builder.CreateSExt(builder.CreateXor(&number, APInt::getSignMask(32).getZExtValue()), &type);
  }

  /// Where it was extended, once for all that it reaches.
  Value *signedOnce(CastInst &number) {
    Value *&known = signed_[&number];
    if (!known) {
      IRBuilder<> builder(&number);
      known = number.hasNonNeg() ? builder.CreateSExt(number.getOperand(0), number.getType())
                                 : madeSigned(*number.getOperand(0), *number.getType(), builder);
    }
    return known;
  }

  static Value *build(const Parts &parts, Value &index, IRBuilder<> &builder) {
    Type *number = builder.getIntNTy(parts.constant.getBitWidth());
    Value *base = parts.base;
    for (auto &[shared, scale] : parts.shared)
      base = builder.CreatePtrAdd(
          base, builder.CreateMul(builder.CreateSExtOrTrunc(shared, number), ConstantInt::get(number, scale)));
    if (!parts.constant.isZero())
      base = builder.CreatePtrAdd(base, ConstantInt::get(number, parts.constant));
    const unsigned bytes = static_cast<unsigned>(parts.lanes.front().second.getZExtValue());
    return builder.CreateGEP(builder.getIntNTy(8 * bytes), base, &index);
  }

  const DataLayout &layout_;
  DenseMap<CastInst *, Value *> signed_;
};

/// The addresses of a gather or scatter that is one instruction, or a few.
Use *gathered(Instruction &instruction, const TargetTransformInfo &target) {
  auto *call = dyn_cast<IntrinsicInst>(&instruction);
  const bool isGather = call && call->getIntrinsicID() == Intrinsic::masked_gather;
  if (!call || (!isGather && call->getIntrinsicID() != Intrinsic::masked_scatter))
    return nullptr;
  const unsigned at = isGather ? 0 : 1;
  auto *type = cast<VectorType>(isGather ? call->getType() : call->getOperand(0)->getType());
  const Align align = call->getParamAlign(at).valueOrOne();
  const bool isLegal =
      isGather ? target.isLegalMaskedGather(type, align) && !target.forceScalarizeMaskedGather(type, align)
               : target.isLegalMaskedScatter(type, align) && !target.forceScalarizeMaskedScatter(type, align);
  return isLegal ? &call->getOperandUse(at) : nullptr;
}

} // namespace

PreservedAnalyses NarrowIndicesPass::run(Function &function, FunctionAnalysisManager &analyses) {
  auto &target = analyses.getResult<TargetIRAnalysis>(function);
  Narrower narrower(function);
  bool changed = false;
  for (Instruction &instruction : make_early_inc_range(instructions(function)))
    if (Use *addresses = gathered(instruction, target))
      changed |= narrower.narrow(*addresses);
  return keptAfter(changed);
}

} // namespace lanecl
