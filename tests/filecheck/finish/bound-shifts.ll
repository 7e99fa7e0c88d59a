; Amounts of shifts of vectors by constants are less than the bits.
; RUN: lanecl-opt %s --passes=bound-shifts | FileCheck %s

; CHECK-LABEL: @lanes(
; CHECK-NEXT: lshr <4 x i32> %v, <i32 1, i32 0, i32 0, i32 31>
; CHECK-NEXT: ashr <4 x i32> %v, <i32 0, i32 0, i32 0, i32 2>
; CHECK-NEXT: shl <4 x i32> %v, <i32 0, i32 3, i32 0, i32 4>
define void @lanes(<4 x i32> %v) {
  %a = lshr <4 x i32> %v, <i32 1, i32 32, i32 -1, i32 31>
  %b = ashr <4 x i32> %v, <i32 poison, i32 undef, i32 100, i32 2>
  %c = shl <4 x i32> %v, <i32 poison, i32 3, i32 33, i32 4>
  ret void
}

; What is less stays, and so do scalars, amounts that nobody knows, and other operations.
; CHECK-LABEL: @stay(
; CHECK-NEXT: lshr <4 x i32> %v, <i32 0, i32 1, i32 2, i32 31>
; CHECK-NEXT: shl <4 x i32> %v, splat (i32 7)
; CHECK-NEXT: shl i32 %s, 32
; CHECK-NEXT: lshr <4 x i32> %v, %v
; CHECK-NEXT: lshr <4 x i32> <i32 100, i32 100, i32 100, i32 -1>, %v
; CHECK-NEXT: add <4 x i32> %v, <i32 poison, i32 32, i32 33, i32 -1>
define void @stay(<4 x i32> %v, i32 %s) {
  %a = lshr <4 x i32> %v, <i32 0, i32 1, i32 2, i32 31>
  %b = shl <4 x i32> %v, splat (i32 7)
  %c = shl i32 %s, 32
  %d = lshr <4 x i32> %v, %v
  %e = lshr <4 x i32> <i32 100, i32 100, i32 100, i32 -1>, %v
  %f = add <4 x i32> %v, <i32 poison, i32 32, i32 33, i32 -1>
  ret void
}

; The bits are the element's.
; CHECK-LABEL: @bits(
; CHECK-NEXT: lshr <2 x i8> %b, <i8 7, i8 0>
; CHECK-NEXT: lshr <2 x i64> %l, <i64 63, i64 0>
define void @bits(<2 x i8> %b, <2 x i64> %l) {
  %a = lshr <2 x i8> %b, <i8 7, i8 8>
  %c = lshr <2 x i64> %l, <i64 63, i64 64>
  ret void
}
