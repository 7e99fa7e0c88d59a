// The last step: LLVM's code generator, with as much effort as the code's size allows.
#pragma once
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

namespace lanecl::compiler {

/// What LLVM may spend on a module. Its schedulers compare all memory accesses of a block with each other, and its
/// register allocator takes seconds when thousands of values wait for a register.
enum class Effort : uint8_t {
  Full,
  InOrder, ///< no instruction scheduling
  Quick    ///< a few passes, and code as LLVM makes it without optimisation: linear in the code
};

/// Adds our call-back to LLVM's list of them, which has no lock: before any code generator runs. Thread safe.
void registerCodeGenerator();

/// Appends the object (or its assembly) to `output`, and tells how many bytes of stack the most demanding function
/// takes, when that is more than MostStack (else 0). `machine` is used by this call alone and left as it was.
llvm::Expected<uint64_t> emitCode(llvm::Module &module, llvm::TargetMachine &machine, Effort effort, bool assembly,
                                  llvm::SmallVectorImpl<char> &output);

/// What is worth other code; and what a thread has, beside what the host's own functions need.
inline constexpr uint64_t MostStack = 1 << 20, StackOfThread = 3 << 20;

} // namespace lanecl::compiler
