// Small helpers that the instruction classes share.
#pragma once
#include "compiler/spirv/Translation.h"

namespace lanecl::spirv {

/// While it lives, what the builder makes has the instruction's fast-math flags.
class MathScope {
public:
  MathScope(Translation &t, const Instruction &instruction) : guard_(t.builder) {
    t.builder.setFastMathFlags(t.annotations.fastMath(instruction));
  }

private:
  llvm::IRBuilderBase::FastMathFlagGuard guard_;
};

/// Operands 0 and 1 as integers of the result type, both or none null. LLVM's back end lets the widths differ
/// (OpBitwiseAnd): the value counts, as unsigned.
std::pair<llvm::Value *, llvm::Value *> integerPair(Translation &t, const Instruction &instruction);
/// Operands 0 and 1, floating-point numbers of one type, or both null and an error.
std::pair<llvm::Value *, llvm::Value *> floatPair(Translation &t, const Instruction &instruction);

/// Of two integers, with what the decorations say of its overflow.
template <llvm::Instruction::BinaryOps Operation> void integerBinary(Translation &t, const Instruction &instruction) {
  auto [a, b] = integerPair(t, instruction);
  if (!a)
    return;
  llvm::Value *result = t.builder.CreateBinOp(Operation, a, b);
  if (auto *made = llvm::dyn_cast<llvm::OverflowingBinaryOperator>(result)) {
    auto *operation = llvm::cast<llvm::Instruction>(made);
    operation->setHasNoSignedWrap(t.annotations.has(instruction.result, Decoration::NoSignedWrap));
    operation->setHasNoUnsignedWrap(t.annotations.has(instruction.result, Decoration::NoUnsignedWrap));
  }
  t.define(instruction, result);
}

/// An integer or vector of them as `type`, which has as many components: zero-extended or truncated. Null and an error
/// when the shapes differ.
llvm::Value *fitInteger(Translation &t, const Instruction &instruction, llvm::Value *value, llvm::Type *type);
/// The upper half of the product.
llvm::Value *multiplyHigh(Translation &t, llvm::Value *a, llvm::Value *b, bool isSigned);
/// Both types are scalars, or vectors of as many components.
bool sameShape(llvm::Type *a, llvm::Type *b);
/// The same with integers of the components' width.
llvm::Type *integerLike(llvm::Type *type);

} // namespace lanecl::spirv
