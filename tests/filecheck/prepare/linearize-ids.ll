; All ids come from the linear local id where sub-groups do not follow the rows of the work-group.
; RUN: lanecl-opt %s --passes=linearize-ids | FileCheck %s

declare i64 @lanecl.global_id(i32) memory(none) nounwind willreturn
declare i64 @lanecl.local_id(i32) memory(none) nounwind willreturn
declare i64 @lanecl.global_linear_id() memory(none) nounwind willreturn
declare i64 @lanecl.group_id(i32) memory(none) nounwind willreturn

; y = linear / width % height
; CHECK-LABEL: @row
; CHECK-DAG: %[[LINEAR:.*]] = call i64 @lanecl.local_linear_id()
; CHECK-DAG: %[[WIDTH:.*]] = call i64 @lanecl.local_size(i32 0)
; CHECK-DAG: %[[HEIGHT:.*]] = call i64 @lanecl.local_size(i32 1)
; CHECK-DAG: %[[L:.*]] = trunc i64 %[[LINEAR]] to i32
; CHECK-DAG: %[[W:.*]] = trunc i64 %[[WIDTH]] to i32
; CHECK-DAG: %[[H:.*]] = trunc i64 %[[HEIGHT]] to i32
; CHECK-DAG: %[[ROWS:.*]] = udiv i32 %[[L]], %[[W]]
; CHECK-DAG: %[[ROW:.*]] = urem i32 %[[ROWS]], %[[H]]
; CHECK: %[[Y:.*]] = zext i32 %[[ROW]] to i64
; CHECK: ret void
define spir_kernel void @row(ptr addrspace(1) %p) {
  %y = call i64 @lanecl.local_id(i32 1)
  store i64 %y, ptr addrspace(1) %p
  ret void
}

; The last dimension needs no remainder; the enqueued size tells where a group starts.
; CHECK-LABEL: @plane
; CHECK-DAG: %[[GROUP:.*]] = call i64 @lanecl.group_id(i32 2)
; CHECK-DAG: %[[SIZE:.*]] = call i64 @lanecl.enqueued_local_size(i32 2)
; CHECK-DAG: mul i64 %[[GROUP]], %[[SIZE]]
; CHECK-NOT: urem
; CHECK-COUNT-2: udiv i32
; CHECK-NOT: urem
; CHECK: call i64 @lanecl.global_offset(i32 2)
; CHECK-NOT: call i64 @lanecl.global_id
; CHECK: ret void
define spir_kernel void @plane(ptr addrspace(1) %p) {
  %z = call i64 @lanecl.global_id(i32 2)
  store i64 %z, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @kept
; CHECK-NEXT: %g = call i64 @lanecl.group_id(i32 0)
; CHECK-NEXT: store i64 %g,
define spir_kernel void @kept(ptr addrspace(1) %p) {
  %g = call i64 @lanecl.group_id(i32 0)
  store i64 %g, ptr addrspace(1) %p
  ret void
}
