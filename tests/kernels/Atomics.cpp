// Atomic functions, legacy and C11, on global and local memory, also where lanes diverge.
#include "Harness.h"
using harness::Range;

TEST(Atomics, LegacyFunctionsOnGlobalMemory) {
  const char *source = R"(
    kernel void k(global int *s, global uint *u, global float *f, global uint *old, int n) {
      int i = get_global_id(0);
      old[i] = atomic_add(u, 3u);
      atomic_sub(s, i);
      atomic_inc(u + 1);
      atomic_dec(s + 1);
      if (i % 3 == 0) { atomic_min(s + 2, -i); atomic_max(u + 2, (uint)i); }
      atomic_and(u + 3, ~(1u << (i & 31)) | 0x80000000u);
      atomic_or(u + 4, 1u << (i % 20));
      atomic_xor(u + 5, (uint)i);
      if (atomic_cmpxchg(u + 6, 0u, (uint)i + 1u) == 0u) u[7] = (uint)i + 1u;
      if (i == n - 1) { atomic_xchg(f, 2.5f); atomic_xchg(s + 3, 9); }
    })";
  const int n = 1000;
  std::vector<int> s = {0, 0, 5, 0};
  std::vector<uint32_t> u = {7, 0, 0, ~0U, 0, 0, 0, 0}, old(n);
  std::vector<float> f = {0};
  ASSERT_TRUE(harness::run(source, "k", Range::of(n, 100), harness::inOut(s), harness::inOut(u), harness::inOut(f),
                           harness::inOut(old), n));
  uint32_t parity = 0;
  for (uint32_t i = 0; i < n; ++i)
    parity ^= i;
  EXPECT_EQ(s, (std::vector<int>{-(n * (n - 1) / 2), -n, -999, 9}));
  EXPECT_EQ(u[0], 7U + 3 * n);
  EXPECT_EQ(u[1], uint32_t{n});
  EXPECT_EQ(u[2], 999U);
  EXPECT_EQ(u[3], 0x80000000U);
  EXPECT_EQ(u[4], 0xFFFFFU);
  EXPECT_EQ(u[5], parity);
  EXPECT_EQ(u[6], u[7]);
  EXPECT_NE(u[6], 0U);
  EXPECT_EQ(f[0], 2.5F);
  std::sort(old.begin(), old.end());
  for (uint32_t i = 0; i < n; ++i)
    EXPECT_EQ(old[i], 7 + 3 * i);
}

TEST(Atomics, LocalHistogram) {
  const char *source = R"(
    kernel void k(global const uint *in, global uint *out) {
      local uint bins[16];
      int l = get_local_id(0);
      if (l < 16) bins[l] = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      atomic_inc(&bins[in[get_global_id(0)] & 15]);
      if (in[get_global_id(0)] & 16) atomic_add(&bins[3], 2u);
      barrier(CLK_LOCAL_MEM_FENCE);
      if (l < 16) atomic_add(out + l, bins[l]);
    })";
  for (std::size_t local : {20, 100, 250}) {
    auto in = harness::noise<uint32_t>(1000);
    std::vector<uint32_t> out(16), expected(16);
    for (uint32_t x : in) {
      ++expected[x & 15];
      if (x & 16)
        expected[3] += 2;
    }
    ASSERT_TRUE(harness::run(source, "k", Range::of(1000, local), harness::inOut(in), harness::inOut(out)));
    EXPECT_EQ(out, expected) << local;
  }
}

