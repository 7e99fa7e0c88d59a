// What holds of a work-item's program must hold of its regions and lanes: pointers that live across barriers, private
// variables whose address somebody keeps, `restrict`, arithmetic that overflows only where no work-item is.
#include "Harness.h"
#include <climits>
#include <numeric>
using harness::inOut;
using harness::Local;
using harness::Range;

namespace {
constexpr int Items = 64;

std::vector<int> iota(int count, int first = 0) {
  std::vector<int> values(count);
  std::iota(values.begin(), values.end(), first);
  return values;
}

// src is `a` or `b`, known at run time only; behind the last barrier one array is reached through it and directly.
constexpr const char *PingPong = R"(
  #define TURNS(space)                                \
    for (int s = 0; s < steps; ++s) {                 \
      dst[l] = src[(l + 1) & 63];                     \
      barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); \
      space int *other = src; src = dst; dst = other; \
    }                                                 \
    int before = b[l];                                \
    src[l] = before + 1000;                           \
    int after = b[l];                                 \
    out[get_global_id(0)] = after - before;
  kernel void variables(global int *out, int steps) {
    local int a[64], b[64];
    int l = get_local_id(0);
    local int *src = a, *dst = b;
    a[l] = l;
    b[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    TURNS(local)
  }
  kernel void arguments(global int *out, int steps, local int *a, local int *b) {
    int l = get_local_id(0);
    local int *src = a, *dst = b;
    a[l] = l;
    b[l] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    TURNS(local)
  }
  kernel void buffers(global int *restrict out, int steps, global int *restrict a, global int *restrict b) {
    int l = get_global_id(0);
    global int *src = a, *dst = b;
    barrier(CLK_GLOBAL_MEM_FENCE);
    TURNS(global)
  })";

TEST(Regions, PointersThatChangeTheirArray) {
  harness::Program program(PingPong);
  for (int steps : {0, 1, 2, 3, 5})
    for (const char *name : {"variables", "arguments", "buffers"}) {
      SCOPED_TRACE(std::string(name) + ", steps " + std::to_string(steps));
      std::vector<int> out(Items), a(Items), b(Items);
      harness::Launch launch(program, name);
      launch.arg(inOut(out)), launch.arg(steps);
      if (name == std::string("arguments"))
        launch.arg(Local{Items * 4}), launch.arg(Local{Items * 4});
      if (name == std::string("buffers"))
        launch.arg(inOut(a)), launch.arg(inOut(b));
      launch.run(Range::of(Items, Items));
      EXPECT_EQ(out, std::vector<int>(Items, steps % 2 ? 1000 : 0));
    }
}

// What others wrote through the same parameter shows behind the barrier, also in a function.
TEST(Regions, RestrictIsOfOneWorkItem) {
  const char *source = R"(
    #define SHIFT                      \
      int y = a[l + 1];                \
      barrier(CLK_GLOBAL_MEM_FENCE);   \
      a[l] = y + 100;                  \
      barrier(CLK_GLOBAL_MEM_FENCE);   \
      out[l] = a[l + 1] + w;
    kernel void direct(global int *restrict a, global int *restrict out, int w) {
      int l = get_local_id(0);
      SHIFT
    }
    void shift(global int *restrict a, global int *restrict out, int l, int w) { SHIFT }
    kernel void helped(global int *a, global int *out, int w) { shift(a, out, get_local_id(0), w); })";
  harness::Program program(source);
  for (const char *name : {"direct", "helped"}) {
    std::vector<int> a = iota(Items + 1), out(Items), want = iota(Items, 104);
    want[Items - 1] = Items + 2;
    harness::Launch launch(program, name);
    launch.arg(inOut(a)), launch.arg(inOut(out)), launch.arg(2);
    launch.run(Range::of(Items, Items));
    EXPECT_EQ(out, want) << name;
  }
}

