#include "compiler/spirv/Handlers.h"

namespace lanecl::spirv {

bool sameShape(llvm::Type *a, llvm::Type *b) {
  auto *first = llvm::dyn_cast<llvm::FixedVectorType>(a), *second = llvm::dyn_cast<llvm::FixedVectorType>(b);
  return first && second ? first->getNumElements() == second->getNumElements() : !first && !second;
}

llvm::Type *withScalar(llvm::Type *like, llvm::Type *scalar) {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(like);
  return vector ? llvm::FixedVectorType::get(scalar, vector->getNumElements()) : scalar;
}

llvm::Type *integerLike(llvm::Type *type) {
  return withScalar(type, llvm::IntegerType::get(type->getContext(), type->getScalarSizeInBits()));
}

llvm::Value *fitInteger(Translation &t, const Instruction &instruction, llvm::Value *value, llvm::Type *type) {
  if (!t.require(type->isIntOrIntVectorTy() && sameShape(value->getType(), type), instruction,
                 "the operands and the result are integers with as many components"))
    return nullptr;
  return t.builder.CreateZExtOrTrunc(value, type);
}

std::pair<llvm::Value *, llvm::Value *> integerPair(Translation &t, const Instruction &instruction) {
  llvm::Value *a = t.integer(instruction, 0), *b = t.integer(instruction, 1);
  llvm::Type *type = t.resultType(instruction);
  if (!a || !b || !type)
    return {};
  a = fitInteger(t, instruction, a, type);
  b = a ? fitInteger(t, instruction, b, type) : nullptr;
  return b ? std::pair(a, b) : std::pair<llvm::Value *, llvm::Value *>();
}

std::pair<llvm::Value *, llvm::Value *> floatPair(Translation &t, const Instruction &instruction) {
  llvm::Value *a = t.floating(instruction, 0), *b = t.floating(instruction, 1);
  if (!a || !b || !t.require(a->getType() == b->getType(), instruction, "the operands have one type"))
    return {};
  return {a, b};
}

namespace {

/// Four products of 32 bits: lanes have no multiplication of 128 bits. A signed product differs from the unsigned one
/// by a correction for each negative sign.
llvm::Value *multiplyHigh64(Translation &t, llvm::Value *a, llvm::Value *b, bool isSigned) {
  auto &build = t.builder;
  auto low = [&](llvm::Value *x) { return build.CreateAnd(x, 0xffffffffu); };
  auto high = [&](llvm::Value *x) { return build.CreateLShr(x, 32); };
  llvm::Value *corner = high(build.CreateMul(low(a), low(b)));
  llvm::Value *cross = build.CreateAdd(build.CreateMul(high(a), low(b)), corner);
  llvm::Value *middle = build.CreateAdd(build.CreateMul(low(a), high(b)), low(cross));
  llvm::Value *product = build.CreateAdd(build.CreateMul(high(a), high(b)), build.CreateAdd(high(cross), high(middle)));
  if (!isSigned)
    return product;
  llvm::Value *first = build.CreateAnd(build.CreateAShr(a, 63), b),
              *second = build.CreateAnd(build.CreateAShr(b, 63), a);
  return build.CreateSub(product, build.CreateAdd(first, second));
}

} // namespace

llvm::Value *multiplyHigh(Translation &t, llvm::Value *a, llvm::Value *b, bool isSigned) {
  llvm::Type *type = a->getType();
  unsigned bits = type->getScalarSizeInBits();
  if (bits == 64)
    return multiplyHigh64(t, a, b, isSigned);
  llvm::Type *wide = withScalar(type, t.builder.getIntNTy(bits * 2));
  auto extend = [&](llvm::Value *value) {
    return isSigned ? t.builder.CreateSExt(value, wide) : t.builder.CreateZExt(value, wide);
  };
  llvm::Value *product = t.builder.CreateMul(extend(a), extend(b));
  return t.builder.CreateTrunc(t.builder.CreateLShr(product, bits), type);
}

} // namespace lanecl::spirv
