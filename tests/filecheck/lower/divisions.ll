; Integer divisions of lanes become divisions of floats that hold every quotient exactly.
; RUN: lanecl-opt %s --passes=lower-divisions | FileCheck %s

; 24 bits are enough for 16.
; CHECK-LABEL: @shorts
; CHECK: %[[A:.*]] = sitofp <8 x i16> %a to <8 x float>
; CHECK: %[[B:.*]] = sitofp <8 x i16> %b to <8 x float>
; CHECK: %[[Q:.*]] = fdiv <8 x float> %[[A]], %[[B]]
; CHECK: %[[W:.*]] = fptosi <8 x float> %[[Q]] to <8 x i32>
; CHECK: %[[F:.*]] = freeze <8 x i32> %[[W]]
; CHECK: trunc <8 x i32> %[[F]] to <8 x i16>
define <8 x i16> @shorts(<8 x i16> %a, <8 x i16> %b) {
  %q = sdiv <8 x i16> %a, %b
  ret <8 x i16> %q
}

; The remainder is what the quotient leaves.
; CHECK-LABEL: @remainders
; CHECK: %[[Q:.*]] = fdiv <8 x double>
; CHECK: %[[W:.*]] = fptoui <8 x double> %[[Q]] to <8 x i32>
; CHECK: %[[N:.*]] = freeze <8 x i32> %[[W]]
; CHECK: %[[M:.*]] = mul <8 x i32> %[[N]], %b
; CHECK: %[[R:.*]] = sub <8 x i32> %a, %[[M]]
; CHECK: ret <8 x i32> %[[R]]
define <8 x i32> @remainders(<8 x i32> %a, <8 x i32> %b) {
  %r = urem <8 x i32> %a, %b
  ret <8 x i32> %r
}

; Constants are multiplied with, scalars have an instruction, and no float holds 64 bits.
; CHECK-LABEL: @others
; CHECK: udiv <8 x i32> %a, splat (i32 7)
; CHECK: udiv i32 %c, %d
; CHECK: sdiv <8 x i64> %e, %f
define void @others(<8 x i32> %a, i32 %c, i32 %d, <8 x i64> %e, <8 x i64> %f, ptr %p) {
  %q = udiv <8 x i32> %a, splat (i32 7)
  %s = udiv i32 %c, %d
  %l = sdiv <8 x i64> %e, %f
  store <8 x i32> %q, ptr %p
  store i32 %s, ptr %p
  store <8 x i64> %l, ptr %p
  ret void
}
