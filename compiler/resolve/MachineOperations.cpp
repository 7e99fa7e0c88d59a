#include "compiler/resolve/MachineOperations.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/IntrinsicsX86.h"
#include "llvm/IR/Module.h"
#include <numeric>

namespace lanecl::simd {
namespace {

using namespace llvm::Intrinsic;

struct Row {
  llvm::StringLiteral name;
  ID single, twice; ///< of 16 floats; of 8 doubles
  int immediate = -1;
  bool isTable = false;
  bool rounds = true;
};

// mantissa: of positive numbers in [1, 2); mantissa34: in [3/4, 3/2). NaN for negative ones.
constexpr int InOneToTwo = 0b1100, InThreeQuarters = 0b1111;
// reduce: what remains beside the nearest multiple of 1, of 1/16. range: the smaller magnitude with the first one's
// sign, the larger one with none.
constexpr int ToOnes = 0, ToSixteenths = 0x40, Smaller = 0b0010, Larger = 0b1011;
constexpr Row Rows[] = {
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
constexpr unsigned DotLanes = 16;

/// The instruction multiplies unsigned bytes by signed ones and adds to an accumulator. Others differ by multiples of a
/// sum of bytes: a signed byte is the unsigned one with the other top bit, less 128.
llvm::Value *emitDotInstructions(llvm::IRBuilderBase &builder, DotOperation operation, llvm::Value *a, llvm::Value *b) {
  auto *bytes = llvm::FixedVectorType::get(builder.getInt8Ty(), 4 * DotLanes);
  auto *words = llvm::FixedVectorType::get(builder.getInt32Ty(), DotLanes);
  auto all = [&](uint8_t value) { return builder.CreateVectorSplat(4 * DotLanes, builder.getInt8(value)); };
  auto dot = [&](llvm::Value *sum, llvm::Value *unsignedBytes, llvm::Value *signedBytes) -> llvm::Value * {
    return builder.CreateIntrinsic(
        x86_avx512_vpdpbusd_512, {},
        {sum, builder.CreateBitCast(unsignedBytes, bytes), builder.CreateBitCast(signedBytes, bytes)});
  };
  auto inBoth = [&](llvm::Value *x, llvm::Value *y, auto make) {
    return inParts(builder, DotLanes, {x, y},
                   [&](llvm::ArrayRef<llvm::Value *> operands) { return make(operands[0], operands[1]); });
  };
  llvm::Value *zero = llvm::Constant::getNullValue(words);
  if (!operation.signedA && operation.signedB == operation.signedA) {
    auto part = [&](llvm::Value *x, llvm::Value *y) {
      llvm::Value *half = dot(zero, x, all(64)); // 64 times the sum of x's bytes
      return dot(builder.CreateAdd(half, half), x, builder.CreateXor(builder.CreateBitCast(y, bytes), all(128)));
    };
    return inBoth(a, b, part);
  }
  if (operation.signedA && operation.signedB) {
    auto part = [&](llvm::Value *x, llvm::Value *y) {
      llvm::Value *surplus = dot(zero, all(128), y);
      return dot(builder.CreateNeg(surplus), builder.CreateXor(builder.CreateBitCast(x, bytes), all(128)), y);
    };
    return inBoth(a, b, part);
  }
  if (operation.signedA)
    std::swap(a, b);
  return inBoth(a, b, [&](llvm::Value *x, llvm::Value *y) { return dot(zero, x, y); });
}

} // namespace

llvm::Value *inParts(llvm::IRBuilderBase &builder, unsigned lanes, llvm::ArrayRef<llvm::Value *> operands,
                     llvm::function_ref<llvm::Value *(llvm::ArrayRef<llvm::Value *>)> make) {
  unsigned width = llvm::cast<llvm::FixedVectorType>(operands[0]->getType())->getNumElements();
  if (width == lanes)
    return make(operands);
  llvm::Value *result = nullptr;
  for (unsigned start = 0; start < width; start += lanes) {
    llvm::SmallVector<int, 64> from;
    for (unsigned i = 0; i < lanes; ++i)
      from.push_back(static_cast<int>(std::min(start + i, width - 1)));
    llvm::SmallVector<llvm::Value *, 2> arguments;
    for (llvm::Value *operand : operands)
      arguments.push_back(builder.CreateShuffleVector(operand, from));
    llvm::Value *part = make(arguments);
    if (width < lanes) {
      from.resize(width);
      std::iota(from.begin(), from.end(), 0);
      return builder.CreateShuffleVector(part, from);
    }
    auto *type = llvm::FixedVectorType::get(part->getType()->getScalarType(), width);
    result = builder.CreateInsertVector(type, result ? result : llvm::PoisonValue::get(type), part, uint64_t(start));
  }
  return result;
}

std::optional<MachineOperation> machineOperation(const llvm::Function &callee) {
  llvm::StringRef name = callee.getName();
  if (!callee.isDeclaration() || !name.consume_front("machine."))
    return std::nullopt;
  auto [operation, type] = name.split('.');
  auto *row = llvm::find_if(Rows, [&](const Row &candidate) { return candidate.name == operation; });
  if (row == std::end(Rows))
    return std::nullopt;
  bool isDouble = type == "f64";
  return MachineOperation{isDouble ? row->twice : row->single, isDouble ? 8u : 16u, row->immediate, row->isTable,
                          row->rounds};
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
  if (operation.rounds)
    arguments.push_back(builder.getInt32(CurrentRounding));
  return builder.CreateIntrinsic(operation.intrinsic, {}, arguments);
}

std::optional<DotOperation> dotOperation(const llvm::Function &callee) {
  llvm::StringRef name = callee.getName();
  if (!name.consume_front("machine.dot4") || name.size() < 2)
    return std::nullopt;
  return DotOperation{name[0] == 's', name[1] == 's'};
}

llvm::Function *dotFunction(llvm::Module &module, DotOperation operation) {
  llvm::Type *word = llvm::Type::getInt32Ty(module.getContext());
  std::string name =
      std::string("machine.dot4") + (operation.signedA ? 's' : 'u') + (operation.signedB ? 's' : 'u') + ".i32";
  auto *function = llvm::cast<llvm::Function>(module.getOrInsertFunction(name, word, word, word).getCallee());
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
  function->setSpeculatable();
  return function;
}

llvm::Value *emitDot(llvm::IRBuilderBase &builder, DotOperation operation, llvm::Value *a, llvm::Value *b,
                     bool instructions) {
  llvm::Type *type = a->getType();
  auto *wide = llvm::dyn_cast<llvm::FixedVectorType>(type);
  if (instructions && wide && wide->getNumElements() % DotLanes == 0)
    return emitDotInstructions(builder, operation, a, b);
  auto byte = [&](llvm::Value *word, unsigned at, bool isSigned) {
    if (isSigned)
      return builder.CreateAShr(builder.CreateShl(word, 24 - 8 * at), 24);
    return builder.CreateAnd(builder.CreateLShr(word, 8 * at), 255);
  };
  llvm::Value *sum = nullptr;
  for (unsigned at = 0; at < 4; ++at) {
    llvm::Value *product = builder.CreateMul(byte(a, at, operation.signedA), byte(b, at, operation.signedB));
    sum = sum ? builder.CreateAdd(sum, product) : product;
  }
  return sum;
}

void lowerScalarMachineOperations(llvm::Module &module) {
  for (llvm::Function &callee : module) {
    if (auto dot = dotOperation(callee)) {
      for (llvm::User *user : llvm::make_early_inc_range(callee.users())) {
        auto *call = llvm::cast<llvm::CallInst>(user);
        llvm::IRBuilder<> builder(call);
        call->replaceAllUsesWith(emitDot(builder, *dot, call->getArgOperand(0), call->getArgOperand(1), false));
        call->eraseFromParent();
      }
      continue;
    }
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
