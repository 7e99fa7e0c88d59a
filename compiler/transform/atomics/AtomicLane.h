// One lane's part of an atomic operation as instructions.
#pragma once
#include "compiler/ir/AtomicOperation.h"
#include "compiler/transform/lanes/PacketizeBuilder.h"

namespace lanecl::simd {

/// At the builder's position, which is behind what was made afterwards. All give what memory held before.
class AtomicLane {
public:
  AtomicLane(LaneBuilder &builder, const AtomicOperation &atomic)
      : b_(builder), op_(atomic.op), type_(atomic.call->getType()->getScalarType()), order_(atomic.ordering()),
        align_(b_.GetInsertBlock()->getModule()->getDataLayout().getTypeStoreSize(type_)) {}

  llvm::Type *type() const { return type_; }
  llvm::Align align() const { return align_; }
  /// No write need be seen for what changes nothing: a load is enough.
  bool mayOnlyRead() const {
    return order_ == llvm::AtomicOrdering::Monotonic || order_ == llvm::AtomicOrdering::Acquire;
  }

  llvm::Value *load(llvm::Value *pointer, bool isAtomic);
  /// By a load and a store, which may be two steps for others.
  llvm::Value *plain(llvm::Value *pointer, llvm::Value *source0, llvm::Value *source1);
  /// By one locked instruction, or a loop round one. `op` in the place of the atomic operation's: of what lanes have
  /// combined.
  llvm::Value *shared(AtomicOp op, llvm::Value *pointer, llvm::Value *source0, llvm::Value *source1);
  /// The same, but looks first whether there is anything to do.
  llvm::Value *sharedIfChanged(AtomicOp op, llvm::Value *pointer, llvm::Value *source0);
  /// Compare-exchange of `next`, made of `guess`, and if memory holds another value of what `again` makes of that.
  llvm::Value *swapUntil(llvm::Value *pointer, llvm::Value *guess, llvm::Value *next,
                         llvm::function_ref<llvm::Value *(llvm::Value *)> again);
  /// `body` if the condition holds.
  void onlyIf(llvm::Value *condition, const char *name, llvm::function_ref<void()> body);

private:
  LaneBuilder &b_;
  AtomicOp op_;
  llvm::Type *type_;
  llvm::AtomicOrdering order_;
  llvm::Align align_;
};

} // namespace lanecl::simd
