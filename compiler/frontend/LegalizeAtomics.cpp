// Atomic functions (OpenCL C 3.0, 6.15.12) to SPIR-V's atomic instructions with the right scope and order: the back end
// gives most of them Workgroup scope and relaxed order, or leaves them as unknown functions.
#include "compiler/frontend/BuiltinCalls.h"
#include "compiler/frontend/SpirvNumbers.h"
#include "compiler/ir/AddressSpaces.h"
#include <algorithm>

namespace lanecl::frontend {
namespace {

/// Memory semantics of an access to that address space.
uint32_t semantics(llvm::Value *pointer, uint32_t order) {
  // SPIR-V 3.32: relaxed has neither order nor storage class bits.
  if (order == 0)
    return 0;
  switch (pointer->getType()->getPointerAddressSpace()) {
  case space::Global:
    return order | semanticsGlobal;
  case space::Local:
    return order | semanticsLocal;
  default:
    return order | semanticsGlobal | semanticsLocal;
  }
}

/// How one atomic operation is to be done.
struct Access {
  llvm::Value *pointer;
  uint32_t scope, order, failureOrder;
};

std::string_view opcodeOf(std::string_view operation, const MangledType &type) {
  struct Row {
    std::string_view operation, onSigned, onUnsigned, onFloat;
  };
  static constexpr Row rows[] = {
      {"add", "AtomicIAdd", "AtomicIAdd", "AtomicFAddEXT"},
      {"sub", "AtomicISub", "AtomicISub", "AtomicFAddEXT"},
      {"inc", "AtomicIAdd", "AtomicIAdd", ""},
      {"dec", "AtomicISub", "AtomicISub", ""},
      {"min", "AtomicSMin", "AtomicUMin", "AtomicFMinEXT"},
      {"max", "AtomicSMax", "AtomicUMax", "AtomicFMaxEXT"},
      {"and", "AtomicAnd", "AtomicAnd", ""},
      {"or", "AtomicOr", "AtomicOr", ""},
      {"xor", "AtomicXor", "AtomicXor", ""},
      {"xchg", "AtomicExchange", "AtomicExchange", "AtomicExchange"},
      {"exchange", "AtomicExchange", "AtomicExchange", "AtomicExchange"},
  };
  for (const Row &row : rows)
    if (row.operation == operation)
      return type.element == Element::Float    ? row.onFloat
             : type.element == Element::Signed ? row.onSigned
                                               : row.onUnsigned;
  return {};
}

MangledType pointeeOf(const BuiltinCall &at) {
  MangledType pointee = at.type(0);
  pointee.pointer = false;
  return pointee;
}

llvm::Value *emitReadModifyWrite(const BuiltinCall &at, std::string_view operation, const Access &access,
                                 llvm::Value *operand) {
  std::string_view opcode = opcodeOf(operation, at.type(0));
  if (opcode.empty())
    return nullptr;
  if (!operand)
    operand = llvm::ConstantInt::get(at.call.getType(), 1);
  if (operation == "sub" && at.type(0).element == Element::Float)
    operand = at.builder.CreateFNeg(operand);
  return callSpirv(at, opcode, at.call.getType(),
                   {access.pointer, at.builder.getInt32(access.scope),
                    at.builder.getInt32(semantics(access.pointer, access.order)), operand},
                   pointeeOf(at));
}

llvm::Value *emitCompareExchange(const BuiltinCall &at, const Access &access, llvm::Value *expected,
                                 llvm::Value *desired) {
  return callSpirv(at, "AtomicCompareExchange", desired->getType(),
                   {access.pointer, at.builder.getInt32(access.scope),
                    at.builder.getInt32(semantics(access.pointer, access.order)),
                    at.builder.getInt32(semantics(access.pointer, access.failureOrder)), desired, expected},
                   pointeeOf(at));
}

// 6.15.12.7 legacy functions: relaxed, and of device scope (a work-group's own memory needs no more than the group).
Access legacyAccess(const BuiltinCall &at) {
  llvm::Value *pointer = stripAddressSpaceCast(at.arg(0));
  bool local = pointer->getType()->getPointerAddressSpace() == space::Local;
  return {pointer, local ? scopeWorkgroup : scopeDevice, 0, 0};
}

llvm::Value *lowerLegacy(const BuiltinCall &at) {
  std::string_view operation = at.name.base.substr(at.name.base.find('_') + 1);
  Access access = legacyAccess(at);
  if (operation == "cmpxchg")
    return emitCompareExchange(at, access, at.arg(1), at.arg(2));
  return emitReadModifyWrite(at, operation, access, at.args() > 1 ? at.arg(1) : nullptr);
}

// 6.15.12.6: the functions without _explicit are sequentially consistent, of device scope.
Access explicitAccess(const BuiltinCall &at, unsigned firstOrder, unsigned orders) {
  Access access{stripAddressSpaceCast(at.arg(0)), scopeDevice, orderSequential, orderSequential};
  if (firstOrder < at.args())
    access.order = access.failureOrder = orderOf(at.arg(firstOrder));
  if (orders > 1 && firstOrder + 1 < at.args())
    access.failureOrder = orderOf(at.arg(firstOrder + 1));
  if (firstOrder + orders < at.args())
    access.scope = scopeOf(at.arg(firstOrder + orders));
  return access;
}

// A load cannot release, a store cannot acquire: an order that is not a constant became the strongest.
uint32_t loadOrder(uint32_t order) {
  return order == orderAcquireRelease || order == orderRelease ? orderAcquire : order;
}
uint32_t storeOrder(uint32_t order) {
  return order == orderAcquireRelease || order == orderAcquire ? orderRelease : order;
}

llvm::Value *lowerFetch(const BuiltinCall &at) {
  std::string_view operation = at.name.base.substr(at.name.base.starts_with("atomic_fetch_") ? 13 : 7);
  if (operation.ends_with("_explicit"))
    operation.remove_suffix(9);
  return emitReadModifyWrite(at, operation, explicitAccess(at, 2, 1), at.arg(1));
}

llvm::Value *lowerLoad(const BuiltinCall &at) {
  Access access = explicitAccess(at, 1, 1);
  return callSpirv(at, "AtomicLoad", at.call.getType(),
                   {access.pointer, at.builder.getInt32(access.scope),
                    at.builder.getInt32(semantics(access.pointer, loadOrder(access.order)))},
                   pointeeOf(at));
}

llvm::Value *lowerStore(const BuiltinCall &at) {
  Access access = explicitAccess(at, 2, 1);
  return callSpirv(at, "AtomicStore", at.builder.getVoidTy(),
                   {access.pointer, at.builder.getInt32(access.scope),
                    at.builder.getInt32(semantics(access.pointer, storeOrder(access.order))), at.arg(1)},
                   pointeeOf(at));
}

// 6.15.12.1.1: not atomic.
llvm::Value *lowerInit(const BuiltinCall &at) {
  return at.builder.CreateStore(at.arg(1), stripAddressSpaceCast(at.arg(0)));
}

// bool f(object, expected*, desired, [success, failure, [scope]]): *expected becomes what was there. Weak is strong
// without spurious failures.
llvm::Value *lowerCompareExchange(const BuiltinCall &at) {
  Access access = explicitAccess(at, 3, 2);
  access.failureOrder = loadOrder(access.failureOrder);
  llvm::Value *desired = at.arg(2), *expectedPointer = stripAddressSpaceCast(at.arg(1));
  llvm::Type *type = desired->getType();
  // SPIR-V compares integers: floats go by their bits.
  llvm::Type *bits = type->isFloatingPointTy() ? at.builder.getIntNTy(type->getScalarSizeInBits()) : type;
  llvm::Value *expected = at.builder.CreateLoad(bits, expectedPointer);
  MangledType pointee = pointeeOf(at);
  pointee.element = Element::Unsigned;
  llvm::Value *old = callSpirv(at, "AtomicCompareExchange", bits,
                               {access.pointer, at.builder.getInt32(access.scope),
                                at.builder.getInt32(semantics(access.pointer, access.order)),
                                at.builder.getInt32(semantics(access.pointer, access.failureOrder)),
                                at.builder.CreateBitCast(desired, bits), expected},
                               pointee);
  llvm::Value *equal = at.builder.CreateICmpEQ(old, expected);
  at.builder.CreateStore(old, expectedPointer);
  return at.builder.CreateZExtOrTrunc(equal, at.call.getType());
}

// 6.15.12.7.6: a flag is an int here, 1 when set.
llvm::Value *lowerFlagTestAndSet(const BuiltinCall &at) {
  Access access = explicitAccess(at, 1, 1);
  MangledType pointee{Element::Unsigned, 32, 1, false, false, 0};
  llvm::Value *old = callSpirv(at, "AtomicExchange", at.builder.getInt32Ty(),
                               {access.pointer, at.builder.getInt32(access.scope),
                                at.builder.getInt32(semantics(access.pointer, access.order)), at.builder.getInt32(1)},
                               pointee);
  return at.builder.CreateZExtOrTrunc(at.builder.CreateICmpNE(old, at.builder.getInt32(0)), at.call.getType());
}

llvm::Value *lowerFlagClear(const BuiltinCall &at) {
  Access access = explicitAccess(at, 1, 1);
  MangledType pointee{Element::Unsigned, 32, 1, false, false, 0};
  return callSpirv(at, "AtomicStore", at.builder.getVoidTy(),
                   {access.pointer, at.builder.getInt32(access.scope),
                    at.builder.getInt32(semantics(access.pointer, storeOrder(access.order))), at.builder.getInt32(0)},
                   pointee);
}

constexpr BuiltinRow atomicTable[] = {
    {"atomic_add", lowerLegacy},
    {"atomic_sub", lowerLegacy},
    {"atomic_xchg", lowerLegacy},
    {"atomic_inc", lowerLegacy},
    {"atomic_dec", lowerLegacy},
    {"atomic_cmpxchg", lowerLegacy},
    {"atomic_min", lowerLegacy},
    {"atomic_max", lowerLegacy},
    {"atomic_and", lowerLegacy},
    {"atomic_or", lowerLegacy},
    {"atomic_xor", lowerLegacy},
    {"atom_*", lowerLegacy},
    {"atomic_predec", passThrough},
    {"atomic_fcmpwr", passThrough},
    {"atomic_init", lowerInit},
    {"atomic_load", lowerLoad},
    {"atomic_load_explicit", lowerLoad},
    {"atomic_store", lowerStore},
    {"atomic_store_explicit", lowerStore},
    {"atomic_exchange", lowerFetch},
    {"atomic_exchange_explicit", lowerFetch},
    {"atomic_compare_exchange_*", lowerCompareExchange},
    {"atomic_fetch_*", lowerFetch},
    {"atomic_flag_test_and_set", lowerFlagTestAndSet},
    {"atomic_flag_test_and_set_explicit", lowerFlagTestAndSet},
    {"atomic_flag_clear", lowerFlagClear},
    {"atomic_flag_clear_explicit", lowerFlagClear},
};

} // namespace

std::span<const BuiltinRow> atomicRows() { return atomicTable; }

} // namespace lanecl::frontend
