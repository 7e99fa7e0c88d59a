#include "compiler/transform/lanes/PacketizeVectors.h"
#include "compiler/transform/lanes/LowerDivision.h"
#include "compiler/transform/lanes/PacketizeScalars.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Analysis/VectorUtils.h"
#include <cmath>

namespace lanecl::simd {

using llvm::Instruction, llvm::Type, llvm::Value;

namespace {

/// Ids and bounds of 64 bits that lie in 32 are compared so, in half as many registers. Null: it is no such comparison.
Value *narrowComparison(LaneFunction &f, llvm::ICmpInst &compare) {
  LaneBuilder &b = f.b;
  auto narrowed = [&](Value *operand) -> Value * {
    const Shape shape = f.shapes.of(operand);
    if (shape.isVarying() || shape.guard || shape.lowBits || !llvm::isInt<31>(shape.stride * b.width) ||
        !operand->getType()->isIntegerTy(64) || llvm::ComputeNumSignBits(operand, f.data) <= 32)
      return nullptr;
    Value *first = b.splat(b.CreateTrunc(f.scalar(operand), b.getInt32Ty()));
    return shape.isUniform() ? first : b.CreateAdd(first, b.steps(b.getInt32Ty(), shape.stride));
  };
  Value *left = narrowed(compare.getOperand(0)), *right = left ? narrowed(compare.getOperand(1)) : nullptr;
  return right ? b.CreateICmp(compare.getPredicate(), left, right) : nullptr;
}

/// From a short vector, or to one: the bits of its elements, each in its own registers, joined or parted. Null: those
/// of one side reach over the ends of the other's.
Value *vectorBits(LaneFunction &f, llvm::BitCastInst &cast) {
  LaneBuilder &b = f.b;
  const unsigned from = cast.getSrcTy()->getScalarSizeInBits(), to = cast.getDestTy()->getScalarSizeInBits();
  if (!from || !to || std::max(from, to) % std::min(from, to) != 0 || std::min(from, to) < 8)
    return nullptr;
  llvm::SmallVector<Value *, 16> parts, result;
  b.parts(f.vector(cast.getOperand(0)), cast.getSrcTy(), parts);
  Type *partBits = b.wide(b.getIntNTy(from)), *bits = b.wide(b.getIntNTy(to));
  Type *type = b.wide(cast.getDestTy()->getScalarType());
  for (Value *&part : parts)
    part = b.CreateBitCast(part, partBits);
  const unsigned joined = std::max(to / from, 1U), parted = std::max(from / to, 1U);
  for (unsigned i = 0; i < parts.size(); i += joined) {
    Value *whole = parts[i];
    if (joined > 1) {
      whole = b.CreateZExt(whole, bits);
      for (unsigned j = 1; j < joined; ++j)
        whole = b.CreateOr(whole, b.CreateShl(b.CreateZExt(parts[i + j], bits), uint64_t(j) * from));
    }
    for (unsigned j = 0; j < parted; ++j)
      result.push_back(b.CreateBitCast(b.CreateTrunc(b.CreateLShr(whole, uint64_t(j) * to), bits), type));
  }
  return b.assemble(cast.getDestTy(), result, true);
}

Value *vectorArithmetic(LaneFunction &f, Instruction &instruction) {
  LaneBuilder &b = f.b;
  // Half without instructions of its own: in float, rounded once. For + - * / that is the same as exact rounding.
  bool inFloat = instruction.getType()->isHalfTy() && !f.machine.nativeHalf &&
                 llvm::isa<llvm::BinaryOperator>(instruction) && instruction.getOpcode() != Instruction::FRem;
  Type *wideType = b.wide(instruction.getType());
  Instruction *copy = instruction.clone();
  copy->setDebugLoc({});
  for (llvm::Use &operand : copy->operands()) {
    Value *value = f.vector(operand);
    operand.set(inFloat ? b.CreateFPExt(value, b.wide(b.getFloatTy())) : value);
  }
  copy->mutateType(inFloat ? b.wide(b.getFloatTy()) : wideType);
  Value *result = b.Insert(copy, instruction.getName());
  return inFloat ? b.CreateFPTrunc(result, wideType) : result;
}

/// Inactive lanes divide by 1 so as not to trap. Constants are harmless, and multiplications for the optimiser.
Value *vectorDivision(LaneFunction &f, Instruction &instruction, Value *mask) {
  Value *divisor = instruction.getOperand(1);
  Type *type = f.b.wide(instruction.getType());
  auto *constant = llvm::dyn_cast<llvm::ConstantInt>(divisor);
  bool isHarmless = constant && !constant->isZero() && !constant->isMinusOne();
  Value *a = f.vector(instruction.getOperand(0)), *b = f.vector(divisor);
  if (mask && !isHarmless)
    b = f.b.CreateSelect(mask, b, llvm::ConstantInt::get(type, 1));
  auto opcode = static_cast<Instruction::BinaryOps>(instruction.getOpcode());
  if (constant || instruction.getType()->getIntegerBitWidth() > MaxDividedBits)
    return f.b.CreateBinOp(opcode, a, b);
  return createVectorDivision(f.b, opcode, a, b);
}

Value *vectorSelect(LaneFunction &f, llvm::SelectInst &choice) {
  Value *condition = choice.getCondition();
  if (condition->getType()->isVectorTy()) {
    llvm::SmallVector<Value *, 4> flags, chosen, otherwise;
    f.b.parts(f.vector(condition), condition->getType(), flags);
    f.b.parts(f.vector(choice.getTrueValue()), choice.getType(), chosen);
    f.b.parts(f.vector(choice.getFalseValue()), choice.getType(), otherwise);
    for (unsigned i = 0; i < flags.size(); ++i)
      chosen[i] = f.b.CreateSelect(flags[i], chosen[i], otherwise[i]);
    return f.b.assemble(choice.getType(), chosen, true);
  }
  Value *a = f.vector(choice.getTrueValue()), *b = f.vector(choice.getFalseValue());
  if (f.isUniform(condition))
    return f.b.CreateSelect(f.scalar(condition), a, b);
  if (!a->getType()->isVectorTy())
    return f.b.blend(f.vector(condition), a, b);
  Value *result = f.b.CreateSelect(f.vector(condition), a, b);
  if (auto *made = llvm::dyn_cast<Instruction>(result); made && llvm::isa<llvm::FPMathOperator>(choice))
    made->copyFastMathFlags(&choice);
  return result;
}

/// Addresses `bytes` behind others. What is a place for all and a distance for each stays so: an access of all lanes
/// takes distances of 32 bits, half as wide as pointers.
Value *furtherBy(LaneBuilder &b, Value *addresses, Value *bytes) {
  auto *step = llvm::dyn_cast<llvm::GetElementPtrInst>(addresses);
  const bool isOfBytes = step && step->getNumIndices() == 1 && step->getSourceElementType()->isIntegerTy(8);
  if (!isOfBytes || step->getPointerOperandType()->isVectorTy() ||
      step->getOperand(1)->getType()->getScalarType() != bytes->getType()->getScalarType())
    return b.CreateGEP(b.getInt8Ty(), addresses, bytes);
  Value *before = step->getOperand(1);
  if (!bytes->getType()->isVectorTy())
    bytes = b.splat(bytes);
  return b.CreateGEP(b.getInt8Ty(), step->getPointerOperand(), b.CreateAdd(before, bytes));
}

Value *vectorAddress(LaneFunction &f, llvm::GetElementPtrInst &step) {
  Value *base = step.getPointerOperand();
  if (f.layout.isInterleaved(&step))
    return furtherBy(f.b, f.values.addresses(base), interleavedOffset(f, llvm::cast<llvm::GEPOperator>(step), true));
  // A uniform base stays scalar: gathers take a base register and a vector of indices.
  bool anyWide = !f.isUniform(base);
  Value *pointer = anyWide ? f.vector(base) : f.scalar(base);
  llvm::SmallVector<Value *, 4> indices;
  for (Value *index : step.indices()) {
    anyWide |= !f.isUniform(index);
    indices.push_back(f.isUniform(index) ? f.scalar(index) : f.vector(index));
  }
  Value *result = f.b.CreateGEP(step.getSourceElementType(), pointer, indices, step.getName(), step.getNoWrapFlags());
  return anyWide ? result : f.b.splat(result);
}

/// How many of `count` parts an index can name: one of few bits does not reach the last ones.
unsigned reachable(const Value &index, std::size_t count) {
  return unsigned(std::min<uint64_t>(count, uint64_t(1) << std::min(index.getType()->getScalarSizeInBits(), 32U)));
}

/// Parts of short vectors and aggregates: each is a wide register of its own.
Value *vectorElement(LaneFunction &f, Instruction &instruction) {
  LaneBuilder &b = f.b;
  auto parts = [&](Value *value) {
    llvm::SmallVector<Value *, 16> result;
    b.parts(f.vector(value), value->getType(), result);
    return result;
  };
  auto position = [](Value *index) -> std::optional<uint64_t> {
    auto *constant = llvm::dyn_cast<llvm::ConstantInt>(index);
    return constant ? std::optional(constant->getZExtValue()) : std::nullopt;
  };
  if (auto *extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction))
    return b.CreateExtractValue(f.vector(extract->getAggregateOperand()), extract->getIndices());
  if (auto *insert = llvm::dyn_cast<llvm::InsertValueInst>(&instruction))
    return b.CreateInsertValue(f.vector(insert->getAggregateOperand()), f.vector(insert->getInsertedValueOperand()),
                               insert->getIndices());
  auto from = parts(instruction.getOperand(0));
  if (auto *extract = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction)) {
    if (auto index = position(extract->getIndexOperand()))
      return *index < from.size() ? from[*index] : llvm::PoisonValue::get(b.wide(instruction.getType()));
    Value *index = f.vector(extract->getIndexOperand()), *result = from[0];
    for (unsigned i = 1, count = reachable(*index, from.size()); i < count; ++i)
      result = b.CreateSelect(b.CreateICmpEQ(index, llvm::ConstantInt::get(index->getType(), i)), from[i], result);
    return result;
  }
  if (auto *insert = llvm::dyn_cast<llvm::InsertElementInst>(&instruction)) {
    Value *value = f.vector(insert->getOperand(1));
    auto constant = position(insert->getOperand(2));
    Value *index = constant ? nullptr : f.vector(insert->getOperand(2));
    if (constant && *constant < from.size())
      from[*constant] = value;
    for (unsigned i = 0, count = index ? reachable(*index, from.size()) : 0; i < count; ++i)
      from[i] = b.CreateSelect(b.CreateICmpEQ(index, llvm::ConstantInt::get(index->getType(), i)), value, from[i]);
    return b.assemble(instruction.getType(), from, true);
  }
  auto &shuffle = llvm::cast<llvm::ShuffleVectorInst>(instruction);
  from.append(parts(shuffle.getOperand(1)));
  llvm::SmallVector<Value *, 16> result;
  for (int index : shuffle.getShuffleMask())
    result.push_back(index < 0 ? llvm::PoisonValue::get(from[0]->getType()) : from[static_cast<unsigned>(index)]);
  return b.assemble(instruction.getType(), result, true);
}

} // namespace

