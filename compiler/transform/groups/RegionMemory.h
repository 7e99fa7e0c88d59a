// What the regions of a work-group hand on to one another on the stack of the entry: values that are the same in the
// whole group, and the work-group operations' places. Each has two sides, what the last region left and what the
// present one leaves.
#pragma once
#include "compiler/transform/groups/EntryFrame.h"
#include "compiler/transform/groups/KernelBodies.h"

namespace lanecl {

class RegionMemory {
public:
  /// Reserves it. `accumulators`: the number of places for work-group operations; they become the frame's state.
  RegionMemory(EntryFrame &frame, const KernelBodies &bodies, unsigned accumulators);

  struct Sides {
    llvm::Value *in, *out; ///< null pointers: nothing is handed on
    uint64_t bytes;
  };
  const Sides &full() const { return full_; }
  const Sides &tail() const { return tail_; }

  /// Before a region: every sub-group writes what it hands on, so that nothing comes from before. Without this the
  /// values would be carried round every loop.
  void forget();
  /// Behind a region.
  void handOver();

private:
  Sides reserve(uint64_t bytes);
  void forget(const RegionBody &body, llvm::Value *out);
  void handOver(const Sides &sides);

  EntryFrame &frame_;
  const KernelBodies &bodies_;
  Sides full_, tail_, accumulators_;
};

} // namespace lanecl
