// Robust programs whose arithmetic overflows, which OpenCL C lets have any meaning: none is a way out. And whose
// constants are written to.
#include "Guarded.h"
#include <climits>
using harness::Robust;

namespace {

int identity(int i) { return i + 1; }

TEST(RobustOverflow, OfSums) {
  // What an address in 64 bits is made of is 2^32 elements off where the index comes back into the buffer.
  for (const char *index : {"i + n + m", "i + (n + m)", "(i + n) - (-m)", "(n - i) + m + 2 * i",
                            "i * 3 + n + m - 2 * i", "(int)(short)i + n + m", "i + n - (int)(-1 - m) - 1"})
    for (auto [n, m] : {std::pair(INT_MAX, INT_MAX), {INT_MIN, INT_MIN}, {1 << 30, 1 << 30}, {INT_MAX, -INT_MAX}}) {
      Robust t;
      t.run(std::string("kernel void k(global int *in, global int *out, local int *l, int n, int m) {"
                        "  int i = get_global_id(0); in[") +
                index + "] = 7; }",
            128, 64, 64, n, m);
      t.in.read(), t.out.read();
    }
}

// Loops whose counter passes its end by count on, and what is counted beside it.
TEST(RobustOverflow, OfCounters) {
  struct {
    const char *loop;
    int from, to, only;
  } const loops[] = {
      {"for (int i = n; i != s; i += 0x10000001)", 0, int(0x10000001u * 194u), 64 + 60},
      {"for (int i = n; i < s && j < 2000; i += 3)", INT_MAX - 14, INT_MAX, 64 + 60},
      {"for (int i = n; i != s && j < 2000; i -= 5)", 33, 0, 64 + 60},
      {"for (long i = n; i != s && j < 2000; i += 2)", 0, 7, 64 + 60},
      {"for (int i = n; i < s && j < 2000; i += 0x10000001)", 0, INT_MAX, 64 + 60},
  };
  for (const auto &[loop, from, to, only] : loops)
    for (const char *body : {"if (j == only) in[j] = 0x77; j++;", "if (j < 200) in[j] = own[j]; j++;"}) {
      Robust t;
      t.run(std::string("kernel void k(global int *in, global int *out, local int *l, int n, int s, int only) {"
                        "  int own[16]; for (int i = 0; i < 16; i++) own[i] = i + only; int j = 0; ") +
                loop + " { " + body + " } }",
            1, 1, 64, from, to, only);
      for (int value : t.in.read())
        EXPECT_TRUE(value >= 0 && value <= 64 + 60 + 16) << value << " is nowhere to be read: " << loop << body;
    }
}

TEST(RobustOverflow, WritesToConstantsDoNothing) {
  for (const char *write :
       {"*(global int *)((ulong)numbers + 4 * (ulong)i) = 9;", "((int *)(ulong)((ulong)numbers + n))[i & 3] = 9;",
        "atomic_add((volatile global int *)((ulong)numbers + n), 5);",
        "global int *p = n ? in : (global int *)(ulong)numbers; p[i] = 9;",
        "in[i] = (int)(ulong)numbers; *(volatile global uint *)((ulong)numbers & ~3ul) = 3; in[i] = i + 1;",
        "event_t e = async_work_group_copy((local int *)(ulong)numbers, in, 4, 0); wait_group_events(1, &e);"}) {
    Robust t;
    t.run(std::string("constant int numbers[4] = {1, 2, 3, 4};"
                      "kernel void k(global int *in, global int *out, local int *l, ulong n) {"
                      "  int i = get_global_id(0); ") +
              write + " out[i] = numbers[i & 3]; }",
          64, 32, 64, cl_ulong(0));
    t.expect(identity, [](int i) { return (i & 3) + 1; }, write);
  }
}

} // namespace