// Each call of the functions keeps the promise of `restrict`, two calls together do not.
TEST(Regions, RestrictIsOfOneCall) {
  const char *source = R"(
    int either(global int *restrict a, const global int *restrict b, int write) {
      if (write) {
        a[0] = write;
        return 0;
      }
      return b[0];
    }
    kernel void branches(global int *p, global int *out, int x, int y, int s, int t) {
      int g = get_global_id(0), n = get_global_size(0), sum = 0;
      for (int i = 0; i < 6; ++i)
        sum += either(p + s * n + g, p + 3 * n + g, i & 1 ? i : 0);
      out[g] = sum;
    }
    int both(global int *restrict a, const global int *restrict b) {
      int v = b[0];
      a[0] = v + 1;
      return v;
    }
    kernel void straight(global int *p, global int *out, int x, int y, int s, int t) {
      int g = get_global_id(0), sum = 0;
      for (int i = 0; i < 3; ++i)
        sum += both(p + (i & 1 ? s : t) * 64 + g, p + (i & 1 ? y : x) * 64 + g);
      out[g] = sum;
    })";
  harness::Program program(source);
  for (const char *name : {"branches", "straight"}) {
    std::vector<int> p(8 * Items), out(Items), want(Items);
    for (int g = 0; g < Items; ++g) {
      for (int k = 0; k < 8; ++k)
        p[k * Items + g] = 100 * k + g;
      want[g] = name == std::string("straight") ? 3 * (300 + g) + 3 : 304 + g;
    }
    harness::Launch launch(program, name);
    launch.arg(inOut(p)), launch.arg(inOut(out)), launch.arg(3), launch.arg(5), launch.arg(3), launch.arg(5);
    launch.run(Range::of(Items, Items));
    EXPECT_EQ(out, want) << name;
  }
}

struct Escape {
  const char *name, *source;
  int (*expected)(int g);
};
const Escape escapes[] = {
    {"ByScatter", R"(
       struct Node { int tag; int *where; };
       kernel void k(global int *out, int i, int j) {
         int g = get_global_id(0), value[2] = {g * 7, g * 7 + 1};
         struct Node nodes[2] = {{0, value}, {1, value}};
         nodes[i].tag = 2;
         nodes[i].where = value + 1;
         barrier(CLK_LOCAL_MEM_FENCE);
         out[g] = *nodes[j].where + nodes[j].tag * 1000000;
       })",
     [](int g) { return g * 7 + 1 + 2000000; }},
    {"ByCall", R"(
       __attribute__((noinline)) void point(int **to, int *from) { *to = from; }
       kernel void k(global int *out, int i, int j) {
         int g = get_global_id(0), value = g * 3 + 5;
         int *where = 0;
         point(&where, &value);
         barrier(CLK_LOCAL_MEM_FENCE);
         out[g] = *where;
       })",
     [](int g) { return g * 3 + 5; }},
    {"InAReturnedStructure", R"(
       struct Pair { int *first; int second; };
       __attribute__((noinline)) struct Pair keep(int *p, int n) { struct Pair r = {p + n, n}; return r; }
       kernel void k(global int *out, int i, int j) {
         int g = get_global_id(0), value[3] = {g, g + 10, g + 20};
         struct Pair pair = keep(value, i);
         barrier(CLK_LOCAL_MEM_FENCE);
         value[j] += 5;
         out[g] = *pair.first + pair.second;
       })",
     [](int g) { return g + 16; }},
    {"AsANumber", R"(
       kernel void k(global int *out, int i, int j) {
         int g = get_global_id(0), value[2] = {g, g * 2};
         local ulong numbers[64];
         numbers[get_local_id(0)] = (ulong)(value + i);
         barrier(CLK_LOCAL_MEM_FENCE);
         value[j] += 3;
         out[g] = *(int *)numbers[get_local_id(0)];
       })",
     [](int g) { return g * 2 + 3; }},
    {"AndChangesBesideItsPointer", R"(
       struct Node { int tag; int *where; };
       kernel void k(global int *out, int i, int j) {
         int g = get_global_id(0), value[2] = {g, g + 1};
         struct Node nodes[2] = {{0, value + 1}, {0, value + 1}};
         nodes[i].where = value;
         barrier(CLK_LOCAL_MEM_FENCE);
         int *w = nodes[j].where;
         int first = *w;
         value[i - 1] = first + 100;
         out[g] = *w - first + nodes[j].tag;
       })",
     [](int) { return 100; }},
};

