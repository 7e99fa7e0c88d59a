#include "compiler/targets/x86/X86Machine.h"

namespace lanecl::targets::x86 {
namespace {

MachineFacts withExtensions(MachineFacts facts, const Extensions &extensions) {
  facts.nativeHalf = extensions.halfArithmetic;
  facts.dotProducts = extensions.dotProducts;
  return facts;
}

} // namespace

X86Machine::X86Machine(const MachineFacts &facts, Level level, const Extensions &extensions)
    : Machine(withExtensions(facts, extensions)), level_(level), bytePermutes_(extensions.bytePermutes) {}

/// For many of the processors with AVX-512 LLVM prefers half of a register.
void X86Machine::tune(llvm::Function &function) const {
  if (level_ >= Level::Avx512)
    function.addFnAttr("prefer-vector-width", "512");
}

} // namespace lanecl::targets::x86
