// Memory of every kind: private arrays, structs, unions, pointers that differ from lane to lane, generic pointers,
// local and constant arrays, program-scope variables, large private arrays, strides.
#include "Harness.h"
using harness::Range;

DUAL(
    privateArrays, kernel void k(global const int *in, global int *out, int n) {
      int i = get_global_id(0);
      int histogram[16];
      for (int j = 0; j < 16; ++j)
        histogram[j] = 0;
      for (int j = 0; j < 40; ++j)
        histogram[(in[(i * 7 + j) % n] >> 3) & 15] += j;
      uchar bytes[8];
      for (int j = 0; j < 8; ++j)
        bytes[j] = (uchar)(histogram[j] ^ histogram[15 - j]);
      int sum = 0;
      for (int j = 0; j < 8; ++j)
        sum = sum * 31 + bytes[(in[i] + j) & 7];
      out[i] = sum;
    })

DUAL(
    structs,
    typedef struct {
      int a;
      char b;
      short c[3];
      long d;
    } Record;
    typedef union {
      int i;
      uchar c[4];
      short s[2];
    } Mix;
    kernel void k(global const int *in, global int *out, int n) {
      int i = get_global_id(0);
      Record r[3];
      for (int j = 0; j < 3; ++j) {
        r[j].a = in[i] + j;
        r[j].b = (char)(in[i] >> j);
        for (int m = 0; m < 3; ++m)
          r[j].c[m] = (short)(in[(i + m) % n] * (j + 1));
        r[j].d = (long)in[i] * in[i] + j;
      }
      Record pick = r[(in[i] & 0x7fffffff) % 3];
      Mix mix;
      mix.i = pick.a;
      mix.c[1] ^= (uchar)pick.b;
      mix.s[1] += pick.c[(i & 3) % 3];
      out[i] = mix.i + (int)(pick.d >> 7);
    })

// A loop that may not begin leaves an offset in bytes behind: in arrays of a length of each work-item's own, and of one
// for all.
DUAL(
    sortedArrays,
    int sorted(int *values, int count) {
      for (int a = 1; a < count; a++) {
        int value = values[a];
        int b;
        for (b = a - 1; b >= 0 && value < values[b]; b--)
          values[b + 1] = values[b];
        values[b + 1] = value;
      }
      return count ? values[count / 2] * 3 + values[0] - values[count - 1] : count;
    } kernel void k(global const int *in, global int *out, int n) {
      int i = get_global_id(0);
      int some[24];
      int all[24];
      int count = 0;
      for (int j = 0; j < 24; j++) {
        int value = in[(i * 7 + j * 5) % n];
        if (value % 5 != 1 && j < 9 + n % 16)
          some[count++] = value;
        all[j] = value;
      }
      out[i] = sorted(some, count) * 7 + sorted(all, 5 + n % 16);
    })

DUAL(
    lanePointers, kernel void k(global const int *in, global int *out, int n) {
      int i = get_global_id(0);
      int a[4];
      int b[4];
      for (int j = 0; j < 4; ++j) {
        a[j] = in[(i + j) % n];
        b[j] = in[(i * 3 + j) % n];
      }
      int *p = (in[i] & 1) ? a : b;
      p += (in[i] >> 1) & 1;
      p[1] = 7;
      global const int *q = (in[i] & 2) ? in + i : in + (n - 1 - i);
      out[i] = p[0] + a[1] * 3 + b[2] + *q;
    })

DUAL(
    strides, kernel void k(global const int *in, global int *out, int n) {
      int i = get_global_id(0);
      int m = n / 4;
      int r = in[n - 1 - i];
      if (i < m)
        r += in[4 * i] + 3 * in[4 * i + 1] - in[4 * i + 3];
      if (2 * i + 1 < n)
        r ^= in[2 * i] - in[2 * i + 1];
      if (i > 0 && i < n - 1)
        r += in[i - 1] + in[i + 1];
      r += in[5] + in[(i * 37) % n];
      out[n - 1 - i] = r;
    })

