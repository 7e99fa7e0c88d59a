// Rows to columns: vectors of one field each to vectors in memory's order, where the fields of an element are
// neighbours, and back.
#pragma once
#include "compiler/transform/lanes/PacketizeBuilder.h"

namespace lanecl::simd {

/// Vectors of one type.
using Registers = llvm::SmallVector<llvm::Value *, 16>;

/// From one vector per field to vectors in memory's order (element 0's fields, element 1's fields ...), for 2^n fields.
void interleave(llvm::IRBuilderBase &builder, Registers &sequences);
/// For any number of fields.
void weave(llvm::IRBuilderBase &builder, Registers &sequences);
/// The inverse of interleave.
void deinterleave(llvm::IRBuilderBase &builder, Registers &sequences);
/// A vector for each field of what lies in memory's order, for any number of fields.
Registers sortedFields(LaneBuilder &builder, llvm::Value *all, unsigned fields);

/// Within each part of `count` elements, `count` being how many vectors there are: element e of vector v and element v
/// of vector e change places.
void transpose(llvm::IRBuilderBase &builder, Registers &sequences);

/// A vector as long as `first`: `from` says of which element of first, then second, each is a copy.
llvm::Value *shuffled(llvm::IRBuilderBase &builder, llvm::Value *first, llvm::Value *second,
                      llvm::function_ref<unsigned(unsigned)> from);

} // namespace lanecl::simd
