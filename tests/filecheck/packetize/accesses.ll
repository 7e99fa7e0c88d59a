; What access a shape gets.
; RUN: lanecl-opt %s --passes=prepare-packetize,packetize --width=8 --report | FileCheck %s
; RUN: lanecl-opt %s --passes=prepare-packetize,packetize --width=8 --isa=sse4 | FileCheck %s --check-prefix=SSE4
; RUN: lanecl-opt %s --passes=prepare-packetize,packetize --width=8 --isa=avx2 | FileCheck %s --check-prefix=SSE4
; RUN: lanecl-opt %s --passes=prepare-packetize,packetize --width=8 --isa=avx2 --features=fast-gather | FileCheck %s --check-prefix=WORDS
; RUN: lanecl-opt %s --passes=prepare-packetize,packetize --width=8 --isa=avx512 --features=prefer-no-gather | FileCheck %s --check-prefix=SSE4

declare i64 @lanecl.global_id(i32) memory(none) nounwind willreturn

; CHECK: kernel contiguous: 8 lanes, 2 contiguous accesses
; CHECK: kernel backwards: 8 lanes, 2 contiguous accesses
; CHECK: kernel uniform: 8 lanes, 1 uniform loads, 1 contiguous accesses
; CHECK: kernel gathered: 8 lanes, 1 contiguous accesses, 1 gathers, 1 scatters
; CHECK: kernel far: 8 lanes, 1 gathers, 1 scatters
; CHECK: kernel guarded: 8 lanes, 2 contiguous after a test
; CHECK: kernel chosen: 8 lanes, 1 divergent branches, 1 contiguous accesses, 1 contiguous after a test
; CHECK: kernel oneAddress: 8 lanes, 1 contiguous accesses
; CHECK: kernel isVolatile: 8 lanes, 2 instructions lane after lane
; CHECK: kernel narrow: 8 lanes, 2 contiguous accesses, 1 gathers
; CHECK: kernel bits: 8 lanes, 2 contiguous accesses
; CHECK: kernel keeps: 8 lanes, 2 contiguous accesses

; CHECK-LABEL: @contiguous.lanes8
; CHECK: %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
; CHECK: %[[A:.*]] = getelementptr float, ptr addrspace(1) %p, i64 %g
; CHECK: %[[V:.*]] = load <8 x float>, ptr addrspace(1) %[[A]], align 4
; CHECK: store <8 x float> %{{.*}}, ptr addrspace(1) %[[A]], align 4
; CHECK-NOT: masked
; CHECK: {{^[}]}}
define spir_kernel void @contiguous(ptr addrspace(1) %p) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %g
  %v = load float, ptr addrspace(1) %a
  %w = fadd float %v, 1.0
  store float %w, ptr addrspace(1) %a
  ret void
}

; One vector from the last lane's address, turned round.
; CHECK-LABEL: @backwards.lanes8
; CHECK: %[[LAST:.*]] = getelementptr i8, ptr addrspace(1) %{{.*}}, i64 -28
; CHECK: %[[V:.*]] = call <8 x float> @llvm.masked.load.v8f32.p1(ptr addrspace(1) align 4 %[[LAST]], <8 x i1> splat (i1 true), <8 x float> poison)
; CHECK: shufflevector <8 x float> %[[V]], <8 x float> poison, <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
; CHECK: {{^[}]}}
define spir_kernel void @backwards(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %i = sub nsw i64 %n, %g
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %a
  %b = getelementptr float, ptr addrspace(1) %q, i64 %g
  store float %v, ptr addrspace(1) %b
  ret void
}

; CHECK-LABEL: @uniform.lanes8
; CHECK: %v = load float, ptr addrspace(1) %p, align 4
; CHECK: fmul float %v, %v
; CHECK: store <8 x float>
; CHECK: {{^[}]}}
define spir_kernel void @uniform(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %v = load float, ptr addrspace(1) %p
  %w = fmul float %v, %v
  %b = getelementptr float, ptr addrspace(1) %q, i64 %g
  store float %w, ptr addrspace(1) %b
  ret void
}

