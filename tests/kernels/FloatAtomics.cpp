// cl_ext_float_atomics (half, float and double, in global and local memory) and cl_lanecl_simd_atomics.
#include "Harness.h"
#include <type_traits>
using harness::Range;

namespace {

struct Float {
  const char *name;
  std::size_t bytes;
  cl_device_info query;
};
constexpr Float floats[] = {{"half", 2, 0x4233}, {"float", 4, 0x4231}, {"double", 8, 0x4232}};

double read(const std::vector<uint8_t> &memory, const Float &type, std::size_t index) {
  const uint8_t *at = memory.data() + index * type.bytes;
  auto as = [&]<typename T>(T value) {
    std::memcpy(&value, at, sizeof value);
    return static_cast<double>(value);
  };
  return type.bytes == 2 ? as(_Float16()) : type.bytes == 4 ? as(float()) : as(double());
}

bool has(const char *extension) {
  std::size_t length = 0;
  clGetDeviceInfo(harness::Device::get().id, CL_DEVICE_EXTENSIONS, 0, nullptr, &length);
  std::string names(length, ' ');
  clGetDeviceInfo(harness::Device::get().id, CL_DEVICE_EXTENSIONS, length, names.data(), nullptr);
  return (" " + names).contains(" " + std::string(extension));
}

std::string withType(std::string text, const char *type) {
  for (std::size_t at = 0; (at = text.find("REAL", at)) != std::string::npos;)
    text.replace(at, 4, type);
  return "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n" + text;
}

const char *const macros = R"(
  #if !defined(cl_ext_float_atomics) || !defined(__opencl_c_ext_fp16_global_atomic_load_store) || \
      !defined(__opencl_c_ext_fp16_local_atomic_load_store) || !defined(__opencl_c_ext_fp16_global_atomic_add) || \
      !defined(__opencl_c_ext_fp16_local_atomic_add) || !defined(__opencl_c_ext_fp16_global_atomic_min_max) || \
      !defined(__opencl_c_ext_fp16_local_atomic_min_max) || !defined(__opencl_c_ext_fp32_global_atomic_add) || \
      !defined(__opencl_c_ext_fp32_local_atomic_add) || !defined(__opencl_c_ext_fp32_global_atomic_min_max) || \
      !defined(__opencl_c_ext_fp32_local_atomic_min_max) || !defined(__opencl_c_ext_fp64_global_atomic_add) || \
      !defined(__opencl_c_ext_fp64_local_atomic_add) || !defined(__opencl_c_ext_fp64_global_atomic_min_max) || \
      !defined(__opencl_c_ext_fp64_local_atomic_min_max)
  #error a feature is missing
  #endif
)";

TEST(FloatAtomics, AreToldByQueriesAndMacros) {
  EXPECT_TRUE(has("cl_ext_float_atomics"));
  for (const Float &type : floats) {
    cl_bitfield capabilities = 0;
    EXPECT_EQ(CL_SUCCESS,
              clGetDeviceInfo(harness::Device::get().id, type.query, sizeof capabilities, &capabilities, nullptr));
    EXPECT_EQ(capabilities, 0x70007U) << type.name;
  }
  harness::Program program(macros);
  EXPECT_EQ(program.status, CL_SUCCESS) << program.log;
}

/// out: sums, minima and maxima of x, and what exchanges gave back, of global and of local memory. All sums are exact.
const char *const source = R"(
  kernel void k(volatile global atomic_REAL *g, global REAL *out, local atomic_REAL *l, int spread) {
    int i = get_global_id(0), n = get_global_size(0);
    if (get_local_id(0) < 12) atomic_store(l + get_local_id(0), (REAL)0);
    barrier(CLK_LOCAL_MEM_FENCE);
    REAL x = (REAL)(i % 7 - 2) / (REAL)2;
    int at = spread ? i % 3 : 0;
    atomic_fetch_add_explicit(g + at, x, memory_order_relaxed);
    atomic_fetch_sub_explicit(g + 3 + at, x, memory_order_relaxed, memory_scope_device);
    if (i % 5) atomic_fetch_min_explicit(g + 6, x, memory_order_relaxed);
    if (i % 5) atomic_fetch_max(g + 7, x);
    REAL old = atomic_exchange(g + 8, (REAL)(i + 1));
    out[i] = old;
    out[n + i] = atomic_fetch_add(g + 9, (REAL)1);
    atomic_fetch_add_explicit(l + at, x, memory_order_relaxed, memory_scope_work_group);
    atomic_fetch_sub(l + 3 + at, x);
    atomic_fetch_min(l + 6, x);
    atomic_fetch_max_explicit(l + 7, x, memory_order_relaxed);
    atomic_REAL *either = i & 1 ? (atomic_REAL *)(l + 8) : (atomic_REAL *)(g + 10);
    atomic_fetch_add(either, (REAL)2);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) < 9) atomic_store((volatile global atomic_REAL *)out + 2 * n + get_local_id(0), atomic_load(l + get_local_id(0)));
  })";

