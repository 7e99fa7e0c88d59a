; A conditional store to what was read before, in local memory, at a place of each work-item's own.
; RUN: lanecl-opt %s --passes=prepare-packetize,packetize --width=8 | FileCheck %s

declare i64 @lanecl.local_id(i32) memory(none) nounwind willreturn

; CHECK-LABEL: @least.lanes8(
; CHECK: %[[OLD:.*]] = load <8 x i32>, ptr addrspace(3)
; CHECK: %[[LESS:.*]] = icmp slt <8 x i32>
; CHECK: %[[NEW:.*]] = select <8 x i1> %[[LESS]], <8 x i32> %{{.*}}, <8 x i32> %[[OLD]]
; CHECK: store <8 x i32> %[[NEW]], ptr addrspace(3)
; CHECK: {{^[}]}}
define spir_kernel void @least(ptr addrspace(3) %s, ptr addrspace(1) %p) {
  %l = call range(i64 0, 1024) i64 @lanecl.local_id(i32 0)
  %from = getelementptr i32, ptr addrspace(1) %p, i64 %l
  %a = load i32, ptr addrspace(1) %from
  %to = getelementptr i32, ptr addrspace(3) %s, i64 %l
  %old = load i32, ptr addrspace(3) %to
  %less = icmp slt i32 %a, %old
  br i1 %less, label %then, label %after
then:
  store i32 %a, ptr addrspace(3) %to
  br label %after
after:
  %kept = phi i32 [ %a, %then ], [ %old, %0 ]
  store i32 %kept, ptr addrspace(1) %from
  ret void
}

; Where the condition keeps out, and with a sum of its own.
; CHECK-LABEL: @otherwise.lanes8(
; CHECK-NOT: masked
; CHECK: {{^[}]}}
define spir_kernel void @otherwise(ptr addrspace(3) %s, ptr addrspace(1) %p) {
  %l = call range(i64 0, 1024) i64 @lanecl.local_id(i32 0)
  %from = getelementptr i32, ptr addrspace(1) %p, i64 %l
  %a = load i32, ptr addrspace(1) %from
  %to = getelementptr i32, ptr addrspace(3) %s, i64 %l
  %old = load i32, ptr addrspace(3) %to
  %out = icmp slt i32 %a, 7
  br i1 %out, label %after, label %else
else:
  %sum = add i32 %a, %old
  store i32 %sum, ptr addrspace(3) %to
  br label %after
after:
  store i32 %old, ptr addrspace(1) %from
  ret void
}

; Memory of all work-items may be one that nobody may write. Nothing is known of a place that was not read, or read
; before something else was written. Many work-items may see one place.
; CHECK-LABEL: @global.lanes8(
; CHECK: masked.store
; CHECK-LABEL: @unread.lanes8(
; CHECK: masked.store
; CHECK-LABEL: @written.lanes8(
; CHECK: masked.store
; CHECK-LABEL: @shared.lanes8(
; CHECK: masked.scatter
; CHECK: {{^[}]}}
define spir_kernel void @global(ptr addrspace(1) %s, ptr addrspace(1) %p) {
  %l = call range(i64 0, 1024) i64 @lanecl.local_id(i32 0)
  %from = getelementptr i32, ptr addrspace(1) %p, i64 %l
  %a = load i32, ptr addrspace(1) %from
  %to = getelementptr i32, ptr addrspace(1) %s, i64 %l
  %old = load i32, ptr addrspace(1) %to
  %less = icmp slt i32 %a, %old
  br i1 %less, label %then, label %after
then:
  store i32 %a, ptr addrspace(1) %to
  br label %after
after:
  ret void
}
define spir_kernel void @unread(ptr addrspace(3) %s, ptr addrspace(1) %p) {
  %l = call range(i64 0, 1024) i64 @lanecl.local_id(i32 0)
  %from = getelementptr i32, ptr addrspace(1) %p, i64 %l
  %a = load i32, ptr addrspace(1) %from
  %to = getelementptr i32, ptr addrspace(3) %s, i64 %l
  %less = icmp slt i32 %a, 7
  br i1 %less, label %then, label %after
then:
  store i32 %a, ptr addrspace(3) %to
  br label %after
after:
  ret void
}
define spir_kernel void @written(ptr addrspace(3) %s, ptr addrspace(1) %p) {
  %l = call range(i64 0, 1024) i64 @lanecl.local_id(i32 0)
  %from = getelementptr i32, ptr addrspace(1) %p, i64 %l
  %a = load i32, ptr addrspace(1) %from
  %to = getelementptr i32, ptr addrspace(3) %s, i64 %l
  %old = load i32, ptr addrspace(3) %to
  %next = getelementptr i32, ptr addrspace(3) %to, i64 1
  store i32 %old, ptr addrspace(3) %next
  %less = icmp slt i32 %a, %old
  br i1 %less, label %then, label %after
then:
  store i32 %a, ptr addrspace(3) %to
  br label %after
after:
  ret void
}
define spir_kernel void @shared(ptr addrspace(3) %s, ptr addrspace(1) %p) {
  %l = call range(i64 0, 1024) i64 @lanecl.local_id(i32 0)
  %from = getelementptr i32, ptr addrspace(1) %p, i64 %l
  %a = load i32, ptr addrspace(1) %from
  %half = lshr i64 %l, 1
  %to = getelementptr i32, ptr addrspace(3) %s, i64 %half
  %old = load i32, ptr addrspace(3) %to
  %less = icmp slt i32 %a, %old
  br i1 %less, label %then, label %after
then:
  store i32 %a, ptr addrspace(3) %to
  br label %after
after:
  ret void
}
