// Instructions on values of W lanes. A scalar of type T is wide as <W x T>; an aggregate or short vector as the same
// aggregate (for vectors: an array) of wide parts. A mask is a <W x i1>; null stands for "all lanes".
#pragma once
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/IRBuilder.h"

namespace lanecl::simd {

class LaneBuilder : public llvm::IRBuilder<> {
public:
  LaneBuilder(llvm::LLVMContext &context, unsigned width) : llvm::IRBuilder<>(context), width(width) {}
  const unsigned width;

  llvm::Type *wide(llvm::Type *type) const;
  llvm::FixedVectorType *maskType() { return llvm::FixedVectorType::get(getInt1Ty(), width); }
  llvm::Constant *allLanes() { return llvm::ConstantInt::getTrue(maskType()); }
  llvm::Constant *noLane() { return llvm::ConstantInt::getFalse(maskType()); }
  llvm::Value *orAll(llvm::Value *mask) { return mask ? mask : allLanes(); }
  /// {0, step, 2 * step, ...} of an integer type.
  llvm::Constant *steps(llvm::Type *type, int64_t step);
  llvm::Value *splat(llvm::Value *scalar);

  /// Lanes of `mask` in which `condition` holds. What the condition is elsewhere does not matter, poison included.
  llvm::Value *restrict(llvm::Value *mask, llvm::Value *condition);
  llvm::Value *blend(llvm::Value *mask, llvm::Value *chosen, llvm::Value *otherwise);
  llvm::Value *anyLane(llvm::Value *mask);
  llvm::Value *everyLane(llvm::Value *mask);
  llvm::Value *laneBits(llvm::Value *mask);  ///< one bit a lane, an integer of W bits
  llvm::Value *laneCount(llvm::Value *mask); ///< i32
  llvm::Value *firstLane(llvm::Value *mask); ///< i32; the mask is not empty
  llvm::Value *lastLane(llvm::Value *mask);

  /// W elements one behind the other, those of active lanes. `type`: <W x T>.
  llvm::Instruction *load(llvm::Type *type, llvm::Value *address, llvm::Align align, llvm::Value *mask);
  llvm::Instruction *store(llvm::Value *value, llvm::Value *address, llvm::Align align, llvm::Value *mask);

  /// The scalars that a wide value consists of, in order, as <W x T>.
  void parts(llvm::Value *wideValue, llvm::Type *type, llvm::SmallVectorImpl<llvm::Value *> &result);
  /// The types of those parts.
  static void partTypes(llvm::Type *type, llvm::SmallVectorImpl<llvm::Type *> &result);
  /// A value of `type` (wide: of wide(type)) from its parts.
  llvm::Value *assemble(llvm::Type *type, llvm::ArrayRef<llvm::Value *> parts, bool asWide);
  /// Elements [begin, begin + count) of a vector: of what it was joined from, where they are all in one part of it.
  llvm::Value *piece(llvm::Value *vector, unsigned begin, unsigned count);
  /// The value of one lane.
  llvm::Value *lane(llvm::Value *wideValue, llvm::Type *type, llvm::Value *index);

  /// A variable in the entry block, of the function that is built.
  llvm::AllocaInst *variable(llvm::Type *type, const llvm::Twine &name = "");
  /// Runs what `body` emits once for each active lane, lowest first. `body` gets the lane's number (i32).
  void forEachLane(llvm::Value *mask, llvm::function_ref<void(llvm::Value *)> body);
  /// What `together` makes where `test` holds, else what `separate` does; both null: nothing.
  llvm::Value *either(llvm::Value *test, llvm::function_ref<llvm::Value *()> together,
                      llvm::function_ref<llvm::Value *()> separate);
  llvm::BasicBlock *block(const llvm::Twine &name) {
    return llvm::BasicBlock::Create(getContext(), name, GetInsertBlock()->getParent());
  }

private:
  llvm::Value *assembleFrom(llvm::Type *type, llvm::ArrayRef<llvm::Value *> &parts, bool asWide);
};

/// What is known of all the accesses that `made` does at once holds for it, too. Gives `made`.
llvm::Instruction *keepMetadata(llvm::Instruction *made, llvm::ArrayRef<llvm::Instruction *> from);

/// Wide values kept in memory, to be used lane by lane: extracting with a variable index would store them each time.
class LaneArray {
public:
  LaneArray(LaneBuilder &builder, llvm::Type *type);
  void store(llvm::Value *wideValue);
  llvm::Value *load();
  llvm::Value *loadLane(llvm::Value *index);
  void storeLane(llvm::Value *index, llvm::Value *scalar);

private:
  llvm::Value *element(unsigned part, llvm::Value *index);
  LaneBuilder &builder_;
  llvm::Type *type_;
  llvm::SmallVector<llvm::Type *, 4> types_; ///< of the parts, as stored: i1 takes a byte
  llvm::SmallVector<llvm::AllocaInst *, 4> memory_;
};

} // namespace lanecl::simd
