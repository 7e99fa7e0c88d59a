// How the files of the extended instruction set OpenCL.std share their rows.
#pragma once
#include "compiler/spirv/Handlers.h"

namespace lanecl::spirv {

/// What the arguments of an inline function must be.
enum class Shape : uint8_t {
  Floats,   ///< as the result, floating-point
  Integers, ///< as the result, integers
  Free      ///< the function checks itself
};

using Make = llvm::Value *(*)(Translation &, const Instruction &, llvm::ArrayRef<llvm::Value *>);

/// A function made of instructions instead of a call. `make` may use the builder's fast-math flags, which are set, and
/// returns null for functions without result or after an error.
struct InlineRow {
  OpenCLStd which;
  uint8_t arguments;
  Shape shape;
  Make make;
};

std::span<const InlineRow> mathRows();    ///< math, common and relational functions
std::span<const InlineRow> integerRows(); ///< integer functions
/// Functions with literals or pointers: they read the instruction themselves.
std::span<const std::pair<OpenCLStd, Run>> memoryRows();

/// The arguments begin at this operand of OpExtInst.
inline constexpr uint32_t FirstArgument = 2;

} // namespace lanecl::spirv
