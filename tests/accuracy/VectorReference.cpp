// Compiled for AVX2; called only where the machine has it.
#include "References.h"
#include <array>
#include <immintrin.h>

// Four doubles at a time, as the vector ABI names them.
#define EACH_FUNCTION(M)                                                                                               \
  M(sin)                                                                                                               \
  M(cos)                                                                                                               \
  M(tan)                                                                                                               \
  M(asin)                                                                                                              \
  M(acos)                                                                                                              \
  M(atan) M(sinh) M(cosh) M(tanh) M(asinh) M(acosh) M(atanh) M(exp) M(exp2) M(exp10) M(expm1) M(log) M(log2) M(log10)  \
      M(log1p) M(cbrt) M(erf) M(erfc)
#define DECLARE(NAME) __m256d _ZGVdN4v_##NAME(__m256d);
extern "C" {
EACH_FUNCTION(DECLARE)
}

namespace lanecl::test {
namespace {

template <__m256d (*Function)(__m256d)> void overArray(const double *x, double *results, size_t count) {
  for (size_t i = 0; i < count; i += 4)
    _mm256_storeu_pd(results + i, Function(_mm256_loadu_pd(x + i)));
}

} // namespace

OverArray vectorReference(const std::string &name) {
  struct Row {
    const char *name;
    OverArray function;
  };
#define ROW(NAME) {#NAME, overArray<_ZGVdN4v_##NAME>},
  static constexpr Row rows[] = {EACH_FUNCTION(ROW)};
  if (__builtin_cpu_supports("avx2"))
    for (const Row &row : rows)
      if (name == row.name)
        return row.function;
  return nullptr;
}

} // namespace lanecl::test
