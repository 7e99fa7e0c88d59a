; Locks between lanes: such kernels run one work-item at a time.
; RUN: lanecl-opt %s --passes='print<progress>' --disable-output | FileCheck %s

declare i64 @lanecl.local_id(i32) memory(none) nounwind willreturn
declare i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1), i32, i32, i1, i32, i32)
declare i32 @lanecl.atomic.xchg.i32.p1(ptr addrspace(1), i32, i32, i1, i32, i32)
declare i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1), i32, i32, i1, i32, i32)

; CHECK-LABEL: progress of @lock
; CHECK-NEXT: lanes wait for one another
define spir_kernel void @lock(ptr addrspace(1) %p) {
entry:
  br label %take
take:
  %old = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 1, i32 0, i1 true, i32 1, i32 2)
  %busy = icmp ne i32 %old, 0
  br i1 %busy, label %take, label %give
give:
  store atomic i32 0, ptr addrspace(1) %p release, align 4
  ret void
}

; CHECK-LABEL: progress of @exchanged
; CHECK-NEXT: lanes wait for one another
define spir_kernel void @exchanged(ptr addrspace(1) %p) {
entry:
  br label %take
take:
  %old = call i32 @lanecl.atomic.xchg.i32.p1(ptr addrspace(1) %p, i32 1, i32 0, i1 true, i32 1, i32 2)
  %busy = icmp ne i32 %old, 0
  br i1 %busy, label %take, label %give
give:
  %was = call i32 @lanecl.atomic.xchg.i32.p1(ptr addrspace(1) %p, i32 0, i32 0, i1 true, i32 1, i32 4)
  ret void
}

; Given back where it was taken: all lanes are sent through it together, and only one may pass.
; CHECK-LABEL: progress of @inside
; CHECK-NEXT: lanes wait for one another
define spir_kernel void @inside(ptr addrspace(1) %p) {
entry:
  br label %take
take:
  %old = call i32 @lanecl.atomic.xchg.i32.p1(ptr addrspace(1) %p, i32 1, i32 0, i1 true, i32 1, i32 2)
  store atomic i32 0, ptr addrspace(1) %p release, align 4
  %busy = icmp ne i32 %old, 0
  br i1 %busy, label %take, label %end
end:
  ret void
}

; Another place.
; CHECK-LABEL: progress of @elsewhere
; CHECK-NEXT: no lane waits
define spir_kernel void @elsewhere(ptr addrspace(1) %p, ptr addrspace(1) %q) {
entry:
  br label %take
take:
  %old = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 1, i32 0, i1 true, i32 1, i32 2)
  %busy = icmp ne i32 %old, 0
  br i1 %busy, label %take, label %give
give:
  store atomic i32 0, ptr addrspace(1) %q release, align 4
  ret void
}

; Nothing is taken, or not in a loop.
; CHECK-LABEL: progress of @counts
; CHECK-NEXT: no lane waits
define spir_kernel void @counts(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %old = call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) %p, i32 1, i32 0, i1 true, i32 1, i32 2)
  %more = icmp ult i32 %old, 100
  br i1 %more, label %loop, label %end
end:
  %once = call i32 @lanecl.atomic.xchg.i32.p1(ptr addrspace(1) %p, i32 1, i32 0, i1 true, i32 1, i32 2)
  store atomic i32 0, ptr addrspace(1) %p release, align 4
  ret void
}

; What was just read is exchanged: that ends by itself, whoever writes there.
; CHECK-LABEL: progress of @update
; CHECK-NEXT: no lane waits
define spir_kernel void @update(ptr addrspace(1) %p, i32 %x) {
entry:
  br label %loop
loop:
  %seen = load atomic i32, ptr addrspace(1) %p monotonic, align 4
  %next = mul i32 %seen, %x
  %old = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 %next, i32 %seen, i1 true, i32 1, i32 0)
  %done = icmp eq i32 %old, %seen
  br i1 %done, label %end, label %loop
end:
  store atomic i32 0, ptr addrspace(1) %p release, align 4
  ret void
}

