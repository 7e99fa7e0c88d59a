; Messages of lanes: one instruction for all where they meet, one a lane where not, none where nothing changes.
; RUN: lanecl-opt %s --passes='lower-atomics,function(instsimplify,sroa,instsimplify)' | FileCheck %s --implicit-check-not='{{call .*@lanecl.atomic}}'
; RUN: lanecl-opt %s --passes='lower-atomics,function(instsimplify,sroa,instsimplify)' --isa=portable | FileCheck %s --check-prefix=ANY

declare <4 x i32> @lanecl.atomic.add.v4i32.p1(ptr addrspace(1), <4 x i32>, <4 x i32>, <4 x i1>, i32, i32)
declare <4 x float> @lanecl.atomic.add.v4f32.p1(ptr addrspace(1), <4 x float>, <4 x float>, <4 x i1>, i32, i32)
declare <4 x i32> @lanecl.atomic.xchg.v4i32.p1(ptr addrspace(1), <4 x i32>, <4 x i32>, <4 x i1>, i32, i32)
declare <4 x i32> @lanecl.atomic.add.v4i32.v4p1(<4 x ptr addrspace(1)>, <4 x i32>, <4 x i32>, <4 x i1>, i32, i32)
declare <4 x i32> @lanecl.atomic.or.v4i32.v4p1(<4 x ptr addrspace(1)>, <4 x i32>, <4 x i32>, <4 x i1>, i32, i32)
declare <4 x float> @lanecl.atomic.fcmpwr.v4f32.v4p1(<4 x ptr addrspace(1)>, <4 x float>, <4 x float>, <4 x i1>, i32, i32)
declare <4 x float> @lanecl.atomic.add.v4f32.v4p1(<4 x ptr addrspace(1)>, <4 x float>, <4 x float>, <4 x i1>, i32, i32)
declare <4 x i32> @lanecl.atomic.add.v4i32.p3(ptr addrspace(3), <4 x i32>, <4 x i32>, <4 x i1>, i32, i32)
declare <4 x i32> @lanecl.atomic.add.v4i32.v4p3(<4 x ptr addrspace(3)>, <4 x i32>, <4 x i32>, <4 x i1>, i32, i32)

; All at one address: the sum of the active lanes goes there once.
; CHECK-LABEL: @together(
; CHECK: %[[X:.*]] = select <4 x i1> %mask, <4 x i32> %x, <4 x i32> zeroinitializer
; CHECK: %[[SUM:.*]] = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %[[X]])
; CHECK: atomicrmw add ptr addrspace(1) %p, i32 %[[SUM]] monotonic
; CHECK-NOT: atomicrmw
; CHECK: {{^[}]}}
define void @together(ptr addrspace(1) %p, <4 x i32> %x, <4 x i1> %mask) {
  %old = call <4 x i32> @lanecl.atomic.add.v4i32.p1(ptr addrspace(1) %p, <4 x i32> %x, <4 x i32> poison, <4 x i1> %mask, i32 1, i32 0)
  ret void
}

