#include "compiler/transform/lanes/LowerDivision.h"
#include "compiler/transform/lanes/PacketizeFunction.h"
#include "compiler/transform/lanes/SerialUpdates.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/InstIterator.h"

namespace lanecl::simd {

using llvm::Instruction, llvm::Type, llvm::Value;

void FunctionPacketizer::emit(Instruction &instruction, Value *mask) {
  if (auto *load = llvm::dyn_cast<llvm::LoadInst>(&instruction))
    return emitLoad(*load, mask);
  if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
    return emitStore(*store, mask);
  if (packs_.isReplaced(instruction)) {
    for (unsigned number : packs_.computedAt(instruction)) // in front of a barrier, if that is where they are
      packed(number);
    return;
  }
  if (auto *call = llvm::dyn_cast<llvm::CallInst>(&instruction))
    return emitCall(*call, mask);
  if (llvm::isa<llvm::AtomicRMWInst, llvm::AtomicCmpXchgInst>(instruction)) // none that the language can spell
    return emitSerially(instruction, mask);
  if (llvm::isa<llvm::FenceInst>(instruction)) {
    b_.Insert(instruction.clone());
    return;
  }
  emitPlain(instruction, mask);
}

void FunctionPacketizer::emitPlain(Instruction &instruction, Value *mask) {
  Shape shape = shapes_.of(&instruction);
  if (shape.isUniform()) {
    // From lane 0's value of a linear one, perhaps: what the instruction promises need not hold there.
    bool fromLane0 = llvm::any_of(instruction.operands(), [&](llvm::Use &operand) { return !isUniform(operand); });
    values_.define(instruction, fromLane0 ? linearScalar(instruction) : scalarForm(instruction), nullptr);
    return;
  }
  Value *first = shape.isLinear() ? linearScalar(instruction) : nullptr;
  if (shapes_.isMadeExact(&instruction))
    values_.defineExact(instruction, exactForm(instruction));
  if (first && llvm::isa<llvm::AllocaInst>(instruction)) // the lanes' addresses are counted from the first one's
    values_.define(instruction, first, nullptr);
  // Lanes' addresses are counted from the first one's: what is tested of them is what is accessed.
  bool isCounted = first && !shape.guard && llvm::isa<llvm::GetElementPtrInst>(instruction);
  Value *all = isCounted ? b_.CreateGEP(b_.getInt8Ty(), first, b_.steps(b_.getInt64Ty(), shape.stride))
                         : vectorForm(instruction, mask);
  if (!all)
    return emitSerially(instruction, mask);
  values_.define(instruction, first, all);
}

/// The instruction as it stands, on scalar operands.
Value *FunctionPacketizer::scalarForm(Instruction &instruction) {
  if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
    return allocate(*variable);
  if (layout_.isInterleaved(&instruction)) {
    auto &step = llvm::cast<llvm::GEPOperator>(instruction);
    return b_.CreateGEP(b_.getInt8Ty(), scalar(step.getPointerOperand()), interleavedOffset(step, false));
  }
  Instruction *copy = instruction.clone();
  for (llvm::Use &operand : copy->operands())
    if (!llvm::isa<llvm::BasicBlock, llvm::MetadataAsValue, llvm::Function>(operand.get()))
      operand = scalar(operand);
  copy->setDebugLoc({});
  return b_.Insert(copy, instruction.getName());
}

/// Lane 0's value of a linear instruction. Lane 0 may not be active, so nothing that the instruction promises holds
/// for it.
Value *FunctionPacketizer::linearScalar(Instruction &instruction) {
  auto operand = [&](unsigned index) { return scalar(instruction.getOperand(index)); };
  if (const Value *mostly = shapes_.mostlyOf(instruction))
    return scalar(mostly);
  switch (instruction.getOpcode()) {
  case Instruction::Or: // disjoint only in active lanes
    return b_.CreateAdd(operand(0), operand(1));
  case Instruction::SExt:
  case Instruction::ZExt: // never negative in active lanes, but perhaps in lane 0
    if (shapes_.of(&instruction).guard != &instruction)
      return b_.CreateSExtOrTrunc(values_.exact(instruction.getOperand(0)), instruction.getType());
    return b_.CreateCast(llvm::cast<llvm::CastInst>(instruction).getOpcode(), operand(0), instruction.getType());
  case Instruction::AShr:
    if (auto *extended = extendedInPlace(instruction))
      return b_.CreateAShr(b_.CreateShl(scalar(extended), operand(1)), operand(1));
    break;
  case Instruction::SRem: { // INT_MIN % -1 traps
    Value *divisor = operand(1), *minusOne = llvm::Constant::getAllOnesValue(divisor->getType());
    Value *one = llvm::ConstantInt::get(divisor->getType(), 1);
    return b_.CreateSRem(operand(0), b_.CreateSelect(b_.CreateICmpEQ(divisor, minusOne), one, divisor));
  }
  default:
    break;
  }
  Value *copy = scalarForm(instruction);
  if (auto *step = llvm::dyn_cast<llvm::GetElementPtrInst>(copy); step && !layout_.isInterleaved(&instruction))
    for (unsigned i = 1; i < step->getNumOperands(); ++i) // indices are sign-extended
      if (Value *index = instruction.getOperand(i); shapes_.isMadeExact(index))
        step->setOperand(i, values_.exact(index));
  if (auto *made = llvm::dyn_cast<Instruction>(copy); made && !llvm::isa<llvm::AllocaInst>(made))
    made->dropPoisonGeneratingAnnotations();
  return copy;
}

/// The i64 of lane 0 of what isMadeExact.
Value *FunctionPacketizer::exactForm(Instruction &instruction) {
  auto exact = [&](unsigned index) { return values_.exact(instruction.getOperand(index)); };
  switch (instruction.getOpcode()) {
  case Instruction::Add:
  case Instruction::Or: // disjoint
    return b_.CreateAdd(exact(0), exact(1));
  case Instruction::Sub:
    return b_.CreateSub(exact(0), exact(1));
  case Instruction::Mul:
    return b_.CreateMul(exact(0), exact(1));
  case Instruction::Shl:
    return b_.CreateShl(exact(0), exact(1));
  case Instruction::Select:
    return b_.CreateSelect(scalar(instruction.getOperand(0)), exact(1), exact(2));
  case Instruction::Freeze:
    return b_.CreateFreeze(exact(0));
  default: // casts
    return exact(0);
  }
}

/// Memory for the private variables of W work-items.
Value *FunctionPacketizer::allocate(llvm::AllocaInst &variable) {
  uint64_t bytes = laneBytes(variable);
  if (!variable.isStaticAlloca() || variable.isArrayAllocation())
    session_.fail(variable, "a variable of variable size");
  unsigned element = layout_.elementBytes(&variable);
  Type *unit = element ? llvm::FixedVectorType::get(b_.getIntNTy(element * 8), b_.width) : nullptr;
  Type *type = element ? llvm::ArrayType::get(unit, llvm::divideCeil(bytes, element))
                       : llvm::ArrayType::get(b_.getInt8Ty(), bytes * b_.width);
  auto *memory = b_.variable(type, variable.getName());
  memory->setAlignment(std::max(llvm::Align(64), variable.getAlign()));
  return memory;
}

/// Bytes from the start of an interleaved variable: every element is W times as long.
Value *FunctionPacketizer::interleavedOffset(const llvm::GEPOperator &step, bool asVector) {
  llvm::SmallMapVector<Value *, llvm::APInt, 4> variable;
  llvm::APInt constant(64, 0);
  step.collectOffset(data_, 64, variable, constant);
  auto number = [&](int64_t n) -> Value * {
    llvm::Constant *value = b_.getInt64(static_cast<uint64_t>(n) * b_.width);
    return asVector ? b_.splat(value) : value;
  };
  Value *result = number(constant.getSExtValue());
  Type *type = result->getType();
  for (auto &[index, scale] : variable) {
    Value *value = b_.CreateSExtOrTrunc(asVector ? vector(index) : scalar(index), type);
    result = b_.CreateAdd(result, b_.CreateMul(value, number(scale.getSExtValue())));
  }
  return result;
}

/// Null: there is no vector form.
Value *FunctionPacketizer::vectorForm(Instruction &instruction, Value *mask) {
  if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) {
    auto bytes = static_cast<int64_t>(laneBytes(*variable));
    return b_.CreateGEP(b_.getInt8Ty(), scalar(variable), b_.steps(b_.getInt64Ty(), bytes));
  }
  if (auto *step = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction))
    return vectorAddress(*step);
  if (auto *choice = llvm::dyn_cast<llvm::SelectInst>(&instruction))
    return vectorSelect(*choice);
  if (llvm::isa<llvm::ExtractElementInst, llvm::InsertElementInst, llvm::ShuffleVectorInst, llvm::ExtractValueInst,
                llvm::InsertValueInst>(instruction))
    return vectorElement(instruction);
  bool isVector = instruction.getType()->isVectorTy() ||
                  llvm::any_of(instruction.operands(), [](auto &use) { return use->getType()->isVectorTy(); });
  if (auto *cast = llvm::dyn_cast<llvm::BitCastInst>(&instruction); cast && isVector)
    return vectorBits(*cast);
  if (isVector || instruction.getType()->isAggregateType())
    return nullptr;
  if (instruction.isIntDivRem())
    return vectorDivision(instruction, mask);
  if (auto *cast = llvm::dyn_cast<llvm::CastInst>(&instruction)) {
    Value *value = b_.CreateCast(cast->getOpcode(), vector(cast->getOperand(0)), b_.wide(cast->getType()));
    if (auto *made = llvm::dyn_cast<Instruction>(value))
      made->copyIRFlags(cast);
    return value;
  }
  if (auto *compare = llvm::dyn_cast<llvm::ICmpInst>(&instruction))
    if (Value *narrow = narrowComparison(*compare))
      return narrow;
  if (llvm::isa<llvm::BinaryOperator, llvm::UnaryOperator, llvm::CmpInst, llvm::FreezeInst>(instruction))
    return vectorArithmetic(instruction, mask);
  return nullptr;
}

