; What is left of machine operations goes through a register's first lane.
; RUN: lanecl-opt %s --passes=lower-machine-operations | FileCheck %s --implicit-check-not='{{call .*@machine}}'

declare i32 @machine.dot4us.i32(i32, i32)
declare float @machine.exponent.f32(float)
declare double @machine.scale.f64(double, double)
declare double @machine.mantissa34.f64(double)
declare float @machine.table16.f32(ptr addrspace(2), i32)
declare float @machine.unknown.f32(float)
declare float @host(float)

; CHECK-LABEL: @exponent(
; CHECK: %[[X:.*]] = shufflevector <16 x float> %{{.*}}, <16 x float> poison, <16 x i32> zeroinitializer
; CHECK: %[[R:.*]] = call <16 x float> @llvm.x86.avx512.mask.getexp.ps.512(<16 x float> %[[X]], <16 x float> zeroinitializer, i16 -1, i32 4)
; CHECK: extractelement <16 x float> %[[R]], i64 0
define float @exponent(float %x) {
  %r = call float @machine.exponent.f32(float %x)
  ret float %r
}

; CHECK-LABEL: @doubles(
; CHECK: call <8 x double> @llvm.x86.avx512.mask.scalef.pd.512(<8 x double> %{{.*}}, <8 x double> %{{.*}}, <8 x double> zeroinitializer, i8 -1, i32 4)
; Of a number in [3/4, 3/2).
; CHECK: call <8 x double> @llvm.x86.avx512.mask.getmant.pd.512(<8 x double> %{{.*}}, i32 15, <8 x double> zeroinitializer, i8 -1, i32 4)
define double @doubles(double %x, double %y) {
  %r = call double @machine.scale.f64(double %x, double %y)
  %s = call double @machine.mantissa34.f64(double %r)
  ret double %s
}

; CHECK-LABEL: @table(
; CHECK: %[[T:.*]] = load <16 x float>, ptr addrspace(2) %t
; CHECK: call <16 x float> @llvm.x86.avx512.permvar.sf.512(<16 x float> %[[T]],
define float @table(ptr addrspace(2) %t, i32 %x) {
  %r = call float @machine.table16.f32(ptr addrspace(2) %t, i32 %x)
  ret float %r
}

; Products of bytes need no instruction of their own: unsigned by signed.
; CHECK-LABEL: @dots(
; CHECK: and i32 %{{.*}}, 255
; CHECK: ashr i32 %{{.*}}, 24
; CHECK-COUNT-4: mul i32
; CHECK-NOT: mul
; CHECK: {{^[}]}}
define i32 @dots(i32 %a, i32 %b) {
  %r = call i32 @machine.dot4us.i32(i32 %a, i32 %b)
  ret i32 %r
}

; CHECK-LABEL: @others(
; CHECK: call float @host(float %x)
define float @others(float %x) {
  %r = call float @host(float %x)
  ret float %r
}
