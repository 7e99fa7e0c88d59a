#include "compiler/resolve/VectorMath.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/IR/Module.h"

namespace lanecl::simd {
namespace {

/// Where a form of libmvec keeps the limit of OpenCL C 7.4 ("Relative error as ULPs"; measured over all floats and 2^24
/// doubles and more) and is faster than the built-in library's own code inlined into a kernel (docs/math.md has the
/// figures): float with 8 lanes (AVX2) and 16 (AVX-512), double with 4 and 8. A call costs every vector register, so
/// only long functions gain. The 4-lane forms for SSE4 have not been measured and are not used.
struct Row {
  llvm::StringLiteral name; ///< OpenCL C's and libm's alike
  unsigned arguments;
  bool float8, float16, double4, double8;
  double harmless = 1.0;
};

constexpr Row Rows[] = {
    {"tan", 1, false, false, true, false},  {"cbrt", 1, false, true, false, true}, {"erf", 1, true, false, true, true},
    {"sinh", 1, true, false, true, false},  {"atan", 1, true, false, true, false}, {"erfc", 1, true, false, true, true},
    {"atan2", 2, true, false, true, false},
};

const Row *rowOf(llvm::StringRef name) {
  auto *row = llvm::find_if(Rows, [&](const Row &candidate) { return candidate.name == name; });
  return row == std::end(Rows) ? nullptr : row;
}

struct Call {
  llvm::StringRef name;
  bool isDouble = false;
};

/// "_Z3sinf" -> sin of float; the parameters must all be of that one type.
std::optional<Call> demangle(llvm::StringRef name) {
  unsigned length = 0;
  if (!name.consume_front("_Z") || name.consumeInteger(10, length) || length > name.size())
    return std::nullopt;
  Call call{name.take_front(length)};
  llvm::StringRef parameters = name.drop_front(length);
  char type = parameters.empty() ? 0 : parameters[0];
  if ((type != 'f' && type != 'd') || parameters.find_first_not_of(type) != llvm::StringRef::npos)
    return std::nullopt;
  call.isDouble = type == 'd';
  return call;
}

std::optional<Call> callOf(const llvm::Function &callee) {
  llvm::StringRef intrinsic;
  switch (callee.getIntrinsicID()) {
  case llvm::Intrinsic::not_intrinsic:
    return demangle(callee.getName());
#define LANECL_MATH_INTRINSIC(NAME)                                                                                    \
  case llvm::Intrinsic::NAME:                                                                                          \
    intrinsic = #NAME;                                                                                                 \
    break;
    LANECL_MATH_INTRINSIC(sin)
    LANECL_MATH_INTRINSIC(cos)
    LANECL_MATH_INTRINSIC(tan)
    LANECL_MATH_INTRINSIC(asin)
    LANECL_MATH_INTRINSIC(acos)
    LANECL_MATH_INTRINSIC(atan)
    LANECL_MATH_INTRINSIC(atan2)
    LANECL_MATH_INTRINSIC(sinh)
    LANECL_MATH_INTRINSIC(cosh)
    LANECL_MATH_INTRINSIC(tanh)
    LANECL_MATH_INTRINSIC(exp)
    LANECL_MATH_INTRINSIC(exp2)
    LANECL_MATH_INTRINSIC(exp10)
    LANECL_MATH_INTRINSIC(log)
    LANECL_MATH_INTRINSIC(log2)
    LANECL_MATH_INTRINSIC(log10)
    LANECL_MATH_INTRINSIC(pow)
#undef LANECL_MATH_INTRINSIC
  default:
    return std::nullopt;
  }
  llvm::Type *type = callee.getReturnType();
  if (!type->isFloatTy() && !type->isDoubleTy())
    return std::nullopt;
  return Call{intrinsic, type->isDoubleTy()};
}

} // namespace

Isa isaOf(llvm::StringRef name) {
  return llvm::StringSwitch<Isa>(name).Case("avx512", Isa::Avx512).Case("avx2", Isa::Avx2).Default(Isa::Sse4);
}

std::optional<VectorFunction> vectorFunction(const llvm::Function &callee, unsigned lanes, Isa isa) {
  auto call = isa == Isa::Sse4 ? std::nullopt : callOf(callee);
  const Row *row = call ? rowOf(call->name) : nullptr;
  if (!row || callee.arg_size() != row->arguments)
    return std::nullopt;
  unsigned narrow = call->isDouble ? 4 : 8;
  bool isWide = isa == Isa::Avx512 && lanes > narrow;
  bool passes = call->isDouble ? (isWide ? row->double8 : row->double4) : (isWide ? row->float16 : row->float8);
  if (!passes)
    return std::nullopt;
  unsigned width = isWide ? narrow * 2 : narrow;
  std::string name = std::string("_ZGV") + (isWide ? 'e' : 'd') + 'N' + std::to_string(width) +
                     std::string(row->arguments, 'v') + '_' + row->name.str() + (call->isDouble ? "" : "f");
  return VectorFunction{name, width, row->arguments, row->harmless};
}

void keepVectorMath(llvm::Module &module, unsigned lanes, Isa isa) {
  for (llvm::Function &function : module)
    if (!function.isDeclaration() && vectorFunction(function, lanes, isa)) {
      function.removeFnAttr(llvm::Attribute::AlwaysInline);
      function.addFnAttr(llvm::Attribute::NoInline);
    }
}

} // namespace lanecl::simd
