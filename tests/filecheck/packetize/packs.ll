; Fields of all lanes in memory's order, where all of them are computed alike.
; RUN: lanecl-opt %s --passes=prepare-packetize,packetize --width=4 --isa=sse4 | FileCheck %s
; RUN: lanecl-opt %s --passes=prepare-packetize,packetize --width=4 --isa=sse4 --masked | FileCheck %s --check-prefix=TAIL

declare i64 @lanecl.global_id(i32) memory(none) nounwind willreturn

; CHECK-LABEL: @alike.lanes4
; CHECK: %[[SUM:.*]] = mul <16 x i32>
; CHECK: %[[ALL:.*]] = add <16 x i32> %[[SUM]], splat (i32 1)
; CHECK-COUNT-4: store <4 x i32>
; CHECK: {{^[}]}}
; TAIL-LABEL: @alike.lanes4m
; TAIL: br i1 %{{.*}}, label %together, label %separate
; TAIL-COUNT-4: store <4 x i32>
; TAIL-COUNT-2: call void @llvm.masked.store.v4i64.p1
; TAIL-NOT: masked.store
; TAIL: {{^[}]}}
define spir_kernel void @alike(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %q) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %a = getelementptr <4 x i32>, ptr addrspace(1) %p, i64 %g
  %v = load <4 x i32>, ptr addrspace(1) %a
  %w = mul <4 x i32> %v, <i32 3, i32 5, i32 7, i32 11>
  %x = add <4 x i32> %w, splat (i32 1)
  %b = getelementptr <4 x i32>, ptr addrspace(1) %q, i64 %g
  store <4 x i32> %x, ptr addrspace(1) %b
  ret void
}

; What is promised of one field only is promised of none.
; CHECK-LABEL: @promised.lanes4
; CHECK: add nsw <8 x i32>
; CHECK: {{^[}]}}
define spir_kernel void @promised(ptr addrspace(1) %p) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %a = getelementptr [2 x i32], ptr addrspace(1) %p, i64 %g
  %b = getelementptr i8, ptr addrspace(1) %a, i64 4
  %x = load i32, ptr addrspace(1) %a
  %y = load i32, ptr addrspace(1) %b
  %u = add nuw nsw i32 %x, 3
  %v = add nsw i32 %y, 5
  store i32 %u, ptr addrspace(1) %a
  store i32 %v, ptr addrspace(1) %b
  ret void
}

; Two of the fields are computed, the third stays: a blend.
; CHECK-LABEL: @blended.lanes4
; CHECK: %[[P:.*]] = fadd <12 x float>
; CHECK: shufflevector <12 x float> %[[P]], <12 x float> %{{.*}}, <12 x i32> <i32 0, i32 1, i32 14, i32 3, i32 4, i32 17,
; CHECK: {{^[}]}}
define spir_kernel void @blended(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %q) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %a = getelementptr [3 x float], ptr addrspace(1) %p, i64 %g
  %b = getelementptr i8, ptr addrspace(1) %a, i64 4
  %c = getelementptr i8, ptr addrspace(1) %a, i64 8
  %x = load float, ptr addrspace(1) %a
  %y = load float, ptr addrspace(1) %b
  %z = load float, ptr addrspace(1) %c
  %u = fadd float %x, 3.0
  %v = fadd float %y, 5.0
  %d = getelementptr [3 x float], ptr addrspace(1) %q, i64 %g
  %e = getelementptr i8, ptr addrspace(1) %d, i64 4
  %f = getelementptr i8, ptr addrspace(1) %d, i64 8
  store float %u, ptr addrspace(1) %d
  store float %v, ptr addrspace(1) %e
  store float %z, ptr addrspace(1) %f
  ret void
}

