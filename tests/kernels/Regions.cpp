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
  #define LOCAL_TURNS                                 \
    int l = get_local_id(0);                          \
    local int *src = a, *dst = b;                     \
    a[l] = l;                                         \
    b[l] = 0;                                         \
    barrier(CLK_LOCAL_MEM_FENCE);                     \
    TURNS(local)
  kernel void variables(global int *out, int steps) {
    local int a[64], b[64];
    LOCAL_TURNS
  }
  kernel void arguments(global int *out, int steps, local int *a, local int *b) { LOCAL_TURNS }
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

// The value of an exit is that of the iteration in which the work-item left.
TEST(Regions, DivergentExitsOfLoops) {
  const char *source = R"(
    kernel void constants(global int *out, global const int *a, int n, int x, int y) {
      int i = get_global_id(0), j = 0, r = x;
      do {
        if (++j == n) {
          r = y;
          break;
        }
      } while (a[i] > j);
      out[i] = r * 100 + j;
    }
    kernel void nested(global int *out, global const int *a, int n, int x, int y) {
      int i = get_global_id(0), j = 0, r;
      for (int k = 0; k < 4; ++k)
        for (;;) {
          if (++j == n) {
            r = y;
            goto done;
          }
          if (a[i] < j) {
            r = x;
            goto done;
          }
          if (j % 3 == 0)
            break;
        }
      r = 9;
    done:
      switch (r) {
      case 7: out[i] = j; break;
      case 10: out[i] = j + 1000; break;
      default: out[i] = -1;
      }
    })";
  harness::Program program(source);
  std::vector<int> a(Items);
  for (int i = 0; i < Items; ++i)
    a[i] = i * 5 % 9;
  for (int n : {1, 3, 5, 6, 20}) {
    std::vector<int> constants(Items), nested(Items), want(Items), wantNested(Items);
    for (int i = 0; i < Items; ++i) {
      int j = std::min(n, std::max(a[i], 1));
      want[i] = (n <= std::max(a[i], 1) ? 7 : 10) * 100 + j;
      int left = std::min(n, a[i] + 1);
      wantNested[i] = left > 12 ? -1 : n <= a[i] + 1 ? left : left + 1000;
    }
    for (const char *name : {"constants", "nested"}) {
      std::vector<int> &out = name == std::string("nested") ? nested : constants;
      harness::Launch launch(program, name);
      launch.arg(inOut(out)), launch.arg(inOut(a)), launch.arg(n), launch.arg(10), launch.arg(7);
      launch.run(Range::of(Items, Items));
    }
    EXPECT_EQ(constants, want) << "n = " << n;
    EXPECT_EQ(nested, wantNested) << "n = " << n;
  }
}

// What does not fit is some value of the type, the same for whoever looks.
TEST(Regions, ConversionsOutOfRange) {
  const char *source = R"(
    kernel void k(global int *out, global int *table, global const float *x, global short2 *pairs) {
      int i = get_global_id(0);
      uchar b = (uchar)x[i];
      table[64 + b] += 0;
      out[i] = (b <= 255) + 2 * (table[64 + b] == 1) + 4 * ((b > 127) == ((b & 128) != 0));
      for (int j = 0; j < 3; ++j) {
        pairs[i * 3 + j].x = convert_short(j * 1e6f);
        pairs[i * 3 + j].y = j + i;
        if (convert_int(j * 1e12f) > i)
          out[i] += 0;
      }
    })";
  std::vector<int> out(Items), table(64 + 256 + 64);
  std::fill_n(table.begin() + 64, 256, 1);
  std::vector<float> x(Items);
  for (int i = 0; i < Items; ++i)
    x[i] = i % 4 == 0 ? -4.0f : i % 4 == 1 ? 300.0f : i % 4 == 2 ? 1e30f : float(i);
  std::vector<int> pairs(3 * Items);
  ASSERT_TRUE(harness::run(source, "k", Range::of(Items, Items), inOut(out), inOut(table), inOut(x), inOut(pairs)));
  EXPECT_EQ(out, std::vector<int>(Items, 7));
  for (int i = 0; i < 3 * Items; ++i)
    ASSERT_EQ(pairs[i] >> 16, i / 3 + i % 3) << i;
}

// The active lane's address is aligned, that of lane 0 is not.
TEST(Regions, AlignmentOfTheActiveLane) {
  for (std::string type : {"char16", "short8", "int4", "float8", "float16", "double8", "long4"}) {
    const std::string number = type.substr(0, type.find_first_of("0123456789"));
    const int length = std::stoi(type.substr(number.size())), bytes = number == "char"                         ? 1
                                                                      : number == "short"                      ? 2
                                                                      : number == "double" || number == "long" ? 8
                                                                                                               : 4;
    const std::string source = "kernel void k(global " + number + " *a, int n) {\n  int i = get_global_id(0);\n" +
                               "  if ((i & (n - 1)) == 1) *(global " + type + " *)(a + (i - 1)) += (" + type + ")1;\n}";
    std::vector<char> memory(static_cast<std::size_t>(Items * bytes));
    ASSERT_TRUE(harness::run(source, "k", Range::of(Items, Items), inOut(memory), length)) << type;
    int changed = 0;
    for (int i = 0; i < Items; ++i)
      changed += std::any_of(memory.begin() + i * bytes, memory.begin() + (i + 1) * bytes, [](char b) { return b; });
    EXPECT_EQ(changed, Items) << type;
  }
}

