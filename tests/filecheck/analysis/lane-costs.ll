; What a body costs in lanes and alone, in instructions of one work-item.
; RUN: lanecl-opt %s --passes='print<lane-costs>' --disable-output --isa=avx512 | FileCheck %s --check-prefixes=CHECK,AVX512
; RUN: lanecl-opt %s --passes='print<lane-costs>' --disable-output --isa=avx2 | FileCheck %s --check-prefixes=CHECK,AVX2

declare i64 @lanecl.global_id(i32)
declare float @f(float)

; A register's instruction serves 16 lanes, or 8: a load, a store, a product of 3/4.
; CHECK: lane costs of @neighbours
; AVX512-NEXT: alone 2.75, in lanes 0.17,
; AVX2-NEXT: alone 2.75, in lanes 0.34,
; CHECK-NEXT: lanes gain, half of them gain
define spir_kernel void @neighbours(ptr addrspace(1) %p) {
  %g = call i64 @lanecl.global_id(i32 0)
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %g
  %v = load float, ptr addrspace(1) %a
  %w = fmul float %v, 2.0
  store float %w, ptr addrspace(1) %a
  ret void
}

; A line of the cache for each lane, and half an instruction for the product; a gather and a scatter of AVX-512 are
; one instruction each, which takes 3/5.
; CHECK: lane costs of @apart
; AVX512-NEXT: alone 1.90, in lanes 4.26,
; AVX2-NEXT: alone 1.90, in lanes 7.12,
; CHECK-NEXT: lanes lose, half of them lose
define spir_kernel void @apart(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %g = call i64 @lanecl.global_id(i32 0)
  %far = mul nsw i64 %g, 1000
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %far
  %v = load float, ptr addrspace(1) %a
  %b = getelementptr inbounds float, ptr addrspace(1) %q, i64 %far
  store float %v, ptr addrspace(1) %b
  ret void
}

; Elements with two others between them are near.
; CHECK: lane costs of @near
; CHECK-NEXT: alone 1.20, in lanes {{2.06|2.12}},
define spir_kernel void @near(ptr addrspace(1) %p) {
  %g = call i64 @lanecl.global_id(i32 0)
  %near = mul nsw i64 %g, 3
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %near
  store float 1.0, ptr addrspace(1) %a
  ret void
}

; Much to compute is worth it: a function takes 30.
; CHECK: lane costs of @busy
; CHECK-NEXT: alone 91.90,
; CHECK-NEXT: lanes gain, half of them gain
define spir_kernel void @busy(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %g = call i64 @lanecl.global_id(i32 0)
  %far = mul nsw i64 %g, 1000
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %far
  %v = load float, ptr addrspace(1) %a
  %w0 = call float @f(float %v)
  %w1 = call float @f(float %w0)
  %w2 = call float @f(float %w1)
  %b = getelementptr inbounds float, ptr addrspace(1) %q, i64 %far
  store float %w2, ptr addrspace(1) %b
  ret void
}

; Rows side by side along dimension 1 go together; without rows, lanes reach memory apart.
; CHECK: lane costs of @rows
; AVX512-NEXT: alone 1.70, in lanes 1.62,{{.*}} without rows 2.52
; AVX2-NEXT: alone 1.70, in lanes 1.75,{{.*}} without rows 4.25
define spir_kernel void @rows(ptr addrspace(1) %p, i64 %n) {
  %x = call i64 @lanecl.global_id(i32 0)
  %y = call i64 @lanecl.global_id(i32 1)
  %row = mul nsw i64 %x, %n
  %i = add nsw i64 %row, %y
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %a
  ret void
}

; What stands in a loop counts eight times.
; CHECK: lane costs of @loop
; CHECK-NEXT: alone 8.00, in lanes 8.00,
; CHECK-NEXT: lanes gain
define spir_kernel void @loop(ptr addrspace(1) %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %a
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Behind a guard that asks ids what is not of neighbours has masks, which cost AVX-512 nothing.
; CHECK: lane costs of @guarded
; AVX512-NEXT: {{.*}}, in lanes [[LANES:[0-9.]+]], where not all are active [[LANES]], behind guards [[LANES]],
; AVX2-NEXT: {{.*}}, in lanes 4.19, where not all are active 7.19, behind guards 7.19,
; CHECK: lane costs of @whole
; AVX2-NEXT: {{.*}}, in lanes 4.19, where not all are active 7.19, behind guards 4.19,
define spir_kernel void @guarded(ptr addrspace(1) %p, i64 %n) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %in = icmp slt i64 %g, %n
  br i1 %in, label %then, label %end
then:
  %far = mul nsw i64 %g, 1000
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %far
  store float 1.0, ptr addrspace(1) %a
  br label %end
end:
  ret void
}
define spir_kernel void @whole(ptr addrspace(1) %p, i64 %n) {
  %g = call i64 @lanecl.global_id(i32 0)
  %in = icmp slt i64 %g, %n
  %far = mul nsw i64 %g, 1000
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %far
  store float 1.0, ptr addrspace(1) %a
  ret void
}

