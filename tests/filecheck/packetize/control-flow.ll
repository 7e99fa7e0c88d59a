; Which branches become masks, and which stay.
; RUN: lanecl-opt %s --passes=prepare-packetize,packetize --width=4 --report | FileCheck %s

declare i32 @lanecl.sub_group_local_id() memory(none) nounwind willreturn
declare i64 @lanecl.global_id(i32) memory(none) nounwind willreturn
declare void @lanecl.region_end(i32) convergent noduplicate
declare void @effect(i32)

; CHECK: kernel uniformBranch: 4 lanes, {{[0-9]}} contiguous
; CHECK: kernel diamond: 4 lanes, 1 divergent branches
; CHECK: kernel plainLoop: 4 lanes, 1 uniform loops
; CHECK: kernel ownTrips: 4 lanes, 1 divergent branches, 1 divergent loops
; CHECK: kernel inside: 4 lanes, 1 divergent branches, 1 uniform loops
; CHECK: kernel cases: 4 lanes, {{[1-9]}} divergent branches
; CHECK: kernel waits: 4 lanes, 1 divergent branches, 1 divergent loops
; CHECK: kernel returns: 4 lanes, 1 divergent branches
; CHECK: kernel search: 4 lanes, 1 uniform loops

; CHECK-LABEL: @uniformBranch.lanes4
; CHECK: br i1 %all, label %then, label %
; CHECK-NOT: masked
; CHECK: {{^[}]}}
define spir_kernel void @uniformBranch(ptr addrspace(1) %p, i1 %all) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  br i1 %all, label %then, label %end
then:
  store i32 1, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

; Both ways one after the other; what differs is blended behind.
; CHECK-LABEL: @diamond.lanes4
; CHECK: %[[C:.*]] = icmp slt <4 x i32> %[[V:.*]], zeroinitializer
; CHECK: %[[NOT:.*]] = xor <4 x i1> %[[C]], splat (i1 true)
; CHECK: br i1 %{{.*}}, label %positive, label %
; CHECK: positive:
; CHECK: @llvm.masked.store.v4i32.p1({{.*}}, <4 x i1> %[[NOT]])
; CHECK: %[[Y:.*]] = mul <4 x i32> %[[V]], splat (i32 9)
; CHECK: %[[FIRST:.*]] = phi <4 x i32> [ %[[Y]], %positive ], [ undef, %
; CHECK: br i1 %{{.*}}, label %negative, label %
; CHECK: negative:
; CHECK: @llvm.masked.store.v4i32.p1({{.*}}, <4 x i1> %[[C]])
; CHECK: %[[X:.*]] = mul <4 x i32> %[[V]], splat (i32 7)
; CHECK: select <4 x i1> %[[C]], <4 x i32> %[[X]], <4 x i32> %[[FIRST]]
; CHECK: store <4 x i32>
define spir_kernel void @diamond(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %r) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  %b = getelementptr i32, ptr addrspace(1) %q, i64 %g
  %c = getelementptr i32, ptr addrspace(1) %r, i64 %g
  %v = load i32, ptr addrspace(1) %a
  %some = icmp slt i32 %v, 0
  br i1 %some, label %negative, label %positive
negative:
  store i32 1, ptr addrspace(1) %b
  %x = mul i32 %v, 7
  br label %end
positive:
  store i32 2, ptr addrspace(1) %c
  %y = mul i32 %v, 9
  br label %end
end:
  %joined = phi i32 [ %x, %negative ], [ %y, %positive ]
  store i32 %joined, ptr addrspace(1) %a
  ret void
}

; The same number of turns for all: a scalar counter, a scalar branch, no mask.
; CHECK-LABEL: @plainLoop.lanes4
; CHECK: phi i32 [ 0, %{{.*}} ], [ %[[NEXT:.*]], %
; CHECK: load <4 x i32>
; CHECK: %[[NEXT]] = add
; CHECK: %[[MORE:.*]] = icmp {{[a-z]+}} i32 %[[NEXT]], %
; CHECK: br i1 %[[MORE]],
; CHECK-NOT: <4 x i1>
; CHECK: {{^[}]}}
define spir_kernel void @plainLoop(ptr addrspace(1) %p, i32 %n) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %row = zext i32 %i to i64
  %start = mul i64 %row, 1000
  %at = add i64 %start, %g
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %at
  %v = load i32, ptr addrspace(1) %a
  %t = add i32 %s, %v
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %b = getelementptr i32, ptr addrspace(1) %p, i64 %g
  store i32 %t, ptr addrspace(1) %b
  ret void
}

