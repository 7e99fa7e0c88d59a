; Registers for each value: in long blocks, and in loops that are nothing but a chain. Loops are unrolled to make blocks
; long.
; RUN: lanecl-opt %s --passes='function(loop(loop-unroll-full)),print<long-blocks>' --disable-output --isa=avx512 | FileCheck %s --check-prefixes=CHECK,AVX512
; RUN: lanecl-opt %s --passes='function(loop(loop-unroll-full)),print<long-blocks>' --disable-output --isa=avx2 | FileCheck %s --check-prefixes=CHECK,AVX2

declare i32 @lanecl.sub_group_local_id()
declare i64 @lanecl.global_id(i32)
declare float @mad(float, float, float)
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.full"}

; One chain of 160 operations: four registers take turns.
; CHECK: long blocks of @chain
; AVX512-NEXT: may be long, 64 lanes, room for two registers
; AVX2-NEXT: may be long, 32 lanes, room for two registers
define spir_kernel void @chain(ptr addrspace(1) %p) {
entry:
  %lane = call i32 @lanecl.sub_group_local_id()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi i32 [ %lane, %entry ], [ %y, %loop ]
  %a = add i32 %x, 12345
  %y = xor i32 %a, %lane
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 80
  br i1 %more, label %loop, label %end, !llvm.loop !0
end:
  store i32 %y, ptr addrspace(1) %p
  ret void
}

; Fewer are no long block.
; CHECK: long blocks of @short
; CHECK-NEXT: short, 0 lanes
define spir_kernel void @short(ptr addrspace(1) %p) {
entry:
  %lane = call i32 @lanecl.sub_group_local_id()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi i32 [ %lane, %entry ], [ %y, %loop ]
  %a = add i32 %x, 12345
  %y = xor i32 %a, %lane
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 40
  br i1 %more, label %loop, label %end, !llvm.loop !0
end:
  store i32 %y, ptr addrspace(1) %p
  ret void
}

; Nor is what all lanes do alike, though nobody can tell beforehand,
; CHECK: long blocks of @uniform
; CHECK-NEXT: may be long, 0 lanes
define spir_kernel void @uniform(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi i32 [ %n, %entry ], [ %y, %loop ]
  %a = mul i32 %x, %x
  %y = xor i32 %a, %n
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 80
  br i1 %more, label %loop, label %end, !llvm.loop !0
end:
  store i32 %y, ptr addrspace(1) %p
  ret void
}

; and what reaches memory more than once for every eight operations.
; CHECK: long blocks of @memory
; CHECK-NEXT: may be long, 0 lanes
define spir_kernel void @memory(ptr addrspace(1) %p) {
entry:
  %lane = call i32 @lanecl.sub_group_local_id()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi i32 [ %lane, %entry ], [ %y, %loop ]
  %b = getelementptr inbounds i32, ptr addrspace(1) %p, i32 %i
  %v = load volatile i32, ptr addrspace(1) %b
  %a = add i32 %x, %v
  %y = xor i32 %a, %lane
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 80
  br i1 %more, label %loop, label %end, !llvm.loop !0
end:
  store i32 %y, ptr addrspace(1) %p
  ret void
}

; Sixteen chains side by side wait for nothing, and leave no registers: one for each value.
; CHECK: long blocks of @wide
; AVX512-NEXT: may be long, 16 lanes
; AVX2-NEXT: may be long, 8 lanes
define spir_kernel void @wide(ptr addrspace(1) %p) {
entry:
  %lane = call i32 @lanecl.sub_group_local_id()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x0 = phi i32 [ %lane, %entry ], [ %y0, %loop ]
  %x1 = phi i32 [ %lane, %entry ], [ %y1, %loop ]
  %x2 = phi i32 [ %lane, %entry ], [ %y2, %loop ]
  %x3 = phi i32 [ %lane, %entry ], [ %y3, %loop ]
  %x4 = phi i32 [ %lane, %entry ], [ %y4, %loop ]
  %x5 = phi i32 [ %lane, %entry ], [ %y5, %loop ]
  %x6 = phi i32 [ %lane, %entry ], [ %y6, %loop ]
  %x7 = phi i32 [ %lane, %entry ], [ %y7, %loop ]
  %x8 = phi i32 [ %lane, %entry ], [ %y8, %loop ]
  %x9 = phi i32 [ %lane, %entry ], [ %y9, %loop ]
  %x10 = phi i32 [ %lane, %entry ], [ %y10, %loop ]
  %x11 = phi i32 [ %lane, %entry ], [ %y11, %loop ]
  %x12 = phi i32 [ %lane, %entry ], [ %y12, %loop ]
  %x13 = phi i32 [ %lane, %entry ], [ %y13, %loop ]
  %x14 = phi i32 [ %lane, %entry ], [ %y14, %loop ]
  %x15 = phi i32 [ %lane, %entry ], [ %y15, %loop ]
  %y0 = add i32 %x0, %x8
  %y1 = add i32 %x1, %x9
  %y2 = add i32 %x2, %x10
  %y3 = add i32 %x3, %x11
  %y4 = add i32 %x4, %x12
  %y5 = add i32 %x5, %x13
  %y6 = add i32 %x6, %x14
  %y7 = add i32 %x7, %x15
  %y8 = add i32 %x8, %x0
  %y9 = add i32 %x9, %x1
  %y10 = add i32 %x10, %x2
  %y11 = add i32 %x11, %x3
  %y12 = add i32 %x12, %x4
  %y13 = add i32 %x13, %x5
  %y14 = add i32 %x14, %x6
  %y15 = add i32 %x15, %x7
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 12
  br i1 %more, label %loop, label %end, !llvm.loop !0
end:
  %s0 = add i32 %y0, %y1
  %s1 = add i32 %s0, %y2
  %s2 = add i32 %s1, %y3
  %s3 = add i32 %s2, %y4
  %s4 = add i32 %s3, %y5
  %s5 = add i32 %s4, %y6
  %s6 = add i32 %s5, %y7
  %s7 = add i32 %s6, %y8
  %s8 = add i32 %s7, %y9
  %s9 = add i32 %s8, %y10
  %s10 = add i32 %s9, %y11
  %s11 = add i32 %s10, %y12
  %s12 = add i32 %s11, %y13
  %s13 = add i32 %s12, %y14
  %s14 = add i32 %s13, %y15
  store i32 %s14, ptr addrspace(1) %p
  ret void
}

