; What a kernel tells before anything is compiled: whose groups it can tell, its memory, its lanes.
; RUN: lanecl-opt %s --passes='print<kernel-facts>' --disable-output --isa=avx512 | FileCheck %s --check-prefixes=CHECK,AVX512
; RUN: lanecl-opt %s --passes='print<kernel-facts>' --disable-output --isa=sse4 | FileCheck %s --check-prefixes=CHECK,SSE4

declare i64 @lanecl.global_id(i32) memory(none) nounwind willreturn
declare i64 @lanecl.local_id(i32) memory(none) nounwind willreturn
declare i32 @lanecl.sub_group_size() memory(none) nounwind willreturn
declare void @lanecl.barrier(i32, i32) convergent noduplicate
@tile = internal addrspace(3) global [64 x i32] undef
@other = internal addrspace(3) global [64 x i32] undef

; Two registers for each value where nobody can tell and there are 32 of them.
; CHECK-LABEL: facts of @free
; AVX512-NEXT: 16 lanes or 32, any groups, groups of one; private 0, local 0
; SSE4-NEXT: 4 lanes or 8, any groups, groups of one; private 0, local 0
; Arguments lie at multiples of their sizes.
; CHECK-NEXT: argument at 0: 1 bytes
; CHECK-NEXT: argument at 8: 8 bytes
; CHECK-NEXT: argument at 16: 4 bytes
; CHECK-NEXT: argument at 32: 16 bytes
define spir_kernel void @free(i8 %a, ptr addrspace(1) %p, float %x, <4 x float> %v) {
  %g = call i64 @lanecl.global_id(i32 0)
  store volatile i64 %g, ptr addrspace(1) %p
  ret void
}

; Through a function, too.
; CHECK-LABEL: facts of @asks
; AVX512-NEXT: 16 lanes or 32, groups of one; private 64, local 0
; SSE4-NEXT: 4 lanes or 8, groups of one; private 64, local 0
define spir_kernel void @asks() {
  call void @helper()
  ret void
}
define internal void @helper() {
  %x = alloca [16 x i32]
  %l = call i64 @lanecl.local_id(i32 0)
  store volatile i64 %l, ptr %x
  call void @lanecl.barrier(i32 2, i32 272)
  ret void
}

; CHECK-LABEL: facts of @local
; AVX512-NEXT: 16 lanes or 32; private 0, local 256
define spir_kernel void @local() {
  store i32 1, ptr addrspace(3) @tile
  ret void
}

; CHECK-LABEL: facts of @localArgument
; AVX512-NEXT: 16 lanes or 32; private 0, local 0
define spir_kernel void @localArgument(ptr addrspace(3) %p) {
  store i32 1, ptr addrspace(3) %p
  ret void
}

; CHECK-LABEL: facts of @subGroups
; AVX512-NEXT: 16 lanes, sub-groups; private 0, local 0
define spir_kernel void @subGroups(ptr addrspace(1) %p) {
  %s = call i32 @lanecl.sub_group_size()
  store i32 %s, ptr addrspace(1) %p
  ret void
}

; Groups whose work-items wait for one another are not the runtime's to cut; in a group of one nobody does.
; CHECK-LABEL: facts of @waits
; AVX512-NEXT: 16 lanes or 32, groups of one; private 0, local 0
define spir_kernel void @waits(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %v = load atomic i32, ptr addrspace(1) %p acquire, align 4
  %unset = icmp eq i32 %v, 0
  br i1 %unset, label %loop, label %end
end:
  ret void
}

; As many as it asks for; no more than its work-groups are wide; a register for each element of its own vectors.
; CHECK-LABEL: facts of @required
; CHECK-NEXT: 8 lanes, sub-groups;
; CHECK-NEXT: argument
; CHECK-NEXT: intel_reqd_sub_group_size(8)
; CHECK-LABEL: facts of @narrow
; AVX512-NEXT: 4 lanes; private 0, local 256
; SSE4-NEXT: 4 lanes; private 0, local 256
; CHECK-NEXT: reqd_work_group_size(5,2,1)
; CHECK-LABEL: facts of @wide
; AVX512-NEXT: 16 lanes, any groups, groups of one, wide vectors;
define spir_kernel void @required(ptr addrspace(1) %p) !intel_reqd_sub_group_size !0 {
  ret void
}
define spir_kernel void @narrow() !reqd_work_group_size !1 {
  store i32 1, ptr addrspace(3) @other
  ret void
}
define spir_kernel void @wide(ptr addrspace(1) %p, <8 x float> %v) {
  %w = fadd <8 x float> %v, %v
  store <8 x float> %w, ptr addrspace(1) %p
  ret void
}

