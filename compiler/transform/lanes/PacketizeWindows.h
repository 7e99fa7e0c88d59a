// Short pieces of memory, one for each lane, that lie close to one another - what neighbours read of a picture that is
// shifted, turned back or not much smaller - are found in a vector's memory by look-ups.
#pragma once
#include "compiler/transform/lanes/Interleave.h"
#include "compiler/transform/lanes/LaneFunction.h"

namespace lanecl::simd {

/// Loads of one block that are a piece of memory in each lane, wherever the lanes' pieces lie.
struct LoadSequence {
  llvm::Value *base;                                ///< address that differs from lane to lane
  llvm::Value *distance;                            ///< i64, the same in all lanes, or null
  int64_t begin;                                    ///< bytes behind both
  llvm::Type *type;                                 ///< of an element
  llvm::SmallVector<llvm::Instruction *, 16> loads; ///< of element 0, 1 ...
};

/// Owns what was tested of indices in the block that is emitted: once for all pieces that they lead to.
class LaneWindows {
public:
  /// All lanes' pieces in memory as long as a vector is.
  struct Window {
    llvm::Value *start; ///< the address of what comes first
    llvm::Value *lanes; ///< <W x i32>, each less than W: elements behind the first
    llvm::Value *test;  ///< i1: this is so at run time, and all of it may be read
  };
  explicit LaneWindows(LaneFunction &function) : f_(function), b_(function.b) {}
  /// Before the instructions of a block are emitted.
  void beginBlock() { close_.clear(); }
  std::optional<Window> find(const LoadSequence &sequence, llvm::Value *mask);
  /// A vector for each load, where the test holds.
  Registers load(const LoadSequence &sequence, const Window &window);

private:
  /// Indices of the lanes' pieces that lie so close that a vector of elements from the first one on has all.
  struct Closeness {
    llvm::Value *first; ///< the least of them
    llvm::Value *lanes; ///< as of Window
    llvm::Value *test;  ///< i1: this is so at run time
  };
  /// `units`: the indices' step from element to element.
  Closeness closenessOf(llvm::Value *index, bool isSigned, uint64_t units, llvm::Value *mask);

  LaneFunction &f_;
  LaneBuilder &b_;
  llvm::DenseMap<std::pair<const llvm::Value *, uint64_t>, Closeness> close_; ///< by index, units, sign
};

} // namespace lanecl::simd
