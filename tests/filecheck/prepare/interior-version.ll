; The interior of a range: guards are true, clamps the identity, remainders differences, where ids and arguments say so.
; RUN: lanecl-opt %s --passes=make-interior-version --isa=avx2 --width=8 | FileCheck %s
; RUN: lanecl-opt %s --passes=make-interior-version --isa=avx512 --width=8 | FileCheck %s

declare i64 @lanecl.global_id(i32) memory(none) nounwind willreturn
declare i64 @lanecl.local_id(i32) memory(none) nounwind willreturn
declare void @lanecl.barrier(i32, i32) convergent noduplicate
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)

; Kernels that become another stand behind those that stay, which come first here, too.

; One that may change does not; nor does data, a place in the group, or what stands behind a barrier.
; CHECK-LABEL: @changing(
; CHECK-NOT: !lanecl.versions
; CHECK: ret void
define spir_kernel void @changing(ptr addrspace(1) %p, ptr addrspace(1) %o, ptr addrspace(1) %d) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %x = trunc nuw nsw i64 %g to i32
  %w = load i32, ptr addrspace(1) %d, align 4
  %at = call i32 @llvm.smin.i32(i32 %x, i32 %w)
  %index = sext i32 %at to i64
  %q = getelementptr float, ptr addrspace(1) %p, i64 %index
  %v = load float, ptr addrspace(1) %q
  %r = getelementptr float, ptr addrspace(1) %o, i64 %g
  store float %v, ptr addrspace(1) %r
  ret void
}

