; The entry: groups, regions, rows, sub-groups.
; DEFINE: %{lanes} = lanecl-opt %s --passes=number-barriers,prepare-packetize,packetize,work-item-loops --width=8
; RUN: %{lanes} | FileCheck %s --check-prefixes=CHECK,WHOLE
; RUN: %{lanes} --tails | FileCheck %s --check-prefixes=CHECK,TAILS
; RUN: %{lanes} --masked | FileCheck %s --check-prefixes=CHECK,MASKED
; RUN: lanecl-opt %s --passes=number-barriers,lower-single-lane-sub-groups,work-item-loops --width=1 | FileCheck %s --check-prefix=ONE
; 
; A vector for each sub-group, and where each waits if they may part.
; CHECK: ; plain: context 0 per sub-group, 0 per group, scratch 0
; CHECK: ; waits: context 32 per sub-group, 0 per group, scratch 0
; CHECK: ; repeats: context 0 per sub-group, 0 per group, scratch 0
; CHECK: ; returns: context {{4|8}} per sub-group, 0 per group, scratch 0
; CHECK: ; reduces: context 0 per sub-group, 0 per group, scratch 0
; ONE: ; waits: context 4 per sub-group, 0 per group, scratch 0

declare i64 @lanecl.global_id(i32) memory(none) nounwind willreturn
declare i64 @lanecl.local_id(i32) memory(none) nounwind willreturn
declare void @lanecl.barrier(i32, i32) convergent noduplicate
declare i32 @lanecl.work_group.reduce.add.i32(i32) convergent
@tile = internal addrspace(3) global [64 x i32] undef, align 16

; Arguments from their places, groups from the first number on, the last group of a row cut off at the range's end.
; CHECK-LABEL: define void @plain.entry(ptr noalias readonly %args, ptr noalias readonly %launch, ptr noalias %worker, i64 %first, i64 %count)
; CHECK: %[[P:.*]] = getelementptr inbounds i8, ptr %args, i64 0
; CHECK: %p = load ptr addrspace(1), ptr %[[P]]
; CHECK: %[[X:.*]] = getelementptr inbounds i8, ptr %args, i64 8
; CHECK: %x = load i32, ptr %[[X]]
; CHECK: urem i64 %first,
; CHECK: udiv i64 %first,
; CHECK: group:
; CHECK: %groups_left = phi i64 [ %count, %groups ],
; CHECK: %[[DONE:.*]] = mul nuw nsw i32 %group_id0, %[[ENQUEUED:.*]]
; CHECK: %[[LEFT:.*]] = sub nuw nsw i32 %{{.*}}, %[[DONE]]
; CHECK: %[[SIZE:.*]] = call i32 @llvm.umin.i32(i32 %[[ENQUEUED]], i32 %[[LEFT]])
; Whole vectors only.
; WHOLE: %[[AT:.*]] = phi i32 [ 0, %row ], [ %[[NEXT:.*]], %
; WHOLE: store <8 x i32>
; WHOLE: %[[NEXT]] = add nuw nsw i32 %[[AT]], 8
; WHOLE: icmp ne i32 %[[NEXT]], %[[SIZE]]
; WHOLE-NOT: masked
; Whole ones, then the rest of the row under a mask.
; TAILS: %full_end = and i32 %[[SIZE]], -8
; TAILS: store <8 x i32>
; TAILS: icmp ne i32 %{{.*}}, %full_end
; TAILS: tail:
; TAILS: %lanes_left = sub nuw nsw i32 %[[SIZE]], %full_end
; TAILS: %mask = icmp ult <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>, %
; TAILS: @llvm.masked.store.v8i32.p1({{.*}}, <8 x i1> %mask)
; One body with a mask for all.
; MASKED: %padded_end = shl nuw nsw i32 %sub_groups_per_row, 3
; MASKED: %mask = icmp ult <8 x i32>
; MASKED: @llvm.masked.store.v8i32.p1({{.*}}, <8 x i1> %mask)
; MASKED: icmp ne i32 %{{.*}}, %padded_end
; CHECK: {{^[}]}}
define spir_kernel void @plain(ptr addrspace(1) %p, i32 %x) {
  %g = call i64 @lanecl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  store i32 %x, ptr addrspace(1) %a
  ret void
}

