// The instructions of a block, one after the other; phis and branches are LaneEdges.h's.
#pragma once
#include "compiler/transform/lanes/PacketizeConsecutive.h"
#include "compiler/transform/lanes/PacketizeInterleaved.h"
#include "compiler/transform/lanes/PacketizeMemory.h"
#include "compiler/transform/lanes/PacketizePacks.h"

namespace lanecl::simd {

/// Decides how each instruction is emitted. Owns all that is kept from one instruction to the next, but for the values
/// (LaneFunction).
class InstructionPacketizer {
public:
  explicit InstructionPacketizer(LaneFunction &function)
      : f_(function), memory_(function), packs_(function), interleaved_(function, memory_, packs_),
        consecutive_(function, packs_) {}
  /// Before the instructions of a block are emitted.
  void beginBlock(const llvm::BasicBlock &block);
  void emit(llvm::Instruction &instruction, llvm::Value *mask);
  /// For the phis that are packs.
  LanePacks &packs() { return packs_; }

private:
  void emitPlain(llvm::Instruction &instruction, llvm::Value *mask);
  void emitLoad(llvm::LoadInst &load, llvm::Value *mask);
  void emitStore(llvm::StoreInst &store, llvm::Value *mask);

  LaneFunction &f_;
  LaneMemory memory_;
  LanePacks packs_;
  InterleavedAccesses interleaved_;
  ConsecutiveLoads consecutive_;
};

} // namespace lanecl::simd
