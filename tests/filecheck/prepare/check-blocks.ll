; The checking mode: one check for all components of a block read or write, made by the first active lane.
; RUN: lanecl-opt %s --passes=check-blocks | FileCheck %s

declare i32 @lanecl.sub_group.block_read.i32.p1(ptr addrspace(1), i32) convergent
declare i32 @lanecl.sub_group.block_read.i32.p3(ptr addrspace(3), i32) convergent
declare void @lanecl.sub_group.block_write.i32.p1(ptr addrspace(1), i32, i32) convergent

; CHECK: c"kernel k: block read from global memory at 0x%lx, not aligned to 4 bytes (work-item %lu, %lu, %lu)\00"
; CHECK: c"kernel k: block read from local memory at 0x%lx, not aligned to 16 bytes (work-item %lu, %lu, %lu)\00"
; CHECK: c"kernel k: block write to global memory at 0x%lx, not aligned to 16 bytes (work-item %lu, %lu, %lu)\00"

; CHECK-LABEL: @k(
; CHECK: %[[AT:.*]] = ptrtoint ptr addrspace(1) %p to i64
; CHECK-NEXT: %[[LOW:.*]] = and i64 %[[AT]], 3
; CHECK-NEXT: %[[OFF:.*]] = icmp ne i64 %[[LOW]], 0
; CHECK-NEXT: %[[FIRST:.*]] = call i1 @lanecl.sub_group.elect()
; CHECK-NEXT: %[[TELL:.*]] = and i1 %[[OFF]], %[[FIRST]]
; CHECK-NEXT: br i1 %[[TELL]]
; CHECK: call i32 (ptr addrspace(2), ...) @lanecl.report(ptr addrspace(2) @report, i64 %[[AT]], i64
; CHECK: @lanecl.sub_group.block_read.i32.p1(ptr addrspace(1) %p, i32 0)
; CHECK-NEXT: @lanecl.sub_group.block_read.i32.p1(ptr addrspace(1) %p, i32 1)
; CHECK: and i64 %{{.*}}, 15
; CHECK: and i64 %{{.*}}, 15

define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(3) %q) {
  %a = call i32 @lanecl.sub_group.block_read.i32.p1(ptr addrspace(1) %p, i32 0)
  %b = call i32 @lanecl.sub_group.block_read.i32.p1(ptr addrspace(1) %p, i32 1)
  %c = call i32 @lanecl.sub_group.block_read.i32.p3(ptr addrspace(3) %q, i32 0)
  %d = add i32 %a, %b
  %e = add i32 %c, %d
  call void @lanecl.sub_group.block_write.i32.p1(ptr addrspace(1) %p, i32 %e, i32 0)
  ret void
}
