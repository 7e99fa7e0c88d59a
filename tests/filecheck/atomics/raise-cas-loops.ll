; The loop in which OpenCL C writes the atomic operations that it lacks becomes one operation.
; RUN: lanecl-opt %s --passes=raise-cas-loops | FileCheck %s

declare i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1), i32, i32, i1, i32, i32)
declare i32 @lanecl.atomic.and.i32.p1(ptr addrspace(1), i32, i32, i1, i32, i32)
declare i32 @lanecl.atomic.or.i32.p1(ptr addrspace(1), i32, i32, i1, i32, i32)
declare i64 @lanecl.atomic.or.i64.p1(ptr addrspace(1), i64, i64, i1, i32, i32)
declare i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1), i32, i32, i1, i32, i32)

; Read anew in each turn; a sum of floats, whose bits are exchanged.
; CHECK-LABEL: @floatAdd
; CHECK: %[[BITS:.*]] = call fast float @lanecl.atomic.add.f32.p1(ptr addrspace(1) captures(none) %p, float %x, float poison, i1 true, i32 1, i32 16)
; CHECK-NOT: cmpxchg
; CHECK-NOT: br i1
; CHECK: ret void
define void @floatAdd(ptr addrspace(1) %p, float %x) {
entry:
  br label %loop
loop:
  %old = load i32, ptr addrspace(1) %p
  %number = bitcast i32 %old to float
  %sum = fadd fast float %x, %number
  %next = bitcast float %sum to i32
  %found = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 %next, i32 %old, i1 true, i32 1, i32 16)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %end, label %loop
end:
  ret void
}

; Written as `while`, the number and its bits both going round.
; CHECK-LABEL: @whileAdd
; CHECK: call contract float @lanecl.atomic.add.f32.p1(ptr addrspace(1) captures(none) %p, float %x, float poison, i1 true, i32 1, i32 0)
; CHECK-NOT: cmpxchg
; CHECK-NOT: br i1
; CHECK: ret void
define void @whileAdd(ptr addrspace(1) %p, float %x) {
entry:
  %first = load float, ptr addrspace(1) %p
  %firstBits = bitcast float %first to i32
  br label %loop
loop:
  %number = phi float [ %first, %entry ], [ %seen, %again ]
  %old = phi i32 [ %firstBits, %entry ], [ %found, %again ]
  %sum = fadd contract float %number, %x
  %next = bitcast float %sum to i32
  %found = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 %next, i32 %old, i1 true, i32 1, i32 0)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %end, label %again
again:
  %seen = bitcast i32 %found to float
  br label %loop
end:
  ret void
}

; What goes round beside the bits is another number: it stays.
; CHECK-LABEL: @otherNumber
; CHECK: cmpxchg
define void @otherNumber(ptr addrspace(1) %p, float %x) {
entry:
  %first = load float, ptr addrspace(1) %p
  %firstBits = bitcast float %first to i32
  br label %loop
loop:
  %number = phi float [ %x, %entry ], [ %seen, %again ]
  %old = phi i32 [ %firstBits, %entry ], [ %found, %again ]
  %sum = fadd contract float %number, %x
  %next = bitcast float %sum to i32
  %found = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 %next, i32 %old, i1 true, i32 1, i32 0)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %end, label %again
again:
  %seen = bitcast i32 %found to float
  br label %loop
end:
  ret void
}

; From what the last exchange found; its result is used behind the loop.
; CHECK-LABEL: @minimum
; CHECK: %[[OLD:.*]] = call i32 @lanecl.atomic.imin.i32.p1(ptr addrspace(1) captures(none) %p, i32 %x,
; CHECK-NOT: cmpxchg
; CHECK: %result = phi i32 [ %[[OLD]], %{{.*}} ]
; CHECK: ret i32 %result
define i32 @minimum(ptr addrspace(1) %p, i32 %x) {
entry:
  %first = load i32, ptr addrspace(1) %p
  br label %loop
loop:
  %old = phi i32 [ %first, %entry ], [ %found, %loop ]
  %next = call i32 @llvm.smin.i32(i32 %old, i32 %x)
  %found = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 %next, i32 %old, i1 true, i32 1, i32 0)
  %again = icmp ne i32 %found, %old
  br i1 %again, label %loop, label %end
end:
  %result = phi i32 [ %found, %loop ]
  ret i32 %result
}

; CHECK-LABEL: @subtract
; CHECK: @lanecl.atomic.sub.i32.p1(ptr addrspace(1) captures(none) %p, i32 %x,
; CHECK-NOT: cmpxchg
; CHECK: ret void
define void @subtract(ptr addrspace(1) %p, i32 %x) {
entry:
  br label %loop
loop:
  %old = load i32, ptr addrspace(1) %p
  %next = sub i32 %old, %x
  %found = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 %next, i32 %old, i1 true, i32 1, i32 0)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %end, label %loop
end:
  ret void
}

