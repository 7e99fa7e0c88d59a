; Indices of 32 bits in loops: of what is the same in all iterations 64 bits are made first, and of what counts behind.
; RUN: lanecl-opt %s --passes=widen-sums | FileCheck %s

declare i64 @lanecl.global_id(i32)

; row + column + i: the two that stay are summed up in 64 bits.
; CHECK-LABEL: @rows(
; CHECK: loop:
; CHECK: %[[R:.*]] = sext i32 %row to i64
; CHECK: %[[S:.*]] = add i64 0, %[[R]]
; CHECK: %[[C:.*]] = sext i32 %column to i64
; CHECK: %[[T:.*]] = sub i64 %[[S]], %[[C]]
; CHECK: %[[I:.*]] = sext i32 %i to i64
; CHECK: %[[A:.*]] = add i64 %[[T]], %[[I]]
; CHECK: getelementptr float, ptr addrspace(1) %p, i64 %[[A]]
define spir_kernel void @rows(ptr addrspace(1) %p, i32 %row, i32 %column, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = add nsw i32 %row, %i
  %index = sub nsw i32 %sum, %column
  %wide = sext i32 %index to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %wide
  store float 1.0, ptr addrspace(1) %a
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Not sums that may overflow,
; CHECK-LABEL: @overflows(
; CHECK: getelementptr float, ptr addrspace(1) %p, i64 %wide
define spir_kernel void @overflows(ptr addrspace(1) %p, i32 %row, i32 %column, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = add i32 %row, %i
  %index = add i32 %sum, %column
  %wide = sext i32 %index to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %wide
  store float 1.0, ptr addrspace(1) %a
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; nor one part alone,
; CHECK-LABEL: @one(
; CHECK: getelementptr float, ptr addrspace(1) %p, i64 %wide
define spir_kernel void @one(ptr addrspace(1) %p, i32 %row, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %index = add nsw i32 %row, %i
  %wide = sext i32 %index to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %wide
  store float 1.0, ptr addrspace(1) %a
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; nor parts that nobody knows before the iteration,
; CHECK-LABEL: @unknown(
; CHECK: getelementptr float, ptr addrspace(1) %p, i64 %wide
define spir_kernel void @unknown(ptr addrspace(1) %p, i32 %row, i32 %column, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %read = load i32, ptr addrspace(1) %p
  %sum = add nsw i32 %row, %i
  %more32 = add nsw i32 %sum, %read
  %index = add nsw i32 %more32, %column
  %wide = sext i32 %index to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %wide
  store float 1.0, ptr addrspace(1) %a
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; nor what counts in steps that are far apart, for lanes too: gathers are better off with 32 bits,
; CHECK-LABEL: @far(
; CHECK: getelementptr float, ptr addrspace(1) %p, i64 %wide
define spir_kernel void @far(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %row, i32 %n) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %lane = trunc i64 %g to i32
  %b = getelementptr i32, ptr addrspace(1) %q, i32 %lane
  %own = load i32, ptr addrspace(1) %b
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = add nsw i32 %row, %i
  %index = add nsw i32 %sum, %own
  %wide = sext i32 %index to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %wide
  store float 1.0, ptr addrspace(1) %a
  %next = add nuw nsw i32 %i, 1000
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; but steps of lanes from neighbour to neighbour are near.
; CHECK-LABEL: @neighbours(
; CHECK-NOT: i64 %wide
; CHECK: ret void
define spir_kernel void @neighbours(ptr addrspace(1) %p, i32 %row, i32 %n) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %lane = trunc i64 %g to i32
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = add nsw i32 %row, %i
  %index = add nsw i32 %sum, %lane
  %wide = sext i32 %index to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %wide
  store float 1.0, ptr addrspace(1) %a
  %next = add nuw nsw i32 %i, 1000
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Signs are taken along with numbers that have none: `zext nneg`, not any zext.
; CHECK-LABEL: @positive(
; CHECK-NOT: i64 %wide
; CHECK: getelementptr float, ptr addrspace(1) %p, i64 %wider
define spir_kernel void @positive(ptr addrspace(1) %p, i32 %row, i32 %column, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = add nsw i32 %row, %i
  %index = add nsw i32 %sum, %column
  %wide = zext nneg i32 %index to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %wide
  store float 1.0, ptr addrspace(1) %a
  %wider = zext i32 %index to i64
  %b = getelementptr float, ptr addrspace(1) %p, i64 %wider
  store float 1.0, ptr addrspace(1) %b
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
