; Estimates are the machine's instructions, register by register.
; RUN: lanecl-opt %s --passes=lower-estimates --isa=avx512 | FileCheck %s --check-prefixes=CHECK,AVX512
; RUN: lanecl-opt %s --passes=lower-estimates --isa=avx2 | FileCheck %s --check-prefixes=CHECK,AVX2
; RUN: lanecl-opt %s --passes=lower-estimates --isa=sse4 | FileCheck %s --check-prefixes=CHECK,SSE4
; RUN: lanecl-opt %s --passes=lower-estimates --isa=portable | FileCheck %s --check-prefix=ANY --implicit-check-not=llvm.x86

declare float @lanecl.estimate.reciprocal.f32(float)
declare <4 x float> @lanecl.estimate.reciprocal_root.v4f32(<4 x float>)
declare <16 x float> @lanecl.estimate.reciprocal.v16f32(<16 x float>)
declare <32 x float> @lanecl.estimate.reciprocal_root.v32f32(<32 x float>)

; CHECK-NOT: @lanecl.estimate

; A scalar goes through a register's first lane.
; CHECK-LABEL: @scalar
; CHECK: insertelement <4 x float> poison, float %x, i64 0
; AVX512: %[[RESULT:.*]] = call <4 x float> @llvm.x86.avx512.rcp14.ps.128(<4 x float> %{{.*}}, <4 x float> zeroinitializer, i8 -1)
; What is denormal is 0, as the other instructions have it.
; AVX512: %[[SMALL:.*]] = call <4 x i1> @llvm.x86.avx512.fpclass.ps.128(<4 x float> %[[RESULT]], i32 32)
; AVX512: select <4 x i1> %[[SMALL]], <4 x float> zeroinitializer, <4 x float> %[[RESULT]]
; AVX2: call <4 x float> @llvm.x86.sse.rcp.ps(
; SSE4: call <4 x float> @llvm.x86.sse.rcp.ps(
; CHECK: extractelement <4 x float> %{{.*}}, i64 0
; ANY-LABEL: @scalar
; ANY: fdiv float 1.000000e+00, %x
define float @scalar(float %x) {
  %r = call float @lanecl.estimate.reciprocal.f32(float %x)
  ret float %r
}

; CHECK-LABEL: @four
; AVX512: call <4 x float> @llvm.x86.avx512.rsqrt14.ps.128(<4 x float> %x,
; AVX2: call <4 x float> @llvm.x86.sse.rsqrt.ps(<4 x float> %x)
; SSE4: call <4 x float> @llvm.x86.sse.rsqrt.ps(<4 x float> %x)
; ANY-LABEL: @four
; ANY: %[[ROOT:.*]] = call <4 x float> @llvm.sqrt.v4f32(<4 x float> %x)
; ANY: fdiv <4 x float> splat (float 1.000000e+00), %[[ROOT]]
define <4 x float> @four(<4 x float> %x) {
  %r = call <4 x float> @lanecl.estimate.reciprocal_root.v4f32(<4 x float> %x)
  ret <4 x float> %r
}

; CHECK-LABEL: @sixteen
; AVX512-COUNT-1: @llvm.x86.avx512.rcp14.ps.512(<16 x float> %x,
; AVX512-COUNT-1: @llvm.x86.avx512.fpclass.ps.512(
; AVX2-COUNT-2: @llvm.x86.avx.rcp.ps.256(
; SSE4-COUNT-4: @llvm.x86.sse.rcp.ps(
; CHECK-NOT: @llvm.x86
; CHECK: ret
define <16 x float> @sixteen(<16 x float> %x) {
  %r = call <16 x float> @lanecl.estimate.reciprocal.v16f32(<16 x float> %x)
  ret <16 x float> %r
}

; CHECK-LABEL: @thirtyTwo
; AVX512-COUNT-2: @llvm.x86.avx512.rsqrt14.ps.512(
; AVX2-COUNT-4: @llvm.x86.avx.rsqrt.ps.256(
; SSE4-COUNT-8: @llvm.x86.sse.rsqrt.ps(
; CHECK-NOT: @llvm.x86
; CHECK: ret
define <32 x float> @thirtyTwo(<32 x float> %x) {
  %r = call <32 x float> @lanecl.estimate.reciprocal_root.v32f32(<32 x float> %x)
  ret <32 x float> %r
}
