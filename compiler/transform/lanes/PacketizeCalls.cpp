#include "compiler/transform/lanes/PacketizeCalls.h"
#include "compiler/targets/Parts.h"
#include "compiler/transform/lanes/PacketizeAtomics.h"
#include "compiler/transform/lanes/PacketizeScalars.h"
#include "compiler/transform/lanes/PacketizeSerial.h"
#include "compiler/transform/lanes/PacketizeSubGroups.h"
#include "compiler/transform/lanes/PacketizeVectors.h"
#include "compiler/transform/lanes/SerialUpdates.h"

namespace lanecl::simd {

using llvm::Type, llvm::Value;

namespace {

/// Once for all lanes, which have its operands alike.
void emitGroupCall(LaneFunction &f, llvm::CallInst &call, Value *mask) {
  auto *copy = llvm::cast<llvm::CallInst>(call.clone());
  copy->setDebugLoc({});
  for (llvm::Use &argument : copy->args())
    argument = anyScalar(f, argument, mask);
  f.b.Insert(copy);
  f.values.define(call, call.getType()->isVoidTy() ? nullptr : copy, nullptr);
}

/// One call does for all lanes: nothing in it depends on the lane.
bool isScalarCall(LaneFunction &f, llvm::CallInst &call) {
  if (f.session.analyses.facts.dependsOnLane(*call.getCalledFunction()) || (!call.use_empty() && !f.isUniform(&call)))
    return false;
  return llvm::all_of(call.args(), [&](llvm::Use &argument) { return f.isSameInLanes(argument); });
}

/// Ids of work-items; what a sub-group is. The other queries stay, as every uniform call.
bool emitQuery(LaneFunction &f, llvm::CallInst &call) {
  LaneBuilder &b = f.b;
  auto query = queryOf(call);
  if (!query)
    return false;
  switch (query->query) {
  case Query::SubGroupLocalId:
    f.values.define(call, b.getInt32(0), b.steps(b.getInt32Ty(), 1));
    return true;
  case Query::MaxSubGroupSize:
    f.values.define(call, b.getInt32(b.width), nullptr);
    return true;
  case Query::SubGroupSize:
    f.values.define(call, b.laneCount(f.entryMask), nullptr);
    return true;
  default:
    break;
  }
  Value *value = scalarForm(f, call);
  // With an offset that reaches 2^63, ids of one sub-group lie on both sides of it.
  const bool mayWrap = f.session.options.wideIds && query->query == Query::GlobalId;
  if (f.isUniform(&call))
    f.values.define(call, value, nullptr);
  else
    f.values.define(call, value, b.CreateAdd(b.splat(value), b.steps(call.getType(), 1), "", !mayWrap, !mayWrap));
  return true;
}

/// A function of a vector math library. Inactive lanes get an operand that takes no slow path.
bool emitVectorMath(LaneFunction &f, llvm::CallInst &call, Value *mask) {
  LaneBuilder &b = f.b;
  auto function = f.machine.vectorFunction(*call.getCalledFunction(), b.width);
  if (!function || f.isUniform(&call))
    return false;
  auto *type = llvm::FixedVectorType::get(call.getType(), function->width);
  llvm::SmallVector<Type *, 2> parameters(function->arguments, type);
  auto *signature = llvm::FunctionType::get(type, parameters, false);
  auto callee = f.to.getParent()->getOrInsertFunction(function->name, signature);
  if (auto *declared = llvm::dyn_cast<llvm::Function>(callee.getCallee())) {
    declared->setDoesNotAccessMemory();
    declared->setDoesNotThrow();
    declared->setWillReturn();
  }
  llvm::SmallVector<Value *, 2> operands;
  for (unsigned i = 0; i < function->arguments; ++i) {
    Value *operand = f.vector(call.getArgOperand(i));
    operands.push_back(b.blend(mask, operand, llvm::ConstantFP::get(operand->getType(), function->harmless)));
  }
  f.values.define(call, nullptr, targets::inParts(b, function->width, operands, [&](llvm::ArrayRef<Value *> arguments) {
                    return b.CreateCall(callee, arguments);
                  }));
  return true;
}

void emitIntrinsic(LaneFunction &f, llvm::IntrinsicInst &call, Value *mask) {
  if (call.isLifetimeStartOrEnd() || llvm::isa<llvm::DbgInfoIntrinsic>(call))
    return;
  bool allUniform = llvm::all_of(call.args(), [&](llvm::Use &argument) {
    return argument->getType()->isMetadataTy() || (f.isSameInLanes(argument));
  });
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::assume: // what it says of one lane says nothing of the others' vector
    if (allUniform && call.getNumOperandBundles() == 0)
      scalarForm(f, call);
    return;
  case llvm::Intrinsic::experimental_noalias_scope_decl: // once in each iteration, for all lanes' accesses
    f.b.Insert(call.clone());
    return;
  case llvm::Intrinsic::pseudoprobe:
  case llvm::Intrinsic::sideeffect:
    return;
  default:
    break;
  }
  if (allUniform && (call.use_empty() || f.isUniform(&call)))
    return f.values.define(call, call.getType()->isVoidTy() ? (scalarForm(f, call), nullptr) : scalarForm(f, call),
                           nullptr);
  if (emitVectorMath(f, call, mask))
    return;
  if (Value *value = vectorIntrinsic(f, call))
    return f.values.define(call, f.shapes.of(&call).isLinear() ? linearScalar(f, call) : nullptr, value);
  emitSerially(f, call, mask);
}

/// An instruction of the machine's own, which never traps: no mask.
bool emitMachineOperation(LaneFunction &f, llvm::CallInst &call) {
  const targets::Machine &machine = f.machine;
  if (auto dot = dotOperation(*call.getCalledFunction())) {
    Value *a = f.vector(call.getArgOperand(0)), *b = f.vector(call.getArgOperand(1));
    f.values.define(call, nullptr, machine.emitDot(f.b, *dot, a, b));
    return true;
  }
  auto operation = machine.operation(*call.getCalledFunction());
  if (!operation)
    return false;
  Value *table = nullptr;
  if (operation->isTable)
    table = f.b.CreateLoad(llvm::FixedVectorType::get(call.getType(), 16), f.scalar(call.getArgOperand(0)));
  llvm::SmallVector<Value *, 2> operands;
  for (unsigned i = operation->isTable; i < call.arg_size(); ++i)
    operands.push_back(f.vector(call.getArgOperand(i)));
  f.values.define(call, nullptr,
                  targets::inParts(f.b, operation->lanes, operands, [&](llvm::ArrayRef<Value *> arguments) {
                    return machine.emitOperation(f.b, *operation, table, arguments);
                  }));
  return true;
}

/// A function of the program that was not inlined: it is made to lanes itself, for this pattern of arguments.
bool emitFunctionCall(LaneFunction &f, llvm::CallInst &call, Value *mask) {
  LaneBuilder &b = f.b;
  auto *callee = call.getCalledFunction();
  if (callee->isDeclaration() || callee->isVarArg() || isUpdate(*callee))
    return false;
  llvm::SmallVector<bool, 8> varying;
  llvm::SmallVector<Value *, 8> arguments;
  for (llvm::Use &argument : call.args()) {
    bool isWide = !f.isUniform(argument) || f.layout.isInterleaved(argument);
    varying.push_back(isWide);
    Value *wide =
        isWide ? (argument->getType()->isPointerTy() ? f.values.addresses(argument) : f.vector(argument)) : nullptr;
    arguments.push_back(isWide ? wide : f.scalar(argument));
  }
  auto *wide = f.session.function(*callee, varying, mask != nullptr);
  if (!wide)
    return false;
  if (mask)
    arguments.push_back(mask);
  auto *made = b.CreateCall(wide, arguments);
  made->setCallingConv(wide->getCallingConv());
  f.session.note(call, "call of a function with lanes: " + callee->getName());
  if (!call.getType()->isVoidTy()) {
    if (f.isUniform(&call)) // nothing in it depends on the lane, though it was called with lanes' values
      f.values.define(call, b.lane(made, call.getType(), b.firstLane(mask)), nullptr);
    else
      f.values.define(call, nullptr, made);
  }
  return true;
}

} // namespace