; CHECK-LABEL: @local(
; CHECK-NOT: !lanecl.versions
; CHECK: ret void
define spir_kernel void @local(ptr addrspace(1) %p, i64 %n) {
  %x = call range(i64 0, 2147483648) i64 @lanecl.local_id(i32 0)
  %in = icmp slt i64 %x, %n
  br i1 %in, label %body, label %end
body:
  %q = getelementptr float, ptr addrspace(1) %p, i64 %x
  store float 1.0, ptr addrspace(1) %q
  br label %end
end:
  ret void
}

; CHECK-LABEL: @barrier(
; CHECK-NOT: !lanecl.versions
; CHECK: ret void
define spir_kernel void @barrier(ptr addrspace(1) %p, i64 %n) {
  %x = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %in = icmp slt i64 %x, %n
  call void @lanecl.barrier(i32 2, i32 272)
  br i1 %in, label %body, label %end
body:
  %q = getelementptr float, ptr addrspace(1) %p, i64 %x
  store float 1.0, ptr addrspace(1) %q
  br label %end
end:
  ret void
}

; A triangle has no interior that is far from its edge: lanes compare with a loop's counter.
; CHECK-LABEL: @triangle(
; CHECK-NOT: !lanecl.versions
; CHECK: ret void
define spir_kernel void @triangle(ptr addrspace(1) %p, i64 %n) {
  %x = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %0 ], [ %more, %next ]
  %other = icmp ne i64 %i, %x
  br i1 %other, label %body, label %next
body:
  %q = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %q
  br label %next
next:
  %more = add nuw nsw i64 %i, 1
  %on = icmp slt i64 %more, %n
  br i1 %on, label %loop, label %end
end:
  ret void
}

; The first lane's id and the last one's are within, or those of the work-group.
; CHECK-LABEL: @guard(
; CHECK: %[[X:.*]] = call i64 @lanecl.global_id(i32 0)
; CHECK: %[[FIRST:.*]] = call i64 @lanecl.uniform.i64(
; CHECK-NEXT: %[[LAST:.*]] = add i64 %[[FIRST]], 7
; CHECK: icmp slt i64 %[[LAST]], %n
; CHECK: %[[GROUP:.*]] = call i64 @lanecl.group_id(i32 0)
; CHECK: %[[SIZE:.*]] = call i64 @lanecl.local_size(i32 0)
; CHECK-NEXT: %[[STEPS:.*]] = sub i64 %[[SIZE]], 1
; CHECK-NEXT: %[[LASTOFGROUP:.*]] = add i64 %{{.*}}, %[[STEPS]]
; CHECK: icmp slt i64 %[[LASTOFGROUP]], %n
; CHECK: %[[OFGROUP:.*]] = call i1 @lanecl.uniform.i1(
; CHECK-NEXT: %[[OFSUBGROUP:.*]] = call i1 @lanecl.uniform.i1(
; CHECK-NEXT: %[[EITHER:.*]] = or i1 %[[OFGROUP]], %[[OFSUBGROUP]], !lanecl.alternatives
; CHECK-NEXT: br i1 %[[EITHER]], label %interior, label %[[CHECKED:[a-z0-9.]+]], !prof !{{[0-9]+}}, !lanecl.versions
; CHECK: interior:
; CHECK-NOT: br i1
; CHECK: store float 1.0
; CHECK: [[CHECKED]]:
; CHECK: br i1 %{{.*}}, label %{{.*}}, label %{{.*}}
; CHECK: store float 1.0
define spir_kernel void @guard(ptr addrspace(1) %p, i64 %n) {
  %x = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %in = icmp slt i64 %x, %n
  br i1 %in, label %body, label %end
body:
  %q = getelementptr float, ptr addrspace(1) %p, i64 %x
  store float 1.0, ptr addrspace(1) %q
  br label %end
end:
  ret void
}

; CHECK-LABEL: @clamp(
; CHECK: !lanecl.versions
; CHECK: interior:
; CHECK: %[[NEXT:.*]] = add i64 %g{{.*}}, 1
; CHECK: getelementptr float, ptr addrspace(1) %p, i64 %[[NEXT]]
; CHECK: store
define spir_kernel void @clamp(ptr addrspace(1) %p, ptr addrspace(1) %o, i32 %w) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %x = trunc nuw nsw i64 %g to i32
  %next = add nsw i32 %x, 1
  %last = add nsw i32 %w, -1
  %low = call i32 @llvm.smax.i32(i32 %next, i32 0)
  %at = call i32 @llvm.smin.i32(i32 %low, i32 %last)
  %index = sext i32 %at to i64
  %q = getelementptr float, ptr addrspace(1) %p, i64 %index
  %v = load float, ptr addrspace(1) %q
  %r = getelementptr float, ptr addrspace(1) %o, i64 %g
  store float %v, ptr addrspace(1) %r
  ret void
}

; A step to a neighbour wraps once at most: no division. Sub-groups of one work-group may wrap differently: it is not
; asked as a whole.
; CHECK-LABEL: @wrap(
; CHECK-NOT: {{udiv|urem|or i1}}
; CHECK: !lanecl.versions
; CHECK: interior:
; CHECK-NOT: {{udiv|urem}} i32 %next
; CHECK: sub nuw nsw i32 %next{{.*}}, %
; CHECK: .checked:
; CHECK: urem
define spir_kernel void @wrap(ptr addrspace(1) %p, ptr addrspace(1) %o, i32 %w) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %x = trunc nuw nsw i64 %g to i32
  %next = add nuw nsw i32 %x, 1
  %at = urem i32 %next, %w
  %index = zext i32 %at to i64
  %q = getelementptr float, ptr addrspace(1) %p, i64 %index
  %v = load float, ptr addrspace(1) %q
  %r = getelementptr float, ptr addrspace(1) %o, i64 %g
  store float %v, ptr addrspace(1) %r
  ret void
}

; What is constant in an argument's memory bounds as arguments do.
; CHECK-LABEL: @described(
; CHECK: load i32, ptr addrspace(2) %{{.*}}, align 4, !invariant.load
; CHECK: br i1 %{{.*}}, !lanecl.versions
define spir_kernel void @described(ptr addrspace(1) %p, ptr addrspace(1) %o, ptr addrspace(2) dereferenceable(64) align 8 %d) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %x = trunc nuw nsw i64 %g to i32
  %wp = getelementptr i8, ptr addrspace(2) %d, i64 24
  %w = load i32, ptr addrspace(2) %wp, align 4, !invariant.load !0
  %last = add nsw i32 %w, -1
  %at = call i32 @llvm.smin.i32(i32 %x, i32 %last)
  %index = sext i32 %at to i64
  %q = getelementptr float, ptr addrspace(1) %p, i64 %index
  %v = load float, ptr addrspace(1) %q
  %r = getelementptr float, ptr addrspace(1) %o, i64 %g
  store float %v, ptr addrspace(1) %r
  ret void
}

!0 = !{}
