; How many of 64 lanes go along rows of their own without pushing each other's lines out of the cache.
; RUN: lanecl-opt %s --passes='print<lanes-in-cache>' --disable-output | FileCheck %s

declare i64 @lanecl.global_id(i32)

; 4096 bytes from each other, or a multiple of that: all in one place.
; CHECK: lanes in cache of @collide
; CHECK-NEXT: 8 lanes, or 8 lanes
define spir_kernel void @collide(ptr addrspace(1) %p, i64 %n) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %row = mul nsw i64 %g, 3072
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = add nsw i64 %row, %i
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at
  store float 1.0, ptr addrspace(1) %a
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; CHECK: lanes in cache of @halves
; CHECK-NEXT: 16 lanes, or 16 lanes
define spir_kernel void @halves(ptr addrspace(1) %p, i64 %n) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %row = mul nsw i64 %g, 512
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = add nsw i64 %row, %i
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at
  store float 1.0, ptr addrspace(1) %a
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; CHECK: lanes in cache of @spread
; CHECK-NEXT: 64 lanes, or 64 lanes
define spir_kernel void @spread(ptr addrspace(1) %p, i64 %n) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %row = mul nsw i64 %g, 1000
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = add nsw i64 %row, %i
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at
  store float 1.0, ptr addrspace(1) %a
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Only the launch knows.
; CHECK: lanes in cache of @unknown
; CHECK-NEXT: 64 lanes, or 16 lanes
define spir_kernel void @unknown(ptr addrspace(1) %p, i64 %n) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %row = mul nsw i64 %g, %n
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = add nsw i64 %row, %i
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at
  store float 1.0, ptr addrspace(1) %a
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Indices of 32 bits, without a sign.
; CHECK: lanes in cache of @narrow
; CHECK-NEXT: 8 lanes, or 8 lanes
define spir_kernel void @narrow(ptr addrspace(1) %p, i32 %n) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %id = trunc i64 %g to i32
  %row = shl i32 %id, 10
  br label %loop
loop:
  %k = phi i32 [ %row, %entry ], [ %next, %loop ]
  %at = zext i32 %k to i64
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at
  store float 1.0, ptr addrspace(1) %a
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Lines that nobody comes back to.
; CHECK: lanes in cache of @far
; CHECK-NEXT: 64 lanes, or 64 lanes
define spir_kernel void @far(ptr addrspace(1) %p, i64 %n) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %row = mul nsw i64 %g, 1024
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %down = shl i64 %i, 6
  %at = add nsw i64 %row, %down
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at
  store float 1.0, ptr addrspace(1) %a
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Of all lanes.
; CHECK: lanes in cache of @uniform
; CHECK-NEXT: 64 lanes, or 64 lanes
define spir_kernel void @uniform(ptr addrspace(1) %p, i64 %n) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %row = mul nsw i64 %n, 1024
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = add nsw i64 %row, %i
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at
  store float 1.0, ptr addrspace(1) %a
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; A transposition: each row of work-items writes the next elements of the lanes' columns.
; CHECK: lanes in cache of @transposed
; CHECK-NEXT: 32 lanes, or 32 lanes
define spir_kernel void @transposed(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %x = call i64 @lanecl.global_id(i32 0)
  %y = call i64 @lanecl.global_id(i32 1)
  %in.row = mul nsw i64 %y, 1024
  %in.at = add nsw i64 %in.row, %x
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %in.at
  %v = load float, ptr addrspace(1) %a
  %row = mul nsw i64 %x, 1024
  %at = add nsw i64 %row, %y
  %b = getelementptr inbounds float, ptr addrspace(1) %q, i64 %at
  store float %v, ptr addrspace(1) %b
  ret void
}

; The other way round: columns are read.
; CHECK: lanes in cache of @untransposed
; CHECK-NEXT: 64 lanes, or 64 lanes
define spir_kernel void @untransposed(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %x = call i64 @lanecl.global_id(i32 0)
  %y = call i64 @lanecl.global_id(i32 1)
  %row = mul nsw i64 %x, 1024
  %at = add nsw i64 %row, %y
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at
  %v = load float, ptr addrspace(1) %a
  %out.row = mul nsw i64 %y, 1024
  %out.at = add nsw i64 %out.row, %x
  %b = getelementptr inbounds float, ptr addrspace(1) %q, i64 %out.at
  store float %v, ptr addrspace(1) %b
  ret void
}

; Nobody goes on along the columns.
; CHECK: lanes in cache of @columns
; CHECK-NEXT: 64 lanes, or 64 lanes
define spir_kernel void @columns(ptr addrspace(1) %q) {
  %x = call i64 @lanecl.global_id(i32 0)
  %row = mul nsw i64 %x, 1024
  %b = getelementptr inbounds float, ptr addrspace(1) %q, i64 %row
  store float 1.0, ptr addrspace(1) %b
  ret void
}
