; A sub-group is the vector: its operations are operations on one register.
; RUN: lanecl-opt %s --passes=prepare-packetize,packetize --width=8 | FileCheck %s --implicit-check-not='{{call .*@lanecl.*sub_group}}'
; RUN: lanecl-opt %s --passes=prepare-packetize,packetize --width=8 --masked | FileCheck %s --check-prefix=TAIL
; RUN: lanecl-opt %s --passes=prepare-packetize,packetize --width=8 --isa=portable | FileCheck %s --check-prefix=ANY --implicit-check-not=llvm.x86
; RUN: lanecl-opt %s --passes=lower-single-lane-sub-groups | FileCheck %s --check-prefix=ONE --implicit-check-not='{{call .*@lanecl.*sub_group}}'
; 

declare i32 @lanecl.sub_group_local_id() memory(none) nounwind willreturn
declare i32 @lanecl.sub_group_size() memory(none) nounwind willreturn
declare i32 @lanecl.max_sub_group_size() memory(none) nounwind willreturn
declare i64 @lanecl.global_id(i32) memory(none) nounwind willreturn
declare i32 @lanecl.sub_group.reduce.add.i32(i32) convergent
declare float @lanecl.sub_group.reduce.fmax.f32(float) convergent
declare float @lanecl.sub_group.reduce.add.f32(float) convergent
declare i32 @lanecl.sub_group.scan_inclusive.add.i32(i32) convergent
declare i32 @lanecl.sub_group.scan_exclusive.umin.i32(i32) convergent
declare i1 @lanecl.sub_group.any(i1) convergent
declare i1 @lanecl.sub_group.all(i1) convergent
declare i32 @lanecl.sub_group.broadcast.i32(i32, i32) convergent
declare i32 @lanecl.sub_group.broadcast_first.i32(i32) convergent
declare i32 @lanecl.sub_group.shuffle_xor.i32(i32, i32) convergent
declare i32 @lanecl.sub_group.shuffle.i32(i32, i32) convergent
declare i32 @lanecl.sub_group.clustered_reduce.add.i32(i32, i32) convergent
declare <4 x i32> @lanecl.sub_group.ballot(i1) convergent
declare i1 @lanecl.sub_group.inverse_ballot(i64) convergent
declare i1 @lanecl.sub_group.elect() convergent
declare float @lanecl.sub_group.block_read.f32.p1(ptr addrspace(1), i32) convergent
declare void @lanecl.sub_group.block_write.f32.p1(ptr addrspace(1), float, i32) convergent
declare void @use(i32, i32, i32) memory(none)

