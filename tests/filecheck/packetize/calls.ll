; Calls: functions of the program, of a math library, of nobody's.
; RUN: lanecl-opt %s --passes=prepare-packetize,packetize --width=8 --isa=avx2 --report | FileCheck %s
; RUN: lanecl-opt %s --passes=prepare-packetize,packetize --width=16 --isa=avx512 --features=avx512vnni | FileCheck %s --check-prefix=WIDE
; RUN: lanecl-opt %s --passes=prepare-packetize,packetize --width=8 --isa=avx512 | FileCheck %s --check-prefix=HALF
; 
; CHECK: kernel prints: 8 lanes, 1 instructions lane after lane

declare i64 @lanecl.global_id(i32) memory(none) nounwind willreturn
declare float @_Z5log1pf(float) memory(none) nounwind willreturn
declare float @_Z4atanf(float) memory(none) nounwind willreturn
declare float @_Z3unkf(float) memory(none) nounwind willreturn
declare float @llvm.fma.f32(float, float, float)
declare float @lanecl.estimate.reciprocal.f32(float) memory(none) nounwind willreturn
declare i32 @machine.dot4su.i32(i32, i32) memory(none) nounwind willreturn
declare i32 @lanecl.printf(ptr addrspace(2), ...)
@format = internal addrspace(2) constant [3 x i8] c"%d\00"

define internal float @helper(float %x, float %y, ptr addrspace(1) %p) noinline {
  %a = load float, ptr addrspace(1) %p
  %b = fmul float %a, %x
  %c = fadd float %b, %y
  %neg = fcmp olt float %x, 0.0
  br i1 %neg, label %then, label %end
then:
  store float %c, ptr addrspace(1) %p
  br label %end
end:
  ret float %c
}

; Made to lanes itself, for this pattern of arguments: what is the same for all stays scalar.
; CHECK-LABEL: @function.lanes8
; CHECK: %[[R:.*]] = call <8 x float> @helper.lanes8.vuu(<8 x float> %{{.*}}, float %u, ptr addrspace(1) %q)
; CHECK: store <8 x float> %[[R]]
; CHECK-LABEL: define internal <8 x float> @helper.lanes8.vuu(<8 x float> %x, float %y, ptr addrspace(1) %p)
; CHECK: load float, ptr addrspace(1) %p
define spir_kernel void @function(ptr addrspace(1) %p, ptr addrspace(1) %q, float %u) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %g
  %v = load float, ptr addrspace(1) %a
  %w = call float @helper(float %v, float %u, ptr addrspace(1) %q)
  store float %w, ptr addrspace(1) %a
  ret void
}

