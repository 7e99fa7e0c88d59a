// Between which values ids and sizes lie in all work-items of a work-group, or of a sub-group.
#pragma once
#include "compiler/ir/Queries.h"
#include "compiler/transform/robust/RangeArithmetic.h"
#include "llvm/IR/IRBuilder.h"
#include <optional>

namespace lanecl {

class IdRanges {
public:
  /// `lanes`: as GroupRanges has it.
  IdRanges(llvm::IRBuilderBase &builder, unsigned lanes) : b_(builder), lanes_(lanes) {}

  /// The number of bits is the caller's to set. Nothing: it is no query, or one that nobody can tell of.
  std::optional<ValueRange> of(const llvm::Value &call);

private:
  ValueRange upTo(llvm::Value *first, llvm::Value *last);
  std::optional<ValueRange> inSubGroup(Query which, unsigned dimension);

  llvm::IRBuilderBase &b_;
  unsigned lanes_;
};

} // namespace lanecl
