; Rows of lanes that are far apart: the loop is unrolled to as many elements as a piece of a row has, 16 bytes.
; RUN: lanecl-opt %s --passes=unroll-streams --width=8 | FileCheck %s

declare i64 @lanecl.global_id(i32)

; Four floats in each round, at distances from where the lane's row begins.
; CHECK-LABEL: @rows(
; CHECK: getelementptr i8, ptr addrspace(1) %{{.*}}, i64 %distance
; CHECK-COUNT-4: load float
; CHECK-NOT: load float
; CHECK: br i1
define spir_kernel void @rows(ptr addrspace(1) %p, ptr addrspace(1) %q) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %row = mul nsw i64 %g, 1024
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %t, %loop ]
  %at = add nsw i64 %row, %i
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at
  %v = load float, ptr addrspace(1) %a
  %t = fadd float %s, %v
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, 1024
  br i1 %more, label %loop, label %end
end:
  %sum = phi float [ %t, %loop ]
  %b = getelementptr inbounds float, ptr addrspace(1) %q, i64 %g
  store float %sum, ptr addrspace(1) %b
  ret void
}

; Eight shorts.
; CHECK-LABEL: @shorts(
; CHECK-COUNT-8: load i16
; CHECK-NOT: load i16
; CHECK: ret void
define spir_kernel void @shorts(ptr addrspace(1) %p, ptr addrspace(1) %q) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %row = mul nsw i64 %g, 1024
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi i16 [ 0, %entry ], [ %t, %loop ]
  %at = add nsw i64 %row, %i
  %a = getelementptr inbounds i16, ptr addrspace(1) %p, i64 %at
  %v = load i16, ptr addrspace(1) %a
  %t = add i16 %s, %v
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, 1024
  br i1 %more, label %loop, label %end
end:
  %sum = phi i16 [ %t, %loop ]
  %b = getelementptr inbounds i16, ptr addrspace(1) %q, i64 %g
  store i16 %sum, ptr addrspace(1) %b
  ret void
}

; Neighbours' elements are a vector as they are;
; CHECK-LABEL: @columns(
; CHECK-COUNT-1: load float
; CHECK-NOT: load float
; CHECK: ret void
define spir_kernel void @columns(ptr addrspace(1) %p, ptr addrspace(1) %q) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %t, %loop ]
  %at = add nsw i64 %g, %i
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at
  %v = load float, ptr addrspace(1) %a
  %t = fadd float %s, %v
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, 1024
  br i1 %more, label %loop, label %end
end:
  %sum = phi float [ %t, %loop ]
  %b = getelementptr inbounds float, ptr addrspace(1) %q, i64 %g
  store float %sum, ptr addrspace(1) %b
  ret void
}

; elements with others between them are no pieces;
; CHECK-LABEL: @steps(
; CHECK-COUNT-1: load float
; CHECK-NOT: load float
; CHECK: ret void
define spir_kernel void @steps(ptr addrspace(1) %p, ptr addrspace(1) %q) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %row = mul nsw i64 %g, 1024
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %t, %loop ]
  %at = add nsw i64 %row, %i
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at
  %v = load float, ptr addrspace(1) %a
  %t = fadd float %s, %v
  %next = add nuw nsw i64 %i, 2
  %more = icmp slt i64 %next, 1024
  br i1 %more, label %loop, label %end
end:
  %sum = phi float [ %t, %loop ]
  %b = getelementptr inbounds float, ptr addrspace(1) %q, i64 %g
  store float %sum, ptr addrspace(1) %b
  ret void
}

; what a loop writes it might read again;
; CHECK-LABEL: @writes(
; CHECK-COUNT-1: load float
; CHECK-NOT: load float
; CHECK: ret void
define spir_kernel void @writes(ptr addrspace(1) %p, ptr addrspace(1) %q) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %row = mul nsw i64 %g, 1024
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = add nsw i64 %row, %i
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at
  %v = load float, ptr addrspace(1) %a
  store float %v, ptr addrspace(1) %q
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, 1024
  br i1 %more, label %loop, label %end
end:
  ret void
}

; and lanes that leave the loop apart read no piece together.
; CHECK-LABEL: @apart(
; CHECK-COUNT-1: load float
; CHECK-NOT: load float
; CHECK: ret void
define spir_kernel void @apart(ptr addrspace(1) %p, ptr addrspace(1) %q) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %row = mul nsw i64 %g, 1024
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %t, %loop ]
  %at = add nsw i64 %row, %i
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at
  %v = load float, ptr addrspace(1) %a
  %t = fadd float %s, %v
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %g
  br i1 %more, label %loop, label %end
end:
  %sum = phi float [ %t, %loop ]
  %b = getelementptr inbounds float, ptr addrspace(1) %q, i64 %g
  store float %sum, ptr addrspace(1) %b
  ret void
}
