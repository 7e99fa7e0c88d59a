#include "compiler/ir/Operations.h"
#include "compiler/transform/Passes.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Instructions.h"

namespace lanecl {

namespace {

/// First one beyond what the query can say. `required`: 0 where the group's size is not known.
uint64_t limitOf(const QueryCall &query, const std::array<uint32_t, 3> &required) {
  uint64_t size = required[query.dimension];
  switch (query.query) {
  case Query::LocalId:
    return size ? size : uint64_t(1) << 31;
  case Query::LocalSize: // of the last group in a dimension it may be less
  case Query::EnqueuedLocalSize:
    return size ? size + 1 : uint64_t(1) << 31;
  default:
    return uint64_t(1) << 31;
  }
}

} // namespace

// Without this, `int i = get_global_id(0)` is a truncation and an extension for every address made from i.
void boundIds(llvm::Module &module, const std::array<uint32_t, 3> &required) {
  for (llvm::Function &function : module) {
    auto query = queryOf(function);
    if (!query || isMemoryQuery(*query))
      continue;
    unsigned bits = function.getReturnType()->getIntegerBitWidth();
    for (llvm::User *user : function.users())
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(user))
        if (auto asked = queryOf(*call))
          call->addRangeRetAttr(
              llvm::ConstantRange(llvm::APInt(bits, 0), llvm::APInt(bits, limitOf(*asked, required))));
  }
}

} // namespace lanecl
