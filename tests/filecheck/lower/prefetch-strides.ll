; What the next iterations of long loops load from far away is asked for.
; RUN: lanecl-opt %s --passes=optimize --width=8 | FileCheck %s
; RUN: lanecl-opt %s --passes=optimize --width=8 --quick | FileCheck %s --check-prefix=QUICK

; QUICK-NOT: @llvm.prefetch

; CHECK-LABEL: @steps(
; CHECK: [[AHEAD:%.*]] = mul i64 %step, {{[0-9]+}}
; CHECK: phi
; CHECK: [[PLACE:%.*]] = getelementptr {{.*}}, i64 [[AHEAD]]
; CHECK: call void @llvm.prefetch.p1(ptr addrspace(1) [[PLACE]], i32 0, i32 3, i32 1)
; CHECK-NOT: call void @llvm.prefetch
define i32 @steps(ptr addrspace(1) %p, i64 %first, i64 %step, i64 %end, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %first, %entry ], [ %i1, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %y35, %loop ]
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %x0 = load i32, ptr addrspace(1) %q
  %y0 = add i32 %x0, %sum
  %x1 = mul i32 %x0, %y0
  %y1 = xor i32 %x1, %n
  %x2 = mul i32 %x1, %y1
  %y2 = xor i32 %x2, %n
  %x3 = mul i32 %x2, %y2
  %y3 = xor i32 %x3, %n
  %x4 = mul i32 %x3, %y3
  %y4 = xor i32 %x4, %n
  %x5 = mul i32 %x4, %y4
  %y5 = xor i32 %x5, %n
  %x6 = mul i32 %x5, %y5
  %y6 = xor i32 %x6, %n
  %x7 = mul i32 %x6, %y6
  %y7 = xor i32 %x7, %n
  %x8 = mul i32 %x7, %y7
  %y8 = xor i32 %x8, %n
  %x9 = mul i32 %x8, %y8
  %y9 = xor i32 %x9, %n
  %x10 = mul i32 %x9, %y9
  %y10 = xor i32 %x10, %n
  %x11 = mul i32 %x10, %y10
  %y11 = xor i32 %x11, %n
  %x12 = mul i32 %x11, %y11
  %y12 = xor i32 %x12, %n
  %x13 = mul i32 %x12, %y12
  %y13 = xor i32 %x13, %n
  %x14 = mul i32 %x13, %y13
  %y14 = xor i32 %x14, %n
  %x15 = mul i32 %x14, %y14
  %y15 = xor i32 %x15, %n
  %x16 = mul i32 %x15, %y15
  %y16 = xor i32 %x16, %n
  %x17 = mul i32 %x16, %y16
  %y17 = xor i32 %x17, %n
  %x18 = mul i32 %x17, %y17
  %y18 = xor i32 %x18, %n
  %x19 = mul i32 %x18, %y18
  %y19 = xor i32 %x19, %n
  %x20 = mul i32 %x19, %y19
  %y20 = xor i32 %x20, %n
  %x21 = mul i32 %x20, %y20
  %y21 = xor i32 %x21, %n
  %x22 = mul i32 %x21, %y21
  %y22 = xor i32 %x22, %n
  %x23 = mul i32 %x22, %y22
  %y23 = xor i32 %x23, %n
  %x24 = mul i32 %x23, %y23
  %y24 = xor i32 %x24, %n
  %x25 = mul i32 %x24, %y24
  %y25 = xor i32 %x25, %n
  %x26 = mul i32 %x25, %y25
  %y26 = xor i32 %x26, %n
  %x27 = mul i32 %x26, %y26
  %y27 = xor i32 %x27, %n
  %x28 = mul i32 %x27, %y27
  %y28 = xor i32 %x28, %n
  %x29 = mul i32 %x28, %y28
  %y29 = xor i32 %x29, %n
  %x30 = mul i32 %x29, %y29
  %y30 = xor i32 %x30, %n
  %x31 = mul i32 %x30, %y30
  %y31 = xor i32 %x31, %n
  %x32 = mul i32 %x31, %y31
  %y32 = xor i32 %x32, %n
  %x33 = mul i32 %x32, %y32
  %y33 = xor i32 %x33, %n
  %x34 = mul i32 %x33, %y33
  %y34 = xor i32 %x34, %n
  %x35 = mul i32 %x34, %y34
  %y35 = xor i32 %x35, %n
  %i1 = add nsw i64 %i, %step
  %more = icmp slt i64 %i1, %end
  br i1 %more, label %loop, label %last
last:
  ret i32 %y35
}

