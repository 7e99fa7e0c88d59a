// Barriers, fences (OpenCL C 3.0, 6.15.8) and asynchronous copies (6.15.11).
#include "compiler/frontend/BuiltinCalls.h"
#include "compiler/frontend/SpirvNumbers.h"

namespace lanecl::frontend {
namespace {

// 6.15.8: a barrier orders as a sequentially consistent fence; with flags 0 it orders nothing but the work-items.
llvm::Value *controlBarrier(const BuiltinCall &at, uint32_t executionScope) {
  uint32_t storage = storageOf(at.arg(0));
  // Without a scope the memory scope is the group's own.
  uint32_t memoryScope = at.args() > 1 ? scopeOf(at.arg(1)) : executionScope;
  llvm::IRBuilder<> &builder = at.builder;
  llvm::CallInst *call = callSpirv(at, "ControlBarrier", builder.getVoidTy(),
                                   {builder.getInt32(executionScope), builder.getInt32(memoryScope),
                                    builder.getInt32(storage ? orderSequential | storage : 0)});
  call->setAttributes(at.call.getAttributes());
  return call;
}

llvm::Value *lowerWorkGroupBarrier(const BuiltinCall &at) { return controlBarrier(at, scopeWorkgroup); }
llvm::Value *lowerSubGroupBarrier(const BuiltinCall &at) { return controlBarrier(at, scopeSubgroup); }

llvm::Value *memoryBarrier(const BuiltinCall &at, uint32_t order, uint32_t scope) {
  uint32_t storage = storageOf(at.arg(0));
  if (!order || !storage)
    return &at.call;
  return callSpirv(at, "MemoryBarrier", at.builder.getVoidTy(),
                   {at.builder.getInt32(scope), at.builder.getInt32(order | storage)});
}

// OpenCL C 1.2, 6.12.9: the fences of the work-item, seen by its work-group.
llvm::Value *lowerFence(const BuiltinCall &at) { return memoryBarrier(at, orderAcquireRelease, scopeWorkgroup); }
llvm::Value *lowerReadFence(const BuiltinCall &at) { return memoryBarrier(at, orderAcquire, scopeWorkgroup); }
llvm::Value *lowerWriteFence(const BuiltinCall &at) { return memoryBarrier(at, orderRelease, scopeWorkgroup); }
llvm::Value *lowerWorkItemFence(const BuiltinCall &at) {
  return memoryBarrier(at, orderOf(at.arg(1)), scopeOf(at.arg(2)));
}

llvm::Value *emitCopy(const BuiltinCall &at, llvm::Value *stride, llvm::Value *event) {
  MangledType element = at.type(0);
  element.pointer = false;
  llvm::CallInst *call =
      callSpirv(at, "GroupAsyncCopy", at.call.getType(),
                {at.builder.getInt32(scopeWorkgroup), at.arg(0), at.arg(1), at.arg(2), stride, event}, element);
  call->setAttributes(at.call.getFunctionType() == call->getFunctionType() ? at.call.getAttributes()
                                                                           : llvm::AttributeList());
  return call;
}

// The back end makes a 32-bit stride of async_work_group_copy: the count and stride of a 64-bit device are size_t.
llvm::Value *lowerCopy(const BuiltinCall &at) { return emitCopy(at, at.builder.getInt64(1), at.arg(3)); }
llvm::Value *lowerStridedCopy(const BuiltinCall &at) { return emitCopy(at, at.arg(3), at.arg(4)); }

llvm::Value *lowerWait(const BuiltinCall &at) {
  return callSpirv(at, "GroupWaitEvents", at.builder.getVoidTy(),
                   {at.builder.getInt32(scopeWorkgroup), at.arg(0), stripAddressSpaceCast(at.arg(1))});
}

constexpr BuiltinRow synchronizationTable[] = {
    {"barrier", lowerWorkGroupBarrier},
    {"work_group_barrier", lowerWorkGroupBarrier},
    {"sub_group_barrier", lowerSubGroupBarrier},
    {"mem_fence", lowerFence},
    {"read_mem_fence", lowerReadFence},
    {"write_mem_fence", lowerWriteFence},
    {"atomic_work_item_fence", lowerWorkItemFence},
    {"async_work_group_copy", lowerCopy},
    {"async_work_group_strided_copy", lowerStridedCopy},
    {"wait_group_events", lowerWait},
};

} // namespace

std::span<const BuiltinRow> synchronizationRows() { return synchronizationTable; }

} // namespace lanecl::frontend
