// Kernels with and without barriers through the whole pipeline, one lane, against plain C++.
#include "tests/passes/KernelHarness.h"
#include <gtest/gtest.h>
#include <numeric>

using namespace lanecl;
using namespace lanecl::test;

namespace {

const std::string Declarations = R"(
declare i64 @lanecl.global_id(i32) memory(none) nounwind willreturn
declare i64 @lanecl.local_id(i32) memory(none) nounwind willreturn
declare i64 @lanecl.group_id(i32) memory(none) nounwind willreturn
declare i64 @lanecl.local_size(i32) memory(none) nounwind willreturn
declare i64 @lanecl.enqueued_local_size(i32) memory(none) nounwind willreturn
declare i64 @lanecl.num_groups(i32) memory(none) nounwind willreturn
declare i64 @lanecl.global_size(i32) memory(none) nounwind willreturn
declare i64 @lanecl.global_offset(i32) memory(none) nounwind willreturn
declare i32 @lanecl.work_dim() memory(none) nounwind willreturn
declare i64 @lanecl.global_linear_id() memory(none) nounwind willreturn
declare i64 @lanecl.local_linear_id() memory(none) nounwind willreturn
declare i32 @lanecl.num_sub_groups() memory(none) nounwind willreturn
declare i32 @lanecl.sub_group_id() memory(none) nounwind willreturn
declare void @lanecl.barrier(i32, i32) convergent noduplicate
declare void @lanecl.wait_events() convergent noduplicate
)";

std::vector<int> numbers(std::size_t count, int start = 0) {
  std::vector<int> values(count);
  std::iota(values.begin(), values.end(), start);
  return values;
}

} // namespace

TEST(WorkItemLoops, PlainKernelOverAllItems) {
  CompiledKernel kernel(Declarations + R"(
define spir_kernel void @saxpy(ptr addrspace(1) noalias %x, ptr addrspace(1) noalias %y, float %a) {
  %i = call i64 @lanecl.global_id(i32 0)
  %px = getelementptr float, ptr addrspace(1) %x, i64 %i
  %py = getelementptr float, ptr addrspace(1) %y, i64 %i
  %vx = load float, ptr addrspace(1) %px
  %vy = load float, ptr addrspace(1) %py
  %m = fmul float %vx, %a
  %s = fadd float %m, %vy
  store float %s, ptr addrspace(1) %py
  ret void
})",
                        "saxpy");
  std::vector<float> x(1000), y(1000);
  for (int i = 0; i < 1000; ++i)
    x[i] = float(i), y[i] = float(2 * i);
  kernel.run(ArgumentBlock().add(x.data()).add(y.data()).add(3.0f), {{1000, 1, 1}, {64, 1, 1}});
  for (int i = 0; i < 1000; ++i)
    ASSERT_EQ(y[i], float(5 * i)) << i;
}

// Every query, in three dimensions with offsets and partial groups at all edges.
TEST(WorkItemLoops, QueriesInThreeDimensions) {
  constexpr int Values = 20;
  std::string store = R"(
  %slot.base = mul i64 %lin, 20
)";
  int n = 0;
  auto value = [&](const std::string &call) {
    std::string i = std::to_string(n++);
    store += "  %v" + i + " = " + call + "\n  %s" + i + " = add i64 %slot.base, " + i + "\n  %p" + i +
             " = getelementptr i64, ptr addrspace(1) %out, i64 %s" + i + "\n  store i64 %v" + i +
             ", ptr addrspace(1) %p" + i + "\n";
  };
  for (const char *query : {"global_id", "local_id", "group_id", "local_size", "enqueued_local_size", "num_groups"})
    for (int d = 0; d < 3; ++d)
      value("call i64 @lanecl." + std::string(query) + "(i32 " + std::to_string(d) + ")");
  value("call i64 @lanecl.global_linear_id()");
  value("call i64 @lanecl.local_linear_id()");
  std::string ir = Declarations + R"(
