; Arrays of structures: whole runs of memory and shuffles instead of a gather for each field.
; RUN: lanecl-opt %s --passes=prepare-packetize,packetize --width=4 --isa=sse4 --report | FileCheck %s
; RUN: lanecl-opt %s --passes=prepare-packetize,packetize --width=4 --isa=sse4 --masked | FileCheck %s --check-prefix=TAIL
; 
; CHECK: kernel complex: 4 lanes, 4 strided accesses
; CHECK: kernel three: 4 lanes, 1 contiguous accesses, 2 strided accesses
; CHECK: kernel holes: 4 lanes, 2 strided accesses
; CHECK: kernel one: 4 lanes, 1 contiguous accesses, 1 gathers
; CHECK: kernel written: 4 lanes, 2 contiguous accesses, 2 gathers
; CHECK: kernel bytes: 4 lanes, 8 strided accesses
; CHECK: kernel known: 4 lanes, 4 strided accesses
; CHECK: kernel pieces: 4 lanes, 2 contiguous accesses, 4 strided accesses

declare i64 @lanecl.global_id(i32) memory(none) nounwind willreturn

; CHECK-LABEL: @complex.lanes4
; CHECK: %[[A:.*]] = load <4 x float>, ptr addrspace(1) %[[P:.*]], align 4
; CHECK: %[[NEXT:.*]] = getelementptr i8, ptr addrspace(1) %[[P]], i64 16
; CHECK: %[[B:.*]] = load <4 x float>, ptr addrspace(1) %[[NEXT]], align 4
; CHECK: %[[AB:.*]] = shufflevector <4 x float> %[[A]], <4 x float> %[[B]],
; CHECK: shufflevector <8 x float> %[[AB]], <8 x float> poison, <8 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6>
; CHECK-COUNT-2: store <4 x float>
; CHECK-NOT: masked
; CHECK: {{^[}]}}
; Of a partial sub-group each lane's mask counts for both of its fields.
; TAIL-LABEL: @complex.lanes4m(
; TAIL-SAME: <4 x i1> %[[MASK:.*]])
; TAIL: @llvm.masked.load.v4i64.p1(ptr addrspace(1) align 4 {{.*}}, <4 x i1> %[[MASK]],
define spir_kernel void @complex(ptr addrspace(1) %p) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %re = getelementptr [2 x float], ptr addrspace(1) %p, i64 %g
  %a = load float, ptr addrspace(1) %re
  %im = getelementptr i8, ptr addrspace(1) %re, i64 4
  %b = load float, ptr addrspace(1) %im
  store float %b, ptr addrspace(1) %re
  store float %a, ptr addrspace(1) %im
  ret void
}

; Any number of fields, not all of them wanted.
; CHECK-LABEL: @three.lanes4
; CHECK-COUNT-3: load <4 x i32>
; CHECK: shufflevector <4 x i32> %{{.*}}, <4 x i32> <i32 0, i32 3, i32 6, i32
; CHECK-NOT: gather
; CHECK: {{^[}]}}
define spir_kernel void @three(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %x = getelementptr [3 x i32], ptr addrspace(1) %p, i64 %g
  %a = load i32, ptr addrspace(1) %x
  %z = getelementptr i8, ptr addrspace(1) %x, i64 8
  %b = load i32, ptr addrspace(1) %z
  %s = add i32 %a, %b
  %o = getelementptr i32, ptr addrspace(1) %q, i64 %g
  store i32 %s, ptr addrspace(1) %o
  ret void
}

; What lies between is not written.
; CHECK-LABEL: @holes.lanes4
; CHECK-COUNT-4: @llvm.masked.store.v4i32.p1({{.*}}, <4 x i1> <i1 true, i1 false, i1 true, i1 false>)
; CHECK-NOT: store
; CHECK: {{^[}]}}
define spir_kernel void @holes(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %x = getelementptr [4 x i32], ptr addrspace(1) %p, i64 %g
  store i32 1, ptr addrspace(1) %x
  %z = getelementptr i8, ptr addrspace(1) %x, i64 8
  store i32 3, ptr addrspace(1) %z
  ret void
}

; One field of many is gathered.
; CHECK-LABEL: @one.lanes4
; CHECK: @llvm.masked.gather.v4i32.v4p1
define spir_kernel void @one(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %x = getelementptr [8 x i32], ptr addrspace(1) %p, i64 %g
  %v = load i32, ptr addrspace(1) %x
  %o = getelementptr i32, ptr addrspace(1) %q, i64 %g
  store i32 %v, ptr addrspace(1) %o
  ret void
}

