#include "compiler/targets/Parts.h"
#include "compiler/transform/lanes/PacketizeFunction.h"
#include "compiler/transform/lanes/SerialUpdates.h"
#include "llvm/Analysis/VectorUtils.h"
#include <cmath>

namespace lanecl::simd {

using llvm::Type, llvm::Value;

void FunctionPacketizer::emitCall(llvm::CallInst &call, Value *mask) {
  auto *callee = call.getCalledFunction();
  if (!callee)
    return session_.fail(call, "a call through a pointer");
  if (emitQuery(call))
    return;
  if (auto atomic = AtomicOperation::of(call))
    return emitAtomic(*atomic, mask);
  auto operation = operationOf(call);
  if (operation == Operation::Uniform || operation == Operation::UniformPointer)
    return values_.define(call, uniformByContract(call, mask), nullptr);
  if (operation && isSubGroupOperation(*operation))
    return emitSubGroupOperation(call, *operation, mask);
  if (operation && isGroupCall(call))
    return emitGroupCall(call, mask);
  if (auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call))
    return emitIntrinsic(*intrinsic, mask);
  if (isScalarCall(call))
    return values_.define(call, scalarForm(call), nullptr);
  if (operation && isEstimate(*operation))
    return values_.define(call, nullptr, createOperation(b_, *operation, {vector(call.getArgOperand(0))}));
  if (emitMachineOperation(call) || emitVectorMath(call, mask) || emitFunctionCall(call, mask))
    return;
  emitSerially(call, mask);
}

/// Once for all lanes, which have its operands alike.
void FunctionPacketizer::emitGroupCall(llvm::CallInst &call, Value *mask) {
  auto *copy = llvm::cast<llvm::CallInst>(call.clone());
  copy->setDebugLoc({});
  for (llvm::Use &argument : copy->args())
    argument = anyScalar(argument, mask);
  b_.Insert(copy);
  values_.define(call, call.getType()->isVoidTy() ? nullptr : copy, nullptr);
}

/// One call does for all lanes: nothing in it depends on the lane.
bool FunctionPacketizer::isScalarCall(llvm::CallInst &call) {
  if (session_.analyses.facts.dependsOnLane(*call.getCalledFunction()) || (!call.use_empty() && !isUniform(&call)))
    return false;
  return llvm::all_of(call.args(),
                      [&](llvm::Use &argument) { return isUniform(argument) && !layout_.isInterleaved(argument); });
}

/// Ids of work-items; what a sub-group is. The other queries stay, as every uniform call.
bool FunctionPacketizer::emitQuery(llvm::CallInst &call) {
  auto query = queryOf(call);
  if (!query)
    return false;
  switch (query->query) {
  case Query::SubGroupLocalId:
    values_.define(call, b_.getInt32(0), b_.steps(b_.getInt32Ty(), 1));
    return true;
  case Query::MaxSubGroupSize:
    values_.define(call, b_.getInt32(b_.width), nullptr);
    return true;
  case Query::SubGroupSize:
    values_.define(call, b_.laneCount(entryMask_), nullptr);
    return true;
  default:
    break;
  }
  Value *value = scalarForm(call);
  // With an offset that reaches 2^63, ids of one sub-group lie on both sides of it.
  const bool mayWrap = session_.options.wideIds && query->query == Query::GlobalId;
  if (isUniform(&call))
    values_.define(call, value, nullptr);
  else
    values_.define(call, value, b_.CreateAdd(b_.splat(value), b_.steps(call.getType(), 1), "", !mayWrap, !mayWrap));
  return true;
}

void FunctionPacketizer::emitIntrinsic(llvm::IntrinsicInst &call, Value *mask) {
  if (call.isLifetimeStartOrEnd() || llvm::isa<llvm::DbgInfoIntrinsic>(call))
    return;
  bool allUniform = llvm::all_of(call.args(), [&](llvm::Use &argument) {
    return argument->getType()->isMetadataTy() || (isUniform(argument) && !layout_.isInterleaved(argument));
  });
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::assume: // what it says of one lane says nothing of the others' vector
    if (allUniform && call.getNumOperandBundles() == 0)
      scalarForm(call);
    return;
  case llvm::Intrinsic::experimental_noalias_scope_decl: // once in each iteration, for all lanes' accesses
    b_.Insert(call.clone());
    return;
  case llvm::Intrinsic::pseudoprobe:
  case llvm::Intrinsic::sideeffect:
    return;
  default:
    break;
  }
  if (allUniform && (call.use_empty() || isUniform(&call)))
    return values_.define(call, call.getType()->isVoidTy() ? (scalarForm(call), nullptr) : scalarForm(call), nullptr);
  if (emitVectorMath(call, mask))
    return;
  if (Value *value = vectorIntrinsic(call))
    return values_.define(call, shapes_.of(&call).isLinear() ? linearScalar(call) : nullptr, value);
  emitSerially(call, mask);
}

