// Arithmetic on ranges of integers whose ends are values of the program: code that computes the ends, and what must
// hold for them to be true.
#pragma once
#include "llvm/IR/IRBuilder.h"

namespace lanecl {

struct ValueRange {
  llvm::Value *low, *high;                   ///< i64, signed, inclusive
  unsigned bits;                             ///< both are at least -2^bits and less than 2^bits
  llvm::SmallVector<llvm::Value *, 4> needs; ///< i1: it holds if these do (nothing wraps round on the way)

  bool isPoint() const { return low == high; }
};

/// Emits at the builder's position.
class RangeArithmetic {
public:
  explicit RangeArithmetic(llvm::IRBuilderBase &builder) : b_(builder) {}

  static constexpr unsigned MaxBits = 62;  ///< sums and products stay below it
  static constexpr unsigned WideBits = 40; ///< of a number of 64 bits that products can be made with
  static constexpr unsigned HalfBits = 31;

  ValueRange add(ValueRange a, ValueRange b);
  ValueRange multiply(ValueRange a, ValueRange b);
  /// Of an addition, a subtraction, a product, a shift to the left by less than 32, or an `or` of numbers that have no
  /// bit in common: of the numbers themselves, however wide the result is.
  ValueRange combine(unsigned opcode, const ValueRange &a, const ValueRange &b);
  /// `to` with the conditions of `from`.
  static void join(ValueRange &to, const ValueRange &from);
  /// `to` with the values of `from`.
  void unite(ValueRange &to, const ValueRange &from);
  /// The narrow range if it holds, else the wide one, which does not need anything.
  ValueRange orElse(const ValueRange &narrow, const ValueRange &wide);
  /// The value itself and not only modulo a power of two, as a number of `width` bits.
  void needsFit(ValueRange &range, unsigned width, bool isSigned);
  void needsBelow(ValueRange &range, unsigned bits);
  /// a / by, i64, of numbers that are to be needed to fit `width` bits without a sign: else it is any number. By 0: a.
  llvm::Value *quotient(llvm::Value *a, llvm::Value *by, unsigned width);
  llvm::Value *number(int64_t value) { return b_.getInt64(static_cast<uint64_t>(value)); }
  llvm::Value *least(llvm::Value *a, llvm::Value *b);
  llvm::Value *greatest(llvm::Value *a, llvm::Value *b);

private:
  llvm::IRBuilderBase &b_;
};

} // namespace lanecl
