// Functions of one float that a kernel needs a line or two for: further results behind pointers, whole numbers, and the
// quick functions, whose results count for a part of the numbers only.
#pragma once
#include "References.h"

namespace lanecl::test {

struct DerivedFunction {
  UnaryReference<float> reference;
  std::string definition; ///< OpenCL C of a function of that name
};
std::vector<DerivedFunction> derivedFunctions();

} // namespace lanecl::test
