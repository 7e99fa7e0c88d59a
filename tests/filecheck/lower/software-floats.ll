; What the machine has no instructions for, in integers and wider numbers: no call for each lane.
; RUN: lanecl-opt %s --passes=software-floats --isa=sse4 | FileCheck %s
; RUN: lanecl-opt %s --passes=software-floats --isa=avx2 | FileCheck %s --check-prefix=HAS

; CHECK-LABEL: @product
; CHECK: zext <4 x i16> {{.*}} to <4 x i32>
; CHECK: zext <4 x i16> {{.*}} to <4 x i32>
; CHECK: fmul <4 x float>
; CHECK: trunc <4 x i32> {{.*}} to <4 x i16>
; CHECK: ret <4 x half>
; HAS-LABEL: @product
; HAS-NEXT: fmul <4 x half> %a, %b
define <4 x half> @product(<4 x half> %a, <4 x half> %b) {
  %p = fmul <4 x half> %a, %b
  ret <4 x half> %p
}

; Comparisons, conversions and functions go by float as well; what only moves bits stays.
; CHECK-LABEL: @others
; CHECK: fneg half %a
; CHECK: fcmp olt float
; CHECK: call float @llvm.sqrt.f32(
; CHECK: fptosi float {{.*}} to i32
; CHECK-NOT: fpext half
; HAS-LABEL: @others
; HAS: fcmp olt half
; HAS: call half @llvm.sqrt.f16(
define i32 @others(half %a, half %b) {
  %n = fneg half %a
  %l = fcmp olt half %n, %b
  %c = select i1 %l, half %n, half %b
  %r = call half @llvm.sqrt.f16(half %c)
  %i = fptosi half %r to i32
  ret i32 %i
}

; A double is rounded once.
; CHECK-LABEL: @rounded
; CHECK: fptrunc double %a to float
; CHECK: or i32
; CHECK: ret half
; HAS-LABEL: @rounded
; HAS-NEXT: fptrunc double %a to half
define half @rounded(double %a) {
  %h = fptrunc double %a to half
  ret half %h
}

; CHECK-LABEL: @fused
; CHECK: fmul <8 x double>
; CHECK: fptrunc <8 x double> {{.*}} to <8 x float>
; CHECK-NOT: call <8 x float>
; CHECK: call <8 x double> @llvm.fma
; HAS-LABEL: @fused
; HAS-NEXT: call <8 x float> @llvm.fma
define <8 x float> @fused(<8 x float> %a, <8 x float> %b, <8 x float> %c, <8 x double> %d, ptr %p) {
  %f = call <8 x float> @llvm.fma.v8f32(<8 x float> %a, <8 x float> %b, <8 x float> %c)
  %g = call <8 x double> @llvm.fma.v8f64(<8 x double> %d, <8 x double> %d, <8 x double> %d)
  store <8 x double> %g, ptr %p
  ret <8 x float> %f
}
