; Relaxed messages without results that a loop sends to one address become one behind it.
; RUN: lanecl-opt %s --passes=combine-atomics | FileCheck %s

declare i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1), i32, i32, i1, i32, i32)
declare i32 @lanecl.atomic.imax.i32.p1(ptr addrspace(1), i32, i32, i1, i32, i32)
declare i32 @lanecl.atomic.inc.i32.p3(ptr addrspace(3), i32, i32, i1, i32, i32)
declare <4 x i32> @lanecl.atomic.sub.v4i32.p1(ptr addrspace(1), <4 x i32>, <4 x i32>, <4 x i1>, i32, i32)
declare float @lanecl.atomic.add.f32.p1(ptr addrspace(1), float, float, i1, i32, i32)

; CHECK-LABEL: @sum
; CHECK: loop:
; CHECK-NOT: lanecl.atomic
; CHECK: end:
; CHECK: %[[TOTAL:.*]] = load i32, ptr %gathered
; CHECK: %[[SENT:.*]] = load i1, ptr %sent
; CHECK: call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) captures(none) %p, i32 %[[TOTAL]], i32 poison, i1 %[[SENT]], i32 1, i32 0)
define void @sum(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %old = call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) %p, i32 %i, i32 poison, i1 true, i32 1, i32 0)
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Lanes are added up behind the loop.
; CHECK-LABEL: @lanes
; CHECK: loop:
; CHECK: select <4 x i1> %mask
; CHECK-NOT: lanecl.atomic
; CHECK: end:
; CHECK: %[[TOTAL:.*]] = call i32 @llvm.vector.reduce.add.v4i32
; CHECK: call i32 @lanecl.atomic.sub.i32.p1(ptr addrspace(1) captures(none) %p, i32 %[[TOTAL]]
define void @lanes(ptr addrspace(1) %p, i32 %n, <4 x i32> %x, <4 x i1> %mask) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %old = call <4 x i32> @lanecl.atomic.sub.v4i32.p1(ptr addrspace(1) %p, <4 x i32> %x, <4 x i32> poison, <4 x i1> %mask, i32 1, i32 0)
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; The result is used.
; CHECK-LABEL: @used
; CHECK: loop:
; CHECK: call i32 @lanecl.atomic.add
; CHECK: end:
define void @used(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %old = call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) %p, i32 1, i32 poison, i1 true, i32 1, i32 0)
  %next = add nsw i32 %i, %old
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; It orders other memory.
; CHECK-LABEL: @release
; CHECK: loop:
; CHECK: call i32 @lanecl.atomic.add
; CHECK: end:
define void @release(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %old = call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) %p, i32 1, i32 poison, i1 true, i32 1, i32 4)
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; A fence orders it.
; CHECK-LABEL: @fenced
; CHECK: loop:
; CHECK: call i32 @lanecl.atomic.add
; CHECK: end:
define void @fenced(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %old = call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) %p, i32 1, i32 poison, i1 true, i32 1, i32 0)
  fence release
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; The same work-item may look at it, by another name.
; CHECK-LABEL: @looked
; CHECK: loop:
; CHECK: call i32 @lanecl.atomic.add
; CHECK: end:
define void @looked(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = load i32, ptr addrspace(1) %q
  %old = call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) %p, i32 %x, i32 poison, i1 true, i32 1, i32 0)
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Over work-items, what comes before it in a turn is of others.
; CHECK-LABEL: @others
; CHECK: loop:
; CHECK-NOT: lanecl.atomic
; CHECK: end:
; CHECK: call i32 @lanecl.atomic.add
define void @others(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = load i32, ptr addrspace(1) %q
  %old = call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) %p, i32 %x, i32 poison, i1 true, i32 1, i32 0)
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end, !llvm.loop !0
end:
  ret void
}

; What comes behind it is the same work-item's.
; CHECK-LABEL: @behind
; CHECK: loop:
; CHECK: call i32 @lanecl.atomic.add
; CHECK: end:
define void @behind(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %old = call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) %p, i32 %i, i32 poison, i1 true, i32 1, i32 0)
  store i32 %i, ptr addrspace(1) %q
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end, !llvm.loop !0
end:
  ret void
}

; Another group has local variables of its own.
; CHECK-LABEL: @groups
; CHECK: loop:
; CHECK: call i32 @lanecl.atomic.inc
; CHECK: end:
define void @groups(ptr addrspace(3) %l, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %old = call i32 @lanecl.atomic.inc.i32.p3(ptr addrspace(3) %l, i32 poison, i32 poison, i1 true, i32 2, i32 0)
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end, !llvm.loop !2
end:
  ret void
}

; Nobody knows that the loop ends.
; CHECK-LABEL: @endless
; CHECK: loop:
; CHECK: call i32 @lanecl.atomic.add
; CHECK: end:
define void @endless(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %n, %entry ], [ %next, %loop ]
  %old = call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) %p, i32 1, i32 poison, i1 true, i32 1, i32 0)
  %square = mul i32 %i, %i
  %next = xor i32 %square, %n
  %more = icmp ne i32 %next, 5
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Sums and maxima of one cell do not change places.
; CHECK-LABEL: @mixed
; CHECK: loop:
; CHECK: call i32 @lanecl.atomic.add
; CHECK: call i32 @lanecl.atomic.imax
; CHECK: end:
define void @mixed(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %old = call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) %p, i32 1, i32 poison, i1 true, i32 1, i32 0)
  %max = call i32 @lanecl.atomic.imax.i32.p1(ptr addrspace(1) %p, i32 5, i32 poison, i1 true, i32 1, i32 0)
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Sums of floats are rounded in some order, memory's first.
; CHECK-LABEL: @floats
; CHECK: loop:
; CHECK: call float @lanecl.atomic.add
; CHECK-NOT: call reassoc
; CHECK: end:
; CHECK: call reassoc float @lanecl.atomic.add
define void @floats(ptr addrspace(1) %p, ptr addrspace(1) noalias %q, i32 %n, float %x) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %exact = call float @lanecl.atomic.add.f32.p1(ptr addrspace(1) %p, float %x, float poison, i1 true, i32 1, i32 0) memory(argmem: readwrite)
  %any = call reassoc float @lanecl.atomic.add.f32.p1(ptr addrspace(1) %q, float %x, float poison, i1 true, i32 1, i32 0) memory(argmem: readwrite)
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"lanecl.iterations.work_items"}
!2 = distinct !{!2, !3}
!3 = !{!"lanecl.iterations.work_groups"}
