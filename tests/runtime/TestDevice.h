// The platform's device, for tests of the runtime's own parts.
#pragma once
#include "runtime/Platform.h"

namespace lanecl::test {

inline Device &device() { return Platform::get().device(); }

} // namespace lanecl::test
