; Buffers that the launch says to be apart: accesses through one parameter do not meet those through another. A pointer
; from memory may lead into any.
; RUN: lanecl-opt %s '--passes=alias-scopes<disjoint>' | FileCheck %s
; RUN: lanecl-opt %s --passes=alias-scopes | FileCheck %s --check-prefix=UNKNOWN

; CHECK-LABEL: @kernel(
; CHECK: load i32, ptr addrspace(1) %p, align 4, !alias.scope ![[P:[0-9]+]], !noalias ![[Q:[0-9]+]]
; CHECK: store i32 %x, ptr addrspace(1) %q, align 4, !alias.scope ![[Q]], !noalias ![[P]]
; CHECK: %r = load ptr addrspace(1), ptr addrspace(1) %q, align 8, !alias.scope ![[Q]], !noalias ![[P]]
; CHECK: store i32 1, ptr addrspace(1) %r, align 4{{$}}
; UNKNOWN-LABEL: @kernel(
; UNKNOWN-NOT: noalias
define spir_kernel void @kernel(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %x = load i32, ptr addrspace(1) %p
  store i32 %x, ptr addrspace(1) %q
  %r = load ptr addrspace(1), ptr addrspace(1) %q
  store i32 1, ptr addrspace(1) %r
  ret void
}
