// Every math function, in lanes and scalar, on each instruction set, against the limits of OpenCL C 7.4 (full profile).
// By default a stratified sample of every binade. By hand:
//   LANECL_TEST_STEP=n  of floats every nth (1: all 2^32); of doubles and pairs 2^32 / n / 64 of them
//   LANECL_TEST_ONLY=f  one function
//   LANECL_TEST_LANES=1 not the scalar code, which takes the most time
// and what is found worst is printed.
#include "Derived.h"
#include "Lanes.h"
#include "References.h"
#include <cstring>
#include <gtest/gtest.h>

namespace lanecl::test {
namespace {

constexpr size_t Chunk = 1 << 16;

struct Knobs {
  const char *step = std::getenv("LANECL_TEST_STEP"), *only = std::getenv("LANECL_TEST_ONLY");
  bool lanes = std::getenv("LANECL_TEST_LANES") != nullptr;
  uint64_t stepOr(uint64_t usual) const { return step ? std::max(1L, std::strtol(step, nullptr, 10)) : usual; }
  bool wants(const std::string &name) const { return !only || name == only; }
};

/// The worst error of one function in one configuration.
template <typename T> struct Worst {
  double ulp = 0;
  T x = 0, y = 0, result = 0;
};

/// Numbers by bit pattern, each step-th of all (`T` single precision) or spread over all binades at random.
template <typename T> class Arguments {
public:
  explicit Arguments(uint64_t step) : step_(step), left_((uint64_t(1) << 32) / step / 64) {}
  /// Fills x with the next ones; false at the end.
  bool next(std::vector<T> &x) {
    if (first_) {
      first_ = false;
      x = specialNumbers<T>();
      std::mt19937_64 near(5);
      while (x.size() % 64)
        x.push_back(randomNumber<T>(near));
      return true;
    }
    x.clear();
    if constexpr (sizeof(T) == 4) {
      for (; at_ < uint64_t(1) << 32 && x.size() < Chunk; at_ += step_)
        x.push_back(std::bit_cast<T>(static_cast<uint32_t>(at_)));
    } else {
      // Half of them with any bits but not far from 1, where functions do something.
      for (; left_ > 0 && x.size() < Chunk; --left_) {
        uint64_t bits = random_(), exponent = (bits >> 52 & 0x7ff) % 80 + 1023 - 64;
        bits = left_ % 2 ? bits : (bits & 0x800fffffffffffff) | exponent << 52;
        x.push_back(left_ % 4 == 0 ? randomNumber<T>(random_) : std::bit_cast<T>(bits));
      }
    }
    bool any = !x.empty();
    while (x.size() % 64)
      x.push_back(1);
    return any;
  }

private:
  uint64_t step_, at_ = 0, left_;
  bool first_ = true;
  std::mt19937_64 random_{6};
};

/// Whether any error is beyond `bound`, or not known to be below: vector code, so that the rare ones are looked at.
[[gnu::target_clones("avx2", "default")]] bool anyBeyond(const float *results, const double *exact, size_t count,
                                                         double bound) {
  bool any = false;
  for (size_t i = 0; i < count; ++i) {
    double e = exact[i], r = results[i];
    double binade = std::bit_cast<double>(std::bit_cast<uint64_t>(e) & 0x7ff0000000000000);
    double unit = (binade < 0x1p-126 ? 0x1p-126 : binade) * 0x1p-23;
    bool within = std::fabs(r - e) <= bound * unit, same = static_cast<float>(e) == results[i],
         nan = (e != e) & (r != r);
    // Zeros of the wrong sign are equal: they are looked at.
    const bool isRight = within | (same & (binade >= 0x1p128)) | nan;
    any |= (!isRight) | ((e == 0) & (r == 0) & (std::signbit(e) != std::signbit(r)));
  }
  return any;
}
bool anyBeyond(const double *, const long double *, size_t, double) { return true; }

template <typename T> const char *typeName() { return sizeof(T) == 8 ? "double" : sizeof(T) == 4 ? "float" : "half"; }

template <typename T> std::string sourceOf(const auto &references, const char *arguments, const char *values) {
  std::string type = typeName<T>(), source = sizeof(T) == 2 ? "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" : "";
  for (const auto &reference : references)
    source += "kernel void k_" + reference.name + "(global " + type + " *r, " + arguments +
              ") { size_t i = get_global_id(0); r[i] = " + reference.name + "(" + values + "); }\n";
  for (size_t at; (at = source.find('@')) != std::string::npos;)
    source.replace(at, 1, type);
  return source;
}

template <typename T>
void report(const std::string &name, const auto &configurations, const auto &worst, double limit) {
  for (size_t c = 0; c < configurations.size(); ++c) {
    if (std::getenv("LANECL_TEST_STEP"))
      std::printf("%-6s %-8s %-14s %.4f ULP at %a %a\n", typeName<T>(), name.c_str(), configurations[c].name().c_str(),
                  worst[c].ulp, double(worst[c].x), double(worst[c].y));
    std::fflush(stdout);
    EXPECT_LE(worst[c].ulp, limit) << name << "(" << worst[c].x << ", " << worst[c].y << ") gave " << worst[c].result
                                   << " with " << configurations[c].name();
  }
}

template <typename T> struct Accuracy : ::testing::Test {
  Knobs knobs;
  std::vector<Configuration> configurations = test::configurations();
  std::vector<std::unique_ptr<Lanes>> lanes;
  void SetUp() override {
    if (knobs.lanes)
      std::erase_if(configurations, [](const Configuration &each) { return each.width == 1; });
  }
  bool compile(const std::string &source) {
    for (const Configuration &configuration : configurations) {
      lanes.push_back(std::make_unique<Lanes>(configuration, source));
      EXPECT_EQ(lanes.back()->error(), "") << configuration.name();
      if (!lanes.back()->error().empty())
        return false;
    }
    return true;
  }
};
using Precisions = ::testing::Types<float, double>;
TYPED_TEST_SUITE(Accuracy, Precisions);

template <typename T>
void note(Worst<T> &worst, const UnaryReference<T> &reference, const T *x, const T *results, const Wide<T> *exact,
          size_t count) {
  constexpr size_t Part = 256;
  for (size_t begin = 0; begin < count; begin += Part) {
    size_t end = std::min(count, begin + Part);
    if (!anyBeyond(results + begin, exact + begin, end - begin, worst.ulp))
      continue;
    for (size_t i = begin; i < end; ++i)
      if (ulpError(results[i], exact[i]) > worst.ulp)
        if (double error = reference.error(x[i], results[i]); error > worst.ulp)
          worst = {error, x[i], 0, results[i]};
  }
}

/// The results of all configurations for the same numbers: mostly the same, and judged once.
template <typename T> class Judge {
public:
  Judge(const UnaryReference<T> &reference, size_t configurations)
      : worst(configurations), reference_(reference), results_(configurations, std::vector<T>(Chunk)), exact_(Chunk) {}
  std::vector<Worst<T>> worst;
  T *results(size_t configuration) { return results_[configuration].data(); }
  void reference(const std::vector<T> &x) { reference_(x.data(), exact_.data(), x.size()); }
  void note(size_t configuration, const std::vector<T> &x) {
    const T *results = results_[configuration].data();
    for (size_t other = 0; other < configuration; ++other)
      if (worst[other].ulp <= worst[configuration].ulp &&
          std::memcmp(results, results_[other].data(), x.size() * sizeof(T)) == 0)
        return;
    test::note(worst[configuration], reference_, x.data(), results, exact_.data(), x.size());
  }

private:
  const UnaryReference<T> &reference_;
  std::vector<std::vector<T>> results_;
  std::vector<Wide<T>> exact_;
};

/// Every configuration of the fixture, which has compiled "k_" + name.
template <typename T> void measure(Accuracy<T> &fixture, const UnaryReference<T> &reference) {
  Judge<T> judge(reference, fixture.configurations.size());
  std::vector<T> x;
  for (Arguments<T> arguments(fixture.knobs.stepOr(sizeof(T) == 8 ? 20011 : 40009)); arguments.next(x);) {
    judge.reference(x);
    for (size_t c = 0; c < fixture.lanes.size(); ++c) {
      fixture.lanes[c]->run("k_" + reference.name, {judge.results(c), x.data()}, x.size());
      ASSERT_EQ(fixture.lanes[c]->error(), "");
      judge.note(c, x);
    }
  }
  report<T>(reference.name, fixture.configurations, judge.worst, reference.limit);
}

TYPED_TEST(Accuracy, OneArgument) {
  using T = TypeParam;
  auto references = unaryReferences<T>();
  std::erase_if(references, [&](const auto &reference) { return !this->knobs.wants(reference.name); });
  ASSERT_TRUE(this->compile(sourceOf<T>(references, "global const @ *x", "x[i]")));
  for (const auto &reference : references)
    measure<T>(*this, reference);
}

/// Further results, whole numbers and quick functions, of floats.
using FloatAccuracy = Accuracy<float>;
TEST_F(FloatAccuracy, Derived) {
  std::vector<UnaryReference<float>> references;
  std::string definitions;
  for (DerivedFunction &function : derivedFunctions())
    if (knobs.wants(function.reference.name)) {
      references.push_back(function.reference);
      definitions += function.definition;
    }
  ASSERT_TRUE(compile(definitions + sourceOf<float>(references, "global const @ *x", "x[i]")));
  for (const auto &reference : references)
    measure<float>(*this, reference);
}

/// Pairs: all special ones, then what the function's neighbourhood asks for.
template <typename T> void fillPairs(std::vector<T> &x, std::vector<T> &y, bool special, std::mt19937_64 &random) {
  x.clear(), y.clear();
  if (special)
    for (T a : specialNumbers<T>())
      for (T b : specialNumbers<T>())
        x.push_back(a), y.push_back(b);
  while (special ? x.size() % 64 : x.size() < Chunk) {
    x.push_back(randomNumber<T>(random));
    y.push_back(randomNumber<T>(random));
    // Powers that neither overflow nor vanish: y so that x^y = 2^(anything in range); and arguments of like size.
    double bits = std::log2(std::fabs(double(x.back())));
    double target = std::uniform_real_distribution<double>(-1, 1)(random) * (sizeof(T) == 8 ? 1080 : 150);
    if (random() % 2 && std::isfinite(bits) && bits != 0)
      y.back() = T(target / bits);
    else if (random() % 2)
      y.back() = x.back() * T(std::exp2(target / 50));
  }
}

TYPED_TEST(Accuracy, TwoArguments) {
  using T = TypeParam;
  auto references = binaryReferences<T>();
  std::erase_if(references, [&](const auto &reference) { return !this->knobs.wants(reference.name); });
  ASSERT_TRUE(this->compile(sourceOf<T>(references, "global const @ *x, global const @ *y", "x[i], y[i]")));
  uint64_t chunks = 2 + (uint64_t(1) << 32) / 64 / Chunk / this->knobs.stepOr(1 << 20);
  for (const auto &reference : references) {
    std::mt19937_64 random(7);
    std::vector<Worst<T>> worst(this->configurations.size());
    std::vector<T> x, y, results;
    std::vector<Wide<T>> exact;
    for (uint64_t chunk = 0; chunk < chunks; ++chunk) {
      fillPairs(x, y, chunk == 0, random);
      exact.resize(x.size()), results.resize(x.size());
      for (size_t i = 0; i < x.size(); ++i)
        exact[i] = reference.plain(x[i], y[i]);
      for (size_t c = 0; c < worst.size(); ++c) {
        this->lanes[c]->run("k_" + reference.name, {results.data(), x.data(), y.data()}, x.size());
        ASSERT_EQ(this->lanes[c]->error(), "");
        for (size_t i = 0; i < x.size(); ++i)
          if (ulpError(results[i], exact[i]) > worst[c].ulp)
            if (double error = reference.error(x[i], y[i], results[i]); error > worst[c].ulp)
              worst[c] = {error, x[i], y[i], results[i]};
      }
    }
    report<T>(reference.name, this->configurations, worst, reference.limit);
  }
}

/// Half precision: all numbers, each within one ULP, less than any limit of cl_khr_fp16.
using HalfAccuracy = Accuracy<_Float16>;
TEST_F(HalfAccuracy, EveryNumber) {
  auto references = unaryReferences<float>();
  std::erase_if(references, [&](const auto &reference) { return !knobs.wants(reference.name); });
  ASSERT_TRUE(compile(sourceOf<_Float16>(references, "global const @ *x", "x[i]")));
  std::vector<_Float16> x(65536), results(x.size());
  std::vector<float> wide(x.size());
  std::vector<double> exact(x.size());
  for (size_t i = 0; i < x.size(); ++i) {
    x[i] = std::bit_cast<_Float16>(static_cast<uint16_t>(i));
    wide[i] = x[i];
  }
  for (const auto &reference : references) {
    reference(wide.data(), exact.data(), wide.size());
    for (size_t c = 0; c < lanes.size(); ++c) {
      lanes[c]->run("k_" + reference.name, {results.data(), x.data()}, x.size());
      ASSERT_EQ(lanes[c]->error(), "");
      for (size_t i = 0; i < x.size(); ++i)
        ASSERT_LE(halfError(results[i], exact[i]), 1) << reference.name << "(" << wide[i] << ") gave "
                                                      << float(results[i]) << " with " << configurations[c].name();
    }
  }
}

/// Arguments that are the same for all work-items take another way than lanes do.
TYPED_TEST(Accuracy, UniformArguments) {
  using T = TypeParam;
  std::string type = typeName<T>();
  ASSERT_TRUE(this->compile("kernel void k(global " + type + " *r, global const " + type + " *x) {" +
                            "r[get_global_id(0)] = exp(x[0]) + log(x[1]) + pow(x[2], x[3]) + cbrt(x[4]); }"));
  T x[] = {T(2.5), T(3e-5), T(1.7), T(-4.25), T(81)}, results[64];
  auto exact = static_cast<double>(std::exp(Wide<T>(x[0])) + std::log(Wide<T>(x[1])) +
                                   std::pow(Wide<T>(x[2]), Wide<T>(x[3])) + std::cbrt(Wide<T>(x[4])));
  for (size_t c = 0; c < this->lanes.size(); ++c) {
    this->lanes[c]->run("k", {results, x}, 64);
    ASSERT_EQ(this->lanes[c]->error(), "");
    for (T result : results)
      EXPECT_NEAR(result, exact, exact * 8 * std::numeric_limits<T>::epsilon()) << this->configurations[c].name();
  }
}

} // namespace
} // namespace lanecl::test
