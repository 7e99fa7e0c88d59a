// Lines of the source (-g): the back end writes no OpLine. So calls of __lanecl_line stand in the IR where the line
// changes (carryLines), and become OpLine in the finished words.
#pragma once
#include "llvm/IR/Module.h"
#include <cstdint>
#include <vector>

namespace lanecl::frontend {

/// Debug locations to calls of `void __lanecl_line(i32 line, i32 column)`; no debug information is left. Line 0: not of
/// program.cl. Last before the back end.
void carryLines(llvm::Module &module);
/// Those calls to OpLine and OpNoLine. Words without them come back as they are.
std::vector<uint32_t> importLines(std::vector<uint32_t> words);

} // namespace lanecl::frontend
