; Groups of one work-item: the group is the work-item, and nobody waits.
; RUN: lanecl-opt %s --passes=single-item-groups | FileCheck %s

declare i64 @lanecl.global_id(i32) memory(none) nounwind willreturn
declare i64 @lanecl.local_id(i32) memory(none) nounwind willreturn
declare i64 @lanecl.local_linear_id() memory(none) nounwind willreturn
declare i64 @lanecl.local_size(i32) memory(none) nounwind willreturn
declare i64 @lanecl.enqueued_local_size(i32) memory(none) nounwind willreturn
declare i64 @lanecl.group_id(i32) memory(none) nounwind willreturn
declare i64 @lanecl.num_groups(i32) memory(none) nounwind willreturn
declare i32 @lanecl.work_dim() memory(none) nounwind willreturn
declare void @lanecl.barrier(i32, i32) convergent noduplicate
declare void @use(i64, i64, i64, i64, i64, i64)

; CHECK-LABEL: @kernel
; CHECK-NEXT: %[[ID:.*]] = call i64 @lanecl.global_id(i32 1)
; CHECK-NEXT: %[[OFFSET:.*]] = call i64 @lanecl.global_offset(i32 1)
; CHECK-NEXT: %[[GROUP:.*]] = sub nuw i64 %[[ID]], %[[OFFSET]]
; CHECK-NEXT: %[[GROUPS:.*]] = call i64 @lanecl.global_size(i32 2)
; CHECK-NEXT: call void @use(i64 0, i64 0, i64 1, i64 1, i64 %[[GROUP]], i64 %[[GROUPS]])
; A sub-group's barrier is none of the work-group's, and what the group cannot know stays.
; CHECK-NEXT: call void @lanecl.barrier(i32 3, i32 272)
; CHECK-NEXT: call i64 @lanecl.global_id(i32 0)
; CHECK-NEXT: call i32 @lanecl.work_dim()
; CHECK-NEXT: ret void
define spir_kernel void @kernel() {
  %l = call i64 @lanecl.local_id(i32 0)
  %ll = call i64 @lanecl.local_linear_id()
  %s = call i64 @lanecl.local_size(i32 2)
  %e = call i64 @lanecl.enqueued_local_size(i32 0)
  call void @lanecl.barrier(i32 2, i32 272)
  %g = call i64 @lanecl.group_id(i32 1)
  %n = call i64 @lanecl.num_groups(i32 2)
  call void @use(i64 %l, i64 %ll, i64 %s, i64 %e, i64 %g, i64 %n)
  call void @lanecl.barrier(i32 3, i32 272)
  %own = call i64 @lanecl.global_id(i32 0)
  %d = call i32 @lanecl.work_dim()
  ret void
}
