; Structs by value: read in place, copied if they change.
; RUN: lanecl-opt %s --passes=copy-arguments | FileCheck %s
; RUN: lanecl-opt %s --passes=copy-function-arguments | FileCheck %s --check-prefix=FUNCTIONS

%pair = type { i32, [7 x float] }

; CHECK-LABEL: @read(
; CHECK-SAME: ptr readonly byval(%pair) align 4 %s
; CHECK-NOT: alloca
; CHECK: load float, ptr %a
; CHECK: {{^[}]}}
define spir_kernel void @read(ptr byval(%pair) align 4 %s, ptr addrspace(1) %p, i32 %n) {
  %a = getelementptr %pair, ptr %s, i32 0, i32 1, i32 %n
  %v = load float, ptr %a
  store float %v, ptr addrspace(1) %p
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) %p, ptr %s, i64 32, i1 false)
  ret void
}

; CHECK-LABEL: @written(
; CHECK-SAME: ptr readonly byval(%pair) align 16 %s
; CHECK-NEXT: %[[COPY:.*]] = alloca %pair, align 16
; CHECK-NEXT: call void @llvm.memcpy.p0.p0.i64(ptr align 16 %[[COPY]], ptr align 16 %s, i64 32, i1 false)
; CHECK-NEXT: store i32 %n, ptr %[[COPY]]
define spir_kernel void @written(ptr byval(%pair) align 16 %s, i32 %n) {
  store i32 %n, ptr %s
  ret void
}

; CHECK-LABEL: @escapes(
; CHECK-NEXT: %[[COPY:.*]] = alloca %pair
; CHECK: store ptr %[[COPY]], ptr addrspace(1) %p
define spir_kernel void @escapes(ptr byval(%pair) align 4 %s, ptr addrspace(1) %p) {
  store ptr %s, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @unused(
; CHECK-SAME: ptr byval(%pair) align 4 %s
; CHECK-NEXT: ret void
define spir_kernel void @unused(ptr byval(%pair) align 4 %s) {
  ret void
}

; Functions that are left take a pointer, and copy what is behind it.
; FUNCTIONS-LABEL: @callee(
; FUNCTIONS-SAME: ptr align 4 %s, i32 %n
; FUNCTIONS-NEXT: %[[OWN:.*]] = alloca %pair, align 4
; FUNCTIONS-NEXT: call void @llvm.memcpy.p0.p0.i64(ptr align 4 %[[OWN]], ptr align 4 %s, i64 32, i1 false)
; FUNCTIONS-NEXT: store i32 %n, ptr %[[OWN]]
define internal spir_func void @callee(ptr byval(%pair) align 4 %s, i32 %n) {
  store i32 %n, ptr %s
  ret void
}

; FUNCTIONS-LABEL: @calls(
; FUNCTIONS: call spir_func void @callee(ptr align 4 %p, i32 1)
define spir_kernel void @calls() {
  %p = alloca %pair
  call spir_func void @callee(ptr byval(%pair) align 4 %p, i32 1)
  ret void
}
