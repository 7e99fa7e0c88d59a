// What the copy loops (AsyncCopyLoops.inc) of all machines share.
#pragma once
#include "compiler/targets/AsyncCopy.h"
#include <cstring>
#include <iterator>

namespace lanecl::targets {

struct Lines {
  std::byte *dst;
  const std::byte *src;
  uint64_t lineBytes, lines, srcLine, dstLine;
};

using LinesLoop = void (*)(Lines);

/// Without permutations by element, elements are gathered one by one.
template <typename T> constexpr LinesLoop gatherLoop(uint64_t) { return nullptr; }
/// Without masked stores, elements are scattered one by one.
template <typename T> constexpr LinesLoop scatterLoop(uint64_t) { return nullptr; }

} // namespace lanecl::targets
