// What values change by from one work-item to the next: what tells rows of memory from columns.
#pragma once
#include "compiler/ir/Queries.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Operator.h"
#include <optional>

namespace lanecl {

/// The steps of a kernel's values along one dimension of its range, where nothing is clamped and nothing wraps round:
/// integers in numbers, pointers in bytes; nothing: not known, or not always the same. From group to group local ids do
/// not move. An estimate, quadratic in the code at worst. Pure; thread safe for modules that nobody changes.
class ItemSteps {
public:
  using Step = std::optional<int64_t>;
  enum class Of : bool { Range, Group };
  ItemSteps(const llvm::Function &kernel, unsigned dimension, Of neighbours = Of::Range);
  Step of(const llvm::Value *value) const;

private:
  bool update(const llvm::Instruction &instruction);
  Step transfer(const llvm::Instruction &instruction) const;
  Step transferQuery(const QueryCall &query) const;
  Step transferCall(const llvm::CallBase &call) const;
  Step transferAddress(const llvm::GEPOperator &address) const;
  Step transferPhi(const llvm::PHINode &phi) const;
  bool isStill(const llvm::Instruction &instruction) const;

  const llvm::DataLayout &data_;
  unsigned dimension_;
  Of neighbours_;
  llvm::DenseMap<const llvm::Value *, Step> steps_;
};

} // namespace lanecl
