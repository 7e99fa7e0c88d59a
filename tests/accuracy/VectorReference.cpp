// Compiled for AVX2; called only where the machine has it.
#include "References.h"
#include <immintrin.h>
#include <iterator>
#if __has_include(<sleef.h>) && defined(LANECL_SLEEF)
#include <sleef.h>
#endif

// Four doubles at a time, as the vector ABI names them. Beyond what a single precision argument or result can need, and
// where there is no result, these functions go one by one: such arguments are kept from them. Of a row, arguments
// outside of [least, most] have the results of its ends (Ends), or none (Nothing).
#define EACH_FUNCTION(M)                                                                                               \
  M(asin, -1, 1, Nothing)                                                                                              \
  M(acos, -1, 1, Nothing)                                                                                              \
  M(atan, -INFINITY, INFINITY, Ends)                                                                                   \
  M(sinh, -200, 200, Ends)                                                                                             \
  M(cosh, -200, 200, Ends)                                                                                             \
  M(tanh, -30, 30, Ends)                                                                                               \
  M(asinh, -INFINITY, INFINITY, Ends)                                                                                  \
  M(acosh, 1, INFINITY, Nothing)                                                                                       \
  M(atanh, -1, 1, Nothing)                                                                                             \
  M(exp, -200, 200, Ends)                                                                                              \
  M(exp2, -300, 300, Ends)                                                                                             \
  M(exp10, -90, 90, Ends)                                                                                              \
  M(expm1, -200, 200, Ends)                                                                                            \
  M(log, 0, INFINITY, Nothing)                                                                                         \
  M(log2, 0, INFINITY, Nothing)                                                                                        \
  M(log10, 0, INFINITY, Nothing)                                                                                       \
  M(log1p, -1, INFINITY, Nothing)                                                                                      \
  M(cbrt, -INFINITY, INFINITY, Ends)                                                                                   \
  M(erf, -10, 10, Ends)                                                                                                \
  M(erfc, -10, 15, Ends)
#define EACH_ANGLE_FUNCTION(M) M(sin) M(cos) M(tan)
#define DECLARE(NAME, ...) __m256d _ZGVdN4v_##NAME(__m256d);
extern "C" {
EACH_FUNCTION(DECLARE)
EACH_ANGLE_FUNCTION(DECLARE)
}

namespace lanecl::test {
namespace {

enum class Outside { Ends, Nothing };
using Four = __m256d (*)(__m256d);
struct Row {
  const char *name;
  Four function;
  double least, most;
  Outside outside;
};
#define ROW(NAME, least, most, outside) {#NAME, _ZGVdN4v_##NAME, least, most, Outside::outside},
// Large angles are what SLEEF does fast, where the machine has it.
#ifdef SLEEF_VERSION_MAJOR
#define ANGLE_ROW(NAME)                                                                                                \
  {#NAME, [](__m256d x) -> __m256d { return Sleef_##NAME##d4_u10avx2(x); }, -INFINITY, INFINITY, Outside::Ends},
#else
#define ANGLE_ROW(NAME) {#NAME, _ZGVdN4v_##NAME, -INFINITY, INFINITY, Outside::Ends},
#endif
constexpr Row Rows[] = {EACH_FUNCTION(ROW) EACH_ANGLE_FUNCTION(ANGLE_ROW)};

template <size_t Index> void overArray(const double *x, double *results, size_t count) {
  constexpr Row row = Rows[Index];
  const __m256d least = _mm256_set1_pd(row.least), most = _mm256_set1_pd(row.most), nan = _mm256_set1_pd(NAN);
  for (size_t i = 0; i < count; i += 4) {
    // Both take the second operand when one is a NaN.
    __m256d given = _mm256_loadu_pd(x + i), within = _mm256_max_pd(least, _mm256_min_pd(most, given));
    __m256d result = row.function(within);
    if (row.outside == Outside::Nothing)
      result = _mm256_blendv_pd(nan, result, _mm256_cmp_pd(given, within, _CMP_EQ_OQ));
    _mm256_storeu_pd(results + i, result);
  }
}

template <size_t... Indices> OverArray find(const std::string &name, std::index_sequence<Indices...>) {
  OverArray found = nullptr;
  ((name == Rows[Indices].name ? void(found = overArray<Indices>) : void()), ...);
  return found;
}

} // namespace

OverArray vectorReference(const std::string &name) {
  return __builtin_cpu_supports("avx2") ? find(name, std::make_index_sequence<std::size(Rows)>()) : nullptr;
}

} // namespace lanecl::test
