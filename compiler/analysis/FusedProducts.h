// Sums of products that may be one operation (OpenCL C 6.13.2, `contract`).
#pragma once

namespace llvm {
class BinaryOperator;
class Instruction;
class Value;
} // namespace llvm

namespace lanecl {

/// `product`, or its negative; null: there is none.
struct FusedProduct {
  llvm::BinaryOperator *product = nullptr;
  bool isNegative = false;
};

/// An addition or subtraction of floats.
bool isFloatSum(const llvm::Instruction &instruction);

/// What can be one operation with the sum whose operand `value` is, if the sum's flags allow it: a product that is
/// needed for one sum alone. Elsewhere it would have to be computed all the same.
FusedProduct fusedProductOf(llvm::Value *value);

} // namespace lanecl
