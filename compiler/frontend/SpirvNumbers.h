// SPIR-V's numbers for scopes and memory semantics, and how OpenCL C's arguments become them.
#pragma once
#include "llvm/IR/Constants.h"
#include <cstdint>

namespace lanecl::frontend {

// SPIR-V 3.31 Scope <id>
inline constexpr uint32_t scopeAllDevices = 0, scopeDevice = 1, scopeWorkgroup = 2, scopeSubgroup = 3,
                          scopeInvocation = 4;

// SPIR-V 3.30 Memory Semantics <id>
inline constexpr uint32_t orderAcquire = 0x2, orderRelease = 0x4, orderAcquireRelease = 0x8, orderSequential = 0x10;
inline constexpr uint32_t semanticsLocal = 0x100, semanticsGlobal = 0x200, semanticsImage = 0x800;

/// memory_order (the numbers are C11's, from opencl-c-base.h). One that is not a constant gets the strongest.
inline uint32_t orderOf(const llvm::Value *order) {
  auto *constant = llvm::dyn_cast<llvm::ConstantInt>(order);
  switch (constant ? constant->getZExtValue() : 5) {
  case 0:
    return 0;
  case 1:
  case 2:
    return orderAcquire;
  case 3:
    return orderRelease;
  case 4:
    return orderAcquireRelease;
  default:
    return orderSequential;
  }
}

/// memory_scope. One that is not a constant gets the widest.
inline uint32_t scopeOf(const llvm::Value *scope) {
  auto *constant = llvm::dyn_cast<llvm::ConstantInt>(scope);
  switch (constant ? constant->getZExtValue() : 3) {
  case 0:
    return scopeInvocation;
  case 1:
    return scopeWorkgroup;
  case 2:
    return scopeDevice;
  case 4:
    return scopeSubgroup;
  default:
    return scopeAllDevices;
  }
}

/// cl_mem_fence_flags to storage class bits. Flags that are not a constant mean all.
inline uint32_t storageOf(const llvm::Value *flags) {
  auto *constant = llvm::dyn_cast<llvm::ConstantInt>(flags);
  uint64_t bits = constant ? constant->getZExtValue() : 3;
  return (bits & 1 ? semanticsLocal : 0) | (bits & 2 ? semanticsGlobal : 0) | (bits & 4 ? semanticsImage : 0);
}

} // namespace lanecl::frontend
