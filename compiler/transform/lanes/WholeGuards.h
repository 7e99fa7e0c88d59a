// Guards (`if (x < width && y < height)`) that most sub-groups pass as a whole.
#pragma once
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Function.h"

namespace lanecl {

/// Where lanes may part, outside of loops, at a comparison of their position with a bound, what stands behind it gets a
/// copy for sub-groups all of whose active lanes go there: without masks. For machines whose masked stores are dear.
/// `kernel`: in SSA form, before preparePacketize; the lanes' mask is not to be one of partial sub-groups. `keep` is
/// called before the copies are made, if there are any. How many guards got one.
unsigned copyBehindGuards(llvm::Function &kernel, llvm::function_ref<void()> keep = [] {});

} // namespace lanecl
