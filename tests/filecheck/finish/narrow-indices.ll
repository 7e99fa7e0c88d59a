; Indices of gathers and scatters that are numbers of 32 bits are signed ones.
; RUN: lanecl-opt %s --passes=narrow-indices | FileCheck %s
; RUN: lanecl-opt %s --passes=narrow-indices --isa=avx2 | FileCheck %s --check-prefix=ALONE

declare <16 x float> @llvm.masked.gather.v16f32.v16p1(<16 x ptr addrspace(1)>, <16 x i1>, <16 x float>)
declare void @llvm.masked.scatter.v16f32.v16p1(<16 x float>, <16 x ptr addrspace(1)>, <16 x i1>)

; CHECK-LABEL: @known
; CHECK: %[[I:.*]] = sext <16 x i32> %i to <16 x i64>
; CHECK: getelementptr i32, ptr addrspace(1) %p, <16 x i64> %[[I]]
; ALONE-LABEL: @known
; ALONE: zext nneg
define <16 x float> @known(ptr addrspace(1) %p, <16 x i32> %i, <16 x i1> %m) {
  %x = zext nneg <16 x i32> %i to <16 x i64>
  %a = getelementptr float, ptr addrspace(1) %p, <16 x i64> %x
  %v = call <16 x float> @llvm.masked.gather.v16f32.v16p1(<16 x ptr addrspace(1)> align 4 %a, <16 x i1> %m, <16 x float> poison)
  ret <16 x float> %v
}

; An unsigned number: less 2^31, from 2^31 elements behind on. Once for both.
; CHECK-LABEL: @unsigned
; CHECK-COUNT-1: xor <16 x i32> %i, splat (i32 -2147483648)
; CHECK: %[[B:.*]] = getelementptr i8, ptr addrspace(1) %p, i64 8589934592
; CHECK: getelementptr i32, ptr addrspace(1) %[[B]], <16 x i64>
; CHECK: llvm.masked.gather
; CHECK-NOT: xor
; CHECK: %[[C:.*]] = getelementptr i8, ptr addrspace(1) %q, i64 8589934592
; CHECK: getelementptr i32, ptr addrspace(1) %[[C]], <16 x i64>
; CHECK: llvm.masked.scatter
define void @unsigned(ptr addrspace(1) %p, ptr addrspace(1) %q, <16 x i32> %i, <16 x i1> %m) {
  %x = zext <16 x i32> %i to <16 x i64>
  %a = getelementptr float, ptr addrspace(1) %p, <16 x i64> %x
  %v = call <16 x float> @llvm.masked.gather.v16f32.v16p1(<16 x ptr addrspace(1)> align 4 %a, <16 x i1> %m, <16 x float> poison)
  %b = getelementptr float, ptr addrspace(1) %q, <16 x i64> %x
  call void @llvm.masked.scatter.v16f32.v16p1(<16 x float> %v, <16 x ptr addrspace(1)> align 4 %b, <16 x i1> %m)
  ret void
}

; A sum of two, each less than 2^31, and what all lanes share.
; CHECK-LABEL: @parts
; CHECK: %[[S:.*]] = add <16 x i32> %{{i, %j|j, %i}}
; CHECK: %[[X:.*]] = xor <16 x i32> %[[S]], splat (i32 -2147483648)
; CHECK: %[[N:.*]] = sext <16 x i32> %[[X]] to <16 x i64>
; CHECK: %[[U:.*]] = mul i64 %u, 4
; CHECK: %[[B:.*]] = getelementptr i8, ptr addrspace(1) %p, i64 %[[U]]
; CHECK: %[[C:.*]] = getelementptr i8, ptr addrspace(1) %[[B]], i64 8589934584
; CHECK: getelementptr i32, ptr addrspace(1) %[[C]], <16 x i64> %[[N]]
define <16 x float> @parts(ptr addrspace(1) %p, <16 x i32> %i, <16 x i32> %j, i64 %u, <16 x i1> %m) {
  %x = zext nneg <16 x i32> %i to <16 x i64>
  %y = zext nneg <16 x i32> %j to <16 x i64>
  %a = getelementptr float, ptr addrspace(1) %p, <16 x i64> %x
  %b = getelementptr float, <16 x ptr addrspace(1)> %a, <16 x i64> %y
  %c = getelementptr float, <16 x ptr addrspace(1)> %b, i64 %u
  %d = getelementptr i8, <16 x ptr addrspace(1)> %c, i64 -8
  %v = call <16 x float> @llvm.masked.gather.v16f32.v16p1(<16 x ptr addrspace(1)> align 4 %d, <16 x i1> %m, <16 x float> poison)
  ret <16 x float> %v
}

; The sum of two unsigned ones has 33 bits; three times four bytes are no scale; 64 bits are 64.
; CHECK-LABEL: @wide
; CHECK-NOT: sext
; CHECK: ret void
define void @wide(ptr addrspace(1) %p, <16 x i32> %i, <16 x i32> %j, <16 x i64> %k, <16 x float> %v, <16 x i1> %m) {
  %x = zext <16 x i32> %i to <16 x i64>
  %y = zext nneg <16 x i32> %j to <16 x i64>
  %a = getelementptr float, ptr addrspace(1) %p, <16 x i64> %x
  %b = getelementptr float, <16 x ptr addrspace(1)> %a, <16 x i64> %y
  call void @llvm.masked.scatter.v16f32.v16p1(<16 x float> %v, <16 x ptr addrspace(1)> align 4 %b, <16 x i1> %m)
  %c = getelementptr [3 x float], ptr addrspace(1) %p, <16 x i64> %y
  call void @llvm.masked.scatter.v16f32.v16p1(<16 x float> %v, <16 x ptr addrspace(1)> align 4 %c, <16 x i1> %m)
  %d = getelementptr float, ptr addrspace(1) %p, <16 x i64> %k
  call void @llvm.masked.scatter.v16f32.v16p1(<16 x float> %v, <16 x ptr addrspace(1)> align 4 %d, <16 x i1> %m)
  ret void
}