void check(const Float &type, int spread) {
  const int n = 84; // one group: the local results are comparable
  std::vector<uint8_t> memory(11 * type.bytes), out((2 * n + 9) * type.bytes);
  ASSERT_TRUE(harness::run(withType(source, type.name), "k", Range::of(n, n), harness::inOut(memory),
                           harness::inOut(out), harness::Local{12 * type.bytes}, spread));
  double sums[3] = {}, least = 0, most = 0, allLeast = 0, allMost = 0;
  for (int i = 0; i < n; ++i) {
    double x = (i % 7 - 2) / 2.0;
    sums[spread ? i % 3 : 0] += x;
    if (i % 5) {
      least = std::min(least, x);
      most = std::max(most, x);
    }
    allLeast = std::min(allLeast, x);
    allMost = std::max(allMost, x);
  }
  std::vector<double> exchanged{read(memory, type, 8)}, counted;
  for (int i = 0; i < n; ++i) {
    exchanged.push_back(read(out, type, i));
    counted.push_back(read(out, type, n + i));
  }
  std::sort(exchanged.begin(), exchanged.end());
  std::sort(counted.begin(), counted.end());
  for (int i = 0; i <= n; ++i)
    EXPECT_EQ(exchanged[i], i) << type.name;
  for (int i = 0; i < n; ++i)
    EXPECT_EQ(counted[i], i) << type.name;
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(read(memory, type, i), sums[i]) << type.name;
    EXPECT_EQ(read(memory, type, 3 + i), -sums[i]) << type.name;
    EXPECT_EQ(read(out, type, 2 * n + i), sums[i]) << type.name;
    EXPECT_EQ(read(out, type, 2 * n + 3 + i), -sums[i]) << type.name;
  }
  EXPECT_EQ(read(memory, type, 6), least) << type.name;
  EXPECT_EQ(read(memory, type, 7), most) << type.name;
  EXPECT_EQ(read(memory, type, 10), n) << type.name;
  EXPECT_EQ(read(out, type, 2 * n + 6), allLeast) << type.name;
  EXPECT_EQ(read(out, type, 2 * n + 7), allMost) << type.name;
  EXPECT_EQ(read(out, type, 2 * n + 8), n) << type.name;
}

TEST(FloatAtomics, AddMinMaxLoadStoreExchange) {
  for (const Float &type : floats)
    for (int spread : {0, 1})
      check(type, spread);
}

TEST(FloatAtomics, SumsMayBeReassociated) {
  harness::Program program("kernel void k(volatile global atomic_float *g, global float *old) {"
                           "  old[get_global_id(0)] = atomic_fetch_add(g, 1.0f); atomic_fetch_sub(g + 1, 0.5f); }",
                           "-cl-std=CL3.0 -cl-fast-relaxed-math");
  harness::Launch launch(program, "k");
  std::vector<float> sums(2), old(500);
  launch.arg(harness::inOut(sums));
  launch.arg(harness::inOut(old));
  launch.run(Range::of(500, 50));
  EXPECT_EQ(sums, (std::vector<float>{500, -250}));
  std::sort(old.begin(), old.end());
  for (int i = 0; i < 500; ++i)
    EXPECT_EQ(old[i], static_cast<float>(i));
}

// ---- cl_lanecl_simd_atomics

