// Loops that lanes leave one after the other, but only in their last iterations.
#pragma once
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/IR/Function.h"

namespace lanecl {

/// `for (i = id; i < n; i += size)`: the lanes' counters lie side by side, so that all lanes take part in all
/// iterations but for one or two at the end. Such innermost loops get a copy in front that runs as long as all active
/// lanes go on, which all leave together: nothing in it has a mask of its own. `function`: in the form that packetize
/// needs, and afterwards again. `keep` is called before the copies are made, if there are any. How many loops got one.
unsigned copyWholeIterations(llvm::Function &function, llvm::function_ref<void()> keep = [] {});

} // namespace lanecl
