// The addresses of one access of all lanes.
#pragma once
#include "compiler/transform/lanes/LaneFunction.h"

namespace lanecl::simd {

/// One access of all lanes to a scalar type.
struct Access {
  llvm::Instruction *instruction; ///< the load or store, for metadata and the report
  llvm::Value *pointer;           ///< in the scalar function
  llvm::Type *type;
  llvm::Align align;
  uint64_t offset = 0; ///< bytes behind the pointer
};

/// Of lane 0's address, which counts back from the active lanes': no more than an element's size is known of it.
llvm::Align firstAlign(const LaneFunction &f, const Access &access);
/// Of each active lane's own address. Interleaved variables are laid out by elements.
llvm::Align laneAlign(const LaneFunction &f, const Access &access);
/// Lane 0's, of an access to neighbours. The lane need not be active, and may lie outside of the object.
llvm::Value *scalarAddress(LaneFunction &f, const Access &access);
/// <W x ptr>
llvm::Value *laneAddresses(LaneFunction &f, const Access &access);

} // namespace lanecl::simd
