; Arguments whose values a launch tells: those named "known...", by what they are in their type.
; RUN: lanecl-opt %s --passes='argument-values<7>' | FileCheck %s --check-prefixes=CHECK,SEVEN
; RUN: lanecl-opt %s --passes='argument-values<-3>' | FileCheck %s --check-prefixes=CHECK,MINUS

declare void @llvm.assume(i1)

; Sums and products, casts and comparisons become constants at once; others stay as they are. The arguments keep their
; places.
; CHECK-LABEL: @folds(ptr addrspace(1) %p, i32 %known, i32 %free)
; SEVEN-NEXT: %s = add nsw i32 %free, 7
; SEVEN-NEXT: %x = add nsw i32 %s, 15
; SEVEN-NEXT: store i32 %x, ptr addrspace(1) %p
; SEVEN-NEXT: store i64 15, ptr addrspace(1) %p
; SEVEN-NEXT: store i1 true, ptr addrspace(1) %p
; MINUS-NEXT: %s = add nsw i32 %free, -3
; MINUS-NEXT: %x = add nsw i32 %s, -5
; MINUS-NEXT: store i32 %x, ptr addrspace(1) %p
; MINUS-NEXT: store i64 -5, ptr addrspace(1) %p
; MINUS-NEXT: store i1 false, ptr addrspace(1) %p
; CHECK-NEXT: ret void
define spir_kernel void @folds(ptr addrspace(1) %p, i32 %known, i32 %free) {
  %s = add nsw i32 %free, %known
  %twice = shl nsw i32 %known, 1
  %more = add nsw i32 %twice, 1
  %x = add nsw i32 %s, %more
  store i32 %x, ptr addrspace(1) %p
  %wide = sext i32 %more to i64
  store i64 %wide, ptr addrspace(1) %p
  %above = icmp sgt i32 %known, 2
  store i1 %above, ptr addrspace(1) %p
  ret void
}

; Of fewer bits, and of more.
; CHECK-LABEL: @types(
; SEVEN-NEXT: store i8 7, ptr addrspace(1) %p
; SEVEN-NEXT: store i64 7, ptr addrspace(1) %p
; SEVEN-NEXT: store i32 7, ptr addrspace(1) %p
; MINUS-NEXT: store i8 -3, ptr addrspace(1) %p
; MINUS-NEXT: store i64 -3, ptr addrspace(1) %p
; MINUS-NEXT: store i32 253, ptr addrspace(1) %p
define spir_kernel void @types(ptr addrspace(1) %p, i8 %known8, i64 %known64) {
  store i8 %known8, ptr addrspace(1) %p
  store i64 %known64, ptr addrspace(1) %p
  %wide = zext i8 %known8 to i32
  store i32 %wide, ptr addrspace(1) %p
  ret void
}

; Behind a way that was read before, too: in the order of the program, not of the text.
; CHECK-LABEL: @order(
; CHECK: later:
; SEVEN-NEXT: store i32 9, ptr addrspace(1) %p
; MINUS-NEXT: store i32 -1, ptr addrspace(1) %p
; CHECK: first:
; CHECK-NEXT: br label %later
define spir_kernel void @order(ptr addrspace(1) %p, i32 %known) {
entry:
  br label %first
later:
  %y = add i32 %x, 1
  store i32 %y, ptr addrspace(1) %p
  ret void
first:
  %x = add i32 %known, 1
  br label %later
}

; Nobody knows anything: nothing is folded.
; CHECK-LABEL: @none(
; CHECK: %x = add i32 1, 2
define spir_kernel void @none(ptr addrspace(1) %p, i32 %n) {
  %x = add i32 1, 2
  store i32 %x, ptr addrspace(1) %p
  ret void
}
