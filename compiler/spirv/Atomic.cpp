// Atomic operations (SPIR-V 3.42.18): loads and stores are LLVM's own, what changes memory is the atomic operation
// (ir/AtomicOperation.h), with the address space telling local from global.
#include "compiler/ir/AtomicOperation.h"
#include "compiler/spirv/Handlers.h"

namespace lanecl::spirv {

using llvm::AtomicOrdering;

namespace {

/// What is not known here gets the strongest order and the widest scope.
uint32_t semanticsOf(std::optional<uint64_t> semantics) {
  return semantics ? uint32_t(*semantics) : SemanticsSequential;
}

} // namespace

AtomicOrdering ordering(std::optional<uint64_t> semantics) {
  return AtomicOperation::orderingOf(semanticsOf(semantics));
}

llvm::SyncScope::ID syncScope(std::optional<uint64_t> scope) {
  return scope == uint64_t(Scope::Invocation) ? llvm::SyncScope::SingleThread : llvm::SyncScope::System;
}

namespace {

/// What every atomic has: pointer, scope, semantics from operand 1 on.
struct Target {
  llvm::Value *pointer = nullptr;
  uint32_t scope = 0, semantics = 0;
};

Target target(Translation &t, const Instruction &instruction) {
  Target result;
  result.pointer = t.pointer(instruction, 0);
  if (!t.integer(instruction, 1) || !t.integer(instruction, 2))
    return {};
  result.scope = uint32_t(t.constant(instruction.id(1)).value_or(uint64_t(Scope::CrossDevice)));
  result.semantics = semanticsOf(t.constant(instruction.id(2)));
  return result;
}

/// Types that atomics work on (OpenCL environment: 32 and 64 bits; narrower ones by extensions).
bool isAtomicType(llvm::Type *type) {
  return (type->isIntegerTy() && !type->isIntegerTy(1)) || type->isFloatingPointTy() || type->isPointerTy();
}

llvm::Align naturalAlign(Translation &t, llvm::Type *type) {
  return llvm::Align(t.out->getDataLayout().getTypeStoreSize(type).getFixedValue());
}

bool isVolatile(const Target &to) { return to.semantics & uint32_t(MemorySemantics::Volatile); }

void atomicLoad(Translation &t, const Instruction &instruction) {
  Target to = target(t, instruction);
  llvm::Type *type = t.resultType(instruction);
  if (!to.pointer || !type || !t.require(isAtomicType(type), instruction, "the type has no atomics"))
    return;
  llvm::LoadInst *made = t.builder.CreateAlignedLoad(type, to.pointer, naturalAlign(t, type), isVolatile(to));
  AtomicOrdering order = AtomicOperation::orderingOf(to.semantics);
  // LLVM: a load cannot release.
  made->setAtomic(order == AtomicOrdering::Release          ? AtomicOrdering::Monotonic
                  : order == AtomicOrdering::AcquireRelease ? AtomicOrdering::Acquire
                                                            : order,
                  syncScope(to.scope));
  t.define(instruction, made);
}

void makeStore(Translation &t, const Target &to, llvm::Value *value) {
  auto *made = t.builder.CreateAlignedStore(value, to.pointer, naturalAlign(t, value->getType()), isVolatile(to));
  AtomicOrdering order = AtomicOperation::orderingOf(to.semantics);
  // LLVM: a store cannot acquire.
  made->setAtomic(order == AtomicOrdering::Acquire          ? AtomicOrdering::Monotonic
                  : order == AtomicOrdering::AcquireRelease ? AtomicOrdering::Release
                                                            : order,
                  syncScope(to.scope));
}

void atomicStore(Translation &t, const Instruction &instruction) {
  Target to = target(t, instruction);
  llvm::Value *value = t.operand(instruction, 3);
  if (to.pointer && value && t.require(isAtomicType(value->getType()), instruction, "the type has no atomics"))
    makeStore(t, to, value);
}

llvm::Value *send(Translation &t, AtomicOp op, const Target &to, llvm::Type *type, llvm::Value *source0 = nullptr,
                  llvm::Value *source1 = nullptr) {
  return AtomicOperation::create(t.builder, op, type,
                                 {to.pointer, source0, source1, t.builder.getTrue(), to.scope, to.semantics})
      .call;
}

/// Exchanges are of bits.
llvm::Value *asBits(Translation &t, llvm::Value *value) {
  return t.builder.CreateBitOrPointerCast(
      value, t.builder.getIntNTy(unsigned(t.out->getDataLayout().getTypeSizeInBits(value->getType()))));
}

bool isInteger(llvm::Type *type) { return type->isIntegerTy() && !type->isIntegerTy(1); }

template <AtomicOp Operation> void integerUpdate(Translation &t, const Instruction &instruction) {
  Target to = target(t, instruction);
  llvm::Value *value = t.operand(instruction, 3);
  if (to.pointer && value &&
      t.require(isInteger(value->getType()), instruction, "the operation is not defined for the type"))
    t.define(instruction, send(t, Operation, to, value->getType(), value));
}

template <AtomicOp Operation> void floatUpdate(Translation &t, const Instruction &instruction) {
  Target to = target(t, instruction);
  llvm::Value *value = t.operand(instruction, 3);
  if (!to.pointer || !value ||
      !t.require(value->getType()->isFloatingPointTy(), instruction, "the operation is not defined for the type"))
    return;
  llvm::IRBuilderBase::FastMathFlagGuard keep(t.builder);
  t.builder.setFastMathFlags(t.annotations.fastMath(instruction));
  t.define(instruction, send(t, Operation, to, value->getType(), value));
}

void exchange(Translation &t, const Instruction &instruction) {
  Target to = target(t, instruction);
  llvm::Value *value = t.operand(instruction, 3);
  if (!to.pointer || !value ||
      !t.require(isAtomicType(value->getType()), instruction, "the operation is not defined for the type"))
    return;
  llvm::Value *bits = asBits(t, value);
  t.define(instruction,
           t.builder.CreateBitOrPointerCast(send(t, AtomicOp::Xchg, to, bits->getType(), bits), value->getType()));
}

template <AtomicOp Operation> void step(Translation &t, const Instruction &instruction) {
  Target to = target(t, instruction);
  llvm::Type *type = t.resultType(instruction);
  if (to.pointer && type && t.require(isInteger(type), instruction, "works on integers only"))
    t.define(instruction, send(t, Operation, to, type));
}

/// The weak form may fail without cause: it need not. The order is that of either outcome.
void compareExchange(Translation &t, const Instruction &instruction) {
  Target to = target(t, instruction);
  llvm::Value *value = t.operand(instruction, 4), *comparator = t.operand(instruction, 5);
  if (!to.pointer || !value || !comparator || !t.integer(instruction, 3))
    return;
  llvm::Type *type = value->getType();
  if (!t.require(type == comparator->getType() && isAtomicType(type), instruction,
                 "value and comparator have one type"))
    return;
  to.semantics |= semanticsOf(t.constant(instruction.id(3)));
  llvm::Value *bits = asBits(t, value);
  llvm::Value *old = send(t, AtomicOp::CmpXchg, to, bits->getType(), bits, asBits(t, comparator));
  t.define(instruction, t.builder.CreateBitOrPointerCast(old, type));
}

/// An atomic flag is a 32-bit integer: 0 is clear.
void flagTestAndSet(Translation &t, const Instruction &instruction) {
  Target to = target(t, instruction);
  if (to.pointer)
    t.define(instruction,
             t.builder.CreateICmpNE(send(t, AtomicOp::Xchg, to, t.builder.getInt32Ty(), t.int32(1)), t.int32(0)));
}

void flagClear(Translation &t, const Instruction &instruction) {
  Target to = target(t, instruction);
  if (to.pointer)
    makeStore(t, to, t.int32(0));
}

constexpr Handler atomicTable[] = {
    {Op::AtomicLoad, atomicLoad},
    {Op::AtomicStore, atomicStore},
    {Op::AtomicExchange, exchange},
    {Op::AtomicCompareExchange, compareExchange},
    {Op::AtomicCompareExchangeWeak, compareExchange},
    {Op::AtomicIIncrement, step<AtomicOp::Inc>},
    {Op::AtomicIDecrement, step<AtomicOp::Dec>},
    {Op::AtomicIAdd, integerUpdate<AtomicOp::Add>},
    {Op::AtomicISub, integerUpdate<AtomicOp::Sub>},
    {Op::AtomicSMin, integerUpdate<AtomicOp::IMin>},
    {Op::AtomicUMin, integerUpdate<AtomicOp::Min>},
    {Op::AtomicSMax, integerUpdate<AtomicOp::IMax>},
    {Op::AtomicUMax, integerUpdate<AtomicOp::Max>},
    {Op::AtomicAnd, integerUpdate<AtomicOp::And>},
    {Op::AtomicOr, integerUpdate<AtomicOp::Or>},
    {Op::AtomicXor, integerUpdate<AtomicOp::Xor>},
    {Op::AtomicFAddEXT, floatUpdate<AtomicOp::Add>},
    {Op::AtomicFMinEXT, floatUpdate<AtomicOp::FMin>},
    {Op::AtomicFMaxEXT, floatUpdate<AtomicOp::FMax>},
    {Op::AtomicFlagTestAndSet, flagTestAndSet},
    {Op::AtomicFlagClear, flagClear},
};

} // namespace

std::span<const Handler> atomicHandlers() { return atomicTable; }

} // namespace lanecl::spirv
