// Forms of control flow that a pass gives and those behind it need, beyond LLVM's own rules. Checked behind each pass,
// with the rules of the operations (compiler/ir/Verify.h), when the compiler is asked to verify.
#pragma once
#include "llvm/ADT/ArrayRef.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/Error.h"

namespace lanecl {

enum class Form : uint8_t {
  AsWritten, ///< none
  Numbered,  ///< the number of a region boundary is that of one call only
  ForLanes ///< and: one return, no `unreachable` that is reached, reducible; loops have one latch, a block before them
           ///< and exits of their own, and what they compute is used outside through phis (LCSSA)
};

/// An error that names the function, the place and the rule that `bodies`, or functions that they call, break. Null
/// pointers stand for no body. Changes nothing.
llvm::Error verifyForm(Form form, llvm::ArrayRef<llvm::Function *> bodies);

} // namespace lanecl
