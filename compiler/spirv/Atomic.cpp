// Atomic operations (SPIR-V 3.42.18): LLVM's own, with the address space telling local from global.
#include "compiler/spirv/Handlers.h"

namespace lanecl::spirv {

using llvm::AtomicOrdering;

AtomicOrdering ordering(std::optional<uint64_t> semantics) {
  if (!semantics)
    return AtomicOrdering::SequentiallyConsistent; // not known here: the strongest
  auto bit = [&](MemorySemantics which) { return (*semantics & uint32_t(which)) != 0; };
  if (bit(MemorySemantics::SequentiallyConsistent))
    return AtomicOrdering::SequentiallyConsistent;
  bool acquire = bit(MemorySemantics::Acquire), release = bit(MemorySemantics::Release);
  if (bit(MemorySemantics::AcquireRelease) || (acquire && release))
    return AtomicOrdering::AcquireRelease;
  return acquire ? AtomicOrdering::Acquire : release ? AtomicOrdering::Release : AtomicOrdering::Monotonic;
}

llvm::SyncScope::ID syncScope(Translation &t, std::optional<uint64_t> scope) {
  return scope == uint64_t(Scope::Invocation) ? llvm::SyncScope::SingleThread : llvm::SyncScope::System;
}

namespace {

using RMW = llvm::AtomicRMWInst;

/// What every atomic has: pointer, scope, semantics from operand 1 on.
struct Target {
  llvm::Value *pointer = nullptr;
  llvm::SyncScope::ID scope{};
  AtomicOrdering order{};
  bool isVolatile = false;
};

Target target(Translation &t, const Instruction &instruction) {
  Target result;
  result.pointer = t.pointer(instruction, 0);
  if (!t.integer(instruction, 1) || !t.integer(instruction, 2))
    return {};
  std::optional<uint64_t> semantics = t.constant(instruction.id(2));
  result.scope = syncScope(t, t.constant(instruction.id(1)));
  result.order = ordering(semantics);
  result.isVolatile = semantics.value_or(0) & uint32_t(MemorySemantics::Volatile);
  return result;
}

/// Types that atomics work on (OpenCL environment: 32 and 64 bits; narrower ones by extensions).
bool isAtomicType(llvm::Type *type) {
  return (type->isIntegerTy() && !type->isIntegerTy(1)) || type->isFloatingPointTy() || type->isPointerTy();
}

llvm::Align naturalAlign(Translation &t, llvm::Type *type) {
  return llvm::Align(t.out->getDataLayout().getTypeStoreSize(type).getFixedValue());
}

void atomicLoad(Translation &t, const Instruction &instruction) {
  Target to = target(t, instruction);
  llvm::Type *type = t.resultType(instruction);
  if (!to.pointer || !type || !t.require(isAtomicType(type), instruction, "the type has no atomics"))
    return;
  llvm::LoadInst *made = t.builder.CreateAlignedLoad(type, to.pointer, naturalAlign(t, type), to.isVolatile);
  // LLVM: a load cannot release.
  made->setAtomic(to.order == AtomicOrdering::Release          ? AtomicOrdering::Monotonic
                  : to.order == AtomicOrdering::AcquireRelease ? AtomicOrdering::Acquire
                                                               : to.order,
                  to.scope);
  t.define(instruction, made);
}

void makeStore(Translation &t, const Target &to, llvm::Value *value) {
  auto *made = t.builder.CreateAlignedStore(value, to.pointer, naturalAlign(t, value->getType()), to.isVolatile);
  // LLVM: a store cannot acquire.
  made->setAtomic(to.order == AtomicOrdering::Acquire          ? AtomicOrdering::Monotonic
                  : to.order == AtomicOrdering::AcquireRelease ? AtomicOrdering::Release
                                                               : to.order,
                  to.scope);
}

void atomicStore(Translation &t, const Instruction &instruction) {
  Target to = target(t, instruction);
  llvm::Value *value = t.operand(instruction, 3);
  if (to.pointer && value && t.require(isAtomicType(value->getType()), instruction, "the type has no atomics"))
    makeStore(t, to, value);
}

llvm::Value *modify(Translation &t, RMW::BinOp operation, const Target &to, llvm::Value *value) {
  RMW *made =
      t.builder.CreateAtomicRMW(operation, to.pointer, value, naturalAlign(t, value->getType()), to.order, to.scope);
  made->setVolatile(to.isVolatile);
  return made;
}

/// Integers for IntegerOnly, floating point for the others but exchange, which takes any type.
bool fitsOperation(RMW::BinOp operation, llvm::Type *type) {
  if (operation == RMW::Xchg)
    return isAtomicType(type);
  return RMW::isFPOperation(operation) ? type->isFloatingPointTy() : type->isIntegerTy() && !type->isIntegerTy(1);
}

template <RMW::BinOp Operation> void readModifyWrite(Translation &t, const Instruction &instruction) {
  Target to = target(t, instruction);
  llvm::Value *value = t.operand(instruction, 3);
  if (to.pointer && value &&
      t.require(fitsOperation(Operation, value->getType()), instruction, "the operation is not defined for the type"))
    t.define(instruction, modify(t, Operation, to, value));
}

template <RMW::BinOp Operation> void step(Translation &t, const Instruction &instruction) {
  Target to = target(t, instruction);
  llvm::Type *type = t.resultType(instruction);
  if (to.pointer && type && t.require(fitsOperation(Operation, type), instruction, "works on integers only"))
    t.define(instruction, modify(t, Operation, to, llvm::ConstantInt::get(type, 1)));
}

/// The weak form may fail without cause: it need not.
void compareExchange(Translation &t, const Instruction &instruction) {
  Target to = target(t, instruction);
  llvm::Value *value = t.operand(instruction, 4), *comparator = t.operand(instruction, 5);
  if (!to.pointer || !value || !comparator || !t.integer(instruction, 3))
    return;
  llvm::Type *type = value->getType();
  if (!t.require(type == comparator->getType() && isAtomicType(type), instruction,
                 "value and comparator have one type"))
    return;
  llvm::Type *bits = type->isFloatingPointTy() ? integerLike(type) : type;
  AtomicOrdering unequal = ordering(t.constant(instruction.id(3)));
  // LLVM: failure only loads.
  if (unequal == AtomicOrdering::Release)
    unequal = AtomicOrdering::Monotonic;
  if (unequal == AtomicOrdering::AcquireRelease)
    unequal = AtomicOrdering::Acquire;
  auto *made = t.builder.CreateAtomicCmpXchg(to.pointer, t.builder.CreateBitCast(comparator, bits),
                                             t.builder.CreateBitCast(value, bits), naturalAlign(t, bits), to.order,
                                             unequal, to.scope);
  made->setVolatile(to.isVolatile);
  t.define(instruction, t.builder.CreateBitCast(t.builder.CreateExtractValue(made, 0), type));
}

/// An atomic flag is a 32-bit integer: 0 is clear.
void flagTestAndSet(Translation &t, const Instruction &instruction) {
  Target to = target(t, instruction);
  if (to.pointer)
    t.define(instruction, t.builder.CreateICmpNE(modify(t, RMW::Xchg, to, t.int32(1)), t.int32(0)));
}

void flagClear(Translation &t, const Instruction &instruction) {
  Target to = target(t, instruction);
  if (to.pointer)
    makeStore(t, to, t.int32(0));
}

constexpr Handler handlers[] = {
    {Op::AtomicLoad, atomicLoad},
    {Op::AtomicStore, atomicStore},
    {Op::AtomicExchange, readModifyWrite<RMW::Xchg>},
    {Op::AtomicCompareExchange, compareExchange},
    {Op::AtomicCompareExchangeWeak, compareExchange},
    {Op::AtomicIIncrement, step<RMW::Add>},
    {Op::AtomicIDecrement, step<RMW::Sub>},
    {Op::AtomicIAdd, readModifyWrite<RMW::Add>},
    {Op::AtomicISub, readModifyWrite<RMW::Sub>},
    {Op::AtomicSMin, readModifyWrite<RMW::Min>},
    {Op::AtomicUMin, readModifyWrite<RMW::UMin>},
    {Op::AtomicSMax, readModifyWrite<RMW::Max>},
    {Op::AtomicUMax, readModifyWrite<RMW::UMax>},
    {Op::AtomicAnd, readModifyWrite<RMW::And>},
    {Op::AtomicOr, readModifyWrite<RMW::Or>},
    {Op::AtomicXor, readModifyWrite<RMW::Xor>},
    {Op::AtomicFAddEXT, readModifyWrite<RMW::FAdd>},
    {Op::AtomicFMinEXT, readModifyWrite<RMW::FMin>},
    {Op::AtomicFMaxEXT, readModifyWrite<RMW::FMax>},
    {Op::AtomicFlagTestAndSet, flagTestAndSet},
    {Op::AtomicFlagClear, flagClear},
};

} // namespace

std::span<const Handler> atomicHandlers() { return handlers; }

} // namespace lanecl::spirv
