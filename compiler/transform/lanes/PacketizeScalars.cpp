#include "compiler/transform/lanes/PacketizeScalars.h"

namespace lanecl::simd {

using llvm::Instruction, llvm::Type, llvm::Value;

namespace {

/// Memory for the private variables of W work-items.
Value *allocate(LaneFunction &f, llvm::AllocaInst &variable) {
  LaneBuilder &b = f.b;
  uint64_t bytes = laneBytes(variable);
  if (!variable.isStaticAlloca() || variable.isArrayAllocation())
    f.session.fail(variable, "a variable of variable size");
  unsigned element = f.layout.elementBytes(&variable);
  Type *unit = element ? llvm::FixedVectorType::get(b.getIntNTy(element * 8), b.width) : nullptr;
  Type *type = element ? llvm::ArrayType::get(unit, llvm::divideCeil(bytes, element))
                       : llvm::ArrayType::get(b.getInt8Ty(), bytes * b.width);
  auto *memory = b.variable(type, variable.getName());
  memory->setAlignment(std::max(llvm::Align(64), variable.getAlign()));
  return memory;
}

} // namespace

Value *interleavedOffset(LaneFunction &f, const llvm::GEPOperator &step, bool asVector) {
  LaneBuilder &b = f.b;
  llvm::SmallMapVector<Value *, llvm::APInt, 4> variable;
  llvm::APInt constant(64, 0);
  step.collectOffset(f.data, 64, variable, constant);
  auto number = [&](int64_t n) -> Value * {
    llvm::Constant *value = b.getInt64(static_cast<uint64_t>(n) * b.width);
    return asVector ? b.splat(value) : value;
  };
  Value *result = number(constant.getSExtValue());
  Type *type = result->getType();
  for (auto &[index, scale] : variable) {
    Value *value = b.CreateSExtOrTrunc(asVector ? f.vector(index) : f.scalar(index), type);
    result = b.CreateAdd(result, b.CreateMul(value, number(scale.getSExtValue())));
  }
  return result;
}

Value *scalarForm(LaneFunction &f, Instruction &instruction) {
  LaneBuilder &b = f.b;
  if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
    return allocate(f, *variable);
  if (f.layout.isInterleaved(&instruction)) {
    auto &step = llvm::cast<llvm::GEPOperator>(instruction);
    return b.CreateGEP(b.getInt8Ty(), f.scalar(step.getPointerOperand()), interleavedOffset(f, step, false));
  }
  Instruction *copy = instruction.clone();
  for (llvm::Use &operand : copy->operands())
    if (!llvm::isa<llvm::BasicBlock, llvm::MetadataAsValue, llvm::Function>(operand.get()))
      operand = f.scalar(operand);
  copy->setDebugLoc({});
  return b.Insert(copy, instruction.getName());
}

Value *linearScalar(LaneFunction &f, Instruction &instruction) {
  LaneBuilder &b = f.b;
  auto operand = [&](unsigned index) { return f.scalar(instruction.getOperand(index)); };
  if (const Value *mostly = f.shapes.mostlyOf(instruction))
    return f.scalar(mostly);
  switch (instruction.getOpcode()) {
  case Instruction::Or: // disjoint only in active lanes
    return b.CreateAdd(operand(0), operand(1));
  case Instruction::SExt:
  case Instruction::ZExt: // never negative in active lanes, but perhaps in lane 0
    if (f.shapes.of(&instruction).guard != &instruction)
      return b.CreateSExtOrTrunc(f.values.exact(instruction.getOperand(0)), instruction.getType());
    return b.CreateCast(llvm::cast<llvm::CastInst>(instruction).getOpcode(), operand(0), instruction.getType());
  case Instruction::AShr:
    if (auto *extended = extendedInPlace(instruction))
      return b.CreateAShr(b.CreateShl(f.scalar(extended), operand(1)), operand(1));
    break;
  case Instruction::SRem: { // INT_MIN % -1 traps
    Value *divisor = operand(1), *minusOne = llvm::Constant::getAllOnesValue(divisor->getType());
    Value *one = llvm::ConstantInt::get(divisor->getType(), 1);
    return b.CreateSRem(operand(0), b.CreateSelect(b.CreateICmpEQ(divisor, minusOne), one, divisor));
  }
  default:
    break;
  }
  Value *copy = scalarForm(f, instruction);
  if (auto *step = llvm::dyn_cast<llvm::GetElementPtrInst>(copy); step && !f.layout.isInterleaved(&instruction))
    for (unsigned i = 1; i < step->getNumOperands(); ++i) // indices are sign-extended
      if (Value *index = instruction.getOperand(i); f.shapes.isMadeExact(index))
        step->setOperand(i, f.values.exact(index));
  if (auto *made = llvm::dyn_cast<Instruction>(copy); made && !llvm::isa<llvm::AllocaInst>(made))
    made->dropPoisonGeneratingAnnotations();
  return copy;
}

Value *exactForm(LaneFunction &f, Instruction &instruction) {
  LaneBuilder &b = f.b;
  auto exact = [&](unsigned index) { return f.values.exact(instruction.getOperand(index)); };
  switch (instruction.getOpcode()) {
  case Instruction::Add:
  case Instruction::Or: // disjoint
    return b.CreateAdd(exact(0), exact(1));
  case Instruction::Sub:
    return b.CreateSub(exact(0), exact(1));
  case Instruction::Mul:
    return b.CreateMul(exact(0), exact(1));
  case Instruction::Shl:
    return b.CreateShl(exact(0), exact(1));
  case Instruction::Select:
    return b.CreateSelect(f.scalar(instruction.getOperand(0)), exact(1), exact(2));
  case Instruction::Freeze:
    return b.CreateFreeze(exact(0));
  default: // casts
    return exact(0);
  }
}

Value *anyScalar(LaneFunction &f, Value *value, Value *mask) {
  LaneBuilder &b = f.b;
  if (f.isUniform(value) || value->getType()->isMetadataTy())
    return f.scalar(value);
  if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(value)) { // nothing is lost of where it points
    Value *lane = b.CreateZExt(b.firstLane(mask), b.getInt64Ty());
    return b.CreateGEP(b.getInt8Ty(), f.scalar(variable), b.CreateMul(lane, b.getInt64(laneBytes(*variable))));
  }
  return b.lane(f.vector(value), value->getType(), b.firstLane(mask));
}

} // namespace lanecl::simd
