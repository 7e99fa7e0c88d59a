// Work-group operations, async copies and printf through the whole pipeline, scalar and with lanes, against plain C++.
#include "compiler/jit/HostSupport.h"
#include "tests/passes/KernelHarness.h"
#include <gtest/gtest.h>
#include <mutex>
#include <numeric>
#include <set>

using namespace lanecl;
using namespace lanecl::test;

namespace {

const std::string Declarations = R"(
declare i64 @lanecl.global_id(i32) memory(none) nounwind willreturn
declare i64 @lanecl.local_id(i32) memory(none) nounwind willreturn
declare i64 @lanecl.group_id(i32) memory(none) nounwind willreturn
declare void @lanecl.barrier(i32, i32) convergent noduplicate
declare void @lanecl.wait_events() convergent noduplicate
declare i32 @lanecl.work_group.reduce.add.i32(i32) convergent
declare i32 @lanecl.work_group.reduce.smax.i32(i32) convergent
declare i32 @lanecl.work_group.scan_inclusive.add.i32(i32) convergent
declare float @lanecl.work_group.scan_exclusive.fmax.f32(float) convergent
declare i64 @lanecl.work_group.broadcast.i64(i64, i64, i64, i64) convergent
declare i1 @lanecl.work_group.any(i1) convergent
declare i1 @lanecl.work_group.all(i1) convergent
declare void @lanecl.async_copy.p3.p1(ptr addrspace(3), ptr addrspace(1), i64, i64, i64, i64) convergent noduplicate
declare void @lanecl.async_copy.p1.p3(ptr addrspace(1), ptr addrspace(3), i64, i64, i64, i64) convergent noduplicate
declare i32 @lanecl.printf(ptr addrspace(2), ...)
)";

class GroupCalls : public testing::TestWithParam<unsigned> {};

} // namespace

// In a loop, so that two executions of one operation must not meet.
TEST_P(GroupCalls, ReduceScanBroadcastAndVotes) {
  CompiledKernel kernel(Declarations + R"(
define spir_kernel void @group(ptr addrspace(1) %x, ptr addrspace(1) %out) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %px = getelementptr i32, ptr addrspace(1) %x, i64 %g
  %v0 = load i32, ptr addrspace(1) %px
  br label %loop
loop:
  %t = phi i32 [ 0, %entry ], [ %t1, %loop ]
  %acc = phi i32 [ 0, %entry ], [ %acc7, %loop ]
  %v = add i32 %v0, %t
  %sum = call i32 @lanecl.work_group.reduce.add.i32(i32 %v)
  %max = call i32 @lanecl.work_group.reduce.smax.i32(i32 %v)
  %scan = call i32 @lanecl.work_group.scan_inclusive.add.i32(i32 %v)
  %f = sitofp i32 %v to float
  %fscan = call float @lanecl.work_group.scan_exclusive.fmax.f32(float %f)
  %finite = fcmp ogt float %fscan, -1.0e9
  %fbound = select i1 %finite, float %fscan, float -7.0
  %fi = fptosi float %fbound to i32
  %wide = sext i32 %v to i64
  %b = call i64 @lanecl.work_group.broadcast.i64(i64 %wide, i64 5, i64 0, i64 0)
  %bi = trunc i64 %b to i32
  %isodd = trunc i32 %v to i1
  %any = call i1 @lanecl.work_group.any(i1 %isodd)
  %all = call i1 @lanecl.work_group.all(i1 %isodd)
  %anyi = zext i1 %any to i32
  %alli = zext i1 %all to i32
  %acc1 = mul i32 %acc, 31
  %s1 = add i32 %acc1, %sum
  %s2 = xor i32 %s1, %max
  %s3 = add i32 %s2, %scan
  %m3 = mul i32 %s3, 17
  %s4 = add i32 %m3, %fi
  %s5 = xor i32 %s4, %bi
  %m5 = mul i32 %s5, 3
  %s6 = add i32 %m5, %anyi
  %m6 = mul i32 %s6, 5
  %acc7 = add i32 %m6, %alli
  %t1 = add i32 %t, 1
  %more = icmp slt i32 %t1, 3
  br i1 %more, label %loop, label %end
end:
  %po = getelementptr i32, ptr addrspace(1) %out, i64 %g
  store i32 %acc7, ptr addrspace(1) %po
  ret void
})",
                        "group", {}, GetParam());
  for (int local : {6, 16, 50, 128}) {
    int count = local * 3 + 7;
    std::vector<int> x(count), out(count);
    for (int i = 0; i < count; ++i)
      x[i] = (i * 37 % 101 - 50) * 2;
    kernel.run(ArgumentBlock().add(x.data()).add(out.data()), {{uint64_t(count), 1, 1}, {uint64_t(local), 1, 1}});
    for (int first = 0; first < count; first += local) {
      int n = std::min(local, count - first);
      std::vector<uint32_t> acc(n);
      for (int t = 0; t < 3; ++t) {
        uint32_t sum = 0, scan = 0;
        int max = INT_MIN, fmax = INT_MIN;
        bool any = false, all = true;
        for (int i = 0; i < n; ++i) {
          int v = x[first + i] + t;
          sum += v, max = std::max(max, v), any |= v & 1, all &= v & 1;
        }
        for (int i = 0; i < n; ++i) {
          int v = x[first + i] + t;
          scan += v;
          uint32_t a = ((acc[i] * 31 + sum) ^ uint32_t(max)) + scan;
          a = (a * 17 + uint32_t(i ? fmax : -7)) ^ uint32_t(n > 5 ? x[first + 5] + t : 0);
          acc[i] = (a * 3 + any) * 5 + all;
          fmax = std::max(fmax, v);
        }
      }
      for (int i = 0; i < n; ++i)
        ASSERT_EQ(uint32_t(out[first + i]), acc[i]) << local << ' ' << first << ' ' << i;
    }
  }
}

