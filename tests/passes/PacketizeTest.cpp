// Kernels with lanes against the same kernels one work-item at a time: every construct by itself, all widths and ISAs.
#include "tests/passes/FuzzGenerator.h"
#include <gtest/gtest.h>

using namespace lanecl;
using namespace lanecl::test;

namespace {

struct Sample {
  const char *name;
  const char *body;        ///< of `kernel void k(FUZZ PARAMETERS)`, gid defined
  const char *before = ""; ///< functions
  bool inlineCalls = true;
};

const Sample Samples[] = {
    {"DivergentIf", "if (in[gid] & 1) out[gid] = n; else out[gid] = gid;"},
    {"GuardedByN", "if (gid < n) fout[gid] = fin[gid] * 2.0f + fout[gid];"},
    {"LoopOfDivergentLength", "int s = 0; for (int i = 0; i < (in[gid] & 15); i++) s += in[i] & 255; out[gid] = s;"},
    {"BreakContinueReturn", R"(
  int s = 0;
  for (int j = 0; j < (in[gid] & 15); j++) {
    for (int k = 0; k < n; k++) {
      int v = in[(gid * 3 + j * 5 + k * 7) & 511];
      if ((v & 31) == 3) continue;
      if ((v & 63) == 9) break;
      if ((v & 255) == 77) { out[gid] = -s; return; }
      s += v & 7;
    }
    if (s > 400) break;
    s ^= j;
  }
  out[gid] = s;)"},
    {"UniformLoopLeavesDivergently", "int j = 0; while (j < n && in[(gid + j) & 511] % 13) j++; out[gid] = j;"},
    {"UniformLoopInDivergentIf", R"(
  int s = 0;
  if (in[gid] & 1) { if (n > 5) for (int j = 0; j < n; j++) s += (in[j] & 255) * gid; else s = in[0]; } else s = gid;
  out[gid] = s;)"},
    {"UniformLoopWithSeveralExits", R"(
  int s = gid, i = 0;
  for (;; i++) {
    if (in[i & 511] == 12345) { s += 7; goto a; }
    s += in[i & 511] & 15;
    if (i > n) { s ^= 1; goto b; }
    if (fin[i & 511] > 61.0f) break;
  }
  s += 100; goto c;
a: s += 1000; goto c;
b: s += 10000;
c: out[gid] = s + i;)"},
    {"UniformLoopWithDivergentBodyAndSeveralExits", R"(
  int s = gid, i = 0;
  for (;; i++) {
    if (in[(i + gid) & 511] & 1) s += 3; else s ^= 5;
    if (in[i & 511] == 12345) { s += 7; break; }
    if ((s & 3) == 1) s += in[gid] & 7;
    if (i > m) { s ^= 1; goto end; }
  }
  s += 100;
end:
  out[gid] = s + i;)"},
    {"NestedUniformLoopsLeftAtOnce", R"(
  int s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      s += (gid ^ j) & i;
      if (((i * j + n) & 63) == 62) goto out_;
    }
  s += 1000000;
out_: out[gid] = s;)"},
    {"NestedLoopsLeftAtOnceByLanes", R"(
  int s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 9; j++) {
      s += (gid ^ j) & i;
      if (in[(gid + i * j) & 511] == s) { s += 5; goto a; }
      if (s > 300 + gid) goto b;
    }
  s += 1000000;
a: s += 3;
b: out[gid] = s;)"},
    {"UniformBreakUnderDivergentIf", R"(
  int s = 0;
  for (int i = 0; i < 40; i++) {
    if ((in[gid] + i) & 1) { s += i; if (i > m) break; s ^= 3; }
    s += 2;
  }
  out[gid] = s;)"},
    {"Switch", R"(
  int s = in[gid];
  switch (s & 7) { case 0: s += 3; case 1: s *= 2; break; case 2: s = n; break; case 5: out[gid] = 9; return; default: s--; }
  out[gid] = s;)"},
    {"UniformSwitchInDivergentCode", R"(
  int s = in[gid];
  if (s & 1) switch (n & 3) { case 0: s += 3; break; case 1: s *= 2; break; case 2: s = 1; default: s--; }
  out[gid] = s;)"},
    {"Irreducible", R"(
  int s = in[gid] & 31, c = 0;
  if (s & 1) goto mid;
top: s += 3;
mid: c++;
  if (c > n) goto end;
  if (s < 100) goto top;
  s -= 90;
  if (s != 7) goto mid;
end: out[gid] = s * 64 + c;)"},
    {"Functions", "out[gid] = f(in[gid], n, in) + (gid & 1 ? f(gid, gid, in) : g(n));", R"(
__attribute__((noinline)) int g(int a) { return a * 3 + 1; }
__attribute__((noinline)) int f(int a, int b, global const int* in) {
  int s = 0;
  for (int i = 0; i < (b & 7); i++) { s += in[(uint)(a + i) & 511u] & 1023; if (s & 64) return s + g(i); }
  return s;
})",
     false},
    {"FunctionWithPointersToPrivate",
     "int a[4] = {gid, 2, 3, n}; if (in[gid] & 1) swap(&a[gid & 3], &a[1]); out[gid] = a[0] + 3 * a[1] + 5 * a[2] + 7 "
     "* a[3];",
     "__attribute__((noinline)) void swap(int* x, int* y) { int t = *x; *x = *y; *y = t; }", false},
    {"FunctionOfVectors", "float4 r = f((float4)(fin[gid], gid, n, 1.0f), n); fout[gid] = r.x + r.y * r.z - r.w;",
     "__attribute__((noinline)) float4 f(float4 a, int n) { return n > 50 ? a.wzyx : a * 2.0f; }", false},
    {"PrivateArray", R"(
  int a[16];
  for (int i = 0; i < 16; i++) a[i] = in[(gid + i) & 511];
  for (int i = 0; i < 16; i++) a[(uint)a[i] & 15u] += i;
  int s = 0;
  for (int i = 0; i < 16; i++) s = s * 3 ^ a[i];
  out[gid] = s;)"},
    {"PrivateArrayInitialised",
     "char a[8] = {1, 2, 3, 4, 5, 6, 7, 8}; a[gid & 7] = 100; out[gid] = a[n & 7] + a[in[gid] & 7];"},
    {"PrivateMixedTypes", R"(
  union { int i[4]; short s[8]; } u;
  for (int i = 0; i < 4; i++) u.i[i] = in[gid + i];
  u.s[gid & 7] = 5;
  out[gid] = u.i[0] ^ u.i[1] ^ u.i[2] ^ u.i[3];)"},
    {"Structures", R"(
  struct { int a; float b; char c; } s = {gid, fin[gid], 3}, t = {n, 1.0f, 4};
  if (in[gid] & 1) t = s;
  out[gid] = t.a + t.c;
  fout[gid] = t.b;)"},
    {"PointersThatDiffer", "global const int* p = in[gid] & 1 ? in + gid : in + 2 * n; out[gid] = *p + p[3];"},
    {"PointersThatMove",
     "global const int* p = in + gid; int s = 0; for (; p < in + 300; p += 7) s += *p & 255; out[gid] = s;"},
    {"VectorTypes", R"(
  float4 v = ((global const float4*)fin)[gid];
  int3 w = (int3)(gid, n, in[gid] & 255);
  w = w.zxy * 3 + w;
  v = v.wzyx * 2.0f + v;
  ((global float4*)fout)[gid] = v;
  out[gid] = w.x ^ w.y ^ w.z;)"},
    {"VectorElementByIndex", "int4 v = (int4)(gid, n, m, 7); v[in[gid] & 3] = 11; out[gid] = v[gid & 3] + v.x;"},
    {"Vector16OfBytes", R"(
  uchar16 a = ((global const uchar16*)ch)[gid & 15], b = (uchar16)(uchar)gid;
  uchar16 c = a + b * (uchar)3;
  bo[gid] = c.s048c ^ c.s159d ^ c.s26ae ^ c.s37bf;)"},
    {"BytesOfStructures", "uchar4 p = ((global const uchar4*)ch)[gid]; bo[gid] = (uchar4)(p.w, p.y + p.x, p.z, n);"},
    {"Double", "double d = fin[gid] * 1.5 + lo[gid]; fout[gid] = (float)(d / (1.0 + gid)); out[gid] = d > 0.0;"},
    {"Half", "half h = (half)fin[gid]; h = h * (half)1.5f; h = h + (half)n; if (h > (half)3.0f) h = h / (half)3.0f; "
             "fout[gid] = h;"},
    {"Integers64",
     "long a = lo[gid], b = in[gid]; ulong c = a; so[gid] = (a / (b | 1)) ^ (c >> 7) ^ (a % 1000) ^ (c * 77 >> 9);"},
    {"Integers8And16", R"(
  uchar a = ch[gid]; char b = ch[gid + 1]; short c = sh[gid]; ushort d = sh[gid + 2];
  so[gid] = (a / ((b & 7) + 1)) + (c >> 3) + (d % ((a & 15) + 3)) + (b >> 1) + (b < a);)"},
    {"Divisions", R"(
  int a = in[gid], b = (in[gid + 1] & 1023) - 512;
  uint c = a, d = in[gid + 2];
  int s = 0;
  if (b != 0 && !(b == -1)) s = a / b ^ a % b;
  if (d) s += c / d ^ c % d;
  out[gid] = s + a / 7 + (int)(c % 10u);)"},
    {"GuardAgainstZero", "int b = in[gid] & 3; out[gid] = b ? 100 / b : -1;"},
    {"Atomics", R"(
  int old = __opencl_atomic_fetch_add(&cnt[in[gid] & 7], 1, memory_order_relaxed, memory_scope_device);
  out[gid] = old >= 0;
  if (gid & 1) __opencl_atomic_fetch_max(&cnt[9], in[gid], memory_order_relaxed, memory_scope_device);
  __opencl_atomic_fetch_sub(&cnt[10], n, memory_order_relaxed, memory_scope_device);
  __opencl_atomic_fetch_xor(&cnt[11], in[gid], memory_order_relaxed, memory_scope_device);)"},
    {"AtomicTicket", R"(
  if (in[gid] & 3) {
    int t = __opencl_atomic_fetch_add(&cnt[0], 2, memory_order_relaxed, memory_scope_device);
    out[t & 511] = gid;
    t = __opencl_atomic_fetch_sub(&cnt[1], in[gid] & 7, memory_order_relaxed, memory_scope_device);
    out[gid + 200] = t;
  })"},
    {"CompareExchange", R"(
  int old = cnt_load(&cnt[gid & 3]);
  while (!__opencl_atomic_compare_exchange_strong(&cnt[gid & 3], &old, old + gid, memory_order_relaxed, memory_order_relaxed, memory_scope_device)) {})",
     "static int cnt_load(global atomic_int* p) { return __opencl_atomic_load(p, memory_order_relaxed, "
     "memory_scope_device); }"},
    {"CompareExchangeOfAll", R"(
  global atomic_int* p = &cnt[in[gid] & 1 ? 5 : n & 3];
  if (gid % 5) {
    int old = cnt_load(p), rounds = 0;
    while (!__opencl_atomic_compare_exchange_strong(p, &old, old * 3 + 1, memory_order_relaxed, memory_order_relaxed, memory_scope_device)) rounds++;
    out[gid] = rounds < 1000;
  })",
     "static int cnt_load(global atomic_int* p) { return __opencl_atomic_load(p, memory_order_relaxed, "
     "memory_scope_device); }"},
    {"LocalAtomics", R"(
  local atomic_int h[64];
  __opencl_atomic_store(&h[gid & 63], 0, memory_order_relaxed, memory_scope_work_group);
  int old = 0;
  if (in[gid] & 3) old = __opencl_atomic_fetch_add(&h[in[gid] & 15], 1, memory_order_relaxed, memory_scope_work_group);
  __opencl_atomic_fetch_max(&h[gid & 31], 3, memory_order_relaxed, memory_scope_work_group);
  out[gid] = old >= 0;)"},
    {"StoresToOneAddress", "if (in[gid] & 1) out[3] = 7; out[5] = n; if (gid < 50) out[6] = gid;"},
    {"UniformLoads", "out[gid] = in[n] + in[get_group_id(0)] * in[m & 7];"},
    {"Reversed", "out[gid] = in[300 - gid];"},
    {"Strided",
     "out[gid] = in[2 * gid] + in[2 * gid + 1] - in[3 * gid]; out[2 * gid + 200] = gid; out[2 * gid + 201] = n;"},
    {"StridedGuarded",
     "if (gid < n) { out[3 * gid] = in[3 * gid + 1] + in[3 * gid]; out[3 * gid + 2] = in[4 * gid + 3]; }"},
    {"Clamped", "fout[gid] = fin[clamp(gid - 3, 0, n - 1)] + fin[min(gid + 5, n)] + fin[max(gid - 40, 0)];"},
    {"Periodic", "out[gid] = in[(gid + 1) % n] + in[(gid + 7) & 31] + in[(gid + n - 1) % n] + in[gid ^ 16];"},
    {"UnsignedWrap", "uint i = (uint)gid - 3u; if (i < 80u) out[gid] = in[i] + in[(uint)gid + 4294967290u + 10u];"},
    {"ShortIndex", "ushort i = (ushort)gid + (ushort)65500; out[gid] = in[i & 255] + in[(uchar)(gid + 200)];"},
    {"GridStride", "for (int i = gid; i < 300; i += get_global_size(0)) out[i] = in[i] + i;"},
    {"TilesOfLocalIds", "int l = get_local_id(0); out[gid] = in[l >> 4] + in[(l & 15) + (l >> 5) * 7] + in[(l & 3) ^ "
                        "n] + in[((l * 2) & 31) >> 1];"},
    {"ConstantsByExit", R"(
  int s = 0; global const int* p = in;
  for (int j = 0;; j++) {
    if (in[(gid + j) & 511] & 1) { s = 5; p = in + 7; break; }
    if (j > (gid & 7)) { s = 9; p = in + 3; break; }
  }
  out[gid] = s + *p;)"},
    {"TwoDimensions",
     "int x = get_local_id(0), y = get_group_id(0); out[y * get_local_size(0) + x] = in[(y * 24 + x) & 511];"},
    {"Minimum", "out[gid] = min(in[gid], n) + max(in[gid + 1], m); fout[gid] = sqrt(fabs(fin[gid])) + fma(fin[gid], "
                "2.0f, fin[gid + 1]);"},
    {"Sine", "fout[gid] = sin(fin[gid]) + (fin[gid] > 0.0f ? exp(fin[gid] * 0.01f) : 1.0f);"},
    {"SelectOfStructures",
     "int4 a = (int4)(gid), b = (int4)(n, m, 1, 2); int4 c = in[gid] & 1 ? a : b; out[gid] = c.x + c.y + c.w;"},
    {"Overflowing", "int r; bool o = __builtin_sadd_overflow(in[gid], in[gid + 1], &r); out[gid] = o ? n : r;"},
    {"CountingBits",
     "out[gid] = __builtin_popcount(in[gid]) + __builtin_clz(in[gid] | 1) + (int)__builtin_bswap32(in[gid]);"},
};

