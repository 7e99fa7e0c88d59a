; Where a variable of W lanes lies: element by element of all lanes, or lane by lane.
; RUN: lanecl-opt %s --passes='print<private-layout>' --disable-output | FileCheck %s

; CHECK-LABEL: private layout of @variables
define spir_kernel void @variables(ptr addrspace(1) %p, i64 %i, i32 %j) {
variables:
; CHECK-NEXT: %array: interleaved by 4 bytes
  %array = alloca [16 x float]
  %a = getelementptr [16 x float], ptr %array, i64 0, i64 %i
  store float 1.0, ptr %a
  %a2 = getelementptr float, ptr %a, i32 %j
  %v = load float, ptr %a2
; One size, whatever the type.
; CHECK-NEXT: %mixed: interleaved by 8 bytes
  %mixed = alloca [4 x double]
  store i64 1, ptr %mixed
  %m = getelementptr double, ptr %mixed, i64 %i
  %mv = load double, ptr %m
; Two sizes of access.
; CHECK-NEXT: %bytes: a copy for each lane
  %bytes = alloca [16 x i32]
  store i32 1, ptr %bytes
  %b = load i8, ptr %bytes
; An element that straddles two.
; CHECK-NEXT: %unaligned: a copy for each lane
  %unaligned = alloca [16 x i32]
  %u = getelementptr i8, ptr %unaligned, i64 %i
  store i32 1, ptr %u
; A choice of offsets in bytes, each of which is an element's.
; CHECK-NEXT: %chosen: interleaved by 4 bytes
  %chosen = alloca [16 x i32]
; CHECK-NEXT: %odd: a copy for each lane
  %odd = alloca [16 x i32]
  %wide = shl i64 %i, 32
  %bytesOf = ashr exact i64 %wide, 30
  %isFirst = icmp eq i64 %i, 0
  br i1 %isFirst, label %join, label %other
other:
  br label %join
join:
  %offset = phi i64 [ 0, %variables ], [ %bytesOf, %other ]
  %oddOffset = phi i64 [ 2, %variables ], [ %bytesOf, %other ]
  %c = getelementptr i8, ptr %chosen, i64 %offset
  store i32 1, ptr %c
  %oddElement = getelementptr i8, ptr %odd, i64 %oddOffset
  store i32 1, ptr %oddElement
; Its address is known elsewhere.
; CHECK-NEXT: %escapes: a copy for each lane
  %escapes = alloca [16 x i32]
  store ptr %escapes, ptr addrspace(1) %p
; CHECK-NEXT: %isVolatile: a copy for each lane
  %isVolatile = alloca i32
  store volatile i32 1, ptr %isVolatile
; A size that is no number of bytes.
; CHECK-NEXT: %bits: a copy for each lane
  %bits = alloca i12
  store i12 1, ptr %bits
; CHECK-NEXT: %copied: a copy for each lane
  %copied = alloca [16 x i32]
  call void @llvm.memset.p0.i64(ptr %copied, i8 0, i64 64, i1 false)
; CHECK-NEXT: %dynamic: a copy for each lane
  %dynamic = alloca i32, i64 %i
  store i32 1, ptr %dynamic
  ret void
}
