; Barriers are numbered in the order of blocks, work-group operations split around them.
; RUN: lanecl-opt %s --passes=number-barriers | FileCheck %s

declare void @lanecl.barrier(i32, i32) convergent noduplicate
declare void @lanecl.wait_events() convergent noduplicate
declare i32 @lanecl.work_group.reduce.add.i32(i32) convergent
declare i32 @lanecl.work_group.scan_inclusive.smax.i32(i32) convergent
declare i1 @lanecl.work_group.all(i1) convergent
declare float @lanecl.work_group.broadcast.f32(float, i64, i64, i64) convergent

; CHECK-LABEL: @barriers(
; CHECK: call void @lanecl.region_end(i32 1)
; CHECK: call void @lanecl.region_end(i32 2)
; A sub-group's is none.
; CHECK: call void @lanecl.barrier(i32 3, i32 272)
; CHECK: call void @lanecl.region_end(i32 3)
; CHECK-NOT: @lanecl.barrier
; CHECK: {{^[}]}}
define spir_kernel void @barriers(i1 %c) {
entry:
  call void @lanecl.barrier(i32 2, i32 272)
  br i1 %c, label %then, label %end
then:
  call void @lanecl.wait_events()
  br label %end
end:
  call void @lanecl.barrier(i32 3, i32 272)
  call void @lanecl.barrier(i32 1, i32 272)
  ret void
}

; The sub-group's part, the sum over sub-groups, a barrier, the result. Numbers begin anew in each kernel.
; CHECK-LABEL: @reduces(
; CHECK: %[[PART:.*]] = call i32 @lanecl.sub_group.reduce.add.i32(i32 %x)
; CHECK-NEXT: call void @lanecl.accumulate.add.i32(i32 0, i32 %[[PART]])
; CHECK-NEXT: call void @lanecl.region_end(i32 1)
; CHECK-NEXT: %[[SUM:.*]] = call i32 @lanecl.group_result.i32(i32 0)
; CHECK-NEXT: store i32 %[[SUM]]
define spir_kernel void @reduces(ptr addrspace(1) %p, i32 %x) {
  %s = call i32 @lanecl.work_group.reduce.add.i32(i32 %x)
  store i32 %s, ptr addrspace(1) %p
  ret void
}

; What came before this sub-group, and a barrier that keeps two executions apart.
; CHECK-LABEL: @scans(
; CHECK: %[[OWN:.*]] = call i32 @lanecl.sub_group.scan_inclusive.smax.i32(i32 %x)
; CHECK-NEXT: %[[ALL:.*]] = call i32 @lanecl.sub_group.reduce.smax.i32(i32 %x)
; CHECK-NEXT: %[[BEFORE:.*]] = call i32 @lanecl.carry.smax.i32(i32 0, i32 %[[ALL]])
; CHECK-NEXT: %[[R:.*]] = call i32 @llvm.smax.i32(i32 %[[BEFORE]], i32 %[[OWN]])
; CHECK-NEXT: call void @lanecl.region_end(i32 1)
; CHECK-NEXT: store i32 %[[R]]
; Two places for two operations.
; CHECK: call void @lanecl.accumulate.and.i32(i32 1, i32
; CHECK-NEXT: call void @lanecl.region_end(i32 2)
define spir_kernel void @scans(ptr addrspace(1) %p, i32 %x, i1 %c) {
  %s = call i32 @lanecl.work_group.scan_inclusive.smax.i32(i32 %x)
  store i32 %s, ptr addrspace(1) %p
  %all = call i1 @lanecl.work_group.all(i1 %c)
  store i1 %all, ptr addrspace(1) %p
  ret void
}

; The bits of one work-item, zeros of all others. It is told by its linear id: (z * height + y) * width + x.
; CHECK-LABEL: @broadcasts(
; CHECK-NOT: call i64 @lanecl.local_id
; CHECK: %[[HEIGHT:.*]] = call i64 @lanecl.local_size(i32 1)
; CHECK: %[[PLANE:.*]] = mul i64 %z, %[[HEIGHT]]
; CHECK: %[[ROW:.*]] = add i64 %[[PLANE]], %y
; CHECK: %[[WIDTH:.*]] = call i64 @lanecl.local_size(i32 0)
; CHECK: %[[BEGIN:.*]] = mul i64 %[[ROW]], %[[WIDTH]]
; CHECK: %[[WANTED:.*]] = add i64 %[[BEGIN]], %x
; CHECK: %[[ID:.*]] = call i64 @lanecl.local_linear_id()
; CHECK: %[[IS:.*]] = icmp eq i64 %[[ID]], %[[WANTED]]
; CHECK: %[[BITS:.*]] = bitcast float %v to i32
; CHECK: %[[OWN:.*]] = select i1 %[[IS]], i32 %[[BITS]], i32 0
; CHECK: %[[PART:.*]] = call i32 @lanecl.sub_group.reduce.or.i32(i32 %[[OWN]])
; CHECK: call void @lanecl.accumulate.or.i32(i32 0, i32 %[[PART]])
; CHECK: %[[R:.*]] = call i32 @lanecl.group_result.i32(i32 0)
; CHECK: bitcast i32 %[[R]] to float
define spir_kernel void @broadcasts(ptr addrspace(1) %p, float %v, i64 %x, i64 %y, i64 %z) {
  %s = call float @lanecl.work_group.broadcast.f32(float %v, i64 %x, i64 %y, i64 %z)
  store float %s, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @none(
; CHECK-NEXT: ret void
define spir_kernel void @none() {
  ret void
}
