// Small checks that many entry points share. Each entry point writes its rules as a list, in the order of the
// specification's errors, each with the sentence it enforces above it:
//   if (auto ok = check({
//         // CL_INVALID_BUFFER_SIZE if size is 0.
//         {size == 0, CL_INVALID_BUFFER_SIZE},
//       }); !ok)
//     return ok;
// All conditions of one list are evaluated: none may read what an earlier one guards.
#pragma once
#include "runtime/Result.h"
#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace lanecl::api {

struct Rule {
  bool broken;
  cl_int code;
};

/// The error of the first broken rule.
inline Result<> check(std::initializer_list<Rule> rules) {
  for (Rule rule : rules)
    if (rule.broken)
      return fail(rule.code);
  return {};
}

/// Bits outside `known`.
template <typename T> bool hasUnknownBits(T flags, T known) { return (flags & ~known) != 0; }

/// More than one of the bits in `group`.
template <typename T> bool hasSeveralOf(T flags, T group) {
  T bits = flags & group;
  return (bits & (bits - 1)) != 0;
}

/// A count and its list contradict each other: "NULL and not zero, or not NULL and zero".
inline bool isListMismatch(std::size_t count, const void *list) { return (count == 0) != (list == nullptr); }

/// [offset, offset + size) does not lie inside [0, limit); no overflow.
inline bool isOutside(std::size_t offset, std::size_t size, std::size_t limit) {
  return offset > limit || size > limit - offset;
}

/// Two byte ranges share a byte.
inline bool overlaps(std::size_t a, std::size_t sizeA, std::size_t b, std::size_t sizeB) {
  return sizeA && sizeB && a < b + sizeB && b < a + sizeA;
}

} // namespace lanecl::api