; Near ones are foreseen.
; CHECK-LABEL: @near(
; CHECK-NOT: call void @llvm.prefetch
define i32 @near(ptr addrspace(1) %p, i64 %first, i64 %step, i64 %end, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %first, %entry ], [ %i1, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %y35, %loop ]
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %x0 = load i32, ptr addrspace(1) %q
  %y0 = add i32 %x0, %sum
  %x1 = mul i32 %x0, %y0
  %y1 = xor i32 %x1, %n
  %x2 = mul i32 %x1, %y1
  %y2 = xor i32 %x2, %n
  %x3 = mul i32 %x2, %y2
  %y3 = xor i32 %x3, %n
  %x4 = mul i32 %x3, %y3
  %y4 = xor i32 %x4, %n
  %x5 = mul i32 %x4, %y4
  %y5 = xor i32 %x5, %n
  %x6 = mul i32 %x5, %y5
  %y6 = xor i32 %x6, %n
  %x7 = mul i32 %x6, %y6
  %y7 = xor i32 %x7, %n
  %x8 = mul i32 %x7, %y7
  %y8 = xor i32 %x8, %n
  %x9 = mul i32 %x8, %y8
  %y9 = xor i32 %x9, %n
  %x10 = mul i32 %x9, %y9
  %y10 = xor i32 %x10, %n
  %x11 = mul i32 %x10, %y10
  %y11 = xor i32 %x11, %n
  %x12 = mul i32 %x11, %y11
  %y12 = xor i32 %x12, %n
  %x13 = mul i32 %x12, %y12
  %y13 = xor i32 %x13, %n
  %x14 = mul i32 %x13, %y13
  %y14 = xor i32 %x14, %n
  %x15 = mul i32 %x14, %y14
  %y15 = xor i32 %x15, %n
  %x16 = mul i32 %x15, %y15
  %y16 = xor i32 %x16, %n
  %x17 = mul i32 %x16, %y16
  %y17 = xor i32 %x17, %n
  %x18 = mul i32 %x17, %y17
  %y18 = xor i32 %x18, %n
  %x19 = mul i32 %x18, %y18
  %y19 = xor i32 %x19, %n
  %x20 = mul i32 %x19, %y19
  %y20 = xor i32 %x20, %n
  %x21 = mul i32 %x20, %y20
  %y21 = xor i32 %x21, %n
  %x22 = mul i32 %x21, %y21
  %y22 = xor i32 %x22, %n
  %x23 = mul i32 %x22, %y22
  %y23 = xor i32 %x23, %n
  %x24 = mul i32 %x23, %y23
  %y24 = xor i32 %x24, %n
  %x25 = mul i32 %x24, %y24
  %y25 = xor i32 %x25, %n
  %x26 = mul i32 %x25, %y25
  %y26 = xor i32 %x26, %n
  %x27 = mul i32 %x26, %y26
  %y27 = xor i32 %x27, %n
  %x28 = mul i32 %x27, %y27
  %y28 = xor i32 %x28, %n
  %x29 = mul i32 %x28, %y28
  %y29 = xor i32 %x29, %n
  %x30 = mul i32 %x29, %y29
  %y30 = xor i32 %x30, %n
  %x31 = mul i32 %x30, %y30
  %y31 = xor i32 %x31, %n
  %x32 = mul i32 %x31, %y31
  %y32 = xor i32 %x32, %n
  %x33 = mul i32 %x32, %y32
  %y33 = xor i32 %x33, %n
  %x34 = mul i32 %x33, %y33
  %y34 = xor i32 %x34, %n
  %x35 = mul i32 %x34, %y34
  %y35 = xor i32 %x35, %n
  %i1 = add nsw i64 %i, 3
  %more = icmp slt i64 %i1, %end
  br i1 %more, label %loop, label %last
last:
  ret i32 %y35
}

; Short iterations overlap by themselves.
; CHECK-LABEL: @short(
; CHECK-NOT: call void @llvm.prefetch
; CHECK: {{^[}]}}
define i32 @short(ptr addrspace(1) %p, i64 %first, i64 %step, i64 %end, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ %first, %entry ], [ %i1, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %y4, %loop ]
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %x0 = load i32, ptr addrspace(1) %q
  %y0 = add i32 %x0, %sum
  %x1 = mul i32 %x0, %y0
  %y1 = xor i32 %x1, %n
  %x2 = mul i32 %x1, %y1
  %y2 = xor i32 %x2, %n
  %x3 = mul i32 %x2, %y2
  %y3 = xor i32 %x3, %n
  %x4 = mul i32 %x3, %y3
  %y4 = xor i32 %x4, %n
  %i1 = add nsw i64 %i, %step
  %more = icmp slt i64 %i1, %end
  br i1 %more, label %loop, label %last
last:
  ret i32 %y4
}