define spir_kernel void @ids(ptr addrspace(1) %out) {
  %lin = call i64 @lanecl.global_linear_id()
)" + store + "  ret void\n}\n";
  for (bool wide : {false, true}) {
    CompiledKernel kernel(ir, "ids", {true, wide});
    Range range{{7, 5, 3}, {4, 2, 2}, {100, 200, 300}};
    std::vector<int64_t> out(7 * 5 * 3 * Values, -1);
    kernel.run(ArgumentBlock().add(out.data()), range);
    for (int64_t z = 0, lin = 0; z < 3; ++z)
      for (int64_t y = 0; y < 5; ++y)
        for (int64_t x = 0; x < 7; ++x, ++lin) {
          int64_t id[3] = {x, y, z}, size[3], local[3];
          std::vector<int64_t> expected;
          for (int d = 0; d < 3; ++d)
            expected.push_back(id[d] + int64_t(range.offset[d]));
          for (int d = 0; d < 3; ++d)
            expected.push_back(local[d] = id[d] % int64_t(range.local[d]));
          for (int d = 0; d < 3; ++d)
            expected.push_back(id[d] / int64_t(range.local[d]));
          for (int d = 0; d < 3; ++d) {
            size[d] = std::min<int64_t>(range.local[d], range.global[d] - (id[d] - local[d]));
            expected.push_back(size[d]);
          }
          for (int d = 0; d < 3; ++d)
            expected.push_back(range.local[d]);
          for (int d = 0; d < 3; ++d)
            expected.push_back((range.global[d] + range.local[d] - 1) / range.local[d]);
          expected.push_back(lin);
          expected.push_back((local[2] * size[1] + local[1]) * size[0] + local[0]);
          for (int i = 0; i < Values; ++i)
            ASSERT_EQ(out[lin * Values + i], expected[i]) << "item " << lin << " value " << i;
        }
  }
}

namespace {
// s[l] = x[g]; for (d = size / 2; d > 0; d /= 2) { barrier; if (l < d) s[l] += s[l + d]; } barrier; out = s[0] + x[g]
const std::string Reduce = Declarations + R"(
define spir_kernel void @reduce(ptr addrspace(1) %x, ptr addrspace(1) %out, ptr addrspace(3) %s) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %l = call i64 @lanecl.local_id(i32 0)
  %n = call i64 @lanecl.local_size(i32 0)
  %px = getelementptr i32, ptr addrspace(1) %x, i64 %g
  %v = load i32, ptr addrspace(1) %px
  %ps = getelementptr i32, ptr addrspace(3) %s, i64 %l
  store i32 %v, ptr addrspace(3) %ps
  %half = lshr i64 %n, 1
  br label %loop
loop:
  %d = phi i64 [ %half, %entry ], [ %next, %latch ]
  %more = icmp ugt i64 %d, 0
  br i1 %more, label %body, label %done
body:
  call void @lanecl.barrier(i32 2, i32 272)
  %low = icmp ult i64 %l, %d
  br i1 %low, label %add, label %latch
add:
  %o = add i64 %l, %d
  %po = getelementptr i32, ptr addrspace(3) %s, i64 %o
  %a = load i32, ptr addrspace(3) %po
  %b = load i32, ptr addrspace(3) %ps
  %sum = add i32 %a, %b
  store i32 %sum, ptr addrspace(3) %ps
  br label %latch
latch:
  %next = lshr i64 %d, 1
  br label %loop
done:
  call void @lanecl.barrier(i32 2, i32 272)
  %r = load i32, ptr addrspace(3) %s
  %rv = add i32 %r, %v
  %pout = getelementptr i32, ptr addrspace(1) %out, i64 %g
  store i32 %rv, ptr addrspace(1) %pout
  ret void
})";
} // namespace