TEST(Atomics, C11OfEveryOrder) {
  const char *source = R"(
    kernel void k(global atomic_int *a, global atomic_uint *u, global int *out, int n) {
      int i = get_global_id(0);
      atomic_fetch_add(a, 2);
      atomic_fetch_add_explicit(a + 1, i, memory_order_relaxed);
      atomic_fetch_sub_explicit(a + 2, 1, memory_order_acq_rel, memory_scope_device);
      atomic_fetch_max_explicit(a + 3, i, memory_order_release, memory_scope_device);
      atomic_fetch_min(u, (uint)(5000 - i));
      atomic_fetch_or_explicit(u + 1, 1u << (i & 31), memory_order_relaxed, memory_scope_work_group);
      int expected = atomic_load_explicit(a + 4, memory_order_relaxed);
      while (!atomic_compare_exchange_weak_explicit(a + 4, &expected, expected + i, memory_order_acq_rel,
                                                    memory_order_acquire, memory_scope_device)) {}
      int zero = 0;
      if (atomic_compare_exchange_strong(a + 5, &zero, i + 1)) out[0] = i + 1; else out[1] = zero;
      atomic_store_explicit(a + 6, 4, memory_order_release, memory_scope_device);
      int got = atomic_exchange(a + 7, i);
      if (got == -1) out[2] = 1;
    })";
  const int n = 640;
  std::vector<int> a = {0, 0, 0, -5, 0, 0, 0, -1}, out(3);
  std::vector<uint32_t> u = {~0U, 0};
  ASSERT_TRUE(
      harness::run(source, "k", Range::of(n, 64), harness::inOut(a), harness::inOut(u), harness::inOut(out), n));
  EXPECT_EQ(a[0], 2 * n);
  EXPECT_EQ(a[1], n * (n - 1) / 2);
  EXPECT_EQ(a[2], -n);
  EXPECT_EQ(a[3], n - 1);
  EXPECT_EQ(a[4], n * (n - 1) / 2);
  EXPECT_EQ(a[5], out[0]);
  EXPECT_EQ(a[5], out[1]);
  EXPECT_EQ(a[6], 4);
  EXPECT_EQ(out[2], 1);
  EXPECT_EQ(u[0], 5000U - n + 1);
  EXPECT_EQ(u[1], ~0U);
}

TEST(Atomics, SixtyFourBits) {
  const char *source = R"(
    #pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
    #pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable
    kernel void k(global long *s, global ulong *u) {
      long i = get_global_id(0);
      atom_add(s, i << 30); atom_max(s + 1, i << 33); atom_min(s + 2, -(i << 33));
      atom_inc(u); atom_xor(u + 1, (ulong)i << 20); atom_or(u + 2, 1ul << (i & 63));
    })";
  std::vector<int64_t> s(3);
  std::vector<uint64_t> u(3);
  uint64_t parity = 0;
  int64_t sum = 0;
  for (int64_t i = 0; i < 300; ++i) {
    parity ^= static_cast<uint64_t>(i) << 20;
    sum += i << 30;
  }
  ASSERT_TRUE(harness::run(source, "k", Range::of(300, 100), harness::inOut(s), harness::inOut(u)));
  EXPECT_EQ(s, (std::vector<int64_t>{sum, 299LL << 33, -(299LL << 33)}));
  EXPECT_EQ(u, (std::vector<uint64_t>{300, parity, ~0ULL}));
}

TEST(Atomics, FlagsMakeASpinLock) {
  const char *source = R"(
    kernel void k(global atomic_flag *lock, global int *counter) {
      for (int done = 0; !done;)
        if (!atomic_flag_test_and_set_explicit(lock, memory_order_acquire, memory_scope_device)) {
          counter[0] += 1;
          atomic_flag_clear_explicit(lock, memory_order_release, memory_scope_device);
          done = 1;
        }
    })";
  std::vector<int> lock(1), counter(1);
  ASSERT_TRUE(harness::run(source, "k", Range::of(512, 32), harness::inOut(lock), harness::inOut(counter)));
  EXPECT_EQ(counter[0], 512);
}