class Packetize : public testing::TestWithParam<Sample> {};

bool areClose(const std::vector<KernelArgument> &want, const std::vector<KernelArgument> &got, std::string &why) {
  auto a = want, b = got;
  auto x = a[3].as<float>(), y = b[3].as<float>();
  for (size_t i = 0; i < x.size(); ++i) // libm and libmvec differ in the last places
    if (!(std::abs(x[i] - y[i]) <= 4e-6f * (1 + std::abs(x[i]))) && !(std::isnan(x[i]) && std::isnan(y[i]))) {
      why = "float " + std::to_string(i) + ": want " + std::to_string(x[i]) + ", got " + std::to_string(y[i]);
      return false;
    }
  a[3] = b[3];
  why = compareArguments(a, b);
  return why.empty();
}

} // namespace

TEST_P(Packetize, SameAsOneWorkItemAtATime) {
  const Sample &sample = GetParam();
  std::string source = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" + std::string(sample.before) +
                       "\nkernel void k(" + fuzzParameters() + ") { int gid = get_global_id(0); " + sample.body + "\n}";
  std::string ir = compileOpenCl(source);
  ASSERT_FALSE(ir.empty());
  PacketizeOptions options;
  options.width = 1;
  LaneKernel reference(ir, "k", options, sample.inlineCalls);
  ASSERT_EQ(reference.error, "");
  struct Way {
    unsigned width;
    const char *isa;
    uint64_t local;
    bool wideIds;
  };
  for (Way way : {Way{16, "avx512", 96, false}, Way{8, "avx2", 24, false}, Way{4, "sse4", 6, true},
                  Way{4, "portable", 6, false}, Way{32, "avx512", 48, true}, Way{64, "avx512", 96, false}}) {
    SCOPED_TRACE(std::string(way.isa) + ", width " + std::to_string(way.width) + ", local size " +
                 std::to_string(way.local));
    options.width = way.width;
    options.machine = runnableMachine(way.isa);
    options.wideIds = way.wideIds;
    LaneKernel lanes(ir, "k", options, sample.inlineCalls);
    ASSERT_EQ(lanes.error, "");
    auto want = fuzzArguments(way.width), got = want;
    LaunchShape shape;
    shape.global[0] = FuzzItems;
    shape.local[0] = way.local;
    reference.run(want, shape);
    lanes.run(got, shape);
    std::string why;
    EXPECT_TRUE(areClose(want, got, why)) << why << '\n' << lanes.report.str();
  }
}

INSTANTIATE_TEST_SUITE_P(Constructs, Packetize, testing::ValuesIn(Samples),
                         [](const testing::TestParamInfo<Sample> &info) { return info.param.name; });
