// Moves between lanes: table look-ups in registers. A pattern that is known becomes a shufflevector, for which the back
// end finds the cheapest instruction.
#include "compiler/transform/PacketizeFunction.h"
#include "llvm/IR/IntrinsicsX86.h"

namespace lanecl::simd {

using llvm::Intrinsic::ID, llvm::Type, llvm::Value;
namespace Intrinsic = llvm::Intrinsic;

namespace {

/// An instruction that looks up `lanes` elements of `bits` bits in one register or in two (0: there is none).
struct LookUp {
  Isa least;
  unsigned bits, lanes;
  ID one, two;
};

// The first that fits is taken. Each looks at the low bits of an index only, but for pshufb (lookUpBytes).
constexpr LookUp LookUps[] = {
    {Isa::Avx512, 16, 32, Intrinsic::x86_avx512_permvar_hi_512, Intrinsic::x86_avx512_vpermi2var_hi_512},
    {Isa::Avx512, 16, 16, Intrinsic::x86_avx512_permvar_hi_256, Intrinsic::x86_avx512_vpermi2var_hi_256},
    {Isa::Avx512, 16, 8, Intrinsic::x86_avx512_permvar_hi_128, Intrinsic::x86_avx512_vpermi2var_hi_128},
    {Isa::Avx512, 32, 16, Intrinsic::x86_avx512_permvar_si_512, Intrinsic::x86_avx512_vpermi2var_d_512},
    {Isa::Avx512, 32, 8, Intrinsic::x86_avx2_permd, Intrinsic::x86_avx512_vpermi2var_d_256},
    {Isa::Avx512, 64, 8, Intrinsic::x86_avx512_permvar_di_512, Intrinsic::x86_avx512_vpermi2var_q_512},
    {Isa::Avx512, 64, 4, Intrinsic::x86_avx512_permvar_di_256, Intrinsic::x86_avx512_vpermi2var_q_256},
    {Isa::Avx2, 32, 8, Intrinsic::x86_avx2_permd, 0},
    {Isa::Sse4, 32, 4, Intrinsic::x86_ssse3_pshuf_b_128, 0},
};

/// More registers than these for one value: memory is as good.
constexpr unsigned MostRegisters = 8;

const LookUp *find(Isa isa, unsigned bits, unsigned width) {
  auto *found = llvm::find_if(
      LookUps, [&](const LookUp &row) { return isa >= row.least && row.bits == bits && row.lanes <= width; });
  return found == std::end(LookUps) || width / found->lanes > MostRegisters ? nullptr : found;
}

/// The vector in pieces of `lanes`.
llvm::SmallVector<Value *, 8> cut(LaneBuilder &b, Value *value, unsigned lanes) {
  llvm::SmallVector<Value *, 8> pieces;
  auto *type = llvm::FixedVectorType::get(value->getType()->getScalarType(), lanes);
  for (unsigned start = 0; start < b.width; start += lanes)
    pieces.push_back(lanes == b.width ? value : b.CreateExtractVector(type, value, uint64_t(start)));
  return pieces;
}

/// pshufb wants a byte's number for each byte.
Value *lookUpBytes(LaneBuilder &b, Value *words, Value *lanes) {
  auto *wordType = words->getType();
  auto *bytes = llvm::FixedVectorType::get(b.getInt8Ty(), 16);
  auto constant = [&](uint64_t value) { return llvm::ConstantInt::get(wordType, value); };
  Value *control =
      b.CreateAdd(b.CreateMul(b.CreateAnd(lanes, constant(3)), constant(0x04040404)), constant(0x03020100));
  Value *found = b.CreateIntrinsic(Intrinsic::x86_ssse3_pshuf_b_128, {},
                                   {b.CreateBitCast(words, bytes), b.CreateBitCast(control, bytes)});
  return b.CreateBitCast(found, wordType);
}

/// One piece of the result: each table, or pair of tables, is asked, and the index's upper bits choose.
Value *lookUp(LaneBuilder &b, const LookUp &how, llvm::ArrayRef<Value *> tables, Value *lanes) {
  bool pairs = tables.size() > 1 && how.two;
  unsigned step = pairs ? 2 : 1;
  Value *result = nullptr;
  for (unsigned i = 0; i < tables.size(); i += step) {
    Value *found = pairs ? b.CreateIntrinsic(how.two, {}, {tables[i], lanes, tables[i + 1]})
                   : how.one == Intrinsic::x86_ssse3_pshuf_b_128 ? lookUpBytes(b, tables[i], lanes)
                                                                 : b.CreateIntrinsic(how.one, {}, {tables[i], lanes});
    if (result) {
      Value *isHere = b.CreateICmpUGE(lanes, llvm::ConstantInt::get(lanes->getType(), uint64_t(i) * how.lanes));
      found = b.CreateSelect(isHere, found, result);
    }
    result = found;
  }
  return result;
}

} // namespace

Value *FunctionPacketizer::shuffle(Value *value, Value *lanes) {
  lanes = b_.CreateAnd(lanes, b_.splat(b_.getInt32(b_.width - 1)));
  auto *constant = llvm::dyn_cast<llvm::Constant>(lanes);
  if (!constant)
    return permute(value, lanes);
  llvm::SmallVector<int, 64> from;
  for (unsigned lane = 0; lane < b_.width; ++lane) {
    auto *number = llvm::dyn_cast_or_null<llvm::ConstantInt>(constant->getAggregateElement(lane));
    from.push_back(number ? static_cast<int>(number->getZExtValue()) : -1);
  }
  return b_.CreateShuffleVector(value, from);
}

/// `lanes`: <W x i32>, each less than W.
Value *FunctionPacketizer::permute(Value *value, Value *lanes) {
  Type *type = value->getType(), *element = type->getScalarType();
  auto bits = static_cast<unsigned>(data_.getTypeSizeInBits(element));
  if (Type *number = b_.wide(b_.getIntNTy(bits)); number != type) {
    bool isPointer = element->isPointerTy();
    Value *found = permute(isPointer ? b_.CreatePtrToInt(value, number) : b_.CreateBitCast(value, number), lanes);
    return isPointer ? b_.CreateIntToPtr(found, type) : b_.CreateBitCast(found, type);
  }
  const LookUp *how = find(session_.options.isa, bits, b_.width);
  if (!how && bits < 32)
    return b_.CreateTrunc(permute(b_.CreateZExt(value, b_.wide(b_.getIntNTy(bits * 2))), lanes), type);
  if (!how && bits == 64 && find(session_.options.isa, 32, b_.width)) { // one half after the other
    Type *words = b_.wide(b_.getInt32Ty());
    Value *low = permute(b_.CreateTrunc(value, words), lanes);
    Value *high = permute(b_.CreateTrunc(b_.CreateLShr(value, 32), words), lanes);
    return b_.CreateOr(b_.CreateShl(b_.CreateZExt(high, type), 32), b_.CreateZExt(low, type));
  }
  if (!how) {
    auto *memory = b_.variable(type, "table");
    memory->setAlignment(llvm::Align(64));
    b_.CreateStore(value, memory);
    Value *from = b_.CreateGEP(element, memory, b_.CreateZExt(lanes, b_.wide(b_.getInt64Ty())));
    return b_.CreateMaskedGather(type, from, llvm::Align(bits / 8), b_.allLanes());
  }
  auto tables = cut(b_, value, how->lanes);
  Value *result = nullptr;
  uint64_t start = 0;
  for (Value *part : cut(b_, b_.CreateZExtOrTrunc(lanes, type), how->lanes)) {
    Value *found = lookUp(b_, *how, tables, part);
    if (tables.size() == 1)
      return found;
    result = b_.CreateInsertVector(type, result ? result : llvm::PoisonValue::get(type), found, start);
    start += how->lanes;
  }
  return result;
}

} // namespace lanecl::simd
