; Atomic operations of lanes that are many and alike have one function.
; RUN: lanecl-opt %s --passes=share-atomics | FileCheck %s

declare <4 x i32> @lanecl.atomic.add.v4i32.v4p1(<4 x ptr addrspace(1)>, <4 x i32>, <4 x i32>, <4 x i1>, i32, i32)
declare <4 x i32> @lanecl.atomic.add.v4i32.v4p3(<4 x ptr addrspace(3)>, <4 x i32>, <4 x i32>, <4 x i1>, i32, i32)
declare <4 x i32> @lanecl.atomic.cmpxchg.v4i32.v4p1(<4 x ptr addrspace(1)>, <4 x i32>, <4 x i32>, <4 x i1>, i32, i32)

; CHECK-LABEL: @many
; CHECK-COUNT-8: call void @atomic(<4 x ptr addrspace(1)> %p, <4 x i32> %{{[xy]}}, <4 x i1> %m)
; Whose result is used, and in another order: these are fewer.
; CHECK: call <4 x i32> @lanecl.atomic.add.v4i32.v4p1({{.*}}, i32 1, i32 0)
; CHECK: call <4 x i32> @lanecl.atomic.add.v4i32.v4p1({{.*}}, i32 1, i32 8)
define <4 x i32> @many(<4 x ptr addrspace(1)> %p, <4 x i32> %x, <4 x i32> %y, <4 x i1> %m) {
  call <4 x i32> @lanecl.atomic.add.v4i32.v4p1(<4 x ptr addrspace(1)> %p, <4 x i32> %x, <4 x i32> poison, <4 x i1> %m, i32 1, i32 0)
  call <4 x i32> @lanecl.atomic.add.v4i32.v4p1(<4 x ptr addrspace(1)> %p, <4 x i32> %y, <4 x i32> poison, <4 x i1> %m, i32 1, i32 0)
  call <4 x i32> @lanecl.atomic.add.v4i32.v4p1(<4 x ptr addrspace(1)> %p, <4 x i32> %x, <4 x i32> poison, <4 x i1> %m, i32 1, i32 0)
  call <4 x i32> @lanecl.atomic.add.v4i32.v4p1(<4 x ptr addrspace(1)> %p, <4 x i32> %y, <4 x i32> poison, <4 x i1> %m, i32 1, i32 0)
  call <4 x i32> @lanecl.atomic.add.v4i32.v4p1(<4 x ptr addrspace(1)> %p, <4 x i32> %x, <4 x i32> poison, <4 x i1> %m, i32 1, i32 0)
  call <4 x i32> @lanecl.atomic.add.v4i32.v4p1(<4 x ptr addrspace(1)> %p, <4 x i32> %y, <4 x i32> poison, <4 x i1> %m, i32 1, i32 0)
  call <4 x i32> @lanecl.atomic.add.v4i32.v4p1(<4 x ptr addrspace(1)> %p, <4 x i32> %x, <4 x i32> poison, <4 x i1> %m, i32 1, i32 0)
  call <4 x i32> @lanecl.atomic.add.v4i32.v4p1(<4 x ptr addrspace(1)> %p, <4 x i32> %y, <4 x i32> poison, <4 x i1> %m, i32 1, i32 0)
  %used = call <4 x i32> @lanecl.atomic.add.v4i32.v4p1(<4 x ptr addrspace(1)> %p, <4 x i32> %x, <4 x i32> poison, <4 x i1> %m, i32 1, i32 0)
  call <4 x i32> @lanecl.atomic.add.v4i32.v4p1(<4 x ptr addrspace(1)> %p, <4 x i32> %x, <4 x i32> poison, <4 x i1> %m, i32 1, i32 8)
  ret <4 x i32> %used
}

