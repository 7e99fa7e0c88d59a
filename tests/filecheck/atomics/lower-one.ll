; One work-item's messages as instructions.
; RUN: lanecl-opt %s --passes=lower-atomics | FileCheck %s --implicit-check-not='{{call .*@lanecl.atomic}}'

declare i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1), i32, i32, i1, i32, i32)
declare i32 @lanecl.atomic.add.i32.p3(ptr addrspace(3), i32, i32, i1, i32, i32)
declare i32 @lanecl.atomic.predec.i32.p1(ptr addrspace(1), i32, i32, i1, i32, i32)
declare i32 @lanecl.atomic.imax.i32.p1(ptr addrspace(1), i32, i32, i1, i32, i32)
declare i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1), i32, i32, i1, i32, i32)
declare float @lanecl.atomic.add.f32.p1(ptr addrspace(1), float, float, i1, i32, i32)
declare i32 @lanecl.atomic.xchg.i32.p4(ptr addrspace(4), i32, i32, i1, i32, i32)

; CHECK-LABEL: @shared(
; CHECK: atomicrmw add ptr addrspace(1) %p, i32 %x acq_rel, align 4
define i32 @shared(ptr addrspace(1) %p, i32 %x) {
  %old = call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) %p, i32 %x, i32 0, i1 true, i32 1, i32 8)
  ret i32 %old
}

; The result is the new value.
; CHECK-LABEL: @predecrement(
; CHECK: %[[OLD:.*]] = atomicrmw sub ptr addrspace(1) %p, i32 1 monotonic
; CHECK: %[[NEW:.*]] = sub i32 %[[OLD]], 1
; CHECK: ret i32 %[[NEW]]
define i32 @predecrement(ptr addrspace(1) %p) {
  %new = call i32 @lanecl.atomic.predec.i32.p1(ptr addrspace(1) %p, i32 0, i32 0, i1 true, i32 1, i32 0)
  ret i32 %new
}

; A work-group runs on one thread: nothing is atomic in its memory, loads and stores neither.
; CHECK-LABEL: @own(
; CHECK: %[[OLD:.*]] = load i32, ptr addrspace(3) %p
; CHECK: %[[NEW:.*]] = add i32 %[[OLD]], %x
; CHECK: store i32 %[[NEW]], ptr addrspace(3) %p
; CHECK: = load i32, ptr addrspace(3) %p
; CHECK: store i32 %{{.*}}, ptr addrspace(3) %p
; CHECK: load atomic i32, ptr addrspace(1) %q
define i32 @own(ptr addrspace(3) %p, ptr addrspace(1) %q, i32 %x) {
  %old = call i32 @lanecl.atomic.add.i32.p3(ptr addrspace(3) %p, i32 %x, i32 0, i1 true, i32 2, i32 16)
  %v = load atomic i32, ptr addrspace(3) %p seq_cst, align 4
  store atomic i32 %v, ptr addrspace(3) %p seq_cst, align 4
  %w = load atomic i32, ptr addrspace(1) %q seq_cst, align 4
  ret i32 %old
}

; Memory that holds the maximum already is only read; not so where the write must be seen.
; CHECK-LABEL: @maximum(
; CHECK: %[[SEEN:.*]] = load atomic i32, ptr addrspace(1) %p monotonic
; CHECK: %[[MAX:.*]] = call i32 @llvm.smax.i32(i32 %[[SEEN]], i32 %x)
; CHECK: %[[DIFFERS:.*]] = icmp ne i32 %[[MAX]], %[[SEEN]]
; CHECK: br i1 %[[DIFFERS]], label %change,
; CHECK: change:
; CHECK: atomicrmw max ptr addrspace(1) %p, i32 %x monotonic
; CHECK-LABEL: @releases(
; CHECK-NOT: load
; CHECK: atomicrmw max ptr addrspace(1) %p, i32 %x release
define i32 @maximum(ptr addrspace(1) %p, i32 %x) {
  %old = call i32 @lanecl.atomic.imax.i32.p1(ptr addrspace(1) %p, i32 %x, i32 0, i1 true, i32 1, i32 0)
  ret i32 %old
}
define i32 @releases(ptr addrspace(1) %p, i32 %x) {
  %old = call i32 @lanecl.atomic.imax.i32.p1(ptr addrspace(1) %p, i32 %x, i32 0, i1 true, i32 1, i32 4)
  ret i32 %old
}

; source0 is written where memory held source1.
; CHECK-LABEL: @exchange(
; CHECK: cmpxchg ptr addrspace(1) %p, i32 %old, i32 %new seq_cst seq_cst
define i32 @exchange(ptr addrspace(1) %p, i32 %new, i32 %old) {
  %seen = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 %new, i32 %old, i1 true, i32 1, i32 16)
  ret i32 %seen
}

; Floats have no instruction: a look, then compare-exchanges of their bits.
; CHECK-LABEL: @sum(
; CHECK: %[[GUESS:.*]] = load atomic float, ptr addrspace(1) %p monotonic
; CHECK: fadd float %[[GUESS]], %x
; CHECK: swap:
; CHECK: %[[MADE:.*]] = cmpxchg ptr addrspace(1) %p, i32 %{{.*}}, i32 %{{.*}} monotonic monotonic
; CHECK: retry:
; CHECK: fadd float %{{.*}}, %x
; CHECK: br label %swap
define void @sum(ptr addrspace(1) %p, float %x) {
  %old = call float @lanecl.atomic.add.f32.p1(ptr addrspace(1) %p, float %x, float 0.0, i1 true, i32 1, i32 0)
  ret void
}

; Its own condition.
; CHECK-LABEL: @masked(
; CHECK: br i1 %c, label %active, label %after
; CHECK: active:
; CHECK: atomicrmw xchg ptr addrspace(4) %p
define void @masked(ptr addrspace(4) %p, i32 %x, i1 %c) {
  %old = call i32 @lanecl.atomic.xchg.i32.p4(ptr addrspace(4) %p, i32 %x, i32 0, i1 %c, i32 1, i32 0)
  ret void
}

; An instruction that is none of ours stays.
; CHECK-LABEL: @stays(
; CHECK: atomicrmw nand ptr addrspace(1) %p, i32 %x monotonic
define void @stays(ptr addrspace(1) %p, i32 %x) {
  %old = atomicrmw nand ptr addrspace(1) %p, i32 %x monotonic
  ret void
}