/// Ids and bounds of 64 bits that lie in 32 are compared so, in half as many registers. Null: it is no such comparison.
Value *FunctionPacketizer::narrowComparison(llvm::ICmpInst &compare) {
  auto narrowed = [&](Value *operand) -> Value * {
    const Shape shape = shapes_.of(operand);
    if (shape.isVarying() || shape.guard || shape.lowBits || !llvm::isInt<31>(shape.stride * b_.width) ||
        !operand->getType()->isIntegerTy(64) || llvm::ComputeNumSignBits(operand, data_) <= 32)
      return nullptr;
    Value *first = b_.splat(b_.CreateTrunc(scalar(operand), b_.getInt32Ty()));
    return shape.isUniform() ? first : b_.CreateAdd(first, b_.steps(b_.getInt32Ty(), shape.stride));
  };
  Value *left = narrowed(compare.getOperand(0)), *right = left ? narrowed(compare.getOperand(1)) : nullptr;
  return right ? b_.CreateICmp(compare.getPredicate(), left, right) : nullptr;
}

/// From a short vector, or to one: the bits of its elements, each in its own registers, joined or parted. Null: those
/// of one side reach over the ends of the other's.
Value *FunctionPacketizer::vectorBits(llvm::BitCastInst &cast) {
  const unsigned from = cast.getSrcTy()->getScalarSizeInBits(), to = cast.getDestTy()->getScalarSizeInBits();
  if (!from || !to || std::max(from, to) % std::min(from, to) != 0 || std::min(from, to) < 8)
    return nullptr;
  llvm::SmallVector<Value *, 16> parts, result;
  b_.parts(vector(cast.getOperand(0)), cast.getSrcTy(), parts);
  Type *partBits = b_.wide(b_.getIntNTy(from)), *bits = b_.wide(b_.getIntNTy(to));
  Type *type = b_.wide(cast.getDestTy()->getScalarType());
  for (Value *&part : parts)
    part = b_.CreateBitCast(part, partBits);
  const unsigned joined = std::max(to / from, 1U), parted = std::max(from / to, 1U);
  for (unsigned i = 0; i < parts.size(); i += joined) {
    Value *whole = parts[i];
    if (joined > 1) {
      whole = b_.CreateZExt(whole, bits);
      for (unsigned j = 1; j < joined; ++j)
        whole = b_.CreateOr(whole, b_.CreateShl(b_.CreateZExt(parts[i + j], bits), uint64_t(j) * from));
    }
    for (unsigned j = 0; j < parted; ++j)
      result.push_back(b_.CreateBitCast(b_.CreateTrunc(b_.CreateLShr(whole, uint64_t(j) * to), bits), type));
  }
  return b_.assemble(cast.getDestTy(), result, true);
}

