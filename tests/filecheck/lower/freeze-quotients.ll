; Quotients by constants are frozen in front of a shuffle, which LLVM's code generator would move before the division.
; RUN: lanecl-opt %s --passes=optimize | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; CHECK-LABEL: @remainders
; CHECK: [[ALL:%.*]] = srem <8 x i32>
; CHECK: [[FROZEN:%.*]] = freeze <8 x i32> [[ALL]]
; CHECK: shufflevector <8 x i32> [[FROZEN]]
define void @remainders(<8 x i32> %x, ptr %o) {
  %r = srem <8 x i32> %x, <i32 3, i32 1, i32 3, i32 1, i32 1, i32 1, i32 1, i32 1>
  %s = shufflevector <8 x i32> %r, <8 x i32> poison, <8 x i32> <i32 0, i32 2, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  %t = trunc <8 x i32> %s to <8 x i16>
  store <8 x i16> %t, ptr %o
  ret void
}

; Others stay as they are.
; CHECK-LABEL: @whole
; CHECK-NOT: freeze
; CHECK: ret void
define void @whole(<8 x i32> %x, ptr %o) {
  %r = srem <8 x i32> %x, splat (i32 3)
  store <8 x i32> %r, ptr %o
  ret void
}