TEST(WorkItemLoops, BarriersInALoop) {
  CompiledKernel kernel(Reduce, "reduce");
  for (int local : {1, 2, 64, 1024, 8192}) {
    int groups = 3, count = local * groups;
    auto x = numbers(count, 7);
    std::vector<int> out(count);
    kernel.run(ArgumentBlock().add(x.data()).add(out.data()).add(uint64_t(64)),
               {{uint64_t(count), 1, 1}, {uint64_t(local), 1, 1}}, 64 + 4 * local);
    for (int g = 0; g < groups; ++g) {
      int sum = std::accumulate(x.begin() + g * local, x.begin() + (g + 1) * local, 0);
      for (int l = 0; l < local; ++l)
        ASSERT_EQ(out[g * local + l], sum + x[g * local + l]) << local << ' ' << g << ' ' << l;
    }
  }
}

// The trip count is the same for all: it needs no room in the context, and neither do ids.
TEST(WorkItemLoops, UniformValuesAndIdsAreNotStored) {
  CompiledKernel kernel(Reduce, "reduce");
  EXPECT_EQ(kernel.variant().contextBytesPerSubGroup, 4u); // %v
  EXPECT_EQ(kernel.variant().contextBytesPerGroup, 0u);
}

// Different numbers of barriers by uniform branches, with values and an early return between them.
TEST(WorkItemLoops, BarriersInBranchesAndEarlyReturn) {
  CompiledKernel kernel(Declarations + R"(
@tile = internal addrspace(3) global [256 x i32] undef
define spir_kernel void @branchy(ptr addrspace(1) %x, ptr addrspace(1) %out, i32 %mode) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %l = call i64 @lanecl.local_id(i32 0)
  %n = call i64 @lanecl.local_size(i32 0)
  %group = call i64 @lanecl.group_id(i32 0)
  %px = getelementptr i32, ptr addrspace(1) %x, i64 %g
  %v = load i32, ptr addrspace(1) %px
  %pout = getelementptr i32, ptr addrspace(1) %out, i64 %g
  store i32 -1, ptr addrspace(1) %pout
  %odd = trunc i64 %group to i1
  br i1 %odd, label %leave, label %go
leave:
  ret void
go:
  %pl = getelementptr [256 x i32], ptr addrspace(3) @tile, i64 0, i64 %l
  store i32 %v, ptr addrspace(3) %pl
  %big = icmp sgt i32 %mode, 0
  br i1 %big, label %reverse, label %join
reverse:
  call void @lanecl.barrier(i32 2, i32 272)
  %n1 = sub i64 %n, 1
  %other = sub i64 %n1, %l
  %po = getelementptr [256 x i32], ptr addrspace(3) @tile, i64 0, i64 %other
  %w = load i32, ptr addrspace(3) %po
  call void @lanecl.barrier(i32 2, i32 272)
  store i32 %w, ptr addrspace(3) %pl
  br label %join
join:
  %k = phi i32 [ %v, %go ], [ %w, %reverse ]
  call void @lanecl.barrier(i32 2, i32 272)
  %l1 = add i64 %l, 1
  %wrap = icmp eq i64 %l1, %n
  %right = select i1 %wrap, i64 0, i64 %l1
  %pr = getelementptr [256 x i32], ptr addrspace(3) @tile, i64 0, i64 %right
  %r = load i32, ptr addrspace(3) %pr
  %r1000 = mul i32 %r, 1000
  %sum = add i32 %r1000, %k
  store i32 %sum, ptr addrspace(1) %pout
  ret void
})",
                        "branchy");
  constexpr int Local = 48, Count = 48 * 5 + 17;
  for (int mode : {0, 1}) {
    auto x = numbers(Count);
    std::vector<int> out(Count);
    kernel.run(ArgumentBlock().add(x.data()).add(out.data()).add(mode), {{Count, 1, 1}, {Local, 1, 1}}, 1024);
    for (int i = 0; i < Count; ++i) {
      int group = i / Local, l = i % Local, start = group * Local, n = std::min(Local, Count - start);
      auto tile = [&](int item) { return mode ? x[start + n - 1 - item] : x[start + item]; };
      ASSERT_EQ(out[i], group % 2 ? -1 : tile((l + 1) % n) * 1000 + tile(l)) << i;
    }
  }
}

