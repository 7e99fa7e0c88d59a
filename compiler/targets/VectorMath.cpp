#include "compiler/targets/VectorMath.h"
#include "compiler/targets/Machine.h"
#include "llvm/IR/Module.h"

namespace lanecl::targets {
namespace {

/// "_Z3sinf" -> sin of float; the parameters must all be of that one type.
std::optional<MathCall> demangle(llvm::StringRef name) {
  unsigned length = 0;
  if (!name.consume_front("_Z") || name.consumeInteger(10, length) || length > name.size())
    return std::nullopt;
  MathCall call{name.take_front(length)};
  llvm::StringRef parameters = name.drop_front(length);
  char type = parameters.empty() ? 0 : parameters[0];
  if ((type != 'f' && type != 'd') || parameters.find_first_not_of(type) != llvm::StringRef::npos)
    return std::nullopt;
  call.isDouble = type == 'd';
  return call;
}

} // namespace

std::optional<MathCall> MathCall::of(const llvm::Function &callee) {
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
  return MathCall{intrinsic, type->isDoubleTy()};
}

void keepVectorMath(llvm::Module &module, unsigned lanes, const Machine &machine) {
  for (llvm::Function &function : module)
    if (!function.isDeclaration() && machine.vectorFunction(function, lanes)) {
      function.removeFnAttr(llvm::Attribute::AlwaysInline);
      function.addFnAttr(llvm::Attribute::NoInline);
    }
}

} // namespace lanecl::targets
