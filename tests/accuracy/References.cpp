#include "References.h"
#include <algorithm>
#include <cstring>
#include <mpfr.h>

namespace lanecl::test {
namespace {

constexpr mpfr_prec_t Bits = 160;

/// A number of MPFR's, freed at the end.
struct Number {
  mpfr_t value;
  Number() { mpfr_init2(value, Bits); }
  ~Number() { mpfr_clear(value); }
  Number(const Number &) = delete;
};

void assign(Number &to, float x) { mpfr_set_flt(to.value, x, MPFR_RNDN); }
void assign(Number &to, double x) { mpfr_set_d(to.value, x, MPFR_RNDN); }
template <typename W> W valueOf(const Number &number) {
  if constexpr (std::is_same_v<W, double>)
    return mpfr_get_d(number.value, MPFR_RNDN);
  else
    return mpfr_get_ld(number.value, MPFR_RNDN);
}

using One = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
using Two = int (*)(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
template <typename F> struct Row {
  const char *name;
  F function;
};

int sqrtOf(mpfr_ptr r, mpfr_srcptr x, mpfr_rnd_t mode) { return mpfr_sqrt(r, x, mode); }

constexpr Row<One> Ones[] = {
    {"acos", mpfr_acos},     {"acosh", mpfr_acosh},    {"asin", mpfr_asin},     {"asinh", mpfr_asinh},
    {"atan", mpfr_atan},     {"atanh", mpfr_atanh},    {"cbrt", mpfr_cbrt},     {"cos", mpfr_cos},
    {"cosh", mpfr_cosh},     {"erfc", mpfr_erfc},      {"erf", mpfr_erf},       {"exp", mpfr_exp},
    {"exp2", mpfr_exp2},     {"expm1", mpfr_expm1},    {"log", mpfr_log},       {"log2", mpfr_log2},
    {"log10", mpfr_log10},   {"log1p", mpfr_log1p},    {"sin", mpfr_sin},       {"sinh", mpfr_sinh},
    {"sqrt", sqrtOf},        {"tan", mpfr_tan},        {"tanh", mpfr_tanh},     {"tgamma", mpfr_gamma},
    {"exp10", mpfr_exp10},   {"rsqrt", mpfr_rec_sqrt}, {"acospi", mpfr_acospi}, {"asinpi", mpfr_asinpi},
    {"atanpi", mpfr_atanpi}, {"sinpi", mpfr_sinpi},    {"cospi", mpfr_cospi},   {"tanpi", mpfr_tanpi}};
constexpr Row<Two> Twos[] = {
    {"atan2", mpfr_atan2}, {"atan2pi", mpfr_atan2pi}, {"hypot", mpfr_hypot}, {"pow", mpfr_pow}, {"powr", mpfr_powr}};

template <typename F, size_t N> F find(const Row<F> (&rows)[N], const std::string &name) {
  auto *row = std::ranges::find_if(rows, [&](const Row<F> &candidate) { return name == candidate.name; });
  return row == std::end(rows) ? nullptr : row->function;
}

} // namespace

template <typename T> void UnaryReference<T>::operator()(const T *x, Wide<T> *results, size_t count) const {
  if constexpr (std::is_same_v<Wide<T>, double>)
    if (fast) {
      double wide[4096];
      for (size_t begin = 0; begin < count; begin += std::size(wide)) {
        size_t part = std::min(count - begin, std::size(wide));
        std::copy_n(x + begin, part, wide);
        fast(wide, results + begin, part);
      }
      return;
    }
  for (size_t i = 0; i < count; ++i)
    results[i] = plain(x[i]);
}

template <typename T> double UnaryReference<T>::error(T x, T result) const {
  Wide<T> exact = plain(x);
  One function = find(Ones, name);
  if (function && std::isfinite(exact) && exact != 0) {
    Number argument, value;
    assign(argument, static_cast<std::conditional_t<sizeof(T) == 8, double, float>>(x));
    function(value.value, argument.value, MPFR_RNDN);
    exact = valueOf<Wide<T>>(value);
  }
  return ulpError(result, exact);
}

template <typename T> std::vector<UnaryReference<T>> unaryReferences() {
  std::vector<UnaryReference<T>> list;
  for (const auto &function : unaryFunctions<Wide<T>>())
    list.push_back({function.name, function.limit, function.exact,
                    std::is_same_v<Wide<T>, double> ? vectorReference(function.name) : nullptr});
  return list;
}

template <typename T> double BinaryReference<T>::error(T x, T y, T result) const {
  Wide<T> exact = plain(x, y);
  Two function = find(Twos, name);
  if (function && std::isfinite(exact) && exact != 0) {
    Number first, second, value;
    assign(first, static_cast<std::conditional_t<sizeof(T) == 8, double, float>>(x));
    assign(second, static_cast<std::conditional_t<sizeof(T) == 8, double, float>>(y));
    function(value.value, first.value, second.value, MPFR_RNDN);
    exact = valueOf<Wide<T>>(value);
  }
  return anyZero && x == 0 && y == 0 && result == 0 ? 0 : ulpError(result, exact);
}

template <typename T> std::vector<BinaryReference<T>> binaryReferences() {
  std::vector<BinaryReference<T>> list;
  for (const auto &function : binaryFunctions<Wide<T>>())
    list.push_back({function.name, function.limit, function.exact, function.anyZero});
  return list;
}

template struct UnaryReference<float>;
template struct UnaryReference<double>;
template struct BinaryReference<float>;
template struct BinaryReference<double>;
template std::vector<UnaryReference<float>> unaryReferences<float>();
template std::vector<UnaryReference<double>> unaryReferences<double>();
template std::vector<BinaryReference<float>> binaryReferences<float>();
template std::vector<BinaryReference<double>> binaryReferences<double>();

} // namespace lanecl::test
