// What releases of SPIRV-Tools do not know, or know otherwise, and need not see: hints that some accesses do not meet
// others (SPV_INTEL_memory_access_aliasing), without which the translator goes, and names for the host
// (SPV_INTEL_global_variable_host_access).
#pragma once
#include "compiler/spirv/Module.h"

namespace lanecl::spirv {

/// An instruction that declares a domain, a scope or a list of scopes.
bool declaresAliases(Op op);
/// A decoration that gives a variable a name for the host.
bool namesForHost(const Instruction &instruction);
/// `words` as SPIRV-Tools is to see them: without either, and with both names of SPV_INTEL_long_composites, but no
/// constant that is continued.
/// Declarations of scopes, releases from before the extension's present text want in a function's block. No words when
/// there are none.
std::vector<uint32_t> withoutHints(const Module &module, std::span<const uint32_t> words);

} // namespace lanecl::spirv
