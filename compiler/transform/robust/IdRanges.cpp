#include "compiler/transform/robust/IdRanges.h"
#include "compiler/ir/Operations.h"

namespace lanecl {

using llvm::Value;

/// Of ids: with offsets near 2^63 the last may be below the first, as signed numbers.
ValueRange IdRanges::upTo(Value *first, Value *last) { return {first, last, 0, {b_.CreateICmpSLE(first, last)}}; }

/// Of the ids that differ between the sub-groups of a work-group.
std::optional<ValueRange> IdRanges::inSubGroup(Query which, unsigned dimension) {
  bool isAlongRow = dimension == 0; // of the linear ids it is 0
  switch (which) {
  case Query::LocalId:
  case Query::GlobalId:
  case Query::LocalLinearId:
  case Query::GlobalLinearId: {
    Value *first = createQuery(b_, which, dimension);
    if (!isAlongRow)
      return ValueRange{first, first, 0, {}};
    Value *lane = b_.CreateZExt(createQuery(b_, Query::SubGroupLocalId, 0), b_.getInt64Ty(), "", true);
    first = createOperation(b_, Operation::Uniform, {b_.CreateSub(first, lane)});
    return upTo(first, b_.CreateAdd(first, b_.getInt64(lanes_ - 1)));
  }
  case Query::SubGroupLocalId:
    return ValueRange{b_.getInt64(0), b_.getInt64(lanes_ - 1), 0, {}};
  default:
    return std::nullopt;
  }
}

std::optional<ValueRange> IdRanges::of(const Value &call) {
  auto found = queryOf(call);
  if (!found)
    return std::nullopt;
  if (lanes_)
    if (auto range = inSubGroup(found->query, found->dimension))
      return range;
  auto ask = [&](Query which) {
    return b_.CreateZExtOrTrunc(createQuery(b_, which, found->dimension), b_.getInt64Ty());
  };
  auto last = [&] { return b_.CreateSub(ask(Query::LocalSize), b_.getInt64(1)); };
  switch (found->query) {
  case Query::LocalId:
    return ValueRange{b_.getInt64(0), last(), 0, {}};
  case Query::GlobalId: {
    Value *first =
        b_.CreateAdd(b_.CreateMul(ask(Query::GroupId), ask(Query::EnqueuedLocalSize)), ask(Query::GlobalOffset));
    return upTo(first, b_.CreateAdd(first, last()));
  }
  case Query::GroupId:
  case Query::GlobalSize:
  case Query::LocalSize:
  case Query::EnqueuedLocalSize:
  case Query::NumGroups:
  case Query::GlobalOffset: {
    Value *same = ask(found->query);
    return ValueRange{same, same, 0, {}};
  }
  default:
    return std::nullopt;
  }
}

} // namespace lanecl
