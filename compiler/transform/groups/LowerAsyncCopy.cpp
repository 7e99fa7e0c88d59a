#include "compiler/ir/Operations.h"
#include "compiler/transform/groups/LowerGroupCalls.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

namespace lanecl {
namespace {

llvm::Value *plainPointer(llvm::IRBuilder<> &builder, llvm::Value *pointer) {
  return builder.CreateAddrSpaceCast(pointer, builder.getPtrTy());
}

llvm::Value *asSize(llvm::IRBuilder<> &builder, llvm::Value *value) {
  return builder.CreateZExtOrTrunc(value, builder.getInt64Ty());
}

// void (ptr dst, ptr src, i64...): a function of targets/AsyncCopy.h, which counts in bytes.
void callHost(llvm::IRBuilder<> &builder, llvm::StringRef name, llvm::ArrayRef<llvm::Value *> arguments) {
  llvm::SmallVector<llvm::Type *, 10> types;
  for (llvm::Value *argument : arguments)
    types.push_back(argument->getType());
  llvm::Module &module = *builder.GetInsertBlock()->getModule();
  auto function = module.getOrInsertFunction(name, llvm::FunctionType::get(builder.getVoidTy(), types, false));
  builder.CreateCall(function, arguments)->setDoesNotThrow();
}

bool isOne(llvm::Value *value) {
  auto *constant = llvm::dyn_cast<llvm::ConstantInt>(value);
  return constant && constant->isOne();
}

// (dst, src, bytesPerElement, count, dstStride, srcStride), strides in elements.
void lowerOneDimension(llvm::IRBuilder<> &builder, llvm::CallInst &call) {
  llvm::Value *dst = plainPointer(builder, call.getArgOperand(0)), *src = plainPointer(builder, call.getArgOperand(1));
  llvm::Value *bytes = asSize(builder, call.getArgOperand(2)), *count = asSize(builder, call.getArgOperand(3));
  if (isOne(call.getArgOperand(4)) && isOne(call.getArgOperand(5))) {
    // OpenCL C 6.15.11: both pointers are aligned to the element, whose size is a constant.
    uint64_t element = llvm::isa<llvm::ConstantInt>(bytes) ? llvm::cast<llvm::ConstantInt>(bytes)->getZExtValue() : 1;
    llvm::MaybeAlign align(llvm::isPowerOf2_64(element) ? std::min<uint64_t>(element, 16) : 1);
    builder.CreateMemCpy(dst, align, src, align, builder.CreateMul(bytes, count));
    return;
  }
  // A line of one element for each.
  auto distance = [&](unsigned operand) {
    return builder.CreateMul(bytes, asSize(builder, call.getArgOperand(operand)));
  };
  llvm::Value *dstLine = distance(4);
  callHost(builder, "laneclCopyLines", {dst, src, bytes, count, distance(5), dstLine});
}

// 2D: (dst, dstOffset, src, srcOffset, bytesPerElement, perLine, lines, srcLine, dstLine)
// 3D: (dst, dstOffset, src, srcOffset, bytesPerElement, perLine, lines, planes, srcLine, srcPlane, dstLine, dstPlane)
// all but the pointers in elements.
void lowerBlock(llvm::IRBuilder<> &builder, llvm::CallInst &call, bool threeDimensions) {
  auto size = [&](unsigned operand) { return asSize(builder, call.getArgOperand(operand)); };
  llvm::Value *bytes = size(4);
  auto inBytes = [&](unsigned operand) { return builder.CreateMul(size(operand), bytes); };
  auto place = [&](unsigned operand) {
    llvm::Value *pointer = plainPointer(builder, call.getArgOperand(operand));
    return builder.CreateGEP(builder.getInt8Ty(), pointer, inBytes(operand + 1));
  };
  llvm::SmallVector<llvm::Value *, 9> arguments = {place(0), place(2), inBytes(5), size(6)};
  if (threeDimensions)
    arguments.push_back(size(7));
  for (unsigned operand = threeDimensions ? 8 : 7; operand < call.arg_size(); ++operand)
    arguments.push_back(inBytes(operand));
  callHost(builder, threeDimensions ? "laneclCopyPlanes" : "laneclCopyLines", arguments);
}

} // namespace

void lowerAsyncCopies(llvm::Function &body, const GroupState &state) {
  llvm::SmallVector<llvm::CallInst *, 4> calls;
  for (llvm::Instruction &instruction : llvm::instructions(body))
    if (auto operation = operationOf(instruction); operation && isAsyncCopy(*operation))
      calls.push_back(llvm::cast<llvm::CallInst>(&instruction));
  for (llvm::CallInst *call : calls) {
    llvm::IRBuilder<> builder(call);
    llvm::Value *isFirst = builder.CreateICmpEQ(state(State::SubGroupId), builder.getInt32(0));
    builder.SetInsertPoint(llvm::SplitBlockAndInsertIfThen(isFirst, call->getIterator(), false));
    if (isA(*call, Operation::AsyncCopy))
      lowerOneDimension(builder, *call);
    else
      lowerBlock(builder, *call, isA(*call, Operation::AsyncCopy3D));
    call->eraseFromParent();
  }
}

} // namespace lanecl
