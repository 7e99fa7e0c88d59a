; A body cut at its barriers: which region runs is a parameter, which comes next the result.
; RUN: lanecl-opt %s --passes=number-barriers,region-body --width=4 | FileCheck %s
; RUN: lanecl-opt %s --passes=number-barriers,region-body --width=4 --wide-ids | FileCheck %s --check-prefix=WIDE
; RUN: lanecl-opt %s --passes=number-barriers,region-body --width=4 --isa=avx2 | FileCheck %s --check-prefix=AVX2
; RUN: lanecl-opt %s --passes=number-barriers,region-body --width=4 --isa=avx512 | FileCheck %s --check-prefix=AVX512

declare i64 @lanecl.global_id(i32) memory(none) nounwind willreturn
declare i64 @lanecl.local_id(i32) memory(none) nounwind willreturn
declare void @lanecl.barrier(i32, i32) convergent noduplicate
@tile = internal addrspace(3) global [64 x i32] undef, align 16

; Ids are arithmetic on the group's state, in 32 bits unless they need more.
; CHECK-LABEL: define internal i32 @queries.region(
; CHECK: %global_id = add nuw nsw i32 %group_base.x, %local_id.x
; CHECK-NEXT: %[[G:.*]] = zext nneg i32 %global_id to i64
; CHECK-NEXT: %[[L:.*]] = zext nneg i32 %local_id.y to i64
; CHECK: store volatile i64 %[[G]],
; CHECK: store volatile i64 %[[L]],
; CHECK: ret i32 0
; WIDE-LABEL: define internal i32 @queries.region(
; WIDE: i64 %group_base.x,
; WIDE: %[[L:.*]] = zext nneg i32 %local_id.x to i64
; An offset may be anything of 64 bits.
; WIDE: %global_id = add nuw i64 %group_base.x, %[[L]]
define spir_kernel void @queries(ptr addrspace(1) %p) {
  %g = call i64 @lanecl.global_id(i32 0)
  %l = call i64 @lanecl.local_id(i32 1)
  store volatile i64 %g, ptr addrspace(1) %p
  store volatile i64 %l, ptr addrspace(1) %p
  ret void
}

; What is cheap is made again, the sub-group's own value goes to its context, the group's to its uniforms.
; CHECK-LABEL: define internal i32 @cut.region(
; CHECK: dispatch:
; CHECK: %a = getelementptr i32, ptr addrspace(1) %p, i64 %
; CHECK: %cheap = mul i32 %n, 3
; CHECK: switch i32 %region, label %[[START:.*]] [
; CHECK-NEXT: i32 1, label %[[AFTER:.*]]
; CHECK-NEXT: ]
; CHECK: [[START]]:
; CHECK: %own = load
; CHECK: %same = load
; CHECK: %[[OWN:.*]] = getelementptr inbounds i8, ptr %context, i64 0
; CHECK: store i32 %own, ptr %[[OWN]]
; CHECK: %[[SAME:.*]] = getelementptr inbounds i8, ptr %uniform_out, i64 0
; CHECK: store i32 %same, ptr %[[SAME]]
; CHECK: ret i32 1
; CHECK: [[AFTER]]:
; CHECK: %[[SAME:.*]] = getelementptr inbounds i8, ptr %uniform_in, i64 0
; CHECK: load i32, ptr %[[SAME]]
; CHECK: %[[OWN:.*]] = getelementptr inbounds i8, ptr %context, i64 0
; CHECK: load i32, ptr %[[OWN]]
; CHECK: ret i32 0
define spir_kernel void @cut(ptr addrspace(1) %p, i32 %n) {
  %g = call i64 @lanecl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  %own = load i32, ptr addrspace(1) %a
  %same = load i32, ptr addrspace(1) %p
  %cheap = mul i32 %n, 3
  call void @lanecl.barrier(i32 2, i32 272)
  %s = add i32 %own, %same
  %t = add i32 %s, %cheap
  store i32 %t, ptr addrspace(1) %a
  ret void
}

; Local variables are parameters. None is noalias: scopes tell what is memory of its own.
; CHECK-LABEL: define internal i32 @locals.region(
; CHECK-SAME: ptr addrspace(3) %q,
; CHECK-SAME: ptr addrspace(3) nonnull align 16 %[[TILE:[0-9]+]])
; CHECK: getelementptr i8, ptr addrspace(3) %[[TILE]], i64 4
define spir_kernel void @locals(ptr addrspace(1) %p, ptr addrspace(3) %q) {
  store i32 1, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @tile, i64 4)
  ret void
}

; Private memory that lives across a barrier lies in the context, what is too large for the stack in the scratch memory.
; CHECK-LABEL: define internal i32 @variables.region(
; CHECK: dispatch:
; CHECK: %brief = alloca [8 x i32]
; CHECK-NOT: alloca
; CHECK: getelementptr inbounds i8, ptr %context, i64 0
; CHECK: getelementptr inbounds i8, ptr %scratch, i64 0
; CHECK: switch
define spir_kernel void @variables(ptr addrspace(1) %p, i64 %i) {
  %kept = alloca [8 x i32]
  %brief = alloca [8 x i32]
  %huge = alloca [4096 x i32]
  %a = getelementptr i32, ptr %kept, i64 %i
  store i32 1, ptr %a
  call void @lanecl.barrier(i32 2, i32 272)
  %b = getelementptr i32, ptr %brief, i64 %i
  store volatile i32 2, ptr %b
  %c = getelementptr i32, ptr %huge, i64 %i
  store volatile i32 3, ptr %c
  %v = load i32, ptr %a
  store i32 %v, ptr addrspace(1) %p
  ret void
}

; Masks lie in the context as wide as comparisons leave them, where the machine has no registers for them.
; AVX2-LABEL: define internal i32 @masks.region(
; AVX2: %[[KEPT:.*]] = sext <4 x i1> %mask to <4 x i32>
; AVX2: store <4 x i32> %[[KEPT]], ptr %{{.*}}, align 16
; AVX2: %[[READ:.*]] = load <4 x i32>, ptr %{{.*}}, align 16
; AVX2: icmp slt <4 x i32> %[[READ]], zeroinitializer
; AVX2-LABEL: define internal i32 @masksOfBytes.region(
; AVX2: sext <4 x i1> %mask to <4 x i8>
; AVX2: store <4 x i8>
; AVX512-LABEL: define internal i32 @masks.region(
; AVX512: store <4 x i1> %mask, ptr
; AVX512: load <4 x i1>, ptr
define spir_kernel void @masks(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %v = load <4 x i32>, ptr addrspace(1) %p
  %mask = icmp slt <4 x i32> %v, splat (i32 7)
  call void @lanecl.barrier(i32 2, i32 272)
  %w = load <4 x i32>, ptr addrspace(1) %q
  %s = select <4 x i1> %mask, <4 x i32> %w, <4 x i32> zeroinitializer
  store <4 x i32> %s, ptr addrspace(1) %q
  ret void
}
define spir_kernel void @masksOfBytes(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %v = load <4 x i8>, ptr addrspace(1) %p
  %mask = icmp slt <4 x i8> %v, splat (i8 7)
  call void @lanecl.barrier(i32 2, i32 272)
  %w = load <4 x i8>, ptr addrspace(1) %q
  %s = select <4 x i1> %mask, <4 x i8> %w, <4 x i8> zeroinitializer
  store <4 x i8> %s, ptr addrspace(1) %q
  ret void
}
