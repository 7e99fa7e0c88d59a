// The shape of a value across the lanes: what lets an access be one vector load instead of a gather.
// "Scalar value" of a uniform value is the value; of a linear one it is lane 0's, by which lane k has
// scalar + k * stride. A lane that is not active may hold anything, so for a linear value the scalar is a *virtual*
// lane 0: what the form says, whether or not lane 0 takes part. Where lane 0 does not, that number may lie outside of
// the type though no active lane's does: the scalar has its low bits, and what is made wider of it starts from the
// *exact* value, an i64.
#pragma once
#include "compiler/analysis/MaskPlan.h"
#include "compiler/analysis/PrivateLayout.h"
#include "llvm/IR/Operator.h"

namespace lanecl::simd {

struct Shape {
  enum Kind : uint8_t {
    Unknown, ///< not reached yet (the optimistic start)
    Uniform,
    Linear,
    Varying
  };
  Kind kind = Unknown;
  /// Integers: the linear form holds in unbounded arithmetic, read as signed; false: modulo 2^bits only.
  bool nsw = false;
  int64_t stride = 0; ///< integers: steps; pointers: bytes
  /// Linear: the scalar is a multiple of 2^zeros. Work-groups start at whole vectors, so that `local id & 15` and
  /// `local id >> 4` are known.
  uint8_t zeros = 0;
  /// Integers: linear in so many low bits only (a 32-bit sum in a wider register, round a loop); 0: in all.
  uint8_t lowBits = 0;
  /// Linear only if this value turns out to be, tested at run time (clamps, choices, masks, extended unsigned sums);
  /// null: surely.
  const llvm::Value *guard = nullptr;

  static Shape uniform() { return {Uniform, true, 0, 0, 0, nullptr}; }
  static Shape linear(int64_t stride, bool nsw, const llvm::Value *guard = nullptr, unsigned zeros = 0) {
    return {Linear, nsw, stride, static_cast<uint8_t>(zeros), 0, guard};
  }
  static Shape varying() { return {Varying, false, 0, 0, 0, nullptr}; }
  bool isUniform() const { return kind == Uniform; }
  bool isLinear() const { return kind == Linear; }
  bool isVarying() const { return kind == Varying; }
  bool operator==(const Shape &) const = default;
};

/// x, if `instruction` is (x << n) >> n, arithmetically: how LLVM writes an extension of the low bits of x. Else null.
const llvm::Value *extendedInPlace(const llvm::Instruction &instruction);

class ShapeAnalysis {
public:
  ShapeAnalysis(llvm::Function &function, llvm::UniformityInfo &uniformity, const MaskPlan &plan,
                const PrivateLayout &layout, unsigned width);
  Shape of(const llvm::Value *value) const;
  bool isUniform(const llvm::Value *value) const { return of(value).isUniform(); }
  /// The virtual lane 0 of an integer of less than 64 bits may lie outside of its type, and its exact value is that of
  /// its operands put together. That of all others is their scalar's, sign-extended.
  bool isMadeExact(const llvm::Value *value) const;
  /// A guard that is an extension of what is linear only if another guard says so: it is tested for both.
  bool isTestedBefore(const llvm::Value &guard) const;
  /// The operand whose lanes a clamp or a choice that is its own guard mostly has: its virtual lane 0 is that one's,
  /// for lane 0 may be the only one that is clamped. Null: it is no such.
  const llvm::Value *mostlyOf(const llvm::Instruction &guard) const;
  /// A test of a guard may need `value` in any block behind it.
  bool isTested(const llvm::Value *value) const { return tested_.contains(value); }

private:
  llvm::UniformityInfo &uniformity_;
  llvm::DenseMap<const llvm::Value *, Shape> shapes_;
  llvm::DenseSet<const llvm::Value *> tested_;
};

} // namespace lanecl::simd
