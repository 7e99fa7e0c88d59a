// What the operations of the atomic operation do to values, of one lane or of many: parts of LowerAtomics.
#pragma once
#include "compiler/ir/AtomicOperation.h"
#include "compiler/transform/lanes/PacketizeBuilder.h"

namespace lanecl::simd {

/// The value that memory gets; scalars or vectors. Half is computed in float and rounded once.
llvm::Value *applyAtomic(llvm::IRBuilderBase &builder, AtomicOp op, llvm::Value *old, llvm::Value *source0,
                         llvm::Value *source1);
/// What the atomic operation returns when memory held `old`.
llvm::Value *atomicResult(llvm::IRBuilderBase &builder, AtomicOp op, llvm::Value *old);
/// The bits differ: i1 or a mask.
llvm::Value *bitsDiffer(llvm::IRBuilderBase &builder, llvm::Value *a, llvm::Value *b);
/// Memory that holds the result already is left alone by a second time.
bool isIdempotent(AtomicOp op);

/// The lanes' operations on one cell of memory as one operation of the same kind.
struct Combined {
  AtomicOp op;
  llvm::Value *total;  ///< its source0
  llvm::Value *before; ///< of each lane: what the lanes before it come to; null when not asked for
};
/// Nothing when the operation cannot be combined (in any order, exactly; sums of floats if `reassociates`).
std::optional<Combined> combineLanes(LaneBuilder &builder, AtomicOp op, llvm::Value *source0, llvm::Type *type,
                                     llvm::Value *mask, bool wantsBefore, bool reassociates);

/// Many atomic operations' operations on one cell, gathered in a register (of each lane's own): for those that come to
/// the same in any order, exactly, whatever memory holds; and for sums of floats that may be reassociated.
struct Gathering {
  AtomicOp op;             ///< of the one atomic operation that brings them to memory
  llvm::Constant *neutral; ///< scalar; of the sum's type, which is float for half
  static std::optional<Gathering> of(const AtomicOperation &atomic);
  /// Atomic operations on one cell that may change places, their results aside.
  static bool commute(const AtomicOperation &a, const AtomicOperation &b);
  /// `sum`, and what the active lanes of `atomic operation` bring; of as many lanes as it.
  llvm::Value *add(LaneBuilder &builder, llvm::Value *sum, const AtomicOperation &atomic) const;
  /// That atomic operation's source0.
  llvm::Value *total(LaneBuilder &builder, llvm::Value *sum, llvm::Type *type) const;
};

/// The lanes' operations on one cell one after the other, in registers.
struct Chained {
  llvm::Value *cell;    ///< what it holds in the end
  llvm::Value *results; ///< <W x T>; of active lanes
};
Chained chainLanes(LaneBuilder &builder, AtomicOp op, llvm::Value *cell, llvm::Value *source0, llvm::Value *source1,
                   llvm::Value *mask);

} // namespace lanecl::simd