Value *FunctionPacketizer::vectorArithmetic(Instruction &instruction, Value *) {
  // Half without instructions of its own: in float, rounded once. For + - * / that is the same as exact rounding.
  bool inFloat = instruction.getType()->isHalfTy() && !session_.options.machine->nativeHalf &&
                 llvm::isa<llvm::BinaryOperator>(instruction) && instruction.getOpcode() != Instruction::FRem;
  Type *wideType = b_.wide(instruction.getType());
  Instruction *copy = instruction.clone();
  copy->setDebugLoc({});
  for (llvm::Use &operand : copy->operands()) {
    Value *value = vector(operand);
    operand.set(inFloat ? b_.CreateFPExt(value, b_.wide(b_.getFloatTy())) : value);
  }
  copy->mutateType(inFloat ? b_.wide(b_.getFloatTy()) : wideType);
  Value *result = b_.Insert(copy, instruction.getName());
  return inFloat ? b_.CreateFPTrunc(result, wideType) : result;
}

/// Inactive lanes divide by 1 so as not to trap. Constants are harmless, and multiplications for the optimiser.
Value *FunctionPacketizer::vectorDivision(Instruction &instruction, Value *mask) {
  Value *divisor = instruction.getOperand(1);
  Type *type = b_.wide(instruction.getType());
  auto *constant = llvm::dyn_cast<llvm::ConstantInt>(divisor);
  bool isHarmless = constant && !constant->isZero() && !constant->isMinusOne();
  Value *a = vector(instruction.getOperand(0)), *b = vector(divisor);
  if (mask && !isHarmless)
    b = b_.CreateSelect(mask, b, llvm::ConstantInt::get(type, 1));
  auto opcode = static_cast<Instruction::BinaryOps>(instruction.getOpcode());
  if (constant || instruction.getType()->getIntegerBitWidth() > MaxDividedBits)
    return b_.CreateBinOp(opcode, a, b);
  return createVectorDivision(b_, opcode, a, b);
}

