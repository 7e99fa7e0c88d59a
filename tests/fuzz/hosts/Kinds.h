// Hard places that a host may be in. What may be in each: right results, or an error of the API. What may not: a wrong
// result, a death, a hang.
#pragma once
#include <cstdint>
#include <span>

namespace lanecl::fuzz {

struct Settings {
  double seconds = 5;
  uint64_t seed = 1;
};

/// What rounds came to.
struct Counts {
  unsigned long right = 0, errors = 0, bad = 0;
};

struct Kind {
  const char *name;
  Counts (*run)(const Settings &settings);
  bool mayFail; ///< with errors; otherwise there is no reason for any
};

std::span<const Kind> kinds();

} // namespace lanecl::fuzz
