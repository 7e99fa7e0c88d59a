#include "Derived.h"
#include <algorithm>

namespace lanecl::test {
namespace {

// OpenCL C 6.15.2.1: fract is fmin(x - floor(x), 0x1.fffffep-1f).
double fraction(double x) {
  if (std::isnan(x) || x == 0)
    return x;
  return std::isinf(x) ? std::copysign(0.0, x) : std::fmin(static_cast<float>(x - std::floor(x)), 0x1.fffffep-1f);
}
double fractionOfModf(double x) { return std::isinf(x) ? std::copysign(0.0, x) : std::copysign(x - std::trunc(x), x); }
double mantissa(double x) {
  int exponent;
  return std::frexp(x, &exponent);
}
double exponent(double x) {
  int exponent = 0;
  std::frexp(x, &exponent);
  return std::isfinite(x) ? exponent : 0;
}
// FP_ILOGB0 and FP_ILOGBNAN of the prelude; a float holds the latter as 2^31.
double wholeLogarithm(double x) { return x == 0 ? -0x1p31 : std::isfinite(x) ? std::ilogb(x) : 0x1p31; }
bool hasSignOfGamma(double x) { return std::isfinite(x) && (x > 0 || x != std::floor(x)); }
double signOfGamma(double x) { return !hasSignOfGamma(x) ? 0 : x > 0 || std::fmod(std::floor(x), 2) == 0 ? 1 : -1; }
template <int N> double power(double x) { return std::pow(x, N); }
template <int N> double halvesPower(double x) { return std::pow(x, N / 2.0); }
double sign(double x) { return std::isnan(x) ? 0 : x == 0 ? x : std::copysign(1.0, x); }

// Where the results of a quick function count, by the half_ functions' rules (OpenCL C 7.4): trigonometry up to 2^16;
// not where the number or the result is subnormal.
constexpr double Everything = std::numeric_limits<double>::infinity();
struct Domain {
  double least = -Everything, most = Everything;
  bool holds(double x) const {
    double size = std::fabs(x);
    return !((size > 0 && size < 0x1.01p-126) || x < least || x > most) || (std::isinf(x) && most == Everything);
  }
  std::string condition() const {
    auto number = [](double value) {
      return std::isinf(value) ? std::string(value < 0 ? "-INFINITY" : "INFINITY") : std::to_string(value) + "f";
    };
    return "(!((fabs(x) > 0 && fabs(x) < 0x1.01p-126f) || x < " + number(least) + " || x > " + number(most) + "))";
  }
};
constexpr Domain Angles{-65536, 65536}, Normal{}, Exp{-87.25}, Exp2{-126}, Exp10{-37.875},
    Reciprocal{-0x1p125, 0x1p125};
template <const Domain &Where, double (*Function)(double)> double within(double x) {
  return Where.holds(x) ? Function(x) : 0;
}

double exp10Of(double x) { return std::pow(10.0, x); }
double sineOf(double x) { return std::sin(x); }
double cosineOf(double x) { return std::cos(x); }
double tangentOf(double x) { return std::tan(x); }
double expOf(double x) { return std::exp(x); }
double exp2Of(double x) { return std::exp2(x); }
double logOf(double x) { return std::log(x); }
double log2Of(double x) { return std::log2(x); }
double log10Of(double x) { return std::log10(x); }
double rootOf(double x) { return std::sqrt(x); }
double reciprocalOf(double x) { return 1 / x; }
double reciprocalRootOf(double x) { return 1 / std::sqrt(x); }
double logGamma(double x) { return std::lgamma(x); }

struct Quick {
  const char *name;
  const Domain &domain;
  double (*exact)(double);
};
constexpr Quick QuickFunctions[] = {{"sin", Angles, within<Angles, sineOf>},
                                    {"cos", Angles, within<Angles, cosineOf>},
                                    {"tan", Angles, within<Angles, tangentOf>},
                                    {"exp", Exp, within<Exp, expOf>},
                                    {"exp2", Exp2, within<Exp2, exp2Of>},
                                    {"exp10", Exp10, within<Exp10, exp10Of>},
                                    {"log", Normal, within<Normal, logOf>},
                                    {"log2", Normal, within<Normal, log2Of>},
                                    {"log10", Normal, within<Normal, log10Of>},
                                    {"sqrt", Normal, within<Normal, rootOf>},
                                    {"recip", Reciprocal, within<Reciprocal, reciprocalOf>},
                                    {"rsqrt", Normal, within<Normal, reciprocalRootOf>}};

struct Line {
  const char *name;
  double limit;
  double (*exact)(double);
  const char *body; ///< of a function of x; null: a built-in function
};
// lgamma has no limit in OpenCL C; near its zeros below 0 the result may be off by what x is.
constexpr Line Lines[] = {
    {"fract_fraction", 0, fraction, "float whole; return fract(x, &whole);"},
    {"fract_whole", 0, [](double x) { return std::floor(x); }, "float whole; fract(x, &whole); return whole;"},
    {"modf_fraction", 0, fractionOfModf, "float whole; return modf(x, &whole);"},
    {"modf_whole", 0, [](double x) { return std::trunc(x); }, "float whole; modf(x, &whole); return whole;"},
    {"frexp_mantissa", 0, mantissa, "int e; return frexp(x, &e);"},
    {"frexp_exponent", 0, exponent, "int e; frexp(x, &e); return isfinite(x) ? e : 0;"},
    {"whole_ilogb", 0, wholeLogarithm, "return ilogb(x);"},
    {"sincos_sine", 4, sineOf, "float c; return sincos(x, &c);"},
    {"sincos_cosine", 4, cosineOf, "float c; sincos(x, &c); return c;"},
    {"lgamma", 4, logGamma, nullptr},
    {"lgamma_r_value", 4, logGamma, "int s; return lgamma_r(x, &s);"},
    {"lgamma_r_sign", 0, signOfGamma,
     "int s; lgamma_r(x, &s); return isfinite(x) && (x > 0 || x != floor(x)) ? s : 0;"},
    {"pow_by_minus_1", 2.5, power<-1>, "return pow(x, -1.0f);"},
    {"pow_by_2", 16, power<2>, "return pow(x, 2.0f);"},
    {"pow_by_3", 16, power<3>, "return pow(x, 3.0f);"},
    {"pow_by_minus_4", 16, power<-4>, "return pow(x, -4.0f);"},
    {"pow_by_half", 16, halvesPower<1>, "return pow(x, 0.5f);"},
    {"pow_by_minus_half", 16, halvesPower<-1>, "return pow(x, -0.5f);"},
    {"pow_by_3_halves", 16, halvesPower<3>, "return pow(x, 1.5f);"},
    {"pow_by_minus_3_halves", 16, halvesPower<-3>, "return pow(x, -1.5f);"},
    {"pow_by_minus_7_halves", 16, halvesPower<-7>, "return pow(x, -3.5f);"},
    {"pow_by_15_halves", 16, halvesPower<15>, "return pow(x, 7.5f);"},
    {"pow_of_2", 16, exp2Of, "return pow(2.0f, x);"},
    {"pow_of_10", 16, exp10Of, "return pow(10.0f, x);"},
    {"pown_by_0", 0, power<0>, "return pown(x, 0);"},
    {"pown_by_7", 16, power<7>, "return pown(x, 7);"},
    {"pown_by_8", 16, power<8>, "return pown(x, 8);"},
    {"pown_by_9", 16, power<9>, "return pown(x, 9);"},
    {"pown_by_minus_2", 16, power<-2>, "return pown(x, -2);"},
    {"pown_by_minus_5", 16, power<-5>, "return pown(x, -5);"},
    {"sign", 0, sign, nullptr},
    {"degrees", 2, [](double x) { return x * (180 / Pi<double>); }, nullptr},
    {"radians", 2, [](double x) { return x * (Pi<double> / 180); }, nullptr}};

std::string defined(const std::string &name, const std::string &body) {
  return "float " + name + "(float x) { " + body + " }\n";
}

} // namespace

std::vector<DerivedFunction> derivedFunctions() {
  std::vector<DerivedFunction> list;
  for (const Line &line : Lines) {
    std::string name = line.name;
    OverArray vectors = vectorReference(name == "sincos_sine" ? "sin" : name == "sincos_cosine" ? "cos" : name);
    list.push_back({{name, line.limit, line.exact, vectors}, line.body ? defined(name, line.body) : ""});
  }
  // native_* may do as they like; they keep half_*'s limit.
  for (const char *prefix : {"half_", "native_"})
    for (const Quick &quick : QuickFunctions) {
      std::string name = prefix + std::string(quick.name);
      list.push_back({{"quick_" + name, 8192, quick.exact},
                      defined("quick_" + name, "return " + quick.domain.condition() + " ? " + name + "(x) : 0;")});
    }
  // The sine and the cosine of an angle that are asked for together are one call.
  for (const std::string prefix : {"", "half_", "native_"}) {
    const std::string both = "float s = " + prefix + "sin(x), c = " + prefix + "cos(x);";
    const std::string first = prefix.empty() ? both : "if (!" + Angles.condition() + ") return 0; " + both;
    const double limit = prefix.empty() ? 4 : 8192;
    auto add = [&](const std::string &name, double (*exact)(double), double (*within)(double), const char *end) {
      list.push_back({{prefix + name, limit, prefix.empty() ? exact : within}, defined(prefix + name, first + end)});
    };
    add("sine_of_pair", sineOf, within<Angles, sineOf>, "return c == 2 ? c : s;");
    add("cosine_of_pair", cosineOf, within<Angles, cosineOf>, "return s == 2 ? s : c;");
  }
  return list;
}

} // namespace lanecl::test