; Each lane sees what those before it did.
; CHECK-LABEL: @tickets(
; CHECK: atomicrmw add ptr addrspace(1) %p, i32 4 monotonic
; CHECK: %[[R:.*]] = add <4 x i32> %{{.*}}, <i32 0, i32 1, i32 2, i32 3>
; CHECK: ret <4 x i32> %[[R]]
define <4 x i32> @tickets(ptr addrspace(1) %p, <4 x i1> %mask) {
  %old = call <4 x i32> @lanecl.atomic.add.v4i32.p1(ptr addrspace(1) %p, <4 x i32> splat (i32 1), <4 x i32> poison, <4 x i1> splat (i1 true), i32 1, i32 0)
  ret <4 x i32> %old
}

; Floats in the order of the lanes, in one exchange; in any order if the operation allows it.
; CHECK-LABEL: @floats(
; CHECK: load atomic float
; CHECK-COUNT-4: fadd float
; CHECK: swap:
; CHECK: cmpxchg ptr addrspace(1) %p
; CHECK: retry:
; CHECK-COUNT-4: fadd float
; CHECK-LABEL: @fastFloats(
; CHECK: %[[SUM:.*]] = call reassoc float @llvm.vector.reduce.fadd.v4f32(float -0.000000e+00, <4 x float> %x)
; CHECK: retry:
; CHECK-NEXT: fadd float %{{.*}}, %[[SUM]]
define void @floats(ptr addrspace(1) %p, <4 x float> %x) {
  %old = call <4 x float> @lanecl.atomic.add.v4f32.p1(ptr addrspace(1) %p, <4 x float> %x, <4 x float> poison, <4 x i1> splat (i1 true), i32 1, i32 0)
  ret void
}
define void @fastFloats(ptr addrspace(1) %p, <4 x float> %x) {
  %old = call reassoc <4 x float> @lanecl.atomic.add.v4f32.p1(ptr addrspace(1) %p, <4 x float> %x, <4 x float> poison, <4 x i1> splat (i1 true), i32 1, i32 0)
  ret void
}

; The last lane's value stays.
; CHECK-LABEL: @exchanges(
; CHECK: %[[LAST:.*]] = extractelement <4 x i32> %x, i32 3
; CHECK: atomicrmw xchg ptr addrspace(1) %p, i32 %[[LAST]]
; CHECK-NOT: atomicrmw
; CHECK: {{^[}]}}
define void @exchanges(ptr addrspace(1) %p, <4 x i32> %x) {
  %old = call <4 x i32> @lanecl.atomic.xchg.v4i32.p1(ptr addrspace(1) %p, <4 x i32> %x, <4 x i32> poison, <4 x i1> splat (i1 true), i32 1, i32 0)
  ret void
}

; A step from lane to lane: they cannot meet, so nobody asks.
; CHECK-LABEL: @row(
; CHECK-NOT: br i1
; CHECK-COUNT-4: atomicrmw add
; CHECK-NOT: atomicrmw
; CHECK: {{^[}]}}
define void @row(ptr addrspace(1) %p, <4 x i32> %x) {
  %ps = getelementptr i8, ptr addrspace(1) %p, <4 x i64> <i64 0, i64 4, i64 8, i64 12>
  %old = call <4 x i32> @lanecl.atomic.add.v4i32.v4p1(<4 x ptr addrspace(1)> %ps, <4 x i32> %x, <4 x i32> poison, <4 x i1> splat (i1 true), i32 1, i32 0)
  ret void
}

; Addresses of their own may be one: looked at first, by the indices.
; CHECK-LABEL: @apart(
; CHECK: %[[OTHER:.*]] = icmp ne <4 x i32> %i, %
; CHECK: %[[SOME:.*]] = select <4 x i1> %mask, <4 x i1> %[[OTHER]], <4 x i1> zeroinitializer
; CHECK: br i1 %{{.*}}, label %separate, label %together
; CHECK: together:
; CHECK: %[[SUM:.*]] = call i32 @llvm.vector.reduce.add.v4i32
; CHECK: atomicrmw add ptr addrspace(1) %{{.*}}, i32 %[[SUM]]
; All lanes active: written out; else a loop over those that are.
; CHECK: br i1 %{{.*}}, label %all.lanes, label %some.lanes
; CHECK: all.lanes:
; CHECK-COUNT-4: atomicrmw add
; CHECK: lane:
; CHECK: atomicrmw add
; CHECK-NOT: atomicrmw
; CHECK: {{^[}]}}
define void @apart(ptr addrspace(1) %p, <4 x i32> %i, <4 x i32> %x, <4 x i1> %mask) {
  %ps = getelementptr i32, ptr addrspace(1) %p, <4 x i32> %i
  %old = call <4 x i32> @lanecl.atomic.add.v4i32.v4p1(<4 x ptr addrspace(1)> %ps, <4 x i32> %x, <4 x i32> poison, <4 x i1> %mask, i32 1, i32 0)
  ret void
}

; Bits that are set already: a look with all lanes at once, and only those that change something go on.
; CHECK-LABEL: @flags(
; CHECK: %[[SEEN:.*]] = call <4 x i32> @llvm.masked.gather.v4i32.v4p1
; A gather is no atomic load to LLVM: this keeps it in its turn of a loop, and what follows behind it.
; CHECK-NEXT: fence syncscope("singlethread") acquire
; CHECK: %[[NEXT:.*]] = or <4 x i32> %[[SEEN]], %x
; CHECK: %[[CHANGES:.*]] = icmp ne <4 x i32> %[[NEXT]], %[[SEEN]]
; CHECK: br i1 %{{.*}}, label %change, label %after
; CHECK: change:
; CHECK: select <4 x i1> %[[CHANGES]], <4 x i1>
; CHECK: atomicrmw or
; Where it is not known that a gather reads as atomic loads do, it is a loop of those.
; ANY-LABEL: @flags(
; ANY-NOT: gather
; ANY: load atomic i32, ptr addrspace(1) %{{.*}} monotonic, align 4
; ANY: icmp ne <4 x i32>
; ANY: atomicrmw or
define void @flags(ptr addrspace(1) %p, <4 x i32> %i, <4 x i32> %x) {
  %ps = getelementptr i32, ptr addrspace(1) %p, <4 x i32> %i
  %old = call <4 x i32> @lanecl.atomic.or.v4i32.v4p1(<4 x ptr addrspace(1)> %ps, <4 x i32> %x, <4 x i32> poison, <4 x i1> splat (i1 true), i32 1, i32 0)
  ret void
}

; Lane by lane, where a look says that memory stays as it is; what is not in the cache comes for all of them at a time.
; CHECK-LABEL: @written(
; CHECK-COUNT-3: call void @llvm.prefetch.p1(ptr addrspace(1) %{{.*}}, i32 1, i32 3, i32 1)
; CHECK: load atomic float, ptr addrspace(1) %{{.*}} monotonic, align 4
; CHECK: br i1 %{{.*}}, label %change, label %swapped
; CHECK: cmpxchg
define <4 x float> @written(ptr addrspace(1) %p, <4 x i32> %i, <4 x float> %x, <4 x float> %y) {
  %ps = getelementptr i32, ptr addrspace(1) %p, <4 x i32> %i
  %old = call <4 x float> @lanecl.atomic.fcmpwr.v4f32.v4p1(<4 x ptr addrspace(1)> %ps, <4 x float> %x, <4 x float> %y, <4 x i1> splat (i1 true), i32 1, i32 0)
  ret <4 x float> %old
}

; Each lane looks for itself: the one before it may have been there.
; CHECK-LABEL: @sums(
; CHECK-NOT: gather
; CHECK: load atomic float, ptr addrspace(1) %{{.*}} monotonic, align 4
; CHECK: cmpxchg
; CHECK: load atomic float, ptr addrspace(1) %{{.*}} monotonic, align 4
; CHECK: cmpxchg
define void @sums(ptr addrspace(1) %p, <4 x i32> %i, <4 x float> %x) {
  %ps = getelementptr i32, ptr addrspace(1) %p, <4 x i32> %i
  %old = call <4 x float> @lanecl.atomic.add.v4f32.v4p1(<4 x ptr addrspace(1)> %ps, <4 x float> %x, <4 x float> poison, <4 x i1> splat (i1 true), i32 1, i32 0)
  ret void
}

; Local memory: plain instructions.
; CHECK-LABEL: @localSum(
; CHECK: @llvm.vector.reduce.add
; CHECK: load i32, ptr addrspace(3) %p
; CHECK: store i32 %{{.*}}, ptr addrspace(3) %p
; CHECK-NOT: atomicrmw
; CHECK: {{^[}]}}
define void @localSum(ptr addrspace(3) %p, <4 x i32> %x) {
  %old = call <4 x i32> @lanecl.atomic.add.v4i32.p3(ptr addrspace(3) %p, <4 x i32> %x, <4 x i32> poison, <4 x i1> splat (i1 true), i32 2, i32 0)
  ret void
}

; CHECK-LABEL: @localRow(
; CHECK: %[[OLD:.*]] = load <4 x i32>, ptr addrspace(3) %p
; CHECK: %[[NEW:.*]] = add <4 x i32> %[[OLD]], %x
; CHECK: store <4 x i32> %[[NEW]], ptr addrspace(3) %p
define void @localRow(ptr addrspace(3) %p, <4 x i32> %x) {
  %ps = getelementptr i8, ptr addrspace(3) %p, <4 x i64> <i64 0, i64 4, i64 8, i64 12>
  %old = call <4 x i32> @lanecl.atomic.add.v4i32.v4p3(<4 x ptr addrspace(3)> %ps, <4 x i32> %x, <4 x i32> poison, <4 x i1> splat (i1 true), i32 2, i32 0)
  ret void
}

; Lanes may meet: one after the other.
; CHECK-LABEL: @localApart(
; CHECK: load i32
; CHECK: store i32
; CHECK: load i32
; CHECK: store i32
; CHECK: load i32
; CHECK: store i32
; CHECK: load i32
; CHECK: store i32
; CHECK-NOT: gather
; CHECK: {{^[}]}}
define void @localApart(ptr addrspace(3) %p, <4 x i32> %i, <4 x i32> %x) {
  %ps = getelementptr i32, ptr addrspace(3) %p, <4 x i32> %i
  %old = call <4 x i32> @lanecl.atomic.add.v4i32.v4p3(<4 x ptr addrspace(3)> %ps, <4 x i32> %x, <4 x i32> poison, <4 x i1> splat (i1 true), i32 2, i32 0)
  ret void
}

; A message that nobody may send is not sent then.
; CHECK-LABEL: @mayBeEmpty(
; CHECK: br i1 %{{.*}}, label %active, label %after
; CHECK: active:
; CHECK: atomicrmw add
define void @mayBeEmpty(ptr addrspace(1) %p, <4 x i32> %x, <4 x i1> %mask) {
  %old = call <4 x i32> @lanecl.atomic.add.v4i32.p1(ptr addrspace(1) %p, <4 x i32> %x, <4 x i32> poison, <4 x i1> %mask, i32 1, i32 0) "lanecl-may-be-empty"
  ret void
}

; Too many lanes to write out: a loop over those that are active.
; CHECK-LABEL: @many(
; CHECK: lane:
; CHECK: call i32 @llvm.cttz.i32(
; CHECK: atomicrmw add ptr addrspace(1)
; CHECK-NOT: atomicrmw
; CHECK: {{^[}]}}
declare <32 x i32> @lanecl.atomic.add.v32i32.v32p1(<32 x ptr addrspace(1)>, <32 x i32>, <32 x i32>, <32 x i1>, i32, i32)
define void @many(ptr addrspace(1) %p, <32 x i32> %x) {
  %ps = getelementptr i64, ptr addrspace(1) %p, <32 x i64> <i64 0, i64 1, i64 2, i64 3, i64 4, i64 5, i64 6, i64 7, i64 8, i64 9, i64 10, i64 11, i64 12, i64 13, i64 14, i64 15, i64 16, i64 17, i64 18, i64 19, i64 20, i64 21, i64 22, i64 23, i64 24, i64 25, i64 26, i64 27, i64 28, i64 29, i64 30, i64 31>
  %old = call <32 x i32> @lanecl.atomic.add.v32i32.v32p1(<32 x ptr addrspace(1)> %ps, <32 x i32> %x, <32 x i32> poison, <32 x i1> splat (i1 true), i32 1, i32 0)
  ret void
}

; The largest of all lanes; a NaN is none.
; CHECK-LABEL: @largest(
; CHECK: %[[MAX:.*]] = call float @llvm.vector.reduce.fmax.v4f32(<4 x float> %{{.*}})
; CHECK: load atomic float, ptr addrspace(1) %p monotonic
; CHECK: call float @llvm.maxnum.f32(float %{{.*}}, float %[[MAX]])
; CHECK: br i1 %{{.*}}, label %change
; CHECK: cmpxchg
declare <4 x float> @lanecl.atomic.fmax.v4f32.p1(ptr addrspace(1), <4 x float>, <4 x float>, <4 x i1>, i32, i32)
define void @largest(ptr addrspace(1) %p, <4 x float> %x, <4 x i1> %mask) {
  %old = call <4 x float> @lanecl.atomic.fmax.v4f32.p1(ptr addrspace(1) %p, <4 x float> %x, <4 x float> poison, <4 x i1> %mask, i32 1, i32 0)
  ret void
}