DUAL(
    narrowIds, kernel void k(global const int *in, global int *out, int n) {
      uint u = get_global_id(0);
      ushort s = (ushort)get_global_id(0);
      uchar c = (uchar)get_global_id(0);
      int w = (int)get_global_id(0) - 3;
      out[u] = in[u] + in[s % (ushort)n] * 3 + in[c % n] * 5 + (w >= 0 ? in[w] : 1);
    })

DUAL(
    constants, constant int table[8] = {3, -1, 4, 1, -5, 9, 2, 6};
    constant float weights[2][3] = {{1, 2, 3}, {4, 5, 6}}; kernel void k(global const int *in, global int *out, int n) {
      int i = get_global_id(0);
      out[i] = table[in[i] & 7] + table[2] + (int)weights[in[i] & 1][(in[i] & 0xffff) % 3];
    })

DUAL(
    links,
    struct Link {
      ulong count;
      global int *at;
    };
    kernel void k(global const int *in, global int *out, int n) {
      int i = get_global_id(0);
      volatile struct Link link = {0, 0};
      if (in[i] & 1) {
        link.at = out + i;
        link.count = 3;
      }
      if (link.count)
        *link.at = in[i];
      else
        out[i] = (int)link.count + 1;
    })

DUAL(
    alignedStructs,
    struct Wide {
      char c[4];
      int n[100];
    };
    kernel void k(global const int *in, global int *out, int n) {
      int i = get_global_id(0);
      struct Wide a __attribute__((aligned(64)));
      struct Wide b __attribute__((aligned(64)));
      for (int j = 0; j < 100; ++j)
        a.n[j] = in[(i + j) % n];
      for (int j = 0; j < 4; ++j)
        a.c[j] = (char)(in[i] >> j);
      if (in[i] & 1)
        b = a;
      else
        b.n[in[i] >> 1 & 63] = b.c[in[i] & 3] = (char)i;
      out[i] = b.n[in[i] >> 1 & 63] + b.c[in[i] & 3];
    })

DUAL(
    pointersInArrays, kernel void k(global const int *in, global int *out, int n) {
      int i = get_global_id(0);
      int x = in[i];
      int y = x ^ 0x55aa;
      int *a[5][3][2] = {{{0, &x}, {&y, &x}, {&x, &y}}, {{&x, &x}, {&y, &y}}, {{0, 0}}, {{&y, &x}}, {{0, &y}, {&x, 0}}};
      struct Pair {
        int *p[2][2];
        int last;
        int **q[3];
      } b = {{{&x, &y}, {&y, &x}}, 7, {&a[0][0][1], 0, &a[1][0][1]}};
      a[in[i] & 3][1][1] = b.p[in[i] >> 1 & 1][in[i] & 1];
      int *p = a[in[i] >> 3 & 3][in[i] >> 5 & 1][in[i] >> 6 & 1];
      int equal = (a[4][0][1] == &y) * 2 + (a[3][2][1] == b.p[0][0]) + (b.q[in[i] & 2] == &a[0][0][1]) * 4;
      out[i] = (p ? *p : 5) ^ equal << 8 ^ b.last ^ *b.p[1][0] ^ **b.q[2] >> 3;
    })

DUAL(
    alignedInitialisers, kernel void k(global const int *in, global int *out, int n) {
      int i = get_global_id(0);
      int x = in[i];
      struct Narrow {
        int n[9];
        int *p;
      };
      struct Narrow a __attribute__((aligned(64))) = {{1, 2, 3, 4, 5, 6, 7, 8, 9}, &x};
      struct Narrow b __attribute__((aligned(64))) = {{9, 7, 3, 1, 5, 2, 7, 8, 2}, &x};
      struct Narrow c __attribute__((aligned(64))) = {{4, 2, 8, 4, 3, 6, 7, 1, 5}, &x};
      out[i] = a.n[x & 7] + b.n[x >> 3 & 7] * 10 + c.n[x >> 6 & 7] * 100 + (*a.p ^ *b.p) + *c.p;
    })

