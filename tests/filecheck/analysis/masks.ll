; Which levels are linearised, which loops have a mask of their own, and which blocks share a mask.
; RUN: lanecl-opt %s --passes='print<masks>' --disable-output | FileCheck %s

declare i32 @lanecl.sub_group_local_id() memory(none) nounwind willreturn

; A uniform branch stays, and everything runs under the mask of the entry.
; CHECK-LABEL: masks of @uniform
; CHECK-NEXT: body: branches stay
; CHECK-NEXT: %entry: mask entry's{{$}}
; CHECK-NEXT: %then: mask entry's{{$}}
; CHECK-NEXT: %end: mask entry's{{$}}
define spir_kernel void @uniform(i1 %all) {
entry:
  br i1 %all, label %then, label %end
then:
  br label %end
end:
  ret void
}

; The join of a divergent branch has the mask from before it.
; CHECK-LABEL: masks of @diamond
; CHECK-NEXT: body: linear
; CHECK-DAG: %entry: mask entry's, diverges, joins
; CHECK-DAG: %then: mask %then{{$}}
; CHECK-DAG: %else: mask %else{{$}}
; CHECK-DAG: %end: mask entry's, joins
define spir_kernel void @diamond() {
entry:
  %lane = call i32 @lanecl.sub_group_local_id()
  %some = icmp ult i32 %lane, 3
  br i1 %some, label %then, label %else
then:
  br label %end
else:
  br label %end
end:
  ret void
}

; A uniform branch inside divergent code: blocks that all lanes of `then` pass share its mask.
; CHECK-LABEL: masks of @nested
; CHECK-NEXT: body: linear
; CHECK-DAG: %then: mask %then{{$}}
; CHECK-DAG: %inner: mask %inner{{$}}
; CHECK-DAG: %after: mask %then, joins
define spir_kernel void @nested(i1 %all) {
entry:
  %lane = call i32 @lanecl.sub_group_local_id()
  %some = icmp ult i32 %lane, 3
  br i1 %some, label %then, label %end
then:
  br i1 %all, label %inner, label %after
inner:
  br label %after
after:
  br label %end
end:
  ret void
}

; A uniform branch that all lanes come to: they run one of its ways under the mask of the entry, or none.
; CHECK-LABEL: masks of @choice
; CHECK-NEXT: body: linear
; CHECK-DAG: %one: mask entry's,
; CHECK-DAG: %some: mask %some{{$}}
; CHECK-DAG: %join: mask entry's, joins
; CHECK-DAG: %two: mask entry's{{$}}
; CHECK-DAG: %last: mask entry's{{$}}
; CHECK-DAG: %end: mask entry's, joins
define spir_kernel void @choice(i1 %all, i1 %again) {
entry:
  %lane = call i32 @lanecl.sub_group_local_id()
  %few = icmp ult i32 %lane, 3
  br i1 %all, label %one, label %two
one:
  br i1 %few, label %some, label %join
some:
  br label %join
join:
  br label %end
two:
  br i1 %again, label %last, label %end
last:
  br label %end
end:
  ret void
}

; Trip counts that are the same for all lanes: a plain loop, even behind a divergent branch.
; CHECK-LABEL: masks of @plainLoop
; CHECK-NEXT: body: linear
; CHECK-NEXT: loop %loop: branches stay{{$}}
; CHECK-DAG: %loop: mask %before{{$}}
define spir_kernel void @plainLoop(i32 %n) {
entry:
  %lane = call i32 @lanecl.sub_group_local_id()
  %some = icmp ult i32 %lane, 3
  br i1 %some, label %before, label %end
before:
  br label %loop
loop:
  %i = phi i32 [ 0, %before ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %left
left:
  br label %end
end:
  ret void
}

; Lanes leave in different turns: the loop has a mask, the body around it keeps its branches.
; CHECK-LABEL: masks of @ownTrips
; CHECK-NEXT: body: branches stay
; CHECK-NEXT: loop %loop: linear, own mask
; CHECK-DAG: %loop: mask %loop, diverges
; CHECK-DAG: %end: mask entry's{{$}}
define spir_kernel void @ownTrips() {
entry:
  %lane = call i32 @lanecl.sub_group_local_id()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %lane
  br i1 %more, label %loop, label %end
end:
  ret void
}

; A divergent `continue` makes the turn linear; the loop itself is left by all at once.
; CHECK-LABEL: masks of @continues
; CHECK-NEXT: body: branches stay
; CHECK-NEXT: loop %loop: linear{{$}}
; CHECK-DAG: %work: mask %work{{$}}
; CHECK-DAG: %latch: mask entry's, joins
define spir_kernel void @continues(i32 %n) {
entry:
  %lane = call i32 @lanecl.sub_group_local_id()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %some = icmp ult i32 %lane, %i
  br i1 %some, label %work, label %latch
work:
  br label %latch
latch:
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; A divergent `break` to a place of its own: the level outside has to tell the lanes apart.
; CHECK-LABEL: masks of @breaks
; CHECK-NEXT: body: linear
; CHECK-NEXT: loop %loop: linear, own mask
; CHECK-DAG: %found: mask %found{{$}}
; CHECK-DAG: %end: mask entry's, joins
define spir_kernel void @breaks(i32 %n) {
entry:
  %lane = call i32 @lanecl.sub_group_local_id()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %mine = icmp eq i32 %lane, %i
  br i1 %mine, label %found, label %latch
latch:
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
found:
  br label %end
end:
  ret void
}
