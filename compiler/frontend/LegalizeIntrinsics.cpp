// LLVM intrinsics that Clang makes and the back end mistakes, or dies of.
#include "compiler/frontend/BuiltinCalls.h"
#include "compiler/frontend/Legalize.h"
#include "compiler/ir/AddressSpaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/Support/FormatVariadic.h"

namespace lanecl::frontend {
namespace {

using llvm::IntrinsicInst, llvm::Type, llvm::Value;
namespace Intrinsic = llvm::Intrinsic;

void replace(IntrinsicInst &intrinsic, Value *value) {
  intrinsic.replaceAllUsesWith(value);
  intrinsic.eraseFromParent();
}

// The back end would make fma of it, which is exact where the source only allows contraction (OpenCL C 3.0, 6.13.2).
void splitMultiplyAdd(IntrinsicInst &intrinsic) {
  llvm::IRBuilder<> builder(&intrinsic);
  llvm::FastMathFlags flags = intrinsic.getFastMathFlags();
  flags.setAllowContract(true);
  builder.setFastMathFlags(flags);
  Value *product = builder.CreateFMul(intrinsic.getArgOperand(0), intrinsic.getArgOperand(1));
  replace(intrinsic, builder.CreateFAdd(product, intrinsic.getArgOperand(2)));
}

// The back end writes one alignment, the target's, and SPIR-V takes it for both sides' (OpCopyMemorySized).
void alignBothSides(IntrinsicInst &intrinsic) {
  auto &transfer = llvm::cast<llvm::MemTransferInst>(intrinsic);
  llvm::Align both = std::min(transfer.getDestAlign().valueOrOne(), transfer.getSourceAlign().valueOrOne());
  transfer.setDestAlignment(both);
  transfer.setSourceAlignment(both);
}

/// void __lanecl_<name>.pA[.pB](where, what, i64 bytes, i32 alignment, i32 isVolatile): FrontEnd.h.
void passMemoryOperation(llvm::MemIntrinsic &memory, llvm::StringRef name, Value *what, llvm::Align align) {
  llvm::IRBuilder<> builder(&memory);
  std::string named = ("__lanecl_" + name + ".p" + llvm::Twine(memory.getDestAddressSpace())).str();
  if (what->getType()->isPointerTy())
    named += ".p" + std::to_string(what->getType()->getPointerAddressSpace());
  Value *bytes = builder.CreateZExtOrTrunc(memory.getLength(), builder.getInt64Ty());
  Value *arguments[] = {memory.getRawDest(), what, bytes, builder.getInt32(static_cast<uint32_t>(align.value())),
                        builder.getInt32(memory.isVolatile())};
  llvm::SmallVector<Type *, 5> types;
  for (Value *argument : arguments)
    types.push_back(argument->getType());
  auto *type = llvm::FunctionType::get(builder.getVoidTy(), types, false);
  builder.CreateCall(memory.getModule()->getOrInsertFunction(named, type), arguments);
  memory.eraseFromParent();
}

// The back end would make a loop of it, byte by byte, which takes for ever where the length is wild: a robust program
// checks such an operation as a whole.
void moveAsOne(IntrinsicInst &intrinsic) {
  auto &move = llvm::cast<llvm::MemMoveInst>(intrinsic);
  passMemoryOperation(move, "memmove", move.getRawSource(),
                      std::min(move.getDestAlign().valueOrOne(), move.getSourceAlign().valueOrOne()));
}

// The back end would make the same of a memset, but takes the value from an instruction that it may have replaced: what
// it reads there is no number then.
void copyFromConstant(llvm::MemSetInst &set, uint8_t value, uint64_t bytes) {
  llvm::Module &module = *set.getModule();
  const std::string name = llvm::formatv("__lanecl_set.{0}.{1}", value, bytes);
  llvm::GlobalVariable *constant = module.getNamedGlobal(name);
  if (!constant) {
    auto *contents =
        llvm::ConstantDataArray::get(module.getContext(), llvm::ArrayRef(std::vector<uint8_t>(bytes, value)));
    constant = new llvm::GlobalVariable(module, contents->getType(), true, llvm::GlobalValue::InternalLinkage, contents,
                                        name, nullptr, llvm::GlobalValue::NotThreadLocal, space::Constant);
  }
  const llvm::Align align = set.getDestAlign().valueOrOne();
  constant->setAlignment(std::max(constant->getAlign().valueOrOne(), align));
  llvm::IRBuilder<>(&set).CreateMemCpy(set.getRawDest(), align, constant, align, bytes, set.isVolatile());
  set.eraseFromParent();
}

// Likewise, and of a long one with constants a constant as long.
void setAsOne(IntrinsicInst &intrinsic) {
  auto &set = llvm::cast<llvm::MemSetInst>(intrinsic);
  constexpr uint64_t asConstant = 4096;
  auto *bytes = llvm::dyn_cast<llvm::ConstantInt>(set.getLength());
  auto *value = llvm::dyn_cast<llvm::ConstantInt>(set.getValue());
  if (!bytes || !value || bytes->getValue().ugt(asConstant))
    passMemoryOperation(set, "memset", set.getValue(), set.getDestAlign().valueOrOne());
  else if (bytes->isZero())
    set.eraseFromParent();
  else
    copyFromConstant(set, static_cast<uint8_t>(value->getZExtValue()), bytes->getZExtValue());
}

// What is to be inlined always is a copy like any other.
void copyPlainly(IntrinsicInst &intrinsic) {
  auto &copy = llvm::cast<llvm::MemCpyInst>(intrinsic);
  llvm::IRBuilder<> builder(&copy);
  alignBothSides(copy);
  builder.CreateMemCpy(copy.getRawDest(), copy.getDestAlign(), copy.getRawSource(), copy.getSourceAlign(),
                       copy.getLength(), copy.isVolatile());
  copy.eraseFromParent();
}

void setPlainly(IntrinsicInst &intrinsic) {
  auto &set = llvm::cast<llvm::MemSetInst>(intrinsic);
  auto *plain = llvm::IRBuilder<>(&set).CreateMemSet(set.getRawDest(), set.getValue(), set.getLength(),
                                                     set.getDestAlign(), set.isVolatile());
  set.eraseFromParent();
  setAsOne(llvm::cast<IntrinsicInst>(*plain));
}

void replaceParts(IntrinsicInst &intrinsic, Value *result, Value *overflow) {
  for (llvm::User *user : llvm::make_early_inc_range(intrinsic.users()))
    if (auto *part = llvm::dyn_cast<llvm::ExtractValueInst>(user)) {
      part->replaceAllUsesWith(part->getIndices()[0] == 0 ? result : overflow);
      part->eraseFromParent();
    }
  llvm::IRBuilder<> builder(&intrinsic);
  if (!intrinsic.use_empty())
    intrinsic.replaceAllUsesWith(builder.CreateInsertValue(
        builder.CreateInsertValue(llvm::PoisonValue::get(intrinsic.getType()), result, 0), overflow, 1));
  intrinsic.eraseFromParent();
}

// A sum overflows when its sign is neither operand's.
void checkSum(IntrinsicInst &intrinsic) {
  llvm::IRBuilder<> builder(&intrinsic);
  Value *a = intrinsic.getArgOperand(0), *b = intrinsic.getArgOperand(1), *sum = builder.CreateAdd(a, b);
  Value *isOther = builder.CreateAnd(builder.CreateXor(a, sum), builder.CreateXor(b, sum));
  replaceParts(intrinsic, sum, builder.CreateIsNeg(isOther));
}

// A difference, when the operands have different signs and it has not the first one's.
void checkDifference(IntrinsicInst &intrinsic) {
  llvm::IRBuilder<> builder(&intrinsic);
  Value *a = intrinsic.getArgOperand(0), *b = intrinsic.getArgOperand(1), *difference = builder.CreateSub(a, b);
  Value *isOther = builder.CreateAnd(builder.CreateXor(a, b), builder.CreateXor(a, difference));
  replaceParts(intrinsic, difference, builder.CreateIsNeg(isOther));
}

// A product, when its upper half is not all copies of the lower one's sign.
void checkProduct(IntrinsicInst &intrinsic) {
  llvm::IRBuilder<> builder(&intrinsic);
  Value *a = intrinsic.getArgOperand(0), *b = intrinsic.getArgOperand(1), *product = builder.CreateMul(a, b);
  Value *overflow;
  if (product->getType()->isIntegerTy(64)) {
    Value *upper = callSpirv(builder, "ocl_s_mul_hi", product->getType(), {a, b});
    overflow = builder.CreateICmpNE(upper, builder.CreateAShr(product, 63));
  } else {
    Type *wide = builder.getInt64Ty();
    Value *exact = builder.CreateMul(builder.CreateSExt(a, wide), builder.CreateSExt(b, wide));
    overflow = builder.CreateICmpNE(exact, builder.CreateSExt(product, wide));
  }
  replaceParts(intrinsic, product, overflow);
}

void drop(IntrinsicInst &intrinsic) { intrinsic.eraseFromParent(); }

// There is one rounding mode, to the nearest (OpenCL C 3.0, 7.1); C numbers it 1.
void roundToNearest(IntrinsicInst &intrinsic) { replace(intrinsic, llvm::ConstantInt::get(intrinsic.getType(), 1)); }

void multiplyByOne(IntrinsicInst &intrinsic) {
  llvm::IRBuilder<> builder(&intrinsic);
  replace(intrinsic, builder.CreateFMul(intrinsic.getArgOperand(0), llvm::ConstantFP::get(intrinsic.getType(), 1)));
}

void callExp10(IntrinsicInst &intrinsic) {
  llvm::IRBuilder<> builder(&intrinsic);
  replace(intrinsic, callSpirv(builder, "ocl_exp10", intrinsic.getType(), {intrinsic.getArgOperand(0)}));
}

void callLdexp(IntrinsicInst &intrinsic) {
  llvm::IRBuilder<> builder(&intrinsic);
  Value *exponent = intrinsic.getArgOperand(1);
  Type *type = exponent->getType()->getWithNewBitWidth(32);
  if (exponent->getType()->getScalarSizeInBits() > 32) { // far more than any float has
    constexpr int64_t most = 1 << 20;
    exponent = builder.CreateBinaryIntrinsic(Intrinsic::smin, exponent,
                                             llvm::ConstantInt::getSigned(exponent->getType(), most));
    exponent = builder.CreateBinaryIntrinsic(Intrinsic::smax, exponent,
                                             llvm::ConstantInt::getSigned(exponent->getType(), -most));
  }
  replace(intrinsic, callSpirv(builder, "ocl_ldexp", intrinsic.getType(),
                               {intrinsic.getArgOperand(0), builder.CreateSExtOrTrunc(exponent, type)}));
}

// The back end would leave out what says that the place is reached, and keep what says that it is not.
void callTrap(IntrinsicInst &intrinsic) {
  llvm::IRBuilder<> builder(&intrinsic);
  builder.CreateCall(intrinsic.getModule()->getOrInsertFunction("__lanecl_trap", builder.getVoidTy()));
  intrinsic.eraseFromParent();
}

void roundToInteger(IntrinsicInst &intrinsic) {
  llvm::IRBuilder<> builder(&intrinsic);
  Value *value = intrinsic.getArgOperand(0);
  replace(intrinsic,
          builder.CreateFPToSI(callSpirv(builder, "ocl_rint", value->getType(), {value}), intrinsic.getType()));
}

struct Row {
  Intrinsic::ID id;
  void (*lower)(IntrinsicInst &); ///< null: SPIR-V has no words for it
};

constexpr Row rows[] = {
    {Intrinsic::fmuladd, splitMultiplyAdd},
    {Intrinsic::memcpy, alignBothSides},
    {Intrinsic::memmove, moveAsOne},
    {Intrinsic::memset, setAsOne},
    {Intrinsic::memcpy_inline, copyPlainly},
    {Intrinsic::memset_inline, setPlainly},
    {Intrinsic::sadd_with_overflow, checkSum},
    {Intrinsic::ssub_with_overflow, checkDifference},
    {Intrinsic::smul_with_overflow, checkProduct},
    {Intrinsic::prefetch, drop},
    {Intrinsic::trap, callTrap},
    {Intrinsic::debugtrap, callTrap},
    {Intrinsic::ubsantrap, callTrap},
    {Intrinsic::get_rounding, roundToNearest},
    {Intrinsic::canonicalize, multiplyByOne},
    {Intrinsic::exp10, callExp10},
    {Intrinsic::ldexp, callLdexp},
    {Intrinsic::lrint, roundToInteger},
    {Intrinsic::llrint, roundToInteger},
    {Intrinsic::maximumnum, nullptr},
    {Intrinsic::minimumnum, nullptr},
    {Intrinsic::frameaddress, nullptr},
    {Intrinsic::returnaddress, nullptr},
};

const Row *rowOf(const llvm::Function &function) {
  const Row *found = llvm::find_if(rows, [&](const Row &row) { return row.id == function.getIntrinsicID(); });
  return function.isIntrinsic() && found != std::end(rows) ? found : nullptr;
}

} // namespace

bool isIntrinsicWithoutWords(const llvm::Function &function) {
  const Row *row = rowOf(function);
  return row && !row->lower;
}

void lowerIntrinsics(llvm::Module &module) {
  for (llvm::Function &function : llvm::make_early_inc_range(module)) {
    const Row *row = rowOf(function);
    if (!row || !row->lower)
      continue;
    for (llvm::User *user : llvm::make_early_inc_range(function.users()))
      row->lower(*llvm::cast<IntrinsicInst>(user));
    if (function.use_empty())
      function.eraseFromParent();
  }
}

} // namespace lanecl::frontend