Value *vectorForm(LaneFunction &f, Instruction &instruction, Value *mask) {
  LaneBuilder &b = f.b;
  if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
    auto bytes = static_cast<int64_t>(laneBytes(*variable));
    return b.CreateGEP(b.getInt8Ty(), f.scalar(variable), b.steps(b.getInt64Ty(), bytes));
  }
  if (auto *step = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
    return vectorAddress(f, *step);
  if (auto *choice = llvm::dyn_cast<llvm::SelectInst>(&instruction))
    return vectorSelect(f, *choice);
  if (llvm::isa<llvm::ExtractElementInst, llvm::InsertElementInst, llvm::ShuffleVectorInst, llvm::ExtractValueInst,
                llvm::InsertValueInst>(instruction))
    return vectorElement(f, instruction);
  bool isVector = instruction.getType()->isVectorTy() ||
                  llvm::any_of(instruction.operands(), [](auto &use) { return use->getType()->isVectorTy(); });
  if (auto *cast = llvm::dyn_cast<llvm::BitCastInst>(&instruction); cast && isVector)
    return vectorBits(f, *cast);
  if (isVector || instruction.getType()->isAggregateType())
    return nullptr;
  if (instruction.isIntDivRem())
    return vectorDivision(f, instruction, mask);
  if (auto *cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
    Value *value = b.CreateCast(cast->getOpcode(), f.vector(cast->getOperand(0)), b.wide(cast->getType()));
    if (auto *made = llvm::dyn_cast<Instruction>(value))
      made->copyIRFlags(cast);
    return value;
  }
  if (auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction))
    if (Value *narrow = narrowComparison(f, *compare))
      return narrow;
  if (llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CmpInst, llvm::FreezeInst>(instruction))
    return vectorArithmetic(f, instruction);
  return nullptr;
}

