#include "compiler/KernelAbi.h"
#include "compiler/ir/Attributes.h"
#include "compiler/ir/Operations.h"
#include "compiler/jit/HostSupport.h"
#include "compiler/transform/groups/LowerGroupCalls.h"
#include "llvm/IR/InstIterator.h"

namespace lanecl {
namespace {

jit::PrintfKind printfKindOf(llvm::Type *scalar) {
  return scalar->isPointerTy()         ? jit::PrintfKind::Pointer
         : scalar->isFloatingPointTy() ? jit::PrintfKind::Float
                                       : jit::PrintfKind::Integer;
}

// One argument: the header, then its bytes in a place of whole 8-byte words (jit/HostSupport.h).
void storeArgument(llvm::IRBuilder<> &builder, const llvm::DataLayout &layout, llvm::Value *argument,
                   llvm::Value *buffer, uint64_t offset) {
  llvm::Type *scalar = argument->getType()->getScalarType();
  auto *vector = llvm::dyn_cast<llvm::FixedVectorType>(argument->getType());
  uint64_t bytes = layout.getTypeStoreSize(scalar), lanes = vector ? vector->getNumElements() : 1;
  uint64_t header = jit::printfHeader(printfKindOf(scalar), unsigned(bytes), unsigned(lanes));
  llvm::Value *place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), buffer, offset);
  builder.CreateAlignedStore(builder.getInt64(header), place, llvm::Align(8));
  place = builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), buffer, offset + 8);
  builder.CreateAlignedStore(argument, place, llvm::Align(8));
}

/// The host's function behind the operation; empty for all others. Robust programs do not end the process.
llvm::StringRef hostFunction(const llvm::Instruction &call, bool isOfRobust) {
  auto operation = operationOf(call);
  return operation == Operation::Printf       ? "laneclPrintf"
         : operation == Operation::Report     ? "laneclReport"
         : operation == Operation::AssertFail ? (isOfRobust ? "laneclAssertTold" : "laneclAssertFail")
                                              : "";
}

llvm::Value *sinkOf(llvm::IRBuilder<> &builder, const GroupState &state) {
  llvm::Value *place =
      builder.CreateConstInBoundsGEP1_64(builder.getInt8Ty(), state(State::Worker), offsetof(WorkerInfo, sink));
  return builder.CreateLoad(builder.getPtrTy(), place);
}

/// The processor's own trap, whose fault the launch or the host handles. Robust programs ask whether faults are caught.
void lowerTrap(llvm::CallInst &call, const GroupState &state, bool isOfRobust) {
  llvm::IRBuilder<> builder(&call);
  if (!isOfRobust) {
    builder.CreateIntrinsic(builder.getVoidTy(), llvm::Intrinsic::trap, {});
    return;
  }
  auto function = call.getModule()->getOrInsertFunction("laneclTrap", builder.getVoidTy(), builder.getPtrTy());
  builder.CreateCall(function, {sinkOf(builder, state)})->setDoesNotThrow();
}

llvm::Value *lowerCall(llvm::CallInst &call, llvm::StringRef name, const GroupState &state) {
  llvm::Module &module = *call.getModule();
  const llvm::DataLayout &layout = module.getDataLayout();
  llvm::SmallVector<uint64_t, 8> offsets;
  uint64_t bytes = 0;
  for (unsigned i = 1; i < call.arg_size(); ++i) {
    offsets.push_back(bytes);
    bytes += 8 + llvm::alignTo(layout.getTypeStoreSize(call.getArgOperand(i)->getType()), 8);
  }
  llvm::IRBuilder<> builder(&call.getFunction()->getEntryBlock(), call.getFunction()->getEntryBlock().begin());
  auto *bufferType = llvm::ArrayType::get(builder.getInt64Ty(), bytes / 8);
  llvm::Value *buffer = builder.CreateAlloca(bufferType, nullptr, "printf.arguments");
  builder.SetInsertPoint(&call);
  for (auto [index, offset] : llvm::enumerate(offsets))
    storeArgument(builder, layout, call.getArgOperand(index + 1), buffer, offset);
  llvm::Value *sink = sinkOf(builder, state);
  llvm::Value *format = builder.CreateAddrSpaceCast(call.getArgOperand(0), builder.getPtrTy());
  auto function = module.getOrInsertFunction(name, builder.getInt32Ty(), builder.getPtrTy(), builder.getPtrTy(),
                                             builder.getPtrTy(), builder.getInt32Ty());
  auto *result = builder.CreateCall(function, {sink, format, buffer, builder.getInt32(call.arg_size() - 1)});
  result->setDoesNotThrow();
  return result;
}

} // namespace

void lowerPrintf(llvm::Function &body, const GroupState &state) {
  const bool isOfRobust = attribute::isRobust(body);
  for (llvm::Instruction &instruction : llvm::make_early_inc_range(llvm::instructions(body))) {
    const llvm::StringRef name = hostFunction(instruction, isOfRobust);
    if (isA(instruction, Operation::Trap))
      lowerTrap(llvm::cast<llvm::CallInst>(instruction), state, isOfRobust);
    else if (!name.empty())
      instruction.replaceAllUsesWith(lowerCall(llvm::cast<llvm::CallInst>(instruction), name, state));
    else
      continue;
    instruction.eraseFromParent();
  }
}

} // namespace lanecl
