// The shape of what an instruction makes of values whose shapes are known.
#pragma once
#include "compiler/analysis/ShapeGuards.h"

namespace lanecl::simd {

class ShapeTransfer {
public:
  /// All outlive it; `shapes` may still change.
  ShapeTransfer(const ShapeAnalysis &shapes, const llvm::Function &function, const MaskPlan &plan,
                const PrivateLayout &layout, unsigned width);
  /// Unknown: an operand's is.
  Shape of(const llvm::Instruction &instruction) const;

private:
  Shape ofBinary(const llvm::Instruction &instruction) const;
  Shape ofSum(const llvm::Instruction &instruction, int sign) const;
  Shape ofScale(const llvm::Instruction &instruction) const;
  Shape ofBits(const llvm::Instruction &instruction) const;
  Shape ofCast(const llvm::CastInst &cast) const;
  Shape ofExtension(const llvm::CastInst &cast) const;
  Shape ofAddress(const llvm::GEPOperator &step) const;
  Shape ofPhi(const llvm::PHINode &phi) const;
  Shape ofCall(const llvm::CallInst &call) const;
  Shape ofSelect(const llvm::SelectInst &choice) const;
  bool isPlainlyUniform(const llvm::Instruction &instruction) const;
  unsigned laneBits(const Shape &shape) const;
  unsigned zerosOf(const llvm::Value *value) const;

  const ShapeAnalysis &shapes_;
  const ShapeGuards guards_{shapes_};
  const MaskPlan &plan_;
  const PrivateLayout &layout_;
  const llvm::DataLayout &data_;
  const unsigned width_;
  const bool robust_; ///< nothing is promised: programs may overflow
};

} // namespace lanecl::simd