; CHECK-LABEL: @gathered.lanes8
; CHECK: %[[I:.*]] = load <8 x i32>
; CHECK: %[[W:.*]] = sext <8 x i32> %[[I]] to <8 x i64>
; CHECK: %[[A:.*]] = getelementptr float, ptr addrspace(1) %p, <8 x i64> %[[W]]
; CHECK: call <8 x float> @llvm.masked.gather.v8f32.v8p1(<8 x ptr addrspace(1)> align 4 %[[A]], <8 x i1> splat (i1 true), <8 x float> poison)
; CHECK: call void @llvm.masked.scatter.v8f32.v8p1(<8 x float> %{{.*}}, <8 x ptr addrspace(1)> align 4 %[[A]], <8 x i1> splat (i1 true))
define spir_kernel void @gathered(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %b = getelementptr i32, ptr addrspace(1) %q, i64 %g
  %i = load i32, ptr addrspace(1) %b
  %a = getelementptr float, ptr addrspace(1) %p, i32 %i
  %v = load float, ptr addrspace(1) %a
  %w = fadd float %v, 1.0
  store float %w, ptr addrspace(1) %a
  ret void
}

; A stride too large for whole runs of memory: lane 0's address and steps.
; CHECK-LABEL: @far.lanes8
; CHECK: getelementptr i8, ptr addrspace(1) %{{.*}}, <8 x i64> <i64 0, i64 4000, i64 8000,
; CHECK: @llvm.masked.gather.v8f32.v8p1
define spir_kernel void @far(ptr addrspace(1) %p) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %a = getelementptr [1000 x float], ptr addrspace(1) %p, i64 %g
  %v = load float, ptr addrspace(1) %a
  %w = fadd float %v, 1.0
  store float %w, ptr addrspace(1) %a
  ret void
}

; Volatile memory of the group alone, each lane at its own place: vectors. Elsewhere, or at one place, lane by lane.
; CHECK-LABEL: @watched.lanes8
; CHECK: load <8 x float>, ptr addrspace(3)
; CHECK: store <8 x float> %{{.*}}, ptr addrspace(3)
; CHECK: lane:
; CHECK: store volatile float %{{.*}}, ptr addrspace(1)
; CHECK: {{^[}]}}
define spir_kernel void @watched(ptr addrspace(3) %p, ptr addrspace(1) %q) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %a = getelementptr float, ptr addrspace(3) %p, i64 %g
  %v = load volatile float, ptr addrspace(3) %a
  %w = fadd float %v, 1.0
  store volatile float %w, ptr addrspace(3) %a
  %b = getelementptr float, ptr addrspace(1) %q, i64 %g
  store volatile float %w, ptr addrspace(1) %b
  ret void
}

; Contiguous if the sum of 32 bits does not wrap: both ways stand there, and one test serves both accesses.
; CHECK-LABEL: @guarded.lanes8
; CHECK: %[[END:.*]] = add i32 %[[FIRST:.*]], 7
; CHECK: %[[WIDE:.*]] = zext i32 %[[END]] to i64
; CHECK: %[[TEST:.*]] = icmp eq i64 %[[WIDE]],
; CHECK: br i1 %[[TEST]], label %together, label %separate
; CHECK: together:
; CHECK: load <8 x float>, ptr addrspace(1)
; CHECK: separate:
; CHECK: @llvm.masked.gather.v8f32.v8p1
; CHECK: after:
; CHECK: br i1 %[[TEST]],
; CHECK: store <8 x float>
; CHECK: @llvm.masked.scatter.v8f32.v8p1
define spir_kernel void @guarded(ptr addrspace(1) %p, i32 %n) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %i = trunc nuw nsw i64 %g to i32
  %sum = add i32 %i, %n
  %wide = zext i32 %sum to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %wide
  %v = load float, ptr addrspace(1) %a
  %w = fadd float %v, 1.0
  store float %w, ptr addrspace(1) %a
  ret void
}

; The lanes that take part are compared with what the index is for most, whatever it is for lane 0.
; CHECK-LABEL: @chosen.lanes8
; CHECK-DAG: %[[BEFORE:.*]] = add i32 %{{.*}}, -1
; CHECK-DAG: %[[LEFT:.*]] = select <8 x i1> %{{.*}}, <8 x i32> %{{.*}}, <8 x i32>
; CHECK: insertelement <8 x i32> poison, i32 %[[BEFORE]], i64 0
; CHECK: icmp eq <8 x i32> %[[LEFT]],
; CHECK: call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %[[BEFORE]], i32 7)
; CHECK: together:
; CHECK: @llvm.masked.load.v8f32.p1
; CHECK: separate:
; CHECK: @llvm.masked.gather.v8f32.v8p1
define spir_kernel void @chosen(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n, i32 %m) {
entry:
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %i = trunc nuw nsw i64 %g to i32
  %before = add nsw i32 %i, -1
  %isAbove = icmp slt i32 %n, %i
  %left = select i1 %isAbove, i32 %before, i32 %n
  %wide = sext i32 %left to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %wide
  %b = getelementptr float, ptr addrspace(1) %q, i64 %g
  %takesPart = icmp slt i32 %m, %i
  br i1 %takesPart, label %inside, label %end

inside:
  %v = load float, ptr addrspace(1) %a
  store float %v, ptr addrspace(1) %b
  br label %end

end:
  ret void
}

