// Results that OpenCL C 7.5.1 gives exactly, on every instruction set: where nothing is fused the last digit was lost.
#include "Harness.h"
using harness::inOut;
using harness::Range;

namespace {
struct Edge {
  const char *call;
  double y, x, want;
};
constexpr double Inf = INFINITY;
const Edge edges[] = {
    {"atanpi(y)", Inf, 0, 0.5},
    {"atanpi(y)", -Inf, 0, -0.5},
    {"asinpi(y)", 1, 0, 0.5},
    {"asinpi(y)", -1, 0, -0.5},
    {"acospi(y)", -1, 0, 1},
    {"acospi(y)", 0, 0, 0.5},
    {"atan2pi(y, x)", Inf, Inf, 0.25},
    {"atan2pi(y, x)", -Inf, Inf, -0.25},
    {"atan2pi(y, x)", Inf, -Inf, 0.75},
    {"atan2pi(y, x)", -Inf, -Inf, -0.75},
    {"atan2pi(y, x)", Inf, 3, 0.5},
    {"atan2pi(y, x)", -Inf, 3, -0.5},
    {"atan2pi(y, x)", 2, 0, 0.5},
    {"atan2pi(y, x)", 2, -Inf, 1},
    {"atan2pi(y, x)", -2, -Inf, -1},
    {"atan2pi(y, x)", 0.0, -0.0, 1},
    {"atan2pi(y, x)", 0.0, -5, 1},
    {"atan2pi(y, x)", 7, 7, 0.25},
};

template <typename T> void check(const char *type) {
  std::string source = "kernel void k(global T *out, global const T *ys, global const T *xs, int i) {\n"
                       "  int g = get_global_id(0);\n  T y = ys[g], x = xs[g];\n  switch (i) {\n";
  for (std::size_t i = 0; i < std::size(edges); ++i)
    source += "  case " + std::to_string(i) + ": out[g] = " + edges[i].call + "; break;\n";
  harness::Program program("#define T " + std::string(type) + "\n" + source + "  }\n}\n");
  for (std::size_t i = 0; i < std::size(edges); ++i) {
    std::vector<T> out(20), y(20, static_cast<T>(edges[i].y)), x(20, static_cast<T>(edges[i].x));
    harness::Launch launch(program, "k");
    launch.arg(inOut(out)), launch.arg(inOut(y)), launch.arg(inOut(x)), launch.arg(static_cast<cl_int>(i));
    launch.run(Range::of(20));
    EXPECT_EQ(out, std::vector<T>(20, static_cast<T>(edges[i].want)))
        << edges[i].call << " of " << type << " " << edges[i].y << ", " << edges[i].x;
  }
}

TEST(MathEdges, Single) { check<float>("float"); }
TEST(MathEdges, Double) { check<double>("double"); }
} // namespace