; As many turns as the longest lane takes: each keeps what it had when it left.
; CHECK-LABEL: @ownTrips.lanes4
; CHECK: %[[MASK:.*]] = phi <4 x i1> [ splat (i1 true), %{{.*}} ], [ %[[STAY:.*]], %
; CHECK: %[[MORE:.*]] = icmp ult <4 x i32>
; CHECK: %[[STAY]] = select <4 x i1> %[[MASK]], <4 x i1> %[[MORE]], <4 x i1> zeroinitializer
; CHECK: %[[LEAVE:.*]] = select <4 x i1> %[[MASK]], <4 x i1> %{{.*}}, <4 x i1> zeroinitializer
; CHECK: select <4 x i1> %[[LEAVE]], <4 x i32> %{{.*}}, <4 x i32> %
; CHECK: %[[BITS:.*]] = bitcast <4 x i1> %[[STAY]] to i4
; CHECK: icmp ne i4 %[[BITS]], 0
; CHECK: {{^[}]}}
define spir_kernel void @ownTrips(ptr addrspace(1) %p) {
entry:
  %lane = call i32 @lanecl.sub_group_local_id()
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %s = phi i32 [ 0, %entry ], [ %t, %loop ]
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %v = load i32, ptr addrspace(1) %a
  %t = add i32 %s, %v
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %lane
  br i1 %more, label %loop, label %end
end:
  %last = phi i32 [ %t, %loop ]
  %b = getelementptr i32, ptr addrspace(1) %p, i32 %lane
  store i32 %last, ptr addrspace(1) %b
  ret void
}

; A loop that all its lanes leave together keeps its branch, under the mask that it is in.
; CHECK-LABEL: @inside.lanes4
; CHECK: %[[MASK:.*]] = icmp {{[a-z]+}} <4 x i32>
; CHECK: br i1 %{{.*}}, label %before, label %
; CHECK: @llvm.masked.load.v4i32.p1({{.*}}, <4 x i1> %[[MASK]],
; CHECK: icmp {{[a-z]+}} i32 %{{.*}}, %n
; CHECK: {{^[}]}}
define spir_kernel void @inside(ptr addrspace(1) %p, i32 %n, i32 %m) {
entry:
  %g = call range(i64 0, 2147483648) i64 @lanecl.global_id(i32 0)
  %lane = trunc nuw nsw i64 %g to i32
  %some = icmp ult i32 %lane, %m
  br i1 %some, label %before, label %end
before:
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  br label %loop
loop:
  %i = phi i32 [ 0, %before ], [ %next, %loop ]
  %v = load volatile i32, ptr addrspace(1) %p
  %row = zext i32 %i to i64
  %start = mul i64 %row, 1000
  %at = add i64 %start, %g
  %b = getelementptr i32, ptr addrspace(1) %p, i64 %at
  %w = load i32, ptr addrspace(1) %b
  store i32 %w, ptr addrspace(1) %a
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; A comparison for each case; the default is what no case takes.
; CHECK-LABEL: @cases.lanes4
; CHECK: %[[ONE:.*]] = icmp eq <4 x i32> %{{.*}}, splat (i32 1)
; CHECK: %[[TWO:.*]] = icmp eq <4 x i32> %{{.*}}, splat (i32 2)
; CHECK: %[[ANY:.*]] = or <4 x i1> %[[ONE]], %[[TWO]]
; CHECK: %[[OTHER:.*]] = xor <4 x i1> %[[ANY]], splat (i1 true)
; CHECK-NOT: switch
; CHECK: @llvm.masked.store.v4i32.p1(<4 x i32> splat (i32 20), {{.*}}, <4 x i1> %[[TWO]])
; CHECK: @llvm.masked.store.v4i32.p1(<4 x i32> splat (i32 10), {{.*}}, <4 x i1> %[[ONE]])
; CHECK: @llvm.masked.store.v4i32.p1(<4 x i32> splat (i32 30), {{.*}}, <4 x i1> %[[OTHER]])
; CHECK: {{^[}]}}
define spir_kernel void @cases(ptr addrspace(1) %p) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  %v = load i32, ptr addrspace(1) %a
  switch i32 %v, label %other [ i32 1, label %one
                                i32 2, label %two ]
