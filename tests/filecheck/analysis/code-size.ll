; What the compile-time budget counts.
; RUN: lanecl-opt %s --passes='print<code-size>' --disable-output | FileCheck %s

; Elements of vectors each count, in what comes in, too.
; CHECK-LABEL: size of @vectors: 7 operations
define i32 @vectors(<4 x i32> %v) {
  %e = extractelement <4 x i32> %v, i32 0
  %f = add i32 %e, 1
  %g = add i32 %f, %e
  ret i32 %g
}

; A function once, however often it is called: seven of it, four of each call, one.
; CHECK-LABEL: size of @twice: 16 operations
define i32 @twice() {
  %a = call i32 @vectors(<4 x i32> zeroinitializer)
  %b = call i32 @vectors(<4 x i32> zeroinitializer)
  ret i32 %a
}
; CHECK-NEXT: size of @recursive: 3 operations
define void @recursive() {
  call void @recursive()
  call void @recursive()
  ret void
}

; %e waits from the first instruction to the third: two; %f and %g one each; %a two.
; CHECK-NEXT: size of the module: 10 instructions, liveness 6, 2 accesses of a block
