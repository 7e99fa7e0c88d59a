; Only the first kernel and what it uses. Program-scope variables are defined elsewhere, once for all kernels.
; RUN: lanecl-opt %s --passes=isolate-kernel | FileCheck %s

; CHECK-NOT: @llvm.used
; CHECK: @shared = external addrspace(1) global i32
; CHECK-NOT: @unused
; CHECK: @table = internal addrspace(2) constant i32 7
; CHECK-NOT: @other
@shared = addrspace(1) global i32 5
@unused = addrspace(1) global i32 5
@table = internal addrspace(2) constant i32 7
@llvm.used = appending global [1 x ptr] [ptr @other]

; CHECK: define {{.*}}spir_kernel void @first()
define spir_kernel void @first() {
  %v = load i32, ptr addrspace(1) @shared
  %w = load i32, ptr addrspace(2) @table
  %s = add i32 %v, %w
  call void @helper(i32 %s)
  ret void
}
; CHECK: define internal void @helper(i32 %x)
; CHECK-NOT: define
define void @helper(i32 %x) {
  store i32 %x, ptr addrspace(1) @shared
  ret void
}
define void @other() {
  ret void
}
define spir_kernel void @second() {
  ret void
}
