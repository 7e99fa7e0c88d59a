// Copies of a robust program's kernel without checks, for the work-groups that are inside of all buffers as a whole:
// what tells so are the group's id and the arguments. They are declared as versions (VersionChoices.h).
#pragma once
#include "compiler/analysis/Uniformity.h"
#include "compiler/transform/robust/AccessExtents.h"
#include "compiler/transform/robust/ExactSums.h"
#include "llvm/ADT/SetVector.h"

namespace lanecl {

class UncheckedCopies {
public:
  using Accesses = llvm::SmallVector<llvm::Instruction *, 32>;

  /// Brings the kernel into the form that is needed: before its accesses are looked for.
  static void prepare(llvm::Function &kernel);

  /// What the program promised not to overflow; nobody believes it, but it is worth a proof.
  using Promised = llvm::SmallPtrSet<const llvm::Instruction *, 32>;

  /// `builder` stands behind what `extents` computed in the entry block.
  UncheckedCopies(llvm::Function &kernel, AccessExtents &extents, const Promised &promised, llvm::IRBuilder<> &builder)
      : kernel_(kernel), data_(kernel.getDataLayout()), extents_(extents), promised_(promised), b_(builder) {}
  /// Takes out what is always inside of a variable: it needs no check in any copy.
  void dropCertain(Accesses &accesses);
  /// Makes them if any access can be foreseen. `accesses`: all of the kernel; afterwards those of all copies that are
  /// to be checked.
  void make(Accesses &accesses);

private:
  /// An access that is inside in all of a work-group's work-items if `condition` (i1, in the entry block) holds.
  struct Foreseen {
    llvm::Instruction *access;
    llvm::Value *condition;
    bool isCertain; ///< whether it is executed at all does not depend on the work-item
  };
  /// Which accesses need no check where a condition holds.
  struct Plan {
    llvm::Value *all, *certain; ///< i1
    llvm::DenseSet<const llvm::Instruction *> inside, surelyInside;
    llvm::SmallSetVector<llvm::Instruction *, 16> exact; ///< sums that do not overflow where all of `inside` is
  };

  Plan plan(const Accesses &accesses);
  Extent extentOf(llvm::Value &base);
  std::optional<Foreseen> foresee(llvm::Instruction &access, GroupRanges &ranges);
  llvm::Value *proveSums(llvm::Value &pointer, ExactSums &sums, Plan &plan);
  bool dependsOnItem(llvm::Instruction &access);
  llvm::BasicBlock *copy(llvm::ArrayRef<llvm::BasicBlock *> originals, Accesses &accesses);

  llvm::Function &kernel_;
  const llvm::DataLayout &data_;
  AccessExtents &extents_;
  const Promised &promised_;
  llvm::IRBuilder<> &b_;
  simd::LaneAnalyses analyses_;
};

} // namespace lanecl