// Copied once per work-group, visible to all behind the wait; strided both ways.
TEST_P(GroupCalls, AsyncCopies) {
  CompiledKernel kernel(Declarations + R"(
@tile = internal addrspace(3) global [100 x i32] undef, align 4
define spir_kernel void @copy(ptr addrspace(1) %x, ptr addrspace(1) %out) {
  %l = call i64 @lanecl.local_id(i32 0)
  %group = call i64 @lanecl.group_id(i32 0)
  %base = mul i64 %group, 100
  %src = getelementptr i32, ptr addrspace(1) %x, i64 %base
  call void @lanecl.async_copy.p3.p1(ptr addrspace(3) @tile, ptr addrspace(1) %src, i64 4, i64 100, i64 1, i64 1)
  call void @lanecl.wait_events()
  %m = sub i64 99, %l
  %p = getelementptr [100 x i32], ptr addrspace(3) @tile, i64 0, i64 %m
  %v = load i32, ptr addrspace(3) %p
  call void @lanecl.barrier(i32 2, i32 272)
  %q = getelementptr [100 x i32], ptr addrspace(3) @tile, i64 0, i64 %l
  store i32 %v, ptr addrspace(3) %q
  call void @lanecl.barrier(i32 2, i32 272)
  %dst = getelementptr i32, ptr addrspace(1) %out, i64 %base
  call void @lanecl.async_copy.p1.p3(ptr addrspace(1) %dst, ptr addrspace(3) @tile, i64 4, i64 50, i64 2, i64 1)
  call void @lanecl.wait_events()
  ret void
})",
                        "copy", {}, GetParam());
  std::vector<int> x(300), out(300, -1);
  std::iota(x.begin(), x.end(), 0);
  kernel.run(ArgumentBlock().add(x.data()).add(out.data()), {{300, 1, 1}, {100, 1, 1}}, 400);
  for (int i = 0; i < 300; ++i)
    ASSERT_EQ(out[i], i % 2 ? -1 : i / 100 * 100 + 99 - i % 100 / 2) << i;
}

TEST_P(GroupCalls, PrintfDeliversOneTextPerCall) {
  static std::mutex mutex;
  static std::multiset<std::string> texts;
  static void *seenSink;
  jit::setHostCallbacks({[](void *sink, const char *text, std::size_t length) {
    std::lock_guard lock(mutex);
    seenSink = sink;
    texts.insert(std::string(text, length));
  }});
  CompiledKernel kernel(Declarations + R"(
@format = internal addrspace(2) constant [15 x i8] c"%d:%v2hlf:%s\0A\00\00"
@word = internal addrspace(2) constant [3 x i8] c"ok\00"
define spir_kernel void @print(ptr addrspace(1) %out) {
  %g = call i64 @lanecl.global_id(i32 0)
  %gi = trunc i64 %g to i32
  %f = sitofp i32 %gi to float
  %v0 = insertelement <2 x float> poison, float %f, i32 0
  %v1 = insertelement <2 x float> %v0, float 0.5, i32 1
  %odd = trunc i32 %gi to i1
  br i1 %odd, label %say, label %end
say:
  %r = call i32 (ptr addrspace(2), ...) @lanecl.printf(ptr addrspace(2) @format, i32 %gi, <2 x float> %v1, ptr addrspace(2) @word)
  %po = getelementptr i32, ptr addrspace(1) %out, i64 %g
  store i32 %r, ptr addrspace(1) %po
  br label %end
end:
  ret void
})",
                        "print", {}, GetParam());
  texts.clear();
  std::vector<int> out(40, 7);
  int sink = 0;
  kernel.run(ArgumentBlock().add(out.data()), {{40, 1, 1}, {20, 1, 1}}, 0, &sink);
  std::multiset<std::string> expected;
  for (int i = 1; i < 40; i += 2)
    expected.insert(std::to_string(i) + ":" + std::to_string(i) + ".000000,0.500000:ok\n");
  EXPECT_EQ(texts, expected);
  EXPECT_EQ(seenSink, &sink);
  for (int i = 0; i < 40; ++i)
    EXPECT_EQ(out[i], i % 2 ? 0 : 7);
  jit::setHostCallbacks({});
}

INSTANTIATE_TEST_SUITE_P(Widths, GroupCalls, testing::Values(1u, 8u, 16u));
