// A program on its way from Clang to the SPIR-V back end: whole, or in parts, which are translated while Clang is at
// the next.
#pragma once
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include <array>
#include <atomic>
#include <memory>
#include <semaphore>

namespace lanecl::frontend {

/// Some kernels with all that they use, for one thread at a time.
struct Part {
  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module; ///< goes before its context
};

/// From one thread to one other. Without a lock, which a crash would leave locked (Guard.h).
class PartQueue {
public:
  static constexpr size_t Most = 8;

  /// No more than Most.
  void push(Part part);
  /// Nothing comes any more. For any thread, any number of times.
  void close();
  /// The next one, which stays in the queue; null when there is none and nothing comes any more. Waits.
  Part *next();
  /// What the other side took before its latest one is needed no more: it goes. For the side that pushes.
  void dropUsed();
  size_t count() const { return pushed_.load(std::memory_order_acquire); }

private:
  std::array<Part, Most> parts_;
  std::atomic<size_t> pushed_{0}, taken_{0};
  std::atomic<bool> isClosed_{false};
  std::counting_semaphore<> changes_{0};
  size_t dropped_ = 0;
};

} // namespace lanecl::frontend