Value *FunctionPacketizer::vectorSelect(llvm::SelectInst &choice) {
  Value *condition = choice.getCondition();
  if (condition->getType()->isVectorTy()) {
    llvm::SmallVector<Value *, 4> flags, chosen, otherwise;
    b_.parts(vector(condition), condition->getType(), flags);
    b_.parts(vector(choice.getTrueValue()), choice.getType(), chosen);
    b_.parts(vector(choice.getFalseValue()), choice.getType(), otherwise);
    for (unsigned i = 0; i < flags.size(); ++i)
      chosen[i] = b_.CreateSelect(flags[i], chosen[i], otherwise[i]);
    return b_.assemble(choice.getType(), chosen, true);
  }
  Value *a = vector(choice.getTrueValue()), *b = vector(choice.getFalseValue());
  if (isUniform(condition))
    return b_.CreateSelect(scalar(condition), a, b);
  if (!a->getType()->isVectorTy())
    return b_.blend(vector(condition), a, b);
  Value *result = b_.CreateSelect(vector(condition), a, b);
  if (auto *made = llvm::dyn_cast<Instruction>(result); made && llvm::isa<llvm::FPMathOperator>(choice))
    made->copyFastMathFlags(&choice);
  return result;
}

/// Addresses `bytes` behind others. What is a place for all and a distance for each stays so: an access of all lanes
/// takes distances of 32 bits, half as wide as pointers.
Value *FunctionPacketizer::furtherBy(Value *addresses, Value *bytes) {
  auto *step = llvm::dyn_cast<llvm::GetElementPtrInst>(addresses);
  const bool isOfBytes = step && step->getNumIndices() == 1 && step->getSourceElementType()->isIntegerTy(8);
  if (!isOfBytes || step->getPointerOperandType()->isVectorTy() ||
      step->getOperand(1)->getType()->getScalarType() != bytes->getType()->getScalarType())
    return b_.CreateGEP(b_.getInt8Ty(), addresses, bytes);
  Value *before = step->getOperand(1);
  if (!bytes->getType()->isVectorTy())
    bytes = b_.splat(bytes);
  return b_.CreateGEP(b_.getInt8Ty(), step->getPointerOperand(), b_.CreateAdd(before, bytes));
}