; Two regions, each over all sub-groups. What lives across lies in the context of the sub-group.
; CHECK-LABEL: define void @waits.entry(
; Local variables come first, then the places that the host chose for arguments.
; CHECK: %q = load i64, ptr %
; CHECK: getelementptr inbounds i8, ptr addrspace(3) %{{.*}}, i64 %q
; CHECK: %tile = getelementptr inbounds i8, ptr addrspace(3) %{{.*}}, i64 0
; CHECK: region0:
; CHECK: region1:
; CHECK: %sub_group_id = add nuw nsw i32 %row_start, %
; CHECK: %[[ID:.*]] = zext nneg i32 %sub_group_id to i64
; CHECK: %[[BYTES:.*]] = mul nuw nsw i64 %[[ID]], 32
; CHECK: %[[CONTEXT:.*]] = getelementptr inbounds i8, ptr %context, i64 %[[BYTES]]
; CHECK: store <8 x i32> %{{.*}}, ptr %[[CONTEXT]]
; CHECK-NOT: @lanecl
; CHECK: load <8 x i32>, ptr %
; CHECK: {{^[}]}}
; ONE-LABEL: define void @waits.entry(
; ONE: store i32 %{{.*}}, ptr addrspace(3) %
; ONE: load i32, ptr addrspace(3) %
define spir_kernel void @waits(ptr addrspace(1) %p, ptr addrspace(3) %q) {
  %g = call i64 @lanecl.global_id(i32 0)
  %l = call i64 @lanecl.local_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  %v = load i32, ptr addrspace(1) %a
  %b = getelementptr i32, ptr addrspace(3) @tile, i64 %l
  store i32 %v, ptr addrspace(3) %b
  call void @lanecl.barrier(i32 2, i32 272)
  %m = sub i64 63, %l
  %c = getelementptr i32, ptr addrspace(3) @tile, i64 %m
  %w = load i32, ptr addrspace(3) %c
  %s = add i32 %v, %w
  store i32 %s, ptr addrspace(1) %a
  ret void
}

; What is the same for the group lies beside, what was written at the last cut is read at the next; the region says what
; follows.
; CHECK-LABEL: define void @repeats.entry(
; CHECK-DAG: %uniform.out = alloca [4 x i8]
; CHECK-DAG: %uniform.in = alloca [4 x i8]
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 64 %uniform.in, ptr align 64 %uniform.out, i64 4, i1 false)
; CHECK: load i32, ptr %uniform.in
; CHECK: %[[NEXT:.*]] = load i32, ptr %next
; CHECK: switch i32 %[[NEXT]], label %group.done [
; CHECK-NEXT: i32 1, label %region1
define spir_kernel void @repeats(ptr addrspace(3) %q, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  store i32 %i, ptr addrspace(3) %q
  call void @lanecl.barrier(i32 2, i32 272)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Sub-groups of which some are through: each keeps the number that it waits at, and only those of this region run.
; CHECK-LABEL: define void @returns.entry(
; CHECK: %waits_at = phi i32
; CHECK: @llvm.umax.i32(
; CHECK: switch i32
; CHECK: %row_start{{[0-9]*}} = mul
; CHECK: getelementptr inbounds i8, ptr %context,
; CHECK: %[[PLACE:.*]] = getelementptr inbounds i8, ptr %
; CHECK: %[[AT:.*]] = load i32, ptr %[[PLACE]]
; CHECK-NEXT: %[[MINE:.*]] = icmp eq i32 %[[AT]], 1
; CHECK: br i1 %[[MINE]], label %run{{[0-9]*}}, label %joined
define spir_kernel void @returns(ptr addrspace(1) %p, i64 %n) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %in = icmp ult i64 %g, %n
  br i1 %in, label %work, label %end
work:
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  store i32 1, ptr addrspace(1) %a
  call void @lanecl.barrier(i32 2, i32 272)
  store i32 2, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

; CHECK-LABEL: define void @reduces.entry(
; CHECK: %[[SUM:.*]] = call i32 @llvm.vector.reduce.add.v8i32(
; CHECK: %[[FIRST:.*]] = icmp eq i32 %sub_group_id, 0
; CHECK: %[[OLD:.*]] = select i1 %[[FIRST]], i32 0, i32 %
; CHECK: add i32 %[[OLD]], %[[SUM]]
; CHECK: load i32, ptr %uniform.in
define spir_kernel void @reduces(ptr addrspace(1) %p, i32 %x) {
  %s = call i32 @lanecl.work_group.reduce.add.i32(i32 %x)
  store i32 %s, ptr addrspace(1) %p
  ret void
}
