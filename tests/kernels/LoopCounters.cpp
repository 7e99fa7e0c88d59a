// Counters that LLVM's loop vectoriser takes for steady ones. Groups of one work-item that share memory have no lanes,
// so that their loops are left to it; with LANECL_WIDTH=1 all are.
#include "Harness.h"
#include <utility>
using harness::inOut;
using harness::Range;

namespace {

constexpr std::size_t Count = 150;

/// The compiler of these references may be the one in question: it makes no vectors of what it must ask each time.
using Iterations = volatile cl_uint;

constexpr char frame[] = R"(
__attribute__((reqd_work_group_size(1, 1, 1))) kernel void counts(global int *out, global int *last,
                                                                  global const int *a) {
  size_t t = get_group_id(0);
  local uint shared;
  shared = a[t];
  barrier(CLK_LOCAL_MEM_FENCE);
  uint n = shared;
  BODY
})";

struct Results {
  std::vector<cl_int> out, last;
  bool operator==(const Results &) const = default;
};

template <typename Reference> void check(const std::string &body, Reference reference) {
  std::vector<cl_int> a(Count);
  for (std::size_t i = 0; i < Count; ++i)
    a[i] = static_cast<cl_int>(i);
  Results results{std::vector<cl_int>(Count, -1), std::vector<cl_int>(Count, -1)}, wanted = results;
  for (std::size_t i = 0; i < Count; ++i)
    std::tie(wanted.out[i], wanted.last[i]) = reference(static_cast<cl_uint>(a[i]));
  ASSERT_TRUE(harness::run("#define BODY " + body + "\n" + frame, "counts", Range::of(Count, 1), inOut(results.out),
                           inOut(results.last), inOut(a)));
  EXPECT_EQ(results.out, wanted.out) << body;
  EXPECT_EQ(results.last, wanted.last) << body;
}

/// The last step is left out: the counter is what it was at the loop's last iteration.
TEST(LoopCounters, StepsThatEndTheLoop) {
  for (const char *type : {"uchar", "short", "uint", "int", "ulong"}) {
    auto reference = [](cl_uint n) { return std::pair<cl_int, cl_int>(3 * n, n); };
    check("typedef " + std::string(type) + " T; T end = n, c = 0; int s = 0; bool go = true; " +
              "do { go = c < end; s += go ? 3 : 0; c += go; } while (go); out[t] = s; last[t] = c;",
          reference);
    check("typedef " + std::string(type) + " T; T end = n, c = 0; int s = 0; bool done = false; " +
              "while (!done) { if (c < end) { s += 3; c++; } else done = true; } out[t] = s; last[t] = c;",
          reference);
  }
}

/// Sums of the same condition as the loop's are no counters.
TEST(LoopCounters, SumsBesideThem) {
  check("uint c = 0, s = 7; bool go = true; do { go = c < n; s += go ? c : 2; c += go ? 2 : 0; } while (go); "
        "out[t] = s; last[t] = c;",
        [](cl_uint n) {
          cl_uint c = 0, s = 7;
          for (; c < n; c += 2)
            s += c;
          return std::pair<cl_int, cl_int>(s + 2, c);
        });
}

/// What a counter that goes down and up is after so many iterations, and what its values on the way come to.
std::pair<cl_int, cl_int> fall(cl_uint from, cl_uint down, cl_uint up, cl_uint count) {
  const Iterations iterations = count;
  cl_uint f = from, h = f;
  for (cl_uint i = 0; i < iterations; ++i, f = f - down + up)
    h ^= f / 3;
  return {static_cast<cl_int>(h), static_cast<cl_int>(f)};
}

/// What does not pass zero going down would always pass it going up.
TEST(LoopCounters, StepsDown) {
  check("uint u = (n & 7) + 1, f = u + 1750, c = f & 15, h = f; int m = 6 + ((u + 169110) & 3); "
        "for (int i = 0; i < m; i++) { h ^= f / 3; f -= c; } out[t] = h; last[t] = f;",
        [](cl_uint n) {
          const cl_uint u = (n & 7) + 1, f = u + 1750;
          return fall(f, f & 15, 0, 6 + ((u + 169110) & 3));
        });
}

/// Two steps, down and up, of which the last one alone does not pass an end.
TEST(LoopCounters, StepsDownAndUp) {
  check("uint d = (n & 7) + 3, e = n & 1, f = 5000 + n, h = f; int m = 60 + (n & 3); "
        "for (int i = 0; i < m; i++) { h ^= f / 3; f = f - d + e; } out[t] = h; last[t] = f;",
        [](cl_uint n) { return fall(5000 + n, (n & 7) + 3, n & 1, 60 + (n & 3)); });
}

/// Steps of which a vector's many pass the type's end, but none of the counter's values does.
TEST(LoopCounters, LongSteps) {
  check("int step = 60000000 + (int)n, f = -2147483647 - 1; long h = 0; int m = 66 + (n & 3); "
        "for (int i = 0; i < m; i++) { h += (long)f >> 3; f += step; } out[t] = (int)h; last[t] = f;",
        [](cl_uint n) {
          cl_long f = INT32_MIN, h = 0, step = 60000000 + n;
          const Iterations m = 66 + (n & 3);
          for (cl_uint i = 0; i < m; ++i, f += step)
            h += f >> 3;
          return std::pair<cl_int, cl_int>(static_cast<cl_int>(h), static_cast<cl_int>(f));
        });
}

} // namespace