Value *FunctionPacketizer::vectorAddress(llvm::GetElementPtrInst &step) {
  Value *base = step.getPointerOperand();
  if (layout_.isInterleaved(&step))
    return furtherBy(values_.addresses(base), interleavedOffset(llvm::cast<llvm::GEPOperator>(step), true));
  // A uniform base stays scalar: gathers take a base register and a vector of indices.
  bool anyWide = !isUniform(base);
  Value *pointer = anyWide ? vector(base) : scalar(base);
  llvm::SmallVector<Value *, 4> indices;
  for (Value *index : step.indices()) {
    anyWide |= !isUniform(index);
    indices.push_back(isUniform(index) ? scalar(index) : vector(index));
  }
  Value *result = b_.CreateGEP(step.getSourceElementType(), pointer, indices, step.getName(), step.getNoWrapFlags());
  return anyWide ? result : b_.splat(result);
}

/// How many of `count` parts an index can name: one of few bits does not reach the last ones.
static unsigned reachable(const Value &index, std::size_t count) {
  return unsigned(std::min<uint64_t>(count, uint64_t(1) << std::min(index.getType()->getScalarSizeInBits(), 32U)));
}

/// Parts of short vectors and aggregates: each is a wide register of its own.
Value *FunctionPacketizer::vectorElement(Instruction &instruction) {
  auto parts = [&](Value *value) {
    llvm::SmallVector<Value *, 16> result;
    b_.parts(vector(value), value->getType(), result);
    return result;
  };
  auto position = [](Value *index) -> std::optional<uint64_t> {
    auto *constant = llvm::dyn_cast<llvm::ConstantInt>(index);
    return constant ? std::optional(constant->getZExtValue()) : std::nullopt;
  };
  if (auto *extract = llvm::dyn_cast<llvm::ExtractValueInst>(&instruction))
    return b_.CreateExtractValue(vector(extract->getAggregateOperand()), extract->getIndices());
  if (auto *insert = llvm::dyn_cast<llvm::InsertValueInst>(&instruction))
    return b_.CreateInsertValue(vector(insert->getAggregateOperand()), vector(insert->getInsertedValueOperand()),
                                insert->getIndices());
  auto from = parts(instruction.getOperand(0));
  if (auto *extract = llvm::dyn_cast<llvm::ExtractElementInst>(&instruction)) {
    if (auto index = position(extract->getIndexOperand()))
      return *index < from.size() ? from[*index] : llvm::PoisonValue::get(b_.wide(instruction.getType()));
    Value *index = vector(extract->getIndexOperand()), *result = from[0];
    for (unsigned i = 1, count = reachable(*index, from.size()); i < count; ++i)
      result = b_.CreateSelect(b_.CreateICmpEQ(index, llvm::ConstantInt::get(index->getType(), i)), from[i], result);
    return result;
  }
  if (auto *insert = llvm::dyn_cast<llvm::InsertElementInst>(&instruction)) {
    Value *value = vector(insert->getOperand(1));
    auto constant = position(insert->getOperand(2));
    Value *index = constant ? nullptr : vector(insert->getOperand(2));
    if (constant && *constant < from.size())
      from[*constant] = value;
    for (unsigned i = 0, count = index ? reachable(*index, from.size()) : 0; i < count; ++i)
      from[i] = b_.CreateSelect(b_.CreateICmpEQ(index, llvm::ConstantInt::get(index->getType(), i)), value, from[i]);
    return b_.assemble(instruction.getType(), from, true);
  }
  auto &shuffle = llvm::cast<llvm::ShuffleVectorInst>(instruction);
  from.append(parts(shuffle.getOperand(1)));
  llvm::SmallVector<Value *, 16> result;
  for (int index : shuffle.getShuffleMask())
    result.push_back(index < 0 ? llvm::PoisonValue::get(from[0]->getType()) : from[static_cast<unsigned>(index)]);
  return b_.assemble(instruction.getType(), result, true);
}

