; Work-groups none of whose work-items passes the first guards are left out.
; RUN: lanecl-opt %s --passes=make-idle-test --width=8 | FileCheck %s
; RUN: lanecl-opt %s --passes=make-idle-test,prepare-packetize,packetize,work-item-loops --width=8 | FileCheck %s --check-prefix=LOOPS

declare i64 @lanecl.global_id(i32) memory(none) nounwind willreturn
declare i64 @lanecl.local_id(i32) memory(none) nounwind willreturn

; Where the group begins, beside the bound. The kernel stays as it is.
; CHECK-LABEL: define spir_kernel void @guarded(
; CHECK-NEXT: %g = call
; CHECK-NEXT: %x = trunc
; CHECK-NEXT: %inside = icmp slt
; CHECK-NEXT: br i1 %inside
; LOOPS-LABEL: define void @guarded.entry(
; LOOPS: group:
; LOOPS: %[[FIRST:.*]] = add i64
; LOOPS: icmp sge i64 %[[FIRST]], %
; LOOPS: br i1 %{{.*}}, label %idle, label %busy
; LOOPS: idle:
; LOOPS: %[[LEFT:.*]] = sub nuw i64 %groups_left, 1
define spir_kernel void @guarded(ptr addrspace(1) %p, i32 %n) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %x = trunc nuw nsw i64 %g to i32
  %inside = icmp slt i32 %x, %n
  br i1 %inside, label %work, label %end

work:
  %a = getelementptr float, ptr addrspace(1) %p, i64 %g
  store float 1.0, ptr addrspace(1) %a
  br label %end

end:
  ret void
}

; One that fails is enough, in whichever block it stands; what is read before does not matter.
; CHECK-LABEL: define spir_kernel void @several(
define spir_kernel void @several(ptr addrspace(1) %p, i32 %n, i32 %m) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %x = trunc nuw nsw i64 %g to i32
  %outside = icmp sge i32 %x, %n
  br i1 %outside, label %end, label %next

next:
  %h = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 1)
  %y = trunc nuw nsw i64 %h to i32
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  %v = load i32, ptr addrspace(1) %a
  %known = icmp eq i32 %v, 0
  br i1 %known, label %end, label %more

more:
  %isRow = icmp eq i32 %y, %m
  br i1 %isRow, label %work, label %end

work:
  store i32 1, ptr addrspace(1) %a
  br label %end

end:
  ret void
}

; What is done before, places in the group, the program's arguments alone, and data say nothing.
; CHECK-NOT: @behindStore.idle
; CHECK-NOT: @inGroup.idle
; CHECK-NOT: @same.idle
; CHECK-NOT: @ofData.idle
define spir_kernel void @behindStore(ptr addrspace(1) %p, i64 %n) {
  store i32 1, ptr addrspace(1) %p
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %inside = icmp slt i64 %g, %n
  br i1 %inside, label %work, label %end

work:
  %a = getelementptr float, ptr addrspace(1) %p, i64 %g
  store float 1.0, ptr addrspace(1) %a
  br label %end

end:
  ret void
}

define spir_kernel void @inGroup(ptr addrspace(1) %p, i64 %n) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.local_id(i32 0)
  %inside = icmp slt i64 %g, %n
  br i1 %inside, label %work, label %end

work:
  %a = getelementptr float, ptr addrspace(1) %p, i64 %g
  store float 1.0, ptr addrspace(1) %a
  br label %end

end:
  ret void
}

define spir_kernel void @same(ptr addrspace(1) %p, i64 %n) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %inside = icmp slt i64 5, %n
  br i1 %inside, label %work, label %end

work:
  %a = getelementptr float, ptr addrspace(1) %p, i64 %g
  store float 1.0, ptr addrspace(1) %a
  br label %end

end:
  ret void
}

define spir_kernel void @ofData(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %n = load i64, ptr addrspace(1) %q
  %inside = icmp slt i64 %g, %n
  br i1 %inside, label %work, label %end

work:
  %a = getelementptr float, ptr addrspace(1) %p, i64 %g
  store float 1.0, ptr addrspace(1) %a
  br label %end

end:
  ret void
}

; CHECK-LABEL: define internal i1 @guarded.idle(ptr addrspace(1) %p, i32 %n)
; CHECK: %[[GROUP:.*]] = call i64 @lanecl.group_id(i32 0)
; CHECK: %[[SIZE:.*]] = call i64 @lanecl.enqueued_local_size(i32 0)
; CHECK: %[[START:.*]] = mul i64 %[[GROUP]], %[[SIZE]]
; CHECK: %[[OFFSET:.*]] = call i64 @lanecl.global_offset(i32 0)
; CHECK: %[[FIRST:.*]] = add i64 %[[START]], %[[OFFSET]]
; CHECK: %[[N:.*]] = sext i32 %n to i64
; CHECK: icmp sge i64 %[[FIRST]], %[[N]]
; CHECK: ret i1

; CHECK-LABEL: define internal i1 @several.idle(
; CHECK-DAG: sext i32 %n to i64
; CHECK-DAG: sext i32 %m to i64
; CHECK: or i1
; CHECK: ret i1
