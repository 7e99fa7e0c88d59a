; Loops whose end others decide.
; RUN: lanecl-opt %s --passes='print<waiting-loops>' --disable-output | FileCheck %s

declare i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1), i32, i32, i1, i32, i32)
declare i32 @lanecl.atomic.xchg.i32.p3(ptr addrspace(3), i32, i32, i1, i32, i32)
declare i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1), i32, i32, i1, i32, i32)
declare i32 @lanecl.atomic.inc.i32.p1(ptr addrspace(1), i32, i32, i1, i32, i32)
declare i32 @lanecl.atomic.xor.i32.p1(ptr addrspace(1), i32, i32, i1, i32, i32)

; CHECK-LABEL: waiting loops of @flag
; CHECK-NEXT: loop %loop: may wait
define void @flag(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %v = load atomic i32, ptr addrspace(1) %p acquire, align 4
  %unset = icmp eq i32 %v, 0
  br i1 %unset, label %loop, label %end
end:
  ret void
}

; A plain load is the same in every turn: nobody may change what it reads.
; CHECK-LABEL: waiting loops of @plain
; CHECK-NEXT: loop %loop: goes on
define void @plain(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %v = load i32, ptr addrspace(1) %p, align 4
  %unset = icmp eq i32 %v, 0
  br i1 %unset, label %loop, label %end
end:
  ret void
}

; Private memory is nobody else's.
; CHECK-LABEL: waiting loops of @private
; CHECK-NEXT: loop %loop: goes on
define void @private(ptr %p) {
entry:
  br label %loop
loop:
  %v = load volatile i32, ptr %p, align 4
  %unset = icmp eq i32 %v, 0
  br i1 %unset, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: waiting loops of @locks
; CHECK-NEXT: loop %exchanged: may wait
; CHECK-NEXT: loop %taken: may wait
define void @locks(ptr addrspace(1) %p, ptr addrspace(3) %q) {
entry:
  br label %exchanged
exchanged:
  %was = call i32 @lanecl.atomic.xchg.i32.p3(ptr addrspace(3) %q, i32 1, i32 0, i1 true, i32 2, i32 2)
  %busy = icmp ne i32 %was, 0
  br i1 %busy, label %exchanged, label %next
next:
  br label %taken
taken:
  %old = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 1, i32 0, i1 true, i32 1, i32 2)
  %held = icmp ne i32 %old, 0
  br i1 %held, label %taken, label %end
end:
  ret void
}

; What was found is tried next: the loop ends without anybody's help.
; CHECK-LABEL: waiting loops of @update
; CHECK-NEXT: loop %loop: goes on
define void @update(ptr addrspace(1) %p, i32 %x) {
entry:
  br label %loop
loop:
  %seen = load atomic i32, ptr addrspace(1) %p monotonic, align 4
  %next = mul i32 %seen, %x
  %old = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 %next, i32 %seen, i1 true, i32 1, i32 0)
  %done = icmp eq i32 %old, %seen
  br i1 %done, label %end, label %loop
end:
  ret void
}

; A counter that hands out work.
; CHECK-LABEL: waiting loops of @work
; CHECK-NEXT: loop %loop: goes on
define void @work(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = call i32 @lanecl.atomic.inc.i32.p1(ptr addrspace(1) %p, i32 0, i32 0, i1 true, i32 1, i32 0)
  %more = icmp ult i32 %i, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; A load by way of an addition of zero.
; CHECK-LABEL: waiting loops of @addsZero
; CHECK-NEXT: loop %loop: may wait
define void @addsZero(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %v = call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) %p, i32 0, i32 0, i1 true, i32 1, i32 2)
  %unset = icmp eq i32 %v, 0
  br i1 %unset, label %loop, label %end
end:
  ret void
}

