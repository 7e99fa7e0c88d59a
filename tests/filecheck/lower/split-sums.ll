; A short loop that keeps more sums than there are registers becomes two; with 32 registers it stays one.
; RUN: lanecl-opt %s --passes=optimize --width=8 --isa=avx2 | FileCheck %s
; RUN: lanecl-opt %s --passes=optimize --width=8 --isa=avx512 | FileCheck %s --check-prefix=ONE
; RUN: lanecl-opt %s --passes=optimize --width=8 --isa=avx2 --quick | FileCheck %s --check-prefix=ONE

; CHECK: loop.sums:
; CHECK-COUNT-16: call <8 x float> @llvm.fma
; CHECK-NOT: @llvm.fma
; CHECK: loop.next:
; CHECK-COUNT-8: phi <8 x float> [ %{{.*}}, %loop.sums ]
; CHECK: loop:
; CHECK-COUNT-16: call <8 x float> @llvm.fma
; CHECK-NOT: @llvm.fma
; CHECK: ret
; ONE-NOT: .sums:
; ONE: ret
declare <8 x float> @llvm.fma.v8f32(<8 x float>, <8 x float>, <8 x float>)

define void @block(ptr addrspace(3) %a, ptr addrspace(3) %b, ptr addrspace(1) %out) {
entry:
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s0 = phi <8 x float> [ zeroinitializer, %entry ], [ %t0, %loop ]
  %s1 = phi <8 x float> [ zeroinitializer, %entry ], [ %t1, %loop ]
  %s2 = phi <8 x float> [ zeroinitializer, %entry ], [ %t2, %loop ]
  %s3 = phi <8 x float> [ zeroinitializer, %entry ], [ %t3, %loop ]
  %s4 = phi <8 x float> [ zeroinitializer, %entry ], [ %t4, %loop ]
  %s5 = phi <8 x float> [ zeroinitializer, %entry ], [ %t5, %loop ]
  %s6 = phi <8 x float> [ zeroinitializer, %entry ], [ %t6, %loop ]
  %s7 = phi <8 x float> [ zeroinitializer, %entry ], [ %t7, %loop ]
  %s8 = phi <8 x float> [ zeroinitializer, %entry ], [ %t8, %loop ]
  %s9 = phi <8 x float> [ zeroinitializer, %entry ], [ %t9, %loop ]
  %s10 = phi <8 x float> [ zeroinitializer, %entry ], [ %t10, %loop ]
  %s11 = phi <8 x float> [ zeroinitializer, %entry ], [ %t11, %loop ]
  %s12 = phi <8 x float> [ zeroinitializer, %entry ], [ %t12, %loop ]
  %s13 = phi <8 x float> [ zeroinitializer, %entry ], [ %t13, %loop ]
  %s14 = phi <8 x float> [ zeroinitializer, %entry ], [ %t14, %loop ]
  %s15 = phi <8 x float> [ zeroinitializer, %entry ], [ %t15, %loop ]
  %pa = getelementptr [64 x float], ptr addrspace(3) %a, i64 %k
  %pb = getelementptr [64 x float], ptr addrspace(3) %b, i64 %k
  %pa0 = getelementptr float, ptr addrspace(3) %pa, i64 0
  %x0 = load float, ptr addrspace(3) %pa0
  %y0 = insertelement <8 x float> poison, float %x0, i64 0
  %a0 = shufflevector <8 x float> %y0, <8 x float> poison, <8 x i32> zeroinitializer
  %pb0 = getelementptr float, ptr addrspace(3) %pb, i64 0
  %b0 = load <8 x float>, ptr addrspace(3) %pb0, align 4
  %pa1 = getelementptr float, ptr addrspace(3) %pa, i64 16
  %x1 = load float, ptr addrspace(3) %pa1
  %y1 = insertelement <8 x float> poison, float %x1, i64 0
  %a1 = shufflevector <8 x float> %y1, <8 x float> poison, <8 x i32> zeroinitializer
  %pb1 = getelementptr float, ptr addrspace(3) %pb, i64 16
  %b1 = load <8 x float>, ptr addrspace(3) %pb1, align 4
  %pa2 = getelementptr float, ptr addrspace(3) %pa, i64 32
  %x2 = load float, ptr addrspace(3) %pa2
  %y2 = insertelement <8 x float> poison, float %x2, i64 0
  %a2 = shufflevector <8 x float> %y2, <8 x float> poison, <8 x i32> zeroinitializer
  %pb2 = getelementptr float, ptr addrspace(3) %pb, i64 32
  %b2 = load <8 x float>, ptr addrspace(3) %pb2, align 4
  %pa3 = getelementptr float, ptr addrspace(3) %pa, i64 48
  %x3 = load float, ptr addrspace(3) %pa3
  %y3 = insertelement <8 x float> poison, float %x3, i64 0
  %a3 = shufflevector <8 x float> %y3, <8 x float> poison, <8 x i32> zeroinitializer
  %pb3 = getelementptr float, ptr addrspace(3) %pb, i64 48
  %b3 = load <8 x float>, ptr addrspace(3) %pb3, align 4
  %t0 = call <8 x float> @llvm.fma.v8f32(<8 x float> %a0, <8 x float> %b0, <8 x float> %s0)
  %t1 = call <8 x float> @llvm.fma.v8f32(<8 x float> %a0, <8 x float> %b1, <8 x float> %s1)
  %t2 = call <8 x float> @llvm.fma.v8f32(<8 x float> %a0, <8 x float> %b2, <8 x float> %s2)
  %t3 = call <8 x float> @llvm.fma.v8f32(<8 x float> %a0, <8 x float> %b3, <8 x float> %s3)
  %t4 = call <8 x float> @llvm.fma.v8f32(<8 x float> %a1, <8 x float> %b0, <8 x float> %s4)
  %t5 = call <8 x float> @llvm.fma.v8f32(<8 x float> %a1, <8 x float> %b1, <8 x float> %s5)
  %t6 = call <8 x float> @llvm.fma.v8f32(<8 x float> %a1, <8 x float> %b2, <8 x float> %s6)
  %t7 = call <8 x float> @llvm.fma.v8f32(<8 x float> %a1, <8 x float> %b3, <8 x float> %s7)
  %t8 = call <8 x float> @llvm.fma.v8f32(<8 x float> %a2, <8 x float> %b0, <8 x float> %s8)
  %t9 = call <8 x float> @llvm.fma.v8f32(<8 x float> %a2, <8 x float> %b1, <8 x float> %s9)
  %t10 = call <8 x float> @llvm.fma.v8f32(<8 x float> %a2, <8 x float> %b2, <8 x float> %s10)
  %t11 = call <8 x float> @llvm.fma.v8f32(<8 x float> %a2, <8 x float> %b3, <8 x float> %s11)
  %t12 = call <8 x float> @llvm.fma.v8f32(<8 x float> %a3, <8 x float> %b0, <8 x float> %s12)
  %t13 = call <8 x float> @llvm.fma.v8f32(<8 x float> %a3, <8 x float> %b1, <8 x float> %s13)
  %t14 = call <8 x float> @llvm.fma.v8f32(<8 x float> %a3, <8 x float> %b2, <8 x float> %s14)
  %t15 = call <8 x float> @llvm.fma.v8f32(<8 x float> %a3, <8 x float> %b3, <8 x float> %s15)
  %next = add nuw nsw i64 %k, 1
  %end = icmp eq i64 %next, 48
  br i1 %end, label %exit, label %loop
exit:
  %o0 = getelementptr <8 x float>, ptr addrspace(1) %out, i64 0
  store <8 x float> %t0, ptr addrspace(1) %o0
  %o1 = getelementptr <8 x float>, ptr addrspace(1) %out, i64 1
  store <8 x float> %t1, ptr addrspace(1) %o1
  %o2 = getelementptr <8 x float>, ptr addrspace(1) %out, i64 2
  store <8 x float> %t2, ptr addrspace(1) %o2
  %o3 = getelementptr <8 x float>, ptr addrspace(1) %out, i64 3
  store <8 x float> %t3, ptr addrspace(1) %o3
  %o4 = getelementptr <8 x float>, ptr addrspace(1) %out, i64 4
  store <8 x float> %t4, ptr addrspace(1) %o4
  %o5 = getelementptr <8 x float>, ptr addrspace(1) %out, i64 5
  store <8 x float> %t5, ptr addrspace(1) %o5
  %o6 = getelementptr <8 x float>, ptr addrspace(1) %out, i64 6
  store <8 x float> %t6, ptr addrspace(1) %o6
  %o7 = getelementptr <8 x float>, ptr addrspace(1) %out, i64 7
  store <8 x float> %t7, ptr addrspace(1) %o7
  %o8 = getelementptr <8 x float>, ptr addrspace(1) %out, i64 8
  store <8 x float> %t8, ptr addrspace(1) %o8
  %o9 = getelementptr <8 x float>, ptr addrspace(1) %out, i64 9
  store <8 x float> %t9, ptr addrspace(1) %o9
  %o10 = getelementptr <8 x float>, ptr addrspace(1) %out, i64 10
  store <8 x float> %t10, ptr addrspace(1) %o10
  %o11 = getelementptr <8 x float>, ptr addrspace(1) %out, i64 11
  store <8 x float> %t11, ptr addrspace(1) %o11
  %o12 = getelementptr <8 x float>, ptr addrspace(1) %out, i64 12
  store <8 x float> %t12, ptr addrspace(1) %o12
  %o13 = getelementptr <8 x float>, ptr addrspace(1) %out, i64 13
  store <8 x float> %t13, ptr addrspace(1) %o13
  %o14 = getelementptr <8 x float>, ptr addrspace(1) %out, i64 14
  store <8 x float> %t14, ptr addrspace(1) %o14
  %o15 = getelementptr <8 x float>, ptr addrspace(1) %out, i64 15
  store <8 x float> %t15, ptr addrspace(1) %o15
  ret void
}