; So are two with a write between them, which may be to the second.
; CHECK-LABEL: @written.lanes4
; CHECK: @llvm.masked.gather.v4i32.v4p1
; CHECK: store <4 x i32>
; CHECK: @llvm.masked.gather.v4i32.v4p1
define spir_kernel void @written(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %x = getelementptr [8 x i32], ptr addrspace(1) %p, i64 %g
  %v = load i32, ptr addrspace(1) %x
  %o = getelementptr i32, ptr addrspace(1) %q, i64 %g
  store i32 %v, ptr addrspace(1) %o
  %y = getelementptr i8, ptr addrspace(1) %x, i64 4
  %w = load i32, ptr addrspace(1) %y
  store i32 %w, ptr addrspace(1) %o
  ret void
}

; Bytes that only change their places within four.
; CHECK-LABEL: @bytes.lanes4
; CHECK: %[[V:.*]] = load <16 x i8>, ptr addrspace(1) %{{.*}}, align 1
; CHECK: shufflevector <16 x i8> %[[V]], <16 x i8> poison, <16 x i32> <i32 3, i32 2, i32 1, i32 0, i32 7,
; CHECK: store <16 x i8> %{{.*}}, align 1
; CHECK-NOT: store
; CHECK: {{^[}]}}
define spir_kernel void @bytes(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %x = getelementptr [4 x i8], ptr addrspace(1) %p, i64 %g
  %v = load <4 x i8>, ptr addrspace(1) %x
  %r = shufflevector <4 x i8> %v, <4 x i8> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  store <4 x i8> %r, ptr addrspace(1) %x
  ret void
}

; What is known of each of the accesses is known of one for all of them.
; CHECK-LABEL: @known.lanes4
; CHECK: load <4 x float>, {{.*}}!alias.scope ![[BOTH:[0-9]+]], !noalias ![[ONLY:[0-9]+]]
; CHECK: load <4 x float>, {{.*}}!alias.scope ![[BOTH]], !noalias ![[ONLY]]
; CHECK: store <4 x float> {{.*}}!noalias ![[ONLY]]
; CHECK: store <4 x float> {{.*}}!noalias ![[ONLY]]
define spir_kernel void @known(ptr addrspace(1) %p) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %re = getelementptr [2 x float], ptr addrspace(1) %p, i64 %g
  %a = load float, ptr addrspace(1) %re, !alias.scope !4, !noalias !6
  %im = getelementptr i8, ptr addrspace(1) %re, i64 4
  %b = load float, ptr addrspace(1) %im, !alias.scope !5, !noalias !7
  store float %b, ptr addrspace(1) %re, !noalias !6
  store float %a, ptr addrspace(1) %im, !noalias !7
  ret void
}

; CHECK-LABEL: @pieces.lanes4
; CHECK-COUNT-4: load <4 x float>, {{.*}}!noalias ![[ONLY]]
define spir_kernel void @pieces(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %o = getelementptr i32, ptr addrspace(1) %q, i64 %g
  %i = load i32, ptr addrspace(1) %o
  %p0 = getelementptr [4 x float], ptr addrspace(1) %p, i32 %i
  %p1 = getelementptr i8, ptr addrspace(1) %p0, i64 4
  %p2 = getelementptr i8, ptr addrspace(1) %p0, i64 8
  %p3 = getelementptr i8, ptr addrspace(1) %p0, i64 12
  %a = load float, ptr addrspace(1) %p0, !noalias !6
  %b = load float, ptr addrspace(1) %p1, !noalias !7
  %c = load float, ptr addrspace(1) %p2, !noalias !6
  %d = load float, ptr addrspace(1) %p3, !noalias !6
  %ab = fadd float %a, %b
  %cd = fadd float %c, %d
  %s = fmul float %ab, %cd
  store float %s, ptr addrspace(1) %o
  ret void
}

!0 = distinct !{!0, !"domain"}
!1 = distinct !{!1, !0, !"first"}
!2 = distinct !{!2, !0, !"second"}
!3 = distinct !{!3, !0, !"third"}
!4 = !{!1}
!5 = !{!2}
!6 = !{!3, !2}
!7 = !{!3, !1}

; CHECK-DAG: ![[DOMAIN:[0-9]+]] = distinct !{![[DOMAIN]], !"domain"}
; CHECK-DAG: ![[FIRST:[0-9]+]] = distinct !{![[FIRST]], ![[DOMAIN]], !"first"}
; CHECK-DAG: ![[SECOND:[0-9]+]] = distinct !{![[SECOND]], ![[DOMAIN]], !"second"}
; CHECK-DAG: ![[THIRD:[0-9]+]] = distinct !{![[THIRD]], ![[DOMAIN]], !"third"}
; CHECK-DAG: ![[BOTH]] = !{![[SECOND]], ![[FIRST]]}
; CHECK-DAG: ![[ONLY]] = !{![[THIRD]]}