; It looks, but a count decides.
; CHECK-LABEL: waiting loops of @counts
; CHECK-NEXT: loop %loop: goes on
define void @counts(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %v = load atomic i32, ptr addrspace(1) %p monotonic, align 4
  store i32 %v, ptr addrspace(1) %q
  %i1 = add i32 %i, 1
  %more = icmp ult i32 %i1, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; A compare-exchange of equal numbers is a load, whatever they are.
; CHECK-LABEL: waiting loops of @exchangesTheSame
; CHECK-NEXT: loop %loop: may wait
define void @exchangesTheSame(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %seen = phi i32 [ 0, %entry ], [ %old, %again ]
  %old = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 %seen, i32 %seen, i1 true, i32 1, i32 0)
  %same = icmp eq i32 %old, %seen
  br i1 %same, label %found, label %again
found:
  %done = icmp ne i32 %seen, 0
  br i1 %done, label %end, label %again
again:
  br label %loop
end:
  ret void
}

; That it found what it expected is not enough to end.
; CHECK-LABEL: waiting loops of @wantsMore
; CHECK-NEXT: loop %loop: may wait
define void @wantsMore(ptr addrspace(1) %p, i32 %x) {
entry:
  br label %loop
loop:
  %old = call i32 @lanecl.atomic.cmpxchg.i32.p1(ptr addrspace(1) %p, i32 %x, i32 7, i1 true, i32 1, i32 0)
  %same = icmp eq i32 %old, 7
  %more = icmp ne i32 %x, 0
  %done = and i1 %same, %more
  br i1 %done, label %end, label %loop
end:
  ret void
}

; What is changed and taken back.
; CHECK-LABEL: waiting loops of @takesBack
; CHECK-NEXT: loop %loop: may wait
define void @takesBack(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 1, %entry ], [ %i1, %loop ]
  %old = call i32 @lanecl.atomic.xor.i32.p1(ptr addrspace(1) %p, i32 %i, i32 0, i1 true, i32 1, i32 0)
  %back = call i32 @lanecl.atomic.xor.i32.p1(ptr addrspace(1) %p, i32 %i, i32 0, i1 true, i32 1, i32 0)
  %i1 = add i32 %i, 1
  %unset = icmp sge i32 %old, 0
  br i1 %unset, label %loop, label %end
end:
  ret void
}

; A bound that is read in each iteration: what was found by a count that is taken back may have been written there,
; CHECK-LABEL: waiting loops of @bound
; CHECK-NEXT: loop %loop: may wait
define void @bound(ptr addrspace(1) %counter, ptr addrspace(1) %found, ptr addrspace(1) %param) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %next ]
  %hit = icmp eq i32 %i, 7
  br i1 %hit, label %count, label %next
count:
  %n = call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) %counter, i32 1, i32 2, i1 false, i32 0, i32 0)
  %many = icmp ugt i32 %n, 3
  br i1 %many, label %back, label %note
back:
  %m = call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) %counter, i32 -1, i32 2, i1 false, i32 0, i32 0)
  br label %next
note:
  store i32 %n, ptr addrspace(1) %found
  br label %next
next:
  %end = load i32, ptr addrspace(1) %param
  %i1 = add i32 %i, 1
  %more = icmp ult i32 %i1, %end
  br i1 %more, label %loop, label %done
done:
  ret void
}

; but not where the memory is known to be another.
; CHECK-LABEL: waiting loops of @boundApart
; CHECK-NEXT: loop %loop: goes on
define void @boundApart(ptr addrspace(1) %counter, ptr addrspace(1) %found, ptr addrspace(1) %param) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %next ]
  %hit = icmp eq i32 %i, 7
  br i1 %hit, label %count, label %next
count:
  %n = call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) %counter, i32 1, i32 2, i1 false, i32 0, i32 0), !alias.scope !3
  %many = icmp ugt i32 %n, 3
  br i1 %many, label %back, label %note
back:
  %m = call i32 @lanecl.atomic.add.i32.p1(ptr addrspace(1) %counter, i32 -1, i32 2, i1 false, i32 0, i32 0), !alias.scope !3
  br label %next
note:
  store i32 %n, ptr addrspace(1) %found, !alias.scope !3
  br label %next
next:
  %end = load i32, ptr addrspace(1) %param, !noalias !3
  %i1 = add i32 %i, 1
  %more = icmp ult i32 %i1, %end
  br i1 %more, label %loop, label %done
done:
  ret void
}
!0 = distinct !{!0}
!1 = distinct !{!1, !0}
!3 = !{!1}
