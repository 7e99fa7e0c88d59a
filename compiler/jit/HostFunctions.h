// What of the host compiled code may call, by name: nothing else is ever found, whatever a program calls its functions
// and variables. Thread safe.
#pragma once
#include "compiler/image/CodeImage.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace lanecl::jit {

struct HostFunction {
  image::Origin origin;
  void *address;
};

/// Nothing where there is no such function on this host, or code may not have it.
std::optional<HostFunction> findHostFunction(llvm::StringRef name);

} // namespace lanecl::jit
