// Comparisons, logic of bools, classification and selection (SPIR-V 3.42.15).
#include "compiler/spirv/Handlers.h"

namespace lanecl::spirv {

namespace {

using llvm::CmpInst;

/// OpAny, OpAll. LLVM's back end applies them to integers as well, whose top bits count then (OpenCL C any, all).
template <bool All> void reduce(Translation &t, const Instruction &instruction) {
  llvm::Value *a = t.integer(instruction, 0);
  if (!a)
    return;
  if (a->getType()->getScalarSizeInBits() > 1)
    a = t.builder.CreateICmpSLT(a, llvm::Constant::getNullValue(a->getType()));
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(a->getType());
  llvm::Value *result = vector ? t.builder.CreateExtractElement(a, uint64_t(0)) : a;
  for (uint64_t i = 1; vector && i < vector->getNumElements(); ++i) {
    llvm::Value *next = t.builder.CreateExtractElement(a, i);
    result = All ? t.builder.CreateAnd(result, next) : t.builder.CreateOr(result, next);
  }
  t.define(instruction, result);
}

/// Comparisons with |x|, which every pass knows, in place of llvm.is.fpclass. None of them may assume "no NaN".
enum class Class { Nan, Inf, Finite, Normal };
template <Class Which> void classify(Translation &t, const Instruction &instruction) {
  llvm::Value *a = t.floating(instruction, 0);
  if (!a)
    return;
  if (Which == Class::Nan)
    return t.define(instruction, t.builder.CreateFCmpUNO(a, a));
  llvm::Type *type = a->getType();
  llvm::Value *size = t.builder.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, a);
  auto *infinity = llvm::ConstantFP::getInfinity(type);
  if (Which == Class::Inf)
    return t.define(instruction, t.builder.CreateFCmpOEQ(size, infinity));
  llvm::Value *result = t.builder.CreateFCmpOLT(size, infinity);
  if (Which == Class::Normal) {
    auto smallest = llvm::APFloat::getSmallestNormalized(type->getScalarType()->getFltSemantics());
    result = t.builder.CreateAnd(result, t.builder.CreateFCmpOGE(size, llvm::ConstantFP::get(type, smallest)));
  }
  t.define(instruction, result);
}

void signBitSet(Translation &t, const Instruction &instruction) {
  llvm::Value *a = t.floating(instruction, 0);
  if (!a)
    return;
  llvm::Value *bits = t.builder.CreateBitCast(a, integerLike(a->getType()));
  t.define(instruction, t.builder.CreateICmpSLT(bits, llvm::Constant::getNullValue(bits->getType())));
}

template <CmpInst::Predicate Predicate> void compareFloats(Translation &t, const Instruction &instruction) {
  auto [a, b] = floatPair(t, instruction);
  if (!a)
    return;
  MathScope scope(t, instruction);
  t.define(instruction, t.builder.CreateFCmp(Predicate, a, b));
}

template <CmpInst::Predicate Predicate> void compareIntegers(Translation &t, const Instruction &instruction) {
  auto [a, b] = t.operands<2>(instruction);
  if (!a)
    return;
  if (a->getType()->isPointerTy() && b->getType()->isPointerTy())
    b = t.builder.CreateAddrSpaceCast(b, a->getType());
  else if (t.require(a->getType()->isIntOrIntVectorTy() && b->getType()->isIntOrIntVectorTy(), instruction,
                     "the operands are integers"))
    b = fitInteger(t, instruction, b, a->getType());
  if (b && t.ok())
    t.define(instruction, t.builder.CreateICmp(Predicate, a, b));
}

void logicalNot(Translation &t, const Instruction &instruction) {
  if (llvm::Value *a = t.boolean(instruction, 0))
    t.define(instruction, t.builder.CreateNot(a));
}

template <llvm::Instruction::BinaryOps Operation> void logical(Translation &t, const Instruction &instruction) {
  auto [a, b] = integerPair(t, instruction);
  if (a)
    t.define(instruction, t.builder.CreateBinOp(Operation, a, b));
}

void select(Translation &t, const Instruction &instruction) {
  auto [condition, yes, no] = t.operands<3>(instruction);
  if (!condition)
    return;
  if (t.require(!llvm::SelectInst::areInvalidOperands(condition, yes, no), instruction,
                "the condition is a bool or a vector of as many, and both objects have one type"))
    t.define(instruction, t.builder.CreateSelect(condition, yes, no));
}

constexpr Handler relationalTable[] = {
    {Op::Any, reduce<false>},
    {Op::All, reduce<true>},
    {Op::IsNan, classify<Class::Nan>},
    {Op::IsInf, classify<Class::Inf>},
    {Op::IsFinite, classify<Class::Finite>},
    {Op::IsNormal, classify<Class::Normal>},
    {Op::SignBitSet, signBitSet},
    {Op::LessOrGreater, compareFloats<CmpInst::FCMP_ONE>},
    {Op::Ordered, compareFloats<CmpInst::FCMP_ORD>},
    {Op::Unordered, compareFloats<CmpInst::FCMP_UNO>},
    {Op::LogicalEqual, compareIntegers<CmpInst::ICMP_EQ>},
    {Op::LogicalNotEqual, compareIntegers<CmpInst::ICMP_NE>},
    {Op::LogicalOr, logical<llvm::Instruction::Or>},
    {Op::LogicalAnd, logical<llvm::Instruction::And>},
    {Op::LogicalNot, logicalNot},
    {Op::Select, select},
    {Op::IEqual, compareIntegers<CmpInst::ICMP_EQ>},
    {Op::INotEqual, compareIntegers<CmpInst::ICMP_NE>},
    {Op::UGreaterThan, compareIntegers<CmpInst::ICMP_UGT>},
    {Op::SGreaterThan, compareIntegers<CmpInst::ICMP_SGT>},
    {Op::UGreaterThanEqual, compareIntegers<CmpInst::ICMP_UGE>},
    {Op::SGreaterThanEqual, compareIntegers<CmpInst::ICMP_SGE>},
    {Op::ULessThan, compareIntegers<CmpInst::ICMP_ULT>},
    {Op::SLessThan, compareIntegers<CmpInst::ICMP_SLT>},
    {Op::ULessThanEqual, compareIntegers<CmpInst::ICMP_ULE>},
    {Op::SLessThanEqual, compareIntegers<CmpInst::ICMP_SLE>},
    {Op::FOrdEqual, compareFloats<CmpInst::FCMP_OEQ>},
    {Op::FUnordEqual, compareFloats<CmpInst::FCMP_UEQ>},
    {Op::FOrdNotEqual, compareFloats<CmpInst::FCMP_ONE>},
    {Op::FUnordNotEqual, compareFloats<CmpInst::FCMP_UNE>},
    {Op::FOrdLessThan, compareFloats<CmpInst::FCMP_OLT>},
    {Op::FUnordLessThan, compareFloats<CmpInst::FCMP_ULT>},
    {Op::FOrdGreaterThan, compareFloats<CmpInst::FCMP_OGT>},
    {Op::FUnordGreaterThan, compareFloats<CmpInst::FCMP_UGT>},
    {Op::FOrdLessThanEqual, compareFloats<CmpInst::FCMP_OLE>},
    {Op::FUnordLessThanEqual, compareFloats<CmpInst::FCMP_ULE>},
    {Op::FOrdGreaterThanEqual, compareFloats<CmpInst::FCMP_OGE>},
    {Op::FUnordGreaterThanEqual, compareFloats<CmpInst::FCMP_UGE>},
};

} // namespace

std::span<const Handler> relationalHandlers() { return relationalTable; }

} // namespace lanecl::spirv
