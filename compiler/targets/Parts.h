// Vectors in parts of the width that an instruction or a function takes.
#pragma once
#include "llvm/IR/IRBuilder.h"

namespace lanecl::targets {

/// `make` applied to `lanes` lanes of the operands at a time; where there are fewer, the last one stands for the rest.
llvm::Value *inParts(llvm::IRBuilderBase &builder, unsigned lanes, llvm::ArrayRef<llvm::Value *> operands,
                     llvm::function_ref<llvm::Value *(llvm::ArrayRef<llvm::Value *>)> make);

} // namespace lanecl::targets
