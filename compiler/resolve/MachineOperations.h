// Machine operations: `machine.OP.TYPE`, instructions of AVX-512 that the built-in library's forms for it use (math/*
// .avx512.cl) and that LLVM has no general intrinsic for. Scalars in the library; packetize makes one instruction of
// 512 bits for all lanes of each, and what is left of scalar ones goes through a register's first lane. Pure look-ups.
#pragma once
#include "llvm/IR/IRBuilder.h"
#include <optional>

namespace lanecl::simd {

struct MachineOperation {
  llvm::Intrinsic::ID intrinsic = llvm::Intrinsic::not_intrinsic;
  unsigned lanes = 0;   ///< of 512 bits, of each operand
  int immediate = -1;   ///< follows the operands, when not negative
  bool isTable = false; ///< the first argument is the address of a constant table of 16 numbers
  bool rounds = true;   ///< the last argument is a mode of rounding
};

/// `make` applied to `lanes` lanes of the operands at a time; where there are fewer, the last one stands for the rest.
llvm::Value *inParts(llvm::IRBuilderBase &builder, unsigned lanes, llvm::ArrayRef<llvm::Value *> operands,
                     llvm::function_ref<llvm::Value *(llvm::ArrayRef<llvm::Value *>)> make);

/// The operation that a declaration stands for; nullopt for other functions.
std::optional<MachineOperation> machineOperation(const llvm::Function &callee);

/// The instruction: `table` as loaded (null unless isTable), operands of `lanes` lanes.
llvm::Value *emitMachineOperation(llvm::IRBuilderBase &builder, const MachineOperation &operation, llvm::Value *table,
                                  llvm::ArrayRef<llvm::Value *> operands);

/// Sums of the four products of the bytes of two words, `machine.dot4AB.i32` (A and B: s or u, how they extend): what
/// the translator makes of integer dot products, on every instruction set.
struct DotOperation {
  bool signedA = false, signedB = false;
};
std::optional<DotOperation> dotOperation(const llvm::Function &callee);
/// The declaration for the translator.
llvm::Function *dotFunction(llvm::Module &module, DotOperation operation);
/// `a` and `b`: i32, or vectors of it; with `instructions` (AVX512-VNNI) vectors of 16 lanes or a multiple take those.
llvm::Value *emitDot(llvm::IRBuilderBase &builder, DotOperation operation, llvm::Value *a, llvm::Value *b,
                     bool instructions);

/// Calls of machine operations that were not made to lanes.
void lowerScalarMachineOperations(llvm::Module &module);

} // namespace lanecl::simd
