// The lanes' addresses of a memory operation after packetizing, as they are cheapest to reach one by one.
#pragma once
#include "compiler/image/Memory.h"
#include "compiler/transform/lanes/PacketizeBuilder.h"
#include <optional>

namespace lanecl::simd {

/// As aligned as the largest type of OpenCL C, double16 (6.3.5): what reads there may not say that it is aligned
/// better.
constexpr uint64_t HarmlessBytes = 128;

/// HarmlessBytes aligned bytes of zeros, of a pointer type: to be read for lanes that are not active.
llvm::Constant *harmlessMemory(llvm::Module &module, llvm::Type *pointer);

class LaneAddresses {
public:
  /// `addresses`: <W x ptr>. A base with one index for each lane stays that: the narrow indices are what is unpacked.
  LaneAddresses(LaneBuilder &builder, llvm::Value *addresses);
  /// Bytes from lane to lane when they are constant; else nothing.
  std::optional<int64_t> stride() const { return stride_; }
  /// Lane 0's address, of those with a stride.
  llvm::Value *first() const { return base_; }
  /// Of a lane known now.
  llvm::Value *ofLane(unsigned lane);
  /// Before ofLane(Value), in a block that dominates its uses.
  void prepare();
  /// Of a lane known at run time (i32).
  llvm::Value *ofLane(llvm::Value *lane);
  /// Lanes of `mask` at another address than the lane `first` (i32), which is prepared for.
  llvm::Value *differing(llvm::Value *mask, llvm::Value *first);

private:
  llvm::Value *address(llvm::Value *index);

  LaneBuilder &b_;
  llvm::Value *base_ = nullptr;    ///< null: there are only the addresses
  llvm::Value *indices_ = nullptr; ///< <W x integer> or the addresses themselves
  llvm::Type *element_ = nullptr;
  bool isSigned_ = true;
  std::optional<int64_t> stride_;
  std::optional<LaneArray> array_;
};

} // namespace lanecl::simd
