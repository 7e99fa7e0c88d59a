// LLVM's SPIR-V back end, fed with legalised modules only (Legalize.h): it does not fail on others, it dies.
#pragma once
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <vector>

namespace lanecl::frontend {

/// The back end keeps its state in static variables: one compile at a time may be in it. The slot is no lock with a
/// destructor because a crash leaves without destructors (Guard.h): whoever caught the crash frees the slot.
class BackEndSlot {
public:
  /// Waits for the slot.
  void begin();
  /// Does nothing when it is not ours.
  void end();

private:
  bool ours = false;
};

/// Adds our call-back to LLVM's list of them, which has no lock: once, before any code generator runs
/// (initializeLlvm()).
void registerBackEnd();

/// Words of the module, which is changed. Run it under the guard (Guard.h), in turn, after initializeLlvm().
llvm::Expected<std::vector<uint32_t>> runBackEnd(llvm::Module &module);

} // namespace lanecl::frontend