DUAL(
    structsByValue,
    struct Small {
      char c;
      float f;
      char d;
    };
    noinline_function struct Small changed(struct Small v, int i) {
      v.c = (char)(v.c + (i & 3));
      v.d = (char)(v.d ^ v.c);
      return v;
    } noinline_function int swapped(struct Small a, struct Small b, struct Small *out) {
      struct Small t = a;
      a = b;
      *out = a;
      b = t;
      return a.c * 3 + b.d;
    } kernel void k(global const int *in, global int *out, int n) {
      int i = get_global_id(0);
      struct Small a = {(char)in[i], (float)(in[i] & 1023), (char)(in[i] >> 8)};
      struct Small many[4];
      for (int j = 0; j < 4; ++j)
        many[j] = changed(a, i + j);
      int sum = 0;
      if (in[i] & 1)
        sum = swapped(many[in[i] >> 1 & 3], a, &many[in[i] >> 1 & 3]);
      if (in[i] & 2)
        a = changed(a, 1);
      out[i] = sum + many[in[i] >> 3 & 3].c + many[1].d * 5 + (int)many[in[i] >> 5 & 3].f + a.c * 7;
    })

// What functions are handed is as good as the caller's own.
DUAL(
    handedArrays,
    void neighbours(int i, int n, int *at) {
      for (int j = 0; j < 9; ++j)
        at[j] = (i + j * j) % n;
    } void gather(const int *at, int *values, global const int *in) {
      for (int j = 0; j < 9; ++j)
        values[j] = in[at[j]];
    } int total(const int *values, int from) {
      int sum = 0;
      for (int j = from; j < 9; ++j)
        sum = sum * 31 + values[j];
      return sum;
    } kernel void k(global const int *in, global int *out, int n) {
      int i = get_global_id(0);
      int at[9];
      int values[9];
      neighbours(i, n, at);
      gather(at, values, in);
      if (in[i] & 1)
        values[in[i] >> 1 & 7] = total(at, in[i] >> 4 & 3);
      out[i] = total(values, 0);
    })

DUAL(
    bytes, kernel void k(global const int *in, global int *out, int n) {
      int i = get_global_id(0);
      global const uchar *b = (global const uchar *)in;
      global const short *s = (global const short *)in;
      global uchar *o = (global uchar *)out;
      o[4 * i] = b[4 * i + 3];
      o[4 * i + 1] = (uchar)(s[2 * i] >> 3);
      if (b[4 * i] & 1)
        o[4 * i + 2] = b[i];
      o[4 * i + 3] = (uchar)(b[n + i] + 1);
    })

using Kernel = void (*)(const int *, int *, int);

static void compare(const char *source, Kernel reference) {
  for (auto [count, local] : {std::pair<std::size_t, std::size_t>{64, 64}, {100, 25}, {1021, 0}, {48, 3}}) {
    auto in = harness::noise<int>(count, count);
    std::vector<int> out(count, -1), expected(count, -1);
    const int n = static_cast<int>(count);
    harness::forEachWorkItem(Range::of(count, local), [&] { reference(in.data(), expected.data(), n); });
    ASSERT_TRUE(harness::run(source, "k", Range::of(count, local), harness::inOut(in), harness::inOut(out), n));
    EXPECT_EQ(out, expected) << "count " << count << ", local size " << local;
  }
}