/// Each operation on one word and its neighbour's neighbour: the words between stay as they are.
template <typename T> void checkWords(const char *type) {
  const std::string text = R"(
    kernel void k(volatile global TYPE *g, global TYPE *old, volatile local TYPE *l) {
      int i = get_global_id(0), n = get_global_size(0);
      if (get_local_id(0) < 24) l[get_local_id(0)] = g[get_local_id(0)];
      barrier(CLK_LOCAL_MEM_FENCE);
      TYPE x = (TYPE)(i * 37 + 5);
      for (int where = 0; where < 2; ++where) {
        volatile TYPE *p = where ? (volatile TYPE *)l : (volatile TYPE *)g;
        if (where == 0) {
          atomic_add(g, x); atomic_sub(g + 2, x); atomic_min(g + 4, x); atomic_max(g + 6, x);
          atomic_and(g + 8, (TYPE)(x | 0xF0)); atomic_or(g + 10, (TYPE)(x & 0x3C)); atomic_xor(g + 12, x);
          atomic_inc(g + 14); atomic_dec(g + 16); atomic_cmpxchg(g + 18, (TYPE)0, (TYPE)7);
        } else {
          atomic_add(l, x); atomic_sub(l + 2, x); atomic_min(l + 4, x); atomic_max(l + 6, x);
          atomic_and(l + 8, (TYPE)(x | 0xF0)); atomic_or(l + 10, (TYPE)(x & 0x3C)); atomic_xor(l + 12, x);
          atomic_inc(l + 14); atomic_dec(l + 16); atomic_cmpxchg(l + 18, (TYPE)0, (TYPE)7);
        }
        old[where * n + i] = atomic_predec(p + 20);
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      if (get_local_id(0) < 24) old[2 * n + get_local_id(0)] = l[get_local_id(0)];
    })";
  std::string source = text;
  for (std::size_t at = 0; (at = source.find("TYPE", at)) != std::string::npos;)
    source.replace(at, 4, type);
  const int n = 100;
  std::vector<T> g(24), old(2 * n + 24);
  for (std::size_t i = 0; i < g.size(); ++i)
    g[i] = static_cast<T>(i % 2 ? 0x5A5A + i : 0);
  g[8] = static_cast<T>(-1);
  g[20] = 50;
  std::vector<T> expected = g;
  for (int i = 0; i < n; ++i) {
    T x = static_cast<T>(i * 37 + 5);
    expected[0] = static_cast<T>(expected[0] + x);
    expected[2] = static_cast<T>(expected[2] - x);
    expected[4] = std::min(expected[4], x);
    expected[6] = std::max(expected[6], x);
    expected[8] &= static_cast<T>(x | 0xF0);
    expected[10] |= static_cast<T>(x & 0x3C);
    expected[12] ^= x;
  }
  expected[14] = n;
  expected[16] = static_cast<T>(-n);
  expected[18] = 7;
  expected[20] = static_cast<T>(50 - n);
  ASSERT_TRUE(harness::run(source, "k", Range::of(n, n), harness::inOut(g), harness::inOut(old),
                           harness::Local{24 * sizeof(T)}));
  EXPECT_EQ(g, expected) << type;
  EXPECT_EQ(std::vector<T>(old.begin() + 2 * n, old.end()), expected) << type;
  for (int where = 0; where < 2; ++where) { // 49, 48, ..., 50 - n, each once
    std::vector<T> taken(old.begin() + where * n, old.begin() + (where + 1) * n), all;
    for (int i = 1; i <= n; ++i)
      all.push_back(static_cast<T>(50 - i));
    std::sort(taken.begin(), taken.end());
    std::sort(all.begin(), all.end());
    EXPECT_EQ(taken, all) << type;
  }
}

TEST(SimdAtomics, WordsAndDoubleWords) {
  EXPECT_TRUE(has("cl_lanecl_simd_atomics"));
  checkWords<int16_t>("short");
  checkWords<uint16_t>("ushort");
  checkWords<int32_t>("int");
  checkWords<uint32_t>("uint");
}