; Under a mask: another form, which has it as an argument.
; CHECK-LABEL: @masked.lanes8
; CHECK: %some = fcmp ogt <8 x float>
; CHECK: call <8 x float> @helper.lanes8m.vvu(<8 x float> %[[V:.*]], <8 x float> %[[V]], ptr addrspace(1) %q, <8 x i1> %some)
; CHECK-LABEL: define internal <8 x float> @helper.lanes8m.vvu(
; CHECK: select <8 x i1> %{{.*}}, <8 x i1> %neg, <8 x i1> zeroinitializer
define spir_kernel void @masked(ptr addrspace(1) %p, ptr addrspace(1) %q, float %u) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %g
  %v = load float, ptr addrspace(1) %a
  %some = fcmp ogt float %v, 1.0
  br i1 %some, label %then, label %end
then:
  %w = call float @helper(float %v, float %v, ptr addrspace(1) %q)
  store float %w, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

; Of a vector math library where there is one for this set of instructions; lanes that are not active ask something
; harmless. Intrinsics are their vector forms.
; CHECK-LABEL: @math.lanes8
; CHECK: then:
; CHECK: %[[X:.*]] = select <8 x i1> %some, <8 x float> %{{.*}}, <8 x float> splat (float 1.000000e+00)
; CHECK: %[[W:.*]] = call <8 x float> @_ZGVdN8v_atanf(<8 x float> %[[X]])
; CHECK: %[[F:.*]] = call <8 x float> @llvm.fma.v8f32(<8 x float> %[[W]],
; CHECK: call <8 x float> @lanecl.estimate.reciprocal.v8f32(<8 x float> %[[F]])
; WIDE-LABEL: @math.lanes16
; WIDE: lane:
; WIDE: call float @_Z4atanf(float
define spir_kernel void @math(ptr addrspace(1) %p) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %g
  %v = load float, ptr addrspace(1) %a
  %some = fcmp ogt float %v, 1.0
  br i1 %some, label %then, label %end
then:
  %w = call float @_Z4atanf(float %v)
  %x = call float @llvm.fma.f32(float %w, float %v, float 1.0)
  %y = call float @lanecl.estimate.reciprocal.f32(float %x)
  store float %y, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

; Lane after lane, but once for all where all ask the same.
; CHECK-LABEL: @unknown.lanes8
; CHECK: lane:
; CHECK: %[[LEFT:.*]] = phi i8 [ -1, %body ], [ %[[REST:.*]], %lane ]
; CHECK: call float @_Z3unkf(float %
; CHECK: %[[REST]] = and i8 %[[LEFT]], %
; CHECK: lanes.done:
; CHECK: %x = call float @_Z3unkf(float %u)
; CHECK: insertelement <8 x float> poison, float %x, i64 0
define spir_kernel void @unknown(ptr addrspace(1) %p, float %u) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %g
  %v = load float, ptr addrspace(1) %a
  %w = call float @_Z3unkf(float %v)
  %x = call float @_Z3unkf(float %u)
  %y = fadd float %w, %x
  store float %y, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: @prints.lanes8
; CHECK: lane:
; CHECK: @lanecl.printf(ptr addrspace(2) @format, i32 %
; CHECK-NOT: @lanecl.printf
; CHECK: {{^[}]}}
define spir_kernel void @prints(ptr addrspace(1) %p) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %i = trunc i64 %g to i32
  %r = call i32 (ptr addrspace(2), ...) @lanecl.printf(ptr addrspace(2) @format, i32 %i)
  ret void
}

; Sums of products of bytes: an instruction where there is one, else shifts.
; CHECK-LABEL: @dots.lanes8
; CHECK: ashr <8 x i32> %{{.*}}, splat (i32 24)
; CHECK-COUNT-4: mul <8 x i32>
; CHECK-NOT: mul
; CHECK: {{^[}]}}
; WIDE-LABEL: @dots.lanes16
; WIDE-NOT: mul
; WIDE: call <16 x i32> @llvm.x86.avx512.vpdpbusd.512(
define spir_kernel void @dots(ptr addrspace(1) %p, i32 %u) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  %v = load i32, ptr addrspace(1) %a
  %w = call i32 @machine.dot4su.i32(i32 %v, i32 %u)
  store i32 %w, ptr addrspace(1) %a
  ret void
}

; Machine operations are for 512 bits: of fewer lanes the rest is a copy of the last, of more there are several.
; HALF-LABEL: @exponents.lanes8
; HALF: %[[X:.*]] = shufflevector <8 x float> %{{.*}}, <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7, i32 7>
; HALF: call <16 x float> @llvm.x86.avx512.mask.getexp.ps.512(<16 x float> %[[X]],
; Other machines have none.
; CHECK-LABEL: @exponents.lanes8
; CHECK-NOT: @llvm.x86
; CHECK: call float @machine.exponent.f32(float
; WIDE-LABEL: @exponents.lanes16
; WIDE: call <16 x float> @llvm.x86.avx512.mask.getexp.ps.512(
; WIDE-COUNT-2: call <8 x double> @llvm.x86.avx512.mask.scalef.pd.512(
; WIDE-NOT: call <8 x double>
; WIDE: {{^[}]}}
declare float @machine.exponent.f32(float) memory(none) nounwind willreturn
declare double @machine.scale.f64(double, double) memory(none) nounwind willreturn
define spir_kernel void @exponents(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %g
  %v = load float, ptr addrspace(1) %a
  %e = call float @machine.exponent.f32(float %v)
  store float %e, ptr addrspace(1) %a
  %b = getelementptr double, ptr addrspace(1) %q, i64 %g
  %d = load double, ptr addrspace(1) %b
  %s = call double @machine.scale.f64(double %d, double 2.0)
  store double %s, ptr addrspace(1) %b
  ret void
}