; One lane of a sub-group waits and gives back, always the same one: it waits for other groups.
; CHECK-LABEL: progress of @chain
; CHECK-NEXT: no lane waits
define spir_kernel void @chain(ptr addrspace(1) %p) {
entry:
  %l = call range(i64 0, 2147483648) i64 @lanecl.local_id(i32 0)
  %first = icmp eq i64 %l, 0
  br i1 %first, label %one, label %end
one:
  br label %take
take:
  %before = load atomic i32, ptr addrspace(1) %p acquire, align 4
  %busy = icmp eq i32 %before, 0
  br i1 %busy, label %take, label %give
give:
  %q = getelementptr i32, ptr addrspace(1) %p, i64 1
  store atomic i32 %before, ptr addrspace(1) %q release, align 4
  br label %end
end:
  ret void
}

; All lanes give back what one waits for.
; CHECK-LABEL: progress of @all
; CHECK-NEXT: lanes wait for one another
define spir_kernel void @all(ptr addrspace(1) %p) {
entry:
  %l = call range(i64 0, 2147483648) i64 @lanecl.local_id(i32 0)
  %first = icmp eq i64 %l, 0
  br i1 %first, label %take, label %end
take:
  %before = load atomic i32, ptr addrspace(1) %p acquire, align 4
  %busy = icmp eq i32 %before, 0
  br i1 %busy, label %take, label %end
end:
  %q = getelementptr i32, ptr addrspace(1) %p, i64 1
  store atomic i32 1, ptr addrspace(1) %q release, align 4
  ret void
}

; One at a time, but another one each time.
; CHECK-LABEL: progress of @inTurn
; CHECK-NEXT: lanes wait for one another
define spir_kernel void @inTurn(ptr addrspace(1) %p, i64 %n) {
entry:
  %l = call range(i64 0, 2147483648) i64 @lanecl.local_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %next ]
  %mine = icmp eq i64 %l, %i
  br i1 %mine, label %one, label %next
one:
  br label %take
take:
  %before = load atomic i32, ptr addrspace(1) %p acquire, align 4
  %busy = icmp eq i32 %before, 0
  br i1 %busy, label %take, label %give
give:
  %q = getelementptr i32, ptr addrspace(1) %p, i64 1
  store atomic i32 %before, ptr addrspace(1) %q release, align 4
  br label %next
next:
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Nor is it the same lane if its number moves.
; CHECK-LABEL: progress of @moving
; CHECK-NEXT: lanes wait for one another
define spir_kernel void @moving(ptr addrspace(1) %p, i64 %n) {
entry:
  %l = call range(i64 0, 2147483648) i64 @lanecl.local_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %next ]
  %moved = add i64 %l, %i
  %mine = icmp eq i64 %moved, 9
  br i1 %mine, label %one, label %next
one:
  br label %take
take:
  %before = load atomic i32, ptr addrspace(1) %p acquire, align 4
  %busy = icmp eq i32 %before, 0
  br i1 %busy, label %take, label %give
give:
  %q = getelementptr i32, ptr addrspace(1) %p, i64 1
  store atomic i32 %before, ptr addrspace(1) %q release, align 4
  br label %next
next:
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; In a loop, always the first.
; CHECK-LABEL: progress of @again
; CHECK-NEXT: no lane waits
define spir_kernel void @again(ptr addrspace(1) %p, i64 %n) {
entry:
  %l = call range(i64 0, 2147483648) i64 @lanecl.local_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %next ]
  %mine = icmp eq i64 %l, 0
  br i1 %mine, label %one, label %next
one:
  br label %take
take:
  %before = load atomic i32, ptr addrspace(1) %p acquire, align 4
  %busy = icmp eq i32 %before, 0
  br i1 %busy, label %take, label %give
give:
  %q = getelementptr i32, ptr addrspace(1) %p, i64 1
  store atomic i32 %before, ptr addrspace(1) %q release, align 4
  br label %next
next:
  %i.next = add i64 %i, 1
  %more = icmp ult i64 %i.next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
