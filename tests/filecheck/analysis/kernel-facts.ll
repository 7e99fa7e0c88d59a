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
; SSE4-NEXT: 4 lanes, any groups, groups of one; private 0, local 0
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
; SSE4-NEXT: 4 lanes, groups of one; private 64, local 0
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
; AVX512-NEXT: 16 lanes; private 0, local 256
define spir_kernel void @local() {
  store i32 1, ptr addrspace(3) @tile
  ret void
}

; CHECK-LABEL: facts of @localArgument
; AVX512-NEXT: 16 lanes; private 0, local 0
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
!0 = !{i32 8}
!1 = !{i32 5, i32 2, i32 1}