; A loop's sum.
; CHECK-LABEL: @summed.lanes4
; CHECK: phi <8 x i32>
; CHECK: add <8 x i32>
; CHECK: {{^[}]}}
define spir_kernel void @summed(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %q, i64 %n) {
entry:
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %i.next, %loop ]
  %s = phi <2 x i32> [ zeroinitializer, %entry ], [ %t, %loop ]
  %at = add nsw i64 %g, %i
  %a = getelementptr <2 x i32>, ptr addrspace(1) %p, i64 %at
  %v = load <2 x i32>, ptr addrspace(1) %a
  %t = add <2 x i32> %s, %v
  %i.next = add nuw nsw i64 %i, 1
  %more = icmp slt i64 %i.next, %n
  br i1 %more, label %loop, label %done
done:
  %b = getelementptr <2 x i32>, ptr addrspace(1) %q, i64 %g
  store <2 x i32> %t, ptr addrspace(1) %b
  ret void
}

; One of the fields is asked for by itself: all are sorted.
; CHECK-LABEL: @asked.lanes4
; CHECK-NOT: mul <8 x i32>
; CHECK: {{^[}]}}
define spir_kernel void @asked(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %q) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %a = getelementptr <2 x i32>, ptr addrspace(1) %p, i64 %g
  %v = load <2 x i32>, ptr addrspace(1) %a
  %w = mul <2 x i32> %v, splat (i32 6)
  store <2 x i32> %w, ptr addrspace(1) %a
  %x = extractelement <2 x i32> %w, i64 0
  %b = getelementptr i32, ptr addrspace(1) %q, i64 %g
  store i32 %x, ptr addrspace(1) %b
  ret void
}

; A store comes before a load that it may meet.
; CHECK-LABEL: @meeting.lanes4
; CHECK-NOT: xor <8 x i32>
; CHECK: {{^[}]}}
define spir_kernel void @meeting(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %a = getelementptr [2 x i32], ptr addrspace(1) %p, i64 %g
  %b = getelementptr i8, ptr addrspace(1) %a, i64 4
  %c = getelementptr [2 x i32], ptr addrspace(1) %q, i64 %g
  %d = getelementptr i8, ptr addrspace(1) %c, i64 4
  %x = load i32, ptr addrspace(1) %a
  %u = xor i32 %x, -1
  store i32 %u, ptr addrspace(1) %c
  %y = load i32, ptr addrspace(1) %b
  %v = xor i32 %y, -1
  store i32 %v, ptr addrspace(1) %d
  ret void
}

; One value for all fields: what is computed of it and of a constant is computed behind the spread.
; CHECK-LABEL: @weighted.lanes4
; CHECK: %[[W:.*]] = shufflevector <4 x float> %{{.*}}, <4 x float> poison, <16 x i32> <i32 0, i32 0, i32 0, i32 0, i32 1,
; CHECK: fcmp oeq <16 x float> %[[W]], zeroinitializer
; CHECK: fsub <16 x float> splat (float 1.000000e+00), %[[W]]
; CHECK-NOT: i32> <i32 0, i32 0, i32 0, i32 0, i32 1,
; CHECK: {{^[}]}}
define spir_kernel void @weighted(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %q, ptr addrspace(1) noalias %r) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %a = getelementptr <4 x float>, ptr addrspace(1) %p, i64 %g
  %v = load <4 x float>, ptr addrspace(1) %a
  %at = getelementptr float, ptr addrspace(1) %r, i64 %g
  %weight = load float, ptr addrspace(1) %at
  %none = fcmp oeq float %weight, 0.0
  %rest = fsub float 1.0, %weight
  %w1 = insertelement <4 x float> poison, float %weight, i32 0
  %w = shufflevector <4 x float> %w1, <4 x float> poison, <4 x i32> zeroinitializer
  %n1 = insertelement <4 x i1> poison, i1 %none, i32 0
  %n = shufflevector <4 x i1> %n1, <4 x i1> poison, <4 x i32> zeroinitializer
  %r1 = insertelement <4 x float> poison, float %rest, i32 0
  %all = shufflevector <4 x float> %r1, <4 x float> poison, <4 x i32> zeroinitializer
  %chosen = select <4 x i1> %n, <4 x float> zeroinitializer, <4 x float> %v
  %x = fmul <4 x float> %chosen, %w
  %y = fmul <4 x float> %v, %all
  %z = fadd <4 x float> %x, %y
  %b = getelementptr <4 x float>, ptr addrspace(1) %q, i64 %g
  store <4 x float> %z, ptr addrspace(1) %b
  ret void
}

