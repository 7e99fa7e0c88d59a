#include "compiler/transform/lanes/PacketizeAddresses.h"

namespace lanecl::simd {

using llvm::Value;

llvm::Align firstAlign(const LaneFunction &f, const Access &access) {
  return std::min(access.align, llvm::Align(f.data.getTypeStoreSize(access.type)));
}

llvm::Align laneAlign(const LaneFunction &f, const Access &access) {
  return f.layout.isInterleaved(access.pointer) ? firstAlign(f, access) : access.align;
}

Value *scalarAddress(LaneFunction &f, const Access &access) {
  LaneBuilder &b = f.b;
  uint64_t scale = f.layout.isInterleaved(access.pointer) ? b.width : 1;
  return b.CreateConstGEP1_64(b.getInt8Ty(), f.scalar(access.pointer), access.offset * scale); // lane 0 may be outside
}

Value *laneAddresses(LaneFunction &f, const Access &access) {
  LaneBuilder &b = f.b;
  Shape shape = f.shapes.of(access.pointer);
  if (f.layout.isInterleaved(access.pointer) || !shape.isLinear() || shape.guard) {
    uint64_t scale = f.layout.isInterleaved(access.pointer) ? b.width : 1;
    Value *addresses = f.values.addresses(access.pointer);
    return access.offset ? b.CreateGEP(b.getInt8Ty(), addresses, b.getInt64(access.offset * scale)) : addresses;
  }
  return b.CreateGEP(b.getInt8Ty(), scalarAddress(f, access), b.steps(b.getInt64Ty(), shape.stride));
}

} // namespace lanecl::simd
