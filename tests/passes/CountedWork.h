// The compiler's work, counted: the same on every machine, however busy. Each instruction that it makes is one
// allocation, tables over the values of a function are bytes. Two things are not seen: walks that keep no record, and
// growing llvm::SmallVectors.
#pragma once
#include <cstdint>

namespace lanecl::test {

struct Work {
  uint64_t allocations = 0, bytes = 0; ///< by operator new, LLVM's own library included
  /// Slots times blocks of each call of llvm::PromoteMemToReg by LaneCL's passes: what it walks over.
  uint64_t promotion = 0;
  Work operator-(const Work &other) const {
    return {allocations - other.allocations, bytes - other.bytes, promotion - other.promotion};
  }
};

/// Since the program began, of all threads.
Work workDone();

} // namespace lanecl::test
