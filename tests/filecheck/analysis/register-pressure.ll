; Kernels that fewer lanes serve better, and those best run without.
; RUN: lanecl-opt %s --passes='print<register-pressure>' --disable-output | FileCheck %s

declare i64 @lanecl.global_id(i32) memory(none) nounwind willreturn

; Eight floats of a structure, 32 bytes, of each lane.
; CHECK-LABEL: register pressure of @structure
; CHECK-NEXT: 16 lanes, which walk together
define spir_kernel void @structure(ptr addrspace(1) %p) {
  %g = call i64 @lanecl.global_id(i32 0)
  %a = getelementptr [8 x float], ptr addrspace(1) %p, i64 %g
  %v0 = load <4 x float>, ptr addrspace(1) %a
  %b = getelementptr i8, ptr addrspace(1) %a, i64 16
  %v1 = load <4 x float>, ptr addrspace(1) %b
  ret void
}

; Less than that; reads and writes each for themselves; the same for all lanes; of private memory.
; CHECK-LABEL: register pressure of @small
; CHECK-NEXT: 32 lanes, which walk together
define spir_kernel void @small(ptr addrspace(1) %p, i64 %n) {
  %g = call i64 @lanecl.global_id(i32 0)
  %a = getelementptr [7 x float], ptr addrspace(1) %p, i64 %g
  %v0 = load <4 x float>, ptr addrspace(1) %a
  %b = getelementptr i8, ptr addrspace(1) %a, i64 16
  store <3 x float> zeroinitializer, ptr addrspace(1) %b
  %u = load <16 x float>, ptr addrspace(1) %p
  %own = alloca [16 x float]
  store <16 x float> %u, ptr %own
  ret void
}

; Sixteen channels lie side by side, or three times sixteen: the lanes of one register have them whole. Thirty-two have
; those of two, and what was read is no id.
; CHECK-LABEL: register pressure of @channels
; CHECK-NEXT: 16 lanes
define spir_kernel void @channels(ptr addrspace(1) %p) {
  %g = call i64 @lanecl.global_id(i32 0)
  %c = and i64 %g, 15
  %a = getelementptr float, ptr addrspace(1) %p, i64 %c
  store float 1.0, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: register pressure of @pixels
; CHECK-NEXT: 16 lanes
define spir_kernel void @pixels(ptr addrspace(1) %p) {
  %g = call i64 @lanecl.global_id(i32 0)
  %c = udiv i64 %g, 48
  %a = getelementptr float, ptr addrspace(1) %p, i64 %c
  store float 1.0, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: register pressure of @others
; CHECK-NEXT: 32 lanes
define spir_kernel void @others(ptr addrspace(1) %p) {
  %g = call i64 @lanecl.global_id(i32 0)
  %c = urem i64 %g, 64
  %d = and i64 %g, 47
  %e = lshr i64 %g, 3
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %c
  %v = load i64, ptr addrspace(1) %a
  %w = and i64 %v, 15
  %x = add i64 %w, %d
  %y = add i64 %x, %e
  store i64 %y, ptr addrspace(1) %a
  ret void
}

; Who follows a list waits for each place before the next; who has more to do meanwhile does not.
; CHECK-LABEL: register pressure of @list
; CHECK-NEXT: 32 lanes, which walk together{{$}}
define spir_kernel void @list(ptr addrspace(1) %p) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i64 [ %g, %entry ], [ %t, %loop ]
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %s
  %v = load i64, ptr addrspace(1) %a
  %t = xor i64 %v, 1
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, 100
  br i1 %more, label %loop, label %end
end:
  store i64 %t, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: register pressure of @longer
; CHECK-NEXT: 32 lanes, which walk together, 16 in work-groups
define spir_kernel void @longer(ptr addrspace(1) %p, float %f) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %g
  %v = load float, ptr addrspace(1) %a
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi float [ %v, %entry ], [ %t, %loop ]
  %w = load float, ptr addrspace(1) %a
  %x = fdiv float %w, %v
  %t = fadd float %s, %x
  %next = add nuw nsw i32 %i, 1
  %more = icmp slt i32 %next, 100
  br i1 %more, label %loop, label %end
end:
  store float %t, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: register pressure of @walk
; CHECK-NEXT: 32 lanes, which walk apart
define spir_kernel void @walk(ptr addrspace(1) %rows, ptr addrspace(1) %columns, ptr addrspace(1) %x) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %r = getelementptr i32, ptr addrspace(1) %rows, i64 %g
  %first = load i32, ptr addrspace(1) %r
  %r1 = getelementptr i32, ptr addrspace(1) %r, i64 1
  %end = load i32, ptr addrspace(1) %r1
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %sum1, %loop ]
  %c = getelementptr i32, ptr addrspace(1) %columns, i32 %i
  %column = load i32, ptr addrspace(1) %c
  %q = getelementptr float, ptr addrspace(1) %x, i32 %column
  %v = load float, ptr addrspace(1) %q
  %sum1 = fadd float %sum, %v
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %end
  br i1 %more, label %loop, label %done
done:
  %last = phi float [ %sum1, %loop ]
  store float %last, ptr addrspace(1) %rows
  ret void
}

