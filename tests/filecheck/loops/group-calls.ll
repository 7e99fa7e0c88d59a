; What a work-group does as a whole.
; RUN: lanecl-opt %s --passes=number-barriers,lower-single-lane-sub-groups,region-body --width=1 | FileCheck %s

declare i64 @lanecl.global_id(i32) memory(none) nounwind willreturn
declare i32 @lanecl.work_group.reduce.add.i32(i32) convergent
declare i32 @lanecl.sub_group.reduce.add.i32(i32) convergent
declare float @lanecl.work_group.scan_inclusive.add.f32(float) convergent
declare i32 @lanecl.printf(ptr addrspace(2), ...)
declare void @lanecl.async_copy.p3.p1(ptr addrspace(3), ptr addrspace(1), i64, i64, i64, i64) convergent noduplicate
declare void @lanecl.async_copy_2d.p1.p3(ptr addrspace(1), i64, ptr addrspace(3), i64, i64, i64, i64, i64, i64) convergent noduplicate
@format = internal addrspace(2) constant [3 x i8] c"%d\00"

; The first sub-group begins the sum, the result is read behind the barrier.
; CHECK-LABEL: @reduces.region(
; CHECK: %[[PLACE:.*]] = getelementptr inbounds i8, ptr %accumulators, i64 0
; CHECK: %[[FIRST:.*]] = icmp eq i32 %sub_group_id, 0
; CHECK: %[[OLD:.*]] = load i32, ptr %[[PLACE]]
; CHECK: %[[BEFORE:.*]] = select i1 %[[FIRST]], i32 0, i32 %[[OLD]]
; CHECK: %[[SUM:.*]] = add i32 %[[BEFORE]], %x
; CHECK: store i32 %[[SUM]], ptr %[[PLACE]]
; CHECK-NEXT: ret i32 1
; CHECK: %[[DONE:.*]] = getelementptr inbounds i8, ptr %results, i64 0
; CHECK: load i32, ptr %[[DONE]]
define spir_kernel void @reduces(ptr addrspace(1) %p, i32 %x) {
  %s = call i32 @lanecl.work_group.reduce.add.i32(i32 %x)
  store i32 %s, ptr addrspace(1) %p
  ret void
}

; What came before, then the sum for the next; nothing is minus zero, which changes no float.
; CHECK-LABEL: @scans.region(
; CHECK: %[[BEFORE:.*]] = select i1 %{{.*}}, float -0.000000e+00, float %
; CHECK: %[[TOTAL:.*]] = fadd float %[[BEFORE]], %x
; CHECK: store float %[[TOTAL]], ptr %
; CHECK: %[[OWN:.*]] = fadd float %[[BEFORE]], %x
; CHECK: store float %[[OWN]], ptr %
define spir_kernel void @scans(ptr addrspace(1) %p, float %x) {
  %s = call float @lanecl.work_group.scan_inclusive.add.f32(float %x)
  store float %s, ptr addrspace(1) %p
  ret void
}

; Arguments with their kinds and sizes, in a place on the stack.
; CHECK-LABEL: @prints.region(
; CHECK: %printf.arguments = alloca [4 x i64]
; CHECK: store i32 %x,
; CHECK: store <2 x float> %y,
; CHECK: %[[SINK:.*]] = load ptr,
; CHECK: call i32 @laneclPrintf(ptr %[[SINK]], ptr addrspacecast (ptr addrspace(2) @format to ptr), ptr %printf.arguments, i32 2)
; CHECK-NOT: @lanecl.printf
; CHECK: {{^[}]}}
define spir_kernel void @prints(i32 %x, <2 x float> %y) {
  %r = call i32 (ptr addrspace(2), ...) @lanecl.printf(ptr addrspace(2) @format, i32 %x, <2 x float> %y)
  ret void
}

; By the first sub-group for all.
; CHECK-LABEL: @copies.region(
; CHECK: %[[FIRST:.*]] = icmp eq i32 %sub_group_id, 0
; CHECK: br i1 %[[FIRST]],
; CHECK: %[[BYTES:.*]] = mul i64 4, %n
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 4 %{{.*}}, ptr align 4 %{{.*}}, i64 %[[BYTES]], i1 false)
define spir_kernel void @copies(ptr addrspace(3) %l, ptr addrspace(1) %g, i64 %n) {
  call void @lanecl.async_copy.p3.p1(ptr addrspace(3) %l, ptr addrspace(1) %g, i64 4, i64 %n, i64 1, i64 1)
  ret void
}

; Lines of one element each, seven elements apart.
; CHECK-LABEL: @strided.region(
; CHECK-NOT: memcpy
; CHECK: call void @laneclCopyLines(ptr %{{.*}}, ptr %{{.*}}, i64 4, i64 %n, i64 28, i64 4)
define spir_kernel void @strided(ptr addrspace(3) %l, ptr addrspace(1) %g, i64 %n) {
  call void @lanecl.async_copy.p3.p1(ptr addrspace(3) %l, ptr addrspace(1) %g, i64 4, i64 %n, i64 1, i64 7)
  ret void
}

; All counts in bytes.
; CHECK-LABEL: @lines.region(
; CHECK: %[[TO:.*]] = getelementptr i8, ptr %{{.*}}, i64 20
; CHECK: %[[FROM:.*]] = getelementptr i8, ptr %{{.*}}, i64 0
; CHECK: call void @laneclCopyLines(ptr %[[TO]], ptr %[[FROM]], i64 40, i64 %n, i64 64, i64 80)
define spir_kernel void @lines(ptr addrspace(3) %l, ptr addrspace(1) %g, i64 %n) {
  call void @lanecl.async_copy_2d.p1.p3(ptr addrspace(1) %g, i64 5, ptr addrspace(3) %l, i64 0, i64 4, i64 10, i64 %n, i64 16, i64 20)
  ret void
}