// The loops in which programs write what OpenCL C lacks: as one operation where the machine has it, or as they stand.
TEST(Atomics, CompareExchangeLoops) {
  const char *source = R"(
    kernel void k(volatile global float *f, volatile global int *s, global float *seen, int mask) {
      int i = get_global_id(0);
      volatile global int *q = (volatile global int *)(f + (i & mask));
      int old = *q, found;
      for (;;) {
        int next = as_int(as_float(old) + 1.0f);
        found = atomic_cmpxchg(q, old, next);
        if (found == old) break;
        old = found;
      }
      seen[i] = as_float(old);
      do { old = s[0]; } while (atomic_cmpxchg(s, old, max(old, i)) != old);
      do { old = s[1]; } while (atomic_cmpxchg(s + 1, old, old * 3 + i * 0) != old);
      if (i % 3 == 0)
        do { old = s[2 + (i & 1)]; } while (atomic_cmpxchg(s + 2 + (i & 1), old, old - i) != old);
    })";
  const int n = 1000;
  for (int mask : {0, 7}) {
    std::vector<float> f(8), seen(n);
    std::vector<int> s = {0, 1, 0, 0};
    ASSERT_TRUE(
        harness::run(source, "k", Range::of(n, 100), harness::inOut(f), harness::inOut(s), harness::inOut(seen), mask));
    uint32_t product = 1;
    int sums[2] = {0, 0};
    for (int i = 0; i < n; ++i) {
      product *= 3;
      if (i % 3 == 0)
        sums[i & 1] -= i;
    }
    EXPECT_EQ(s, (std::vector<int>{n - 1, static_cast<int>(product), sums[0], sums[1]}));
    const int cells = mask + 1, each = n / cells;
    for (int i = 0; i < cells; ++i)
      EXPECT_EQ(f[i], static_cast<float>(each));
    std::sort(seen.begin(), seen.end()); // each value was found as often as there are cells
    for (int i = 0; i < n; ++i)
      EXPECT_EQ(seen[i], std::floor(static_cast<float>(i) / static_cast<float>(cells)));
  }
}

// As libraries write a sum of floats: attempts before the loop, which most work-items need no more than one of.
TEST(Atomics, CompareExchangeAttempts) {
  const char *source = R"(
    #define ATTEMPT { expected = current; next = as_uint(as_float(expected) + x); \
                      current = atomic_cmpxchg((volatile SPACE uint *)p, expected, next); \
                      if (current == expected) goto end; }
    #define SUM void sum(volatile SPACE float *p, float x) { \
      uint current = as_uint(*p), expected, next; \
      ATTEMPT ATTEMPT ATTEMPT \
      do { \
        expected = current; \
        next = as_uint(as_float(expected) + x); \
        current = atomic_cmpxchg((volatile SPACE uint *)p, expected, next); \
      } while (current != expected); \
      end:; \
    }
    #define SPACE global
    SUM
    #undef SPACE
    #define SPACE local
    #define sum sumHere
    SUM
    #undef sum
    kernel void k(global const int *cells, global const float *x, global float *g, global float *out) {
      local float here[8];
      int i = get_global_id(0), l = get_local_id(0);
      if (l < 8) here[l] = 0;
      barrier(CLK_LOCAL_MEM_FENCE);
      if (i % 5) { sum(g + cells[i], x[i]); sumHere(here + cells[i], x[i]); }
      barrier(CLK_LOCAL_MEM_FENCE);
      if (l < 8) out[get_group_id(0) * 8 + l] = here[l];
    })";
  const int n = 600, group = 100;
  std::vector<int> cells(n);
  std::vector<float> x(n), g(8), out(8 * n / group), want(8), wantHere(out.size());
  for (int i = 0; i < n; ++i) {
    cells[i] = i < n / 2 ? i * 5 % 8 : i / 100;
    x[i] = static_cast<float>(i % 64 + 1);
    if (i % 5)
      want[cells[i]] += x[i], wantHere[i / group * 8 + cells[i]] += x[i];
  }
  ASSERT_TRUE(harness::run(source, "k", Range::of(n, group), harness::inOut(cells), harness::inOut(x),
                           harness::inOut(g), harness::inOut(out)));
  EXPECT_EQ(g, want);
  EXPECT_EQ(out, wantHere);
}