; Dimension 0 is a row there, and what lies side by side is along dimension 1; each loop counts.
; CHECK-LABEL: facts of @rows
; CHECK-NEXT: {{.*}}, lanes along dimension 1
define spir_kernel void @rows(ptr addrspace(1) %p, i32 %n) {
entry:
  %x64 = call i64 @lanecl.global_id(i32 0)
  %y64 = call i64 @lanecl.global_id(i32 1)
  %x = trunc i64 %x64 to i32
  %y = trunc i64 %y64 to i32
  %row = mul nsw i32 %x, %n
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %sum1, %loop ]
  %a = add nsw i32 %row, %k
  %pa = getelementptr i32, ptr addrspace(1) %p, i32 %a
  %va = load i32, ptr addrspace(1) %pa
  %column = mul nsw i32 %k, %n
  %b = add nsw i32 %column, %y
  %pb = getelementptr i32, ptr addrspace(1) %p, i32 %b
  %vb = load i32, ptr addrspace(1) %pb
  %product = mul i32 %va, %vb
  %sum1 = add i32 %sum, %product
  %k1 = add nsw i32 %k, 1
  %more = icmp slt i32 %k1, %n
  br i1 %more, label %loop, label %end
end:
  %c = add nsw i32 %row, %y
  %pc = getelementptr i32, ptr addrspace(1) %p, i32 %c
  store i32 %sum1, ptr addrspace(1) %pc
  ret void
}

; Dimension 2, by a bound that does not move, a structure's field and a cast.
; CHECK-LABEL: facts of @planes
; CHECK-NEXT: {{.*}}, lanes along dimension 2
define spir_kernel void @planes(ptr addrspace(1) %p, i32 %n) {
  %x64 = call i64 @lanecl.global_id(i32 0)
  %z64 = call i64 @lanecl.global_id(i32 2)
  %x = trunc i64 %x64 to i32
  %z = trunc i64 %z64 to i32
  %near = call i32 @llvm.smin.i32(i32 %z, i32 %n)
  %row = mul nsw i32 %x, %n
  %i = add nsw i32 %row, %near
  %wide = sext i32 %i to i64
  %field = getelementptr {i32}, ptr addrspace(1) %p, i64 %wide, i32 0
  store i32 %x, ptr addrspace(1) %field
  ret void
}
declare i32 @llvm.smin.i32(i32, i32)

; As good in either direction: a copy that turns. And functions may access what they are handed, linear ids know the
; order of the dimensions.
; CHECK-LABEL: facts of @turn
; CHECK-NOT: along
; CHECK-LABEL: facts of @hands
; CHECK-NOT: along
; CHECK-LABEL: facts of @linear
; CHECK-NOT: along
; CHECK: argument
define spir_kernel void @turn(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
  %x = call i64 @lanecl.global_id(i32 0)
  %y = call i64 @lanecl.global_id(i32 1)
  %row = mul nsw i64 %x, %n
  %a = add nsw i64 %row, %y
  %column = mul nsw i64 %y, %n
  %b = add nsw i64 %column, %x
  %pa = getelementptr i32, ptr addrspace(1) %p, i64 %a
  %v = load i32, ptr addrspace(1) %pa
  %qb = getelementptr i32, ptr addrspace(1) %q, i64 %b
  store i32 %v, ptr addrspace(1) %qb
  ret void
}
define spir_kernel void @hands(ptr addrspace(1) %p, i64 %n) {
  %x = call i64 @lanecl.global_id(i32 0)
  %y = call i64 @lanecl.global_id(i32 1)
  %row = mul nsw i64 %x, %n
  %a = add nsw i64 %row, %y
  %pa = getelementptr i32, ptr addrspace(1) %p, i64 %a
  store i32 1, ptr addrspace(1) %pa
  call void @set(ptr addrspace(1) %p, i64 %x)
  ret void
}
define internal void @set(ptr addrspace(1) %p, i64 %x) noinline {
  %px = getelementptr i32, ptr addrspace(1) %p, i64 %x
  store i32 2, ptr addrspace(1) %px
  ret void
}
declare i64 @lanecl.global_linear_id() memory(none) nounwind willreturn
define spir_kernel void @linear(ptr addrspace(1) %p, i64 %n) {
  %x = call i64 @lanecl.global_id(i32 0)
  %y = call i64 @lanecl.global_id(i32 1)
  %l = call i64 @lanecl.global_linear_id()
  %row = mul nsw i64 %x, %n
  %a = add nsw i64 %row, %y
  %pa = getelementptr i64, ptr addrspace(1) %p, i64 %a
  store i64 %l, ptr addrspace(1) %pa
  ret void
}
!0 = !{i32 8}
!1 = !{i32 5, i32 2, i32 1}

