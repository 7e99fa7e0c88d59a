; LLVM's optimiser as kernels want it.
; RUN: lanecl-opt %s --passes=optimize --width=8 | FileCheck %s --check-prefixes=CHECK,LANES
; RUN: lanecl-opt %s --passes=optimize --width=1 | FileCheck %s --check-prefixes=CHECK,SCALAR
; RUN: lanecl-opt %s --passes=optimize --width=8 --quick | FileCheck %s --check-prefix=QUICK

; An index of two bits is a counter that begins again.
; CHECK-LABEL: @narrow(
; CHECK-NOT: load <
; CHECK: {{^[}]}}
define void @narrow(ptr noalias %res, ptr noalias %a, i32 %n, i32 %base) {
entry:
  br label %loop
loop:
  %x = phi i32 [ 0, %entry ], [ %x1, %loop ]
  %wide = zext i32 %x to i64
  %i = and i64 %wide, 3
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  %v = load i32, ptr %p
  %o = add i32 %base, %x
  %o64 = zext i32 %o to i64
  %q = getelementptr inbounds i32, ptr %res, i64 %o64
  store i32 %v, ptr %q
  %x1 = add nuw nsw i32 %x, 1
  %more = icmp ult i32 %x1, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Loops are made to vectors only where there are no lanes yet.
; CHECK-LABEL: @loop(
; LANES-NOT: <{{[0-9]+}} x
; SCALAR: <{{[0-9]+}} x i32>
; CHECK: {{^[}]}}
; QUICK-LABEL: @loop(
; QUICK: phi i64
; QUICK: load i32
define void @loop(ptr noalias %p, ptr noalias %q, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %a = getelementptr inbounds i32, ptr %p, i64 %i
  %v = load i32, ptr %a
  %w = add i32 %v, 7
  %b = getelementptr inbounds i32, ptr %q, i64 %i
  store i32 %w, ptr %b
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; What does not change goes before the loop, what nobody reads goes.
; CHECK-LABEL: @invariant(
; CHECK: %[[V:.*]] = load i32, ptr %p
; CHECK: phi i64
; CHECK-NOT: load i32, ptr %p
; CHECK: {{^[}]}}
; With little effort they stay where they are, but variables are values.
; QUICK-LABEL: @invariant(
; QUICK-NOT: alloca
; QUICK: phi i64
; QUICK: load i32, ptr %p
define void @invariant(ptr noalias %p, ptr noalias %q, i64 %n) {
entry:
  %x = alloca i64
  store i64 %n, ptr %x
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %v = load i32, ptr %p
  %a = getelementptr inbounds i32, ptr %q, i64 %i
  %u = load volatile i32, ptr %a
  %w = add i32 %v, %u
  store volatile i32 %w, ptr %a
  %end = load i64, ptr %x
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %end
  br i1 %more, label %loop, label %end1
end1:
  ret void
}

; Functions that nobody calls go.
; CHECK-NOT: @unused
define internal void @unused() {
  ret void
}