// A size is one more than the last id.
TEST(Regions, TwoToThe31WorkItems) {
  const char *source = R"(
    kernel void k(global ulong *out) {
      if (get_global_id(0) == 0x7fffffff)
        out[0] = get_global_size(0), out[1] = get_global_size(0) >= 0x80000000ul, out[2] = (long)(int)get_global_size(0);
    })";
  for (std::size_t local : {0, 4096}) {
    std::vector<cl_ulong> out(3);
    ASSERT_TRUE(harness::run(source, "k", Range::of(std::size_t{1} << 31, local), inOut(out)));
    EXPECT_EQ(out, (std::vector<cl_ulong>{1ul << 31, 1, ~0ul << 31}));
  }
}

// One object has one address in all kernels, and in initialisers.
TEST(Regions, AddressesOfConstants) {
  const char *source = R"(
    constant int table[4] = {1, 2, 3, 4};
    global const int fixed[4] = {5, 6, 7, 8};
    global const int *global kept = fixed + 1;
    kernel void keep(global ulong *out) { out[0] = (ulong)(table + 1); out[1] = (ulong)(fixed + 2); }
    kernel void compare(global ulong *out) {
      out[2] = (ulong)(table + 1) == out[0];
      out[3] = (global const int *)out[1] == fixed + 2;
      out[4] = kept == fixed + 1;
      out[5] = *kept + *(constant int *)out[0];
    })";
  harness::Program program(source);
  std::vector<cl_ulong> out(6);
  for (const char *name : {"keep", "compare"}) {
    harness::Launch launch(program, name);
    launch.arg(inOut(out));
    launch.run(Range::of(1, 1));
  }
  EXPECT_EQ(std::vector<cl_ulong>(out.begin() + 2, out.end()), (std::vector<cl_ulong>{1, 1, 1, 8}));
}

TEST(Regions, AlignmentOfVariables) {
  const char *source = R"(
    kernel void k(global ulong *out) {
      local int filler;
      local int a[4] __attribute__((aligned(512)));
      int p[4] __attribute__((aligned(256)));
      filler = p[get_local_id(0) & 3] = a[get_local_id(0) & 3] = 1;
      local int *volatile seen = a;
      int *volatile own = p;
      barrier(CLK_LOCAL_MEM_FENCE);
      out[get_local_id(0)] = (((ulong)seen & 511) | ((ulong)own & 255)) + own[get_local_id(0) & 3] - filler;
    })";
  std::vector<cl_ulong> out(8, 1);
  ASSERT_TRUE(harness::run(source, "k", Range::of(8, 8), inOut(out)));
  EXPECT_EQ(out, std::vector<cl_ulong>(8));
}

// An event that is there on one way only, and buffers that change their places.
TEST(Regions, NullEventsMeet) {
  const char *source = R"(
    kernel void k(global const int *in, global int *out, int n) {
      local int a[64], b[64];
      local int *now = a, *next = b;
      event_t pending = 0;
      if (n > 0)
        pending = async_work_group_copy(now, in, 64, 0);
      int l = get_local_id(0), sum = 0;
      for (int i = 0; i < n; ++i) {
        event_t coming = 0;
        if (i + 1 < n)
          coming = async_work_group_copy(next, in + 64 * (i + 1), 64, 0);
        wait_group_events(1, &pending);
        sum += now[63 - l] * (i + 1);
        barrier(CLK_LOCAL_MEM_FENCE);
        local int *other = now;
        now = next, next = other, pending = coming;
      }
      out[l] = sum;
    })";
  std::vector<int> in = iota(4 * Items), out(Items), want(Items);
  for (int l = 0; l < Items; ++l)
    for (int i = 0; i < 4; ++i)
      want[l] += (i * Items + 63 - l) * (i + 1);
  ASSERT_TRUE(harness::run(source, "k", Range::of(Items, Items), inOut(in), inOut(out), 4));
  EXPECT_EQ(out, want);
}