; The same loop from the work-item's own place: neighbours walk side by side.
; CHECK-LABEL: register pressure of @together
; CHECK-NEXT: 32 lanes, which walk together
define spir_kernel void @together(ptr addrspace(1) %columns, ptr addrspace(1) %x, i32 %end) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %first = trunc i64 %g to i32
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %sum1, %loop ]
  %c = getelementptr i32, ptr addrspace(1) %columns, i32 %i
  %column = load i32, ptr addrspace(1) %c
  %q = getelementptr float, ptr addrspace(1) %x, i32 %column
  %v = load float, ptr addrspace(1) %q
  %sum1 = fadd float %sum, %v
  %next = add i32 %i, 64
  %more = icmp slt i32 %next, %end
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Which way an iteration takes is a matter of what was gathered.
; CHECK-LABEL: register pressure of @parts
; CHECK-NEXT: 32 lanes, which walk together
define spir_kernel void @parts(ptr addrspace(1) %rows, ptr addrspace(1) %columns, ptr addrspace(1) %x) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %r = getelementptr i32, ptr addrspace(1) %rows, i64 %g
  %first = load i32, ptr addrspace(1) %r
  %r1 = getelementptr i32, ptr addrspace(1) %r, i64 1
  %end = load i32, ptr addrspace(1) %r1
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %latch ]
  %sum = phi float [ 0.0, %entry ], [ %sum2, %latch ]
  %c = getelementptr i32, ptr addrspace(1) %columns, i32 %i
  %column = load i32, ptr addrspace(1) %c
  %wanted = icmp sgt i32 %column, 0
  br i1 %wanted, label %inside, label %latch
inside:
  %q = getelementptr float, ptr addrspace(1) %x, i32 %column
  %v = load float, ptr addrspace(1) %q
  %sum1 = fadd float %sum, %v
  br label %latch
latch:
  %sum2 = phi float [ %sum, %loop ], [ %sum1, %inside ]
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %end
  br i1 %more, label %loop, label %done
done:
  %last = phi float [ %sum2, %latch ]
  store float %last, ptr addrspace(1) %rows
  ret void
}

; A result that begins with what was read is no walk.
; CHECK-LABEL: register pressure of @least
; CHECK-NEXT: 32 lanes, which walk together
define spir_kernel void @least(ptr addrspace(1) %columns, ptr addrspace(1) %x, i32 %end) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %first = trunc i64 %g to i32
  %own = getelementptr i32, ptr addrspace(1) %x, i64 %g
  %begin = load i32, ptr addrspace(1) %own
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %least = phi i32 [ %begin, %entry ], [ %less, %loop ]
  %c = getelementptr i32, ptr addrspace(1) %columns, i32 %i
  %column = load i32, ptr addrspace(1) %c
  %q = getelementptr i32, ptr addrspace(1) %x, i32 %column
  %v = load i32, ptr addrspace(1) %q
  %less = call i32 @llvm.smin.i32(i32 %least, i32 %v)
  %next = add i32 %i, 64
  %more = icmp slt i32 %next, %end
  br i1 %more, label %loop, label %done
done:
  ret void
}

; What the lanes compute there outweighs the gathers; nor if it is written.
; CHECK-LABEL: register pressure of @busy
; CHECK-NEXT: 32 lanes, which walk together
define spir_kernel void @busy(ptr addrspace(1) %rows, ptr addrspace(1) %columns, ptr addrspace(1) %x) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %r = getelementptr i32, ptr addrspace(1) %rows, i64 %g
  %first = load i32, ptr addrspace(1) %r
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %s5, %loop ]
  %c = getelementptr i32, ptr addrspace(1) %columns, i32 %i
  %column = load i32, ptr addrspace(1) %c
  %q = getelementptr i32, ptr addrspace(1) %x, i32 %column
  %v = load i32, ptr addrspace(1) %q
  %s1 = add i32 %sum, %v
  %s2 = mul i32 %s1, 17
  %s3 = xor i32 %s2, 99
  %s4 = lshr i32 %s3, 3
  %s5 = sub i32 %s4, %column
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, %s5
  br i1 %more, label %loop, label %done
done:
  ret void
}