one:
  store i32 10, ptr addrspace(1) %a
  br label %end
two:
  store i32 20, ptr addrspace(1) %a
  br label %end
other:
  store i32 30, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

; What decides about a barrier is no exception: it binds those only who come to it (OpenCL C 6.15.8).
; CHECK-LABEL: @waits.lanes4
; CHECK: [[LOOP:loop[0-9]+]]:
; CHECK-NEXT: %[[MASK:.*]] = phi <4 x i1>
; CHECK-NEXT: call void @lanecl.region_end
; CHECK: @llvm.masked.load.v4i32.p1({{.*}}, <4 x i1> %[[MASK]]
; CHECK: %[[C:.*]] = icmp {{[a-z]+}} <4 x i32>
; CHECK: %[[NEXT:.*]] = select <4 x i1> %[[MASK]], <4 x i1> %[[C]], <4 x i1> zeroinitializer
; CHECK: %[[BITS:.*]] = bitcast <4 x i1> %[[NEXT]] to i4
; CHECK: %[[ANY:.*]] = icmp ne i4 %[[BITS]], 0
; CHECK: br i1 %[[ANY]], label %[[LOOP]], label %
define spir_kernel void @waits(ptr addrspace(1) %p) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  br label %loop
loop:
  call void @lanecl.region_end(i32 1)
  %v = load i32, ptr addrspace(1) %a
  %more = icmp sgt i32 %v, 0
  br i1 %more, label %loop, label %end
end:
  call void @lanecl.region_end(i32 2)
  ret void
}

; Nor are lanes that return before the first barrier: they are masked off.
; CHECK-LABEL: @returns.lanes4
; CHECK: %[[IN:.*]] = icmp {{[a-z]+}} <4 x i64>
; CHECK: bitcast <4 x i1> %[[IN]] to i4
; CHECK: call void @lanecl.region_end
; CHECK: @llvm.masked.store.v4i32.p1({{.*}}, <4 x i1> %[[IN]])
define spir_kernel void @returns(ptr addrspace(1) %p, i64 %n) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %surplus = icmp uge i64 %g, %n
  br i1 %surplus, label %end, label %work
work:
  call void @lanecl.region_end(i32 1)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  store i32 1, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

; What all lanes leave a loop with is what the last turn made: nothing is chosen in each turn.
; CHECK-LABEL: @search.lanes4
; CHECK-NOT: select
; CHECK: {{^[}]}}
define spir_kernel void @search(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %i
  %v = load i32, ptr addrspace(1) %a
  %found = icmp eq i32 %v, 7
  br i1 %found, label %end, label %latch
latch:
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  %last = phi i32 [ %v, %loop ], [ %next, %latch ]
  %b = getelementptr i32, ptr addrspace(1) %q, i64 %g
  store i32 %last, ptr addrspace(1) %b
  ret void
}

; Which way all lanes go is told by a branch, although in one of them they part.
; CHECK-LABEL: @choice.lanes4
; CHECK: br i1 %all, label %[[ONE:.*]], label %[[TWO:.*]]
; CHECK: [[TWO]]:
; CHECK-NEXT: store <4 x i32> splat (i32 2)
; CHECK: call void @llvm.masked.store.v4i32.p1(<4 x i32> splat (i32 1), {{.*}}, <4 x i1> %few)
define spir_kernel void @choice(ptr addrspace(1) %p, i1 %all, i64 %n) {
entry:
  %g = call i64 @lanecl.global_id(i32 0)
  %few = icmp ult i64 %g, %n
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %g
  br i1 %all, label %one, label %two
one:
  br i1 %few, label %some, label %end
some:
  store i32 1, ptr addrspace(1) %a
  br label %end
two:
  store i32 2, ptr addrspace(1) %a
  br label %end
end:
  ret void
}