// Updates that no atomic operation does: of places where no lanes meet, some do and all do, of two places, that end
// early, and whose old values are used.
TEST(Atomics, CompareExchangeLoopsOfOtherUpdates) {
  const char *source = R"(
    kernel void k(global const int *cells, global const uint *x, volatile global uint *product,
                  volatile global ulong *pair, volatile global uint *most, global uint *seen, global uint *out) {
      local uint here[8];
      int i = get_global_id(0), l = get_local_id(0), c = cells[i];
      if (l < 8) here[l] = 1;
      barrier(CLK_LOCAL_MEM_FENCE);
      uint old = product[c], found;
      while ((found = atomic_cmpxchg(product + c, old, old * x[i])) != old) old = found;
      ulong both = pair[c], next, was;
      do { was = both; next = (was & 0xffffffff) + x[i] | ((was >> 32) + 1) << 32; both = atom_cmpxchg(pair + c, was, next); }
      while (both != was);
      if (i % 3) {
        old = most[c];
        while (old < x[i]) {
          found = atomic_cmpxchg(most + c, old, x[i]);
          if (found == old) break;
          old = found;
        }
        seen[i] = both >> 32;
        do { old = here[c]; } while (atomic_cmpxchg(here + c, old, old * x[i]) != old);
      }
      barrier(CLK_LOCAL_MEM_FENCE);
      if (l < 8) out[get_group_id(0) * 8 + l] = here[l];
    })";
  const int n = 600, group = 100;
  for (int sort : {0, 1, 2}) {
    std::vector<int> cells(n);
    std::vector<uint32_t> x(n), product(8, 1), most(8), seen(n), out(8 * n / group, 1), here(out.size(), 1);
    std::vector<uint64_t> pair(8);
    auto products = product, mosts = most;
    auto pairs = pair;
    for (int i = 0; i < n; ++i) {
      cells[i] = sort == 0 ? i * 5 % 8 : sort == 1 ? i / 3 % 8 : 5;
      x[i] = static_cast<uint32_t>(i * 7919 % 1000 * 2 + 3);
      products[cells[i]] *= x[i];
      pairs[cells[i]] += (uint64_t(1) << 32) + x[i];
      if (i % 3) {
        mosts[cells[i]] = std::max(mosts[cells[i]], x[i]);
        here[i / group * 8 + cells[i]] *= x[i];
      }
    }
    ASSERT_TRUE(harness::run(source, "k", Range::of(n, group), harness::inOut(cells), harness::inOut(x),
                             harness::inOut(product), harness::inOut(pair), harness::inOut(most), harness::inOut(seen),
                             harness::inOut(out)));
    EXPECT_EQ(product, products);
    EXPECT_EQ(pair, pairs);
    EXPECT_EQ(most, mosts);
    EXPECT_EQ(out, here);
    std::set<std::pair<int, uint32_t>> found;
    for (int i = 0; i < n; ++i) // each found another count of those before it
      if (i % 3)
        EXPECT_TRUE(found.emplace(cells[i], seen[i]).second);
  }
}

// More of a kind than are worth code of their own each: with all lanes, some, and with what they find.
TEST(Atomics, ManyAlike) {
  const char *source = R"(
    void add(volatile global float *p, float x) {
      uint old = as_uint(*p), next;
      do { next = old; old = atomic_cmpxchg((volatile global uint *)p, next, as_uint(as_float(next) + x)); } while (old != next);
    }
    kernel void k(global const int *cells, volatile global float *f, volatile global int *n, global int *found) {
      int i = get_global_id(0), c = cells[i], sum = 0;
      #pragma unroll
      for (int j = 0; j < 10; ++j) add(f + (c + j) % 64, (float)j);
      if (i % 3) {
        #pragma unroll
        for (int j = 0; j < 10; ++j) add(f + (c + j) % 64, 1.0f);
        #pragma unroll
        for (int j = 0; j < 10; ++j) sum += atomic_add(n + (c + 7 * j) % 64, 1) >= 0;
      }
      found[i] = sum;
    })";
  const int n = 500;
  std::vector<int> cells(n), counts(64), wantCounts(64), found(n);
  std::vector<float> sums(64), want(64);
  for (int i = 0; i < n; ++i) {
    cells[i] = i * i % 61;
    for (int j = 0; j < 10; ++j) {
      want[(cells[i] + j) % 64] += static_cast<float>(j) + (i % 3 ? 1.0F : 0.0F);
      wantCounts[(cells[i] + 7 * j) % 64] += i % 3 != 0;
    }
  }
  ASSERT_TRUE(harness::run(source, "k", Range::of(n, 100), harness::inOut(cells), harness::inOut(sums),
                           harness::inOut(counts), harness::inOut(found)));
  EXPECT_EQ(sums, want);
  EXPECT_EQ(counts, wantCounts);
  for (int i = 0; i < n; ++i)
    EXPECT_EQ(found[i], i % 3 ? 10 : 0);
}

