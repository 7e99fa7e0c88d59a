// The address spaces of LaneCL IR, which are SPIR's (docs/lanecl-ir.md). All are 64 bits and the same addresses on the
// host.
#pragma once

namespace lanecl::space {

inline constexpr unsigned Private = 0, Global = 1, Constant = 2, Local = 3, Generic = 4;

/// A pointer to one of the spaces may point into memory of the other: only a generic one does (OpenCL C 6.7).
constexpr bool mayMeet(unsigned a, unsigned b) { return a == b || a == Generic || b == Generic; }

} // namespace lanecl::space
