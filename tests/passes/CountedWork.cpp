#include "tests/passes/CountedWork.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<uint64_t> allocations, bytes, promotion;

void *count(std::size_t size, void *memory) {
  if (!memory)
    throw std::bad_alloc();
  allocations.fetch_add(1, std::memory_order_relaxed);
  bytes.fetch_add(size, std::memory_order_relaxed);
  return memory;
}

} // namespace

lanecl::test::Work lanecl::test::workDone() { return {allocations.load(), bytes.load(), promotion.load()}; }

// The standard library's other forms call these; a sanitizer's do not, and LLVM uses those that do not throw.
void *operator new(std::size_t size) { return count(size, std::malloc(size ? size : 1)); }
void *operator new(std::size_t size, std::align_val_t align) {
  auto to = static_cast<std::size_t>(align);
  return count(size, std::aligned_alloc(to, (size + to - 1) / to * to));
}
void *operator new(std::size_t size, const std::nothrow_t &) noexcept try {
  return ::operator new(size);
} catch (const std::bad_alloc &) {
  return nullptr;
}
void *operator new(std::size_t size, std::align_val_t align, const std::nothrow_t &) noexcept try {
  return ::operator new(size, align);
} catch (const std::bad_alloc &) {
  return nullptr;
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void *memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

// Called in place of llvm::PromoteMemToReg (Tests.cmake: --wrap).
#define PROMOTE(prefix)                                                                                                \
  prefix##_ZN4llvm15PromoteMemToRegENS_8ArrayRefIPNS_10AllocaInstEEERNS_13DominatorTreeEPNS_15AssumptionCacheE
extern "C" void PROMOTE(__real_)(llvm::ArrayRef<llvm::AllocaInst *>, llvm::DominatorTree &, llvm::AssumptionCache *);
extern "C" void PROMOTE(__wrap_)(llvm::ArrayRef<llvm::AllocaInst *> slots, llvm::DominatorTree &dominators,
                                 llvm::AssumptionCache *assumptions) {
  if (!slots.empty())
    promotion.fetch_add(slots.size() * slots.front()->getFunction()->size(), std::memory_order_relaxed);
  PROMOTE(__real_)(slots, dominators, assumptions);
}
