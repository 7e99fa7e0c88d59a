// What releases of SPIRV-Tools do not know, or know otherwise, and need not see: hints that some accesses do not meet
// others (SPV_INTEL_memory_access_aliasing), without which the translator goes; names for the host
// (SPV_INTEL_global_variable_host_access); and what is longer than an instruction (SPV_INTEL_long_composites), which
// the parser puts together.
#pragma once
#include "compiler/spirv/Module.h"

namespace lanecl::spirv {

/// An instruction that declares a domain, a scope or a list of scopes.
bool declaresAliases(Op op);
/// A decoration that gives a variable a name for the host.
bool namesForHost(const Instruction &instruction);
/// `words` as SPIRV-Tools is to see them: without hints and names, for releases from before the first extension's
/// present text want declarations of scopes in a function's block; with both names of the last, and no constant that is
/// continued, for releases want that in a block, too. No words when there is nothing of the kind.
std::vector<uint32_t> withoutHints(const Module &module, std::span<const uint32_t> words);

} // namespace lanecl::spirv
