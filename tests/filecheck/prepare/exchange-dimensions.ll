; Lanes along another dimension: queries of it and of dimension 0 change places.
; RUN: lanecl-opt %s --passes='exchange-dimensions<1>' | FileCheck %s --check-prefixes=CHECK,ONE
; RUN: lanecl-opt %s --passes='exchange-dimensions<2>' | FileCheck %s --check-prefixes=CHECK,TWO

declare i64 @lanecl.global_id(i32)
declare i64 @lanecl.local_size(i32)
declare i64 @lanecl.memory_begin(i32)
declare i64 @lanecl.global_linear_id()
declare i32 @lanecl.work_group.broadcast.i32(i32, i64, i64, i64)

; CHECK-LABEL: @ids(
; ONE: %x = call i64 @lanecl.global_id(i32 1)
; ONE: %y = call i64 @lanecl.global_id(i32 0)
; ONE: %z = call i64 @lanecl.global_id(i32 2)
; ONE: %s = call i64 @lanecl.local_size(i32 1)
; TWO: %x = call i64 @lanecl.global_id(i32 2)
; TWO: %y = call i64 @lanecl.global_id(i32 1)
; TWO: %z = call i64 @lanecl.global_id(i32 0)
; TWO: %s = call i64 @lanecl.local_size(i32 2)
; Areas of memory are numbered, not dimensions.
; CHECK: %m0 = call i64 @lanecl.memory_begin(i32 0)
; CHECK: %m1 = call i64 @lanecl.memory_begin(i32 1)
; CHECK: %m2 = call i64 @lanecl.memory_begin(i32 2)
define spir_kernel void @ids(ptr addrspace(1) %p) {
  %x = call i64 @lanecl.global_id(i32 0)
  %y = call i64 @lanecl.global_id(i32 1)
  %z = call i64 @lanecl.global_id(i32 2)
  %s = call i64 @lanecl.local_size(i32 0)
  %m0 = call i64 @lanecl.memory_begin(i32 0)
  %m1 = call i64 @lanecl.memory_begin(i32 1)
  %m2 = call i64 @lanecl.memory_begin(i32 2)
  store i64 %x, ptr addrspace(1) %p
  ret void
}

; In functions, too.
; CHECK-LABEL: @called(
; ONE: call i64 @lanecl.global_id(i32 1)
; TWO: call i64 @lanecl.global_id(i32 2)
define internal i64 @called() {
  %x = call i64 @lanecl.global_id(i32 0)
  ret i64 %x
}

; The work-item whose value all get has the ids that it had.
; CHECK-LABEL: @broadcasts(
; ONE: call i32 @lanecl.work_group.broadcast.i32(i32 %v, i64 %y, i64 %x, i64 %z)
; TWO: call i32 @lanecl.work_group.broadcast.i32(i32 %v, i64 %z, i64 %y, i64 %x)
define spir_kernel void @broadcasts(ptr addrspace(1) %p, i32 %v, i64 %x, i64 %y, i64 %z) {
  %r = call i32 @lanecl.work_group.broadcast.i32(i32 %v, i64 %x, i64 %y, i64 %z)
  store i32 %r, ptr addrspace(1) %p
  ret void
}

; The linear id counts along the program's dimension 0 first: ((z * sizeY) + y) * sizeX + x, by what tells them now.
; CHECK-LABEL: @linear(
; ONE: %[[Z:.*]] = call i64 @lanecl.global_id(i32 2)
; ONE: %[[OZ:.*]] = call i64 @lanecl.global_offset(i32 2)
; ONE: sub nuw nsw i64 %[[Z]], %[[OZ]]
; ONE: %[[Y:.*]] = call i64 @lanecl.global_id(i32 0)
; ONE: %[[OY:.*]] = call i64 @lanecl.global_offset(i32 0)
; ONE: %[[YS:.*]] = sub nuw nsw i64 %[[Y]], %[[OY]]
; ONE: %[[SY:.*]] = call i64 @lanecl.global_size(i32 0)
; ONE: %[[ROWS:.*]] = mul nuw nsw i64 %{{.*}}, %[[SY]]
; ONE: %[[ROW:.*]] = add nuw nsw i64 %[[ROWS]], %[[YS]]
; ONE: %[[X:.*]] = call i64 @lanecl.global_id(i32 1)
; ONE: %[[OX:.*]] = call i64 @lanecl.global_offset(i32 1)
; ONE: %[[XS:.*]] = sub nuw nsw i64 %[[X]], %[[OX]]
; ONE: %[[SX:.*]] = call i64 @lanecl.global_size(i32 1)
; ONE: %[[ALL:.*]] = mul nuw nsw i64 %[[ROW]], %[[SX]]
; ONE: %[[ID:.*]] = add nuw nsw i64 %[[ALL]], %[[XS]]
; ONE: store i64 %[[ID]], ptr addrspace(1) %p
; TWO: %[[Z:.*]] = call i64 @lanecl.global_id(i32 0)
; TWO: %[[Y:.*]] = call i64 @lanecl.global_id(i32 1)
; TWO: call i64 @lanecl.global_size(i32 1)
; TWO: %[[X:.*]] = call i64 @lanecl.global_id(i32 2)
; TWO: call i64 @lanecl.global_size(i32 2)
; CHECK-NOT: call i64 @lanecl.global_linear_id
define spir_kernel void @linear(ptr addrspace(1) %p) {
  %l = call i64 @lanecl.global_linear_id()
  store i64 %l, ptr addrspace(1) %p
  ret void
}
