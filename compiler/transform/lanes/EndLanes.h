// Conditions that the lanes from the first on up to some lane pass, or those from some lane on up to the last: whether
// any lane passes is a question to one of them, and so to a number instead of a mask. A loop over sub-groups round it
// is left without one, where LLVM knows its bounds.
#pragma once
#include "compiler/transform/lanes/LaneFunction.h"

namespace lanecl::simd {

class EndLanes {
public:
  explicit EndLanes(LaneFunction &function) : f_(function), b_(function.b) {}
  /// i1, at the builder's position: one of all lanes, which must be active there, has `condition` as `wanted`. Null
  /// where no lane tells for others, where all have it alike, and where what it is made of has no values.
  llvm::Value *anyHas(llvm::Value &condition, bool wanted);

private:
  enum class End : uint8_t { First, Last };
  /// Two-sided: `linear` in its lanes, `uniform` in all alike.
  struct Comparison {
    llvm::Value *linear, *uniform;
    llvm::CmpInst::Predicate predicate; ///< with `linear` on the left
    int64_t stride;
    bool mayWrap; ///< the numbers do not rise or fall throughout, but then one of them passes
  };
  bool isMonotone(const llvm::Value &linear, int64_t stride) const;
  std::optional<Comparison> comparisonOf(const llvm::Value &condition, bool wanted) const;
  bool isToldBy(End end, llvm::Value &condition, bool wanted, bool isEnough, unsigned depth) const;
  llvm::Value *valueAt(End end, llvm::Value &condition, bool wanted);
  llvm::Value *anyMeets(const Comparison &equality);

  LaneFunction &f_;
  LaneBuilder &b_;
};

} // namespace lanecl::simd
