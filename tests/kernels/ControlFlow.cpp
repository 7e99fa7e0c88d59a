// Every kind of control flow, with lanes that take different paths, against the same lines compiled as C++.
#include "Harness.h"
using harness::Range;

DUAL(
    branches, kernel void k(global const int *in, global int *out, int n) {
      int i = get_global_id(0);
      if (i >= n)
        return;
      int x = in[i];
      int r = 0;
      if (x & 1)
        r = x * 3;
      else if (x & 2)
        r = x - 7;
      else
        r = x ^ 0x55;
      if ((x & 4) && (x & 8 || r > 100))
        r += 1000;
      out[i] = (x & 16) ? r : -r;
    })

DUAL(
    loops, kernel void k(global const int *in, global int *out, int n) {
      int i = get_global_id(0);
      int x = in[i] & 63;
      int sum = 0;
      for (int j = 0; j < x; ++j) {
        if (j % 7 == 3)
          continue;
        if (sum > 500)
          break;
        sum += j * (i + 1);
      }
      int y = x;
      do {
        sum ^= y << 3;
        y -= 5;
      } while (y > 0);
      while (x != 1 && x != 0) {
        x = (x & 1) ? 3 * x + 1 : x / 2;
        ++sum;
      }
      out[i] = sum;
    })

DUAL(
    nested, kernel void k(global const int *in, global int *out, int n) {
      int i = get_global_id(0);
      int limit = in[i] & 15;
      int total = 0;
      for (int a = 0; a < limit; ++a) {
        int inner = (in[(i + a) % n] & 7);
        for (int b = 0; b < inner; ++b) {
          if (b == a)
            continue;
          for (int c = b; c < 6; ++c) {
            total += a * b - c;
            if ((total & 31) == 30)
              break;
          }
          if ((total & 127) == 99)
            goto done;
        }
        if (total < -400)
          return;
        total += a;
      }
    done:
      out[i] = total;
    })

DUAL(
    switches, kernel void k(global const int *in, global int *out, int n) {
      int i = get_global_id(0);
      int x = in[i];
      int state = x & 7;
      int acc = x;
      for (int step = 0; step < 12; ++step) {
        switch (state) {
        case 0:
          acc += 3;
          state = 5;
          break;
        case 1:
          acc ^= 0x1234;
        case 2:
          acc *= 5;
          state = (acc >> 3) & 7;
          break;
        case 5:
          if (acc & 1)
            return;
          state = 1;
          break;
        case 6:
          acc -= step;
          state = 2;
          continue;
        default:
          acc = acc / 3 + 1;
          state = (state + acc) & 7;
        }
        out[i] = acc;
      }
      out[i] = acc + 1;
    })

DUAL(
    irreducible, kernel void k(global const int *in, global int *out, int n) {
      int i = get_global_id(0);
      int x = in[i] & 255;
      int count = 0;
      if (x & 1)
        goto second;
    first:
      x -= 3;
      ++count;
      if (x < 0)
        goto end;
    second:
      x -= 5;
      count += 10;
      if (x & 2)
        goto second;
      if (x > 0)
        goto first;
    end:
      out[i] = count * 1000 + x;
    })

DUAL(
    shortCircuit, kernel void k(global const int *in, global int *out, int n) {
      int i = get_global_id(0);
      int found = -1;
      for (int j = i; j < n && found < 0; ++j)
        if (in[j] > 0 && in[j] % 5 == 0 && (j == 0 || in[j - 1] < in[j]))
          found = j;
      out[i] = found;
    })

DUAL(
    calls,
    noinline_function int weigh(int x, int depth) {
      if (x < 0)
        return depth;
      int sum = 0;
      for (int i = 0; i < (x & 7); ++i) {
        if (i == depth)
          return sum * 2;
        sum += x >> i;
      }
      return sum;
    } noinline_function void store(global int *to, int value) {
      if (value % 3)
        *to = value;
    } kernel void k(global const int *in, global int *out, int n) {
      int i = get_global_id(0);
      int r = weigh(in[i], 3);
      if (in[i] & 1)
        r += weigh(in[i] >> 4, i & 7);
      store(out + i, r);
    })

DUAL(
    uniformLoop, kernel void k(global const int *in, global int *out, int n) {
      int i = get_global_id(0);
      int sum = 0;
      for (int j = 0; j < n; ++j) {
        int v = in[j];
        if (v < 0)
          continue;
        if (v == 77777)
          break;
        sum += v ^ i;
        if ((sum & 0xFF) == 0x80)
          sum += in[(i + j) % n];
      }
      out[i] = sum;
    })

using Kernel = void (*)(const int *, int *, int);

static void compare(const char *source, Kernel reference, std::size_t count, std::size_t local) {
  const std::size_t padded = local ? (count + local - 1) / local * local : count;
  auto in = harness::noise<int>(padded, count);
  std::vector<int> out(padded, -1), expected(padded, -1);
  const int n = static_cast<int>(count);
  harness::forEachWorkItem(Range::of(padded, local), [&] { reference(in.data(), expected.data(), n); });
  ASSERT_TRUE(harness::run(source, "k", Range::of(padded, local), harness::inOut(in), harness::inOut(out), n));
  EXPECT_EQ(out, expected) << "count " << count << ", local size " << local;
}

static void compareAll(const char *source, Kernel reference) {
  for (auto [count, local] :
       {std::pair<std::size_t, std::size_t>{1, 1}, {64, 0}, {100, 10}, {129, 43}, {512, 64}, {1000, 0}})
    compare(source, reference, count, local);
}

TEST(ControlFlow, Branches) { compareAll(branches::source, branches::k); }
TEST(ControlFlow, LoopsWithDivergentTripCounts) { compareAll(loops::source, loops::k); }
TEST(ControlFlow, NestedLoopsWithGotoAndReturn) { compareAll(nested::source, nested::k); }
TEST(ControlFlow, SwitchWithFallThrough) { compareAll(switches::source, switches::k); }
TEST(ControlFlow, IrreducibleFlow) { compareAll(irreducible::source, irreducible::k); }
TEST(ControlFlow, ShortCircuitEvaluation) { compareAll(shortCircuit::source, shortCircuit::k); }
TEST(ControlFlow, CallsThatAreNotInlined) { compareAll(calls::source, calls::k); }
TEST(ControlFlow, UniformLoopWithDivergentBody) { compareAll(uniformLoop::source, uniformLoop::k); }
