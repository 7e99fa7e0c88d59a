// Instructions of a function on its way to W lanes (LaneFunction.h) for which values are kept from one to the next.
#pragma once
#include "compiler/transform/lanes/PacketizeConsecutive.h"
#include "compiler/transform/lanes/PacketizeInterleaved.h"

namespace lanecl::simd {

class FunctionPacketizer {
public:
  explicit FunctionPacketizer(LaneFunction &function) : f_(function) {}

private:
  friend class Linearizer;
  friend class LaneEdges;
  void emit(llvm::Instruction &instruction, llvm::Value *mask);
  void emitPlain(llvm::Instruction &instruction, llvm::Value *mask);
  void emitLoad(llvm::LoadInst &load, llvm::Value *mask);
  void emitStore(llvm::StoreInst &store, llvm::Value *mask);
  /// Before the instructions of a block are emitted.
  void beginBlock(const llvm::BasicBlock &block) {
    f_.values.enter(block);
    memory_.beginBlock();
    packs_.beginBlock();
    consecutive_.beginBlock();
  }

  LaneFunction &f_;
  LaneMemory memory_{f_};
  LanePacks packs_{f_};
  InterleavedAccesses interleaved_{f_, memory_, packs_};
  ConsecutiveLoads consecutive_{f_, packs_};
};

} // namespace lanecl::simd