; Twelve sums of a loop, two registers each, leave none of 32 for the rest.
; CHECK-LABEL: register pressure of @manySums
; CHECK-NEXT: 16 lanes,
define spir_kernel void @manySums(ptr addrspace(1) %p, i64 %n) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %g, %entry ], [ %next, %loop ]
  %s0 = phi float [ 0.0, %entry ], [ %t0, %loop ]
  %s1 = phi float [ 0.0, %entry ], [ %t1, %loop ]
  %s2 = phi float [ 0.0, %entry ], [ %t2, %loop ]
  %s3 = phi float [ 0.0, %entry ], [ %t3, %loop ]
  %s4 = phi float [ 0.0, %entry ], [ %t4, %loop ]
  %s5 = phi float [ 0.0, %entry ], [ %t5, %loop ]
  %s6 = phi float [ 0.0, %entry ], [ %t6, %loop ]
  %s7 = phi float [ 0.0, %entry ], [ %t7, %loop ]
  %s8 = phi float [ 0.0, %entry ], [ %t8, %loop ]
  %s9 = phi float [ 0.0, %entry ], [ %t9, %loop ]
  %s10 = phi float [ 0.0, %entry ], [ %t10, %loop ]
  %s11 = phi float [ 0.0, %entry ], [ %t11, %loop ]
  %q = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %q
  %t0 = fadd float %s0, %v
  %t1 = fadd float %s1, %v
  %t2 = fadd float %s2, %v
  %t3 = fadd float %s3, %v
  %t4 = fadd float %s4, %v
  %t5 = fadd float %s5, %v
  %t6 = fadd float %s6, %v
  %t7 = fadd float %s7, %v
  %t8 = fadd float %s8, %v
  %t9 = fadd float %s9, %v
  %t10 = fadd float %s10, %v
  %t11 = fadd float %s11, %v
  %next = add i64 %i, 64
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; With half as many lanes doubles have one each.
; CHECK-LABEL: register pressure of @manyDoubles
; CHECK-NEXT: 8 lanes,
define spir_kernel void @manyDoubles(ptr addrspace(1) %p, i64 %n) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %g, %entry ], [ %next, %loop ]
  %s0 = phi double [ 0.0, %entry ], [ %t0, %loop ]
  %s1 = phi double [ 0.0, %entry ], [ %t1, %loop ]
  %s2 = phi double [ 0.0, %entry ], [ %t2, %loop ]
  %s3 = phi double [ 0.0, %entry ], [ %t3, %loop ]
  %s4 = phi double [ 0.0, %entry ], [ %t4, %loop ]
  %s5 = phi double [ 0.0, %entry ], [ %t5, %loop ]
  %s6 = phi double [ 0.0, %entry ], [ %t6, %loop ]
  %s7 = phi double [ 0.0, %entry ], [ %t7, %loop ]
  %s8 = phi double [ 0.0, %entry ], [ %t8, %loop ]
  %s9 = phi double [ 0.0, %entry ], [ %t9, %loop ]
  %s10 = phi double [ 0.0, %entry ], [ %t10, %loop ]
  %s11 = phi double [ 0.0, %entry ], [ %t11, %loop ]
  %q = getelementptr double, ptr addrspace(1) %p, i64 %i
  %v = load double, ptr addrspace(1) %q
  %t0 = fadd double %s0, %v
  %t1 = fadd double %s1, %v
  %t2 = fadd double %s2, %v
  %t3 = fadd double %s3, %v
  %t4 = fadd double %s4, %v
  %t5 = fadd double %s5, %v
  %t6 = fadd double %s6, %v
  %t7 = fadd double %s7, %v
  %t8 = fadd double %s8, %v
  %t9 = fadd double %s9, %v
  %t10 = fadd double %s10, %v
  %t11 = fadd double %s11, %v
  %next = add i64 %i, 64
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}

; CHECK-LABEL: register pressure of @fewerSums
; CHECK-NEXT: 32 lanes,
define spir_kernel void @fewerSums(ptr addrspace(1) %p, i64 %n) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %g, %entry ], [ %next, %loop ]
  %s0 = phi float [ 0.0, %entry ], [ %t0, %loop ]
  %s1 = phi float [ 0.0, %entry ], [ %t1, %loop ]
  %s2 = phi float [ 0.0, %entry ], [ %t2, %loop ]
  %s3 = phi float [ 0.0, %entry ], [ %t3, %loop ]
  %s4 = phi float [ 0.0, %entry ], [ %t4, %loop ]
  %s5 = phi float [ 0.0, %entry ], [ %t5, %loop ]
  %s6 = phi float [ 0.0, %entry ], [ %t6, %loop ]
  %s7 = phi float [ 0.0, %entry ], [ %t7, %loop ]
  %s8 = phi float [ 0.0, %entry ], [ %t8, %loop ]
  %s9 = phi float [ 0.0, %entry ], [ %t9, %loop ]
  %s10 = phi float [ 0.0, %entry ], [ %t10, %loop ]
  %q = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %q
  %t0 = fadd float %s0, %v
  %t1 = fadd float %s1, %v
  %t2 = fadd float %s2, %v
  %t3 = fadd float %s3, %v
  %t4 = fadd float %s4, %v
  %t5 = fadd float %s5, %v
  %t6 = fadd float %s6, %v
  %t7 = fadd float %s7, %v
  %t8 = fadd float %s8, %v
  %t9 = fadd float %s9, %v
  %t10 = fadd float %s10, %v
  %next = add i64 %i, 64
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %done
done:
  ret void
}
