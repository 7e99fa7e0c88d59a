; Functions on images for samplers that are constants; and, where formats are given, as code for these.
; RUN: lanecl-opt %s --passes=images | FileCheck %s
; RUN: lanecl-opt %s '--passes=images<r-float>' | FileCheck %s --check-prefix=SPECIAL

declare i32 @texel(i32)
declare void @use(<4 x float>)

; CHECK-LABEL: define spir_kernel void @kernel(
; CHECK: call spir_func <4 x float> @[[CLAMPED:__lanecl_image_sample_1d_i_f.*]](ptr addrspace(2) %image, i32 2, i32 %x)
; CHECK: call spir_func <4 x float> @__lanecl_image_sample_1d_i_f(ptr addrspace(2) %image, i32 %sampler, i32 %x)
; CHECK: call spir_func <4 x float> @[[CLAMPED]](ptr addrspace(2) %image, i32 2, i32 7)
; CHECK: call void @use
; SPECIAL-LABEL: define spir_kernel void @kernel(
; SPECIAL-NOT: __lanecl_image
; SPECIAL: call i32 @texel(i32 4318)
; SPECIAL-NOT: __lanecl_image
; SPECIAL: ret void
define spir_kernel void @kernel(ptr addrspace(2) readonly byref([64 x i8]) align 16 %image, i32 "lanecl.sampler" %sampler, i32 %x) {
  %variable = alloca ptr addrspace(2)
  store ptr addrspace(2) %image, ptr %variable
  %same = load ptr addrspace(2), ptr %variable
  %a = call spir_func <4 x float> @__lanecl_image_sample_1d_i_f(ptr addrspace(2) %same, i32 2, i32 %x)
  %b = call spir_func <4 x float> @__lanecl_image_sample_1d_i_f(ptr addrspace(2) %image, i32 %sampler, i32 %x)
  %c = call spir_func <4 x float> @__lanecl_image_sample_1d_i_f(ptr addrspace(2) %image, i32 2, i32 7)
  %ab = fadd <4 x float> %a, %b
  %abc = fadd <4 x float> %ab, %c
  call void @use(<4 x float> %abc)
  ret void
}

; Nothing calls it that knows its image: it stays as it is.
; CHECK-LABEL: define internal spir_func <4 x float> @helper(
; CHECK: call spir_func <4 x float> @__lanecl_image_sample_1d_i_f(ptr addrspace(2) %image, i32 %sampler, i32 %x)
; CHECK-LABEL: define internal spir_func <4 x float> @__lanecl_image_sample_1d_i_f(
; CHECK: load i32, {{.*}} !invariant.load
; CHECK: define internal spir_func <4 x float> @[[CLAMPED]](
; CHECK-NOT: icmp
define internal spir_func <4 x float> @helper(ptr addrspace(2) byref([64 x i8]) %image, i32 %sampler, i32 %x) {
  %a = call spir_func <4 x float> @__lanecl_image_sample_1d_i_f(ptr addrspace(2) %image, i32 %sampler, i32 %x)
  ret <4 x float> %a
}

define internal spir_func <4 x float> @__lanecl_image_sample_1d_i_f(ptr addrspace(2) %image, i32 %sampler, i32 %x) {
  %place = getelementptr i8, ptr addrspace(2) %image, i64 44
  %type = load i32, ptr addrspace(2) %place
  %clamps = icmp eq i32 %sampler, 2
  br i1 %clamps, label %one, label %other
one:
  %t = call i32 @texel(i32 %type)
  %f = bitcast i32 %t to float
  %v = insertelement <4 x float> zeroinitializer, float %f, i64 0
  ret <4 x float> %v
other:
  ret <4 x float> zeroinitializer
}
