; What the SPIR-V back end mistakes, among instructions.
; RUN: lanecl-opt %s --passes=lower-intrinsics,lower-instructions,carry-loop-hints | FileCheck %s

; May be contracted, need not be.
; CHECK-LABEL: @fma(
; CHECK-NEXT: %[[M:.*]] = fmul contract float %a, %b
; CHECK-NEXT: %[[R:.*]] = fadd contract float %[[M]], %c
; CHECK-NEXT: ret float %[[R]]
define float @fma(float %a, float %b, float %c) {
  %r = call float @llvm.fmuladd.f32(float %a, float %b, float %c)
  ret float %r
}
; The exact one stays.
; CHECK-LABEL: @exact(
; CHECK-NEXT: call float @llvm.fma.f32(
define float @exact(float %a, float %b, float %c) {
  %r = call float @llvm.fma.f32(float %a, float %b, float %c)
  ret float %r
}

; No component of the vector: zero, and nothing is written.
; CHECK-LABEL: @outside(
; CHECK-NEXT: %[[IN:.*]] = insertelement <4 x i32> %v, i32 5, i32 3
; CHECK-NEXT: %[[X:.*]] = extractelement <4 x i32> %[[IN]], i32 3
; CHECK-NEXT: %[[R:.*]] = add i32 %[[X]], 0
; CHECK-NEXT: ret i32 %[[R]]
define i32 @outside(<4 x i32> %v) {
  %in = insertelement <4 x i32> %v, i32 5, i32 3
  %out = insertelement <4 x i32> %in, i32 6, i32 4
  %x = extractelement <4 x i32> %out, i32 3
  %y = extractelement <4 x i32> %out, i64 -1
  %r = add i32 %x, %y
  ret i32 %r
}

; CHECK-LABEL: @truncated(
; CHECK-NEXT: %[[W:.*]] = trunc i64 %x to i32
; CHECK-NEXT: %[[R:.*]] = and i32 %[[W]], 255
; CHECK-NEXT: ret i32 %[[R]]
define i32 @truncated(i64 %x) {
  %b = trunc i64 %x to i8
  %r = zext i8 %b to i32
  ret i32 %r
}
; CHECK-LABEL: @extended(
; CHECK-NEXT: %[[W:.*]] = sext i8 %x to i32
; CHECK-NEXT: %[[R:.*]] = and i32 %[[W]], 65535
define i32 @extended(i8 %x) {
  %s = sext i8 %x to i16
  %r = zext i16 %s to i32
  ret i32 %r
}
; CHECK-LABEL: @plain(
; CHECK-NEXT: zext i8 %x to i32
define i32 @plain(i8 %x) {
  %r = zext i8 %x to i32
  ret i32 %r
}

; `#pragma unroll N` on the latch: a call at the header, and no metadata.
; CHECK-LABEL: @unrolled(
; CHECK: loop:
; CHECK-NEXT: %i = phi i32
; CHECK-NEXT: call spir_func void @__lanecl_loop_unroll(i32 4)
; CHECK: br i1 %more, label %loop, label %end{{$}}
define void @unrolled(i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %i1, %loop ]
  %i1 = add i32 %i, 1
  %more = icmp ult i32 %i1, %n
  br i1 %more, label %loop, label %end, !llvm.loop !0
end:
  ret void
}
; CHECK-LABEL: @never(
; CHECK: call spir_func void @__lanecl_loop_unroll(i32 1)
define void @never(i32 %n) {
entry:
  br label %loop
loop:
  br i1 false, label %loop, label %end, !llvm.loop !2
end:
  ret void
}
; A loop that says nothing of unrolling.
; CHECK-LABEL: @mustProgress(
; CHECK-NOT: @__lanecl_loop_unroll
; CHECK: br i1 false, label %loop, label %end{{$}}
define void @mustProgress(i32 %n) {
entry:
  br label %loop
loop:
  br i1 false, label %loop, label %end, !llvm.loop !4
end:
  ret void
}
!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.count", i32 4}
!2 = distinct !{!2, !3}
!3 = !{!"llvm.loop.unroll.disable"}
!4 = distinct !{!4, !5}
!5 = !{!"llvm.loop.mustprogress"}
