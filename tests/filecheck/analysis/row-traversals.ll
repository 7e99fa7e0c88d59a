; Which kernels go along rows of memory, one for each work-item.
; RUN: lanecl-opt %s --passes='print<row-traversals>' --disable-output | FileCheck %s

declare i64 @lanecl.global_id(i32)
declare float @f(float)

; Iterations that need nothing of each other are vectors' by themselves.
; CHECK: row traversals of @independent
; CHECK-NEXT: along rows
define spir_kernel void @independent(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %row = mul nsw i64 %g, %n
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = add nsw i64 %row, %i
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at
  %v = load float, ptr addrspace(1) %a
  %w = fmul float %v, 2.0
  %b = getelementptr inbounds float, ptr addrspace(1) %q, i64 %at
  store float %w, ptr addrspace(1) %b
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Columns are lanes'.
; CHECK: row traversals of @columns
; CHECK-NEXT: no
define spir_kernel void @columns(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %down = mul nsw i64 %i, %n
  %at = add nsw i64 %g, %down
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at
  %v = load float, ptr addrspace(1) %a
  %w = fmul float %v, 2.0
  %b = getelementptr inbounds float, ptr addrspace(1) %q, i64 %at
  store float %w, ptr addrspace(1) %b
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; So are windows, which neighbours share,
; CHECK: row traversals of @windows
; CHECK-NEXT: no
define spir_kernel void @windows(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = add nsw i64 %g, %i
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at
  %v = load float, ptr addrspace(1) %a
  %w = fmul float %v, 2.0
  %b = getelementptr inbounds float, ptr addrspace(1) %q, i64 %at
  store float %w, ptr addrspace(1) %b
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; and rows shorter than a line of the cache.
; CHECK: row traversals of @short
; CHECK-NEXT: no
define spir_kernel void @short(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %row = shl nsw i64 %g, 2
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = add nsw i64 %row, %i
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at
  %v = load float, ptr addrspace(1) %a
  %w = fmul float %v, 2.0
  %b = getelementptr inbounds float, ptr addrspace(1) %q, i64 %at
  store float %w, ptr addrspace(1) %b
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; What rows become may wait in a variable of the work-item's own for another loop.
; CHECK: row traversals of @kept
; CHECK-NEXT: along rows
define spir_kernel void @kept(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
entry:
  %own = alloca [64 x float]
  %g = call i64 @lanecl.global_id(i32 0)
  %row = mul nsw i64 %g, %n
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = add nsw i64 %row, %i
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at
  %v = load float, ptr addrspace(1) %a
  %w = fmul float %v, 2.0
  %b = getelementptr inbounds float, ptr %own, i64 %i
  store float %w, ptr %b
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %again
again:
  %j = phi i64 [ 1, %loop ], [ %behind, %again ]
  %c = getelementptr inbounds float, ptr %own, i64 %j
  %x = load float, ptr %c
  %before = getelementptr inbounds i8, ptr %c, i64 -4
  %y = load float, ptr %before
  %sum = fadd float %x, %y
  %to = add nsw i64 %row, %j
  %d = getelementptr inbounds float, ptr addrspace(1) %q, i64 %to
  store float %sum, ptr addrspace(1) %d
  %behind = add nuw nsw i64 %j, 1
  %rest = icmp slt i64 %behind, %n
  br i1 %rest, label %again, label %done
done:
  ret void
}

; Loops over such variables alone are the lanes',
; CHECK: row traversals of @own
; CHECK-NEXT: no
define spir_kernel void @own(ptr addrspace(1) %q, i64 %n) {
entry:
  %own = alloca [64 x float]
  %g = call i64 @lanecl.global_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = add nsw i64 %g, %i
  %w = sitofp i64 %sum to float
  %b = getelementptr inbounds float, ptr %own, i64 %i
  store float %w, ptr %b
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  %c = getelementptr inbounds float, ptr %own, i64 %n
  %x = load float, ptr %c
  %d = getelementptr inbounds float, ptr addrspace(1) %q, i64 %g
  store float %x, ptr addrspace(1) %d
  ret void
}

; and sums that wait for one another in them.
; CHECK: row traversals of @waiting
; CHECK-NEXT: no
define spir_kernel void @waiting(ptr addrspace(1) %p, i64 %n) {
entry:
  %own = alloca [64 x float]
  %g = call i64 @lanecl.global_id(i32 0)
  %row = mul nsw i64 %g, %n
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = add nsw i64 %row, %i
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at
  %v = load float, ptr addrspace(1) %a
  %b = getelementptr inbounds float, ptr %own, i64 %i
  %x = load float, ptr %b
  %w = fadd float %v, %x
  %next = add nuw nsw i64 %i, 1
  %c = getelementptr inbounds float, ptr %own, i64 %next
  store float %w, ptr %c
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Much that is done once for each row makes lanes worth it: here 20 operations, an iteration has 4 with its accesses.
; CHECK: row traversals of @outside
; CHECK-NEXT: no
define spir_kernel void @outside(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %row = mul nsw i64 %g, %n
  %h0 = add i64 %row, 3
  %h1 = xor i64 %h0, 4
  %h2 = add i64 %h1, 5
  %h3 = xor i64 %h2, 6
  %h4 = add i64 %h3, 7
  %h5 = xor i64 %h4, 8
  %h6 = add i64 %h5, 9
  %h7 = xor i64 %h6, 10
  %h8 = add i64 %h7, 11
  %h9 = xor i64 %h8, 12
  %h10 = add i64 %h9, 13
  %h11 = xor i64 %h10, 14
  %h12 = add i64 %h11, 15
  %h13 = xor i64 %h12, 16
  %h14 = add i64 %h13, 17
  %h15 = xor i64 %h14, 18
  %h16 = add i64 %h15, 19
  %h17 = xor i64 %h16, 20
  %h18 = add i64 %h17, 21
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = add nsw i64 %row, %i
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at
  %v = load float, ptr addrspace(1) %a
  %w = fmul float %v, 2.0
  %b = getelementptr inbounds float, ptr addrspace(1) %q, i64 %at
  store float %w, ptr addrspace(1) %b
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  %e = getelementptr inbounds i64, ptr addrspace(1) %q, i64 %g
  store i64 %h18, ptr addrspace(1) %e
  ret void
}

; Sums of rows gain from lanes.
; CHECK: row traversals of @sums
; CHECK-NEXT: no
define spir_kernel void @sums(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %row = mul nsw i64 %g, %n
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %t, %loop ]
  %at = add nsw i64 %row, %i
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at
  %v = load float, ptr addrspace(1) %a
  %t = fadd float %s, %v
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Iterations in order, in rows of any distance,
; CHECK: row traversals of @running
; CHECK-NEXT: no
define spir_kernel void @running(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %row = mul nsw i64 %g, %n
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %w, %loop ]
  %at = add nsw i64 %row, %i
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at
  %v = load float, ptr addrspace(1) %a
  %w = fadd float %s, %v
  %b = getelementptr inbounds float, ptr addrspace(1) %q, i64 %at
  store float %w, ptr addrspace(1) %b
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; and in such as meet in the cache.
; CHECK: row traversals of @colliding
; CHECK-NEXT: along rows
define spir_kernel void @colliding(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %row = shl nsw i64 %g, 10
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %w, %loop ]
  %at = add nsw i64 %row, %i
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at
  %v = load float, ptr addrspace(1) %a
  %w = fadd float %s, %v
  %b = getelementptr inbounds float, ptr addrspace(1) %q, i64 %at
  store float %w, ptr addrspace(1) %b
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; What the iteration before has stored is read again.
; CHECK: row traversals of @recurrence
; CHECK-NEXT: no
define spir_kernel void @recurrence(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %row = mul nsw i64 %g, %n
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = add nsw i64 %row, %i
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at
  %v = load float, ptr addrspace(1) %a
  %o = getelementptr inbounds i8, ptr addrspace(1) %a, i64 -4
  %u = load float, ptr addrspace(1) %o
  %w = fmul float %v, %u
  store float %w, ptr addrspace(1) %a
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Much to compute is worth the wait.
; CHECK: row traversals of @busy
; CHECK-NEXT: no
define spir_kernel void @busy(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %row = shl nsw i64 %g, 10
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s = phi float [ 0.0, %entry ], [ %w, %loop ]
  %at = add nsw i64 %row, %i
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at
  %v = load float, ptr addrspace(1) %a
  %w0 = fadd float %v, %s
  %w1 = fadd float %w0, %s
  %w2 = fadd float %w1, %s
  %w3 = fadd float %w2, %s
  %w4 = fadd float %w3, %s
  %w5 = fadd float %w4, %s
  %w6 = fadd float %w5, %s
  %w7 = fadd float %w6, %s
  %w8 = fadd float %w7, %s
  %w = fadd float %w8, %s
  %b = getelementptr inbounds float, ptr addrspace(1) %q, i64 %at
  store float %w, ptr addrspace(1) %b
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Functions are made of vectors.
; CHECK: row traversals of @calls
; CHECK-NEXT: no
define spir_kernel void @calls(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %row = mul nsw i64 %g, %n
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = add nsw i64 %row, %i
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at
  %v = load float, ptr addrspace(1) %a
  %w = call float @f(float %v)
  %b = getelementptr inbounds float, ptr addrspace(1) %q, i64 %at
  store float %w, ptr addrspace(1) %b
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Nor is what each work-item computes before a row that may be short.
; CHECK: row traversals of @prepared
; CHECK-NEXT: no
define spir_kernel void @prepared(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %row = mul nsw i64 %g, %n
  %f = sitofp i64 %g to float
  %d = fdiv float 1.0, %f
  %e = fdiv float %d, %f
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = add nsw i64 %row, %i
  %a = getelementptr inbounds float, ptr addrspace(1) %p, i64 %at
  %v = load float, ptr addrspace(1) %a
  %w = fmul float %v, %e
  %b = getelementptr inbounds float, ptr addrspace(1) %q, i64 %at
  store float %w, ptr addrspace(1) %b
  %next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