TEST(Memory, PrivateArrays) { compare(privateArrays::source, privateArrays::k); }
TEST(Memory, SortedArrays) { compare(sortedArrays::source, sortedArrays::k); }
TEST(Memory, StructsAndUnions) { compare(structs::source, structs::k); }
TEST(Memory, PointersThatDifferPerLane) { compare(lanePointers::source, lanePointers::k); }
TEST(Memory, Strides) { compare(strides::source, strides::k); }
TEST(Memory, NarrowIds) { compare(narrowIds::source, narrowIds::k); }
TEST(Memory, ConstantTables) { compare(constants::source, constants::k); }
TEST(Memory, StructsWithNullPointers) { compare(links::source, links::k); }
TEST(Memory, AlignedStructs) { compare(alignedStructs::source, alignedStructs::k); }
TEST(Memory, PointersInArrays) { compare(pointersInArrays::source, pointersInArrays::k); }
TEST(Memory, AlignedInitialisers) { compare(alignedInitialisers::source, alignedInitialisers::k); }
TEST(Memory, StructsByValue) { compare(structsByValue::source, structsByValue::k); }
TEST(Memory, ArraysHandedToFunctions) { compare(handedArrays::source, handedArrays::k); }
TEST(Memory, BytesOfWords) { compare(bytes::source, bytes::k); }

TEST(Memory, LargePrivateArrays) {
  const char *source = "kernel void k(global int *out) {"
                       "  int a[20000]; int i = get_global_id(0);"
                       "  for (int j = 0; j < 20000; ++j) a[j] = j ^ i;"
                       "  int sum = 0; for (int j = 0; j < 20000; j += 7) sum += a[(j * 13 + i) % 20000];"
                       "  out[i] = sum; }";
  std::vector<int> out(70), expected(70);
  for (int i = 0; i < 70; ++i)
    for (int j = 0; j < 20000; j += 7)
      expected[i] += ((j * 13 + i) % 20000) ^ i;
  ASSERT_TRUE(harness::run(source, "k", Range::of(70, 35), harness::inOut(out)));
  EXPECT_EQ(out, expected);
}

TEST(Memory, GenericPointers) {
  const char *source = R"(
    int sum(int *p, int n) { int s = 0; for (int i = 0; i < n; ++i) s += p[i]; return s; }
    kernel void k(global int *in, global int *out) {
      local int l[64];
      int i = get_global_id(0), me = get_local_id(0);
      int p[4] = {i, i + 1, i + 2, i + 3};
      l[me] = in[i];
      barrier(CLK_LOCAL_MEM_FENCE);
      int *g = (i % 3 == 0) ? (int *)(in + i / 4 * 4) : (i % 3 == 1) ? (int *)(l + me / 4 * 4) : (int *)p;
      out[i] = sum(g, 4);
    })";
  const int count = 128;
  auto in = harness::noise<int>(count);
  std::vector<int> out(count), expected(count);
  for (int i = 0; i < count; ++i) {
    int s = 0;
    for (int j = 0; j < 4; ++j)
      s += i % 3 == 2 ? i + j : in[i / 4 * 4 + j];
    expected[i] = s;
  }
  ASSERT_TRUE(harness::run(source, "k", Range::of(count, 64), harness::inOut(in), harness::inOut(out)));

  for (int i = 0; i < count; ++i)
    EXPECT_EQ(out[i], expected[i]) << "work-item " << i;
}

// OpenCL C 6.15.11.2: to_global, to_local and to_private return NULL for pointers to other memory, and the pointer
// itself for their own; get_fence names the memory. `whereIs` gives a bit for each answer.
const std::string whereIs = R"(
    int whereIs(int *g) {
      int fence = get_fence(g), same = 1;
      global int *inGlobal = to_global(g);
      local int *inLocal = to_local(g);
      private int *inPrivate = to_private(g);
      if (inGlobal) same &= (int *)inGlobal == g;
      if (inLocal) same &= (int *)inLocal == g;
      if (inPrivate) same &= (int *)inPrivate == g;
      return (inGlobal ? 1 : 0) | (inLocal ? 2 : 0) | (inPrivate ? 4 : 0) |
             (fence & CLK_GLOBAL_MEM_FENCE ? 8 : 0) | (fence & CLK_LOCAL_MEM_FENCE ? 16 : 0) | (same ? 32 : 0);
    })";
constexpr int inGlobal = 1 | 8 | 32, inLocal = 2 | 16 | 32, inPrivate = 4 | 32;