/// To a short number: machines have conversions to 32 bits only.
bool FunctionPacketizer::isSaturatingConversion(const llvm::IntrinsicInst &call) {
  constexpr unsigned Shorter = 32;
  auto id = call.getIntrinsicID();
  return (id == llvm::Intrinsic::fptoui_sat || id == llvm::Intrinsic::fptosi_sat) && call.getType()->isIntegerTy() &&
         call.getType()->getIntegerBitWidth() < Shorter;
}

/// Kept within the bounds, then converted. NaN becomes 0. The comparisons are the machines' own minimum and maximum.
Value *FunctionPacketizer::saturated(const llvm::IntrinsicInst &call, Value *value) {
  bool isSigned = call.getIntrinsicID() == llvm::Intrinsic::fptosi_sat;
  unsigned bits = call.getType()->getIntegerBitWidth();
  auto *type = llvm::cast<llvm::FixedVectorType>(value->getType());
  auto wide = [&](Type *element) { return llvm::FixedVectorType::get(element, type->getNumElements()); };
  if (type->getElementType()->isHalfTy())
    value = b_.CreateFPExt(value, wide(b_.getFloatTy()));
  double least = isSigned ? -std::ldexp(1.0, static_cast<int>(bits) - 1) : 0;
  double most = std::ldexp(1.0, static_cast<int>(bits) - isSigned) - 1;
  Value *low = llvm::ConstantFP::get(value->getType(), least), *high = llvm::ConstantFP::get(value->getType(), most);
  Value *bounded = b_.CreateSelect(b_.CreateFCmpOGT(value, low), value, low);
  bounded = b_.CreateSelect(b_.CreateFCmpOLT(bounded, high), bounded, high);
  Value *number = b_.CreateFPToSI(bounded, wide(b_.getInt32Ty()));
  if (isSigned)
    number = b_.CreateSelect(b_.CreateFCmpUNO(value, value), llvm::ConstantInt::get(number->getType(), 0), number);
  return b_.CreateTrunc(number, wide(call.getType()));
}

Value *FunctionPacketizer::vectorIntrinsic(llvm::IntrinsicInst &call) {
  if (isSaturatingConversion(call))
    return saturated(call, vector(call.getArgOperand(0)));
  llvm::Intrinsic::ID id = call.getIntrinsicID();
  Type *type = call.getType();
  if (id == llvm::Intrinsic::expect || id == llvm::Intrinsic::expect_with_probability)
    return vector(call.getArgOperand(0));
  bool isWhole =
      type->isVectorTy() || llvm::any_of(call.args(), [](auto &use) { return use->getType()->isVectorTy(); });
  if (!llvm::isTriviallyVectorizable(id) || isWhole || call.getNumOperandBundles() != 0)
    return nullptr;
  bool inFloat = type->isHalfTy() && !session_.options.machine->nativeHalf && id != llvm::Intrinsic::fabs &&
                 id != llvm::Intrinsic::copysign && id != llvm::Intrinsic::fma;
  llvm::SmallVector<Value *, 4> arguments;
  llvm::SmallVector<Type *, 2> overloads;
  auto widen = [&](Value *value) {
    bool extends = inFloat && value->getType()->getScalarType()->isHalfTy();
    return extends ? b_.CreateFPExt(value, b_.wide(b_.getFloatTy())) : value;
  };
  if (llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, -1, nullptr))
    overloads.push_back(inFloat ? b_.wide(b_.getFloatTy()) : b_.wide(type));
  for (unsigned i = 0; i < call.arg_size(); ++i) {
    bool staysScalar = llvm::isVectorIntrinsicWithScalarOpAtArg(id, i, nullptr);
    Value *argument = call.getArgOperand(i);
    if (staysScalar && !isUniform(argument))
      return nullptr;
    arguments.push_back(staysScalar ? scalar(argument) : widen(vector(argument)));
    if (llvm::isVectorIntrinsicWithOverloadTypeAtArg(id, static_cast<int>(i), nullptr))
      overloads.push_back(arguments.back()->getType());
  }
  auto *result = b_.CreateIntrinsic(id, overloads, arguments);
  result->copyIRFlags(&call);
  return inFloat ? b_.CreateFPTrunc(result, b_.wide(type)) : result;
}

