; Ids and sizes below 2^31 say so, addresses and sizes of memory do not.
; RUN: lanecl-opt %s --passes=bound-ids | FileCheck %s
; RUN: lanecl-opt %s '--passes=bound-ids<8x2>' | FileCheck %s --check-prefix=REQUIRED
; RUN: lanecl-opt %s '--passes=bound-ids<8x2;whole>' | FileCheck %s --check-prefix=WHOLE

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
; REQUIRED: add i64 %n, 8
; WHOLE-LABEL: @group
; WHOLE: add i64 8, 8
declare i64 @lanecl.local_id(i32) memory(none) nounwind willreturn
declare i64 @lanecl.local_size(i32) memory(none) nounwind willreturn
define spir_kernel void @group() {
  %x = call i64 @lanecl.local_id(i32 0)
  %y = call i64 @lanecl.local_id(i32 1)
  %n = call i64 @lanecl.local_size(i32 0)
  %g = call i64 @lanecl.global_id(i32 0)
  %e = call i64 @lanecl.enqueued_local_size(i32 0)
  %sum = add i64 %n, %e
  ret void
}
declare i64 @lanecl.enqueued_local_size(i32) memory(none) nounwind willreturn

; Three bytes a pixel: the index has 64 bits from the start. What may wrap, and what is made of other numbers, stays.
; CHECK-LABEL: @index
; CHECK: %[[G:.*]] = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
; CHECK: %[[THREE:.*]] = mul nsw i64 %[[G]], 3
; CHECK: %[[NEXT:.*]] = add nsw i64 %[[THREE]], -1
; CHECK: getelementptr i8, ptr addrspace(1) %p, i64 %[[NEXT]]
; CHECK: sext i32 %wraps to i64
; CHECK: sext i32 %other to i64
define spir_kernel void @index(ptr addrspace(1) %p, i32 %n) {
  %g = call i64 @lanecl.global_id(i32 0)
  %i = trunc i64 %g to i32
  %three = mul nsw i32 %i, 3
  %next = add nsw i32 %three, -1
  %far = sext i32 %next to i64
  %a = getelementptr i8, ptr addrspace(1) %p, i64 %far
  store i8 1, ptr addrspace(1) %a
  %wraps = mul i32 %i, 3
  %b.far = sext i32 %wraps to i64
  %b = getelementptr i8, ptr addrspace(1) %p, i64 %b.far
  store i8 2, ptr addrspace(1) %b
  %other = add nsw i32 %i, %n
  %c.far = sext i32 %other to i64
  %c = getelementptr i8, ptr addrspace(1) %p, i64 %c.far
  store i8 3, ptr addrspace(1) %c
  ret void
}
