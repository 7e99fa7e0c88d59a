#include "compiler/analysis/PrivateLayout.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Operator.h"

namespace lanecl::simd {
namespace {

/// Visits all pointers derived from a variable.
class Uses {
public:
  explicit Uses(const llvm::DataLayout &layout) : layout_(layout) {}

  bool follow(const llvm::Value &pointer) {
    pointers.push_back(&pointer);
    for (const llvm::User *user : pointer.users())
      if (!accept(pointer, *user))
        return false;
    return true;
  }
  /// Elements may start at every multiple of their size only.
  bool offsetsFit() const {
    for (const llvm::Value *pointer : pointers)
      if (auto *step = llvm::dyn_cast<llvm::GEPOperator>(pointer); step && !offsetFits(*step))
        return false;
    return true;
  }

  llvm::SmallVector<const llvm::Value *> pointers;
  unsigned bytes = 0;

private:
  bool accept(const llvm::Value &pointer, const llvm::User &user) {
    if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&user))
      return load->isSimple() && acceptType(load->getType());
    if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&user))
      return store->isSimple() && store->getValueOperand() != &pointer &&
             acceptType(store->getValueOperand()->getType());
    if (llvm::isa<llvm::GetElementPtrInst>(user))
      return !user.getType()->isVectorTy() && follow(user);
    auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&user);
    return intrinsic && intrinsic->isLifetimeStartOrEnd();
  }
  bool acceptType(llvm::Type *type) {
    bool isPlain = type->isIntegerTy() || type->isFloatingPointTy() || type->isPointerTy();
    uint64_t size = isPlain ? layout_.getTypeStoreSize(type).getFixedValue() : 0;
    if (size == 0 || layout_.getTypeSizeInBits(type) != size * 8 || (bytes != 0 && bytes != size))
      return false;
    bytes = static_cast<unsigned>(size);
    return llvm::isPowerOf2_32(bytes);
  }
  bool offsetFits(const llvm::GEPOperator &step) const {
    llvm::SmallMapVector<llvm::Value *, llvm::APInt, 4> variable;
    llvm::APInt constant(64, 0);
    if (!step.collectOffset(layout_, 64, variable, constant) || constant.srem(bytes) != 0)
      return false;
    return llvm::all_of(variable, [&](auto &term) {
      const unsigned zeros = term.second.countr_zero(), wanted = llvm::Log2_32(bytes);
      llvm::SmallPtrSet<const llvm::Value *, 8> seen;
      return zeros >= wanted || isMultiple(*term.first, wanted - zeros, seen);
    });
  }

  /// Of 2^bits; also a choice of such numbers, as which loops' ends have an offset in bytes.
  bool isMultiple(const llvm::Value &number, unsigned bits, llvm::SmallPtrSetImpl<const llvm::Value *> &seen) const {
    constexpr unsigned Most = 16;
    auto *phi = llvm::dyn_cast<llvm::PHINode>(&number);
    if (!phi)
      return llvm::computeKnownBits(&number, layout_).countMinTrailingZeros() >= bits;
    if (!seen.insert(phi).second)
      return true;
    return seen.size() <= Most &&
           llvm::all_of(phi->incoming_values(), [&](const llvm::Use &value) { return isMultiple(*value, bits, seen); });
  }

  const llvm::DataLayout &layout_;
};

} // namespace

PrivateLayout::PrivateLayout(llvm::Function &function) {
  for (const llvm::Instruction &instruction : llvm::instructions(function)) {
    auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
    if (!variable || variable->isArrayAllocation())
      continue;
    Uses uses(function.getDataLayout());
    if (uses.follow(*variable) && uses.bytes != 0 && uses.offsetsFit())
      for (const llvm::Value *pointer : uses.pointers)
        elementBytes_[pointer] = uses.bytes;
  }
}

uint64_t laneBytes(const llvm::AllocaInst &variable) {
  return llvm::alignTo(variable.getDataLayout().getTypeAllocSize(variable.getAllocatedType()), variable.getAlign());
}

} // namespace lanecl::simd