void emitCall(LaneFunction &f, llvm::CallInst &call, Value *mask) {
  auto *callee = call.getCalledFunction();
  if (!callee)
    return f.session.fail(call, "a call through a pointer");
  if (emitQuery(f, call))
    return;
  if (auto atomic = AtomicOperation::of(call))
    return emitAtomic(f, *atomic, mask);
  auto operation = operationOf(call);
  if (operation == Operation::Uniform || operation == Operation::UniformPointer)
    return f.values.define(call, anyScalar(f, call.getArgOperand(0), mask), nullptr);
  if (operation && isSubGroupOperation(*operation))
    return emitSubGroupOperation(f, call, *operation, mask);
  if (operation && isGroupCall(call))
    return emitGroupCall(f, call, mask);
  if (auto *intrinsic = llvm::dyn_cast<llvm::IntrinsicInst>(&call))
    return emitIntrinsic(f, *intrinsic, mask);
  if (isScalarCall(f, call))
    return f.values.define(call, scalarForm(f, call), nullptr);
  if (operation && isEstimate(*operation))
    return f.values.define(call, nullptr, createOperation(f.b, *operation, {f.vector(call.getArgOperand(0))}));
  if (emitMachineOperation(f, call) || emitVectorMath(f, call, mask) || emitFunctionCall(f, call, mask))
    return;
  emitSerially(f, call, mask);
}

} // namespace lanecl::simd
