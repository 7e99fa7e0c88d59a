; Sums of the digits of a number are that number, or fewer of its digits.
; RUN: lanecl-opt %s --passes=canonicalize | FileCheck %s

; CHECK-LABEL: @coordinates(
; CHECK-SAME: i64 %i,
; CHECK-NOT: mul
; CHECK: %[[INDEX:[0-9]+]] = trunc i64 %i to i32
; CHECK: store i32 %[[INDEX]], ptr addrspace(1) %p
; The element before in one direction.
; CHECK: %[[AGAIN:[0-9]+]] = trunc i64 %i to i32
; CHECK: %[[LEFT:[0-9]+]] = add i32 %[[AGAIN]], -81
; CHECK: store i32 %[[LEFT]], ptr addrspace(1) %q
define spir_kernel void @coordinates(i64 %i, ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %plane = sdiv i64 %i, 6561
  %inPlane = srem i64 %i, 6561
  %row = sdiv i64 %inPlane, 81
  %column = srem i64 %inPlane, 81
  %x = trunc i64 %plane to i32
  %y = trunc i64 %row to i32
  %z = trunc i64 %column to i32
  %a = mul i32 %x, 6561
  %b = mul i32 %y, 81
  %c = add i32 %a, %b
  %d = add i32 %c, %z
  store i32 %d, ptr addrspace(1) %p
  %above = add i32 %y, -1
  %e = mul i32 %above, 81
  %f = add i32 %e, %a
  %g = add i32 %z, %f
  store i32 %g, ptr addrspace(1) %q
  ret void
}

; The highest digit is not there.
; CHECK-LABEL: @within(
; CHECK: %[[REST:.*]] = urem i32 %i{{.*}}, 6561
; CHECK-NOT: add
; CHECK: store i32 %[[REST]], ptr addrspace(1) %p
define spir_kernel void @within(i32 %i, ptr addrspace(1) %p) {
  %rest = urem i32 %i, 6561
  %row = udiv i32 %rest, 81
  %column = urem i32 %i, 81
  %a = mul i32 %row, 81
  %b = add i32 %column, %a
  store i32 %b, ptr addrspace(1) %p
  ret void
}

; Other factors stay, and so do digits of different signs.
; CHECK-LABEL: @others(
; CHECK: mul {{.*}}, 80
; CHECK: add
; CHECK: srem i32 %i{{.*}}, 81
; CHECK: add
define spir_kernel void @others(i32 %i, ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %row = udiv i32 %i, 81
  %column = urem i32 %i, 81
  %a = mul i32 %row, 80
  %b = add i32 %column, %a
  store i32 %b, ptr addrspace(1) %p
  %signed = sdiv i32 %i, 81
  %c = mul i32 %signed, 81
  %d = add i32 %column, %c
  store i32 %d, ptr addrspace(1) %q
  ret void
}
