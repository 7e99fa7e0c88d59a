// printf of robust programs: the host reads texts only where they are texts of the program's.
#pragma once
#include "compiler/transform/robust/InsideTests.h"

namespace lanecl {

/// The format, and arguments of %s, become null unless they lie in constants that end with a zero, as literals do
/// (OpenCL C 6.15.14.2: "The conversion specifier s in OpenCL C can only be used for arguments that are literal
/// strings"). printf() is -1 then, or prints "(null)". `b` is moved.
void boundPrintf(llvm::CallInst &call, InsideTests &tests, llvm::IRBuilder<> &b);

} // namespace lanecl
