; Loops that may wait have a cut, passed in every sixteenth turn.
; RUN: lanecl-opt %s --passes='number-barriers<waits>,yield-in-loops' | FileCheck %s
; RUN: lanecl-opt %s --passes='number-barriers<waits>,yield-in-loops,lower-single-lane-sub-groups,work-item-loops' --width=1 | FileCheck %s --check-prefix=LOOPS

declare i32 @lanecl.work_group.reduce.add.i32(i32) convergent

; CHECK-LABEL: @waits(
; CHECK: %[[NEXT:.*]] = add i32 %iterations, 1
; CHECK: %[[LOW:.*]] = and i32 %[[NEXT]], 15
; CHECK: %[[TIME:.*]] = icmp eq i32 %[[LOW]], 0
; CHECK: br i1 %[[TIME]],
; CHECK: call void @lanecl.yield(i32 1073741824)
; CHECK: %iterations = phi i32 [ %[[NEXT]], %{{.*}} ], [ 0, %entry ]
; Behind it the others run; those that wait there go on in the region of that number, with the turns that they took.
; LOOPS-LABEL: define void @waits.entry(
; LOOPS: phi i32 [ 1073741824, %{{.*}} ], [ 0, %
; LOOPS: switch i32 %{{.*}}, label %group.done [
; LOOPS-NEXT: i32 1073741824, label %[[REGION:.*]]
; LOOPS: %[[AT:.*]] = load i32, ptr %
; LOOPS-NEXT: icmp eq i32 %[[AT]], 1073741824
; LOOPS: i32 1073741824, label %[[REGION]]
; LOOPS: {{^[}]}}
define spir_kernel void @waits(ptr addrspace(3) %p) {
entry:
  br label %loop
loop:
  %v = load atomic i32, ptr addrspace(3) %p acquire, align 4
  %unset = icmp eq i32 %v, 0
  br i1 %unset, label %loop, label %end
end:
  ret void
}

; Operations of the work-group want the sub-groups in their order: a barrier in front of them.
; CHECK-LABEL: @reduces(
; CHECK: call void @lanecl.region_end(i32 1)
; CHECK: @lanecl.accumulate
; CHECK: call void @lanecl.region_end(i32 2)
define spir_kernel void @reduces(ptr addrspace(1) %p, i32 %x) {
  %s = call i32 @lanecl.work_group.reduce.add.i32(i32 %x)
  store i32 %s, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @goesOn(
; CHECK-NOT: @lanecl.yield
; CHECK: {{^[}]}}
define spir_kernel void @goesOn(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  store i32 %i, ptr addrspace(1) %p
  %i1 = add i32 %i, 1
  %more = icmp ult i32 %i1, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
