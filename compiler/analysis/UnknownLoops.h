// What estimates take for the iterations of loops that they know nothing of.
#pragma once
#include <algorithm>

namespace lanecl {

/// The logarithm of how often a block runs that lies in so many loops: eight iterations of each of the first four.
constexpr unsigned iterationBits(unsigned depth) { return 3 * std::min(depth, 4U); }

} // namespace lanecl
