// One function on its way to W lanes: what is known of the scalar function, and what there is of the wide one.
#pragma once
#include "compiler/transform/lanes/PacketizeSession.h"
#include "compiler/transform/lanes/PacketizeValues.h"
#include "compiler/transform/lanes/Packs.h"

namespace lanecl::simd {

/// Owns the scalar function's analyses, the builder at the place where the wide function grows, and the values that it
/// has by now. It emits nothing.
class LaneFunction {
public:
  LaneFunction(PacketizeSession &session, llvm::Function &scalar, llvm::Function &wide, llvm::Value *entryMask);

  PacketizeSession &session;
  llvm::Function &from, &to;
  llvm::Value *const entryMask; ///< null: all lanes
  const llvm::DataLayout &data;
  const targets::Machine &machine;
  LaneBuilder b;
  // Snapshots: the scalar function does not change.
  const PrivateLayout layout;
  const MaskPlan plan;
  const ShapeAnalysis shapes;
  const PackPlan packs;
  LaneValues values;

  bool isUniform(const llvm::Value *value) const { return shapes.isUniform(value); }
  /// Uniform, and no address in a variable whose elements lie interleaved, which each lane has its own of.
  bool isSameInLanes(const llvm::Value *value) const { return isUniform(value) && !layout.isInterleaved(value); }
  /// `block` is run with all lanes there are, always.
  bool hasAllLanes(const llvm::BasicBlock &block) const { return !entryMask && !plan.maskOwner(block); }
  llvm::Value *scalar(const llvm::Value *value) { return values.scalar(value); }
  llvm::Value *vector(const llvm::Value *value) { return values.vector(value); }
};

} // namespace lanecl::simd
