; Ids and sizes below 2^31 say so, addresses and sizes of memory do not.
; RUN: lanecl-opt %s --passes=bound-ids | FileCheck %s
; RUN: lanecl-opt %s '--passes=bound-ids<8x2>' | FileCheck %s --check-prefix=REQUIRED

declare i64 @lanecl.global_id(i32) memory(none) nounwind willreturn
declare i64 @lanecl.global_size(i32) memory(none) nounwind willreturn
declare i64 @lanecl.memory_begin(i32) memory(none) nounwind willreturn
declare i64 @other(i32)

; CHECK-LABEL: @kernel
; CHECK-NEXT: call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
; CHECK-NEXT: call range(i64 0, 2147483648) i64 @lanecl.global_size(i32 1)
; CHECK-NEXT: = call i64 @lanecl.memory_begin(i32 0)
; CHECK-NEXT: = call i64 @other(i32 0)
define spir_kernel void @kernel() {
  %g = call i64 @lanecl.global_id(i32 0)
  %s = call i64 @lanecl.global_size(i32 1)
  %m = call i64 @lanecl.memory_begin(i32 0)
  %o = call i64 @other(i32 0)
  ret void
}

; With reqd_work_group_size more is known of the group.
; REQUIRED-LABEL: @group
; REQUIRED-NEXT: call range(i64 0, 8) i64 @lanecl.local_id(i32 0)
; REQUIRED-NEXT: call range(i64 0, 2) i64 @lanecl.local_id(i32 1)
; REQUIRED-NEXT: call range(i64 0, 9) i64 @lanecl.local_size(i32 0)
; REQUIRED-NEXT: call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
; CHECK-LABEL: @group
; CHECK-NEXT: call range(i64 0, 2147483648) i64 @lanecl.local_id(i32 0)
declare i64 @lanecl.local_id(i32) memory(none) nounwind willreturn
declare i64 @lanecl.local_size(i32) memory(none) nounwind willreturn
define spir_kernel void @group() {
  %x = call i64 @lanecl.local_id(i32 0)
  %y = call i64 @lanecl.local_id(i32 1)
  %n = call i64 @lanecl.local_size(i32 0)
  %g = call i64 @lanecl.global_id(i32 0)
  ret void
}