; Pieces of halves anywhere become floats as they were loaded.
; CHECK-LABEL: @extended.lanes4
; CHECK: %[[PIECE:.*]] = load <4 x half>
; CHECK: fpext <4 x half> %[[PIECE]] to <4 x float>
; CHECK: {{^[}]}}
define spir_kernel void @extended(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %q, ptr addrspace(1) noalias %r) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %at = getelementptr i64, ptr addrspace(1) %r, i64 %g
  %i = load i64, ptr addrspace(1) %at
  %a = getelementptr <4 x half>, ptr addrspace(1) %p, i64 %i
  %h = load <4 x half>, ptr addrspace(1) %a
  %v = fpext <4 x half> %h to <4 x float>
  %x = fmul <4 x float> %v, splat (float 3.0)
  %b = getelementptr <4 x float>, ptr addrspace(1) %q, i64 %g
  store <4 x float> %x, ptr addrspace(1) %b
  ret void
}

; A piece of memory for each lane, anywhere: read as it lies and written so, one store a lane; under a mask in a loop
; where not all take part.
; CHECK-LABEL: @pieces.lanes4
; CHECK-COUNT-4: load <4 x float>, ptr addrspace(1)
; CHECK: fadd <16 x float>
; CHECK-COUNT-4: store <4 x float>
; CHECK-NOT: masked.scatter
; CHECK: {{^[}]}}
; TAIL-LABEL: @pieces.lanes4m
; TAIL: br i1 %{{.*}}, label %together, label %separate
; TAIL: together:
; TAIL-COUNT-4: store <4 x float>
; TAIL: separate:
; TAIL: store <16 x float> %{{.*}}, ptr %pieces
; TAIL: {{^}}lane:
; TAIL-COUNT-1: store <4 x float>
; TAIL: {{^[}]}}
define spir_kernel void @pieces(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %q, ptr addrspace(1) noalias %r) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %o = getelementptr i64, ptr addrspace(1) %r, i64 %g
  %i = load i64, ptr addrspace(1) %o
  %a = getelementptr <4 x float>, ptr addrspace(1) %p, i64 %i
  %v = load <4 x float>, ptr addrspace(1) %a
  %w = fadd <4 x float> %v, splat (float 1.0)
  %b = getelementptr <4 x float>, ptr addrspace(1) %q, i64 %i
  store <4 x float> %w, ptr addrspace(1) %b
  ret void
}

; Small ones are a scatter of one number a lane; if the sum of 32 bits does not wrap they are one run of memory.
; CHECK-LABEL: @words.lanes4
; CHECK: br i1 %{{.*}}, label %together, label %separate
; CHECK: together:
; CHECK: load <16 x i8>, ptr addrspace(1)
; CHECK: separate:
; CHECK: call <4 x i32> @llvm.masked.gather.v4i32.v4p1
; CHECK: call void @llvm.masked.scatter.v4i32.v4p1
; CHECK: {{^[}]}}
define spir_kernel void @words(ptr addrspace(1) noalias %p, ptr addrspace(1) noalias %q, ptr addrspace(1) noalias %r, i32 %n) {
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %o = getelementptr i64, ptr addrspace(1) %r, i64 %g
  %i = load i64, ptr addrspace(1) %o
  %id = trunc nuw nsw i64 %g to i32
  %sum = add i32 %id, %n
  %wide = zext i32 %sum to i64
  %a = getelementptr <4 x i8>, ptr addrspace(1) %p, i64 %wide
  %v = load <4 x i8>, ptr addrspace(1) %a
  %w = add <4 x i8> %v, splat (i8 1)
  %b = getelementptr <4 x i8>, ptr addrspace(1) %q, i64 %i
  store <4 x i8> %w, ptr addrspace(1) %b
  ret void
}