; x - old is no subtraction from memory.
; CHECK-LABEL: @reversed
; CHECK: @lanecl.atomic.cmpxchg
; CHECK: br i1
define void @reversed(ptr addrspace(1) %p, i32 %x) {
entry:
  br label %loop
loop:
  %old = load i32, ptr addrspace(1) %p
  %next = sub i32 %x, %old
  %found = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 %next, i32 %old, i1 true, i32 1, i32 0)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %end, label %loop
end:
  ret void
}

; The machine's message does not multiply.
; CHECK-LABEL: @multiply
; CHECK: @lanecl.atomic.cmpxchg
; CHECK: br i1
define void @multiply(ptr addrspace(1) %p, i32 %x) {
entry:
  br label %loop
loop:
  %old = load i32, ptr addrspace(1) %p
  %next = mul i32 %x, %old
  %found = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 %next, i32 %old, i1 true, i32 1, i32 0)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %end, label %loop
end:
  ret void
}

; What is added changes from turn to turn.
; CHECK-LABEL: @changing
; CHECK: @lanecl.atomic.cmpxchg
; CHECK: br i1
define void @changing(ptr addrspace(1) %p, i32 %x) {
entry:
  br label %loop
loop:
  %turn = phi i32 [ 0, %entry ], [ %turnNext, %loop ]
  %turnNext = add i32 %turn, 1
  %old = load i32, ptr addrspace(1) %p
  %next = add i32 %turn, %old
  %found = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 %next, i32 %old, i1 true, i32 1, i32 0)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %end, label %loop
end:
  ret void
}

; The look is at another place.
; CHECK-LABEL: @elsewhere
; CHECK: @lanecl.atomic.cmpxchg
; CHECK: br i1
define void @elsewhere(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %x) {
entry:
  br label %loop
loop:
  %old = load i32, ptr addrspace(1) %q
  %next = add i32 %x, %old
  %found = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 %next, i32 %old, i1 true, i32 1, i32 0)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %end, label %loop
end:
  ret void
}

; It goes round while it succeeds.
; CHECK-LABEL: @inverted
; CHECK: @lanecl.atomic.cmpxchg
; CHECK: br i1
define void @inverted(ptr addrspace(1) %p, i32 %x) {
entry:
  br label %loop
loop:
  %old = load i32, ptr addrspace(1) %p
  %next = add i32 %x, %old
  %found = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 %next, i32 %old, i1 true, i32 1, i32 0)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %loop, label %end
end:
  ret void
}

; Every turn leaves something behind.
; CHECK-LABEL: @counting
; CHECK: @lanecl.atomic.cmpxchg
; CHECK: br i1
define void @counting(ptr addrspace(1) %p, ptr addrspace(1) %turns, i32 %x) {
entry:
  br label %loop
loop:
  %old = load i32, ptr addrspace(1) %p
  %next = add i32 %x, %old
  store volatile i32 %old, ptr addrspace(1) %turns
  %found = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 %next, i32 %old, i1 true, i32 1, i32 0)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %end, label %loop
end:
  ret void
}

; The last turn's other loads stand before its exchange, and would stand behind the message.
; CHECK-LABEL: @alsoReads
; CHECK: @lanecl.atomic.cmpxchg
; CHECK: br i1
define i32 @alsoReads(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %x) {
entry:
  br label %loop
loop:
  %old = load i32, ptr addrspace(1) %p
  %seen = load i32, ptr addrspace(1) %q
  %next = add i32 %x, %old
  %found = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 %next, i32 %old, i1 true, i32 1, i32 0)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %end, label %loop
end:
  ret i32 %seen
}

; The look orders what comes behind it, more than the exchange does.
; CHECK-LABEL: @lookAcquires
; CHECK: @lanecl.atomic.cmpxchg
; CHECK: br i1
define void @lookAcquires(ptr addrspace(1) %p, i32 %x) {
entry:
  br label %loop
loop:
  %old = load atomic i32, ptr addrspace(1) %p acquire, align 4
  %next = add i32 %x, %old
  %found = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 %next, i32 %old, i1 true, i32 1, i32 0)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %end, label %loop
end:
  ret void
}

; A relaxed look orders nothing.
; CHECK-LABEL: @relaxedLook
; CHECK: @lanecl.atomic.add.i32.p1(ptr addrspace(1) captures(none) %p, i32 %x,
; CHECK-NOT: cmpxchg
define void @relaxedLook(ptr addrspace(1) %p, i32 %x) {
entry:
  br label %loop
loop:
  %old = load atomic i32, ptr addrspace(1) %p monotonic, align 4
  %next = add i32 %x, %old
  %found = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 %next, i32 %old, i1 true, i32 1, i32 0)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %end, label %loop
end:
  ret void
}

