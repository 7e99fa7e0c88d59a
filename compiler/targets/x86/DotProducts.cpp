// Dot products of bytes: AVX512-VNNI.
#include "compiler/targets/Parts.h"
#include "compiler/targets/x86/X86Machine.h"
#include "llvm/IR/IntrinsicsX86.h"

namespace lanecl::targets::x86 {
namespace {

constexpr unsigned DotLanes = 16;

/// The instruction multiplies unsigned bytes by signed ones and adds to an accumulator. Others differ by multiples of a
/// sum of bytes: a signed byte is the unsigned one with the other top bit, less 128.
llvm::Value *emitDotInstructions(llvm::IRBuilderBase &builder, DotOperation operation, llvm::Value *a, llvm::Value *b) {
  auto *bytes = llvm::FixedVectorType::get(builder.getInt8Ty(), 4 * DotLanes);
  auto *words = llvm::FixedVectorType::get(builder.getInt32Ty(), DotLanes);
  auto all = [&](uint8_t value) { return builder.CreateVectorSplat(4 * DotLanes, builder.getInt8(value)); };
  auto dot = [&](llvm::Value *sum, llvm::Value *unsignedBytes, llvm::Value *signedBytes) -> llvm::Value * {
    return builder.CreateIntrinsic(
        llvm::Intrinsic::x86_avx512_vpdpbusd_512, {},
        {sum, builder.CreateBitCast(unsignedBytes, bytes), builder.CreateBitCast(signedBytes, bytes)});
  };
  auto inBoth = [&](llvm::Value *x, llvm::Value *y, auto make) {
    return inParts(builder, DotLanes, {x, y},
                   [&](llvm::ArrayRef<llvm::Value *> operands) { return make(operands[0], operands[1]); });
  };
  llvm::Value *zero = llvm::Constant::getNullValue(words);
  if (!operation.signedA && operation.signedB == operation.signedA) {
    auto part = [&](llvm::Value *x, llvm::Value *y) {
      llvm::Value *half = dot(zero, x, all(64)); // 64 times the sum of x's bytes
      return dot(builder.CreateAdd(half, half), x, builder.CreateXor(builder.CreateBitCast(y, bytes), all(128)));
    };
    return inBoth(a, b, part);
  }
  if (operation.signedA && operation.signedB) {
    auto part = [&](llvm::Value *x, llvm::Value *y) {
      llvm::Value *surplus = dot(zero, all(128), y);
      return dot(builder.CreateNeg(surplus), builder.CreateXor(builder.CreateBitCast(x, bytes), all(128)), y);
    };
    return inBoth(a, b, part);
  }
  if (operation.signedA)
    std::swap(a, b);
  return inBoth(a, b, [&](llvm::Value *x, llvm::Value *y) { return dot(zero, x, y); });
}

} // namespace

llvm::Value *X86Machine::emitDot(llvm::IRBuilderBase &builder, DotOperation operation, llvm::Value *a,
                                 llvm::Value *b) const {
  auto *wide = llvm::dyn_cast<llvm::FixedVectorType>(a->getType());
  if (dotProducts && wide && wide->getNumElements() % DotLanes == 0)
    return emitDotInstructions(builder, operation, a, b);
  return Machine::emitDot(builder, operation, a, b);
}

} // namespace lanecl::targets::x86
