// Random kernels that do what they like with indices and pointers.
#pragma once
#include <cstdint>
#include <string>

namespace lanecl::fuzz {

/// Kernels `reset()` and `wild(global uint *a, global ulong *b, global uchar *c, constant uint *t, local uint *l, int
/// n, ulong m, Bag s)`, where Bag is 32 bytes. Their loops end, they wait for nothing, and what they read goes into a,
/// b and c. `reset` makes the program's variables as they were.
std::string wildProgram(uint64_t seed);

} // namespace lanecl::fuzz
