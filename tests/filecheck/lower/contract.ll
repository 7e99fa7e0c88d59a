; What the program allows to be rounded once is one operation before the optimiser sees it.
; RUN: lanecl-opt %s --passes=contract | FileCheck %s
; RUN: lanecl-opt %s --passes='contract<half>' | FileCheck %s --check-prefix=HALF

; CHECK-LABEL: @sums
; CHECK: call float @llvm.fma.f32(float %a, float %b, float %c)
; CHECK: call float @llvm.fma.f32(float %a, float %b, float %s1)
; CHECK: [[N:%.*]] = fneg float %s2
; CHECK: call float @llvm.fma.f32(float %a, float %c, float [[N]])
; CHECK: [[M:%.*]] = fneg float %b
; CHECK: call float @llvm.fma.f32(float [[M]], float %c, float %d1)
define spir_func float @sums(float %a, float %b, float %c) {
  %p1 = fmul contract float %a, %b
  %s1 = fadd contract float %p1, %c
  %p2 = fmul contract float %a, %b
  %s2 = fadd contract float %s1, %p2
  %p3 = fmul contract float %a, %c
  %d1 = fsub contract float %p3, %s2
  %p4 = fmul contract float %b, %c
  %d2 = fsub contract float %d1, %p4
  ret float %d2
}

; In whatever blocks: the optimiser would move them, or not.
; CHECK-LABEL: @apart
; CHECK-NOT: fmul
; CHECK: call <4 x double> @llvm.fma.v4f64(
define spir_func <4 x double> @apart(<4 x double> %a, <4 x double> %b, i1 %first) {
  %product = fmul contract <4 x double> %a, %b
  br i1 %first, label %then, label %end
then:
  %sum = fadd contract <4 x double> %product, %a
  br label %end
end:
  %result = phi <4 x double> [ %sum, %then ], [ %b, %0 ]
  ret <4 x double> %result
}

; CHECK-LABEL: @negative
; CHECK: [[A:%.*]] = fneg float %a
; CHECK: call float @llvm.fma.f32(float [[A]], float %b, float %c)
define spir_func float @negative(float %a, float %b, float %c) {
  %product = fmul contract float %a, %b
  %minus = fneg contract float %product
  %sum = fadd contract float %minus, %c
  ret float %sum
}

; What is needed besides is rounded, and so is what either side does not allow.
; CHECK-LABEL: @rounded
; CHECK-NOT: fma
; CHECK-NOT: contract
; CHECK: ret
define spir_func float @rounded(float %a, float %b, float %c, half %h) {
  %p1 = fmul contract float %a, %b
  %s1 = fadd contract float %p1, %c
  %s2 = fadd contract float %p1, %s1
  %p2 = fmul float %a, %c
  %s3 = fadd contract float %p2, %s2
  %p3 = fmul contract float %b, %c
  %s4 = fadd float %p3, %s3
  ret float %s4
}

; Not all machines have it of half, which LLVM would then contract by conversions that it leaves out, or not.
; CHECK-LABEL: @half
; HALF-LABEL: @half
; HALF: call half @llvm.fma.f16(
; CHECK: fmul half
; CHECK: fadd half
define spir_func half @half(half %a, half %b) {
  %product = fmul contract half %a, %b
  %sum = fadd contract half %product, %a
  ret half %sum
}

; What may be computed in another order is left to the optimiser.
; CHECK-LABEL: @reordered
; CHECK: fmul reassoc contract float
; CHECK: fadd reassoc contract float
define spir_func float @reordered(float %a, float %b) {
  %product = fmul reassoc contract float %a, %b
  %sum = fadd reassoc contract float %product, %a
  ret float %sum
}