Value *FunctionPacketizer::anyScalar(Value *value, Value *mask) {
  if (isUniform(value) || value->getType()->isMetadataTy())
    return scalar(value);
  if (auto *variable = llvm::dyn_cast<llvm::AllocaInst>(value)) { // nothing is lost of where it points
    Value *lane = b_.CreateZExt(b_.firstLane(mask), b_.getInt64Ty());
    return b_.CreateGEP(b_.getInt8Ty(), scalar(variable), b_.CreateMul(lane, b_.getInt64(laneBytes(*variable))));
  }
  return b_.lane(vector(value), value->getType(), b_.firstLane(mask));
}

Value *FunctionPacketizer::uniformByContract(llvm::CallInst &call, Value *mask) {
  return anyScalar(call.getArgOperand(0), mask);
}

/// The instruction as it stands for one lane, whose operands `operandOf` gives (null: uniform ones).
Instruction *FunctionPacketizer::copyForLane(Instruction &instruction,
                                             llvm::function_ref<Value *(llvm::Use &)> operandOf) {
  Instruction *copy = instruction.clone();
  copy->setDebugLoc({});
  for (llvm::Use &operand : copy->operands()) {
    if (llvm::isa<llvm::BasicBlock, llvm::MetadataAsValue>(operand.get()))
      continue;
    Value *value = operandOf(operand);
    operand.set(value ? value : scalar(operand));
  }
  return b_.Insert(copy, instruction.getName());
}

/// Lane after lane, in a loop over the active ones. Operands and results pass through memory.
void FunctionPacketizer::emitSerially(Instruction &instruction, Value *mask) {
  ++session_.report.serialised;
  session_.note(instruction, llvm::Twine("lane after lane: ") +
                                 (isUpdateCall(instruction) ? "update of memory" : instruction.getOpcodeName()));
  bool hasResult = !instruction.getType()->isVoidTy() && !instruction.use_empty();
  std::optional<LaneArray> results;
  if (hasResult)
    results.emplace(b_, instruction.getType());
  emitSerialLoop(instruction, mask, results);
  if (hasResult)
    values_.define(instruction, nullptr, results->load());
}

void FunctionPacketizer::emitSerialLoop(Instruction &instruction, Value *mask, std::optional<LaneArray> &results) {
  llvm::DenseMap<unsigned, LaneArray> operands;
  for (llvm::Use &operand : instruction.operands()) {
    if (llvm::isa<llvm::BasicBlock, llvm::MetadataAsValue>(operand.get()) || isSameInLanes(operand))
      continue;
    LaneArray array(b_, operand->getType());
    array.store(operand->getType()->isPointerTy() ? values_.addresses(operand) : vector(operand));
    operands.try_emplace(operand.getOperandNo(), array);
  }
  b_.forEachLane(mask, [&](Value *lane) {
    auto *copy = copyForLane(instruction, [&](llvm::Use &operand) -> Value * {
      auto found = operands.find(operand.getOperandNo());
      return found == operands.end() ? nullptr : found->second.loadLane(lane);
    });
    if (results)
      results->storeLane(lane, copy);
  });
}

} // namespace lanecl::simd