; CHECK-LABEL: @sizes.lanes8
; CHECK: store volatile i32 8,
; CHECK: store volatile i32 8,
; The last sub-group has as many as are active; the largest is still W.
; TAIL-LABEL: @sizes.lanes8m
; TAIL: %[[SIZE:.*]] = {{.*}}call {{.*}}@llvm.ctpop
; TAIL: store volatile i32 8,
; ONE-LABEL: @sizes(
; ONE: store volatile i32 1,
; ONE: store volatile i32 1,
define spir_kernel void @sizes(ptr addrspace(1) %p) {
  %size = call i32 @lanecl.sub_group_size()
  %max = call i32 @lanecl.max_sub_group_size()
  store volatile i32 %size, ptr addrspace(1) %p
  store volatile i32 %max, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: @reduce.lanes8
; CHECK: %[[V:.*]] = load <8 x i32>
; CHECK: %[[S:.*]] = call i32 @llvm.vector.reduce.add.v8i32(<8 x i32> %[[V]])
; CHECK: store i32 %[[S]], ptr addrspace(1) %p
; TAIL-LABEL: @reduce.lanes8m(
; TAIL-SAME: <8 x i1> %[[MASK:.*]])
; TAIL: %[[V:.*]] = select <8 x i1> %[[MASK]], <8 x i32> %{{.*}}, <8 x i32> zeroinitializer
; TAIL: call i32 @llvm.vector.reduce.add.v8i32(<8 x i32> %[[V]])
; ONE-LABEL: @reduce(
; ONE: store i32 %v,
define spir_kernel void @reduce(ptr addrspace(1) %p) {
  %g = call i64 @lanecl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  %v = load i32, ptr addrspace(1) %a
  %s = call i32 @lanecl.sub_group.reduce.add.i32(i32 %v)
  store i32 %s, ptr addrspace(1) %p
  ret void
}

; The order of a sum is ours to choose; a NaN changes no maximum.
; CHECK-LABEL: @floats.lanes8
; CHECK: call reassoc float @llvm.vector.reduce.fadd.v8f32(float -0.000000e+00,
; CHECK: call float @llvm.vector.reduce.fmax.v8f32(
; TAIL-LABEL: @floats.lanes8m
; TAIL: select <8 x i1> %{{.*}}, <8 x float> %{{.*}}, <8 x float> splat (float -0.000000e+00)
; TAIL: select <8 x i1> %{{.*}}, <8 x float> %{{.*}}, <8 x float> splat (float 0x7FF8000000000000)
define spir_kernel void @floats(ptr addrspace(1) %p) {
  %g = call i64 @lanecl.global_id(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %g
  %v = load float, ptr addrspace(1) %a
  %s = call float @lanecl.sub_group.reduce.add.f32(float %v)
  %m = call float @lanecl.sub_group.reduce.fmax.f32(float %v)
  %r = fadd float %s, %m
  store float %r, ptr addrspace(1) %p
  ret void
}

; Only active lanes take part.
; CHECK-LABEL: @divergent.lanes8
; CHECK: %some = icmp sgt <8 x i32>
; CHECK: then:
; CHECK: %[[V:.*]] = select <8 x i1> %some, <8 x i32> %{{.*}}, <8 x i32> zeroinitializer
; CHECK: call i32 @llvm.vector.reduce.add.v8i32(<8 x i32> %[[V]])
define spir_kernel void @divergent(ptr addrspace(1) %p) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  %v = load i32, ptr addrspace(1) %a
  %some = icmp sgt i32 %v, 0
  br i1 %some, label %then, label %end
then:
  %s = call i32 @lanecl.sub_group.reduce.add.i32(i32 %v)
  store i32 %s, ptr addrspace(1) %p
  br label %end
end:
  ret void
}

; Three steps for eight lanes, filled up with what changes nothing.
; CHECK-LABEL: @scans.lanes8
; CHECK: shufflevector {{.*}} zeroinitializer, <8 x i32> <i32 8, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6>
; CHECK: add
; CHECK: shufflevector {{.*}} zeroinitializer, <8 x i32> <i32 8, i32 8, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5>
; CHECK: add
; CHECK: shufflevector {{.*}} zeroinitializer, <8 x i32> <i32 8, i32 8, i32 8, i32 8, i32 0, i32 1, i32 2, i32 3>
; CHECK: add
; An exclusive one begins a lane further down.
; CHECK: %[[MOVED:.*]] = shufflevector {{.*}} splat (i32 -1), <8 x i32> <i32 8, i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6>
; CHECK: %[[STEP:.*]] = shufflevector <8 x i32> %[[MOVED]], <8 x i32> splat (i32 -1), <8 x i32> <i32 8, i32 0,
; CHECK: call <8 x i32> @llvm.umin.v8i32(<8 x i32> %[[STEP]], <8 x i32> %[[MOVED]])
; CHECK-COUNT-2: @llvm.umin.v8i32(
; CHECK-NOT: @llvm.umin
; CHECK: {{^[}]}}
; ONE-LABEL: @scans(
; ONE: store i32 -1,
define spir_kernel void @scans(ptr addrspace(1) %p) {
  %g = call i64 @lanecl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  %v = load i32, ptr addrspace(1) %a
  %s = call i32 @lanecl.sub_group.scan_inclusive.add.i32(i32 %v)
  %t = call i32 @lanecl.sub_group.scan_exclusive.umin.i32(i32 %s)
  store i32 %t, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: @votes.lanes8
; CHECK: %c = icmp sgt <8 x i32>
; CHECK: %[[NOT:.*]] = xor <8 x i1> %c, splat (i1 true)
; CHECK: %[[BITS:.*]] = bitcast <8 x i1> %[[NOT]] to i8
; CHECK: %[[SOME:.*]] = icmp ne i8 %[[BITS]], 0
; CHECK: %[[ALL:.*]] = xor i1 %[[SOME]], true
; CHECK: store i1 %[[ALL]],
; CHECK: store i32 0, ptr addrspace(1) %p.i3
; TAIL-LABEL: @votes.lanes8m(
; TAIL-SAME: <8 x i1> %[[MASK:.*]])
; TAIL: select <8 x i1> %[[MASK]], <8 x i1> %{{.*}}, <8 x i1> zeroinitializer
; ONE-LABEL: @votes(
; ONE: insertelement <4 x i32> zeroinitializer,
; ONE: store i1 %c,
; ONE: store i1 %c,
define spir_kernel void @votes(ptr addrspace(1) %p) {
  %g = call i64 @lanecl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  %v = load i32, ptr addrspace(1) %a
  %c = icmp sgt i32 %v, 0
  %any = call i1 @lanecl.sub_group.any(i1 %c)
  %all = call i1 @lanecl.sub_group.all(i1 %c)
  %ballot = call <4 x i32> @lanecl.sub_group.ballot(i1 %c)
  store i1 %any, ptr addrspace(1) %p
  store i1 %all, ptr addrspace(1) %p
  store <4 x i32> %ballot, ptr addrspace(1) %p
  ret void
}

; Constant patterns are shuffles, others a table's look-up in a register.
; CHECK-LABEL: @moves.lanes8
; CHECK: %[[X:.*]] = shufflevector <8 x i32> %[[V:.*]], <8 x i32> poison, <8 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6>
; CHECK: %[[LANE:.*]] = and i32 %n, 7
; CHECK: extractelement <8 x i32> %[[V]], i32 %[[LANE]]
; CHECK: %[[LANES:.*]] = and <8 x i32> %[[V]], splat (i32 7)
; CHECK: call <8 x i32> @llvm.x86.avx2.permd(<8 x i32> %{{.*}}, <8 x i32> %[[LANES]])
; Without look-ups it is memory.
; ANY-LABEL: @moves.lanes8
; ANY: call <8 x i32> @llvm.masked.gather.v8i32.v8p0
define spir_kernel void @moves(ptr addrspace(1) %p, i32 %n) {
  %g = call i64 @lanecl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  %v = load i32, ptr addrspace(1) %a
  %x = call i32 @lanecl.sub_group.shuffle_xor.i32(i32 %v, i32 1)
  %b = call i32 @lanecl.sub_group.broadcast.i32(i32 %v, i32 %n)
  %c = call i32 @lanecl.sub_group.clustered_reduce.add.i32(i32 %x, i32 2)
  %d = call i32 @lanecl.sub_group.shuffle.i32(i32 %c, i32 %v)
  %e = add i32 %d, %b
  store i32 %e, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: @elected.lanes8
; CHECK: store i32 1, ptr addrspace(1) %p
; TAIL-LABEL: @elected.lanes8m
; TAIL: call {{.*}}@llvm.cttz
; ONE-LABEL: @elected(
; ONE: br i1 true,
define spir_kernel void @elected(ptr addrspace(1) %p) {
  %one = call i1 @lanecl.sub_group.elect()
  br i1 %one, label %then, label %end
then:
  store i32 1, ptr addrspace(1) %p
  br label %end
end:
  ret void
}

; Component i of all lanes lies behind component i - 1 of all lanes.
; CHECK-LABEL: @blocks.lanes8
; CHECK: %[[FROM:.*]] = getelementptr inbounds float, ptr addrspace(1) %p, i64 8
; CHECK: load <8 x float>, ptr addrspace(1) %[[FROM]], align 1
; CHECK: %[[TO:.*]] = getelementptr inbounds float, ptr addrspace(1) %p, i64 16
; CHECK: store <8 x float> %{{.*}}, ptr addrspace(1) %[[TO]], align 1
; ONE-LABEL: @blocks(
; ONE: getelementptr inbounds float, ptr addrspace(1) %p, i64 1
; ONE: load float, {{.*}}, align 1
; ONE: getelementptr inbounds float, ptr addrspace(1) %p, i64 2
define spir_kernel void @blocks(ptr addrspace(1) %p) {
  %v = call float @lanecl.sub_group.block_read.f32.p1(ptr addrspace(1) %p, i32 1)
  %w = fadd float %v, %v
  call void @lanecl.sub_group.block_write.f32.p1(ptr addrspace(1) %p, float %w, i32 2)
  ret void
}
