// Any processor that LLVM knows, by nothing but LLVM's generic vectors: no intrinsic of a target, no vector math
// library. What other machines do better must come to the same.
#pragma once
#include "compiler/targets/HostTarget.h"

namespace lanecl::targets::portable {

inline constexpr std::string_view Name = "portable";

/// The least processor of `target.triple`: cpu, features, machine. LLVM's target is initialised.
void complete(HostTarget &target);
/// Loops of the C++ compiler's own.
const CopyLoops &copyLoops() noexcept;

} // namespace lanecl::targets::portable
