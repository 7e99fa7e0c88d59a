; Arguments that, where they are known, make other code.
; RUN: lanecl-opt %s --passes='print<shaping-arguments>' --disable-output | FileCheck %s

; Comparisons with constants, choices, divisors: any value; before them arithmetic with constants, casts.
; CHECK: shaping arguments of @any
; CHECK-NEXT: %mode: any values
; CHECK-NEXT: %flags: any values
; CHECK-NEXT: %way: any values
; CHECK-NEXT: %by: any values
; CHECK-NEXT: %rest: any values
; CHECK-NEXT: %narrow: any values
define spir_kernel void @any(i32 %mode, i32 %flags, i32 %way, i32 %by, i32 %rest, i8 %narrow) {
entry:
  %isMode = icmp eq i32 %mode, 3
  %flag = and i32 %flags, 16
  %isSet = icmp ne i32 %flag, 0
  %quotient = udiv i32 100, %by
  %twice = shl i32 %rest, 1
  %remainder = srem i32 100, %twice
  %wide = zext i8 %narrow to i32
  %frozen = freeze i32 %wide
  %isNarrow = icmp ugt i32 %frozen, 9
  switch i32 %way, label %end [ i32 1, label %one ]
one:
  br label %end
end:
  ret void
}

; Factors of what is no constant, starts and ends of counters: small values.
; CHECK: shaping arguments of @small
; CHECK-NEXT: %id: small values
; CHECK-NEXT: %step: small values
; CHECK-NEXT: %first: small values
; CHECK-NEXT: %last: small values
; CHECK-NEXT: %behind: small values
define spir_kernel void @small(i32 %id, i32 %step, i32 %first, i32 %last, i32 %behind) {
entry:
  %at = mul i32 %id, %step
  %end = add i32 %behind, 1
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %next = add i32 %i, 1
  %isLast = icmp eq i32 %i, %last
  %more = icmp slt i32 %next, %end
  %go = and i1 %more, %isLast
  br i1 %go, label %loop, label %exit
exit:
  ret void
}

; Not sizes, which are compared with ids, sums, dividends, multiples of constants, and what is no integer.
; CHECK: shaping arguments of @none
; CHECK-NEXT: %size: none
; CHECK-NEXT: %id: none
; CHECK-NEXT: %dividend: none
; CHECK-NEXT: %scaled: none
; CHECK-NEXT: %large: none
; CHECK-NEXT: %f: none
; CHECK-NEXT: %p: none
define spir_kernel void @none(i32 %size, i32 %id, i32 %dividend, i32 %scaled, i128 %large, float %f, ptr addrspace(1) %p) {
  %inside = icmp slt i32 %id, %size
  %sum = add i32 %id, %size
  %isThree = icmp eq i32 %sum, 3
  %quotient = udiv i32 %dividend, 3
  %product = mul i32 %scaled, 3
  %isLarge = icmp eq i128 %large, 7
  %isOne = fcmp oeq float %f, 1.0
  %isNull = icmp eq ptr addrspace(1) %p, null
  store i32 %product, ptr addrspace(1) %p
  ret void
}

; Through variables and functions, those that call themselves, too.
; CHECK: shaping arguments of @through
; CHECK-NEXT: %kept: any values
; CHECK-NEXT: %handed: any values
; CHECK-NEXT: %stored: none
; CHECK: shaping arguments of @callee
; CHECK-NEXT: %a: none
; CHECK-NEXT: %b: any values
define spir_kernel void @through(i32 %kept, i32 %handed, i32 %stored, ptr addrspace(1) %p) {
  %variable = alloca i32
  store i32 %kept, ptr %variable
  %loaded = load i32, ptr %variable
  %isOne = icmp eq i32 %loaded, 1
  call void @callee(i32 0, i32 %handed)
  store i32 %stored, ptr addrspace(1) %p
  %other = load i32, ptr addrspace(1) %p
  %isTwo = icmp eq i32 %other, 2
  ret void
}
define internal void @callee(i32 %a, i32 %b) {
  call void @callee(i32 %a, i32 %b)
  %isThree = icmp eq i32 %b, 3
  ret void
}
