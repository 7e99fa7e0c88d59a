; Masked accesses that the machine has no instructions for; where it has, nothing is done.
; RUN: lanecl-opt %s --passes=lower-masked-accesses --isa=sse4 | FileCheck %s --check-prefixes=CHECK,LOWER,SSE4
; RUN: lanecl-opt %s --passes=lower-masked-accesses --isa=avx2 | FileCheck %s --check-prefixes=CHECK,LOWER,AVX2
; RUN: lanecl-opt %s --passes=lower-masked-accesses --isa=avx512 | FileCheck %s --check-prefixes=CHECK,AVX512 --implicit-check-not=@lanecl.masked --implicit-check-not='br '

declare <8 x float> @llvm.masked.load.v8f32.p1(ptr addrspace(1), <8 x i1>, <8 x float>)
declare void @llvm.masked.store.v8f32.p1(<8 x float>, ptr addrspace(1), <8 x i1>)
declare void @llvm.masked.store.v8i8.p1(<8 x i8>, ptr addrspace(1), <8 x i1>)
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

; One known lane: LLVM's code generator for AVX-512 would write all bytes of the wider number.
; CHECK-LABEL: @oneLane(
; CHECK: %[[NARROW:.*]] = trunc <8 x i32> %v to <8 x i8>
; CHECK-DAG: %[[AT:.*]] = getelementptr i8, ptr addrspace(1) %p, i64 2
; CHECK-DAG: %[[ONE:.*]] = extractelement <8 x i8> %[[NARROW]], i64 2
; CHECK: store i8 %[[ONE]], ptr addrspace(1) %[[AT]], align 2
; CHECK-NEXT: call void @llvm.masked.store.v8i8.p1(<8 x i8> %[[NARROW]], ptr addrspace(1) align 4 %p, <8 x i1> <i1 true, i1 true
; CHECK-NEXT: ret void
define void @oneLane(<8 x i32> %v, ptr addrspace(1) %p) {
  %narrow = trunc <8 x i32> %v to <8 x i8>
  call void @llvm.masked.store.v8i8.p1(<8 x i8> %narrow, ptr addrspace(1) align 4 %p, <8 x i1> <i1 false, i1 false, i1 true, i1 false, i1 false, i1 false, i1 false, i1 false>)
  call void @llvm.masked.store.v8i8.p1(<8 x i8> %narrow, ptr addrspace(1) align 4 %p, <8 x i1> <i1 true, i1 true, i1 false, i1 false, i1 false, i1 false, i1 false, i1 false>)
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

; By a base and 32 bits for each lane: those go through memory, and become the lanes' addresses one by one; lanes that
; take no part have the index of the first that does, or read zeros where there is none.
; CHECK-LABEL: @offsets(
; LOWER: store <8 x i32> %i, ptr %[[PLACE:.*]], align
; LOWER: %[[ANY:.*]] = icmp ne i64 %[[BITS:.*]], 0
; LOWER: %[[FIRST:.*]] = call i64 @llvm.cttz.i64(i64 %[[BITS]], i1 false)
; LOWER: %[[LANE:.*]] = and i64 %[[FIRST]], 7
; LOWER: %[[AT:.*]] = getelementptr i32, ptr %[[PLACE]], i64 %[[LANE]]
; LOWER: %[[OWN:.*]] = load i32, ptr %[[AT]]
; LOWER: %[[ITS:.*]] = select i1 %[[ANY]], i32 %[[OWN]], i32 0
; LOWER: %[[INDICES:.*]] = select <8 x i1> %m, <8 x i32> %i,
; LOWER: %[[BASE:.*]] = select i1 %[[ANY]], ptr addrspace(1) %{{.*}}, ptr addrspace(1)
; LOWER: store <8 x i32> %[[INDICES]], ptr %[[PLACE]]
; LOWER: %[[WIDE:.*]] = sext i32 %{{.*}} to i64
; LOWER: %[[FROM:.*]] = getelementptr i32, ptr addrspace(1) %[[BASE]], i64 %[[WIDE]]
; LOWER: load i32, ptr addrspace(1) %[[FROM]], align 4
; LOWER-COUNT-7: load i32, ptr addrspace(1)
; LOWER-NOT: llvm.masked.gather
; LOWER: ret <8 x i32>
; AVX512: call <8 x i32> @llvm.masked.gather{{.*}} %m,
define <8 x i32> @offsets(ptr addrspace(1) %p, <8 x i32> %i, i64 %n, <8 x i1> %m) {
  %wide = sext <8 x i32> %i to <8 x i64>
  %one = insertelement <8 x i64> poison, i64 %n, i32 0
  %all = shufflevector <8 x i64> %one, <8 x i64> poison, <8 x i32> zeroinitializer
  %sum = add <8 x i64> %wide, %all
  %q = getelementptr i32, ptr addrspace(1) %p, <8 x i64> %sum
  %v = call <8 x i32> @llvm.masked.gather.v8i32.v8p1(<8 x ptr addrspace(1)> align 4 %q, <8 x i1> %m, <8 x i32> poison)
  ret <8 x i32> %v
}

; Where all lanes take part nothing is asked; the index is what it is without a sign.
; CHECK-LABEL: @wholeOffsets(
; LOWER-NOT: cttz
; LOWER: zext i32 %{{.*}} to i64
; LOWER-COUNT-8: load i32, ptr addrspace(1)
; LOWER-COUNT-8: store i32 %{{.*}}, ptr addrspace(1) %{{.*}}, align 4
; LOWER: ret void
; AVX512: call <8 x i32> @llvm.masked.gather{{.*}} splat (i1 true)
define void @wholeOffsets(ptr addrspace(1) %p, <8 x i32> %i) {
  %wide = zext <8 x i32> %i to <8 x i64>
  %q = getelementptr i32, ptr addrspace(1) %p, <8 x i64> %wide
  %v = call <8 x i32> @llvm.masked.gather.v8i32.v8p1(<8 x ptr addrspace(1)> align 4 %q, <8 x i1> splat (i1 true), <8 x i32> poison)
  %w = add <8 x i32> %v, splat (i32 1)
  call void @llvm.masked.scatter.v8i32.v8p1(<8 x i32> %w, <8 x ptr addrspace(1)> align 4 %q, <8 x i1> splat (i1 true))
  ret void
}

; Numbers of 64 bits that are known to fit, of several places that were made one.
; CHECK-LABEL: @fitting(
; LOWER: trunc <8 x i64> %{{.*}} to <8 x i32>
; LOWER: sext i32 %{{.*}} to i64
; LOWER-COUNT-8: load i32, ptr addrspace(1)
; LOWER: ret <8 x i32>
; AVX512: call <8 x i32> @llvm.masked.gather{{.*}} splat (i1 true)
define <8 x i32> @fitting(ptr addrspace(1) %p, <8 x i32> %i, <8 x i32> %j, i1 %c) {
  %a = sext <8 x i32> %i to <8 x i64>
  %b = sext <8 x i32> %j to <8 x i64>
  %index = select i1 %c, <8 x i64> %a, <8 x i64> %b
  %q = getelementptr i32, ptr addrspace(1) %p, <8 x i64> %index
  %v = call <8 x i32> @llvm.masked.gather.v8i32.v8p1(<8 x ptr addrspace(1)> align 4 %q, <8 x i1> splat (i1 true), <8 x i32> poison)
  ret <8 x i32> %v
}

; In a loop that lanes leave apart each turn waits for the one before: pointers are the shorter way.
; CHECK-LABEL: @chase(
; LOWER: call <8 x i32> @llvm.masked.gather{{.*}} splat (i1 true)
; AVX512: br label %loop
; AVX512: call <8 x i32> @llvm.masked.gather{{.*}} %live,
; AVX512: br i1 %any
define <8 x i32> @chase(ptr addrspace(1) %p, <8 x i32> %i, <8 x i1> %m) {
entry:
  br label %loop
loop:
  %at = phi <8 x i32> [ %i, %entry ], [ %next, %loop ]
  %live = phi <8 x i1> [ %m, %entry ], [ %more, %loop ]
  %wide = sext <8 x i32> %at to <8 x i64>
  %q = getelementptr i32, ptr addrspace(1) %p, <8 x i64> %wide
  %next = call <8 x i32> @llvm.masked.gather.v8i32.v8p1(<8 x ptr addrspace(1)> align 4 %q, <8 x i1> %live, <8 x i32> %at)
  %ends = icmp sgt <8 x i32> %next, zeroinitializer
  %more = and <8 x i1> %live, %ends
  %bits = bitcast <8 x i1> %more to i8
  %any = icmp ne i8 %bits, 0
  br i1 %any, label %loop, label %end
end:
  ret <8 x i32> %next
}

; One lane a turn, found by its bit; no vector register is touched.
; SSE4-LABEL: define internal preserve_allcc void @lanecl.masked.copy.i32(
; SSE4: %[[LEFT:.*]] = phi i64
; SSE4: %[[LANE:.*]] = call i64 @llvm.cttz.i64(i64 %[[LEFT]], i1 true)
; SSE4: load i32, ptr %{{.*}}, align 1
; SSE4: store i32 %{{.*}}, ptr %{{.*}}, align 1
; SSE4: sub i64 %[[LEFT]], 1
