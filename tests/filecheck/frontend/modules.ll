; Whole functions, variables and linkage as SPIR-V wants them.
; RUN: split-file %s %t
; RUN: lanecl-opt %t/stubs.ll --passes=merge-kernel-stubs | FileCheck %t/stubs.ll
; RUN: lanecl-opt %t/linkage.ll --passes=fix-linkage | FileCheck %t/linkage.ll
; RUN: lanecl-opt %t/linkage.ll --passes='fix-linkage<linkable>' | FileCheck %t/linkage.ll --check-prefix=LINKABLE
; RUN: lanecl-opt %t/variables.ll --passes=promote-variables,type-variables | FileCheck %t/variables.ll
; RUN: not lanecl-opt %t/block.ll --passes=reject-unsupported 2>&1 | FileCheck %t/block.ll
; RUN: not lanecl-opt %t/jump.ll --passes=reject-unsupported 2>&1 | FileCheck %t/jump.ll
; RUN: not lanecl-opt %t/pointer.ll --passes=reject-unsupported 2>&1 | FileCheck %t/pointer.ll
; RUN: not lanecl-opt %t/assembly.ll --passes=reject-unsupported 2>&1 | FileCheck %t/assembly.ll
; RUN: lanecl-opt %t/plain.ll --passes=reject-unsupported | FileCheck %t/plain.ll

;--- stubs.ll
; Clang makes two functions of a kernel: one again, under the parameters' names.
; CHECK: define spir_kernel void @once(i32 %x)
; CHECK-NEXT: store i32 %x
; CHECK-NOT: imp_once
define spir_kernel void @once(i32 %a) {
  call spir_func void @__clang_ocl_kern_imp_once(i32 %a)
  ret void
}
define spir_func void @__clang_ocl_kern_imp_once(i32 %x) {
  store i32 %x, ptr null
  ret void
}
; The program calls this kernel: it stays a function.
; CHECK: define spir_kernel void @called(i32 %a)
; CHECK-NEXT: call spir_func void @__clang_ocl_kern_imp_called(i32 %a)
; CHECK: define internal spir_func void @__clang_ocl_kern_imp_called(i32 %x)
define spir_kernel void @called(i32 %a) {
  call spir_func void @__clang_ocl_kern_imp_called(i32 %a)
  ret void
}
define spir_func void @__clang_ocl_kern_imp_called(i32 %x) {
  ret void
}
define spir_kernel void @caller(i32 %a) {
  call spir_func void @__clang_ocl_kern_imp_called(i32 7)
  ret void
}

;--- linkage.ll
; Everything but kernels is internal, what nobody uses goes; for a linker it stays.
; CHECK: @used = internal addrspace(1) global i32 1
; CHECK-NOT: @unused
; CHECK: define spir_kernel void @kernel()
; CHECK: define internal spir_func void @inlined()
; CHECK-NOT: @exported
; CHECK-NOT: @never
; LINKABLE: @used = addrspace(1) global i32 1
; LINKABLE: @unused = addrspace(1) global i32 1
; C99's inline has no external body.
; LINKABLE: define internal spir_func void @inlined()
; LINKABLE: define spir_func void @exported()
; LINKABLE-NOT: @never
@used = addrspace(1) global i32 1
@unused = addrspace(1) global i32 1
define spir_kernel void @kernel() {
  call spir_func void @inlined()
  ret void
}
define available_externally spir_func void @inlined() {
  %v = load i32, ptr addrspace(1) @used
  ret void
}
define spir_func void @exported() {
  ret void
}
define internal spir_func void @never() {
  ret void
}
declare void @neverDeclared()

;--- variables.ll
; Values for variables that never show their address.
; CHECK-LABEL: @kernel(
; CHECK-NEXT: %y = alloca i32
; CHECK-NEXT: %sum = add i32 %a, 1
; An array's uses all say its type.
; CHECK: %[[FIRST:.*]] = getelementptr inbounds [16 x i32], ptr addrspace(3) @tile, i64 0, i64 0
; CHECK: call spir_func void @use(ptr addrspace(3) %[[FIRST]], ptr %y)
; CHECK: getelementptr [16 x i32], ptr addrspace(3) @tile, i64 0, i64 %i
; CHECK: store i32 %sum, ptr addrspace(3) @one
@tile = internal addrspace(3) global [16 x i32] undef
@one = internal addrspace(3) global i32 undef
declare spir_func void @use(ptr addrspace(3), ptr)
define spir_kernel void @kernel(i32 %a, i64 %i) {
  %x = alloca i32
  %y = alloca i32
  store i32 %a, ptr %x
  %v = load i32, ptr %x
  %sum = add i32 %v, 1
  call spir_func void @use(ptr addrspace(3) @tile, ptr %y)
  %q = getelementptr [16 x i32], ptr addrspace(3) @tile, i64 0, i64 %i
  store i32 %sum, ptr addrspace(3) %q
  store i32 %sum, ptr addrspace(3) @one
  ret void
}

; A step to a pointer that is compared goes on in bytes, from a number, and the variable stays what it is.
; CHECK-LABEL: @pointers(
; CHECK-NEXT: %v = alloca [5 x ptr]
; CHECK-NEXT: %[[FIRST:.*]] = getelementptr inbounds [5 x ptr], ptr %v, i64 0
; CHECK-NEXT: %[[NUMBER:.*]] = ptrtoint ptr %[[FIRST]] to i64
; CHECK-NEXT: %[[UNKNOWN:.*]] = inttoptr i64 %[[NUMBER]] to ptr
; CHECK-NEXT: %one = getelementptr i8, ptr %[[UNKNOWN]], i64 8
; CHECK-NEXT: icmp eq ptr %one, null
define i1 @pointers(i64 %i) {
  %v = alloca [5 x ptr]
  %one = getelementptr [5 x ptr], ptr %v, i64 0, i64 1
  %is = icmp eq ptr %one, null
  ret i1 %is
}

;--- block.ll
; CHECK: error: function '__kernel_block_invoke' uses blocks, which this device does not support
define void @__kernel_block_invoke() {
  ret void
}
;--- jump.ll
; CHECK: error: function 'jumps' uses computed jumps
define void @jumps(ptr %p) {
  indirectbr ptr %p, [label %a, label %b]
a:
  ret void
b:
  ret void
}
;--- pointer.ll
; CHECK: error: function 'calls' uses a call through a pointer
define void @calls(ptr %p) {
  call void %p()
  ret void
}
;--- assembly.ll
; CHECK: error: assembly at file scope is not supported by this device
module asm "nop"
;--- plain.ll
; CHECK: define void @plain
define void @plain() {
  ret void
}
