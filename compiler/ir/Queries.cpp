#include "compiler/ir/Queries.h"
#include "compiler/ir/MadeOnce.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Module.h"

namespace lanecl {
namespace {

constexpr QueryFacts queryTable[] = {
#define LANECL_QUERY(enumerator, name, bits, hasDimension, sameIn, ofSubGroups)                                        \
  {name, bits, hasDimension, SameIn::sameIn, ofSubGroups},
#include "compiler/ir/Queries.def"
};

const llvm::StringMap<Query> &byName() {
  return madeOnce([] {
    llvm::StringMap<Query> made;
    for (auto [number, facts] : llvm::enumerate(queryTable))
      made.try_emplace(facts.name, static_cast<Query>(number));
    return made;
  });
}

} // namespace

const QueryFacts &factsOf(Query query) { return queryTable[static_cast<unsigned>(query)]; }

std::optional<Query> queryOf(const llvm::Function &function) {
  llvm::StringRef name = function.getName();
  if (!name.consume_front(DialectPrefix))
    return std::nullopt;
  auto found = byName().find(name);
  return found == byName().end() ? std::nullopt : std::optional(found->second);
}

std::optional<QueryCall> queryOf(const llvm::Value &value) {
  auto *call = llvm::dyn_cast<llvm::CallBase>(&value);
  auto *callee = call ? call->getCalledFunction() : nullptr;
  auto query = callee ? queryOf(*callee) : std::nullopt;
  if (!query)
    return std::nullopt;
  unsigned dimension = 0;
  if (call->arg_size() == 1)
    if (auto *constant = llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(0)))
      dimension = static_cast<unsigned>(std::min<uint64_t>(constant->getZExtValue(), 2));
  return QueryCall{*query, dimension};
}

llvm::CallInst *createQuery(llvm::IRBuilderBase &builder, Query query, unsigned dimension) {
  const QueryFacts &facts = factsOf(query);
  llvm::SmallVector<llvm::Type *, 1> types;
  llvm::SmallVector<llvm::Value *, 1> arguments;
  if (facts.hasDimension) {
    types.push_back(builder.getInt32Ty());
    arguments.push_back(builder.getInt32(dimension));
  }
  auto *type = llvm::FunctionType::get(builder.getIntNTy(facts.bits), types, false);
  llvm::Module &module = *builder.GetInsertBlock()->getModule();
  auto callee = module.getOrInsertFunction((DialectPrefix + facts.name).str(), type);
  auto *function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
  return builder.CreateCall(callee, arguments);
}

bool isMemoryQuery(Query query) { return query == Query::MemoryBegin || query == Query::MemoryBytes; }

bool differsInLanes(QueryCall call) { return factsOf(call.query).sameIn == SameIn::WorkItem && call.dimension == 0; }

} // namespace lanecl
