// SPV_INTEL_memory_access_aliasing: hints that some accesses do not meet others. The translator goes without them.
#pragma once
#include "compiler/spirv/Module.h"

namespace lanecl::spirv {

/// An instruction that declares a domain, a scope or a list of scopes.
bool declaresAliases(Op op);
/// `words` as SPIRV-Tools is to see them: without the hints, whose declarations releases from before the extension's
/// present text want in a function's block. No words when there are none.
std::vector<uint32_t> withoutAliases(const Module &module, std::span<const uint32_t> words);

} // namespace lanecl::spirv
