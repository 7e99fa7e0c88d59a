// Which vector function serves a scalar math call: glibc's libmvec, function by function, only where its measured error
// keeps the limit of the OpenCL specification (OpenCL C 7.4) for every input. What is not served is inlined from the
// built-in library and made to lanes like any other code. Pure look-ups; thread safe.
#pragma once
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Intrinsics.h"
#include <optional>
#include <string>

namespace lanecl::simd {

enum class Isa : uint8_t { Sse4, Avx2, Avx512 };
/// "sse4", "avx2" or "avx512" (TargetInfo::isa).
Isa isaOf(llvm::StringRef name);

/// A vector function: `width` lanes at a time of `arguments` operands, all of one floating-point type.
struct VectorFunction {
  std::string name; ///< as libmvec exports it: _ZGVeN16v_sinf
  unsigned width = 0, arguments = 1;
  double harmless = 1.0; ///< an operand that takes no slow path: for inactive lanes
};

/// The function for a call of `callee` (an OpenCL C name such as _Z3sinf, or an intrinsic such as llvm.sin.f32) with
/// `lanes` lanes: of the width that suits the target best, which may be more or less than `lanes`.
std::optional<VectorFunction> vectorFunction(const llvm::Function &callee, unsigned lanes, Isa isa);

/// Marks the definitions in `module` that a vector function serves `noinline`, so that their calls reach packetize.
/// After the built-ins are linked, before anything is inlined.
void keepVectorMath(llvm::Module &module, unsigned lanes, Isa isa);

} // namespace lanecl::simd
