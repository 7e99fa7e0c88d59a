; Versions of a body that a branch at its start declares: rows go together through one of them where not all can.
; RUN: lanecl-opt %s --passes=prepare-packetize,packetize,jam-rows --width=16 | FileCheck %s
; RUN: lanecl-opt %s --passes=prepare-packetize,packetize,work-item-loops --width=16 | FileCheck %s --check-prefix=LOOPS

; CHECK: ; declared: 16 rows if they stay together
; CHECK: ; inverted: 16 rows if they stay together
; CHECK: ; nested: 16 rows if they stay together
; CHECK: ; undeclared: 1 rows
; CHECK: ; late: 1 rows
; CHECK: ; ofRows: 16 rows if they stay together
; CHECK: ; alternatives: 16 rows if they stay together

declare i64 @lanecl.global_id(i32) memory(none) nounwind willreturn
declare i1 @lanecl.uniform.i1(i1) memory(none) nounwind willreturn

; One way runs rows together; the condition is what it stands behind. The body itself has both ways.
; CHECK-LABEL: define internal i32 @declared.region(
; CHECK: br i1 %{{.*}}, label %{{.*}}, label %{{.*}}, !lanecl.versions
; CHECK-LABEL: define internal i1 @declared.holds(
; CHECK: %[[HOLDS:.*]] = icmp ult i64 %n, 4096
; CHECK-NEXT: ret i1 %[[HOLDS]]
; CHECK-LABEL: define internal i32 @declared.jammed(
; CHECK-NOT: store volatile
; CHECK-COUNT-16: store <16 x float>
; CHECK-NOT: store volatile
; CHECK: {{^[}]}}
define spir_kernel void @declared(ptr addrspace(1) noalias %a, ptr addrspace(1) noalias %b, i64 %n) {
  %gx = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %gy = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 1)
  %row = mul nuw nsw i64 %gy, 1024
  %from = add nuw nsw i64 %row, %gx
  %ap = getelementptr float, ptr addrspace(1) %a, i64 %from
  %column = mul nuw nsw i64 %gx, 1024
  %to = add nuw nsw i64 %column, %gy
  %bp = getelementptr float, ptr addrspace(1) %b, i64 %to
  %few = icmp ult i64 %n, 4096
  br i1 %few, label %fast, label %slow, !lanecl.versions !0
fast:
  %v = load float, ptr addrspace(1) %ap
  store float %v, ptr addrspace(1) %bp
  ret void
slow:
  %w = load float, ptr addrspace(1) %ap
  store volatile float %w, ptr addrspace(1) %bp
  ret void
}

; Whichever way it is: its condition must not hold.
; CHECK-LABEL: define internal i1 @inverted.holds(
; CHECK: %[[HOLDS:.*]] = icmp ult i64 %n, 4096
; CHECK-NEXT: ret i1 %[[HOLDS]]
define spir_kernel void @inverted(ptr addrspace(1) noalias %a, ptr addrspace(1) noalias %b, i64 %n) {
  %gx = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %gy = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 1)
  %row = mul nuw nsw i64 %gy, 1024
  %from = add nuw nsw i64 %row, %gx
  %ap = getelementptr float, ptr addrspace(1) %a, i64 %from
  %column = mul nuw nsw i64 %gx, 1024
  %to = add nuw nsw i64 %column, %gy
  %bp = getelementptr float, ptr addrspace(1) %b, i64 %to
  %few = icmp ult i64 %n, 4096
  br i1 %few, label %slow, label %fast, !lanecl.versions !0
fast:
  %v = load float, ptr addrspace(1) %ap
  store float %v, ptr addrspace(1) %bp
  ret void
slow:
  %w = load float, ptr addrspace(1) %ap
  store volatile float %w, ptr addrspace(1) %bp
  ret void
}

; The second of three: the first one's condition does not hold, its own does.
; CHECK-LABEL: define internal i32 @nested.region(
; CHECK-LABEL: define internal i1 @nested.holds(
; CHECK: icmp ult i64 %n, 4096
; CHECK-LABEL: define internal i1 @nested.holds.{{[0-9]+}}(
; CHECK: icmp ult i64 %n, 65536
define spir_kernel void @nested(ptr addrspace(1) noalias %a, ptr addrspace(1) noalias %b, i64 %n) {
  %gx = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %gy = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 1)
  %row = mul nuw nsw i64 %gy, 1024
  %from = add nuw nsw i64 %row, %gx
  %ap = getelementptr float, ptr addrspace(1) %a, i64 %from
  %column = mul nuw nsw i64 %gx, 1024
  %to = add nuw nsw i64 %column, %gy
  %bp = getelementptr float, ptr addrspace(1) %b, i64 %to
  %few = icmp ult i64 %n, 4096
  br i1 %few, label %first, label %choice, !lanecl.versions !0
first:
  store volatile float 1.0, ptr addrspace(1) %bp
  ret void
choice:
  %some = icmp ult i64 %n, 65536
  br i1 %some, label %fast, label %slow, !lanecl.versions !0
fast:
  %v = load float, ptr addrspace(1) %ap
  store float %v, ptr addrspace(1) %bp
  ret void
slow:
  %w = load float, ptr addrspace(1) %ap
  store volatile float %w, ptr addrspace(1) %bp
  ret void
}

; A choice of the program's own says nothing.
; CHECK-NOT: @undeclared.jammed
define spir_kernel void @undeclared(ptr addrspace(1) noalias %a, ptr addrspace(1) noalias %b, i64 %n) {
  %gx = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %gy = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 1)
  %row = mul nuw nsw i64 %gy, 1024
  %from = add nuw nsw i64 %row, %gx
  %ap = getelementptr float, ptr addrspace(1) %a, i64 %from
  %column = mul nuw nsw i64 %gx, 1024
  %to = add nuw nsw i64 %column, %gy
  %bp = getelementptr float, ptr addrspace(1) %b, i64 %to
  %few = icmp ult i64 %n, 4096
  br i1 %few, label %fast, label %slow
fast:
  %v = load float, ptr addrspace(1) %ap
  store float %v, ptr addrspace(1) %bp
  ret void
slow:
  %w = load float, ptr addrspace(1) %ap
  store volatile float %w, ptr addrspace(1) %bp
  ret void
}

; What stands before the choice would be done twice.
; CHECK-NOT: @late.jammed
define spir_kernel void @late(ptr addrspace(1) noalias %a, ptr addrspace(1) noalias %b, i64 %n) {
  %gx = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %gy = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 1)
  %row = mul nuw nsw i64 %gy, 1024
  %from = add nuw nsw i64 %row, %gx
  %ap = getelementptr float, ptr addrspace(1) %a, i64 %from
  %column = mul nuw nsw i64 %gx, 1024
  %to = add nuw nsw i64 %column, %gy
  %bp = getelementptr float, ptr addrspace(1) %b, i64 %to
  store float 1.0, ptr addrspace(1) %ap
  %few = icmp ult i64 %n, 4096
  br i1 %few, label %fast, label %slow, !lanecl.versions !0
fast:
  %v = load float, ptr addrspace(1) %ap
  store float %v, ptr addrspace(1) %bp
  ret void
slow:
  %w = load float, ptr addrspace(1) %ap
  store volatile float %w, ptr addrspace(1) %bp
  ret void
}

; What only some rows fulfil is asked of each of them.
; CHECK-LABEL: define internal i32 @ofRows.jammed(
; CHECK-NOT: store volatile
; CHECK-COUNT-16: store <16 x float>
; CHECK-NOT: store volatile
; CHECK-LABEL: define internal i1 @ofRows.holds(
; CHECK-COUNT-16: icmp ult i64
; CHECK: ret i1
define spir_kernel void @ofRows(ptr addrspace(1) noalias %a, ptr addrspace(1) noalias %b, i64 %n) {
  %gx = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %gy = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 1)
  %row = mul nuw nsw i64 %gy, 1024
  %from = add nuw nsw i64 %row, %gx
  %ap = getelementptr float, ptr addrspace(1) %a, i64 %from
  %column = mul nuw nsw i64 %gx, 1024
  %to = add nuw nsw i64 %column, %gy
  %bp = getelementptr float, ptr addrspace(1) %b, i64 %to
  %few = icmp ult i64 %gy, %n
  br i1 %few, label %fast, label %slow, !lanecl.versions !0
fast:
  %v = load float, ptr addrspace(1) %ap
  store float %v, ptr addrspace(1) %bp
  ret void
slow:
  %w = load float, ptr addrspace(1) %ap
  store volatile float %w, ptr addrspace(1) %bp
  ret void
}

; Either of two suffices: what all rows have alike is asked once and first, the second of each row. Without rows too the
; second stands behind the first.
; CHECK-LABEL: define internal i32 @alternatives.region(
; CHECK-LABEL: define internal i1 @alternatives.region.{{[0-9]+}}.first(
; CHECK: %[[FIRST:.*]] = icmp ult i64 %n, 4096
; CHECK-NEXT: ret i1 %[[FIRST]]
; CHECK-LABEL: define internal i1 @alternatives.holds(
; CHECK-COUNT-16: icmp ult i64 %{{[0-9]+}}, %2
; CHECK-NOT: icmp
; CHECK: {{^[}]}}
; LOOPS-LABEL: define void @alternatives.entry(
; LOOPS: %[[FEW:.*]] = icmp ult i64 %{{.*}}, 4096
; LOOPS: br i1 %[[FEW]], label %[[CHOOSE:choose.*]], label %[[ASK:ask.second.*]]
; LOOPS: [[ASK]]:
; LOOPS: %[[LOW:.*]] = icmp ult i64
; LOOPS: [[CHOOSE]]:
; LOOPS-NEXT: %[[HOLDS:.*]] = phi i1 [ true, %{{.*}} ], [ %[[LOW]], %[[ASK]] ]
; LOOPS-NEXT: br i1 %[[HOLDS]], label %{{.*}}, label %{{.*}}
define spir_kernel void @alternatives(ptr addrspace(1) noalias %a, ptr addrspace(1) noalias %b, i64 %n) {
  %gx = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %gy = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 1)
  %row = mul nuw nsw i64 %gy, 1024
  %from = add nuw nsw i64 %row, %gx
  %ap = getelementptr float, ptr addrspace(1) %a, i64 %from
  %column = mul nuw nsw i64 %gx, 1024
  %to = add nuw nsw i64 %column, %gy
  %bp = getelementptr float, ptr addrspace(1) %b, i64 %to
  %few = icmp ult i64 %n, 4096
  %low = icmp ult i64 %gy, %n
  %first = call i1 @lanecl.uniform.i1(i1 %few)
  %second = call i1 @lanecl.uniform.i1(i1 %low)
  %either = or i1 %first, %second, !lanecl.alternatives !1
  br i1 %either, label %fast, label %slow, !lanecl.versions !0
fast:
  %v = load float, ptr addrspace(1) %ap
  store float %v, ptr addrspace(1) %bp
  ret void
slow:
  %w = load float, ptr addrspace(1) %ap
  store volatile float %w, ptr addrspace(1) %bp
  ret void
}

!0 = !{}
!1 = !{!"first suffices"}