; Each source in its place, and no mask where all lanes take part.
; CHECK-LABEL: @exchanges
; CHECK: call <4 x i32> @atomic.1(<4 x ptr addrspace(1)> %p, <4 x i32> %x, <4 x i32> %x)
; CHECK: call <4 x i32> @atomic.1(<4 x ptr addrspace(1)> %p, <4 x i32> %x, <4 x i32> %y)
; CHECK: call <4 x i32> @atomic.1(
define <4 x i32> @exchanges(<4 x ptr addrspace(1)> %p, <4 x i32> %x, <4 x i32> %y) {
  %a = call <4 x i32> @lanecl.atomic.cmpxchg.v4i32.v4p1(<4 x ptr addrspace(1)> %p, <4 x i32> %x, <4 x i32> %x, <4 x i1> splat (i1 true), i32 1, i32 0)
  %b = call <4 x i32> @lanecl.atomic.cmpxchg.v4i32.v4p1(<4 x ptr addrspace(1)> %p, <4 x i32> %x, <4 x i32> %y, <4 x i1> splat (i1 true), i32 1, i32 0)
  %c = call <4 x i32> @lanecl.atomic.cmpxchg.v4i32.v4p1(<4 x ptr addrspace(1)> %p, <4 x i32> %a, <4 x i32> %b, <4 x i1> splat (i1 true), i32 1, i32 0)
  %d = call <4 x i32> @lanecl.atomic.cmpxchg.v4i32.v4p1(<4 x ptr addrspace(1)> %p, <4 x i32> %b, <4 x i32> %c, <4 x i1> splat (i1 true), i32 1, i32 0)
  %e = call <4 x i32> @lanecl.atomic.cmpxchg.v4i32.v4p1(<4 x ptr addrspace(1)> %p, <4 x i32> %c, <4 x i32> %d, <4 x i1> splat (i1 true), i32 1, i32 0)
  %f = call <4 x i32> @lanecl.atomic.cmpxchg.v4i32.v4p1(<4 x ptr addrspace(1)> %p, <4 x i32> %d, <4 x i32> %e, <4 x i1> splat (i1 true), i32 1, i32 0)
  %g = call <4 x i32> @lanecl.atomic.cmpxchg.v4i32.v4p1(<4 x ptr addrspace(1)> %p, <4 x i32> %e, <4 x i32> %f, <4 x i1> splat (i1 true), i32 1, i32 0)
  %h = call <4 x i32> @lanecl.atomic.cmpxchg.v4i32.v4p1(<4 x ptr addrspace(1)> %p, <4 x i32> %f, <4 x i32> %g, <4 x i1> splat (i1 true), i32 1, i32 0)
  ret <4 x i32> %h
}

; A group's own memory has no locked instructions.
; CHECK-LABEL: @local
; CHECK-NOT: @atomic
; CHECK: ret void
define void @local(<4 x ptr addrspace(3)> %p, <4 x i32> %x) {
  call <4 x i32> @lanecl.atomic.add.v4i32.v4p3(<4 x ptr addrspace(3)> %p, <4 x i32> %x, <4 x i32> poison, <4 x i1> splat (i1 true), i32 2, i32 0)
  call <4 x i32> @lanecl.atomic.add.v4i32.v4p3(<4 x ptr addrspace(3)> %p, <4 x i32> %x, <4 x i32> poison, <4 x i1> splat (i1 true), i32 2, i32 0)
  call <4 x i32> @lanecl.atomic.add.v4i32.v4p3(<4 x ptr addrspace(3)> %p, <4 x i32> %x, <4 x i32> poison, <4 x i1> splat (i1 true), i32 2, i32 0)
  call <4 x i32> @lanecl.atomic.add.v4i32.v4p3(<4 x ptr addrspace(3)> %p, <4 x i32> %x, <4 x i32> poison, <4 x i1> splat (i1 true), i32 2, i32 0)
  call <4 x i32> @lanecl.atomic.add.v4i32.v4p3(<4 x ptr addrspace(3)> %p, <4 x i32> %x, <4 x i32> poison, <4 x i1> splat (i1 true), i32 2, i32 0)
  call <4 x i32> @lanecl.atomic.add.v4i32.v4p3(<4 x ptr addrspace(3)> %p, <4 x i32> %x, <4 x i32> poison, <4 x i1> splat (i1 true), i32 2, i32 0)
  call <4 x i32> @lanecl.atomic.add.v4i32.v4p3(<4 x ptr addrspace(3)> %p, <4 x i32> %x, <4 x i32> poison, <4 x i1> splat (i1 true), i32 2, i32 0)
  call <4 x i32> @lanecl.atomic.add.v4i32.v4p3(<4 x ptr addrspace(3)> %p, <4 x i32> %x, <4 x i32> poison, <4 x i1> splat (i1 true), i32 2, i32 0)
  ret void
}
; CHECK: define internal void @atomic(<4 x ptr addrspace(1)> %0, <4 x i32> %1, <4 x i1> %2) #[[N:.*]] {
; CHECK-NEXT: call <4 x i32> @lanecl.atomic.add.v4i32.v4p1(<4 x ptr addrspace(1)> {{.*}}%0, <4 x i32> %1, <4 x i32> poison, <4 x i1> %2, i32 1, i32 0)
; CHECK-NEXT: ret void
; CHECK: define internal <4 x i32> @atomic.1(<4 x ptr addrspace(1)> %0, <4 x i32> %1, <4 x i32> %2) #[[N]] {
; CHECK: attributes #[[N]] = { noinline }
