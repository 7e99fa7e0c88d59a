; Barriers of sub-groups order nothing once their lanes are one vector; those of work-groups are gone before.
; RUN: lanecl-opt %s --passes=number-barriers,remove-sub-group-barriers | FileCheck %s

declare void @lanecl.barrier(i32, i32) convergent noduplicate

; CHECK-LABEL: @barriers(
; CHECK-NEXT: store
; CHECK-NEXT: call void @lanecl.region_end(i32 1)
; CHECK-NEXT: ret void
define spir_kernel void @barriers(ptr addrspace(3) %p) {
  store i32 1, ptr addrspace(3) %p
  call void @lanecl.barrier(i32 3, i32 272)
  call void @lanecl.barrier(i32 2, i32 272)
  ret void
}
