// Integer division of vectors. x86 has none, and LLVM's way out is one scalar division a lane, which is slow to run
// and, for kernels with many divisions, to compile.
#pragma once
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"

namespace lanecl {

/// The quotient or remainder of vectors of integers of up to MaxDividedBits as a floating-point division. A result that
/// does not fit (of a divisor of 0, of the least number by -1: undefined in OpenCL C) is some value, always the same.
llvm::Value *createVectorDivision(llvm::IRBuilderBase &builder, llvm::Instruction::BinaryOps opcode, llvm::Value *a,
                                  llvm::Value *b);
inline constexpr unsigned MaxDividedBits = 32;

/// Divisions and remainders of such vectors by divisors that are not constant become that. The rest stays as it is.
void lowerDivisions(llvm::Function &function);

/// Vectors of 64-bit integers are divided by constants as such of 32 bits without a sign where all that they hold at
/// run time fits: most are indices (`long i` of a loop). Three times as fast there (AVX2), a fifth dearer elsewhere.
/// Splits blocks.
void narrowDivisions(llvm::Function &function);

} // namespace lanecl
