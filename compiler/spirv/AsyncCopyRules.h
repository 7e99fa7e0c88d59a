// The extended instruction set "NonSemantic.Codeplay.GroupAsyncCopies" (GroupAsyncCopy2D2D, GroupAsyncCopy3D3D) in
// modules of other producers.
#pragma once
#include "compiler/spirv/Module.h"

namespace lanecl::spirv {

/// The set is also known without the prefix, which its specification calls a workaround.
bool isAsyncCopySet(llvm::StringRef name);

/// Names the first rule of the set that the module breaks: the Kernel capability, the instruction's number, its number
/// of operands, or the type of one of them. Any other tool takes such a module for valid, so this is asked at the
/// build, whose log can say it.
llvm::Error checkAsyncCopies(const Module &module);

/// `words` as SPIRV-Tools is to see them. To it the set is non-semantic: the result would have to be void, and nothing
/// may use it. So the instruction gets a result of its own, and the event becomes an undefined one; all else, such as
/// that operands dominate their use, is checked as in any instruction. What checkAsyncCopies says better (a missing
/// Kernel capability) is left to it. Without the set: no words.
std::vector<uint32_t> withUnusedCopyResults(const Module &module, std::span<const uint32_t> words);

} // namespace lanecl::spirv