; Arguments that are steps of ids or counters, bounds of loops, divisors or choices: by themselves, in a function, behind
; arithmetic with constants. Not sizes that ids are compared with, and what is only summed up.
; CHECK-LABEL: facts of @shaped
; CHECK: argument at 8: 4 bytes, whose small values shape code
; CHECK-NEXT: argument at 12: 4 bytes, whose small values shape code
; CHECK-NEXT: argument at 16: 2 bytes, whose values shape code
; CHECK-NEXT: argument at 24: 8 bytes, whose values shape code
; CHECK-NEXT: argument at 32: 4 bytes, whose values shape code
; CHECK-NEXT: argument at 36: 4 bytes{{$}}
; CHECK-NEXT: argument at 40: 4 bytes{{$}}
; CHECK-NEXT: argument at 44: 4 bytes{{$}}
define spir_kernel void @shaped(ptr addrspace(1) %p, i32 %step, i32 %radius, i16 %mode, i64 %divisor, i32 %flags, i32 %size, i32 %offset, float %factor) {
  %g = call i64 @lanecl.global_id(i32 0)
  %i = trunc i64 %g to i32
  %scaled = call i32 @scaled(i32 %i, i32 %step)
  %quotient = sdiv i64 %g, %divisor
  %isMode = icmp eq i16 %mode, 3
  %flag = and i32 %flags, 16
  %isSet = icmp ne i32 %flag, 0
  %isInside = icmp slt i32 %i, %size
  %x = select i1 %isMode, i32 %scaled, i32 %offset
  %y = select i1 %isSet, i32 %x, i32 %i
  %z = select i1 %isInside, i32 %y, i32 1
  %moved = add i32 %z, %offset
  %last = shl i32 %radius, 1
  br label %loop
loop:
  %j = phi i32 [ 0, %0 ], [ %next, %loop ]
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %j
  store i32 %moved, ptr addrspace(1) %a
  %next = add i32 %j, 1
  %more = icmp sle i32 %next, %last
  br i1 %more, label %loop, label %exit
exit:
  store i64 %quotient, ptr addrspace(1) %p
  ret void
}
define internal i32 @scaled(i32 %i, i32 %by) {
  %product = mul i32 %i, %by
  ret i32 %product
}

; What ids along dimension 0 are multiplied by, on the way to an index: rows, of the fewest bytes. Not what other ids are,
; what is no index, and what is one of local memory.
; CHECK-LABEL: facts of @blocks
; CHECK: argument at 16: 4 bytes, whose small values shape code, of rows of 4 bytes times it
; CHECK-NEXT: argument at 24: 8 bytes, whose small values shape code, of rows of 32 bytes times it
; CHECK-NEXT: argument at 32: 4 bytes, whose small values shape code, of rows of 8 bytes times it
; CHECK-NEXT: argument at 36: 4 bytes, whose small values shape code{{$}}
; CHECK-NEXT: argument at 40: 4 bytes, whose small values shape code{{$}}
; CHECK-NEXT: argument at 44: 4 bytes, whose small values shape code{{$}}
define spir_kernel void @blocks(ptr addrspace(1) %p, ptr addrspace(3) %l, i32 %a, i64 %b, i32 %c, i32 %d, i32 %e, i32 %f) {
  %g = call i64 @lanecl.global_id(i32 0)
  %y = call i64 @lanecl.global_id(i32 1)
  %i = trunc i64 %g to i32
  %j = trunc i64 %y to i32
  %next = add i32 %i, 1
  %ra = mul i32 %next, %a
  %rb = mul i64 %b, %g
  %rc = call i32 @scaled(i32 %i, i32 %c)
  %rd = mul i32 %j, %d
  %re = mul i32 %i, %e
  %rf = mul i32 %i, %f
  br label %loop
loop:
  %k = phi i32 [ %ra, %0 ], [ %k1, %loop ]
  %k1 = add i32 %k, 1
  %pa = getelementptr float, ptr addrspace(1) %p, i32 %k
  store float 1.0, ptr addrspace(1) %pa
  %more = icmp slt i32 %k1, 100
  br i1 %more, label %loop, label %exit
exit:
  %b4 = shl i64 %rb, 2
  %pb = getelementptr double, ptr addrspace(1) %p, i64 %b4
  store i32 %re, ptr addrspace(1) %pb
  %pd = getelementptr i32, ptr addrspace(1) %p, i32 %rd
  store i32 1, ptr addrspace(1) %pd
  call void @place(ptr addrspace(1) %p, i32 %i, i32 %c)
  %pf = getelementptr i32, ptr addrspace(3) %l, i32 %rf
  store i32 %rc, ptr addrspace(3) %pf
  ret void
}
define internal void @place(ptr addrspace(1) %p, i32 %i, i32 %by) {
  %id = call i64 @lanecl.global_id(i32 0)
  %x = trunc i64 %id to i32
  %product = mul i32 %x, %by
  %wide = sext i32 %product to i64
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %wide
  store i32 %i, ptr addrspace(1) %a
  ret void
}
