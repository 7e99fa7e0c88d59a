; Masked accesses that the machine has no instructions for; where it has, and where the mask is known, nothing is done.
; RUN: lanecl-opt %s --passes=lower-masked-accesses --isa=sse4 | FileCheck %s --check-prefixes=CHECK,LOWER,SSE4
; RUN: lanecl-opt %s --passes=lower-masked-accesses --isa=avx2 | FileCheck %s --check-prefixes=CHECK,LOWER,AVX2
; RUN: lanecl-opt %s --passes=lower-masked-accesses --isa=avx512 | FileCheck %s --check-prefixes=CHECK,AVX512 --implicit-check-not=@lanecl.masked --implicit-check-not='br '

declare <8 x float> @llvm.masked.load.v8f32.p1(ptr addrspace(1), <8 x i1>, <8 x float>)
declare void @llvm.masked.store.v8f32.p1(<8 x float>, ptr addrspace(1), <8 x i1>)
declare <4 x i16> @llvm.masked.load.v4i16.p1(ptr addrspace(1), <4 x i1>, <4 x i16>)
declare <8 x i32> @llvm.masked.gather.v8i32.v8p1(<8 x ptr addrspace(1)>, <8 x i1>, <8 x i32>)
declare void @llvm.masked.scatter.v8i32.v8p1(<8 x i32>, <8 x ptr addrspace(1)>, <8 x i1>)
declare <32 x i32> @llvm.masked.gather.v32i32.v32p1(<32 x ptr addrspace(1)>, <32 x i1>, <32 x i32>)

