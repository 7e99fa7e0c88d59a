; What is known of memory, on the accesses: `restrict`, __local parameters, local variables.
; RUN: lanecl-opt %s --passes=alias-scopes | FileCheck %s

declare void @lanecl.barrier(i32, i32) convergent noduplicate nounwind
declare i64 @lanecl.local_id(i32) memory(none) nounwind willreturn
@tile = internal addrspace(3) global [64 x i32] undef
@other = internal addrspace(3) global [64 x i32] undef

; The attribute goes, or LLVM would believe that a barrier changes nothing behind the pointer.
; CHECK-LABEL: define spir_kernel void @restricts(ptr addrspace(1) "lanecl-noalias" %a, ptr addrspace(1) %b)
; CHECK: load i32, ptr addrspace(1) %a, align 4, !alias.scope ![[A:[0-9]+]]{{$}}
; CHECK: call void @lanecl.barrier(i32 2, i32 272){{$}}
; CHECK: store i32 %x, ptr addrspace(1) %b, align 4, !noalias ![[A]]
define spir_kernel void @restricts(ptr addrspace(1) noalias %a, ptr addrspace(1) %b) {
  %x = load i32, ptr addrspace(1) %a
  call void @lanecl.barrier(i32 2, i32 272)
  store i32 %x, ptr addrspace(1) %b
  ret void
}

; What the inliner made of a function's `restrict` does not hold of the barrier in it.
; CHECK-LABEL: @inlined(
; CHECK: store i32 1, ptr addrspace(1) %a, align 4, !alias.scope
; CHECK: call void @lanecl.barrier(i32 2, i32 272){{$}}
define spir_kernel void @inlined(ptr addrspace(1) %a) {
  call void @llvm.experimental.noalias.scope.decl(metadata !2)
  store i32 1, ptr addrspace(1) %a, !alias.scope !2
  call void @lanecl.barrier(i32 2, i32 272), !noalias !2
  ret void
}

; One of two variables: in both scopes. The third pointer comes from memory, which nobody gave these variables to.
; CHECK-LABEL: @variables(
; CHECK: store i32 0, ptr addrspace(3) @tile, align 4, !alias.scope ![[TILE:[0-9]+]], !noalias ![[NOT_TILE:[0-9]+]]
; CHECK: store i32 1, ptr addrspace(3) %one, align 4, !alias.scope ![[BOTH:[0-9]+]]{{$}}
; CHECK: store i32 2, ptr addrspace(3) %p, align 4, !noalias ![[BOTH]]
define spir_kernel void @variables(ptr addrspace(1) %from, i1 %c) {
  store i32 0, ptr addrspace(3) @tile
  %one = select i1 %c, ptr addrspace(3) @tile, ptr addrspace(3) @other
  store i32 1, ptr addrspace(3) %one
  %p = load ptr addrspace(3), ptr addrspace(1) %from
  store i32 2, ptr addrspace(3) %p
  ret void
}

; Its address lies in memory: what comes from there may be it, unless it comes from another address space.
; CHECK-LABEL: @escapes(
; CHECK: store i32 2, ptr addrspace(3) %p, align 4{{$}}
; CHECK: store i32 3, ptr addrspace(1) %g, align 4, !noalias
define spir_kernel void @escapes(ptr addrspace(1) %from, ptr addrspace(3) %l) {
  store ptr addrspace(3) %l, ptr addrspace(1) %from
  %p = load ptr addrspace(3), ptr addrspace(1) %from
  store i32 2, ptr addrspace(3) %p
  %g = load ptr addrspace(1), ptr addrspace(1) %from
  store i32 3, ptr addrspace(1) %g
  ret void
}

; As a number, too.
; CHECK-LABEL: @numbers(
; CHECK: store i32 2, ptr addrspace(3) %q, align 4{{$}}
define spir_kernel void @numbers(ptr addrspace(3) %l) {
  %n = ptrtoint ptr addrspace(3) %l to i64
  %q = inttoptr i64 %n to ptr addrspace(3)
  store i32 2, ptr addrspace(3) %q
  ret void
}

declare void @llvm.experimental.noalias.scope.decl(metadata)
!0 = distinct !{!0}
!1 = distinct !{!1, !0}
!2 = !{!1}
