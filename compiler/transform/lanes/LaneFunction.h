// One function on its way to W lanes: what is known of the scalar function, and what there is of the wide one. Each
// part of packetize (Packetize.h) takes it and, of the others, only those that it names.
// Without state of their own: PacketizeScalars.h, lane 0's value; PacketizeVectors.h, all lanes'; PacketizeSerial.h,
// lane after lane; PacketizeAddresses.h; PacketizeAtomics.h; PacketizePieces.h; PacketizeCalls.h: queries, intrinsics,
// math, other functions; PacketizeSubGroups.h: lanes that talk to each other; PacketizeShuffles.h: moves between lanes.
// With state: PacketizeMemory.h, an access of all lanes; PacketizeInterleaved.h, arrays of structures (GroupAccess.h,
// one of their groups); PacketizeConsecutive.h, a piece of memory for each lane (PacketizeWindows.h, pieces that lie
// close); PacketizePacks.h, vectors of all fields. PacketizeInstructions.h owns these and asks them, instruction by
// instruction. Linearize.h: control flow, which has the instructions emitted block by block; LaneEdges.h: phis and
// masks.
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
