; A circle of calls is an error that names it; calls of one another without one are none.
; RUN: split-file %s %t
; RUN: not lanecl-opt %t/self.ll --passes=refuse-recursion 2>&1 | FileCheck %s --check-prefix=SELF
; RUN: not lanecl-opt %t/circle.ll --passes=refuse-recursion 2>&1 | FileCheck %s --check-prefix=CIRCLE
; RUN: lanecl-opt %t/none.ll --passes=refuse-recursion | FileCheck %s --check-prefix=NONE

; SELF: error: function 'fac' calls itself: recursion is not supported
; CIRCLE: error: function '{{even|odd}}' calls itself through '{{odd|even}}': recursion is not supported
; NONE: define void @twice

;--- self.ll
define void @__clang_ocl_kern_imp_fac() {
  call void @__clang_ocl_kern_imp_fac()
  ret void
}
;--- circle.ll
define void @even() {
  call void @odd()
  ret void
}
define void @odd() {
  call void @even()
  ret void
}
;--- none.ll
define void @leaf() {
  ret void
}
define void @twice() {
  call void @leaf()
  call void @leaf()
  ret void
}