; The load reads all lanes if all take part, or if one does and all are in one page; else the loop does. The store is a
; plain one only if all take part. AVX2 has both instructions.
; CHECK-LABEL: @copy(
; SSE4-DAG: %[[LANES:.*]] = alloca <8 x float>
; SSE4-DAG: %[[MASK:.*]] = freeze <8 x i1> %m
; SSE4: %[[BITS:.*]] = bitcast <8 x i1> %[[MASK]] to i8
; SSE4: %[[ALL:.*]] = icmp eq i8 %[[BITS]], -1
; SSE4: %[[WIDE:.*]] = zext i8 %[[BITS]] to i64
; SSE4: and i64 %{{.*}}, 4095
; SSE4: %[[WITHIN:.*]] = icmp ule i64 %{{.*}}, 4064
; SSE4: %[[ANY:.*]] = icmp ne i64 %[[WIDE]], 0
; SSE4: %[[BOTH:.*]] = and i1 %[[ANY]], %[[WITHIN]]
; SSE4: %[[READ:.*]] = or i1 %[[ALL]], %[[BOTH]]
; SSE4: br i1 %[[READ]],
; SSE4: %[[WHOLE:.*]] = load <8 x float>, ptr addrspace(1) %p, align 4
; SSE4: call preserve_allcc void @lanecl.masked.copy.i32(ptr %[[LANES]], ptr %{{.*}}, i64 %[[WIDE]])
; SSE4: %[[SOME:.*]] = load <8 x float>, ptr %[[LANES]]
; SSE4: %[[VALUE:.*]] = phi <8 x float> [ %[[WHOLE]], %{{.*}} ], [ %[[SOME]], %{{.*}} ]
; SSE4: br i1 %[[ALL]],
; SSE4: store <8 x float> %[[VALUE]], ptr addrspace(1) %q, align 4
; SSE4: store <8 x float> %[[VALUE]], ptr %[[LANES]]
; SSE4: call preserve_allcc void @lanecl.masked.copy.i32(ptr %{{.*}}, ptr %[[LANES]], i64 %[[WIDE]])
; AVX2-NOT: br
; AVX2: call <8 x float> @llvm.masked.load
; AVX2: call void @llvm.masked.store
; AVX2-NEXT: ret void
; AVX512: call <8 x float> @llvm.masked.load
; AVX512: call void @llvm.masked.store
define void @copy(ptr addrspace(1) %p, ptr addrspace(1) %q, <8 x i1> %m) {
  %v = call <8 x float> @llvm.masked.load.v8f32.p1(ptr addrspace(1) align 4 %p, <8 x i1> %m, <8 x float> poison)
  call void @llvm.masked.store.v8f32.p1(<8 x float> %v, ptr addrspace(1) align 4 %q, <8 x i1> %m)
  ret void
}

; What the other lanes keep. Only AVX-512 has masks of 16 bits.
; CHECK-LABEL: @shorts(
; LOWER: icmp ule i64 %{{.*}}, 4088
; LOWER: %[[WHOLE:.*]] = load <4 x i16>, ptr addrspace(1) %p, align 2
; LOWER: select <4 x i1> %m, <4 x i16> %[[WHOLE]], <4 x i16> %other
; LOWER: store <4 x i16> %other, ptr %[[LANES:.*]],
; LOWER: call preserve_allcc void @lanecl.masked.copy.i16(ptr %[[LANES]],
; LOWER: load <4 x i16>, ptr %[[LANES]]
; AVX512: call <4 x i16> @llvm.masked.load
define <4 x i16> @shorts(ptr addrspace(1) %p, <4 x i1> %m, <4 x i16> %other) {
  %v = call <4 x i16> @llvm.masked.load.v4i16.p1(ptr addrspace(1) align 2 %p, <4 x i1> %m, <4 x i16> %other)
  ret <4 x i16> %v
}

; The other lanes gather zeros, in line; what is scattered by few lanes goes through the loop.
; CHECK-LABEL: @indirect(
; LOWER: %[[FROM:.*]] = select <8 x i1> %m, <8 x ptr addrspace(1)> %p, {{.*}} @lanecl.zeros
; LOWER: %[[VALUE:.*]] = call <8 x i32> @llvm.masked.gather{{.*}}(<8 x ptr addrspace(1)> align 4 %[[FROM]], <8 x i1> splat (i1 true), <8 x i32> poison)
; LOWER: br i1
; LOWER: call void @llvm.masked.scatter{{.*}}(<8 x i32> %[[VALUE]], <8 x ptr addrspace(1)> align 4 %q, <8 x i1> splat (i1 true))
; LOWER: store <8 x i32> %[[VALUE]], ptr %[[DATA:.*]],
; LOWER: store <8 x ptr addrspace(1)> %q, ptr %[[TO:.*]],
; LOWER: call preserve_allcc void @lanecl.masked.scatter.i32(ptr %[[TO]], ptr %[[DATA]], i64 %{{.*}})
; AVX512: call <8 x i32> @llvm.masked.gather{{.*}} %m,
; AVX512: call void @llvm.masked.scatter{{.*}} %m)
define void @indirect(<8 x ptr addrspace(1)> %p, <8 x ptr addrspace(1)> %q, <8 x i1> %m) {
  %v = call <8 x i32> @llvm.masked.gather.v8i32.v8p1(<8 x ptr addrspace(1)> align 4 %p, <8 x i1> %m, <8 x i32> poison)
  call void @llvm.masked.scatter.v8i32.v8p1(<8 x i32> %v, <8 x ptr addrspace(1)> align 4 %q, <8 x i1> %m)
  ret void
}

; So many lanes are not gathered in line.
; CHECK-LABEL: @many(
; LOWER-NOT: br
; LOWER: store <32 x ptr addrspace(1)> %p, ptr %[[FROM:.*]],
; LOWER: call preserve_allcc void @lanecl.masked.gather.i32(ptr %[[DATA:.*]], ptr %[[FROM]], i64 %{{.*}})
; LOWER: load <32 x i32>, ptr %[[DATA]]
; AVX512: call <32 x i32> @llvm.masked.gather
define <32 x i32> @many(<32 x ptr addrspace(1)> %p, <32 x i1> %m) {
  %v = call <32 x i32> @llvm.masked.gather.v32i32.v32p1(<32 x ptr addrspace(1)> align 4 %p, <32 x i1> %m, <32 x i32> poison)
  ret <32 x i32> %v
}

; LLVM makes no tests for masks that are known.
; CHECK-LABEL: @known(
; CHECK-NEXT: call void @llvm.masked.store.v8f32.p1(<8 x float> %v, ptr addrspace(1) align 4 %p, <8 x i1> splat (i1 true))
; CHECK-NEXT: ret void
define void @known(ptr addrspace(1) %p, <8 x float> %v) {
  call void @llvm.masked.store.v8f32.p1(<8 x float> %v, ptr addrspace(1) align 4 %p, <8 x i1> splat (i1 true))
  ret void
}

; One lane a turn, found by its bit; no vector register is touched.
; SSE4-LABEL: define internal preserve_allcc void @lanecl.masked.copy.i32(
; SSE4: %[[LEFT:.*]] = phi i64
; SSE4: %[[LANE:.*]] = call i64 @llvm.cttz.i64(i64 %[[LEFT]], i1 true)
; SSE4: load i32, ptr %{{.*}}, align 1
; SSE4: store i32 %{{.*}}, ptr %{{.*}}, align 1
; SSE4: sub i64 %[[LEFT]], 1
