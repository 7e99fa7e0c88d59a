// Moves between lanes: table look-ups in registers.
#include "compiler/targets/x86/X86Machine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IntrinsicsX86.h"

namespace lanecl::targets::x86 {
namespace {

using llvm::Intrinsic::ID, llvm::Value;
namespace Intrinsic = llvm::Intrinsic;

/// An instruction that looks up `lanes` elements of `bits` bits in one register or in two (0: there is none).
struct LookUpRow {
  Level least;
  unsigned bits, lanes;
  ID one, two;
};

// The first that fits is taken. Each looks at the low bits of an index only, but for pshufb (lookUpBytes).
constexpr LookUpRow LookUpRows[] = {
    {Level::Avx512, 16, 32, Intrinsic::x86_avx512_permvar_hi_512, Intrinsic::x86_avx512_vpermi2var_hi_512},
    {Level::Avx512, 16, 16, Intrinsic::x86_avx512_permvar_hi_256, Intrinsic::x86_avx512_vpermi2var_hi_256},
    {Level::Avx512, 16, 8, Intrinsic::x86_avx512_permvar_hi_128, Intrinsic::x86_avx512_vpermi2var_hi_128},
    {Level::Avx512, 32, 16, Intrinsic::x86_avx512_permvar_si_512, Intrinsic::x86_avx512_vpermi2var_d_512},
    {Level::Avx512, 32, 8, Intrinsic::x86_avx2_permd, Intrinsic::x86_avx512_vpermi2var_d_256},
    {Level::Avx512, 64, 8, Intrinsic::x86_avx512_permvar_di_512, Intrinsic::x86_avx512_vpermi2var_q_512},
    {Level::Avx512, 64, 4, Intrinsic::x86_avx512_permvar_di_256, Intrinsic::x86_avx512_vpermi2var_q_256},
    {Level::Avx2, 32, 8, Intrinsic::x86_avx2_permd, 0},
    {Level::Sse4, 32, 4, Intrinsic::x86_ssse3_pshuf_b_128, 0},
};

/// pshufb wants a byte's number for each byte.
Value *lookUpBytes(llvm::IRBuilderBase &b, Value *words, Value *lanes) {
  auto *wordType = words->getType();
  auto *bytes = llvm::FixedVectorType::get(b.getInt8Ty(), 16);
  auto constant = [&](uint64_t value) { return llvm::ConstantInt::get(wordType, value); };
  Value *control =
      b.CreateAdd(b.CreateMul(b.CreateAnd(lanes, constant(3)), constant(0x04040404)), constant(0x03020100));
  Value *found = b.CreateIntrinsic(Intrinsic::x86_ssse3_pshuf_b_128, {},
                                   {b.CreateBitCast(words, bytes), b.CreateBitCast(control, bytes)});
  return b.CreateBitCast(found, wordType);
}

} // namespace

std::optional<LookUp> X86Machine::lookUp(unsigned bits, unsigned width) const {
  auto *row = llvm::find_if(LookUpRows, [&](const LookUpRow &candidate) {
    return level_ >= candidate.least && candidate.bits == bits && candidate.lanes <= width;
  });
  if (row == std::end(LookUpRows))
    return std::nullopt;
  return LookUp{row->lanes, row->two != 0, static_cast<unsigned>(row - LookUpRows)};
}

Value *X86Machine::emitLookUp(llvm::IRBuilderBase &builder, const LookUp &how, llvm::ArrayRef<Value *> tables,
                              Value *indices) const {
  const LookUpRow &row = LookUpRows[how.number];
  if (tables.size() == 2)
    return builder.CreateIntrinsic(row.two, {}, {tables[0], indices, tables[1]});
  if (row.one == Intrinsic::x86_ssse3_pshuf_b_128)
    return lookUpBytes(builder, tables[0], indices);
  return builder.CreateIntrinsic(row.one, {}, {tables[0], indices});
}

} // namespace lanecl::targets::x86
