// What memory is made of on all processors that code is made for, as far as code counts on it.
#pragma once
#include <cstdint>

namespace lanecl {

/// Memory is mapped in pages, of so many bytes or more: where one element may be read, so may all that share its page.
inline constexpr uint64_t PageBytes = 4096;

/// What the caches hold and move as one piece.
inline constexpr uint64_t CacheLineBytes = 64;

} // namespace lanecl
