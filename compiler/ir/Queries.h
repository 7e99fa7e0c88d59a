// Work-item queries of LaneCL IR, calls of `lanecl.NAME`: one table (Queries.def) from which they are made and known
// again. Pure look-ups; thread safe.
#pragma once
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"
#include <optional>

namespace lanecl {

/// What the names of the dialect's operations and queries begin with.
inline constexpr llvm::StringLiteral DialectPrefix = "lanecl.";

enum class Query : uint8_t {
#define LANECL_QUERY(enumerator, ...) enumerator,
#include "compiler/ir/Queries.def"
};

/// The least part of an NDRange in which all work-items have one result.
enum class SameIn : uint8_t { WorkItem, SubGroup, WorkGroup, Launch };

struct QueryFacts {
  llvm::StringLiteral name; ///< behind "lanecl."
  unsigned bits;            ///< of the result
  bool hasDimension;
  SameIn sameIn;
  bool isOfSubGroups; ///< a program that asks it sees its sub-groups
};
const QueryFacts &factsOf(Query query);

/// What a worker lends (WorkerInfo). Local memory is all in the first area. Where a kernel asks for MemoryBegin,
/// private memory is all in the other two; otherwise some of it is on the stack.
enum class MemoryArea : uint8_t { Local, Context, Scratch };
inline constexpr unsigned MemoryAreas = 3;

struct QueryCall {
  Query query;
  unsigned dimension = 0; ///< 0, 1 or 2 (a MemoryArea for those of memory); 0 for queries without one
};

/// The query that `function`/`value` (a call) is; nothing for everything else.
std::optional<Query> queryOf(const llvm::Function &function);
std::optional<QueryCall> queryOf(const llvm::Value &value);

/// A call of the query at the builder's position; `dimension` counts where the query has one.
llvm::CallInst *createQuery(llvm::IRBuilderBase &builder, Query query, unsigned dimension = 0);

/// An address or size of memory, not a number of work-items or an id.
bool isMemoryQuery(Query query);
/// Its result differs from lane to lane: a sub-group lies along dimension 0.
bool differsInLanes(QueryCall call);

} // namespace lanecl
