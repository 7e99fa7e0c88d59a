// What the math functions ought to give: fast in a wider type, and as exact as is asked for with MPFR.
#pragma once
#include "tests/builtins/MathFunctions.h"
#include <string>

namespace lanecl::test {

/// The limits and plain references of tests/builtins, with MPFR's function behind each, and where glibc has one a
/// double function over vectors (error 2^-49: enough to judge single precision by).
template <typename T> struct UnaryReference {
  std::string name;
  double limit;
  Wide<T> (*plain)(Wide<T>);
  void (*fast)(const double *x, double *results, size_t count) = nullptr; ///< may be null; count a multiple of 4

  void operator()(const T *x, Wide<T> *results, size_t count) const;
  /// The error of `result` in ULP, from 160 bits where the plain reference has finite numbers.
  double error(T x, T result) const;
};
template <typename T> std::vector<UnaryReference<T>> unaryReferences();

template <typename T> struct BinaryReference {
  std::string name;
  double limit;
  Wide<T> (*plain)(Wide<T>, Wide<T>);
  bool anyZero;
  double error(T x, T y, T result) const;
};
template <typename T> std::vector<BinaryReference<T>> binaryReferences();

/// Double functions of glibc's vector library by name; null: there is none, or the machine lacks AVX2.
using OverArray = void (*)(const double *x, double *results, size_t count);
OverArray vectorReference(const std::string &name);

} // namespace lanecl::test
