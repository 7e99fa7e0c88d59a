#include "compiler/analysis/LaneclIr.h"
#include "compiler/transform/Passes.h"
#include "llvm/IR/ConstantRange.h"
#include "llvm/IR/Instructions.h"

namespace lanecl {

// Without this, `int i = get_global_id(0)` is a truncation and an extension for every address made from i.
void boundIds(llvm::Module &module) {
  for (llvm::Function &function : module) {
    auto query = queryOf(function);
    if (!query || isMemoryQuery(*query))
      continue;
    unsigned bits = function.getReturnType()->getIntegerBitWidth();
    llvm::ConstantRange range(llvm::APInt(bits, 0), llvm::APInt(bits, uint64_t(1) << 31));
    for (llvm::User *user : function.users())
      if (auto *call = llvm::dyn_cast<llvm::CallInst>(user))
        call->addRangeRetAttr(range);
  }
}

} // namespace lanecl
