; Which loops of unknown length get copies of their turn.
; RUN: lanecl-opt %s --passes=optimize --width=8 --isa=avx2 | FileCheck %s --check-prefixes=CHECK,FEW
; RUN: lanecl-opt %s --passes=optimize --width=8 --isa=avx512 | FileCheck %s --check-prefixes=CHECK,MANY

; A turn that is little more than its counter: eight copies, and one for what is left.
; CHECK-LABEL: @short(
; CHECK-COUNT-9: store <8 x i32>
; CHECK: {{^[}]}}
define void @short(ptr %p, i64 %n, <8 x i32> %v) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %a = getelementptr inbounds <8 x i32>, ptr %p, i64 %i
  %old = load volatile <8 x i32>, ptr %a
  %sum = add <8 x i32> %old, %v
  store <8 x i32> %sum, ptr %a
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Turns that wait for one another's sum wait as long with copies.
; CHECK-LABEL: @waits(
; CHECK-COUNT-1: fadd
; CHECK-NOT: fadd
; CHECK: {{^[}]}}
define float @waits(ptr %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %sum, %loop ]
  %a = getelementptr inbounds float, ptr %p, i64 %i
  %v = load float, ptr %a
  %sum = fadd float %s, %v
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %end
end:
  ret float %sum
}

; More is carried than half of 16 registers of 256 bits, but not of 32 of 512: one more turn there, and one behind the
; loop.
; CHECK-LABEL: @crowded(
; FEW-COUNT-3: fadd <72 x float>
; MANY-COUNT-1: fadd <72 x float>
; CHECK-NOT: fadd <72 x float>
; CHECK: {{^[}]}}
define void @crowded(ptr %p, ptr %q, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %s = phi <72 x float> [ zeroinitializer, %entry ], [ %sum, %loop ]
  %a = getelementptr inbounds float, ptr %p, i64 %i
  %v = load <72 x float>, ptr %a
  %sum = fadd <72 x float> %s, %v
  %i1 = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %end
end:
  store <72 x float> %sum, ptr %q
  ret void
}

; A number of turns that needs a division.
; CHECK-LABEL: @divides(
; CHECK-NOT: udiv
; CHECK-COUNT-1: store
; CHECK-NOT: store
; CHECK: {{^[}]}}
define void @divides(ptr %p, i64 %n, i64 %step) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i1, %loop ]
  %a = getelementptr inbounds i32, ptr %p, i64 %i
  store i32 1, ptr %a
  %i1 = add nuw nsw i64 %i, %step
  %more = icmp ult i64 %i1, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}