void expectPlaces(const std::vector<int> &out, const std::vector<int> &places) {
  for (std::size_t i = 0; i < out.size(); ++i)
    ASSERT_EQ(out[i], places[i % places.size()]) << "work-item " << i;
}

TEST(Memory, GenericPointersTellTheirMemory) {
  const std::string source = whereIs + R"(
    global int variable;
    kernel void k(global int *in, local int *argument, constant int *same, global int *out) {
      local int l[64];
      int i = get_global_id(0), p = i, array[5] = {i};
      int *g;
      switch (i % 6) {
      case 0: g = in + i; break;
      case 1: g = &l[i]; break;
      case 2: g = &p; break;
      case 3: g = &variable; break;
      case 4: g = argument + 15; break;
      default: g = array + i % 5; break;
      }
      out[i] = whereIs(g);
    })";
  for (std::size_t local : {64, 60, 1}) { // whole and partial sub-groups
    std::vector<int> in(120), out(60), same(1);
    ASSERT_TRUE(harness::run(source, "k", Range::of(60, local > 60 ? 0 : local), harness::inOut(in), harness::Local{64},
                             harness::inOut(same), harness::inOut(out)));
    expectPlaces(out, {inGlobal, inLocal, inPrivate, inGlobal, inLocal, inPrivate});
  }
}

// Private arrays that live across barriers, large ones, those of functions that are not inlined, parameters by value.
TEST(Memory, GenericPointersTellTheirMemoryEverywhere) {
  const std::string source = whereIs + R"(
    typedef struct { int a[3]; } Record;
    __attribute__((noinline)) int deep(int *other, int i) {
      int own[40];
      own[i % 40] = i;
      return whereIs(i & 1 ? own + i % 40 : other);
    }
    kernel void k(global int *in, Record r, global int *out) {
      local int l[64];
      int i = get_global_id(0), kept[3] = {i, i + 1, i + 2}, large[3000];
      large[i] = i;
      l[get_local_id(0)] = i;
      int *g = i % 4 == 0 ? kept : i % 4 == 1 ? large + i : i % 4 == 2 ? (int *)l : (int *)r.a;
      int before = whereIs(g);
      barrier(CLK_LOCAL_MEM_FENCE);
      kept[i % 3] += l[0];
      out[3 * i] = whereIs(g) == before ? before : -1;
      barrier(CLK_LOCAL_MEM_FENCE);
      out[3 * i + 1] = deep(in, i);
      out[3 * i + 2] = *(i % 4 == 3 ? &i : g) * 0 + kept[1] * 0 + whereIs(i & 1 ? (int *)in : (int *)l + 3);
    })";
  std::vector<int> in(64), out(192);
  struct Record {
    cl_int a[3];
  } record = {{1, 2, 3}};
  ASSERT_TRUE(harness::run(source, "k", Range::of(64, 32), harness::inOut(in), record, harness::inOut(out)));
  for (int i = 0; i < 64; ++i) {
    EXPECT_EQ(out[3 * i], i % 4 == 2 ? inLocal : inPrivate) << "work-item " << i;
    EXPECT_EQ(out[3 * i + 1], i & 1 ? inPrivate : inGlobal) << "work-item " << i;
    EXPECT_EQ(out[3 * i + 2], i & 1 ? inGlobal : inLocal) << "work-item " << i;
  }
}

