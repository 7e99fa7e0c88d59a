// Values combined: two of them, all lanes of one, or lane after lane. For operations of sub-groups and work-groups, and
// for atomic operations whose lanes meet. Kinds are LaneCL IR's (compiler/ir/Kinds.def).
#pragma once
#include "compiler/ir/Operations.h"
#include "compiler/transform/lanes/PacketizeBuilder.h"

namespace lanecl::simd {

/// How values of one scalar type are combined.
struct Reduction {
  unsigned opcode = 0;               ///< a binary instruction, or
  llvm::Intrinsic::ID intrinsic = 0; ///< an intrinsic of two operands
  llvm::Intrinsic::ID all = 0;       ///< over a vector
  llvm::Constant *neutral = nullptr; ///< scalar, what changes nothing; null: there is no such kind

  /// A sum or product of floats: not the same in another order.
  bool isInexact() const {
    return all == llvm::Intrinsic::vector_reduce_fadd || all == llvm::Intrinsic::vector_reduce_fmul;
  }
  explicit operator bool() const { return neutral != nullptr; }
};
Reduction reductionOf(Kind kind, llvm::Type *type);

/// Two scalars or vectors.
llvm::Value *combine(llvm::IRBuilderBase &builder, const Reduction &how, llvm::Value *a, llvm::Value *b);
/// All lanes as one scalar; floats in any order.
llvm::Value *reduceAll(LaneBuilder &builder, const Reduction &how, llvm::Value *lanes);
/// Of each lane: the lanes before it and, if `inclusive`, itself; the first lane has the neutral value if not.
llvm::Value *scanAll(LaneBuilder &builder, const Reduction &how, llvm::Value *lanes, bool inclusive);
/// What `make` does to a value of float instead of half, rounded once.
llvm::Value *inFloat(LaneBuilder &builder, llvm::Value *half, llvm::function_ref<llvm::Value *(llvm::Value *)> make);

} // namespace lanecl::simd
