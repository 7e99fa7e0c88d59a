// What LLVM may spend on a module.
#pragma once
#include <cstdint>

namespace lanecl::compiler {

/// LLVM's schedulers compare all memory accesses of a block with each other, and its register allocator takes seconds
/// when thousands of values wait for a register.
enum class Effort : uint8_t {
  Full,
  InOrder, ///< no instruction scheduling
  First,   ///< little: the code is to be there soon (Tier::First)
  Quick    ///< a few passes, and code as LLVM makes it without optimisation: linear in the code
};

} // namespace lanecl::compiler
