; Loops that LLVM's vectoriser would break are kept from it; others lose flags that it would take for a vector's.
; RUN: lanecl-opt %s --passes=guard-counters | FileCheck %s

; An address that follows a counter of few bits.
; CHECK-LABEL: @narrow(
; CHECK: br i1 %more, label %loop, label %end, !llvm.loop ![[KEPT:.*]]
define void @narrow(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %few = trunc i64 %i to i8
  %at = zext i8 %few to i64
  %a = getelementptr i32, ptr %p, i64 %at
  store i32 1, ptr %a
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; A counter that is one of few bits if it does not pass its end.
; CHECK-LABEL: @wraps(
; CHECK: br i1 %more, label %loop, label %end, !llvm.loop ![[WRAPS:.*]]
define void @wraps(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = getelementptr i32, ptr %p, i32 %i
  store i32 1, ptr %a
  %few = and i32 %i, 255
  %next = add i32 %few, 1
  %more = icmp ne i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; The last turn counts otherwise.
; CHECK-LABEL: @last(
; CHECK: br i1 %go, label %loop, label %end, !llvm.loop ![[LAST:.*]]
define i32 @last(i32 %n) {
entry:
  br label %loop
loop:
  %c = phi i32 [ 0, %entry ], [ %next, %loop ]
  %go = icmp slt i32 %c, %n
  %step = zext i1 %go to i32
  %next = add nuw nsw i32 %c, %step
  br i1 %go, label %loop, label %end
end:
  ret i32 %next
}

; Short steps of counters of 32 bits and more keep their flags,
; CHECK-LABEL: @short(
; CHECK: %next = add nuw nsw i32 %i, 7
; CHECK: br i1 %more, label %loop, label %end{{$}}
define void @short(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = getelementptr i32, ptr %p, i32 %i
  store i32 1, ptr %a
  %next = add nuw nsw i32 %i, 7
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; long ones do not, nor does what makes a step in parts.
; CHECK-LABEL: @long(
; CHECK: %next = add i32 %i, 100000
; CHECK: %half = add nsw i32 %j, 1
; CHECK: %whole = add i32 %half, 1
; CHECK: br i1 %more, label %loop, label %end{{$}}
define void @long(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %j = phi i32 [ 0, %entry ], [ %whole, %loop ]
  %a = getelementptr i32, ptr %p, i32 %j
  store i32 %i, ptr %a
  %next = add nuw nsw i32 %i, 100000
  %half = add nsw i32 %j, 1
  %whole = add nsw i32 %half, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Loops round others are nobody's to vectorise.
; CHECK-LABEL: @outer(
; CHECK: %next = add nuw nsw i32 %i, 100000
; CHECK: br i1 %more, label %loop, label %end{{$}}
define void @outer(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %done ]
  br label %inner
inner:
  %j = phi i32 [ 0, %loop ], [ %after, %inner ]
  %a = getelementptr i32, ptr %p, i32 %j
  store i32 %i, ptr %a
  %after = add nuw nsw i32 %j, 1
  %on = icmp ult i32 %after, %n
  br i1 %on, label %inner, label %done
done:
  %next = add nuw nsw i32 %i, 100000
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-DAG: ![[KEPT]] = distinct !{![[KEPT]], ![[NO:[0-9]+]]}
; CHECK-DAG: ![[WRAPS]] = distinct !{![[WRAPS]], ![[NO]]}
; CHECK-DAG: ![[LAST]] = distinct !{![[LAST]], ![[NO]]}
; CHECK-DAG: ![[NO]] = !{!"llvm.loop.vectorize.enable", i32 0}
