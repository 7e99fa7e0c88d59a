// What may be spent on compiling one variant of a kernel (LANECL_COMPILE_BUDGET), counted in operations of its scalar
// body (analysis/CodeSize).
#pragma once
#include <cstdint>

namespace lanecl::compiler {

/// Shares of the budget; of some of them the best code has LargestInLanes times as much (forBest). Set by how long the
/// passes behind take for large kernels (docs/performance.md).
namespace budget {
inline constexpr double QuickPreparation = 0.25;   ///< beyond it only passes prepare a body that are linear in the code
inline constexpr double OneBody = 0.2;             ///< beyond it full sub-groups run the body for partial ones
inline constexpr double QuickCode = 2;             ///< code that costs more is hardly optimised,
inline constexpr double QuickBranches = 0.75;      ///< code of many blocks sooner
inline constexpr uint64_t ManyBlocks = 1500;       ///< LLVM's register allocator takes the square of these
inline constexpr unsigned MaxMemoryOfBlock = 1000; ///< the schedulers take the square of these
inline constexpr unsigned LongestRegion = 500;     ///< of the machine's instructions, for the same reason
inline constexpr unsigned LongestBlock = 1000;     ///< what chooses instructions takes the square of a block's reads
/// How many times the budget the best code may have in lanes: it is made while other code runs, or for who asks for it.
inline constexpr unsigned LargestInLanes = 5;
} // namespace budget

class CompileBudget {
public:
  /// `operations` 0: no bound. `isFirst`: the code is to be there soon.
  CompileBudget(uint32_t operations, bool isFirst) : operations_(operations), isFirst_(isFirst) {}

  /// Little is to be spent, whatever the code is: the program was built with -cl-opt-disable, or the request is plain.
  void setQuick() { isQuick_ = true; }
  bool isQuick() const { return isQuick_; }

  /// More than `share` of the budget; of what is not to be optimised, anything is.
  bool exceeds(uint64_t operations, double share) const {
    return isQuick_ || (operations_ && double(operations) > double(operations_) * share);
  }
  /// The share that the best code has where others have `share`.
  double forBest(double share) const { return isFirst_ ? share : share * budget::LargestInLanes; }

private:
  uint32_t operations_;
  bool isFirst_, isQuick_ = false;
};

} // namespace lanecl::compiler
