// The built-in functions that fit no family of their own.
#include "compiler/frontend/BuiltinCalls.h"
#include "compiler/frontend/SpirvNumbers.h"
#include "llvm/IR/Module.h"

namespace lanecl::frontend {
namespace {

// 6.15.6: any and all look at the most significant bit; SPIR-V's OpAny and OpAll take booleans only.
llvm::Value *mostSignificantBits(const BuiltinCall &at) {
  return at.builder.CreateICmpSLT(at.arg(0), llvm::Constant::getNullValue(at.arg(0)->getType()));
}

llvm::Value *lowerAnyAll(const BuiltinCall &at, std::string_view opcode) {
  llvm::Value *bits = mostSignificantBits(at);
  if (bits->getType()->isVectorTy())
    bits = callSpirv(at, opcode, at.builder.getInt1Ty(), {bits});
  return at.builder.CreateZExt(bits, at.call.getType());
}

llvm::Value *lowerAny(const BuiltinCall &at) { return lowerAnyAll(at, "Any"); }
llvm::Value *lowerAll(const BuiltinCall &at) { return lowerAnyAll(at, "All"); }

// ldexp, pown and rootn of a vector with one int: the instruction wants as many as the vector has.
llvm::Value *lowerScalarExponent(const BuiltinCall &at) {
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(at.arg(0)->getType());
  if (!vector || at.arg(1)->getType()->isVectorTy())
    return nullptr;
  llvm::Value *exponents = at.builder.CreateVectorSplat(vector->getNumElements(), at.arg(1));
  return callSpirv(at, "ocl_" + std::string(at.name.base), at.call.getType(), {at.arg(0), exponents});
}

// 6.15.4: max and min of floats may ignore NaN, unlike fmax and fmin, which the back end makes of them.
llvm::Value *lowerFloatExtremum(const BuiltinCall &at, std::string_view opcode) {
  if (at.type(0).element != Element::Float)
    return nullptr;
  llvm::Value *right = at.arg(1);
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(at.call.getType());
  if (vector && !right->getType()->isVectorTy())
    right = at.builder.CreateVectorSplat(vector->getNumElements(), right);
  llvm::CallInst *call = callSpirv(at, opcode, at.call.getType(), {at.arg(0), right});
  call->setAttributes(at.call.getAttributes());
  return call;
}

llvm::Value *lowerMax(const BuiltinCall &at) { return lowerFloatExtremum(at, "ocl_fmax_common"); }
llvm::Value *lowerMin(const BuiltinCall &at) { return lowerFloatExtremum(at, "ocl_fmin_common"); }

// to_global, to_local, to_private: null when the pointer is of another address space.
llvm::Value *castToSpace(const BuiltinCall &at, llvm::Type *type) {
  llvm::Value *source = stripAddressSpaceCast(at.arg(0));
  unsigned from = source->getType()->getPointerAddressSpace(), to = type->getPointerAddressSpace();
  if (from == to)
    return source;
  if (from != 4)
    return llvm::Constant::getNullValue(type);
  struct Row {
    unsigned space, storageClass; // SPIR-V 3.7
    std::string_view suffix;
  };
  static constexpr Row rows[] = {{0, 7, "ToPrivate"}, {1, 5, "ToGlobal"}, {3, 4, "ToLocal"}};
  for (const Row &row : rows)
    if (row.space == to)
      return callSpirv(at, "GenericCastToPtrExplicit_" + std::string(row.suffix), type,
                       {source, at.builder.getInt32(row.storageClass)}, {Element::Unsigned, 8, 1, false, false, 0});
  return nullptr;
}

llvm::Value *lowerToSpace(const BuiltinCall &at) { return castToSpace(at, at.call.getType()); }

// 6.15.11.2: the flag of the pointer's memory, CLK_LOCAL_MEM_FENCE or CLK_GLOBAL_MEM_FENCE; private memory needs none.
// The back end does not know the instruction for it.
llvm::Value *lowerGetFence(const BuiltinCall &at) {
  llvm::Type *type = at.call.getType();
  auto flag = [&](unsigned space, uint64_t bit) {
    llvm::Value *cast = castToSpace(at, llvm::PointerType::get(at.call.getContext(), space));
    return at.builder.CreateSelect(at.builder.CreateIsNotNull(cast), llvm::ConstantInt::get(type, bit),
                                   llvm::ConstantInt::get(type, 0));
  };
  return at.builder.CreateOr(flag(3, 1), flag(1, 2));
}

constexpr BuiltinRow miscellaneousTable[] = {
    {"any", lowerAny},
    {"all", lowerAll},
    {"ldexp", lowerScalarExponent},
    {"pown", lowerScalarExponent},
    {"rootn", lowerScalarExponent},
    {"max", lowerMax},
    {"min", lowerMin},
    {"get_fence", lowerGetFence},
    {"__to_global", lowerToSpace},
    {"__to_local", lowerToSpace},
    {"__to_private", lowerToSpace},
    // Instructions that the back end does not know; it leaves unknown names alone. AsyncCopyImport makes them.
    {"async_work_group_copy_2D2D", passThrough},
    {"async_work_group_copy_3D3D", passThrough},
    // The back end takes it for vload_half3, which steps by 3 elements instead of 4.
    {"vloada_half3", passThrough},
};

} // namespace

std::span<const BuiltinRow> miscellaneousRows() { return miscellaneousTable; }

} // namespace lanecl::frontend
