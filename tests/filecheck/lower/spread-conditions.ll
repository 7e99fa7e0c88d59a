; Many choices of vectors by one condition have it for each element.
; RUN: lanecl-opt %s --passes=optimize | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; CHECK-LABEL: @many
; CHECK: [[C:%.*]] = icmp eq i32 %m, 1
; CHECK: [[ALL:%.*]] = shufflevector <8 x i1>
; CHECK-COUNT-3: select <8 x i1> [[ALL]], <8 x float>
; CHECK-NOT: select i1
; CHECK: {{^[}]}}
define void @many(<8 x float> %x, <8 x float> %y, <8 x float> %z, i32 %m, ptr %o) {
  %c = icmp eq i32 %m, 1
  %a = select i1 %c, <8 x float> %x, <8 x float> %y
  %b = select i1 %c, <8 x float> %y, <8 x float> %z
  %d = select i1 %c, <8 x float> %z, <8 x float> %x
  store <8 x float> %a, ptr %o
  %p = getelementptr <8 x float>, ptr %o, i64 1
  store <8 x float> %b, ptr %p
  %q = getelementptr <8 x float>, ptr %o, i64 2
  store <8 x float> %d, ptr %q
  ret void
}

; Few stay as they are, and numbers do.
; CHECK-LABEL: @few
; CHECK: select i1 %c, <8 x float>
; CHECK-COUNT-3: select i1 %c, float
; CHECK: {{^[}]}}
define void @few(<8 x float> %x, <8 x float> %y, float %u, float %v, float %w, i1 %c, ptr %o) {
  %a = select i1 %c, <8 x float> %x, <8 x float> %y
  store <8 x float> %a, ptr %o
  %b = select i1 %c, float %u, float %v
  %d = select i1 %c, float %v, float %w
  %e = select i1 %c, float %w, float %u
  %p = getelementptr <8 x float>, ptr %o, i64 1
  store float %b, ptr %p
  %q = getelementptr <8 x float>, ptr %o, i64 2
  store float %d, ptr %q
  %r = getelementptr <8 x float>, ptr %o, i64 3
  store float %e, ptr %r
  ret void
}