// A private array written before a barrier and read behind it, in a loop; and one too large for the stack.
TEST(WorkItemLoops, PrivateArraysAcrossBarriers) {
  CompiledKernel kernel(Declarations + R"(
define spir_kernel void @arrays(ptr addrspace(1) %out, i32 %turns) {
entry:
  %kept = alloca [8 x i32]
  %large = alloca [4096 x i32]
  %g = call i64 @lanecl.global_id(i32 0)
  %gi = trunc i64 %g to i32
  call void @llvm.memset.p0.i64(ptr %kept, i8 0, i64 32, i1 false)
  br label %loop
loop:
  %t = phi i32 [ 0, %entry ], [ %t1, %loop ]
  %ix = add i32 %t, %gi
  %i7 = and i32 %ix, 7
  %p = getelementptr [8 x i32], ptr %kept, i32 0, i32 %i7
  %old = load i32, ptr %p
  %new = add i32 %old, %gi
  store i32 %new, ptr %p
  call void @lanecl.barrier(i32 2, i32 272)
  %ig = and i32 %gi, 4095
  %pl = getelementptr [4096 x i32], ptr %large, i32 0, i32 %ig
  store volatile i32 %gi, ptr %pl
  %back = load volatile i32, ptr %pl
  %p0 = getelementptr [8 x i32], ptr %kept, i32 0, i32 0
  %v0 = load i32, ptr %p0
  %v1 = add i32 %v0, %back
  store i32 %v1, ptr %p0
  %t1 = add i32 %t, 1
  %more = icmp slt i32 %t1, %turns
  br i1 %more, label %loop, label %end
end:
  %q3 = getelementptr [8 x i32], ptr %kept, i32 0, i32 3
  %r3 = load i32, ptr %q3
  %q0 = getelementptr [8 x i32], ptr %kept, i32 0, i32 0
  %r0 = load i32, ptr %q0
  %r = add i32 %r3, %r0
  %po = getelementptr i32, ptr addrspace(1) %out, i64 %g
  store i32 %r, ptr addrspace(1) %po
  ret void
}
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1))",
                        "arrays");
  EXPECT_GE(kernel.variant().contextBytesPerSubGroup, 32u);
  std::vector<int> out(300);
  kernel.run(ArgumentBlock().add(out.data()).add(11), {{300, 1, 1}, {100, 1, 1}});
  for (int i = 0; i < 300; ++i) {
    int kept[8] = {};
    for (int t = 0; t < 11; ++t) {
      kept[(t + i) & 7] += i;
      kept[0] += i;
    }
    ASSERT_EQ(out[i], kept[3] + kept[0]) << i;
  }
}

// Barriers in a function that is called twice, and values of the caller that live across the calls.
TEST(WorkItemLoops, BarriersInCalledFunctions) {
  CompiledKernel kernel(Declarations + R"(
@one = internal addrspace(3) global [128 x i32] undef
define internal spir_func i32 @neighbour(i32 %v) noinline {
  %l = call i64 @lanecl.local_id(i32 0)
  %n = call i64 @lanecl.local_size(i32 0)
  %p = getelementptr [128 x i32], ptr addrspace(3) @one, i64 0, i64 %l
  store i32 %v, ptr addrspace(3) %p
  call void @lanecl.barrier(i32 2, i32 272)
  %l1 = add i64 %l, 1
  %r = urem i64 %l1, %n
  %q = getelementptr [128 x i32], ptr addrspace(3) @one, i64 0, i64 %r
  %w = load i32, ptr addrspace(3) %q
  call void @lanecl.wait_events()
  ret i32 %w
}
define spir_kernel void @twice(ptr addrspace(1) %x, ptr addrspace(1) %out) {
  %g = call i64 @lanecl.global_id(i32 0)
  %px = getelementptr i32, ptr addrspace(1) %x, i64 %g
  %v = load i32, ptr addrspace(1) %px
  %a = call spir_func i32 @neighbour(i32 %v)
  %b = call spir_func i32 @neighbour(i32 %a)
  %a10 = mul i32 %a, 10
  %b100 = mul i32 %b, 100
  %s = add i32 %v, %a10
  %t = add i32 %s, %b100
  %po = getelementptr i32, ptr addrspace(1) %out, i64 %g
  store i32 %t, ptr addrspace(1) %po
  ret void
})",
                        "twice");
  auto x = numbers(256, 3);
  std::vector<int> out(256);
  kernel.run(ArgumentBlock().add(x.data()).add(out.data()), {{256, 1, 1}, {128, 1, 1}}, 512);
  for (int i = 0; i < 256; ++i) {
    auto at = [&](int l) { return x[i / 128 * 128 + l % 128]; };
    ASSERT_EQ(out[i], at(i) + 10 * at(i % 128 + 1) + 100 * at(i % 128 + 2)) << i;
  }
}

