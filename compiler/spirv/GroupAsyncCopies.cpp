// Copies between local and global memory by a whole work-group: OpGroupAsyncCopy, OpGroupWaitEvents, and the extended
// instruction set Codeplay.GroupAsyncCopies (2D2D, 3D3D). Events are numbers that only pass through.
#include "compiler/ir/Operations.h"
#include "compiler/spirv/Handlers.h"

namespace lanecl::spirv {

namespace {

/// Between local and global memory, either way.
bool areNoAlias(Translation &t, const Instruction &instruction, llvm::Value *target, llvm::Value *source) {
  unsigned to = target->getType()->getPointerAddressSpace(), from = source->getType()->getPointerAddressSpace();
  return t.require((to == space::Local && from == space::Global) || (to == space::Global && from == space::Local),
                   instruction, "one pointer is to Workgroup, the other to CrossWorkgroup memory");
}

bool isWorkGroup(Translation &t, const Instruction &instruction) {
  return t.require(t.constant(instruction.id(0)) == uint64_t(Scope::Workgroup), instruction,
                   "the scope of execution is Workgroup");
}

llvm::Value *size(Translation &t, const Instruction &instruction, uint32_t i) {
  llvm::Value *value = t.integer(instruction, i);
  if (!value || !t.require(value->getType()->isIntegerTy(), instruction, "a size is a scalar integer"))
    return nullptr;
  return t.builder.CreateZExtOrTrunc(value, t.builder.getInt64Ty());
}

/// Operands: scope, destination, source, number of elements, stride, event.
void asyncCopy(Translation &t, const Instruction &instruction) {
  llvm::Value *target = t.pointer(instruction, 1), *source = t.pointer(instruction, 2);
  llvm::Value *count = size(t, instruction, 3), *stride = size(t, instruction, 4), *event = t.operand(instruction, 5);
  llvm::Type *element = event ? t.pointee(instruction, instruction.id(1)) : nullptr;
  if (!target || !source || !count || !stride || !element || !isWorkGroup(t, instruction))
    return;
  if (!areNoAlias(t, instruction, target, source))
    return;
  // The stride is that of global memory; local memory is dense. Vectors of 3 take the place of 4.
  bool toLocal = target->getType()->getPointerAddressSpace() == space::Local;
  llvm::Value *one = t.int64(1), *bytes = t.int64(t.out->getDataLayout().getTypeAllocSize(element));
  createOperation(t.builder, Operation::AsyncCopy,
                  {target, source, bytes, count, toLocal ? one : stride, toLocal ? stride : one});
  t.define(instruction, event);
}

void waitEvents(Translation &t, const Instruction &instruction) {
  if (t.integer(instruction, 1) && t.pointer(instruction, 2) && isWorkGroup(t, instruction))
    createOperation(t.builder, Operation::WaitEvents, {});
}

constexpr Handler asyncCopyTable[] = {
    {Op::GroupAsyncCopy, asyncCopy},
    {Op::GroupWaitEvents, waitEvents},
};

} // namespace

/// Operands behind set and number: destination, its offset, source, its offset, sizes ..., event. Their number and
/// types were checked (checkAsyncCopies).
void extendedGroupAsyncCopies(Translation &t, const Instruction &instruction) {
  uint32_t number = instruction.literal(1);
  // 2D: bytes, elements, lines, source and destination line lengths. 3D: bytes, elements, lines, planes, then the
  // line length and plane area of source and destination.
  uint32_t sizes = number == 1 ? 5 : 8;
  llvm::Value *target = t.pointer(instruction, 2), *source = t.pointer(instruction, 4);
  llvm::Value *event = t.operand(instruction, 6 + sizes);
  if (!target || !source || !event)
    return;
  if (!areNoAlias(t, instruction, target, source))
    return;
  llvm::SmallVector<llvm::Value *> arguments = {target, size(t, instruction, 3), source, size(t, instruction, 5)};
  for (uint32_t i = 0; i < sizes; ++i)
    arguments.push_back(size(t, instruction, 6 + i));
  if (!t.ok())
    return;
  createOperation(t.builder, number == 1 ? Operation::AsyncCopy2D : Operation::AsyncCopy3D, arguments);
  t.define(instruction, event);
}

std::span<const Handler> asyncCopyHandlers() { return asyncCopyTable; }

} // namespace lanecl::spirv
