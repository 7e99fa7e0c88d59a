// glibc's libmvec, function by function, only where its measured error keeps the limit of the OpenCL specification
// (OpenCL C 7.4) for every input.
#include "compiler/targets/x86/X86Machine.h"
#include "llvm/ADT/STLExtras.h"

namespace lanecl::targets::x86 {
namespace {

/// Where a form of libmvec keeps the limit of OpenCL C 7.4 ("Relative error as ULPs"; measured over all floats and 2^24
/// doubles and more) and is faster than the built-in library's own code inlined into a kernel (docs/math.md has the
/// figures): float with 8 lanes (AVX2) and 16 (AVX-512), double with 4 and 8. A call costs every vector register, so
/// only long functions gain. The 4-lane forms for SSE4 have not been measured and are not used.
struct LibmvecRow {
  llvm::StringLiteral name; ///< OpenCL C's and libm's alike
  unsigned arguments;
  bool float8, float16, double4, double8;
  double harmless = 1.0;
};

constexpr LibmvecRow LibmvecRows[] = {
    {"tan", 1, false, false, true, false},  {"cbrt", 1, false, true, false, true}, {"erf", 1, true, false, true, true},
    {"sinh", 1, true, false, true, false},  {"atan", 1, true, false, true, false}, {"erfc", 1, true, false, true, true},
    {"atan2", 2, true, false, true, false},
};

const LibmvecRow *rowOf(llvm::StringRef name) {
  auto *row = llvm::find_if(LibmvecRows, [&](const LibmvecRow &candidate) { return candidate.name == name; });
  return row == std::end(LibmvecRows) ? nullptr : row;
}

} // namespace

std::optional<VectorFunction> X86Machine::vectorFunction(const llvm::Function &callee, unsigned lanes) const {
  auto call = level_ < Level::Avx2 ? std::nullopt : MathCall::of(callee);
  const LibmvecRow *row = call ? rowOf(call->name) : nullptr;
  if (!row || callee.arg_size() != row->arguments)
    return std::nullopt;
  unsigned narrow = call->isDouble ? 4 : 8;
  bool isWide = level_ >= Level::Avx512 && lanes > narrow;
  bool passes = call->isDouble ? (isWide ? row->double8 : row->double4) : (isWide ? row->float16 : row->float8);
  if (!passes)
    return std::nullopt;
  unsigned width = isWide ? narrow * 2 : narrow;
  std::string name = std::string("_ZGV") + (isWide ? 'e' : 'd') + 'N' + std::to_string(width) +
                     std::string(row->arguments, 'v') + '_' + row->name.str() + (call->isDouble ? "" : "f");
  return VectorFunction{name, width, row->arguments, row->harmless};
}

} // namespace lanecl::targets::x86