; Attempts before the loop, written out, each of which ends alike: one operation, and no look, volatile or not.
; CHECK-LABEL: @attempts
; CHECK-NEXT: entry:
; CHECK-NEXT: call float @lanecl.atomic.add.f32.p1(ptr addrspace(1) captures(none) %p, float %x, float poison, i1 true, i32 1, i32 0)
; CHECK-NEXT: br label %end
; CHECK: ret void
define void @attempts(ptr addrspace(1) %p, float %x) {
entry:
  %a = load volatile float, ptr addrspace(1) %p
  %a.bits = bitcast float %a to i32
  %a.sum = fadd float %a, %x
  %a.next = bitcast float %a.sum to i32
  %a.found = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 %a.next, i32 %a.bits, i1 true, i32 1, i32 0)
  %a.done = icmp eq i32 %a.found, %a.bits
  br i1 %a.done, label %end, label %second
second:
  %b = bitcast i32 %a.found to float
  %b.sum = fadd float %x, %b
  %b.next = bitcast float %b.sum to i32
  %b.found = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 %b.next, i32 %a.found, i1 true, i32 1, i32 0)
  %b.failed = icmp ne i32 %b.found, %a.found
  br i1 %b.failed, label %loop, label %end
loop:
  %old = phi i32 [ %found, %loop ], [ %b.found, %second ]
  %number = bitcast i32 %old to float
  %sum = fadd float %x, %number
  %next = bitcast float %sum to i32
  %found = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 %next, i32 %old, i1 true, i32 1, i32 0)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %end, label %loop
end:
  ret void
}

; Behind it is told whether the first attempt did it.
; CHECK-LABEL: @tellsAttempts
; CHECK: @lanecl.atomic.cmpxchg
; CHECK: @lanecl.atomic.add
; CHECK: %first = phi i1 [ true, %entry ], [ false, %{{.*}} ]
define i1 @tellsAttempts(ptr addrspace(1) %p, i32 %x) {
entry:
  %a = load i32, ptr addrspace(1) %p
  %a.next = add i32 %a, %x
  %a.found = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 %a.next, i32 %a, i1 true, i32 1, i32 0)
  %a.done = icmp eq i32 %a.found, %a
  br i1 %a.done, label %end, label %loop
loop:
  %old = phi i32 [ %a.found, %entry ], [ %found, %loop ]
  %next = add i32 %old, %x
  %found = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 %next, i32 %old, i1 true, i32 1, i32 0)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %end, label %loop
end:
  %first = phi i1 [ true, %entry ], [ false, %loop ]
  ret i1 %first
}

; The attempt adds something else.
; CHECK-LABEL: @otherAttempt
; CHECK: @lanecl.atomic.cmpxchg
; CHECK: @lanecl.atomic.add
define void @otherAttempt(ptr addrspace(1) %p, i32 %x, i32 %y) {
entry:
  %a = load i32, ptr addrspace(1) %p
  %a.next = add i32 %a, %y
  %a.found = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 %a.next, i32 %a, i1 true, i32 1, i32 0)
  %a.done = icmp eq i32 %a.found, %a
  br i1 %a.done, label %end, label %loop
loop:
  %old = phi i32 [ %a.found, %entry ], [ %found, %loop ]
  %next = add i32 %old, %x
  %found = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 %next, i32 %old, i1 true, i32 1, i32 0)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %end, label %loop
end:
  ret void
}

; What is there is seen by an operation that changes nothing, which orders nothing else.
; CHECK-LABEL: @looks
; CHECK-NOT: @lanecl.atomic.cmpxchg
; CHECK: call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) {{.*}}%p, i32 %x,
; CHECK-NOT: @lanecl.atomic
; CHECK: ret void
define void @looks(ptr addrspace(1) %p, i32 %x) {
entry:
  br label %loop
loop:
  %old = call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) %p, i32 0, i32 poison, i1 true, i32 1, i32 0)
  %next = add i32 %old, %x
  %found = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 %next, i32 %old, i1 true, i32 1, i32 0)
  %done = icmp eq i32 %found, %old
  br i1 %done, label %end, label %loop
end:
  ret void
}

; CHECK-LABEL: @lookKinds
; CHECK: %or = load atomic i64, ptr addrspace(1) %p monotonic, align 8
; CHECK: %and = load atomic i32, ptr addrspace(1) %q monotonic, align 4
; CHECK: %changes = call i32 @lanecl.atomic.and
; CHECK: %acquires = call i32 @lanecl.atomic.or
define i64 @lookKinds(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %or = call i64 @lanecl.atomic.or.i64.p1(ptr addrspace(1) %p, i64 0, i64 poison, i1 true, i32 1, i32 0)
  %and = call i32 @lanecl.atomic.and.i32.p1(ptr addrspace(1) %q, i32 -1, i32 poison, i1 true, i32 1, i32 0)
  %changes = call i32 @lanecl.atomic.and.i32.p1(ptr addrspace(1) %q, i32 0, i32 poison, i1 true, i32 1, i32 0)
  %acquires = call i32 @lanecl.atomic.or.i32.p1(ptr addrspace(1) %q, i32 0, i32 poison, i1 true, i32 1, i32 2)
  %sum = add i32 %and, %changes
  %all = add i32 %sum, %acquires
  %long = zext i32 %all to i64
  %result = add i64 %or, %long
  ret i64 %result
}