// What such a loop reads besides, in the turn that succeeds, it reads before its exchange.
TEST(Atomics, CompareExchangeLoopsReadBeforeTheyWrite) {
  const char *source = R"(
    kernel void k(global int *a, global int *out, int i) {
      int old, seen;
      do { old = a[0]; seen = a[i]; } while (atomic_cmpxchg(a, old, old + 1) != old);
      out[0] = seen;
    })";
  std::vector<int> a = {41}, out(1);
  ASSERT_TRUE(harness::run(source, "k", Range::of(1, 1), harness::inOut(a), harness::inOut(out), 0));
  EXPECT_EQ(a[0], 42);
  EXPECT_EQ(out[0], 41);
}

// Lanes that would spoil one another's exchange take turns, but not in loops where they meet besides.
TEST(Atomics, CompareExchangeLoopsWithBarriers) {
  const char *source = R"(
    kernel void k(global const int *limit, global int *p, global int *out, local int *s) {
      int l = get_local_id(0), n = get_local_size(0), left = limit[l], x = l;
      do {
        s[l] = x;
        barrier(CLK_LOCAL_MEM_FENCE);
        x += s[(l + 1) % n];
        barrier(CLK_LOCAL_MEM_FENCE);
        atomic_cmpxchg(p, l, x);
      } while (--left);
      out[l] = x;
    })";
  for (int n : {16, 64, 100}) {
    const int turns = 5;
    std::vector<int> limit(n, turns), p = {-1}, out(n), want(n);
    for (int l = 0; l < n; ++l)
      want[l] = l;
    for (int turn = 0; turn < turns; ++turn) {
      const std::vector<int> before = want;
      for (int l = 0; l < n; ++l)
        want[l] += before[(l + 1) % n];
    }
    harness::Program program(source);
    harness::Launch launch(program, "k");
    launch.arg(harness::inOut(limit)), launch.arg(harness::inOut(p)), launch.arg(harness::inOut(out));
    launch.arg(harness::Local{n * sizeof(int)});
    launch.run(Range::of(n, n));
    EXPECT_EQ(out, want) << n;
    EXPECT_EQ(p[0], -1);
  }
}

TEST(Atomics, CompareExchangeLoopsOfSubGroups) {
  const char *source = R"(
    #pragma OPENCL EXTENSION cl_khr_subgroup_non_uniform_arithmetic : enable
    kernel void k(volatile global uint *p, global uint *out) {
      uint old, most = 0;
      do {
        most = max(most, sub_group_non_uniform_scan_inclusive_add(1u));
        old = *p;
      } while (atomic_cmpxchg(p, old, old * 3 + 1) != old);
      out[get_global_id(0)] = most - get_sub_group_local_id();
    })";
  std::vector<uint32_t> p(1), out(64);
  ASSERT_TRUE(harness::run(source, "k", Range::of(64, 64), harness::inOut(p), harness::inOut(out)));
  uint32_t product = 0;
  for (int i = 0; i < 64; ++i)
    product = product * 3 + 1;
  EXPECT_EQ(p[0], product);
  EXPECT_EQ(out, std::vector<uint32_t>(64, 1)); // in the first turn all are there
}
