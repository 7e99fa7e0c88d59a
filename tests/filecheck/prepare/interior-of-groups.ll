; The interior of a range whose work-groups have barriers: the version is a group's, which waits in it.
; RUN: lanecl-opt %s --passes=make-interior-of-groups --isa=avx2 --width=8 | FileCheck %s
target triple = "x86_64"
declare i64 @lanecl.global_id(i32)
declare i64 @lanecl.local_id(i32)
declare void @lanecl.barrier(i32, i32) convergent noduplicate
declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)

; Guards alone are not worth the code; copies behind them serve each sub-group.
; CHECK-LABEL: @guard(
; CHECK-NOT: interior:
; CHECK: ret void
define spir_kernel void @guard(ptr addrspace(1) %p, ptr addrspace(3) %t, i64 %n) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %l = call range(i64 0, 1024) i64 @lanecl.local_id(i32 0)
  call void @lanecl.barrier(i32 2, i32 272)
  %in = icmp slt i64 %g, %n
  br i1 %in, label %body, label %end
body:
  %s = getelementptr float, ptr addrspace(3) %t, i64 %l
  %v = load float, ptr addrspace(3) %s
  %q = getelementptr float, ptr addrspace(1) %p, i64 %g
  store float %v, ptr addrspace(1) %q
  br label %end
end:
  ret void
}

; Few groups would be in one row of 64.
; CHECK-LABEL: @rows(
; CHECK-NOT: interior:
; CHECK: ret void
define spir_kernel void @rows(ptr addrspace(1) %p, ptr addrspace(3) %t) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %l = call range(i64 0, 1024) i64 @lanecl.local_id(i32 0)
  call void @lanecl.barrier(i32 2, i32 272)
  %s = getelementptr float, ptr addrspace(3) %t, i64 %l
  %v = load float, ptr addrspace(3) %s
  %next = add nuw nsw i64 %g, 1
  %at = urem i64 %next, 64
  %q = getelementptr float, ptr addrspace(1) %p, i64 %at
  store float %v, ptr addrspace(1) %q
  ret void
}

; Without barriers sub-groups have versions of their own.
; CHECK-LABEL: @alone(
; CHECK-NOT: interior:
; CHECK: ret void
define spir_kernel void @alone(ptr addrspace(1) %p, ptr addrspace(1) %o, i32 %w) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %x = trunc nuw nsw i64 %g to i32
  %low = call i32 @llvm.smin.i32(i32 %x, i32 %w)
  %index = sext i32 %low to i64
  %q = getelementptr float, ptr addrspace(1) %p, i64 %index
  %v = load float, ptr addrspace(1) %q
  %r = getelementptr float, ptr addrspace(1) %o, i64 %g
  store float %v, ptr addrspace(1) %r
  ret void
}

; What the group's first id and its last one tell is the same for all of it, and no sub-group is asked.
; CHECK-LABEL: @clamp(
; CHECK-NOT: lanecl.uniform
; CHECK: call i64 @lanecl.group_id(i32 0)
; CHECK: call i64 @lanecl.local_size(i32 0)
; CHECK-NOT: lanecl.uniform
; CHECK: br i1 %{{.*}}, label %interior, label %[[CHECKED:[a-z0-9.]+]], !prof !{{[0-9]+$}}
; CHECK: interior:
; CHECK: %[[NEXT:.*]] = add i64 %g{{.*}}, 1
; CHECK: getelementptr float, ptr addrspace(1) %p, i64 %[[NEXT]]
; CHECK: call void @lanecl.barrier(
; CHECK: [[CHECKED]]:
; CHECK: call i32 @llvm.smax.i32
; CHECK: call void @lanecl.barrier(
define spir_kernel void @clamp(ptr addrspace(1) %p, ptr addrspace(1) %o, ptr addrspace(3) %t, i32 %w) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %l = call range(i64 0, 1024) i64 @lanecl.local_id(i32 0)
  %x = trunc nuw nsw i64 %g to i32
  %next = add nsw i32 %x, 1
  %last = add nsw i32 %w, -1
  %low = call i32 @llvm.smax.i32(i32 %next, i32 0)
  %at = call i32 @llvm.smin.i32(i32 %low, i32 %last)
  %index = sext i32 %at to i64
  %q = getelementptr float, ptr addrspace(1) %p, i64 %index
  %v = load float, ptr addrspace(1) %q
  %s = getelementptr float, ptr addrspace(3) %t, i64 %l
  store float %v, ptr addrspace(3) %s
  call void @lanecl.barrier(i32 2, i32 272)
  %u = load float, ptr addrspace(3) %t
  %r = getelementptr float, ptr addrspace(1) %o, i64 %g
  store float %u, ptr addrspace(1) %r
  ret void
}
