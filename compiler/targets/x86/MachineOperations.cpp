// Machine operations: instructions of AVX-512 that the built-in library's forms for it use (math/*.avx512.cl) and that
// LLVM has no general intrinsic for. Scalars in the library; packetize makes one instruction of 512 bits for all lanes
// of each, and what is left of scalar ones goes through a register's first lane.
#include "compiler/targets/x86/X86Machine.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/IntrinsicsX86.h"

namespace lanecl::targets::x86 {
namespace {

using namespace llvm::Intrinsic;

struct OperationRow {
  llvm::StringLiteral name;
  ID single, twice;     ///< of 16 floats; of 8 doubles
  int immediate = -1;   ///< follows the operands, when not negative
  bool isTable = false; ///< as MachineOperation's
  bool rounds = true;   ///< the last argument is a mode of rounding
};

// mantissa: of positive numbers in [1, 2); mantissa34: in [3/4, 3/2). NaN for negative ones.
constexpr int InOneToTwo = 0b1100, InThreeQuarters = 0b1111;
// reduce: what remains beside the nearest multiple of 1, of 1/16. range: the smaller magnitude with the first one's
// sign, the larger one with none.
constexpr int ToOnes = 0, ToSixteenths = 0x40, Smaller = 0b0010, Larger = 0b1011;
constexpr OperationRow OperationRows[] = {
    {"exponent", x86_avx512_mask_getexp_ps_512, x86_avx512_mask_getexp_pd_512},
    {"mantissa", x86_avx512_mask_getmant_ps_512, x86_avx512_mask_getmant_pd_512, InOneToTwo},
    {"mantissa34", x86_avx512_mask_getmant_ps_512, x86_avx512_mask_getmant_pd_512, InThreeQuarters},
    {"scale", x86_avx512_mask_scalef_ps_512, x86_avx512_mask_scalef_pd_512},
    {"reduce", x86_avx512_mask_reduce_ps_512, x86_avx512_mask_reduce_pd_512, ToOnes},
    {"reduce16", x86_avx512_mask_reduce_ps_512, x86_avx512_mask_reduce_pd_512, ToSixteenths},
    {"smaller", x86_avx512_mask_range_ps_512, x86_avx512_mask_range_pd_512, Smaller},
    {"larger", x86_avx512_mask_range_ps_512, x86_avx512_mask_range_pd_512, Larger},
    {"inverseroot", x86_avx512_rsqrt14_ps_512, x86_avx512_rsqrt14_pd_512, -1, false, false},
    {"inverse", x86_avx512_rcp14_ps_512, x86_avx512_rcp14_pd_512, -1, false, false},
    {"table16", x86_avx512_permvar_sf_512, x86_avx512_vpermi2var_pd_512, -1, true},
};

constexpr int CurrentRounding = 4;

} // namespace

std::optional<MachineOperation> X86Machine::operation(const llvm::Function &callee) const {
  llvm::StringRef name = callee.getName();
  if (level_ < Level::Avx512 || !callee.isDeclaration() || !name.consume_front("machine."))
    return std::nullopt;
  auto [operation, type] = name.split('.');
  auto *row = llvm::find_if(OperationRows, [&](const OperationRow &candidate) { return candidate.name == operation; });
  if (row == std::end(OperationRows))
    return std::nullopt;
  return MachineOperation{type == "f64" ? 8u : 16u, row->isTable, static_cast<unsigned>(row - OperationRows)};
}

llvm::Value *X86Machine::emitOperation(llvm::IRBuilderBase &builder, const MachineOperation &operation,
                                       llvm::Value *table, llvm::ArrayRef<llvm::Value *> operands) const {
  const OperationRow &row = OperationRows[operation.number];
  ID intrinsic = operation.lanes == 16 ? row.single : row.twice;
  if (row.isTable && operation.lanes == 16)
    return builder.CreateIntrinsic(intrinsic, {}, {table, operands[0]});
  if (row.isTable) {
    llvm::SmallVector<int, 8> low, high;
    for (int i = 0; i < 8; ++i)
      low.push_back(i), high.push_back(i + 8);
    return builder.CreateIntrinsic(
        intrinsic, {},
        {builder.CreateShuffleVector(table, low), operands[0], builder.CreateShuffleVector(table, high)});
  }
  llvm::SmallVector<llvm::Value *, 6> arguments(operands);
  if (row.immediate >= 0)
    arguments.push_back(builder.getInt32(static_cast<uint32_t>(row.immediate)));
  arguments.push_back(llvm::Constant::getNullValue(operands[0]->getType()));
  arguments.push_back(llvm::Constant::getAllOnesValue(builder.getIntNTy(operation.lanes)));
  if (row.rounds)
    arguments.push_back(builder.getInt32(CurrentRounding));
  return builder.CreateIntrinsic(intrinsic, {}, arguments);
}

} // namespace lanecl::targets::x86
