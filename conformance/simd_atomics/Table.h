// Which functions send which message: operation by type by extension.
#pragma once
#include "Types.h"
#include <vector>

namespace atomics {

/// One function on one type. `call` is OpenCL C: `p` is the place, `a` and `b` are the operands, `A` is the memory's
/// address space.
struct Function {
  Type type;
  Op op;
  std::string call;
  std::string extension; // empty: OpenCL C 1.2 itself
  std::string label;     // functions of the same label and type are one sub-test
  bool generic;          // takes generic pointers, too
};

/// All of them.
std::vector<Function> functions();

} // namespace atomics