TEST(WorkItemLoops, LargePrivateArraysLeaveTheStack) {
  CompiledKernel kernel(Declarations + R"(
define spir_kernel void @large(ptr addrspace(1) %out) {
  %large = alloca [100000 x i32]
  %g = call i64 @lanecl.global_id(i32 0)
  %gi = trunc i64 %g to i32
  %p = getelementptr [100000 x i32], ptr %large, i64 0, i64 %g
  store volatile i32 %gi, ptr %p
  %v = load volatile i32, ptr %p
  %po = getelementptr i32, ptr addrspace(1) %out, i64 %g
  store i32 %v, ptr addrspace(1) %po
  ret void
})",
                        "large");
  EXPECT_GE(kernel.variant().scratchBytes, 400000u);
  std::vector<int> out(500);
  kernel.run(ArgumentBlock().add(out.data()), {{500, 1, 1}, {50, 1, 1}});
  EXPECT_EQ(out, numbers(500));
}

// Not allowed, and common: the work-items behind the end of the data return, the others meet at barriers.
TEST(WorkItemLoops, SomeReturnBeforeTheBarrier) {
  std::string ir = Declarations + R"(
@tile = internal addrspace(3) global [128 x i32] undef
define spir_kernel void @guarded(ptr addrspace(1) %x, ptr addrspace(1) %out, i32 %n) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %l = call i64 @lanecl.local_id(i32 0)
  %gi = trunc i64 %g to i32
  %beyond = icmp sge i32 %gi, %n
  br i1 %beyond, label %leave, label %go
leave:
  ret void
go:
  %px = getelementptr i32, ptr addrspace(1) %x, i64 %g
  %v = load i32, ptr addrspace(1) %px
  %pl = getelementptr [128 x i32], ptr addrspace(3) @tile, i64 0, i64 %l
  store i32 %v, ptr addrspace(3) %pl
  br label %loop
loop:
  %t = phi i32 [ 0, %go ], [ %t1, %loop ]
  %s = phi i32 [ 0, %go ], [ %s1, %loop ]
  call void @lanecl.barrier(i32 2, i32 272)
  %flip = xor i64 %l, 1
  %pf = getelementptr [128 x i32], ptr addrspace(3) @tile, i64 0, i64 %flip
  %w = load i32, ptr addrspace(3) %pf
  call void @lanecl.barrier(i32 2, i32 272)
  store i32 %w, ptr addrspace(3) %pl
  %s1 = add i32 %s, %w
  %t1 = add i32 %t, 1
  %more = icmp slt i32 %t1, 3
  br i1 %more, label %loop, label %end
end:
  %po = getelementptr i32, ptr addrspace(1) %out, i64 %g
  store i32 %s1, ptr addrspace(1) %po
  ret void
})";
  for (unsigned width : {1u, 16u}) {
    CompiledKernel kernel(ir, "guarded", {}, width);
    auto x = numbers(384, 5);
    std::vector<int> out(384, -1);
    constexpr int Count = 300; // an even number: partners stay together
    kernel.run(ArgumentBlock().add(x.data()).add(out.data()).add(Count), {{384, 1, 1}, {128, 1, 1}}, 512);
    for (int i = 0; i < 384; ++i)
      ASSERT_EQ(out[i], i < Count ? 2 * x[i ^ 1] + x[i] : -1) << width << ' ' << i;
  }
}
