// Which x86-64 processor code is for; the triple says that it is one. Thread safe.
#pragma once
#include "compiler/targets/HostTarget.h"

namespace lanecl::targets::x86 {

/// The host as far as the level `isa` has it, all of it for any other name: cpu, features, machine. False when the host
/// has less than the least level.
bool complete(HostTarget &target, std::string_view isa);
/// The same for the least processor of the level `isa`, with `more` of LLVM's features; false when there is no such
/// level.
bool completeLeast(HostTarget &target, std::string_view isa, llvm::ArrayRef<llvm::StringRef> more);

} // namespace lanecl::targets::x86
