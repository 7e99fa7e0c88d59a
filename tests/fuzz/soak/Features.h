// The features of the platform, each used once and put away again.
#pragma once
#include "bench/Host.h"
#include <cstdint>
#include <span>

namespace lanecl::fuzz {

/// The host, and what number the round has: no two build the same program.
struct Round {
  const bench::Host &host;
  uint64_t number;
};

struct Feature {
  const char *name;
  /// False when a result is wrong.
  bool (*use)(const Round &round);
};

std::span<const Feature> features();
/// What a call of the API that fails leads to, instead of the end of the process; it does not return.
void setErrorHandler(void (*handler)(cl_int error));

/// What the driver keeps of programs that are gone, which is bounded, comes to its bounds.
void fillStores(const bench::Host &host);

} // namespace lanecl::fuzz