TEST(Regions, PrivateVariablesWhoseAddressEscapes) {
  for (const Escape &escape : escapes) {
    std::vector<int> out(Items), want(Items);
    for (int g = 0; g < Items; ++g)
      want[g] = escape.expected(g);
    ASSERT_TRUE(harness::run(escape.source, "k", Range::of(Items, Items), inOut(out), 1, 1)) << escape.name;
    EXPECT_EQ(out, want) << escape.name;
  }
}

// Against the rule and common: local memory that all work-items set up alike, and no barrier before they write to it.
TEST(Regions, SetUpByAllAlike) {
  const char *source = R"(
    struct Tile { int width, data[128]; };
    kernel void k(global int *out, int n, int row) {
      local struct Tile tile;
      tile.width = n;
      for (int i = 0; i < 128; ++i)
        tile.data[i] = 0;
      int l = get_local_id(1) * get_local_size(0) + get_local_id(0);
      if (row > 0)
        tile.data[l] = l + tile.width;
      barrier(CLK_LOCAL_MEM_FENCE);
      out[l] = tile.data[(l + 1) & 63] + tile.data[l + 64];
    })";
  std::vector<int> out(Items), want(Items);
  for (int l = 0; l < Items; ++l)
    want[l] = ((l + 1) & 63) + 5;
  Range range = Range::of(16, 16);
  range.size[1] = range.local[1] = 4;
  range.dimensions = 2;
  ASSERT_TRUE(harness::run(source, "k", range, inOut(out), 5, 1));
  EXPECT_EQ(out, want);
}

// The lanes that are not active would overflow.
TEST(Regions, InactiveLanesOverflow) {
  const char *source = R"(
    kernel void up(global int *out, global const int *in, int n, int b, long c) {
      int l = get_local_id(0);
      if (l >= n)
        out[(long)((l - n) + b) - c] = in[l];
    }
    kernel void down(global int *out, global const int *in, int n, int b, long c) {
      int l = get_local_id(0);
      if (l >= n)
        out[l - n] = in[c - (long)((n - l) + b) + n];
    }
    kernel void loop(global int *out, global const int *in, int n, int b, long c) {
      int l = get_local_id(0);
      if (l >= n) {
        int at = (l - n) * 4 + b;
        for (int i = 0; i < n + 2; ++i, ++at)
          if (i < 3)
            out[(long)at - c] = in[l] + i;
      }
    }
    kernel void scaled(global int *out, global const int *in, int n, int b, long c) {
      int l = get_local_id(0);
      if (l >= n)
        out[((long)((l - n) * 4 + b) - c) / 4] = in[l];
    })";
  harness::Program program(source);
  for (int n : {1, 3, 8, 15, 16, 40})
    for (std::string name : {"up", "down", "loop", "scaled"}) {
      const int base = name == "down" ? INT_MAX : INT_MIN;
      std::vector<int> out(4 * Items), in = iota(2 * Items, 1000), want(4 * Items);
      for (int l = n; l < Items; ++l)
        for (int i = 0; i < (name == "loop" ? 3 : 1); ++i)
          want[name == "loop" ? (l - n) * 4 + i : l - n] = in[l] + i;
      harness::Launch launch(program, name.c_str());
      launch.arg(inOut(out)), launch.arg(inOut(in)), launch.arg(n), launch.arg(base);
      launch.arg(static_cast<cl_long>(base));
      launch.run(Range::of(Items, Items));
      EXPECT_EQ(out, want) << name << ", n = " << n;
    }
}
} // namespace
