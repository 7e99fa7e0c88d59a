; Calls through pointers choose between the functions of their type.
; RUN: lanecl-opt %s --passes=function-pointers | FileCheck %s

; CHECK: @table = addrspace(2) constant [2 x ptr] [ptr inttoptr (i64 [[ONE:-?[0-9]+]] to ptr), ptr inttoptr (i64 [[OTHER:-?[0-9]+]] to ptr)]
@table = addrspace(2) constant [2 x ptr] [ptr @one, ptr @other]

define internal spir_func i32 @one(i32 %x) {
  ret i32 %x
}
define internal spir_func i32 @other(i32 %x) {
  %y = add i32 %x, 1
  ret i32 %y
}
; Nobody asks for its address, and the host does not see it.
define internal spir_func i32 @unseen(i32 %x) {
  ret i32 7
}
define spir_func float @ofAnotherType(i32 %x) {
  ret float 7.0
}

; It would call itself, as its kernel would; the other kernel is a function, too.
; CHECK-LABEL: @itself(
; CHECK: switch i64 %{{.*}}, label %called [
; CHECK-DAG: i64 [[ONE]], label
; CHECK-DAG: i64 [[OTHER]], label
; CHECK: ]
; CHECK-DAG: call spir_func i32 @one(i32 %x)
; CHECK-DAG: call spir_func i32 @other(i32 %x)
; CHECK-NOT: call spir_func i32 @itself
; CHECK-NOT: call spir_func i32 @unseen
; CHECK: called:
; CHECK: phi i32 [ 0,
define spir_func i32 @itself(ptr %f, i32 %x) {
  %v = call spir_func i32 %f(i32 %x)
  ret i32 %v
}

; CHECK-LABEL: define spir_kernel void @kernel(
; CHECK: call spir_func void @[[COPY:.*]](ptr
; CHECK-NOT: @kernel
; CHECK: ret void
define spir_kernel void @kernel(ptr %f) {
  call spir_func void %f(ptr %f)
  ret void
}
; CHECK-LABEL: define spir_kernel void @plain(
define spir_kernel void @plain(ptr %f) {
  ret void
}
; CHECK: define internal spir_func void @[[COPY]](ptr
