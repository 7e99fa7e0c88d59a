// Atomic operations of all lanes at once (compiler/ir/AtomicOperation.h).
#pragma once
#include "compiler/ir/AtomicOperation.h"
#include "compiler/transform/lanes/LaneFunction.h"

namespace lanecl::simd {

void emitAtomic(LaneFunction &f, const AtomicOperation &atomic, llvm::Value *mask);

} // namespace lanecl::simd
