; RUN: lanecl-opt %s --passes=inline-calls | FileCheck %s

declare i64 @lanecl.global_id(i32) memory(none) nounwind willreturn
declare float @lanecl.estimate.reciprocal.f32(float)
@local = internal addrspace(3) global [4 x i32] undef

; What asks for the work-group's state is part of the kernel, `noinline` or not, through any number of calls.
; CHECK-LABEL: @kernel(
; CHECK: call i64 @lanecl.global_id(i32 0)
; CHECK-NOT: call {{.*}}@asks
; CHECK: store i32 1, ptr addrspace(3) @local
; CHECK-NOT: call {{.*}}@locals
; CHECK-NOT: call {{.*}}@large
; What is not, stays where it asks to.
; CHECK: call float @stays(
; CHECK: call float @estimates(
; CHECK: {{^[}]}}
define spir_kernel void @kernel(ptr addrspace(1) %p) {
  call void @asksInside(ptr addrspace(1) %p)
  call void @locals()
  call void @large(ptr addrspace(1) %p)
  %x = call float @stays(float 1.0)
  %y = call float @estimates(float %x)
  %z = call float @small(float %y)
  store float %z, ptr addrspace(1) %p
  ret void
}
define internal void @asksInside(ptr addrspace(1) %p) noinline {
  %g = call i64 @asks()
  store i64 %g, ptr addrspace(1) %p
  ret void
}
define internal i64 @asks() noinline {
  %g = call i64 @lanecl.global_id(i32 0)
  ret i64 %g
}
define internal void @locals() noinline {
  store i32 1, ptr addrspace(3) @local
  ret void
}
; Variables for which the kernel has the memory.
define internal void @large(ptr addrspace(1) %p) noinline {
  %array = alloca [1000 x i32]
  %v = load volatile i32, ptr %array
  store i32 %v, ptr addrspace(1) %p
  ret void
}
define internal float @stays(float %x) noinline {
  %y = fmul float %x, %x
  ret float %y
}
define internal float @estimates(float %x) noinline {
  %y = call float @lanecl.estimate.reciprocal.f32(float %x)
  ret float %y
}
define internal float @small(float %x) {
  %y = fmul float %x, %x
  ret float %y
}

; Of robust programs everything is.
; CHECK-LABEL: @robust(
; CHECK-NOT: call
; CHECK: {{^[}]}}
define spir_kernel void @robust(ptr addrspace(1) %p, i64 %size) "lanecl-visible-arguments"="1" {
  %x = call float @stays(float 1.0)
  store float %x, ptr addrspace(1) %p
  ret void
}
