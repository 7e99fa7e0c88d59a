; Atomic messages: the operation, the order, and whose memory it is.
; RUN: lanecl-opt %s --passes='print<atomics>' --disable-output | FileCheck %s

declare i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1), i32, i32, i1, i32, i32)
declare i32 @lanecl.atomic.imin.i32.p3(ptr addrspace(3), i32, i32, i1, i32, i32)
declare i32 @lanecl.atomic.min.i32.p1(ptr addrspace(1), i32, i32, i1, i32, i32)
declare float @lanecl.atomic.fcmpwr.f32.p1(ptr addrspace(1), float, float, i1, i32, i32)
declare i64 @lanecl.atomic.predec.i64.p0(ptr, i64, i64, i1, i32, i32)
declare <8 x i32> @lanecl.atomic.xchg.v8i32.p1(ptr addrspace(1), <8 x i32>, <8 x i32>, <8 x i1>, i32, i32)
declare <8 x i32> @lanecl.atomic.cmpxchg.v8i32.v8p3(<8 x ptr addrspace(3)>, <8 x i32>, <8 x i32>, <8 x i1>, i32, i32)
declare i32 @lanecl.atomic.frob.i32.p1(ptr addrspace(1), i32, i32, i1, i32, i32)

; CHECK-LABEL: atomics of @all
define void @all(ptr addrspace(1) %g, ptr addrspace(3) %l, ptr %p, <8 x ptr addrspace(3)> %ls, <8 x i1> %m) {
; CHECK-NEXT: %a: add, monotonic, one lane{{$}}
; CHECK-NEXT: %b: imin, acquire, one lane, own memory
; CHECK-NEXT: %c: min, seq_cst, one lane{{$}}
; CHECK-NEXT: %d: fcmpwr, acq_rel, one lane{{$}}
; CHECK-NEXT: %e: predec, release, one lane, own memory
; CHECK-NEXT: %f: xchg, monotonic, lanes{{$}}
; CHECK-NEXT: %h: cmpxchg, monotonic, lanes, own memory
; CHECK-NEXT: %i: add, monotonic, one lane, own memory
; CHECK-NOT: %j
  %a = call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) %g, i32 1, i32 0, i1 true, i32 1, i32 0)
  %b = call i32 @lanecl.atomic.imin.i32.p3(ptr addrspace(3) %l, i32 1, i32 0, i1 true, i32 2, i32 258)
  %c = call i32 @lanecl.atomic.min.i32.p1(ptr addrspace(1) %g, i32 1, i32 0, i1 true, i32 1, i32 16)
  %d = call float @lanecl.atomic.fcmpwr.f32.p1(ptr addrspace(1) %g, float 1.0, float 2.0, i1 true, i32 1, i32 8)
  %e = call i64 @lanecl.atomic.predec.i64.p0(ptr %p, i64 0, i64 0, i1 true, i32 1, i32 4)
  %f = call <8 x i32> @lanecl.atomic.xchg.v8i32.p1(ptr addrspace(1) %g, <8 x i32> zeroinitializer, <8 x i32> zeroinitializer, <8 x i1> %m, i32 1, i32 0)
  %h = call <8 x i32> @lanecl.atomic.cmpxchg.v8i32.v8p3(<8 x ptr addrspace(3)> %ls, <8 x i32> zeroinitializer, <8 x i32> zeroinitializer, <8 x i1> %m, i32 2, i32 0)
  %i = call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) %g, i32 1, i32 0, i1 true, i32 4, i32 0)
  %j = call i32 @lanecl.atomic.frob.i32.p1(ptr addrspace(1) %g, i32 1, i32 0, i1 true, i32 1, i32 0)
  ret void
}