; A loop of few operations that is one chain, without memory; its functions are arithmetic.
; CHECK: long blocks of @loop
; AVX512-NEXT: may be long, 64 lanes, room for two registers
; AVX2-NEXT: may be long, 32 lanes, room for two registers
define spir_kernel void @loop(ptr addrspace(1) %p, i32 %n) {
entry:
  %lane = call i32 @lanecl.sub_group_local_id()
  %f = uitofp i32 %lane to float
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi float [ %f, %entry ], [ %z, %loop ]
  %y = fmul float %x, %x
  %z = fdiv float %y, %f
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  store float %z, ptr addrspace(1) %p
  ret void
}

; With memory it is no chain.
; CHECK: long blocks of @reads
; CHECK-NEXT: short, 0 lanes
define spir_kernel void @reads(ptr addrspace(1) %p, i32 %n) {
entry:
  %lane = call i32 @lanecl.sub_group_local_id()
  %f = uitofp i32 %lane to float
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi float [ %f, %entry ], [ %z, %loop ]
  %v = load volatile float, ptr addrspace(1) %p
  %y = fmul float %x, %v
  %z = fdiv float %y, %f
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  store float %z, ptr addrspace(1) %p
  ret void
}

; Lanes that leave it apart are no loop as a whole.
; CHECK: long blocks of @apart
; CHECK-NEXT: may be long, 0 lanes
define spir_kernel void @apart(ptr addrspace(1) %p, i32 %n) {
entry:
  %lane = call i32 @lanecl.sub_group_local_id()
  %f = uitofp i32 %lane to float
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi float [ %f, %entry ], [ %z, %loop ]
  %y = fmul float %x, %x
  %z = fdiv float %y, %f
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %lane
  br i1 %more, label %loop, label %end
end:
  store float %z, ptr addrspace(1) %p
  ret void
}

; Two registers: not of values of 64 bits, which have them already,
; CHECK: long blocks of @longs
; CHECK-NEXT: {{.*}}, room for one register
define spir_kernel void @longs(ptr addrspace(1) %p) {
  %g = call i64 @lanecl.global_id(i32 0)
  %lane = trunc i64 %g to i32
  %own = getelementptr inbounds i64, ptr addrspace(1) %p, i32 %lane
  %wide = load i64, ptr addrspace(1) %own
  %x = mul i64 %wide, %wide
  %y = xor i64 %x, 12345
  %a = getelementptr inbounds i64, ptr addrspace(1) %p, i32 %lane
  store i64 %y, ptr addrspace(1) %a
  ret void
}

; of words alone,
; CHECK: long blocks of @words
; CHECK-NEXT: {{.*}}, room for two registers
define spir_kernel void @words(ptr addrspace(1) %p) {
  %g = call i64 @lanecl.global_id(i32 0)
  %lane = trunc i64 %g to i32
  %x = mul i32 %lane, %lane
  %y = xor i32 %x, 12345
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i32 %lane
  store i32 %y, ptr addrspace(1) %a
  ret void
}

; and not where each lane has two and more places of its own in the cache.
; CHECK: long blocks of @places
; CHECK-NEXT: {{.*}}, room for one register
; CHECK: long blocks of @place
; CHECK-NEXT: {{.*}}, room for two registers
define spir_kernel void @places(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %g = call i64 @lanecl.global_id(i32 0)
  %lane = trunc i64 %g to i32
  %far = mul i32 %lane, 1000
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i32 %far
  store i32 %lane, ptr addrspace(1) %a
  %b = getelementptr inbounds i32, ptr addrspace(1) %q, i32 %far
  store i32 %lane, ptr addrspace(1) %b
  ret void
}
define spir_kernel void @place(ptr addrspace(1) %p) {
  %g = call i64 @lanecl.global_id(i32 0)
  %lane = trunc i64 %g to i32
  %far = mul i32 %lane, 1000
  %a = getelementptr inbounds i32, ptr addrspace(1) %p, i32 %far
  store i32 %lane, ptr addrspace(1) %a
  ret void
}
