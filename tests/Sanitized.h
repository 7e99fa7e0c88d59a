// Whether the tests run under a sanitizer: its shadow memory is in the way of limits on the address space, and what it
// checks takes time.
#pragma once
#include "compiler/image/Sanitized.h"

namespace lanecl::test {

inline constexpr bool isSanitized = LANECL_MEMORY_SANITIZED;

/// The thread sanitizer keeps signals of other threads for a call that it knows, and endless kernels make none.
inline constexpr bool keepsSignals = LANECL_THREAD_SANITIZER;

} // namespace lanecl::test
