// Versions of a kernel's body (ir/VersionChoices.h) as functions of their own, with their conditions: who calls them
// need not know what the code looks like. Those for several rows are called, where their conditions hold, by the entry
// (SubGroupLoops).
#pragma once
#include "compiler/transform/groups/RegionBody.h"
#include "llvm/IR/IRBuilder.h"

namespace lanecl {

/// In lanes: the second alternative of the first choice of a body, which nothing else asks for, is computed only where
/// the first one does not hold.
void shortCircuitAlternatives(const RegionBody &body);

/// When a version may run.
struct VersionCondition {
  llvm::Function *function = nullptr; ///< i1 (RegionBody::function's parameters), without effects. Internal
  bool expected = true;               ///< what it has to say
  llvm::Function *first = nullptr;    ///< an alternative that is asked before it, or null: it says true where this does
};

struct BodyVersion {
  /// Takes and returns what RegionBody::function does; of the local id along dimension 1 the first row's. Internal,
  /// the module's.
  llvm::Function *function = nullptr;
  /// All must hold for the first of the rows, and each may be asked only where those before it hold. Empty: it may run
  /// always.
  llvm::SmallVector<VersionCondition, 3> conditions;
  unsigned rows = 1; ///< neighbouring ones that it runs at once
};

/// Copies of a body of one region, a version each: what declared choices lead to, at most MaxVersions. None where
/// nothing is declared, or other passes have made something else of the choice. They share conditions: dropVersions.
std::vector<BodyVersion> versionsOf(const RegionBody &body);
inline constexpr unsigned MaxVersions = 3;

/// Erases their functions, and the conditions that `kept` does not have. Nobody calls them.
void dropVersions(llvm::ArrayRef<BodyVersion> versions, const BodyVersion *kept);

/// A condition under construction: computes again what the body computes of its parameters before it does anything.
class ConditionBuilder {
public:
  /// `isEarly`: it may ask what the body itself would not come to; then what instructions promise is not believed.
  ConditionBuilder(llvm::Function &body, const llvm::Twine &name, bool isEarly);

  using Copies = llvm::DenseMap<llvm::Value *, llvm::Value *>;
  /// `value` of the body in the condition. `copiesOf`: the copies of a value of the body that hold; they may be of
  /// several kinds, each with something in the place of other values.
  llvm::Value *copy(llvm::Value *value, llvm::function_ref<Copies &(llvm::Value *)> copiesOf);
  /// Done: it says `holds`.
  VersionCondition finish(llvm::Value *holds);

  llvm::Function *function() { return function_; }
  llvm::IRBuilder<> builder;

private:
  llvm::Function *function_;
  bool isEarly_;
};

} // namespace lanecl
