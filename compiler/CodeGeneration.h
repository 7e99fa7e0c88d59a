// The last step: LLVM's code generator, with as much effort as the code's size allows.
#pragma once
#include "compiler/Effort.h"
#include "compiler/SubPasses.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

namespace lanecl::compiler {

/// Appends the object (or its assembly) to `output`, and tells how many bytes of stack the most demanding function
/// takes, when that is more than MostStack (else 0). `machine` is used by this call alone and left as it was.
llvm::Expected<uint64_t> emitCode(llvm::Module &module, llvm::TargetMachine &machine, Effort effort, bool assembly,
                                  llvm::SmallVectorImpl<char> &output, SubPassObserver *observer = nullptr);

/// What is worth other code; and what a thread has, beside what the host's own functions need.
inline constexpr uint64_t MostStack = 1 << 20, StackOfThread = 3 << 20;

} // namespace lanecl::compiler
