; The sine and the cosine of an angle, asked for together, are one call.
; RUN: lanecl-opt %s --passes=pair-sines | FileCheck %s

declare spir_func float @_Z3sinf(float)
declare spir_func float @_Z3cosf(float)
declare spir_func <4 x double> @_Z3sinDv4_d(<4 x double>)
declare spir_func <4 x double> @_Z3cosDv4_d(<4 x double>)

; Whichever comes first.
; CHECK-LABEL: @both(
; CHECK: %[[A:.*]] = alloca float
; CHECK: %[[B:.*]] = alloca float
; CHECK: %[[SA:.*]] = call spir_func float @_Z6sincosfPf(float %a, ptr %[[A]])
; CHECK: %[[CA:.*]] = load float, ptr %[[A]]
; CHECK: %[[SB:.*]] = call spir_func float @_Z6sincosfPf(float %b, ptr %[[B]])
; CHECK: %[[CB:.*]] = load float, ptr %[[B]]
; CHECK-NOT: call
; CHECK: fadd float %[[SA]], %[[CA]]
; CHECK: fadd float %[[CB]], %[[SB]]
define spir_kernel void @both(ptr addrspace(1) %p, float %a, float %b) {
  %sa = call spir_func float @_Z3sinf(float %a)
  %ca = call spir_func float @_Z3cosf(float %a)
  %cb = call spir_func float @_Z3cosf(float %b)
  %x = fadd float %sa, %ca
  %sb = call spir_func float @_Z3sinf(float %b)
  %y = fadd float %cb, %sb
  store float %x, ptr addrspace(1) %p
  store float %y, ptr addrspace(1) %p
  ret void
}

; The fast-math flags that both have.
; CHECK-LABEL: @vectors(
; CHECK: call contract spir_func <4 x double> @_Z6sincosDv4_dPS_(<4 x double> %a, ptr %{{.*}})
define spir_func <4 x double> @vectors(<4 x double> %a) {
  %s = call contract afn spir_func <4 x double> @_Z3sinDv4_d(<4 x double> %a)
  %c = call contract nnan spir_func <4 x double> @_Z3cosDv4_d(<4 x double> %a)
  %sum = fadd <4 x double> %s, %c
  ret <4 x double> %sum
}

; Those of less accuracy have a function of their own.
; CHECK-LABEL: @natives(
; CHECK: call spir_func float @_Z22__lanecl_native_sincosfPf(float %a, ptr %{{.*}})
; CHECK: call spir_func <2 x float> @_Z22__lanecl_native_sincosDv2_fPS_(<2 x float> %b, ptr %{{.*}})
; CHECK: ret
declare spir_func float @_Z10native_sinf(float)
declare spir_func float @_Z10native_cosf(float)
declare spir_func <2 x float> @_Z8half_sinDv2_f(<2 x float>)
declare spir_func <2 x float> @_Z8half_cosDv2_f(<2 x float>)
define spir_func void @natives(float %a, <2 x float> %b, ptr %p) {
  %s = call spir_func float @_Z10native_sinf(float %a)
  %c = call spir_func float @_Z10native_cosf(float %a)
  %sum = fadd float %s, %c
  store float %sum, ptr %p
  %ss = call spir_func <2 x float> @_Z8half_sinDv2_f(<2 x float> %b)
  %cc = call spir_func <2 x float> @_Z8half_cosDv2_f(<2 x float> %b)
  %both = fadd <2 x float> %ss, %cc
  store <2 x float> %both, ptr %p
  ret void
}

; Behind branches that join again, and of two calls one.
; CHECK-LABEL: @apart(
; CHECK: call spir_func float @_Z6sincosfPf(
; CHECK: ret float
; CHECK-NOT: @_Z3sinf
; CHECK-NOT: @_Z3cosf
; CHECK-LABEL: @sometimes(
define spir_func float @apart(float %a, i1 %c) {
  %s = call spir_func float @_Z3sinf(float %a)
  br i1 %c, label %more, label %join
more:
  br label %join
join:
  %x = phi float [ 1.0, %0 ], [ 2.0, %more ]
  %cos = call spir_func float @_Z3cosf(float %a)
  %y = fmul float %s, %x
  %z = fadd float %y, %cos
  ret float %z
}

; Not where one may go without the other, or more often, nor those of two angles.
; CHECK: call spir_func float @_Z3sinf(float %a)
; CHECK: call spir_func float @_Z3cosf(float %a)
; CHECK-LABEL: @more(
; CHECK: call spir_func float @_Z3sinf(float %a)
; CHECK: call spir_func float @_Z3cosf(float %a)
; CHECK-LABEL: @others(
; CHECK: call spir_func float @_Z3sinf(float %a)
; CHECK: call spir_func float @_Z3cosf(float %b)
define spir_func float @sometimes(float %a, i1 %c) {
  %s = call spir_func float @_Z3sinf(float %a)
  br i1 %c, label %more, label %join
more:
  %cos = call spir_func float @_Z3cosf(float %a)
  br label %join
join:
  %x = phi float [ %s, %0 ], [ %cos, %more ]
  ret float %x
}

define spir_func float @more(float %a, i32 %n) {
entry:
  %s = call spir_func float @_Z3sinf(float %a)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ %s, %entry ], [ %more, %loop ]
  %cos = call spir_func float @_Z3cosf(float %a)
  %more = fadd float %sum, %cos
  %next = add i32 %i, 1
  %again = icmp slt i32 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret float %more
}

define spir_func float @others(float %a, float %b) {
  %s = call spir_func float @_Z3sinf(float %a)
  %c = call spir_func float @_Z3cosf(float %b)
  %sum = fadd float %s, %c
  ret float %sum
}