; All lanes write to one place: the last one's value stays.
; CHECK-LABEL: @oneAddress.lanes8
; CHECK: %[[V:.*]] = load <8 x i32>
; CHECK: %[[LAST:.*]] = extractelement <8 x i32> %[[V]], i32 7
; CHECK: store i32 %[[LAST]], ptr addrspace(1) %q
; CHECK: {{^[}]}}
define spir_kernel void @oneAddress(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  %v = load i32, ptr addrspace(1) %a
  store i32 %v, ptr addrspace(1) %q
  ret void
}

; Each lane's own access must happen.
; CHECK-LABEL: @isVolatile.lanes8
; CHECK: load volatile i32
; CHECK: store volatile i32
define spir_kernel void @isVolatile(ptr addrspace(1) %p) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  %v = load volatile i32, ptr addrspace(1) %a
  store volatile i32 %v, ptr addrspace(1) %a
  ret void
}

; There are gathers for words only: the word that holds the bytes is read and shifted. Where each lane has a load of its
; own all the same, bytes are read.
; CHECK-LABEL: @narrow.lanes8
; CHECK: %[[N:.*]] = ptrtoint <8 x ptr addrspace(1)> %{{.*}} to <8 x i64>
; CHECK: %[[ALIGNED:.*]] = and <8 x i64> %[[N]], splat (i64 -4)
; CHECK: call <8 x i32> @llvm.masked.gather.v8i32.v8p1(<8 x ptr addrspace(1)> align 4
; CHECK: lshr <8 x i32>
; CHECK: trunc <8 x i32> %{{.*}} to <8 x i8>
; CHECK: {{^[}]}}
; WORDS-LABEL: @narrow.lanes8
; WORDS: call <8 x i32> @llvm.masked.gather.v8i32.v8p1(<8 x ptr addrspace(1)> align 4
; SSE4-LABEL: @narrow.lanes8
; SSE4: call <8 x i8> @llvm.masked.gather.v8i8.v8p1(
define spir_kernel void @narrow(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %b = getelementptr i32, ptr addrspace(1) %q, i64 %g
  %i = load i32, ptr addrspace(1) %b
  %a = getelementptr i8, ptr addrspace(1) %p, i32 %i
  %v = load i8, ptr addrspace(1) %a
  %w = zext i8 %v to i32
  store i32 %w, ptr addrspace(1) %b
  ret void
}

; A boolean is a byte in memory.
; CHECK-LABEL: @bits.lanes8
; CHECK: %[[V:.*]] = load <8 x i8>
; CHECK: trunc <8 x i8> %[[V]] to <8 x i1>
; CHECK: store <8 x i8>
; CHECK: {{^[}]}}
define spir_kernel void @bits(ptr addrspace(1) %p) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %a = getelementptr i8, ptr addrspace(1) %p, i64 %g
  %v = load i1, ptr addrspace(1) %a
  %w = xor i1 %v, true
  store i1 %w, ptr addrspace(1) %a
  ret void
}

; What an access does not overlap stays known. More than an element's alignment is true of some lanes only, and lane 0
; need not be one of them.
; CHECK-LABEL: @keeps.lanes8
; CHECK: load <8 x float>, ptr addrspace(1) %{{.*}}, align 4, !alias.scope ![[SCOPE:[0-9]+]]
; CHECK: store <8 x float> %{{.*}}, align 4, !noalias ![[SCOPE]], !nontemporal
define spir_kernel void @keeps(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %g
  %v = load float, ptr addrspace(1) %a, align 16, !alias.scope !0
  %b = getelementptr float, ptr addrspace(1) %q, i64 %g
  store float %v, ptr addrspace(1) %b, !noalias !0, !nontemporal !3
  ret void
}
!0 = !{!1}
!1 = distinct !{!1, !2}
!2 = distinct !{!2}
!3 = !{i32 1}
