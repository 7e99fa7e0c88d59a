// printf of robust programs: the host reads texts only as far as the kernel may.
#pragma once
#include "compiler/transform/robust/InsideTests.h"

namespace lanecl {

/// lanecl.printf, and lanecl.assert_fail, which is alike.
bool readsTexts(const llvm::Instruction &instruction);

/// Puts in the place of `call` one whose texts are bounded: what may be the format or an argument of %s and is not a
/// literal becomes <2 x ptr>, the pointer and the bytes that may be read from there (jit/HostSupport.h). `b` is moved.
void boundPrintf(llvm::CallInst &call, InsideTests &tests, llvm::IRBuilder<> &b);

} // namespace lanecl