bool isSaturatingConversion(const llvm::IntrinsicInst &call) {
  constexpr unsigned Shorter = 32;
  auto id = call.getIntrinsicID();
  return (id == llvm::Intrinsic::fptoui_sat || id == llvm::Intrinsic::fptosi_sat) && call.getType()->isIntegerTy() &&
         call.getType()->getIntegerBitWidth() < Shorter;
}

/// Kept within the bounds, then converted. NaN becomes 0. The comparisons are the machines' own minimum and maximum.
Value *saturated(LaneBuilder &b, const llvm::IntrinsicInst &call, Value *value) {
  bool isSigned = call.getIntrinsicID() == llvm::Intrinsic::fptosi_sat;
  unsigned bits = call.getType()->getIntegerBitWidth();
  auto *type = llvm::cast<llvm::FixedVectorType>(value->getType());
  auto wide = [&](Type *element) { return llvm::FixedVectorType::get(element, type->getNumElements()); };
  if (type->getElementType()->isHalfTy())
    value = b.CreateFPExt(value, wide(b.getFloatTy()));
  double least = isSigned ? -std::ldexp(1.0, static_cast<int>(bits) - 1) : 0;
  double most = std::ldexp(1.0, static_cast<int>(bits) - isSigned) - 1;
  Value *low = llvm::ConstantFP::get(value->getType(), least), *high = llvm::ConstantFP::get(value->getType(), most);
  Value *bounded = b.CreateSelect(b.CreateFCmpOGT(value, low), value, low);
  bounded = b.CreateSelect(b.CreateFCmpOLT(bounded, high), bounded, high);
  Value *number = b.CreateFPToSI(bounded, wide(b.getInt32Ty()));
  if (isSigned)
    number = b.CreateSelect(b.CreateFCmpUNO(value, value), llvm::ConstantInt::get(number->getType(), 0), number);
  return b.CreateTrunc(number, wide(call.getType()));
}

