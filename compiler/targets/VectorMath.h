// Which vector function serves a scalar math call (Machine::vectorFunction): of a library that the machine has, where
// it is within the specification's limits and faster. What is not served is inlined from the built-in library and made
// to lanes like any other code. Pure look-ups; thread safe.
#pragma once
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"
#include <optional>
#include <string>

namespace lanecl::targets {

class Machine;

/// A vector function: `width` lanes at a time of `arguments` operands, all of one floating-point type.
struct VectorFunction {
  std::string name; ///< as its library exports it: _ZGVeN16v_sinf
  unsigned width = 0, arguments = 1;
  double harmless = 1.0; ///< an operand that takes no slow path: for inactive lanes
};

/// What a call of a math function asks for.
struct MathCall {
  llvm::StringRef name; ///< OpenCL C's and libm's alike: sin
  bool isDouble = false;
  /// By its name in OpenCL C, of float or double (_Z3sinf), or as an intrinsic (llvm.sin.f32); nullopt for others.
  static std::optional<MathCall> of(const llvm::Function &callee);
};

/// Marks the definitions in `module` that a vector function serves `noinline`, so that their calls reach packetize.
/// After the built-ins are linked, before anything is inlined.
void keepVectorMath(llvm::Module &module, unsigned lanes, const Machine &machine);

} // namespace lanecl::targets
