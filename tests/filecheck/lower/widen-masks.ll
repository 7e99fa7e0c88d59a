; Masks between blocks are as wide as what they mask, where the machine has no registers for masks.
; RUN: lanecl-opt %s --passes=widen-masks --isa=avx2 | FileCheck %s
; RUN: lanecl-opt %s --passes=widen-masks --isa=avx512 | FileCheck %s --check-prefix=KEEPS

; CHECK-LABEL: @loop(
; CHECK: %[[MASK:.*]] = phi <8 x i32> [ splat (i32 -1), %entry ], [ %[[LEFT:.*]], %turn ]
; CHECK: icmp slt <8 x i32> %[[MASK]], zeroinitializer
; CHECK: %[[LESS:.*]] = icmp slt <8 x i32> %x, %y
; CHECK: %[[OWN:.*]] = sext <8 x i1> %[[LESS]] to <8 x i32>
; CHECK: %[[LEFT]] = {{and|or}} <8 x i32>
; CHECK: %[[ANY:.*]] = icmp slt <8 x i32> %[[LEFT]], zeroinitializer
; CHECK: bitcast <8 x i1> %[[ANY]] to i8
; KEEPS-LABEL: @loop(
; KEEPS-NOT: <8 x i32> [
; KEEPS: phi <8 x i1>
; KEEPS-NOT: sext
; KEEPS: {{^[}]}}
define void @loop(<8 x i32> %x, <8 x i32> %y, ptr %p) {
entry:
  br label %turn
turn:
  %mask = phi <8 x i1> [ splat (i1 true), %entry ], [ %left, %turn ]
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %x, ptr align 4 %p, <8 x i1> %mask)
  %less = icmp slt <8 x i32> %x, %y
  %left = select <8 x i1> %mask, <8 x i1> %less, <8 x i1> zeroinitializer
  %bits = bitcast <8 x i1> %left to i8
  %any = icmp ne i8 %bits, 0
  br i1 %any, label %turn, label %done
done:
  ret void
}

; Four lanes of 32 bits are so already, and a mask of one block is nobody's concern.
; CHECK-LABEL: @four(
; CHECK-NOT: sext
; CHECK-LABEL: @alone(
; CHECK-NOT: sext
; CHECK: {{^[}]}}
define void @four(<4 x i32> %x, ptr %p, i1 %c) {
entry:
  %mask = icmp sgt <4 x i32> %x, zeroinitializer
  br i1 %c, label %then, label %done
then:
  call void @llvm.masked.store.v4i32.p0(<4 x i32> %x, ptr align 4 %p, <4 x i1> %mask)
  br label %done
done:
  ret void
}
define void @alone(<8 x i32> %x, ptr %p) {
  %mask = icmp sgt <8 x i32> %x, zeroinitializer
  call void @llvm.masked.store.v8i32.p0(<8 x i32> %x, ptr align 4 %p, <8 x i1> %mask)
  ret void
}