TEST(SimdAtomics, ValuesBeforeDecrementOfLongs) {
  std::vector<int64_t> g = {5LL << 33}, out(64);
  ASSERT_TRUE(harness::run("kernel void k(volatile global long *g, global long *out) {"
                           "  out[get_global_id(0)] = atomic_predec(g); }",
                           "k", Range::of(64, 16), harness::inOut(g), harness::inOut(out)));
  std::sort(out.begin(), out.end());
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(out[i], (5LL << 33) - 64 + i);
}

// -0 equals 0 and NaN nothing, as floats.
TEST(SimdAtomics, ComparesAsFloats) {
  for (const Float &type : floats) {
    std::string source = withType(R"(
      kernel void k(volatile global REAL *g, global REAL *old, volatile local REAL *l) {
        int i = get_global_id(0), n = get_global_size(0);
        if (i < 4) l[i] = g[i];
        barrier(CLK_LOCAL_MEM_FENCE);
        old[i] = atomic_fcmpwr(g, (REAL)i, (REAL)(i + 1));
        atomic_fcmpwr(g + 1, (REAL)0, (REAL)9);
        atomic_fcmpwr(g + 2, (REAL)NAN, (REAL)9);
        old[n + i] = atomic_fcmpwr(l, (REAL)i, (REAL)(i + 1));
        atomic_fcmpwr(l + 1, (REAL)0, (REAL)9);
        atomic_fcmpwr((volatile REAL *)(l + 2), (REAL)NAN, (REAL)9);
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i < 3) old[2 * n + i] = l[i];
      })",
                                  type.name);
    const int n = 20;
    std::vector<uint8_t> g(4 * type.bytes), old((2 * n + 3) * type.bytes);
    g[2 * type.bytes - 1] = 0x80;                             // -0
    std::memset(g.data() + 2 * type.bytes, 0xFF, type.bytes); // NaN
    ASSERT_TRUE(harness::run(source, "k", Range::of(n, n), harness::inOut(g), harness::inOut(old),
                             harness::Local{4 * type.bytes}));
    EXPECT_EQ(read(g, type, 1), 9) << type.name;
    EXPECT_TRUE(std::isnan(read(g, type, 2))) << type.name;
    EXPECT_EQ(read(old, type, 2 * n + 1), 9) << type.name;
    EXPECT_TRUE(std::isnan(read(old, type, 2 * n + 2))) << type.name;
    for (int i = 0; i < 2; ++i) { // whichever order: item 0 finds its value, and each next one may
      double end = i ? read(old, type, 2 * n) : read(g, type, 0);
      EXPECT_GE(end, 1) << type.name;
      EXPECT_LE(end, n) << type.name;
      for (int item = 0; item < n; ++item) {
        double found = read(old, type, i * n + item);
        EXPECT_EQ(found == item, item < end) << type.name << ' ' << item;
        EXPECT_TRUE(found >= 0 && found <= end && found == std::floor(found)) << type.name << ' ' << found;
      }
    }
  }
}

TEST(SimdAtomics, HalfAddAndExchange) {
  std::vector<_Float16> g(8), old(64), swapped(64);
  g[1] = g[3] = g[5] = g[7] = static_cast<_Float16>(3.5);
  ASSERT_TRUE(harness::run("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                           "kernel void k(volatile global half *g, global half *old, global half *swapped) {"
                           "  int i = get_global_id(0); old[i] = atomic_add(g, (half)1);"
                           "  atomic_sub(g + 2, (half)0.5h); atomic_max(g + 4, (half)i);"
                           "  swapped[i] = atomic_xchg(g + 6, (half)(i + 1)); }",
                           "k", Range::of(64, 32), harness::inOut(g), harness::inOut(old), harness::inOut(swapped)));
  std::sort(old.begin(), old.end());
  for (int i = 0; i < 64; ++i)
    EXPECT_EQ(static_cast<double>(old[i]), i);
  swapped.push_back(g[6]); // one of 0 to 64 stayed, the others were found
  std::sort(swapped.begin(), swapped.end());
  for (int i = 0; i <= 64; ++i)
    EXPECT_EQ(static_cast<double>(swapped[i]), i);
  const double expected[] = {64, 3.5, -32, 3.5, 63, 3.5};
  EXPECT_EQ(static_cast<double>(g[7]), 3.5);
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(static_cast<double>(g[i]), expected[i]);
}

} // namespace