; Where memory tells the way few lanes go it: an eighth of a division, and the load.
; CHECK: lane costs of @seldom
; CHECK-NEXT: alone 2.12,
define spir_kernel void @seldom(ptr addrspace(1) %p, float %x) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %g
  %v = load float, ptr addrspace(1) %a
  %in = fcmp ogt float %v, 1.0
  br i1 %in, label %then, label %end
then:
  %w = fdiv float %x, %v
  store float %w, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

; Lists: each address is what the iteration before has found, for which one work-item waits as lanes do: until it is
; read, and one operation more.
; CHECK: lane costs of @list
; CHECK-NEXT: alone 96.00,
; CHECK-NEXT: lanes gain
define spir_kernel void @list(ptr addrspace(1) %p, i64 %n) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = phi i64 [ %g, %entry ], [ %v, %loop ]
  %a = getelementptr inbounds i64, ptr addrspace(1) %p, i64 %at
  %w = load i64, ptr addrspace(1) %a
  %v = xor i64 %w, 1
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Vectors that a loop only adds to are sums: by additions, products with additions, and choices of them. What is made
; anew of others is none.
; CHECK: lane costs of @sums
; CHECK-NEXT: alone
; CHECK-NEXT: lanes {{.*}}, 3 sums of vectors
define spir_kernel void @sums(ptr addrspace(1) %p, <4 x float> %x, i64 %n, i1 %b) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi <4 x float> [ %x, %entry ], [ %s1, %loop ]
  %t = phi <4 x float> [ %x, %entry ], [ %t1, %loop ]
  %u = phi <4 x float> [ %x, %entry ], [ %u1, %loop ]
  %filter = phi <4 x float> [ %x, %entry ], [ %filter1, %loop ]
  %same = phi <4 x float> [ %x, %entry ], [ %same, %loop ]
  %whole = phi <4 x i32> [ zeroinitializer, %entry ], [ %whole1, %loop ]
  %s1 = fadd <4 x float> %s, %x
  %t1 = call <4 x float> @llvm.fma.v4f32(<4 x float> %x, <4 x float> %x, <4 x float> %t)
  %difference = fsub <4 x float> %u, %x
  %u1 = select i1 %b, <4 x float> %difference, <4 x float> %u
  %filter1 = fmul <4 x float> %filter, %x
  %whole1 = add <4 x i32> %whole, splat (i32 1)
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  store <4 x float> %s1, ptr addrspace(1) %p
  ret void
}
declare <4 x float> @llvm.fma.v4f32(<4 x float>, <4 x float>, <4 x float>)

; Tickets: one locked instruction for each work-item, or for all lanes, if somebody asks for the number.
; CHECK: lane costs of @tickets
; AVX512-NEXT: alone 40.70, in lanes 4.50,
; AVX2-NEXT: alone 40.70, in lanes 7.00,
; CHECK-NEXT: lanes gain,
define spir_kernel void @tickets(ptr addrspace(1) %count, ptr addrspace(1) %p) {
  %at = call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) %count, i32 1, i32 0, i1 true, i32 1, i32 512)
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i32 %at
  store i32 1, ptr addrspace(1) %a
  ret void
}

; CHECK: lane costs of @counted
; CHECK-NEXT: alone 1.20,
; CHECK-NEXT: lanes lose,
define spir_kernel void @counted(ptr addrspace(1) %count, ptr addrspace(1) %p) {
  %g = call i64 @lanecl.global_id(i32 0)
  %old = call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) %count, i32 1, i32 0, i1 true, i32 1, i32 512)
  %far = mul nsw i64 %g, 1000
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i64 %far
  store i32 1, ptr addrspace(1) %a
  ret void
}

; Of addresses of their own lanes have one each, and of their own group's memory no other thread has any.
; CHECK: lane costs of @spread
; CHECK-NEXT: alone 0.70,
define spir_kernel void @spread(ptr addrspace(1) %counts, ptr addrspace(3) %own, ptr addrspace(1) %p) {
  %g = call i64 @lanecl.global_id(i32 0)
  %c = getelementptr inbounds i32, ptr addrspace(1) %counts, i64 %g
  %at = call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) %c, i32 1, i32 0, i1 true, i32 1, i32 512)
  %more = call i32 @lanecl.atomic.add.i32.p3(ptr addrspace(3) %own, i32 %at, i32 0, i1 true, i32 2, i32 256)
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i32 %more
  store i32 1, ptr addrspace(1) %a
  ret void
}
declare i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1), i32, i32, i1, i32, i32)
declare i32 @lanecl.atomic.add.i32.p3(ptr addrspace(3), i32, i32, i1, i32, i32)
