// Pieces of memory, one for each lane and anywhere: the fields of `p[index[i]]`, the next elements of each lane's row.
// A load for each lane reads its piece, shuffles sort them: fewer and simpler operations than a gather for each
// element, and each line of the cache is touched once. Short pieces are looked for in a window (PacketizeWindows.h).
#pragma once
#include "compiler/transform/lanes/PacketizePacks.h"
#include "compiler/transform/lanes/PacketizeWindows.h"

namespace lanecl::simd {

/// Owns the values of loads that were loaded with the first one of their piece.
class ConsecutiveLoads {
public:
  ConsecutiveLoads(LaneFunction &function, LanePacks &packs)
      : f_(function), b_(function.b), packs_(packs), windows_(function) {}
  /// Before the instructions of a block are emitted.
  void beginBlock() { windows_.beginBlock(); }
  /// False: it is no part of a piece.
  bool load(llvm::LoadInst &load, llvm::Value *mask);
  /// A pack of pieces.
  void loadPack(unsigned number, llvm::Value *mask);

private:
  std::optional<LoadSequence> find(llvm::LoadInst &first);
  llvm::Value *baseAddresses(const LoadSequence &sequence);
  Registers gatherWords(const LoadSequence &sequence, llvm::Value *mask);
  Registers loadShortPieces(const LoadSequence &sequence, llvm::Value *mask);
  /// A vector for each lane.
  Registers loadEach(const LoadSequence &sequence, llvm::Value *mask);
  Registers loadPieces(const LoadSequence &sequence, llvm::Value *mask);

  LaneFunction &f_;
  LaneBuilder &b_;
  LanePacks &packs_;
  LaneWindows windows_;
  llvm::DenseMap<const llvm::Instruction *, llvm::Value *> loaded_;
};

} // namespace lanecl::simd