// So many barriers that one loop calls the body again and again: an array that lives from before the first to behind
// the last, and one that lives only there.
TEST(Regions, LivesOfVariablesBetweenManyBarriers) {
  std::string source = R"(
    kernel void k(global int *out, local int *l, int n) {
      int a[64], i = get_local_id(0), sum = 0;
      l[i] = n;
      barrier(CLK_LOCAL_MEM_FENCE);)";
  for (int i = 0; i < 72; ++i)
    source += "      l[i] += 1; barrier(CLK_LOCAL_MEM_FENCE);\n";
  source += R"(
      for (int j = 0; j < n; ++j)
        a[(j * 5) & 63] = l[i] + j;
      {
        int b[64];
        for (int j = 0; j < n; ++j)
          b[(j * 3) & 63] = l[i] * 1000 + j;
        for (int j = 0; j < n; ++j)
          sum += b[(j + i) & 63];
      }
      for (int j = 0; j < n; ++j)
        sum = (sum & 0xffff) * 3 + a[(j + i) & 63];
      out[get_global_id(0)] = sum;
    })";
  std::vector<int> out(Items), want(Items);
  for (int g = 0; g < Items; ++g) {
    std::array<int, 64> a, b;
    for (int j = 0; j < 64; ++j)
      a[j * 5 & 63] = 136 + j, b[j * 3 & 63] = 136000 + j;
    for (int value : b)
      want[g] += value;
    for (int j = 0; j < 64; ++j)
      want[g] = (want[g] & 0xffff) * 3 + a[(j + g % 16) & 63];
  }
  ASSERT_TRUE(harness::run(source, "k", Range::of(Items, 16), inOut(out), Local{16 * 4}, 64));
  EXPECT_EQ(out, want);
}
// Each call's pointers are apart, those of two calls are not: what is read in an iteration was written in the one
// before.
constexpr const char *HelperInLoop = R"(
  HELPER int either(SPACE int *restrict to, const SPACE int *restrict from, int k) {
    LARGE
    if (k) { *to = k; return 0; }
    return *from;
  }
  kernel void k(global int *restrict out, global int *restrict in, int one) {
    int l = (int)get_local_id(0), h = 1;
    LOCALS
    if (a[l * 2 + 1] & 3)
      for (int i = 0; i < 4; ++i)
        h = h * 7 + either(a + (l * one / one * 2 + (i & 1)), a + (l * 2 + ((i & 1) ^ 1)), i & 1);
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[l] = h;
  })";

TEST(Regions, RestrictOfCallsInLoops) {
  std::vector<int> in = iota(2 * Items, 100), wanted;
  for (int l = 0; l < Items; ++l) {
    std::vector<int> cells = in;
    int h = 1;
    if (cells[l * 2 + 1] & 3)
      for (int i = 0; i < 4; ++i) {
        int value = 0;
        if (i & 1)
          cells[l * 2 + (i & 1)] = i & 1;
        else
          value = cells[l * 2 + ((i & 1) ^ 1)];
        h = h * 7 + value;
      }
    wanted.push_back(h);
  }
  std::string large;
  for (int i = 0; i < 60; ++i)
    large += "k=rotate(k,1)^0x5a5;";
  for (int i = 0; i < 60; ++i)
    large += "k=rotate(k^0x5a5,31);";
  constexpr const char *Spaces[][2] = {
      {"global", "global int *a = in;"},
      {"private", "int a[128]; for (int i = 0; i < 128; ++i) a[i] = in[i];"},
  };
  for (const char *helper : {"", "static", "__attribute__((noinline))"})
    for (auto [space, locals] : Spaces)
      for (const std::string &body : {std::string(), large}) {
        std::vector<int> out(Items, -1), data = in;
        std::string source = std::string("#define HELPER ") + helper + "\n#define SPACE " + space +
                             "\n#define LOCALS " + locals + "\n#define LARGE " + body + "\n" + HelperInLoop;
        harness::Program program(source);
        harness::Launch launch(program, "k");
        launch.arg(inOut(out)), launch.arg(inOut(data)), launch.arg(3);
        launch.run(Range::of(Items, Items));
        EXPECT_EQ(out, wanted) << helper << " " << space << " " << body.size();
      }
}

// An element of each work-item's own array, at an index that all have alike, is not alike for all.
constexpr const char *OwnElement = R"(
  kernel void k(global float *out, global const int *index) {
    int l = (int)get_local_id(0);
    float own[SIZE];
    for (int i = 0; i < SIZE; ++i)
      own[i] = i + l;
    private float *p = own + (index[0] & 15);
    float before = *p;
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[l] = AFTER + before;
  })";

TEST(Regions, ElementsOfPrivateArraysAreNotShared) {
  for (const char *size : {"16", "200", "1500", "5000"})
    for (const char *after : {"*p", "before", "own[l&15]"}) {
      std::vector<float> out(Items, -1), wanted;
      std::vector<int> index{7};
      for (int l = 0; l < Items; ++l)
        wanted.push_back(static_cast<float>(7 + l + (std::string(after) == "own[l&15]" ? (l & 15) + l : 7 + l)));
      std::string options = std::string("-cl-std=CL3.0 -DSIZE=") + size + " -DAFTER=" + after;
      harness::Program program(OwnElement, options.c_str());
      harness::Launch launch(program, "k");
      launch.arg(inOut(out)), launch.arg(inOut(index));
      launch.run(Range::of(Items, Items));
      EXPECT_EQ(out, wanted) << options;
    }
}
} // namespace
