#include "compiler/resolve/MachineOperations.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"

namespace lanecl::simd {
namespace {

using namespace llvm::Intrinsic;

struct Row {
  llvm::StringLiteral name;
  ID single, twice; ///< of 16 floats; of 8 doubles
  unsigned arguments = 1;
  int immediate = -1;
  bool isTable = false;
};

// mantissa: of positive numbers in [1, 2); mantissa34: in [3/4, 3/2). NaN for negative ones.
constexpr int InOneToTwo = 0b1100, InThreeQuarters = 0b1111;
constexpr Row Rows[] = {
    {"exponent", x86_avx512_mask_getexp_ps_512, x86_avx512_mask_getexp_pd_512},
    {"mantissa", x86_avx512_mask_getmant_ps_512, x86_avx512_mask_getmant_pd_512, 1, InOneToTwo},
    {"mantissa34", x86_avx512_mask_getmant_ps_512, x86_avx512_mask_getmant_pd_512, 1, InThreeQuarters},
    {"scale", x86_avx512_mask_scalef_ps_512, x86_avx512_mask_scalef_pd_512, 2},
    {"table16", x86_avx512_permvar_sf_512, x86_avx512_vpermi2var_pd_512, 1, -1, true},
};

constexpr int CurrentRounding = 4;

} // namespace

std::optional<MachineOperation> machineOperation(const llvm::Function &callee) {
  llvm::StringRef name = callee.getName();
  if (!callee.isDeclaration() || !name.consume_front("machine."))
    return std::nullopt;
  auto [operation, type] = name.split('.');
  auto *row = llvm::find_if(Rows, [&](const Row &candidate) { return candidate.name == operation; });
  if (row == std::end(Rows))
    return std::nullopt;
  bool isDouble = type == "f64";
  return MachineOperation{isDouble ? row->twice : row->single, isDouble ? 8u : 16u, row->arguments, row->immediate,
                          row->isTable};
}

llvm::Value *emitMachineOperation(llvm::IRBuilderBase &builder, const MachineOperation &operation, llvm::Value *table,
                                  llvm::ArrayRef<llvm::Value *> operands) {
  if (operation.isTable && operation.lanes == 16)
    return builder.CreateIntrinsic(operation.intrinsic, {}, {table, operands[0]});
  if (operation.isTable) {
    llvm::SmallVector<int, 8> low, high;
    for (int i = 0; i < 8; ++i)
      low.push_back(i), high.push_back(i + 8);
    return builder.CreateIntrinsic(
        operation.intrinsic, {},
        {builder.CreateShuffleVector(table, low), operands[0], builder.CreateShuffleVector(table, high)});
  }
  llvm::SmallVector<llvm::Value *, 6> arguments(operands);
  if (operation.immediate >= 0)
    arguments.push_back(builder.getInt32(static_cast<uint32_t>(operation.immediate)));
  arguments.push_back(llvm::Constant::getNullValue(operands[0]->getType()));
  arguments.push_back(llvm::Constant::getAllOnesValue(builder.getIntNTy(operation.lanes)));
  arguments.push_back(builder.getInt32(CurrentRounding));
  return builder.CreateIntrinsic(operation.intrinsic, {}, arguments);
}

void lowerScalarMachineOperations(llvm::Module &module) {
  for (llvm::Function &callee : module) {
    auto operation = machineOperation(callee);
    if (!operation)
      continue;
    for (llvm::User *user : llvm::make_early_inc_range(callee.users())) {
      auto *call = llvm::cast<llvm::CallInst>(user);
      llvm::IRBuilder<> builder(call);
      llvm::SmallVector<llvm::Value *, 2> operands;
      for (unsigned i = operation->isTable; i < call->arg_size(); ++i)
        operands.push_back(builder.CreateVectorSplat(operation->lanes, call->getArgOperand(i)));
      llvm::Value *table = nullptr;
      if (operation->isTable)
        table = builder.CreateLoad(llvm::FixedVectorType::get(call->getType(), 16), call->getArgOperand(0));
      call->replaceAllUsesWith(
          builder.CreateExtractElement(emitMachineOperation(builder, *operation, table, operands), uint64_t(0)));
      call->eraseFromParent();
    }
  }
}

} // namespace lanecl::simd