/// A function of a vector math library. Inactive lanes get an operand that takes no slow path.
bool FunctionPacketizer::emitVectorMath(llvm::CallInst &call, Value *mask) {
  auto function = session_.options.machine->vectorFunction(*call.getCalledFunction(), b_.width);
  if (!function || isUniform(&call))
    return false;
  auto *type = llvm::FixedVectorType::get(call.getType(), function->width);
  llvm::SmallVector<Type *, 2> parameters(function->arguments, type);
  auto *signature = llvm::FunctionType::get(type, parameters, false);
  auto callee = to_.getParent()->getOrInsertFunction(function->name, signature);
  if (auto *declared = llvm::dyn_cast<llvm::Function>(callee.getCallee())) {
    declared->setDoesNotAccessMemory();
    declared->setDoesNotThrow();
    declared->setWillReturn();
  }
  llvm::SmallVector<Value *, 2> operands;
  for (unsigned i = 0; i < function->arguments; ++i) {
    Value *operand = vector(call.getArgOperand(i));
    operands.push_back(b_.blend(mask, operand, llvm::ConstantFP::get(operand->getType(), function->harmless)));
  }
  values_.define(call, nullptr, targets::inParts(b_, function->width, operands, [&](llvm::ArrayRef<Value *> arguments) {
                   return b_.CreateCall(callee, arguments);
                 }));
  return true;
}

/// An instruction of the machine's own, which never traps: no mask.
bool FunctionPacketizer::emitMachineOperation(llvm::CallInst &call) {
  const targets::Machine &machine = *session_.options.machine;
  if (auto dot = dotOperation(*call.getCalledFunction())) {
    Value *a = vector(call.getArgOperand(0)), *b = vector(call.getArgOperand(1));
    values_.define(call, nullptr, machine.emitDot(b_, *dot, a, b));
    return true;
  }
  auto operation = machine.operation(*call.getCalledFunction());
  if (!operation)
    return false;
  Value *table = nullptr;
  if (operation->isTable)
    table = b_.CreateLoad(llvm::FixedVectorType::get(call.getType(), 16), scalar(call.getArgOperand(0)));
  llvm::SmallVector<Value *, 2> operands;
  for (unsigned i = operation->isTable; i < call.arg_size(); ++i)
    operands.push_back(vector(call.getArgOperand(i)));
  values_.define(call, nullptr,
                 targets::inParts(b_, operation->lanes, operands, [&](llvm::ArrayRef<Value *> arguments) {
                   return machine.emitOperation(b_, *operation, table, arguments);
                 }));
  return true;
}

/// A function of the program that was not inlined: it is made to lanes itself, for this pattern of arguments.
bool FunctionPacketizer::emitFunctionCall(llvm::CallInst &call, Value *mask) {
  auto *callee = call.getCalledFunction();
  if (callee->isDeclaration() || callee->isVarArg() || isUpdate(*callee))
    return false;
  llvm::SmallVector<bool, 8> varying;
  llvm::SmallVector<Value *, 8> arguments;
  for (llvm::Use &argument : call.args()) {
    bool isWide = !isUniform(argument) || layout_.isInterleaved(argument);
    varying.push_back(isWide);
    Value *wide =
        isWide ? (argument->getType()->isPointerTy() ? values_.addresses(argument) : vector(argument)) : nullptr;
    arguments.push_back(isWide ? wide : scalar(argument));
  }
  auto *wide = session_.function(*callee, varying, mask != nullptr);
  if (!wide)
    return false;
  if (mask)
    arguments.push_back(mask);
  auto *made = b_.CreateCall(wide, arguments);
  made->setCallingConv(wide->getCallingConv());
  session_.note(call, "call of a function with lanes: " + callee->getName());
  if (!call.getType()->isVoidTy()) {
    if (isUniform(&call)) // nothing in it depends on the lane, though it was called with lanes' values
      values_.define(call, b_.lane(made, call.getType(), b_.firstLane(mask)), nullptr);
    else
      values_.define(call, nullptr, made);
  }
  return true;
}

} // namespace lanecl::simd
