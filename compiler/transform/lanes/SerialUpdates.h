// Updates of memory that no atomic operation does, lane after lane: of lanes that go round a compare-exchange together
// only one gets on in an iteration where they want the same place.
#pragma once
#include "llvm/IR/Function.h"
#include "llvm/IR/Module.h"

namespace lanecl::simd {

/// Loops round a compare-exchange of `body` (analysis/UpdateLoops.h), which do nothing else that others see and wait
/// for nobody, become calls of functions that packetizing leaves as they are. `body` is in normal form, and stays so.
void separateUpdates(llvm::Function &body);
/// Such a function, and a call of one.
bool isUpdate(const llvm::Function &function);
bool isUpdateCall(const llvm::Instruction &instruction);
/// The calls become loops again.
void joinUpdates(llvm::Module &module);

} // namespace lanecl::simd
