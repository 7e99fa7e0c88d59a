; Calls of built-in functions that the SPIR-V back end mistakes.
; RUN: lanecl-opt %s --passes=lower-builtins | FileCheck %s

declare spir_func i32 @_Z3anyDv4_i(<4 x i32>)
declare spir_func <4 x float> @_Z5ldexpDv4_fi(<4 x float>, i32)
declare spir_func float @_Z3maxff(float, float)
declare spir_func i32 @_Z3maxii(i32, i32)
declare spir_func i8 @_Z16convert_char_satj(i32)
declare spir_func float @_Z13convert_floati(i32)
declare spir_func float @_Z17convert_float_rtzi(i32)
declare spir_func i32 @_Z10atomic_addPU3AS3Vii(ptr addrspace(3), i32)
declare spir_func i32 @_Z25atomic_fetch_max_explicitPU3AS1VU7_Atomicjj12memory_order12memory_scope(ptr addrspace(1), i32, i32, i32)
declare spir_func void @_Z7barrierj(i32)
declare spir_func i32 @_Z21work_group_reduce_muli(i32)
declare spir_func float @_Z3sinf(float)
declare spir_func ptr addrspace(1) @__to_global(ptr addrspace(4))

; The sign bits of a vector.
; CHECK-LABEL: @anyOf(
; CHECK: %[[S:.*]] = icmp slt <4 x i32> %x, zeroinitializer
; CHECK: %[[A:.*]] = call spir_func i1 @_Z11__spirv_AnyDv4_b(<4 x i1> %[[S]])
; CHECK: zext i1 %[[A]] to i32
define i32 @anyOf(<4 x i32> %x) {
  %r = call spir_func i32 @_Z3anyDv4_i(<4 x i32> %x)
  ret i32 %r
}
; One exponent for all.
; CHECK-LABEL: @exponent(
; CHECK: call spir_func <4 x float> @_Z17__spirv_ocl_ldexpDv4_fDv4_j(<4 x float> %x, <4 x i32> %
define <4 x float> @exponent(<4 x float> %x, i32 %n) {
  %r = call spir_func <4 x float> @_Z5ldexpDv4_fi(<4 x float> %x, i32 %n)
  ret <4 x float> %r
}
; NaN is nobody's business in max; integers are right as they are.
; CHECK-LABEL: @maxima(
; CHECK: call spir_func float @_Z23__spirv_ocl_fmax_commonff(float %x, float %y)
; CHECK: call spir_func i32 @_Z3maxii(
define i32 @maxima(float %x, float %y, i32 %a, ptr %p) {
  %r = call spir_func float @_Z3maxff(float %x, float %y)
  store float %r, ptr %p
  %s = call spir_func i32 @_Z3maxii(i32 %a, i32 %a)
  ret i32 %s
}
; Unsigned to signed char, held at 127; int to float is an instruction, rounded otherwise a function.
; CHECK-LABEL: @conversions(
; CHECK: %[[C:.*]] = icmp ugt i32 %x, 127
; CHECK: %[[S:.*]] = select i1 %[[C]], i32 127, i32 %x
; CHECK: trunc i32 %[[S]] to i8
; CHECK: sitofp i32 %x to float
; CHECK: call spir_func float @__lanecl__Z17convert_float_rtzi(i32 %x)
define void @conversions(i32 %x, ptr %p) {
  %c = call spir_func i8 @_Z16convert_char_satj(i32 %x)
  store i8 %c, ptr %p
  %f = call spir_func float @_Z13convert_floati(i32 %x)
  store float %f, ptr %p
  %g = call spir_func float @_Z17convert_float_rtzi(i32 %x)
  store float %g, ptr %p
  ret void
}
; Relaxed, of the work-group's scope in its own memory; with an order and a scope as they say (acquire of global memory,
; the device).
; CHECK-LABEL: @atomics(
; CHECK: @_Z18__spirv_AtomicIAdd{{.*}}(ptr addrspace(3) %l, i32 2, i32 0, i32 %x)
; CHECK: @_Z18__spirv_AtomicUMax{{.*}}(ptr addrspace(1) %g, i32 1, i32 514, i32 %x)
define void @atomics(ptr addrspace(3) %l, ptr addrspace(1) %g, i32 %x) {
  %a = call spir_func i32 @_Z10atomic_addPU3AS3Vii(ptr addrspace(3) %l, i32 %x)
  %b = call spir_func i32 @_Z25atomic_fetch_max_explicitPU3AS1VU7_Atomicjj12memory_order12memory_scope(ptr addrspace(1) %g, i32 %x, i32 2, i32 2)
  ret void
}
; Sequentially consistent over local memory; of no memory without flags.
; CHECK-LABEL: @barriers(
; CHECK: @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 272)
; CHECK: @_Z22__spirv_ControlBarrierjjj(i32 2, i32 2, i32 0)
define void @barriers() {
  call spir_func void @_Z7barrierj(i32 1)
  call spir_func void @_Z7barrierj(i32 0)
  ret void
}
; CHECK-LABEL: @groups(
; CHECK: call spir_func i32 @{{.*}}__spirv_GroupIMulKHR{{.*}}(i32 2, i32 0, i32 %x)
define i32 @groups(i32 %x) {
  %r = call spir_func i32 @_Z21work_group_reduce_muli(i32 %x)
  ret i32 %r
}
; Nobody's mistake.
; CHECK-LABEL: @others(
; CHECK-NEXT: call spir_func float @_Z3sinf(float %x)
define float @others(float %x) {
  %r = call spir_func float @_Z3sinf(float %x)
  ret float %r
}
; The space that a pointer was cast from is known.
; CHECK-LABEL: @spaces(
; CHECK: store ptr addrspace(1) %g, ptr %p
; CHECK: store ptr addrspace(1) null, ptr %p
; CHECK: call spir_func ptr addrspace(1) @{{.*}}__spirv_GenericCastToPtrExplicit_ToGlobal{{.*}}(ptr addrspace(4) %any, i32 5)
define void @spaces(ptr addrspace(1) %g, ptr addrspace(3) %l, ptr addrspace(4) %any, ptr %p) {
  %c = addrspacecast ptr addrspace(1) %g to ptr addrspace(4)
  %a = call spir_func ptr addrspace(1) @__to_global(ptr addrspace(4) %c)
  store ptr addrspace(1) %a, ptr %p
  %d = addrspacecast ptr addrspace(3) %l to ptr addrspace(4)
  %b = call spir_func ptr addrspace(1) @__to_global(ptr addrspace(4) %d)
  store ptr addrspace(1) %b, ptr %p
  %e = call spir_func ptr addrspace(1) @__to_global(ptr addrspace(4) %any)
  store ptr addrspace(1) %e, ptr %p
  ret void
}