// The thread that enqueues may run the kernel: its stack, lent as a buffer, is global memory all the same.
TEST(Memory, GenericPointersIntoTheHostsStackAreGlobal) {
  harness::Device &device = harness::Device::get();
  alignas(128) int stack[1024] = {};
  cl_int error = CL_SUCCESS;
  cl_mem buffer = clCreateBuffer(device.context, CL_MEM_USE_HOST_PTR, sizeof stack, stack, &error);
  ASSERT_EQ(error, CL_SUCCESS);
  harness::Program program(whereIs + R"(
    kernel void k(global int *stack) {
      int i = get_global_id(0), mine = i;
      stack[i] = whereIs(i & 1 ? (int *)&mine : (int *)stack + i);
    })");
  ASSERT_EQ(program.status, CL_SUCCESS) << program.log;
  cl_kernel handle = clCreateKernel(program.program, "k", &error);
  ASSERT_EQ(error, CL_SUCCESS);
  std::size_t size = 1024;
  EXPECT_EQ(clSetKernelArg(handle, 0, sizeof buffer, &buffer), CL_SUCCESS);
  EXPECT_EQ(clEnqueueNDRangeKernel(device.queue, handle, 1, nullptr, &size, nullptr, 0, nullptr, nullptr), CL_SUCCESS);
  std::vector<int> out(1024);
  EXPECT_EQ(clEnqueueReadBuffer(device.queue, buffer, CL_TRUE, 0, sizeof stack, out.data(), 0, nullptr, nullptr),
            CL_SUCCESS);
  expectPlaces(out, {inGlobal, inPrivate});
  clReleaseKernel(handle);
  clReleaseMemObject(buffer);
}

TEST(Memory, ProgramScopeVariablesKeepTheirValues) {
  harness::Program program(
      "global int counter = 40; global int *global pointer = &counter; global float4 v = (float4)(1,2,3,4);"
      "kernel void bump(global int *out) { atomic_inc(&counter); out[0] = *pointer; out[1] = (int)v.w; }");
  std::vector<int> out(2);
  for (int round = 1; round <= 3; ++round) {
    harness::Launch launch(program, "bump");
    launch.arg(harness::inOut(out));
    launch.run(Range::of(1));
    EXPECT_EQ(out[0], 40 + round);
    EXPECT_EQ(out[1], 4);
  }
}

TEST(Memory, StructArgumentsByValue) {
  struct Record {
    cl_char a;
    cl_float4 v;
    cl_short b;
    cl_long c;
  } record = {5, {{1, 2, 3, 4}}, -7, 1LL << 40};
  std::vector<cl_float> out(4);
  const char *source =
      "typedef struct { char a; float4 v; short b; long c; } Record;"
      "kernel void k(char before, Record r, global float *out, uchar3 after) {"
      "  out[0] = before + r.a; out[1] = r.v.w + r.b; out[2] = (float)(r.c >> 38); out[3] = after.z; }";
  cl_uchar4 after = {{1, 2, 9, 0}};
  ASSERT_TRUE(harness::run(source, "k", Range::of(1), cl_char{3}, record, harness::inOut(out), after));
  EXPECT_EQ(out, (std::vector<cl_float>{8, -3, 4, 9}));
}

// Rows of a sparse matrix: each work-item's loop is as long as its own row, some are empty.
TEST(Memory, RowsOfDifferentLengths) {
  const char *source = R"(
    kernel void k(global const int *starts, global const int *columns, global const float *values,
                  global const float *x, global float *y) {
      int row = get_global_id(0);
      float sum = 0;
      for (int i = starts[row]; i < starts[row + 1]; i++)
        sum += values[i] * x[columns[i]];
      y[row] = sum;
    })";
  const int rows = 203;
  std::vector<int> starts(1, 0), columns;
  std::vector<float> values, x(rows), y(rows), expected(rows);
  for (int row = 0; row < rows; ++row) {
    x[row] = static_cast<float>(row % 17 - 8);
    for (int i = 0; i < row * 7 % 11; ++i) {
      columns.push_back((row * 31 + i * 57) % rows);
      values.push_back(static_cast<float>((row + i) % 9 - 4)); // small integers: exact in any order
    }
    starts.push_back(static_cast<int>(columns.size()));
  }
  for (int row = 0; row < rows; ++row)
    for (int i = starts[row]; i < starts[row + 1]; ++i)
      expected[row] += values[i] * x[columns[i]];
  ASSERT_TRUE(harness::run(source, "k", Range::of(rows), harness::inOut(starts), harness::inOut(columns),
                           harness::inOut(values), harness::inOut(x), harness::inOut(y)));
  EXPECT_EQ(y, expected);
}
