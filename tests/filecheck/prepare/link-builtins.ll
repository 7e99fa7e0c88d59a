; The library's functions, and what they call, become part of the module; what is LaneCL's own or nobody's does not.
; RUN: lanecl-opt %s --passes=link-builtins --width=1 | FileCheck %s
; RUN: lanecl-opt %s --passes=link-builtins --width=16 | FileCheck %s
; RUN: lanecl-opt %s --passes=link-builtins,keep-vector-math --width=4 --isa=avx2 | FileCheck %s --check-prefix=KEPT

declare i64 @lanecl.global_id(i32)
declare double @_Z5atan2dd(double, double)
declare double @_Z3logd(double)
declare float @_Z5hypotff(float, float)
declare float @_Z3unkf(float)
declare i8 @__lanecl_media_read_8(ptr addrspace(2), i64, i64, i32, i32, i32, i32, i32)

; CHECK-DAG: declare i64 @lanecl.global_id(i32)
; CHECK-DAG: declare float @_Z3unkf(float)
; CHECK-DAG: define internal {{.*}}double @_Z5atan2dd(double
; CHECK-DAG: define internal {{.*}}float @_Z5hypotff(float
; CHECK-NOT: declare {{.*}}@_Z3logd
; What it declares of LaneCL's own has the table's effects, for which Clang has no words.
; CHECK-DAG: declare {{.*}}i8 @lanecl.sub_group.block_read.i8.p1(ptr addrspace(1){{.*}}, i32{{.*}}) {{.*}}#[[READS:[0-9]+]]
; CHECK: attributes #[[READS]] = { {{.*}}memory(argmem: read)

; What a vector function serves better than the library's own code stays a call until packetize.
; KEPT: define internal {{.*}}double @_Z5atan2dd(double {{.*}} #[[KEPT:[0-9]+]]
; KEPT: attributes #[[KEPT]] = { {{.*}}noinline

define spir_kernel void @kernel(ptr addrspace(1) %p, ptr addrspace(2) %image, double %x, float %y) {
  %g = call i64 @lanecl.global_id(i32 0)
  %a = call double @_Z5atan2dd(double %x, double %x)
  %b = call double @_Z3logd(double %x)
  %c = call float @_Z5hypotff(float %y, float %y)
  %d = call float @_Z3unkf(float %y)
  %e = call i8 @__lanecl_media_read_8(ptr addrspace(2) %image, i64 0, i64 0, i32 1, i32 1, i32 0, i32 0, i32 8)
  store volatile i8 %e, ptr addrspace(1) %p
  store volatile double %a, ptr addrspace(1) %p
  store volatile double %b, ptr addrspace(1) %p
  store volatile float %c, ptr addrspace(1) %p
  store volatile float %d, ptr addrspace(1) %p
  ret void
}