Value *vectorIntrinsic(LaneFunction &f, llvm::IntrinsicInst &call) {
  LaneBuilder &b = f.b;
  if (isSaturatingConversion(call))
    return saturated(b, call, f.vector(call.getArgOperand(0)));
  llvm::Intrinsic::ID id = call.getIntrinsicID();
  Type *type = call.getType();
  if (id == llvm::Intrinsic::expect || id == llvm::Intrinsic::expect_with_probability)
    return f.vector(call.getArgOperand(0));
  bool isWhole =
      type->isVectorTy() || llvm::any_of(call.args(), [](auto &use) { return use->getType()->isVectorTy(); });
  if (!llvm::isTriviallyVectorizable(id) || isWhole || call.getNumOperandBundles() != 0)
    return nullptr;
  bool inFloat = type->isHalfTy() && !f.machine.nativeHalf && id != llvm::Intrinsic::fabs &&
                 id != llvm::Intrinsic::copysign && id != llvm::Intrinsic::fma;
  llvm::SmallVector<Value *, 4> arguments;
  llvm::SmallVector<Type *, 2> overloads;
  auto widen = [&](Value *value) {
    bool extends = inFloat && value->getType()->getScalarType()->isHalfTy();
    return extends ? b.CreateFPExt(value, b.wide(b.getFloatTy())) : value;
  };
  if (llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, -1, nullptr))
    overloads.push_back(inFloat ? b.wide(b.getFloatTy()) : b.wide(type));
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    bool staysScalar = llvm::isVectorIntrinsicWithScalarOpAtArg(id, i, nullptr);
    Value *argument = call.getArgOperand(i);
    if (staysScalar && !f.isUniform(argument))
      return nullptr;
    arguments.push_back(staysScalar ? f.scalar(argument) : widen(f.vector(argument)));
    if (llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, static_cast<int>(i), nullptr))
      overloads.push_back(arguments.back()->getType());
  }
  auto *result = b.CreateIntrinsic(id, overloads, arguments);
  result->copyIRFlags(&call);
  return inFloat ? b.CreateFPTrunc(result, b.wide(type)) : result;
}

} // namespace lanecl::simd
